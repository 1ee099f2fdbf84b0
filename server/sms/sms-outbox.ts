import type { Database } from '../backend/database/database.ts';
import type { TextMessage } from '../../supabase/functions/_shared/texts/text-sender.ts';

export type QueuedText = TextMessage & { id: string; attempts: number };

type Queryable = Pick<Database, 'pool'>;

const leaseSeconds = 60;
const waitSeconds = [5, 15, 45, 120, 240];

/** Leases up to `batch` due messages; two workers never get the same one. */
export async function claimTexts(
  { pool }: Queryable,
  now: Date,
  batch: number,
): Promise<QueuedText[]> {
  const { rows } = await pool.query<QueuedText>(
    `update auth.sms_outbox set attempts = attempts + 1, locked_until = $1::timestamptz + ${leaseSeconds} * interval '1 second'
     where id = any (array(
       select id from auth.sms_outbox
       where status = 'queued' and next_attempt_at <= $1 and expires_at > $1
         and (locked_until is null or locked_until <= $1)
       order by next_attempt_at limit $2 for update skip locked
     ))
     returning id, phone, body, attempts`,
    [now, batch],
  );
  return rows;
}

/** The message was sent; its text is cleared. */
export async function noteSent({ pool }: Queryable, id: string, now: Date) {
  await pool.query(
    `update auth.sms_outbox set status = 'sent', sent_at = $2, body = '', locked_until = null, last_error = null
     where id = $1`,
    [id, now],
  );
  await pool.query(`select public.report_trouble('text_keys', null)`);
}

/** The service refuses our keys: the owner reads it. */
export async function noteKeysRefused({ pool }: Queryable, reason: string) {
  await pool.query(`select public.report_trouble('text_keys', $1)`, [reason]);
}

/** The message was not sent: retried soon, unless it was refused or its code expires first. */
export async function noteFailed(
  { pool }: Queryable,
  { id, attempts }: QueuedText,
  failure: { reason: string; isFinal: boolean; now: Date },
) {
  const { reason, isFinal, now } = failure;
  const wait = isFinal ? undefined : waitSeconds[attempts - 1];
  await pool.query(
    `update auth.sms_outbox set locked_until = null, last_error = left($2, 500),
       status = case when $3::integer is null then 'failed' else 'queued' end,
       body = case when $3::integer is null then '' else body end,
       next_attempt_at = $4::timestamptz + coalesce($3::integer, 0) * interval '1 second'
     where id = $1`,
    [id, reason, wait ?? null, now],
  );
}

/** Gives up messages past their time; deletes messages after a month. */
export async function sweepTexts({ pool }: Queryable, now: Date) {
  await pool.query(
    `update auth.sms_outbox set status = 'failed', body = '', last_error = coalesce(last_error, 'Not sent in time')
     where status = 'queued' and expires_at <= $1`,
    [now],
  );
  await pool.query(
    `delete from auth.sms_outbox where created_at < $1::timestamptz - interval '30 days'`,
    [now],
  );
}
