// @vitest-environment jsdom
import { callFunction } from '@/lib/call-function.ts';
import { cancellation } from '@contracts/booking.ts';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { authClient } from './auth-client.ts';
import { forgetServerTime, hearServerTime } from '@/testing/server-time.ts';
import { userRest } from './backend.ts';
import { currentSession, sessionKey, setSession, subscribeToSession } from './session.ts';
import { bookingsLinked } from './settle-in.ts';
import { watchSession } from './watch-session.ts';

const isAdmin = 'POST /rest/v1/rpc/is_admin';
const takeOver = 'PATCH /rest/v1/bookings';
const logOut = 'POST /auth/v1/logout';
const user = { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'Alex@example.com' };

let backend: ReturnType<typeof startFakeBackend>;

beforeEach(() => {
  backend = startFakeBackend({
    'POST /auth/v1/token': {
      body: {
        access_token: 'header.claims.signature',
        refresh_token: 'refresh-1',
        token_type: 'bearer',
        expires_in: 3600,
        user: { ...user, user_metadata: { first_name: 'Alex', last_name: 'Tremblay' } },
      },
    },
    [isAdmin]: { body: false },
    [takeOver]: { body: [] },
    [logOut]: { body: {} },
    'POST /functions/v1/cancel-booking': {
      body: { refundAmount: 0, bookingStatus: 'cancelled' },
    },
    'GET /rest/v1/bookings': { body: [] },
  });
  watchSession();
});

// Otherwise this file's client goes on following the sign-ins of the next one.
afterAll(() => authClient().dispose());

