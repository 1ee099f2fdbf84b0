import type { Context } from 'hono';
import type { Pool, PoolClient } from 'pg';
import { identify } from '../identity.ts';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';
import { firstRefreshToken } from './refresh-tokens.ts';
import { isUuid } from './request-fields.ts';
import { type Session, type SessionResponse, sessionResponse } from './tokens.ts';
import { findUserById, type User, userColumns } from './users.ts';

export const sessionColumns = 'id, user_id, aal, amr, created_at';

/** Signs a person in: a new session with its first tokens. */
export async function startSession(
  auth: Auth,
  client: PoolClient,
  start: { userId: string; method: string; request: Request; provenAt?: Date },
): Promise<SessionResponse> {
  const now = auth.now();
  const { method, provenAt = now } = start;
  const amr = [{ method, timestamp: Math.floor(provenAt.getTime() / 1000) }];
  const { rows: users } = await client.query<User>(
    `update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1 returning ${userColumns}`,
    [start.userId, now],
  );
  const { rows: sessions } = await client.query<Session>(
    `insert into auth.sessions (user_id, amr, user_agent, ip, created_at)
     values ($1, $2, $3, $4, $5) returning ${sessionColumns}`,
    [
      start.userId,
      JSON.stringify(amr),
      start.request.headers.get('user-agent')?.slice(0, 300) ?? null,
      auth.clientAddress(start.request),
      now,
    ],
  );
  const [user] = users;
  const [session] = sessions;
  if (!user || !session) throw new Error('a session could not be started');
  const refreshToken = await firstRefreshToken(auth, client, session.id);
  return sessionResponse(auth, user, session, refreshToken);
}

export async function findSession(on: Pool | PoolClient, id: string): Promise<Session | null> {
  const { rows } = await on.query<Session>(
    `select ${sessionColumns} from auth.sessions where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export type LogoutScope = 'global' | 'local' | 'others';

/** Ends sessions of a person and their refresh tokens. */
export async function endSessions(client: PoolClient, session: Session, scope: LogoutScope) {
  const condition = {
    global: 'user_id = $1 and $2::uuid is not null',
    local: 'user_id = $1 and id = $2',
    others: 'user_id = $1 and id <> $2',
  }[scope];
  await client.query(`delete from auth.sessions where ${condition}`, [session.user_id, session.id]);
}

/**
 * The person of this request, by a token with a live session. Throws no_authorization 401, bad_jwt, user_not_found
 * or session_not_found 403.
 */
export async function requireSession(
  auth: Auth,
  c: Context,
): Promise<{ user: User; session: Session }> {
  if (!/^bearer\s+\S/i.test(c.req.header('authorization') ?? '')) {
    throw new AuthFailure(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const identified = await identify(c.req.raw, auth.keys, auth.now());
  if (!identified.ok) {
    const message = `invalid JWT: unable to parse or verify signature, ${identified.message}`;
    throw new AuthFailure(403, 'bad_jwt', message);
  }
  const { role, claims } = identified.identity;
  if (role !== 'authenticated')
    throw new AuthFailure(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const { sub, session_id: sessionId } = claims;
  if (!isUuid(sub)) throw new AuthFailure(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const { pool } = auth.database;
  const user = await findUserById(pool, sub);
  if (!user) {
    throw new AuthFailure(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
  const session = isUuid(sessionId) ? await findSession(pool, sessionId) : null;
  if (session?.user_id !== user.id) {
    const message = 'Session from session_id claim in JWT does not exist';
    throw new AuthFailure(403, 'session_not_found', message);
  }
  return { user, session };
}
