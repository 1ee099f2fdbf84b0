import { createHash } from 'node:crypto';
import { askKept } from '../database/request-transaction.ts';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';
import type { Limit } from './limits.ts';

/** The dependencies of counting; other parts of the backend use the same table. */
export type Counting = Pick<Auth, 'database' | 'now'>;

/** A counter: its key (an action and an account or address) and its limit. */
export type Counter = { key: string; limit: Limit };

type Attempt = { attempts: number; expires_at: string | Date };

/**
 * Counts an attempt at each counter before it is made, so that parallel attempts cannot pass together. Throws 429
 * with `code` when a limit is reached.
 */
export async function takeAttempt(auth: Counting, counters: readonly Counter[], code: string) {
  for (const counter of counters) {
    const seconds = await secondsToWait(auth, counter);
    if (seconds === null) continue;
    const message = `For security purposes, you can only request this after ${seconds} seconds.`;
    throw new AuthFailure(429, code, message, { retryAfterSeconds: seconds });
  }
}

/** Counts an attempt. Null if it is within the limit, otherwise the seconds to wait. */
export async function secondsToWait(auth: Counting, counter: Counter): Promise<number | null> {
  const { attempts, secondsLeft } = await countAt(auth, counter);
  return attempts <= counter.limit.attempts ? null : secondsLeft;
}

/** Counts an attempt: returns the new number, and the seconds until the window ends. */
export async function countAt(auth: Counting, counter: Counter) {
  const { attempts, expires_at } = await countAttempt(auth, counter);
  const leftMs = new Date(expires_at).getTime() - auth.now().getTime();
  return { attempts, secondsLeft: Math.max(1, Math.ceil(leftMs / 1000)) };
}

/** Whether an attempt was counted in the current window. */
export async function isCounted(auth: Counting, { key }: Counter): Promise<boolean> {
  const [row] = await askKept(auth.database, {
    text: 'select 1 as one from auth.rate_limits where key_hash = $1 and expires_at > $2',
    values: [hashOf(key), auth.now().toISOString()],
  });
  return row !== undefined;
}

/** Clears a counter after a correct attempt. */
export async function forgetAttempts(auth: Counting, counter: Counter) {
  await auth.database.pool.query('delete from auth.rate_limits where key_hash = $1', [
    hashOf(counter.key),
  ]);
}

/** Uncounts a correct attempt where only wrong ones count. */
export async function returnAttempt(auth: Counting, counter: Counter) {
  await auth.database.pool.query(
    'update auth.rate_limits set attempts = greatest(attempts - 1, 0) where key_hash = $1',
    [hashOf(counter.key)],
  );
}

async function countAttempt(auth: Counting, { key, limit }: Counter): Promise<Attempt> {
  const now = auth.now();
  const expiresAt = new Date(now.getTime() + limit.windowSeconds * 1000);
  const [attempt] = await askKept(auth.database, {
    text: count,
    values: [hashOf(key), now.toISOString(), expiresAt.toISOString()],
  });
  if (!attempt) throw new Error('an attempt was not counted');
  if (attempt['attempts'] === 1) await sweep(auth, now);
  return attempt as Attempt;
}

const count = `
  insert into auth.rate_limits as counted (key_hash, attempts, expires_at) values ($1, 1, $3)
  on conflict (key_hash) do update set
    attempts = case when counted.expires_at <= $2 then 1 else counted.attempts + 1 end,
    expires_at = case when counted.expires_at <= $2 then $3 else counted.expires_at end
  returning attempts, expires_at`;

/** Every how many new counters the expired ones are deleted. */
const sweepEvery = 20;
let newCounters = 0;

// More at a time than were added since, and none that another request is counting.
async function sweep(auth: Counting, now: Date) {
  newCounters += 1;
  if (newCounters % sweepEvery !== 1) return;
  await auth.database.pool.query(
    `delete from auth.rate_limits where key_hash = any (array(
       select key_hash from auth.rate_limits where expires_at < $1 limit $2 for update skip locked
     ))`,
    [now, sweepEvery * 20],
  );
}

// Keys contain email addresses, so the table stores hashes.
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');
