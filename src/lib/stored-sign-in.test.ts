// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFakeBackend } from '@/testing/fake-backend.ts';

const isAdmin = 'POST /rest/v1/rpc/is_admin';
const read = 'GET /rest/v1/bookings';
const stored = (changes: object) =>
  localStorage.setItem(
    'customer-session',
    JSON.stringify({
      access_token: 'header.claims.signature',
      refresh_token: 'refresh-1',
      expires_at: Date.now() / 1000 + 3600,
      user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: '' },
      ...changes,
    }),
  );

let backend: ReturnType<typeof startFakeBackend>;

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  backend = startFakeBackend({ [isAdmin]: { body: true }, [read]: { body: [] } });
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('A stored sign-in', () => {
  test('is used while its token need not be renewed', async () => {
    const { storedSignIn } = await import('./stored-sign-in.ts');
    expect(storedSignIn()).toBeNull();
    stored({});
    expect(storedSignIn()).toMatchObject({ access_token: 'header.claims.signature' });
  });

  test.each([
    ['has ended', { expires_at: 1 }],
    ['will be renewed at once', { expires_at: Date.now() / 1000 + 60 }],
    ['has no end', { expires_at: undefined }],
    ['names no account', { user: undefined }],
  ])('is not used when it %s', async (_, changes) => {
    stored(changes);
    const { storedSignIn } = await import('./stored-sign-in.ts');
    expect(storedSignIn()).toBeNull();
  });

  test('is not used when it cannot be read', async () => {
    localStorage.setItem('customer-session', '{');
    const { storedSignIn } = await import('./stored-sign-in.ts');
    expect(storedSignIn()).toBeNull();
  });

  test('gives calls its token at once, and is_admin is called once for it', async () => {
    stored({});
    const { watchSession } = await import('./watch-session.ts');
    const { authClient } = await import('./auth-client.ts');
    const { currentSession } = await import('./session.ts');
    const { userRest } = await import('./backend.ts');
    watchSession();
    expect(currentSession()).toMatchObject({ status: 'loading' });
    await (await userRest()).from('bookings').select('id');
    expect(backend.sent(read)[0]?.headers.get('authorization')).toBe(
      'Bearer header.claims.signature',
    );
    await vi.waitFor(() =>
      expect(currentSession()).toMatchObject({ status: 'signed-in', isAdmin: true }),
    );
    expect(backend.sent(isAdmin)).toHaveLength(1);
    await authClient().dispose();
  });
});
