// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '@/lib/toast.ts';
import Toaster from './toaster.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a message is a status with its title and description [S8.1]', () => {
  render(<Toaster />);
  act(() => {
    toast({ title: 'Inquiry Sent!', description: 'Thank you for reaching out.' });
  });
  const status = screen.getByText('Inquiry Sent!').closest('[role=status]');
  expect(status?.textContent).toContain('Thank you for reaching out.');
});

test('a failure is an alert and replaces the previous message [S3.13, S4.29, S8.1]', () => {
  render(<Toaster />);
  act(() => {
    toast({ title: 'All is well' });
  });
  act(() => {
    toast({ title: 'Cancellation Failed', variant: 'destructive' });
  });
  expect(screen.getByRole('alert').textContent).toContain('Cancellation Failed');
  expect(screen.queryByText('All is well')).toBeNull();
});

test('a toast closes after five seconds [S4.31, S9.41]', () => {
  vi.useFakeTimers();
  render(<Toaster />);
  act(() => {
    toast({ title: 'Short visit' });
  });
  act(() => {
    vi.advanceTimersByTime(4999);
  });
  expect(screen.queryByText('Short visit')).not.toBeNull();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(screen.queryByText('Short visit')).toBeNull();
});

test('the action of a toast runs and closes it [S3.13]', async () => {
  const onSelect = vi.fn();
  render(<Toaster />);
  act(() => {
    toast({ title: 'Time lost', action: { label: 'Pick another', onSelect } });
  });
  screen.getByRole('button', { name: 'Pick another' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
  expect(screen.queryByText('Time lost')).toBeNull();
});

test('a toast can be dismissed from the keyboard', async () => {
  render(<Toaster />);
  act(() => {
    toast({ title: 'Read and done' });
  });
  screen.getByRole('button', { name: 'Dismiss' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText('Read and done')).toBeNull();
});

test('a swipe of more than fifty pixels dismisses a toast, a shorter one does not [S9.43]', () => {
  // What a real browser brings for a pointer that is held.
  Element.prototype.setPointerCapture = vi.fn();
  Element.prototype.hasPointerCapture = vi.fn();
  render(<Toaster />);
  act(() => {
    toast({ title: 'Swept aside' });
  });
  const swipe = (distance: number) => {
    const message = screen.getByText('Swept aside');
    fireEvent.pointerDown(message, { button: 0, clientX: 100, clientY: 50 });
    fireEvent.pointerMove(message, { clientX: 110, clientY: 50 });
    fireEvent.pointerMove(message, { clientX: 100 + distance, clientY: 50 });
    fireEvent.pointerUp(message, { clientX: 100 + distance, clientY: 50 });
  };
  swipe(50);
  expect(screen.queryByText('Swept aside')).not.toBeNull();
  swipe(51);
  expect(screen.queryByText('Swept aside')).toBeNull();
});
