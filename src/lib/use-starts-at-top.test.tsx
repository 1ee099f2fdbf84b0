// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AtAddress } from '@/testing/at-address.tsx';
import { useStartsAtTop } from './use-starts-at-top.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Late() {
  useStartsAtTop();
  return null;
}

test('a screen that the browser comes to again starts at its top, and the next one is the browser’s', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { unmount } = render(
    <AtAddress path="/schedule">
      <Late />
    </AtAddress>,
  );
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  expect(history.scrollRestoration).toBe('manual');
  unmount();
  expect(history.scrollRestoration).toBe('auto');
});
