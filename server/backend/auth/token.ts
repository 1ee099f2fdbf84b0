import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';
import { exchangeCode } from './exchange-code.ts';
import { refreshSession } from './refresh-session.ts';
import { signInWithIdToken } from './sign-in-with-id-token.ts';
import { signInWithPassword } from './sign-in-with-password.ts';

/** POST /token: dispatches by grant. */
export const token = (auth: Auth) => (c: Context) => {
  switch (c.req.query('grant_type') ?? '') {
    case 'password':
      return signInWithPassword(auth, c);
    case 'refresh_token':
      return refreshSession(auth, c);
    case 'pkce':
      return exchangeCode(auth, c);
    case 'id_token':
      return signInWithIdToken(auth, c);
    default:
      throw new AuthFailure(400, 'invalid_credentials', 'unsupported_grant_type');
  }
};
