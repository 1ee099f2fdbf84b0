import type { Context } from 'hono';
import { z } from 'zod';
import { applyVerification, noProof, tokenTypesFor } from './apply-verification.ts';
import type { Auth } from './auth-context.ts';
import { useAuthCode } from './code-flow.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { takeGuess } from './guess-limits.ts';
import { useChallengedToken } from './one-time-tokens.ts';
import { readBody, text } from './request-fields.ts';
import { startSession } from './sessions.ts';
import { inTransaction } from '../database/transaction.ts';

const shape = z.object({ auth_code: text, code_verifier: text });

/**
 * POST /token?grant_type=pkce: the code of a link and the verifier of the browser that requested it, for a session. Only
 * the two together confirm an address.
 */
export async function exchangeCode(auth: Auth, c: Context) {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, shape);
  if (!code || !verifier) {
    throw invalidInput('invalid request: both auth code and code verifier should be non-empty');
  }
  const guess = await takeGuess(auth, c, 'code_verifier', code);
  const result = await inTransaction(auth.database, async (client) => {
    const exchange = await useAuthCode(auth, client, { code, verifier });
    if (!exchange.ok) return exchange.failure;
    const { userId, method, challenge } = exchange;
    const types = tokenTypesFor(method) ?? [];
    const token = await useChallengedToken(auth, client, { userId, types, challenge });
    if (!token) return new AuthFailure(403, 'otp_expired', 'Email link is invalid or has expired');
    await applyVerification(auth, client, token, { ...noProof, isOfRequest: true });
    return startSession(auth, client, { userId, method, request: c.req.raw });
  });
  if (result instanceof AuthFailure) throw result;
  await guess.wasRight();
  return c.json(result);
}
