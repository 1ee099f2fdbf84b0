import type { Database } from '../backend/database/database.ts';

// The table is in supabase/schemas/410_backups.sql. One server makes a backup at a time, and any of them knows of it.

type Queryable = Pick<Database, 'pool'>;

const leaseSeconds = 60;
/** Well before the lease ends. */
export const renewEveryMs = 15_000;
const retryMinutes = 60;

/** With a schedule the state is kept, and without one nothing is missing. The cause of a failure may be gone. */
export async function noteSchedule({ pool }: Queryable, isSet: boolean, now: Date) {
  if (!isSet) await pool.query('delete from private.backup_state');
  else {
    await pool.query(
      `insert into private.backup_state (scheduled_since, next_attempt_at) values ($1, $1)
       on conflict do nothing`,
      [now],
    );
    await retryNow({ pool });
  }
}

/** A failed backup does not wait for its next attempt. */
export const retryNow = ({ pool }: Queryable) =>
  pool.query(
    `update private.backup_state set next_attempt_at = '-infinity' where failure is not null`,
  );

/** Whether this server makes the backup that was due at that moment: then it has a lease. */
export async function claimBackup({ pool }: Queryable, { now, due }: { now: Date; due: Date }) {
  const { rowCount } = await pool.query(
    `update private.backup_state
     set leased_until = $1::timestamptz + ${leaseSeconds} * interval '1 second'
     where (succeeded_at is null or succeeded_at < $2)
       and next_attempt_at <= $1
       and (leased_until is null or leased_until <= $1)`,
    [now, due],
  );
  return rowCount === 1;
}

export async function renewLease({ pool }: Queryable, now: Date) {
  await pool.query(
    `update private.backup_state
     set leased_until = $1::timestamptz + ${leaseSeconds} * interval '1 second'`,
    [now],
  );
}

/** `madeAt` is the moment of the copy. */
export async function noteSuccess({ pool }: Queryable, madeAt: Date) {
  await pool.query(
    `update private.backup_state
     set succeeded_at = $1, failure = null, failures = 0, leased_until = null, next_attempt_at = $1`,
    [madeAt],
  );
}

/** The next attempt is in an hour. */
export async function noteFailure({ pool }: Queryable, reason: string, now: Date) {
  await pool.query(
    `update private.backup_state
     set failure = left($1, 1000), failures = failures + 1, leased_until = null,
       next_attempt_at = $2::timestamptz + ${retryMinutes} * interval '1 minute'`,
    [reason, now],
  );
}

/** The server stops: the next one may begin at once. */
export async function releaseLease({ pool }: Queryable) {
  await pool.query('update private.backup_state set leased_until = null');
}

/** Emails the owner if a backup failed or is missing, once a day. Returns the number of emails. */
export async function queueNotice({ pool }: Queryable, now: Date): Promise<number> {
  const { rows } = await pool.query<{ queued: number }>(
    'select private.queue_backup_notice($1) as queued',
    [now],
  );
  return rows[0]?.queued ?? 0;
}
