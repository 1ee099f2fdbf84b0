// @vitest-environment jsdom
import * as fakeStore from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isServerAway, setServerAway } from '@/lib/connection.ts';
import { sessionKey } from '@/lib/session.ts';
import { keep, keptNames } from './kept-visits-store.ts';
import { orKept } from './or-kept.ts';

beforeEach(async () => {
  const globals: Record<string, unknown> = { ...fakeStore, indexedDB: new fakeStore.IDBFactory() };
  for (const [name, value] of Object.entries(globals))
    if (/^IDB|^indexedDB$/.test(name)) vi.stubGlobal(name, value);
  localStorage.setItem(sessionKey, JSON.stringify({ user: { id: 'me' } }));
  await keep(keptNames.owner, 'kept');
});

afterEach(() => {
  setServerAway(false);
  localStorage.clear();
  vi.unstubAllGlobals();
});

const failing = (signal: AbortSignal) =>
  orKept(
    [keptNames.owner],
    () => Promise.reject<string>(new TypeError('Failed to fetch')),
    (found: string) => found,
    signal,
  );

test('without an answer of the server, what is kept is the answer', async () => {
  expect(await failing(new AbortController().signal)).toBe('kept');
  expect(isServerAway()).toBe(true);
});

test('a question that was withdrawn does not mean that the server is away', async () => {
  await expect(failing(AbortSignal.abort())).rejects.toThrow();
  expect(isServerAway()).toBe(false);
});