afterEach(async () => {
  await authClient().signOut({ scope: 'local' });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Signs in and waits until the app knows. */
async function signIn() {
  const known = new Promise<void>((resolve) => {
    const stop = subscribeToSession(() => {
      if (currentSession().status !== 'signed-in') return;
      stop();
      resolve();
    });
  });
  await authClient().signInWithPassword({ email: user.email, password: 'secret1' });
  await known;
  const session = currentSession();
  if (session.status !== 'signed-in') throw new Error('Nobody is signed in');
  return session;
}

test("A token that has expired by the server's clock is renewed, whatever this device's clock says", async () => {
  const session = await signIn();
  const ended = Math.floor(Date.now() / 1000) + 3600;
  const token = `header.${btoa(JSON.stringify({ exp: ended }))}.signature`;
  const signedIn = { refresh_token: 'refresh-2', token_type: 'bearer', expires_in: 90_000, user };
  backend.answers['POST /auth/v1/token'] = { body: { ...signedIn, access_token: token } };
  await authClient().refreshSession();
  expect(await session.accessToken()).toBe(token);

  backend.answers['POST /auth/v1/token'] = { body: { ...signedIn, access_token: 'a.new.one' } };
  hearServerTime((ended + 60) * 1000);
  expect(await session.accessToken()).toBe('a.new.one');
  forgetServerTime();
});

test('what is typed for a booking survives logging in, and goes with a logout and with another account', async () => {
  const keys = ['booking-draft', 'booking-checkout'];
  const drafts = () => keys.map((key) => sessionStorage.getItem(key));
  const type = () => {
    for (const key of keys) sessionStorage.setItem(key, 'Alex');
  };
  localStorage.setItem('booking-held', 'Alex');
  type();
  await signIn();
  expect(drafts()).not.toContain(null);
  await authClient().refreshSession();
  expect(drafts()).not.toContain(null);

  const other = { id: '0b8f0f0e-0000-4000-8000-000000000000', email: 'bo@example.com' };
  const tokens = { access_token: 'bo.s.token', refresh_token: 'refresh-3' };
  backend.answers['POST /auth/v1/token'] = {
    body: { ...tokens, token_type: 'bearer', expires_in: 3600, user: other },
  };
  await authClient().signInWithPassword({ email: other.email, password: 'secret1' });
  await vi.waitFor(() => expect(currentSession()).toMatchObject({ user: { id: other.id } }));
  expect(drafts()).toEqual([null, null]);
  expect(localStorage.getItem('booking-held')).toBeNull();

  type();
  await authClient().signOut({ scope: 'local' });
  expect(drafts()).toEqual([null, null]);
});

describe('After signing in', () => {
  test('the server says whether the person is an administrator, and guest bookings of the address are linked [S4.9, S4.10, S6.12, S7.28, S7.29]', async () => {
    backend.answers[isAdmin] = { body: true };
    const session = await signIn();
    expect(session).toMatchObject({
      user: { ...user, name: 'Alex Tremblay' },
      isAdmin: true,
      isRecovering: false,
    });
    const [asked] = backend.sent(isAdmin);
    expect(asked?.headers.get('authorization')).toBe('Bearer header.claims.signature');
    const [taken] = backend.sent(takeOver);
    expect(taken?.body).toEqual({ user_id: user.id });
    expect(taken?.query.get('customer_email')).toBe('eq.alex@example.com');
    expect(taken?.query.get('user_id')).toBe('is.null');
    expect(localStorage.getItem(sessionKey)).not.toBeNull();
  });

  test('guest bookings are linked once for a sign-in, and again before own bookings are shown', async () => {
    const ofSignIn = (name: string) =>
      `header.${btoa(JSON.stringify({ session_id: name }))}.${Math.random()}`;
    const answerWith = (token: string) => {
      const rest = { refresh_token: 'refresh-2', token_type: 'bearer', expires_in: 3600, user };
      backend.answers['POST /auth/v1/token'] = { body: { ...rest, access_token: token } };
    };
    answerWith(ofSignIn('one'));
    await signIn();
    await vi.waitFor(() =>
      expect(localStorage.getItem('customer-session-linked')).toContain('one'),
    );
    answerWith(ofSignIn('one'));
    await authClient().refreshSession();
    await vi.waitFor(() => expect(backend.sent(isAdmin)).toHaveLength(2));
    expect(backend.sent(takeOver)).toHaveLength(1);

    await Promise.all([bookingsLinked(), bookingsLinked()]);
    expect(backend.sent(takeOver)).toHaveLength(2);

    answerWith(ofSignIn('another'));
    await authClient().refreshSession();
    await vi.waitFor(() => expect(backend.sent(takeOver)).toHaveLength(3));
  });

  test('a failed administrator check is logged, and grants no access [S6.13]', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    backend.answers[isAdmin] = { status: 403, body: { message: 'permission denied' } };
    expect((await signIn()).isAdmin).toBe(false);
    expect(log).toHaveBeenCalledOnce();
  });

  /** A browser announces the sign-in again whenever somebody comes back to the page. */
  async function comeBack() {
    const told = new Promise<void>((resolve) => {
      const stop = subscribeToSession(() => {
        stop();
        resolve();
      });
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await told;
    const session = currentSession();
    return session.status === 'signed-in' && session.isAdmin;
  }

  test('an administrator who returns without a network stays one', async () => {
    backend.answers[isAdmin] = { body: true };
    await signIn();
    backend.answers[isAdmin] = { status: 503, body: { message: 'away' } };
    expect(await comeBack()).toBe(true);
    expect(backend.sent(isAdmin)).toHaveLength(1);
  });

  test('an administrator whose sign-in is renewed while the check has no answer stays one, and is checked again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    backend.answers[isAdmin] = { body: true };
    await signIn();
    const checks: unknown[] = [];
    const stop = subscribeToSession(() => checks.push(currentSession()));
    backend.answers[isAdmin] = { status: 503, body: { message: 'away' } };
    const signedIn = { refresh_token: 'refresh-2', token_type: 'bearer', expires_in: 3600, user };
    backend.answers['POST /auth/v1/token'] = { body: { ...signedIn, access_token: 'a.new.one' } };
    await authClient().refreshSession();
    await vi.waitFor(() => expect(checks).toHaveLength(1));
    expect(checks).toMatchObject([{ isAdmin: true, adminCheck: 'done' }]);
    backend.answers[isAdmin] = { body: false };
    await vi.waitFor(() => expect(checks).toHaveLength(2));
    stop();
    expect(checks[1]).toMatchObject({ isAdmin: false, adminCheck: 'done' });
  });

  test('a failed check is repeated when the person returns', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    backend.answers[isAdmin] = { status: 503, body: { message: 'away' } };
    expect((await signIn()).isAdmin).toBe(false);
    backend.answers[isAdmin] = { body: true };
    expect(await comeBack()).toBe(true);
  });

  describe('while the service is slow', () => {
    const never = () => new Promise<never>(() => undefined);

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      vi.spyOn(console, 'error').mockReturnValue();
    });

    afterEach(() => {
      vi.useRealTimers();
    });

    test('loading ends after five seconds, without administrator rights [S4.8]', async () => {
      backend.answers[isAdmin] = never;
      setSession({ status: 'loading' });
      const signedIn = signIn();
      await vi.waitFor(() => expect(backend.sent(isAdmin)).toHaveLength(1));
      await vi.advanceTimersByTimeAsync(4900);
      expect(currentSession().status).toBe('loading');
      await vi.advanceTimersByTimeAsync(100);
      expect(await signedIn).toMatchObject({ isAdmin: false, adminCheck: 'failed' });
      expect(console.error).toHaveBeenCalledOnce();
    });

    test('linking earlier bookings does not delay other requests', async () => {
      backend.answers[takeOver] = never;
      backend.answers[isAdmin] = { body: true };
      expect(await signIn()).toMatchObject({ isAdmin: true });
    });

    test('a failed administrator check is retried with growing pauses', async () => {
      backend.answers[isAdmin] = { status: 503, body: { message: 'away' } };
      expect(await signIn()).toMatchObject({ isAdmin: false, adminCheck: 'retrying' });
      await vi.advanceTimersByTimeAsync(1000);
      await vi.waitFor(() => expect(backend.sent(isAdmin)).toHaveLength(2));
      backend.answers[isAdmin] = { body: true };
      await vi.advanceTimersByTimeAsync(1900);
      expect(currentSession()).toMatchObject({ isAdmin: false, adminCheck: 'retrying' });
      await vi.advanceTimersByTimeAsync(100);
      await vi.waitFor(() =>
        expect(currentSession()).toMatchObject({ isAdmin: true, adminCheck: 'done' }),
      );
    });

    test('an administrator check that keeps failing is given up after three retries', async () => {
      backend.answers[isAdmin] = { status: 503, body: { message: 'away' } };
      await signIn();
      for (const pause of [1000, 2000, 4000]) await vi.advanceTimersByTimeAsync(pause + 50);
      await vi.waitFor(() =>
        expect(currentSession()).toMatchObject({ isAdmin: false, adminCheck: 'failed' }),
      );
      expect(backend.sent(isAdmin)).toHaveLength(4);
    });
  });

  test("tables and functions are called with the person's token [S6.23]", async () => {
    await signIn();
    await (await userRest()).from('bookings').select('id');
    await callFunction(cancellation, {});
    for (const name of ['GET /rest/v1/bookings', 'POST /functions/v1/cancel-booking']) {
      expect(backend.sent(name)[0]?.headers.get('authorization')).toBe(
        'Bearer header.claims.signature',
      );
    }
  });
});

describe('Signing out', () => {
  test('leaves a guest, and nothing in the browser', async () => {
    const session = await signIn();
    await session.signOut();
    expect(currentSession().status).toBe('guest');
    expect(localStorage.getItem(sessionKey)).toBeNull();
    expect(backend.sent(logOut)[0]?.query.get('scope')).toBe('local');
  });

  test("shows the service's refusal in its words, and the session stays", async () => {
    const session = await signIn();
    backend.answers[logOut] = { status: 429, body: { msg: 'Too many requests' } };
    await expect(session.signOut()).rejects.toThrow('Too many requests');
    expect(currentSession().status).toBe('signed-in');
    backend.answers[logOut] = { body: {} };
  });
});

test('a call made while the session is unknown waits for it', async () => {
  setSession({ status: 'loading' });
  const call = callFunction(cancellation, {});
  expect(backend.sent('POST /functions/v1/cancel-booking')).toEqual([]);
  setSession({ status: 'guest' });
  await call;
  expect(backend.sent('POST /functions/v1/cancel-booking')).toHaveLength(1);
});
