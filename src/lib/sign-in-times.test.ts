import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetServerTime, hearServerTime } from '@/testing/server-time.ts';
import { hasEnded, signInFetch } from './sign-in-times.ts';

const serverTime = Date.parse('2026-12-01T15:00:00Z');
const dayMs = 24 * 3_600_000;
const seconds = (ms: number) => Math.floor(ms / 1000);

const tokenUntil = (ms: number) =>
  `header.${btoa(JSON.stringify({ exp: seconds(ms), name: '???>>>' }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}.signature`;

const answer = (body: unknown, status = 200) => {
  const fetched = vi.fn(() => Promise.resolve(Response.json(body, { status })));
  vi.stubGlobal('fetch', fetched);
  return signInFetch('/auth/v1/token');
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: serverTime }));

afterEach(() => {
  forgetServerTime();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('An answer of the account service', () => {
  test("keeps the session's duration and drops its expiry", async () => {
    const lasting = { access_token: 'a', expires_in: 3600, user: { id: 'u' } };
    const read = await answer({ ...lasting, expires_at: seconds(serverTime) + 3600 });
    expect(await read.json()).toEqual(lasting);
  });

  test('of another kind is unchanged', async () => {
    const challenge = { id: 'challenge-1', expires_at: 2_000_000_000 };
    expect(await (await answer(challenge)).json()).toEqual(challenge);
    const refusal = await answer({ msg: 'Invalid login credentials' }, 400);
    expect(refusal.status).toBe(400);
    expect(await refusal.json()).toEqual({ msg: 'Invalid login credentials' });
  });
});

describe('The expiry of a token', () => {
  test("is judged by the server's clock, on a device a day behind", () => {
    vi.setSystemTime(serverTime - dayMs);
    const token = tokenUntil(serverTime - 1000);
    expect(hasEnded(token)).toBe(false);
    hearServerTime(serverTime);
    expect(hasEnded(token)).toBe(true);
    expect(hasEnded(tokenUntil(serverTime + 60_000))).toBe(false);
  });

  test('is unknown for an unreadable token', () => {
    expect(hasEnded('header.claims.signature')).toBe(false);
    expect(hasEnded('')).toBe(false);
  });
});
