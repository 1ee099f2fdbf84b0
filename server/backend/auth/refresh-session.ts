import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { rotate } from './refresh-tokens.ts';
import { readBody, text } from './request-fields.ts';
import { whyOver } from './session-end.ts';
import { endSessions, findSession } from './sessions.ts';
import { sessionResponse, type SessionResponse } from './tokens.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserById } from './users.ts';

const shape = z.object({ refresh_token: text });

const unknownToken = () =>
  new AuthFailure(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

const usedToken = () =>
  new AuthFailure(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');

// The reference server's words.
const overSession = (why: 'idle' | 'old') => {
  const message = 'Invalid Refresh Token: Session Expired';
  return new AuthFailure(
    400,
    'session_expired',
    why === 'idle' ? `${message} (Inactivity)` : message,
  );
};

/** POST /token?grant_type=refresh_token. Tokens are 256 random bits, so guesses are not counted. */
export async function refreshSession(auth: Auth, c: Context) {
  const { refresh_token: refreshToken } = await readBody(c, shape);
  if (!refreshToken) throw invalidInput('refresh_token required');
  // A failure is returned, not thrown, so that ending a stolen session is committed.
  const result = await inTransaction(auth.database, (client) =>
    refresh(auth, client, refreshToken),
  );
  if (result instanceof AuthFailure) throw result;
  return c.json(result);
}

async function refresh(
  auth: Auth,
  client: PoolClient,
  token: string,
): Promise<SessionResponse | AuthFailure> {
  const rotation = await rotate(auth, client, token);
  if (rotation.outcome === 'unknown') return unknownToken();
  const session = await findSession(client, rotation.sessionId);
  if (!session) return unknownToken();
  if (rotation.outcome === 'reused') {
    await endSessions(client, session, 'local');
    return usedToken();
  }
  const why = await whyOver(auth, client, session);
  if (why) {
    await endSessions(client, session, 'local');
    return overSession(why);
  }
  await client.query('update auth.sessions set refreshed_at = $2 where id = $1', [
    session.id,
    auth.now(),
  ]);
  const user = await findUserById(client, session.user_id);
  if (!user) return unknownToken();
  return sessionResponse(auth, user, session, rotation.refreshToken);
}
