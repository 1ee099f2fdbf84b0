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

-- The tip given with a payment that is still kept: a refund takes the rest of it first.
create function one_by_one.given(payment public.payments) returns integer language sql stable as $$
  select greatest(0, least(payment.tip_cents, payment.amount_cents - coalesce(sum(amount_cents), 0)))::integer
  from public.refunds where payment_id = payment.id and status in ('pending', 'sent', 'succeeded')
$$;

-- The tax and the tip in what is kept of a booking.
create function one_by_one.split(booking public.bookings, out kept integer, out tax integer, out tip integer)
language plpgsql stable as $$
declare
  given integer;
  given_on_site integer;
  refunded integer;
  goods numeric := booking.total_cents - booking.tip_cents;
  chosen numeric := booking.tip_cents;
  left_over numeric;
begin
  select
    coalesce(sum(amount_cents), 0), coalesce(sum(one_by_one.given(payment)), 0),
    coalesce(sum(one_by_one.given(payment)) filter (where method <> 'online'), 0)
  into kept, given, given_on_site
  from public.payments as payment where booking_id = booking.id and status = 'succeeded';
  select coalesce(sum(refund.amount_cents), 0) into refunded
  from public.refunds as refund join public.payments as payment on payment.id = refund.payment_id
  where payment.booking_id = booking.id and refund.status in ('pending', 'sent', 'succeeded');
  kept := kept - refunded;
  if booking.done_at is null and (booking.cancelled_at is not null or booking.no_show_at is not null) then
    tip := greatest(0, least(given_on_site, kept));
    tax := coalesce(round(greatest(0, kept - tip) * booking.tax_cents / nullif(goods, 0)), 0);
    return;
  end if;
  left_over := booking.total_cents + given;
  if left_over > 0 then
    left_over := 1 - greatest(0, least(
      refunded,
      booking.total_cents + given - kept
        - private.due_on_site_cents(booking)
    )) / left_over;
    given := greatest(0, least(round(given * left_over), kept));
    tax := coalesce(round(greatest(0, least(kept - given, goods * left_over)) * booking.tax_cents / nullif(goods, 0)), 0);
    tip := given + round(greatest(0, least(kept - given - goods * left_over, chosen * left_over)));
  else
    tax := 0;
    tip := 0;
  end if;
end
$$;

-- What the ledger says is kept of each booking, and what it should say.
create view one_by_one.kept as
select
  booking.id, split.kept, split.tax, split.tip,
  coalesce(sum(move.amount_cents) filter (where move.kind <> 'dispute'), 0)::integer as booked_kept,
  coalesce(sum(move.tax_cents), 0)::integer as booked_tax,
  coalesce(sum(move.tip_cents), 0)::integer as booked_tip
from public.bookings as booking
cross join lateral one_by_one.split(booking) as split
left join private.money_moves as move on move.booking_id = booking.id
group by booking.id, split.kept, split.tax, split.tip;

-- Payments and refunds whose moves don't add up to what counts of them, and moves on another day than theirs.
create view one_by_one.wrong_moves as
select id, counts, booked
from (
  select id, booking_id, case status when 'succeeded' then amount_cents else 0 end as counts from public.payments
  union all
  select refund.id, payment.booking_id, case when refund.status in ('failed', 'owed') then 0 else -refund.amount_cents end
  from public.refunds as refund join public.payments as payment on payment.id = refund.payment_id
) as part
cross join lateral (
  select coalesce(sum(amount_cents), 0) as booked from private.money_moves as move
  where move.booking_id = part.booking_id and move.id = part.id
) as moves
where counts <> booked
union all
select id, null, null from private.money_moves where day <> (at at time zone 'America/Toronto')::date;

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
          ))), 0)
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
    ),
    owed as (
      select amount_cents from public.refunds as refund
      where status = 'owed'
        and exists (select from public.payment_findings where refund_id = refund.id and closed_at is null)
    )
  select jsonb_build_object(
    'held_cents', (select coalesce(sum(held), 0) from to_come),
    'held_bookings', (select count(*) from to_come where held > 0),
    'owed_cents', (select coalesce(sum(amount_cents), 0) from owed),
    'owed_refunds', (select count(*) from owed),
    'due_cents', (select coalesce(sum(due), 0) from to_come),
    'due_bookings', (select count(*) from to_come where due > 0),
    'open_cents', (select coalesce(sum(due), 0) from over),
    'open_bookings', (select count(*) from over)
  )
$$`;

/** Adds the schema `one_by_one` to a test's database. */
export const defineOneByOne = (pool: Pool) => pool.query(definitions);

/** What is wrong in the ledger of money: bookings whose tax and tip don't add up, payments and refunds, days. */
export async function wrongMoves(pool: Pool) {
  const { rows } = await pool.query<Record<string, unknown>>(`
    select to_jsonb(kept) as wrong from one_by_one.kept as kept
    where (kept, tax, tip) <> (booked_kept, booked_tax, booked_tip)
    union all
    select to_jsonb(wrong) from one_by_one.wrong_moves as wrong`);
  return rows;
}
