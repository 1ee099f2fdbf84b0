// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  vi.unstubAllGlobals();
  cleanup();
  dismissToast(toasts.current()?.id ?? 0);
});
// Not after each: the order in which a mock is taken back and the next one is made is not certain.
afterAll(() => {
  vi.doUnmock('./toaster.tsx');
});

/** What waits that long, to be run by hand: an import that begins on a fake clock may never end. */
function takeTimers(ms: number): (() => void)[] {
  const taken: (() => void)[] = [];
  const { setTimeout } = globalThis;
  const taking = (run: () => void, wait?: number) =>
    wait === ms ? taken.push(run) : setTimeout(run, wait);
  vi.stubGlobal('setTimeout', taking);
  return taken;
}

const tell = () => act(() => void toast({ title: 'Submission Failed' }));

test('loads with the first toast', async () => {
  render(<ToastHost />);
  expect(screen.queryByText('The toaster')).toBeNull();
  tell();
  expect(await screen.findByText('The toaster')).toBeTruthy();
});

test('loads soon after the first interaction, so that it can report a lost network', async () => {
  const timers = takeTimers(5000);
  render(<ToastHost />);
  expect(timers).toHaveLength(0);
  fireEvent.focusIn(document.body);
  expect(fetches).toBe(0);
  for (const run of timers) run();
  await waitFor(() => expect(fetches).toBe(1));
  network = false;
  tell();
  expect(await screen.findByText('The toaster')).toBeTruthy();
});

test('fetches nothing for a page that has been left', () => {
  vi.useFakeTimers();
  const { unmount } = render(<ToastHost />);
  fireEvent.focusIn(document.body);
  unmount();
  const waiting = vi.getTimerCount();
  vi.useRealTimers();
  expect(waiting).toBe(0);
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
