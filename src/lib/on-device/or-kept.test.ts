// @vitest-environment jsdom
import * as fakeStore from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isServerAway, setServerAway } from '@/lib/connection.ts';
import { sessionKey } from '@/lib/session.ts';
import { keep, keptNames } from './kept-visits-store.ts';
import { orKept, type OrKept } from './or-kept.ts';

beforeEach(async () => {
  const globals: Record<string, unknown> = { ...fakeStore, indexedDB: new fakeStore.IDBFactory() };
  for (const [name, value] of Object.entries(globals))
    if (/^IDB|^indexedDB$/.test(name)) vi.stubGlobal(name, value);
  // Whole, or an auth client of the same worker takes it away.
  const tokens = { access_token: 'a token', refresh_token: 'another', expires_at: 2 ** 33 };
  localStorage.setItem(sessionKey, JSON.stringify({ ...tokens, user: { id: 'me' } }));
  await keep(keptNames.owner, { from: 'the device' });
});

afterEach(() => {
  setServerAway(false);
  localStorage.clear();
  vi.unstubAllGlobals();
});

type Answer = OrKept<{ from: string }>;

const failing = (signal: AbortSignal, loaded?: Answer) =>
  orKept(
    [keptNames.owner],
    () => Promise.reject<Answer>(new TypeError('Failed to fetch')),
    (found: Answer) => found,
    { signal, loaded },
  );

test('without an answer of the server, what is kept is the answer', async () => {
  const answer = { from: 'the device', isKept: true };
  expect(await failing(new AbortController().signal)).toEqual(answer);
  expect(isServerAway()).toBe(true);
});

test('what the server answered before is not exchanged for what this device keeps', async () => {
  const { signal } = new AbortController();
  const loaded: Answer = { from: 'the server' };
  expect(await failing(signal, loaded)).toBe(loaded);
  expect(isServerAway()).toBe(true);
  expect(await failing(signal, loaded)).toBe(loaded);
  expect(await failing(signal, { from: 'an older copy', isKept: true })).toMatchObject({
    from: 'the device',
  });
});

test('a question that was withdrawn does not mean that the server is away', async () => {
  await expect(failing(AbortSignal.abort())).rejects.toThrow();
  expect(isServerAway()).toBe(false);
});
