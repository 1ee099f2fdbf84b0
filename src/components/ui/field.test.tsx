// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TextField } from './field.tsx';

afterEach(cleanup);

test('the label names the control, without the asterisk of a required field', () => {
  render(<TextField label="Full Name" required />);
  const input = screen.getByRole('textbox', { name: 'Full Name' });
  expect(input.getAttribute('aria-required')).toBe('true');
  expect(input.hasAttribute('aria-invalid')).toBe(false);
});

test('an error marks the control as invalid and, with the hint, describes it', () => {
  render(
    <TextField
      label="Phone"
      hint="In case we are at the wrong gate."
      error="Enter a phone number."
    />,
  );
  const input = screen.getByLabelText('Phone');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(['Enter a phone number.', 'In case we are at the wrong gate.']);
});
