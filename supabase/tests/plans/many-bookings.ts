import type { Pool, PoolClient } from 'pg';

/** The number of bookings for which plans are checked. */
export const manyBookings = 100_000;

// More than five years of fifty cars a day, and sixty days ahead: a screen shows a small part of them.
const bookings = `
insert into public.bookings (
  id, customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type, car_model, car_year,
  booking_date, booking_time, duration_minutes, status, deposit_paid, payment_option, price_cents, total_cents,
  due_now_cents, deposit_cents, free_cancellation_hours, address, city, province, postal_code, created_at,
  cancelled_at
)
select
  ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid,
  initcap(substr(md5('first' || n % 30000), 1, 6)) || ' ' || initcap(substr(md5('last' || n % 30000), 1, 8)),
  'customer' || n % 30000 || '@example.com',
  '+1905' || lpad((n % 30000 + 5550000)::text, 7, '0'),
  'premium-detailing', 'Premium Detailing', 'suv',
  (array['Volvo XC60', 'Honda Civic', 'Toyota Corolla', 'Ford F-150', 'Mazda 3'])[1 + n % 5], 2015 + n % 12,
  current_date + (n / 50) - 1940, time '09:00' + (n % 3) * interval '3 hours', 180,
  case when n % 20 = 0 then 'cancelled' when n / 50 < 1940 then 'paid' else 'deposit_paid' end,
  true, 'pay_deposit', 11999, 11999, 2000, 2000, 24, n || ' Main Street', 'Caledon', 'ON', 'L7C 1A1',
  now() + ((n / 50) - 2001) * interval '1 day',
  case when n % 20 = 0 then now() end
from generate_series(0, $1::integer - 1) as n`;

const claims = `
insert into public.slot_claims (during, booking_id, service_name, crew)
select
  private.span_of(booking), booking.id, booking.service_name,
  row_number() over (partition by booking.booking_date order by booking.id)
from public.bookings as booking
where status <> 'cancelled'`;

// Times of many crews, held at this moment by people of other networks.
const holds = `
with held as (
  insert into public.bookings (
    customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type, car_model, car_year,
    booking_date, booking_time, duration_minutes, payment_option, price_cents, total_cents, due_now_cents,
    deposit_cents, free_cancellation_hours, address, city, province, postal_code, client_address
  )
  select
    'Somebody', 'holder' || n || '@example.com', '+19055550100', 'premium-detailing', 'Premium Detailing', 'suv',
    'Volvo XC60', 2022, current_date + 61 + n / 50, '09:00', 180, 'pay_deposit', 11999, 11999, 2000, 2000, 24,
    '1 Main Street', 'Caledon', 'ON', 'L7C 1A1', '10.1.' || n / 250 || '.' || n % 250
  from generate_series(1, $1::integer) as n
  returning *
)
insert into public.slot_claims (during, booking_id, service_name, crew, expires_at, holder_hash)
select
  private.span_of(held), id, service_name, row_number() over (partition by booking_date order by id),
  now() + interval '1 day', sha256(id::text::bytea)
from held`;

const payments = `
insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at, created_at)
select id, 'pi_' || id, 2000, 'succeeded', created_at, created_at from public.bookings`;

const refunds = `
insert into public.refunds (payment_id, amount_cents, reason, status, stripe_refund_id, created_at)
select payment.id, 2000, 'cancelled_by_customer', 'succeeded', 're_' || payment.id, booking.created_at
from public.payments as payment
join public.bookings as booking on booking.id = payment.booking_id
where booking.status = 'cancelled'`;

const mails = `
insert into public.mail_outbox (key, template_type, to_email, booking_id, status, created_at, sent_at)
select 'booking_confirmation:' || id, 'booking_confirmation', customer_email, id, 'sent', created_at, created_at
from public.bookings`;

const texts = `
insert into public.text_outbox (key, kind, phone, booking_id, body, status, created_at, sent_at)
select
  'confirmation:' || id, 'confirmation', customer_phone, id,
  case when created_at > now() - interval '90 days' then 'Hello' else '' end, 'sent', created_at, created_at
from public.bookings`;

const consents = `
insert into public.text_consents (phone, booking_id, wording, given_in, given_at)
select customer_phone, id, 'Text me.', 'booking_form', created_at from public.bookings`;

const links = `
insert into public.visit_links (booking_id, token_hash, told_date, told_time)
select id, sha256(id::text::bytea), booking_date, booking_time from public.bookings`;

const events = `
insert into public.stripe_events (id, type, received_at)
select 'evt_' || id, 'payment_intent.succeeded', created_at from public.bookings`;

const changes = `
insert into public.booking_changes (booking_id, at, actor_label, action, was, "is")
select id, created_at, 'Guest', 'created', '{}', '{}' from public.bookings`;

const inquiries = `
insert into public.inquiries (id, name, email, subject, message, created_at, status)
select
  ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Somebody', 'customer' || n || '@example.com', 'A question', 'How much?', now() - n * interval '1 hour',
  case when n < 20 then 'new' when n % 3 = 0 then 'answered' else 'closed' end
from generate_series(1, 20000) as n`;

