// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CodeForm } from './code-form.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByLabelText<HTMLInputElement>(/^Code/);

function show(props: Partial<Parameters<typeof CodeForm>[0]> = {}) {
  const onCode = vi.fn<(code: string) => Promise<string | null>>(() => Promise.resolve(null));
  render(<CodeForm label="Code" submitLabel="Confirm" onCode={onCode} {...props} />);
  return onCode;
}

test('a phone autofills the code and shows a numeric keyboard', () => {
  show();
  expect(field().autocomplete).toBe('one-time-code');
  expect(field().inputMode).toBe('numeric');
  expect(document.activeElement).toBe(field());
});

test('six digits are submitted in any grouping', async () => {
  const onCode = show();
  await userEvent.type(field(), '123 456{Enter}');
  expect(onCode).toHaveBeenCalledExactlyOnceWith('123456');
});

test('fewer than six digits are not sent', async () => {
  const onCode = show();
  await userEvent.type(field(), '1234{Enter}');
  expect(screen.getByText('Please enter the 6 digits of the code.')).toBeTruthy();
  expect(onCode).not.toHaveBeenCalled();
});

test('a refused code stays beside the reason', async () => {
  show({ onCode: () => Promise.resolve('Token has expired or is invalid') });
  await userEvent.type(field(), '123456{Enter}');
  expect(await screen.findByText('Token has expired or is invalid')).toBeTruthy();
  expect(field().value).toBe('123456');
});

test('another code can be requested after a minute, with a countdown', async () => {
  vi.useFakeTimers();
  const onResend = vi.fn(() => Promise.resolve(null));
  show({ onResend });
  expect(screen.getByText(/request a new one in 60 s/)).toBeTruthy();
  act(() => void vi.advanceTimersByTime(20_000));
  expect(screen.getByText(/request a new one in 40 s/)).toBeTruthy();
  act(() => void vi.advanceTimersByTime(40_000));
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(onResend).toHaveBeenCalledOnce();
  expect(screen.getByRole('status').textContent).toBe('A new code is on its way.');
  expect(screen.getByText(/request a new one in 60 s/)).toBeTruthy();
});

test('a code that could not be sent is reported and can be retried', async () => {
  vi.useFakeTimers();
  show({ onResend: () => Promise.resolve('Too many requests') });
  act(() => void vi.advanceTimersByTime(60_000));
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('status').textContent).toBe('Too many requests');
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeTruthy();
});
