import type { Pool } from 'pg';

/*
 * The owner's figures by their definitions, one row at a time and slowly: what the product's statements for many rows
 * are compared with.
 */
const definitions = `
create schema one_by_one;

create function one_by_one.keepable(payment public.payments) returns integer language sql stable as $$
  select case payment.status when 'succeeded' then payment.amount_cents else 0 end
    - greatest(payment.refunded_cents, coalesce(sum(amount_cents) filter (where status <> 'failed'), 0))::integer
  from public.refunds where payment_id = payment.id
$$;

create function one_by_one.collected(target uuid) returns integer language sql stable as $$
  select coalesce(sum(payment.amount_cents - payment.tip_cents), 0)::integer
  from public.payments as payment
  where booking_id = target and status = 'succeeded' and one_by_one.keepable(payment) > 0
$$;

create function one_by_one.due(booking public.bookings) returns integer language sql stable as $$
  select case booking.status when 'paid' then 0
    else greatest(0, booking.total_cents - greatest(booking.due_now_cents, one_by_one.collected(booking.id))) end
$$;

create function one_by_one.start_of(booking public.bookings) returns timestamptz language sql stable as $$
  select (booking.booking_date + booking.booking_time) at time zone 'America/Toronto'
$$;

create function one_by_one.rain(booking public.bookings) returns text language sql stable as $$
  select state from public.rain_answers as answer
  where booking_id = booking.id and state in ('asked', 'declined')
    and booking.done_at is null and booking.no_show_at is null
    and not exists (
      select from public.payments where booking_id = booking.id and method <> 'online' and status = 'succeeded'
        and settled_at >= one_by_one.start_of(booking)
    )
$$;

create function one_by_one.was_visited(booking public.bookings) returns boolean language sql stable as $$
  select booking.status in ('deposit_paid', 'confirmed', 'paid') and booking.no_show_at is null and (
    booking.done_at is not null
    or one_by_one.start_of(booking) + booking.duration_minutes * interval '1 minute' <= now()
      and one_by_one.rain(booking) is null
  )
$$;

create function one_by_one.line(booking public.bookings) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', booking.id, 'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'), 'duration_minutes', booking.duration_minutes,
    'service_name', booking.service_name, 'add_ons', booking.add_ons, 'customer_name', booking.customer_name,
    'has_email', booking.customer_email is not null, 'car', concat_ws(' ', booking.car_year, booking.car_model),
    'city', booking.city, 'status', booking.status, 'done_at', booking.done_at, 'no_show_at', booking.no_show_at,
    'called_off', one_by_one.rain(booking),
    'due_cents', case when booking.status in ('deposit_paid', 'confirmed') and booking.no_show_at is null
      then one_by_one.due(booking) else 0 end
  )
$$;

create function one_by_one.figures(whose text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'visits', count(*) filter (where one_by_one.was_visited(booking)),
    'no_shows', count(*) filter (where no_show_at is not null),
    'last_visit', max(booking_date) filter (where one_by_one.was_visited(booking)),
    'next_visit', (array_agg(
      jsonb_build_object('id', id, 'booking_date', booking_date, 'booking_time', booking_time)
      order by booking_date, booking_time
    ) filter (
      where status in ('deposit_paid', 'confirmed', 'paid') and no_show_at is null and done_at is null
        and one_by_one.start_of(booking) + duration_minutes * interval '1 minute' > now()
        and one_by_one.rain(booking) is null
    ))[1],
    'cars', (
      select coalesce(jsonb_agg(car order by latest desc), '[]')
      from (
        select car_year || ' ' || car_model as car, max(booking_date) as latest from public.bookings
        where customer_email = whose and status <> 'pending_payment' group by 1
      ) as driven
    ),
    'spend_cents', (
      select coalesce(sum(one_by_one.keepable(payment)), 0)
      from public.payments as payment
      where booking_id in (select id from public.bookings where customer_email = whose) and status = 'succeeded'
    )
  )
  from public.bookings as booking where customer_email = whose
$$;

create function one_by_one.parts(
  payment public.payments, booking public.bookings, out tax_cents integer, out tip_cents integer
) language plpgsql stable as $$
declare
  untaxed integer := booking.price_cents - booking.discount_cents;
  taxed integer := untaxed + booking.tax_cents;
  covered integer;
  reaches integer;
begin
  select coalesce(sum(earlier.amount_cents - earlier.tip_cents), 0) into covered
  from public.payments as earlier
  where earlier.booking_id = booking.id and earlier.status = 'succeeded'
    and (earlier.settled_at, earlier.id) < (payment.settled_at, payment.id)
    and earlier.amount_cents > (
      select coalesce(sum(amount_cents), 0) from public.refunds
      where payment_id = earlier.id and status <> 'failed' and request_id is null
        and created_at <= payment.settled_at
    );
  reaches := covered + payment.amount_cents - payment.tip_cents;
  tax_cents := greatest(0, least(reaches, taxed) - greatest(covered, untaxed));
  tip_cents := payment.tip_cents + greatest(0, least(reaches, booking.total_cents) - greatest(covered, taxed));
end
$$;

-- What a refund takes of a part of its payment, after before_cents were refunded.
create function one_by_one.share(part integer, before_cents bigint, cents integer, amount_cents integer)
returns integer language sql immutable as $$
  select round(part::numeric * least(before_cents, amount_cents) / amount_cents)::integer
    - round(part::numeric * least(before_cents + cents, amount_cents) / amount_cents)::integer
$$;

create view one_by_one.shared_moves as
select
  booking.id as booking_id, payment.id, payment.id as payment_id, payment.settled_at as at, 'payment' as kind,
  booking.service_name, payment.method, payment.amount_cents, parts.tax_cents, parts.tip_cents,
  (payment.settled_at at time zone 'America/Toronto')::date as day
from public.payments as payment
join public.bookings as booking on booking.id = payment.booking_id
cross join lateral one_by_one.parts(payment, booking) as parts
where payment.status = 'succeeded'
union all
select
  booking.id, refund.id, payment.id, refund.created_at, 'refund', booking.service_name, payment.method,
  -refund.amount_cents,
  one_by_one.share(parts.tax_cents, earlier.cents, refund.amount_cents, payment.amount_cents),
  one_by_one.share(parts.tip_cents, earlier.cents, refund.amount_cents, payment.amount_cents),
  (refund.created_at at time zone 'America/Toronto')::date
from public.refunds as refund
join public.payments as payment on payment.id = refund.payment_id
join public.bookings as booking on booking.id = payment.booking_id
cross join lateral one_by_one.parts(payment, booking) as parts
cross join lateral (
  select coalesce(sum(other.amount_cents), 0) as cents
  from public.refunds as other
  where other.payment_id = payment.id and other.status not in ('failed', 'owed')
    and (other.created_at, other.id) < (refund.created_at, refund.id)
) as earlier
where refund.status not in ('failed', 'owed');

-- Move by move: what is kept after a refund of a cancelled or missed visit is the tips given on site, and a fee with the
-- tax in it.
create function one_by_one.moves_of(booking public.bookings) returns setof one_by_one.shared_moves
language plpgsql stable as $$
declare
  move one_by_one.shared_moves;
  kept integer := 0;
  tax integer := 0;
  tip integer := 0;
  given integer := 0;
  shared_tip integer := 0;
  left_tip integer;
  with_tax integer := booking.price_cents - booking.discount_cents + booking.tax_cents;
begin
  for move in
    select * from one_by_one.shared_moves where booking_id = booking.id order by at, kind, id
  loop
    kept := kept + move.amount_cents;
    if move.kind = 'payment' and move.method <> 'online' then
      given := given + (select tip_cents from public.payments where id = move.id);
    end if;
    if move.kind = 'refund' and booking.done_at is null
      and (move.at >= booking.cancelled_at or move.at >= booking.no_show_at) then
      left_tip := greatest(0, least(given, shared_tip, kept));
      move.tax_cents := round((greatest(kept, 0) - left_tip)::numeric * booking.tax_cents / with_tax) - tax;
      move.tip_cents := left_tip - tip;
    else
      shared_tip := shared_tip + move.tip_cents;
    end if;
    tax := tax + move.tax_cents;
    tip := tip + move.tip_cents;
    return next move;
  end loop;
end
$$;

create view one_by_one.moves as
select move.* from public.bookings as booking cross join lateral one_by_one.moves_of(booking) as move;

create function one_by_one.unmarked_visits() returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('id', id, 'due_cents', due.cents) order by id)
  from public.bookings as visit
  cross join lateral (select case when status = 'paid' then 0 else one_by_one.due(visit) end as cents) as due
  where status in ('deposit_paid', 'confirmed', 'paid') and done_at is null and no_show_at is null
    and booking_date < (now() at time zone 'America/Toronto')::date
    and one_by_one.rain(visit) is null
$$;

create function one_by_one.outstanding(from_day date, until_day date) returns jsonb language sql stable as $$
  with
    today as (select (now() at time zone 'America/Toronto')::date as day),
    money as (
      select booking.*, one_by_one.rain(booking) is not null as is_rained_out,
        case when status in ('paid', 'cancelled') or no_show_at is not null then 0 else one_by_one.due(booking) end as due,
        (
          select coalesce(sum(amount_cents - greatest(refunded_cents, (
            select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = payment.id and status <> 'failed'
          )) + (
            select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = payment.id and status = 'owed'
          )), 0)
          from public.payments as payment where booking_id = booking.id and status = 'succeeded'
        ) - (
          select coalesce(sum(tip_cents), 0) from private.money_moves where booking_id = booking.id
        ) as held
      from public.bookings as booking where status <> 'pending_payment'
    ),
    to_come as (
      select money.* from money, today
      where booking_date >= day and status <> 'cancelled' and done_at is null and no_show_at is null
        or booking_date < day and is_rained_out and status <> 'cancelled'
    ),
    over as (
      select money.* from money, today
      where booking_date between from_day and least(until_day, day) and due > 0
        and (booking_date < day or done_at is not null) and not is_rained_out
    )
  select jsonb_build_object(
    'held_cents', (select coalesce(sum(held), 0) from to_come),
    'held_bookings', (select count(*) from to_come where held > 0),
    'due_cents', (select coalesce(sum(due), 0) from to_come),
    'due_bookings', (select count(*) from to_come where due > 0),
    'open_cents', (select coalesce(sum(due), 0) from over),
    'open_bookings', (select count(*) from over)
  )
$$`;

/** Adds the schema `one_by_one` to a test's database. */
export const defineOneByOne = (pool: Pool) => pool.query(definitions);

/** The stored moves of money that are missing or wrong, and those that should not be there. */
export async function differingMoves(pool: Pool) {
  const columns =
    'booking_id, id, payment_id, at, kind, service_name, method, amount_cents, tax_cents, tip_cents, day';
  const { rows } = await pool.query<Record<string, unknown>>(`
    with
      stored as (select ${columns} from private.money_moves),
      defined as (select ${columns} from one_by_one.moves)
    select 'not stored' as fault, missing.* from (table defined except table stored) as missing
    union all
    select 'only stored', surplus.* from (table stored except table defined) as surplus`);
  return rows;
}
