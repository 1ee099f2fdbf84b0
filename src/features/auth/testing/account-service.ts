import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';

const user = { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'alex@example.com' };

export const signIn = {
  access_token: 'header.claims.signature',
  refresh_token: 'refresh-1',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { ...user, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
};

export const calls = {
  signIn: 'POST /auth/v1/token',
  signUp: 'POST /auth/v1/signup',
  recover: 'POST /auth/v1/recover',
  getUser: 'GET /auth/v1/user',
  setUser: 'PUT /auth/v1/user',
  logOut: 'POST /auth/v1/logout',
  isAdmin: 'POST /rest/v1/rpc/is_admin',
  takeOver: 'PATCH /rest/v1/bookings',
} as const;

/** The backend with an account service that lets everybody in, and nobody is an administrator. */
export function startAccountService() {
  return startFakeBackend({
    [calls.signIn]: { body: signIn },
    [calls.signUp]: { body: { ...signIn.user, confirmation_sent_at: '2026-11-24T15:00:00Z' } },
    [calls.recover]: { body: {} },
    [calls.getUser]: { body: signIn.user },
    [calls.setUser]: { body: signIn.user },
    [calls.logOut]: { body: {} },
    [calls.isAdmin]: { body: false },
    [calls.takeOver]: { body: [] },
  });
}

/** A refusal as the account service words it. */
export function authRefusal(status: number, code: string, message: string): Reply {
  return { status, body: { code: status, error_code: code, msg: message } };
}
