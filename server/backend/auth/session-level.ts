import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { firstRefreshToken } from './refresh-tokens.ts';
import { sessionColumns } from './sessions.ts';
import { type Session, sessionResponse, type SessionResponse } from './tokens.ts';
import { findUserById } from './users.ts';

/**
 * Raises a session to aal2 and returns its new tokens. Its older refresh tokens are revoked, so that copies of
 * them are not raised; the person's sessions without proof end.
 */
export async function liftSession(
  auth: Auth,
  client: PoolClient,
  session: Session,
  factorId: string,
): Promise<SessionResponse> {
  const amr = [
    ...session.amr.filter(({ method }) => method !== 'totp'),
    { method: 'totp', timestamp: Math.floor(auth.now().getTime() / 1000) },
  ];
  const { rows } = await client.query<Session>(
    `update auth.sessions set aal = 'aal2', amr = $2, factor_id = $3 where id = $1 returning ${sessionColumns}`,
    [session.id, JSON.stringify(amr), factorId],
  );
  const user = await findUserById(client, session.user_id);
  const [lifted] = rows;
  if (!user || !lifted) throw new Error('the session has ended');
  await client.query(`delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [user.id]);
  await client.query('delete from auth.refresh_tokens where session_id = $1', [session.id]);
  const refreshToken = await firstRefreshToken(auth, client, session.id);
  return sessionResponse(auth, user, lifted, refreshToken);
}

/** Lowers sessions that a removed factor had raised. */
export async function lowerSessions(client: PoolClient, factorId: string) {
  await client.query(
    `update auth.sessions set aal = 'aal1', factor_id = null,
       amr = jsonb_path_query_array(amr, '$[*] ? (@.method != "totp")')
     where factor_id = $1`,
    [factorId],
  );
}
