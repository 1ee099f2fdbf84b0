// @vitest-environment jsdom
import { useState } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { keepTyped } from './keep-typed.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function Form() {
  const [message, setMessage] = useState('');
  return (
    <form>
      <input aria-label="Name" name="name" />
      <textarea
        aria-label="Message"
        name="message"
        value={message}
        onChange={(e) => setMessage(e.target.value)}
      />
      <input aria-label="Password" name="password" type="password" />
      <p>{message.length} letters</p>
    </form>
  );
}

test('text typed before the page reloads itself is typed again, and no password is stored', async () => {
  keepTyped();
  render(
    <>
      <input name="name" defaultValue="Rowan" />
      <textarea aria-label="Message" name="message" defaultValue="Boats?" />
      <input name="password" type="password" defaultValue="a secret" />
    </>,
  );
  window.dispatchEvent(new Event('app-reloads'));
  expect(sessionStorage.getItem('typed-before-reload')).not.toContain('a secret');
  cleanup();
  keepTyped();
  render(<Form />);
  expect(await screen.findByText('6 letters')).toBeTruthy();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Rowan');
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Boats?');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
});
