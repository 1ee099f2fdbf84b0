// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, toast, toasts } from '@/lib/toast.ts';
import { ToastHost } from './toast-host.tsx';

let network = true;
let fetches = 0;
beforeEach(() => {
  network = true;
  fetches = 0;
  vi.resetModules();
  vi.doMock('./toaster.tsx', () => {
    fetches += 1;
    if (!network) throw new Error('Failed to fetch dynamically imported module');
    return { default: () => <p>The toaster</p> };
  });
});
afterEach(() => {
  cleanup();
  dismissToast(toasts.current()?.id ?? 0);
  vi.doUnmock('./toaster.tsx');
});

const tell = () => act(() => void toast({ title: 'Submission Failed' }));

test('loads with the first toast', async () => {
  render(<ToastHost />);
  expect(screen.queryByText('The toaster')).toBeNull();
  tell();
  expect(await screen.findByText('The toaster')).toBeTruthy();
});

test('loads soon after the first interaction, so that it can report a lost network', async () => {
  vi.useFakeTimers();
  render(<ToastHost />);
  fireEvent.focusIn(document.body);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetches).toBe(0);
  await vi.advanceTimersByTimeAsync(4000);
  vi.useRealTimers();
  await waitFor(() => expect(fetches).toBe(1));
  network = false;
  tell();
  expect(await screen.findByText('The toaster')).toBeTruthy();
});

test('leaves the page usable if it cannot load', async () => {
  render(
    <>
      <input aria-label="Message" defaultValue="Typed for a while" />
      <ToastHost />
    </>,
  );
  network = false;
  tell();
  await waitFor(() => expect(fetches).toBe(1));
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Typed for a while');
});
