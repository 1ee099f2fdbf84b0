import type { Pool } from 'pg';
import { ask, type Person } from './cast.ts';

export type Start = { date: string; time: string };

export type RainOffer = {
  state: string;
  booking_date: string;
  booking_time: string;
  was_date: string;
  expires_at: string | null;
  times: (Start & { id: string })[];
};

export type Answer = {
  id: string;
  booking_id: string;
  customer_email: string | null;
  state: string;
  times: (Start & { id: string })[];
};

/** Calls a function as a person; returns the answer. */
export async function callAs<T>(pool: Pool, who: Person, name: string, ...values: unknown[]) {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  const { rows } = await ask(pool, who, `select public.${name}(${places}) as answer`, values);
  return rows[0]?.['answer'] as T;
}

/** The day that many days after another one. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Marks a rain day with these times for its bookings; returns its id. */
export const markRain = (
  pool: Pool,
  boss: Person,
  day: string,
  plan: Record<string, Start[]>,
  { part = 'day', seen = Object.keys(plan), hours = 24 } = {},
) =>
  callAs<string>(
    pool,
    boss,
    'mark_rain_day',
    day,
    part,
    hours,
    seen,
    JSON.stringify(Object.entries(plan).map(([bookingId, times]) => ({ bookingId, times }))),
  );

/** The token in the newest email of this kind to this address. */
export async function tokenTo(pool: Pool, email: string, kind = 'rain_day'): Promise<string> {
  const { rows } = await pool.query<{ path: string }>(
    `select data -> 'offer' ->> 'path' as path from public.mail_outbox
     where to_email = $1 and template_type = $2 order by created_at desc limit 1`,
    [email, kind],
  );
  return rows[0]?.path.split('=')[1] ?? '';
}

/** Lets the times held for a booking or an entry of the waiting list expire. */
export const letOffersExpire = (pool: Pool) =>
  pool.query(`
    with lapsed as (
      update public.offered_times set expires_at = now() - interval '1 second'
      where closed_at is null returning id
    ), claims as (
      update public.slot_claims set expires_at = now() - interval '1 second'
      where offer_id in (select id from lapsed)
    )
    update public.rain_answers set expires_at = now() - interval '1 second' where state = 'asked'`);

/** Moves the start of a booking to yesterday, as if nobody had answered until then. */
export async function letStartCome(pool: Pool, id: string): Promise<void> {
  // Without triggers: neither moved nor answered.
  await pool.query('alter table public.bookings disable trigger user');
  await pool.query('update public.bookings set booking_date = current_date - 1 where id = $1', [
    id,
  ]);
  await pool.query('alter table public.bookings enable trigger user');
  await pool.query(
    'update public.rain_answers set was_date = current_date - 1 where booking_id = $1',
    [id],
  );
}

/** Cancels the visit because of rain, as if its day had just been marked. */
export async function cancelForRain(pool: Pool, id: string, state = 'asked'): Promise<void> {
  await pool.query(
    `with rain as (
       insert into public.rain_days (day, part, answer_hours)
       select booking_date, 'day', 24 from public.bookings where id = $1
       on conflict (day, part) where taken_back_at is null do update set answer_hours = 24
       returning id
     )
     insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, state, token_hash)
     select rain.id, booking.id, booking_date, booking_time, $2, sha256(booking.id::text::bytea)
     from rain, public.bookings as booking where booking.id = $1`,
    [id, state],
  );
}
