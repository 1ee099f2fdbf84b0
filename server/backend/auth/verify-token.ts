import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { applyVerification, oneOfTwoConfirmed, tokenTypesFor } from './apply-verification.ts';
import type { Auth } from './auth-context.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { takeGuess } from './guess-limits.ts';
import {
  isTexted,
  type OneTimeToken,
  type TokenType,
  useCode,
  useLinkToken,
} from './one-time-tokens.ts';
import { readBody, readEmail, readPhone, text } from './request-fields.ts';
import { startSession } from './sessions.ts';
import { inTransaction } from '../database/transaction.ts';

const shape = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });

type Body = z.infer<typeof shape>;
type UseToken = (client: PoolClient) => Promise<OneTimeToken | null>;

/** POST /verify: a link's secret as `token_hash`, or a six-digit code with its address. */
export const verifyToken = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  if (!body.type) throw invalidInput('Verify requires a verification type');
  const types = tokenTypesFor(body.type);
  if (!types) throw invalidInput('Invalid verification type');

  if (body.token_hash) {
    return finish(auth, c, (client) => useLinkToken(auth, client, types, body.token_hash));
  }
  const sent = readCode(body, types);
  const guess = await takeGuess(auth, c, 'code', sent.relatesTo);
  const answer = await finish(auth, c, (client) => useCode(auth, client, types, sent));
  await guess.wasRight();
  return answer;
};

function readCode(body: Body, types: readonly TokenType[]) {
  if (!body.token) throw invalidInput('Verify requires a token or a token hash');
  if (Boolean(body.email) === Boolean(body.phone)) {
    throw invalidInput('Only an email address or phone number should be provided on verify');
  }
  if (Boolean(body.phone) !== types.every(isTexted)) {
    throw invalidInput('The verification type does not go with what it was sent to');
  }
  return {
    relatesTo: body.email ? readEmail(body.email) : readPhone(body.phone),
    code: body.token.trim(),
  };
}

async function finish(auth: Auth, c: Context, use: UseToken) {
  const result = await inTransaction(auth.database, async (client) => {
    const token = await use(client);
    // Not thrown: the count of wrong codes must be committed.
    if (!token) return new AuthFailure(403, 'otp_expired', 'Token has expired or is invalid');
    if ((await applyVerification(auth, client, token)) === 'waiting') return 'waiting';
    const start = { userId: token.user_id, method: 'otp', request: c.req.raw };
    return startSession(auth, client, start);
  });
  if (result instanceof AuthFailure) throw result;
  if (result === 'waiting') return c.json({ code: '200', msg: oneOfTwoConfirmed });
  return c.json(result);
}
