// @vitest-environment jsdom
import type { AuthChangeEvent } from '@supabase/auth-js';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { authClient } from './auth-client.ts';
import { createdBooking } from '@contracts/booking.ts';
import { callFunction } from '@/lib/call-function.ts';
import { ownRest } from './own-rest.ts';
import { currentSession } from './session.ts';
import { watchSession } from './watch-session.ts';

const token = 'POST /auth/v1/token';
const isAdmin = 'POST /rest/v1/rpc/is_admin';
const user = { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'alex@example.com' };
const person = { email: user.email, password: 'secret1' };

let backend: ReturnType<typeof startFakeBackend>;
let turn = 0;

/** A new pair of tokens at every answer, as the service gives them. */
function session() {
  turn += 1;
  const claims = { sub: user.id, aal: 'aal1', exp: Math.floor(Date.now() / 1000) + 3600 };
  const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return {
    access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, turn })}.signature`,
    refresh_token: `refresh-${turn}`,
    token_type: 'bearer',
    expires_in: 3600,
    user: { ...user, factors: [], user_metadata: {} },
  };
}

beforeEach(() => {
  backend = startFakeBackend({
    [token]: () => ({ body: session() }),
    [isAdmin]: { body: false },
    'PATCH /rest/v1/bookings': { body: [] },
    'PUT /auth/v1/user': { body: { ...user, user_metadata: { first_name: 'Alex' } } },
    'GET /auth/v1/user': { body: user },
    'POST /auth/v1/logout': { body: {} },
    'POST /auth/v1/factors/f1/verify': () => ({ body: session() }),
  });
});

// Otherwise this file's client goes on following the sign-ins of the next one.
afterAll(() => authClient().dispose());

afterEach(async () => {
  backend.answers['POST /auth/v1/logout'] = { body: {} };
  await authClient().signOut({ scope: 'local' });
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function listen() {
  const events: AuthChangeEvent[] = [];
  const { data } = authClient().onAuthStateChange((event) => void events.push(event));
  return { events, stop: () => data.subscription.unsubscribe() };
}

describe('A session', () => {
  test('has its two tokens, its expiry, its type and its user [S3.12]', async () => {
    const { data } = await authClient().signInWithPassword(person);
    expect(data.session).toMatchObject({
      access_token: expect.stringContaining('.signature') as string,
      refresh_token: expect.stringContaining('refresh-') as string,
      expires_in: 3600,
      expires_at: expect.any(Number) as number,
      token_type: 'bearer',
      user,
    });
  });

  test('emits events when it begins, is refreshed, changes and ends [S4.1, S4.2, S4.3, S4.4, S4.6]', async () => {
    const { events, stop } = listen();
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION']));
    await authClient().signInWithPassword(person);
    await authClient().refreshSession();
    await authClient().updateUser({ data: { first_name: 'Alex' } });
    await authClient().signOut({ scope: 'local' });
    stop();
    expect(events).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'SIGNED_OUT',
    ]);
  });

  test('emits an event of its own when it proved a second factor [S4.7]', async () => {
    await authClient().signInWithPassword(person);
    const { events, stop } = listen();
    await authClient().mfa.verify({ factorId: 'f1', challengeId: 'c1', code: '123456' });
    stop();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  });

  test('asks at every change whether the person is an administrator [S4.9, S6.12]', async () => {
    watchSession();
    await authClient().signInWithPassword(person);
    await vi.waitFor(() => expect(backend.sent(isAdmin)).toHaveLength(1));
    await authClient().refreshSession();
    await vi.waitFor(() => expect(backend.sent(isAdmin)).toHaveLength(2));
    const asked = backend.sent(isAdmin).map(({ headers }) => headers.get('authorization'));
    expect(new Set(asked).size).toBe(2);
  });

  test('is checked every 30 seconds, and renewed when 3 ticks or fewer remain [S9.44, S9.45]', async () => {
    // Its end is counted in whole seconds: a bit after one, every tick sees a bit less than its multiple left.
    vi.useFakeTimers({ now: new Date('2026-11-24T15:00:00.400Z') });
    await authClient().signInWithPassword(person);
    await authClient().startAutoRefresh();
    const renewals = () => backend.sent(token).length - 1;
    // Of the hour between four and five ticks are left: nothing yet.
    await vi.advanceTimersByTimeAsync(3_600_000 - 5 * 30_000);
    expect(renewals()).toBe(0);
    // At the very next tick it is between three and four.
    await vi.advanceTimersByTimeAsync(30_000);
    expect(renewals()).toBe(1);
    await authClient().stopAutoRefresh();
  });
});

describe('A session ended elsewhere', () => {
  const ended: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'a change of a booking',
      async () => (await ownRest()).from('bookings').update({ status: 'cancelled' }).eq('id', '1'),
    ],
    ['a server function', () => callFunction(createdBooking, {}).catch(() => null)],
  ];

  test.each(ended)('is deleted in this browser by the refusal of %s', async (_what, write) => {
    watchSession();
    await authClient().signInWithPassword(person);
    await vi.waitFor(() => expect(currentSession().status).toBe('signed-in'));
    backend.answers['GET /auth/v1/user'] = {
      status: 403,
      body: { error_code: 'session_not_found', code: 403, msg: 'Session does not exist' },
    };
    backend.answers['PATCH /rest/v1/bookings'] = {
      status: 401,
      body: { code: 'PT401', message: 'not_signed_in', details: null, hint: null },
    };
    backend.answers['POST /functions/v1/create-booking'] = {
      status: 401,
      body: { error: { code: 'session_ended', message: 'You have been signed out.' } },
    };
    await write();
    await vi.waitFor(() => expect(currentSession().status).toBe('guest'));
  });

  test('is not checked after any other refusal', async () => {
    watchSession();
    await authClient().signInWithPassword(person);
    await vi.waitFor(() => expect(currentSession().status).toBe('signed-in'));
    backend.answers['POST /functions/v1/create-booking'] = {
      status: 401,
      body: { error: { code: 'sign_in_needed', message: 'Please sign in first.' } },
    };
    await callFunction(createdBooking, {}).catch(() => null);
    expect(backend.sent('GET /auth/v1/user')).toEqual([]);
    expect(currentSession().status).toBe('signed-in');
  });
});

test('On a device a day ahead a session is renewed as rarely as on any other', async () => {
  const now = Math.floor(Date.now() / 1000);
  vi.useFakeTimers({ toFake: ['Date'], now: (now + 24 * 3600) * 1000 });
  backend.answers[token] = () => ({ body: { ...session(), expires_at: now + 3600 } });
  watchSession();
  await authClient().signInWithPassword(person);
  await authClient().getSession();
  await authClient().getSession();
  expect(backend.sent(token)).toHaveLength(1);
});

describe('A call to the account service', () => {
  test('without its required session fails with 400 [S8.10]', async () => {
    const { error } = await authClient().getUser();
    expect(error).toMatchObject({ name: 'AuthSessionMissingError', status: 400 });
  });

  test('to sign in or up without an address or a number fails with 400, and is not sent [S5.14, S8.11]', async () => {
    const nameless = { password: 'secret1' } as never;
    for (const { error } of [
      await authClient().signInWithPassword(nameless),
      await authClient().signUp(nameless),
    ]) {
      expect(error).toMatchObject({
        name: 'AuthInvalidCredentialsError',
        status: 400,
        message: 'You must provide either an email or phone number and a password',
      });
    }
    expect(backend.sent(token)).toEqual([]);
  });

  test('for a one-time code requires an address or a number [S5.15]', async () => {
    const { error } = await authClient().signInWithOtp({} as never);
    expect(error).toMatchObject({
      name: 'AuthInvalidCredentialsError',
      message: 'You must provide either an email or phone number.',
    });
  });

  test('whose answer has no session fails with 500 [S8.12]', async () => {
    backend.answers[token] = { body: {} };
    const { error } = await authClient().signInWithPassword(person);
    expect(error).toMatchObject({ name: 'AuthInvalidTokenResponseError', status: 500 });
  });

  test('without a connection fails with status 0 and can be retried [S8.13]', async () => {
    backend.answers[token] = () => Promise.reject(new TypeError('Failed to fetch'));
    const { error } = await authClient().signInWithPassword(person);
    expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 0 });
  });

  test.each([502, 503, 504])(
    'answered with %i fails and can be retried [S8.14]',
    async (status) => {
      backend.answers[token] = { status, body: {} };
      const { error } = await authClient().signInWithPassword(person);
      expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status });
    },
  );
});
