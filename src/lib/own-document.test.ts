// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useOwnDocument } from './own-document.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A document that was loaded for one address, or by something that keeps no such record, and shows another. */
function showing(path: string, loadedFor?: string) {
  const reload = vi.fn();
  vi.stubGlobal('location', { pathname: path, reload });
  const entries = loadedFor ? [{ name: `https://lustre.example${loadedFor}` }] : [];
  vi.stubGlobal('performance', { getEntriesByType: () => entries });
  return reload;
}

const leaves = (needed: boolean) => renderHook(() => useOwnDocument(needed)).result.current;

test('a screen reached by navigation reloads if it requires its own document', () => {
  const reload = showing('/checkout', '/schedule');
  expect(leaves(true)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

test('a screen without that requirement does not reload', () => {
  const reload = showing('/checkout', '/schedule');
  expect(leaves(false)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test.each(['/checkout', '/checkout/', '/Checkout?coupon=1#pay'])(
  'a document loaded for its own URL, as %s, does not reload',
  (loadedFor) => {
    const reload = showing('/checkout', loadedFor);
    expect(leaves(true)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  },
);

test('a browser without that record does not reload in a loop', () => {
  const reload = showing('/checkout');
  expect(leaves(true)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
