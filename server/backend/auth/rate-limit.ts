import { createHash } from 'node:crypto';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';
import type { Limit } from './limits.ts';

/** What counting needs; other parts of the backend count by the same table. */
export type Counting = Pick<Auth, 'database' | 'now'>;

/** One counted counter: what it is, and for whom (an account or an address). */
export type Counter = { key: string; limit: Limit };

type Attempt = { attempts: number; expires_at: string | Date };

/**
 * Counts an attempt at each counter before it is made, so that attempts in parallel cannot slip
 * through together. Throws 429 with `code` when one of them is used up.
 */
export async function takeAttempt(auth: Counting, counters: readonly Counter[], code: string) {
  for (const counter of counters) {
    const seconds = await secondsToWait(auth, counter);
    if (seconds === null) continue;
    const message = `For security purposes, you can only request this after ${seconds} seconds.`;
    throw new AuthFailure(429, code, message, { retryAfterSeconds: seconds });
  }
}

/** Counts an attempt at one counter. Null when it may be made, else the seconds until the next one may. */
export async function secondsToWait(auth: Counting, counter: Counter): Promise<number | null> {
  const { attempts, secondsLeft } = await countAt(auth, counter);
  return attempts <= counter.limit.attempts ? null : secondsLeft;
}

/** Counts an attempt at one counter: how many that makes, and the seconds until they are forgotten. */
export async function countAt(auth: Counting, counter: Counter) {
  const { attempts, expires_at } = await countAttempt(auth, counter);
  const leftMs = new Date(expires_at).getTime() - auth.now().getTime();
  return { attempts, secondsLeft: Math.max(1, Math.ceil(leftMs / 1000)) };
}

/** Forgets what was counted at a counter, once whoever knocked has proved to belong there. */
export async function forgetAttempts(auth: Counting, counter: Counter) {
  await auth.database.pool.query('delete from auth.rate_limits where key_hash = $1', [
    hashOf(counter.key),
  ]);
}

/** Takes one attempt back: it was a good one, and only bad ones shall count at this counter. */
export async function returnAttempt(auth: Counting, counter: Counter) {
  await auth.database.pool.query(
    'update auth.rate_limits set attempts = greatest(attempts - 1, 0) where key_hash = $1',
    [hashOf(counter.key)],
  );
}

async function countAttempt(auth: Counting, { key, limit }: Counter): Promise<Attempt> {
  const now = auth.now();
  const expiresAt = new Date(now.getTime() + limit.windowSeconds * 1000);
  const { rows } = await auth.database.pool.query<Attempt>(
    `insert into auth.rate_limits as counted (key_hash, attempts, expires_at) values ($1, 1, $3)
     on conflict (key_hash) do update set
       attempts = case when counted.expires_at <= $2 then 1 else counted.attempts + 1 end,
       expires_at = case when counted.expires_at <= $2 then $3 else counted.expires_at end
     returning attempts, expires_at`,
    [hashOf(key), now, expiresAt],
  );
  const [attempt] = rows;
  if (!attempt) throw new Error('an attempt was not counted');
  if (attempt.attempts === 1) await sweep(auth, now);
  return attempt;
}

// A few at a time, and never one that another request is just counting.
async function sweep(auth: Counting, now: Date) {
  await auth.database.pool.query(
    `delete from auth.rate_limits where key_hash = any (array(
       select key_hash from auth.rate_limits where expires_at < $1 limit 20 for update skip locked
     ))`,
    [now],
  );
}

// Keys hold e-mail addresses; the table of attempts need not.
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');
