import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { applyVerification, oneOfTwoConfirmed, tokenTypesFor } from './apply-verification.ts';
import type { Auth } from './auth-context.ts';
import { makeAuthCode } from './code-flow.ts';
import { AuthFailure } from './errors.ts';
import { codeFlowPrefix, type OneTimeToken, useLinkToken } from './one-time-tokens.ts';
import { safeRedirect, withParameters } from './redirects.ts';
import { startSession } from './sessions.ts';
import type { SessionResponse } from './tokens.ts';
import { inTransaction } from '../database/transaction.ts';

type Verified = { session: SessionResponse } | { code: string } | 'waiting';

/**
 * GET /verify: the link of a mail. Always ends in a redirect to the app: with a session in the
 * fragment, with a code in the query (code flow), or with what went wrong.
 */
export const verifyLink = (auth: Auth) => async (c: Context) => {
  // Link previews ask with HEAD: that must not use the token up.
  if (c.req.method === 'HEAD') return c.body(null, 204);
  const type = c.req.query('type') ?? '';
  const linkToken = c.req.query('token') ?? c.req.query('token_hash') ?? '';
  const target = safeRedirect(c.req.query('redirect_to'), auth.publicUrl);
  c.header('Referrer-Policy', 'no-referrer');
  try {
    const verified = await inTransaction(auth.database, async (client) => {
      const types = tokenTypesFor(type) ?? [];
      const token = await useLinkToken(auth, client, types, linkToken);
      if (!token) {
        throw new AuthFailure(403, 'otp_expired', 'Email link is invalid or has expired');
      }
      return verify(auth, client, { token, type, request: c.req.raw });
    });
    return c.redirect(landingOf(target, verified, type), 303);
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    const isCodeFlow = linkToken.startsWith(codeFlowPrefix);
    return c.redirect(failureLanding(target, error, isCodeFlow), 303);
  }
};

async function verify(
  auth: Auth,
  client: PoolClient,
  link: { token: OneTimeToken; type: string; request: Request },
): Promise<Verified> {
  const { token, type, request } = link;
  if ((await applyVerification(auth, client, token)) === 'waiting') return 'waiting';
  const userId = token.user_id;
  if (token.code_challenge && token.code_challenge_method) {
    const challenge = { value: token.code_challenge, method: token.code_challenge_method };
    return { code: await makeAuthCode(auth, client, { userId, method: type, challenge }) };
  }
  return { session: await startSession(auth, client, { userId, method: 'otp', request }) };
}

function landingOf(target: string, verified: Verified, type: string): string {
  if (verified === 'waiting') {
    return withParameters(target, 'fragment', { message: oneOfTwoConfirmed });
  }
  if ('code' in verified) return withParameters(target, 'query', { code: verified.code });
  const { session } = verified;
  return withParameters(target, 'fragment', {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type,
  });
}

function failureLanding(target: string, failure: AuthFailure, isCodeFlow: boolean): string {
  const parameters = {
    error: 'access_denied',
    error_code: failure.code,
    error_description: failure.message,
  };
  const inFragment = withParameters(target, 'fragment', parameters);
  return isCodeFlow ? withParameters(inFragment, 'query', parameters) : inFragment;
}