/** A photo of about every fifth booking, under the booking's id, and as many files of reviews. */
const photos = `
with added as (
  insert into public.booking_photos (id, booking_id, place)
  select id, id, 1 from public.bookings where right(id::text, 1) in ('0', '5', 'a') returning id
)
insert into storage.objects (bucket_id, name)
select bucket, id::text from added, unnest('{bookings,reviews}'::text[]) as bucket`;

/** The checklist and the condition of about every fifth visit. */
const work = `
with ticked as (
  insert into public.checklist_ticks (id, booking_id, item, is_ticked, ticked_by)
  select id, id, 'Exterior wash', true, 'boss@example.com'
  from public.bookings where right(id::text, 1) in ('0', '5', 'a') returning booking_id
)
insert into public.condition_marks (id, booking_id, part, x, y, kind, made_by)
select booking_id, booking_id, 'hood', 500, 200, 'scratch', 'boss@example.com' from ticked`;

const reviews = `
insert into public.reviews (customer_name, rating, is_approved, created_at)
select 'Somebody', 5, n % 100 <> 0, now() - n * interval '1 hour'
from generate_series(1, 20000) as n`;

const notes = `
insert into public.booking_notes (booking_id, note) select id, 'The gate is open.' from public.bookings`;

const customers = `
insert into public.customers (email, name, phone, first_booked_at, last_booked_at)
select customer_email, min(customer_name), min(customer_phone), min(created_at), max(created_at)
from public.bookings group by customer_email`;

/** Every customer used one coupon. */
const coupons = `
insert into public.coupon_redemptions (booking_id, code, email, marks, created_at)
select distinct on (customer_email)
  id, 'NEWCUSTOMER20', customer_email, private.marks_of_person(customer_email, customer_phone), created_at
from public.bookings
order by customer_email, id`;

const waiting = `
insert into public.waiting_list (
  day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone, created_at, left_at
)
select
  current_date + n / 20 - 940, 'premium-detailing', 'Premium Detailing', 'suv', 180, 'Somebody',
  'customer' || n || '@example.com', '+19055550100', now() - interval '1 day', case when n < 18800 then now() end
from generate_series(1, 20000) as n`;

const offers = `
insert into public.offered_times (
  kind, booking_id, service_name, starts_at, duration_minutes, expires_at, outcome, closed_at
)
select
  'rain', id, service_name, lower(private.span_of(booking)), 180, created_at + interval '1 day', 'lapsed',
  created_at + interval '1 day'
from public.bookings as booking where booking_date < current_date limit 20000`;

const findings = `
insert into public.payment_findings (kind, subject, reason, booking_id, found_at, closed_at, outcome)
select
  'amount_unlike', 'booking:' || id, 'overpaid', id, created_at,
  case when booking_date < current_date then created_at end, case when booking_date < current_date then 'mended' end
from public.bookings where (extract(day from booking_date)::integer + car_year) % 40 = 0`;

const rainDays = `
insert into public.rain_days (day, part, answer_hours, taken_back_at)
select current_date - number, 'day', 24, now() from generate_series(1, 1900) as number`;

const rainAnswers = `
insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, state, token_hash, changed_at)
select rain.id, booking.id, booking.booking_date, booking.booking_time, 'closed', sha256(booking.id::text::bytea), now()
from public.rain_days as rain
join public.bookings as booking on booking.booking_date = rain.day`;

const accounts = `
insert into auth.users (id, email, email_confirmed_at)
select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'person' || n || '@example.com', now()
from generate_series(1, 20000) as n`;

const sessions = `
insert into auth.sessions (id, user_id) select id, id from auth.users`;

const refreshTokens = `
insert into auth.refresh_tokens (token_hash, session_id)
select 'hash' || row_number() over (), id from auth.sessions`;

const mailedTokens = `
insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, expires_at)
select id, 'recovery', 'token' || email, 'code', email, now() from auth.users`;

const attempts = `
insert into auth.rate_limits (key_hash, attempts, expires_at)
select 'hash' || n, 1, now() + n * interval '1 minute' from generate_series(-100, 20000) as n`;

const everythingElse = [
  claims,
  payments,
  refunds,
  mails,
  texts,
  consents,
  links,
  events,
  changes,
  notes,
  customers,
  coupons,
  inquiries,
  photos,
  work,
  reviews,
  waiting,
  offers,
  findings,
  rainDays,
  rainAnswers,
  accounts,
  sessions,
  refreshTokens,
  mailedTokens,
  attempts,
];

/**
 * Fills a database with years of data. Triggers and checks of single bookings are off: they are not tested here.
 */
export async function fillWithManyBookings(pool: Pool): Promise<void> {
  await fill(pool, async (client) => {
    await client.query(bookings, [manyBookings]);
    for (const table of everythingElse) await client.query(table);
    await client.query(
      'select private.rebuild_moves(), private.recount_reviews(), private.rebuild_first_visits()',
    );
  });
  await renewStatistics(pool);
}

/** Adds that many times held by different people. The planner's statistics don't know of them yet. */
export const fillWithHolds = (pool: Pool, number: number): Promise<void> =>
  fill(pool, async (client) => {
    await client.query(holds, [number]);
  });

export const renewStatistics = (pool: Pool) => pool.query('vacuum analyze');

async function fill(pool: Pool, write: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await write(client);
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}
