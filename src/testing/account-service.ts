import { startFakeBackend, type Reply } from './fake-backend.ts';

export const person = {
  id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10',
  email: 'alex@example.com',
  phone: '',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-10-01T12:00:00Z',
};

export const factor = {
  id: '5a0f1c1e-8b52-4a7c-9d51-0f2c1f0b7e11',
  friendly_name: 'Authenticator app',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-10-02T12:00:00Z',
  updated_at: '2026-10-02T12:00:00Z',
};

const encode = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** A token as far as a browser reads it. */
function tokenOf(aal: 'aal1' | 'aal2' = 'aal1'): string {
  const claims = { sub: person.id, aal, exp: Math.floor(Date.now() / 1000) + 3600 };
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

type SignInAs = { aal?: 'aal1' | 'aal2'; user?: object };

/** What the account service answers to somebody who comes in. */
export function signInAs({ aal = 'aal1', user = {} }: SignInAs = {}) {
  return {
    access_token: tokenOf(aal),
    refresh_token: 'refresh-1',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { ...person, ...user },
  };
}

export const signIn = signInAs();

export const calls = {
  signIn: 'POST /auth/v1/token',
  signUp: 'POST /auth/v1/signup',
  sendCode: 'POST /auth/v1/otp',
  verifyCode: 'POST /auth/v1/verify',
  resend: 'POST /auth/v1/resend',
  recover: 'POST /auth/v1/recover',
  reauthenticate: 'GET /auth/v1/reauthenticate',
  getUser: 'GET /auth/v1/user',
  setUser: 'PUT /auth/v1/user',
  logOut: 'POST /auth/v1/logout',
  enrol: 'POST /auth/v1/factors',
  challenge: `POST /auth/v1/factors/${factor.id}/challenge`,
  verifyFactor: `POST /auth/v1/factors/${factor.id}/verify`,
  removeFactor: `DELETE /auth/v1/factors/${factor.id}`,
  isAdmin: 'POST /rest/v1/rpc/is_admin',
  takeOver: 'PATCH /rest/v1/bookings',
  factorStatus: 'POST /rest/v1/rpc/second_factor_status',
  recoveryCode: 'POST /rest/v1/rpc/use_recovery_code',
  newRecoveryCodes: 'POST /rest/v1/rpc/create_recovery_codes',
  requireFactor: 'POST /rest/v1/rpc/set_second_factor_required',
  myData: 'POST /rest/v1/rpc/my_data',
  signInMethods: 'POST /rest/v1/rpc/sign_in_methods',
  deleteAccount: 'POST /rest/v1/rpc/delete_my_account',
} as const;

export const noFactor = {
  required: false,
  has_factor: false,
  session_is_verified: false,
  recovery_codes_left: 0,
  is_administrator: false,
};

/** The backend with an account service that lets everybody in, and nobody is an administrator. */
export function startAccountService() {
  return startFakeBackend({
    [calls.signIn]: { body: signIn },
    [calls.signUp]: { body: { ...signIn.user, confirmation_sent_at: '2026-11-24T15:00:00Z' } },
    [calls.sendCode]: { body: {} },
    [calls.verifyCode]: { body: signIn },
    [calls.resend]: { body: {} },
    [calls.recover]: { body: {} },
    [calls.reauthenticate]: { body: {} },
    [calls.getUser]: { body: signIn.user },
    [calls.setUser]: { body: signIn.user },
    [calls.logOut]: { body: {} },
    [calls.challenge]: { body: { id: 'challenge-1', type: 'totp', expires_at: 2_000_000_000 } },
    [calls.verifyFactor]: { body: signInAs({ aal: 'aal2', user: { factors: [factor] } }) },
    [calls.removeFactor]: { body: { id: factor.id } },
    [calls.isAdmin]: { body: false },
    [calls.takeOver]: { body: [] },
    [calls.factorStatus]: { body: noFactor },
    [calls.recoveryCode]: { body: true },
    [calls.requireFactor]: { body: null },
    [calls.deleteAccount]: { body: null },
    [calls.signInMethods]: { body: ['Password with alex@example.com'] },
  });
}

/** A refusal as the account service words it. */
export function authRefusal(status: number, code: string, message: string): Reply {
  return { status, body: { code: status, error_code: code, msg: message } };
}

/** A refusal by a function of the database: its code word is the message. */
export function databaseRefusal(status: number, word: string): Reply {
  return { status, body: { code: `PT${status}`, message: word, details: null, hint: null } };
}
