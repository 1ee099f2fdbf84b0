import type { Database } from '../backend/database/database.ts';

export type Finding = { kind: string; reason: string; booking: string | null; since: string };

/**
 * Compares the money of every booking with its status, also of those that have not changed since the server last
 * looked, and returns all open findings, oldest first.
 */
export async function checkBooks({ pool }: Pick<Database, 'pool'>): Promise<Finding[]> {
  await pool.query(
    `select private.look_at_booking(id) from public.bookings
     where status <> 'pending_payment' or exists (select from public.payments where booking_id = bookings.id)`,
  );
  await pool.query('select public.scan_payments()');
  const { rows } = await pool.query<Finding>(
    `select kind, reason, booking_id as booking,
       to_char(found_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as since
     from public.payment_findings where closed_at is null order by found_at, id`,
  );
  return rows;
}
