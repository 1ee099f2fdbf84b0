import type { Pool } from 'pg';
import { ask, type Person } from './cast.ts';

/** Changes the rules of times, as the owner of the database. */
export const setTime = (pool: Pool, changes: string) =>
  pool.query(`update public.time_settings set ${changes}`);

/** The default rules. */
export async function resetTime(pool: Pool) {
  await pool.query(`
    delete from public.time_settings; insert into public.time_settings default values;
    delete from public.opening_hours;
    insert into public.opening_hours (weekday) select generate_series(1, 7);
    delete from public.opening_exceptions;
    delete from public.slot_claims where reason is not null;`);
}

export type TimeOff = {
  ids: string[];
  standing: { id: string; customer_name: string; booking_date: string; booking_time: string }[];
};

/** Blocked time on one day; times as "HH:MM", null for its beginning or end. */
export async function takeOff(
  pool: Pool,
  who: Person,
  day: unknown,
  { from = null, until = null, crew = null, untilDay = day }: TimeOffOptions = {},
): Promise<TimeOff> {
  const { rows } = await ask(
    pool,
    who,
    `select public.add_time_off($1, $2, $3, $4, 'Dentist', $5::smallint) as answer`,
    [day, from, untilDay, until, crew],
  );
  return rows[0]?.['answer'] as TimeOff;
}

type TimeOffOptions = {
  from?: string | null;
  until?: string | null;
  crew?: number | null;
  untilDay?: unknown;
};
