import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';

/** For two tabs, or a lost answer: for this long a used token leads to its successor. */
const reuseMs = 10_000;

type TokenRow = { session_id: string; used_at: string | Date | null };

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

// A successor derives from its predecessor and our secret. So a token used twice in quick succession leads to the
// same successor, although only hashes are stored.
const successorOf = (auth: Auth, token: string) =>
  createHmac('sha256', auth.keys.secret).update(`refresh:${token}`).digest('base64url');

async function keep(client: PoolClient, token: string, sessionId: string, now: Date) {
  await client.query(
    'insert into auth.refresh_tokens (token_hash, session_id, created_at) values ($1, $2, $3)',
    [hashOf(token), sessionId, now],
  );
}

async function find(client: PoolClient, token: string): Promise<TokenRow | null> {
  const { rows } = await client.query<TokenRow>(
    'select session_id, used_at from auth.refresh_tokens where token_hash = $1',
    [hashOf(token)],
  );
  return rows[0] ?? null;
}

/** The first token of a session. */
export async function firstRefreshToken(auth: Auth, client: PoolClient, sessionId: string) {
  const token = randomBytes(32).toString('base64url');
  await keep(client, token, sessionId, auth.now());
  return token;
}

export type Rotation =
  | { outcome: 'rotated'; sessionId: string; refreshToken: string }
  | { outcome: 'unknown' }
  /** Used before, and not recently: two parties have the session. */
  | { outcome: 'reused'; sessionId: string };

/** Uses a token and makes its successor. Locks the session, so that one refresh runs at a time. */
export async function rotate(auth: Auth, client: PoolClient, token: string): Promise<Rotation> {
  const known = await find(client, token);
  if (!known) return { outcome: 'unknown' };
  const sessionId = known.session_id;
  await client.query('select from auth.sessions where id = $1 for update', [sessionId]);

  const leaf = await walkToLeaf(auth, client, token);
  if (leaf === 'unknown') return { outcome: 'unknown' };
  if (leaf === 'reused') return { outcome: 'reused', sessionId };
  if (leaf !== token) return { outcome: 'rotated', sessionId, refreshToken: leaf };

  const now = auth.now();
  const refreshToken = successorOf(auth, token);
  await client.query('update auth.refresh_tokens set used_at = $2 where token_hash = $1', [
    hashOf(token),
    now,
  ]);
  await keep(client, refreshToken, sessionId, now);
  return { outcome: 'rotated', sessionId, refreshToken };
}

/** The token itself if it is unused, otherwise its youngest successor, if all were used recently. */
async function walkToLeaf(auth: Auth, client: PoolClient, token: string) {
  for (let current = token; ; current = successorOf(auth, current)) {
    const row = await find(client, current);
    // Signed out while this request waited for the lock.
    if (!row) return 'unknown';
    if (!row.used_at) return current;
    if (auth.now().getTime() - new Date(row.used_at).getTime() > reuseMs) return 'reused';
  }
}
