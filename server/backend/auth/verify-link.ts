import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { applyVerification, oneOfTwoConfirmed, tokenTypesFor } from './apply-verification.ts';
import type { Auth } from './auth-context.ts';
import { makeAuthCode } from './code-flow.ts';
import { AuthFailure } from './errors.ts';
import { linkToPage } from './mailed-link.ts';
import { codeFlowPrefix, useLinkToken } from './one-time-tokens.ts';
import { safeRedirect, withParameters } from './redirects.ts';
import { inTransaction } from '../database/transaction.ts';

type Link = { token: string; type: string };

/**
 * GET /verify never returns a session: an attacker could sign a customer in to another account by a link. A link
 * of the code flow leads to a code for the requesting browser. Any other link opens the app's page and stays
 * unused.
 */
export const verifyLink = (auth: Auth) => async (c: Context) => {
  // Link previews use HEAD: it must not use the token.
  if (c.req.method === 'HEAD') return c.body(null, 204);
  const type = c.req.query('type') ?? '';
  const token = c.req.query('token') ?? c.req.query('token_hash') ?? '';
  const target = safeRedirect(c.req.query('redirect_to'), auth.publicUrl);
  c.header('Referrer-Policy', 'no-referrer');
  if (!token.startsWith(codeFlowPrefix)) {
    const page = linkToPage(auth.publicUrl, { linkToken: token, type, redirectTo: target });
    return c.redirect(page, 303);
  }
  try {
    const code = await inTransaction(auth.database, (client) =>
      codeFor(auth, client, { token, type }),
    );
    const landing = withParameters(target, code ? { code } : { message: oneOfTwoConfirmed });
    return c.redirect(landing, 303);
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    const failure = {
      error: 'access_denied',
      error_code: error.code,
      error_description: error.message,
    };
    return c.redirect(withParameters(target, failure), 303);
  }
};

/** Null while the other mailbox of an email change must still confirm. */
async function codeFor(auth: Auth, client: PoolClient, link: Link): Promise<string | null> {
  const token = await useLinkToken(auth, client, tokenTypesFor(link.type) ?? [], link.token);
  if (!token?.code_challenge || !token.code_challenge_method) {
    throw new AuthFailure(403, 'otp_expired', 'Email link is invalid or has expired');
  }
  if ((await applyVerification(auth, client, token)) === 'waiting') return null;
  const challenge = { value: token.code_challenge, method: token.code_challenge_method };
  return makeAuthCode(auth, client, { userId: token.user_id, method: link.type, challenge });
}
