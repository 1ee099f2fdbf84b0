-- Payments and refunds by local days of America/Toronto. A payment counts on the day it arrived, a refund on the day
-- it was decided, unless it failed. Tax and tip of a payment are what it adds to the cover of its booking: first the
-- service, then its tax, then its tip; a tip given on site is separate from the start. A refund takes its share of
-- both along.

-- The tax and the tip in a payment, in cents, as of when it arrived.
create function private.parts_of(
  payment public.payments, booking public.bookings, out tax_cents integer, out tip_cents integer
)
language plpgsql stable set search_path = ''
as $$
declare
  untaxed integer := booking.price_cents - booking.discount_cents;
  taxed integer := untaxed + booking.tax_cents;
  covered integer := 0;
  reaches integer;
begin
  if booking.tax_cents + booking.tip_cents = 0 then
    tax_cents := 0;
    tip_cents := payment.tip_cents;
    return;
  end if;
  -- A payment refunded in full by then covers nothing.
  select coalesce(sum(earlier.amount_cents - earlier.tip_cents), 0) into covered
  from public.payments as earlier
  where earlier.booking_id = booking.id
    and earlier.status = 'succeeded'
    and (earlier.settled_at, earlier.id) < (payment.settled_at, payment.id)
    and earlier.amount_cents > (
      select coalesce(sum(refund.amount_cents), 0)
      from public.refunds as refund
      where refund.payment_id = earlier.id
        and refund.status <> 'failed'
        and refund.created_at <= payment.settled_at
    );
  reaches := covered + payment.amount_cents - payment.tip_cents;
  tax_cents := greatest(0, least(reaches, taxed) - greatest(covered, untaxed));
  tip_cents := payment.tip_cents
    + greatest(0, least(reaches, booking.total_cents) - greatest(covered, taxed));
end;
$$;

-- Payments and refunds of a span of time in order, `most` of them after a position. Refunds are negative. A refund
-- owed by hand counts on the day it is paid back.
create function private.money_moves(
  begins timestamptz, ends timestamptz, after_at timestamptz, after_id uuid, most integer
) returns table (
  id uuid, at timestamptz, kind text, booking_id uuid, payment_id uuid, service_name text, customer_name text,
  method text, status text, amount_cents integer, tax_cents integer, tip_cents integer, stripe_id text
)
language sql stable set search_path = ''
as $$
  select * from (
    select
      (move.payment).id, (move.payment).settled_at as at, 'payment', booking.id, (move.payment).id,
      booking.service_name, booking.customer_name, (move.payment).method, (move.payment).status,
      (move.payment).amount_cents, parts.tax_cents, parts.tip_cents, (move.payment).stripe_payment_intent_id
    from (
      select arrived as payment
      from public.payments as arrived
      where arrived.status = 'succeeded'
        and arrived.settled_at >= begins and arrived.settled_at < ends
        and (arrived.settled_at, arrived.id) > (after_at, after_id)
      order by arrived.settled_at, arrived.id
      limit most
    ) as move
    join public.bookings as booking on booking.id = (move.payment).booking_id
    cross join lateral private.parts_of(move.payment, booking) as parts
    union all
    select
      move.id, move.created_at, 'refund', booking.id, payment.id, booking.service_name, booking.customer_name,
      payment.method, move.status, -move.amount_cents,
      -- From the running sum, so that all refunds of a payment together take exactly its tax.
      round(parts.tax_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        parts.tax_cents::numeric * least(earlier.cents + move.amount_cents, payment.amount_cents) / payment.amount_cents
      )::integer,
      round(parts.tip_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        parts.tip_cents::numeric * least(earlier.cents + move.amount_cents, payment.amount_cents) / payment.amount_cents
      )::integer,
      move.stripe_refund_id
    from (
      select *
      from public.refunds as decided
      where decided.status not in ('failed', 'owed')
        and decided.created_at >= begins and decided.created_at < ends
        and (decided.created_at, decided.id) > (after_at, after_id)
      order by decided.created_at, decided.id
      limit most
    ) as move
    join public.payments as payment on payment.id = move.payment_id
    join public.bookings as booking on booking.id = payment.booking_id
    cross join lateral private.parts_of(payment, booking) as parts
    cross join lateral (
      select coalesce(sum(other.amount_cents), 0)::integer as cents
      from public.refunds as other
      where other.payment_id = move.payment_id
        and other.status not in ('failed', 'owed')
        and (other.created_at, other.id) < (move.created_at, move.id)
    ) as earlier
  ) as moves (
    id, at, kind, booking_id, payment_id, service_name, customer_name, method, status, amount_cents, tax_cents,
    tip_cents, stripe_id
  )
  order by at, id
  limit most;
$$;

-- The money of the bookings cancelled because of rain before today, as private.money_by_booking.
create function private.money_of_rained_out()
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select money.*
  from (
    select distinct booking.booking_date
    from private.open_rain_answers() as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where booking.booking_date < private.local_today()
  ) as rained
  cross join lateral private.money_by_booking(
    rained.booking_date, rained.booking_date, '-infinity', '00:00', '00000000-0000-0000-0000-000000000000', null
  ) as money
  where private.is_rained_out((money.booking).id);
$$;

-- Paid for bookings ahead, also for those cancelled because of rain, and due on site: of those, and of past visits in
-- the range.
create function private.money_outstanding(from_day date, until_day date) returns jsonb
language sql stable set search_path = ''
as $$
  with
    to_come as (
      -- No booking is further ahead than this.
      select * from private.money_by_booking(
        private.local_today(), private.local_today() + 1100, '-infinity', '00:00',
        '00000000-0000-0000-0000-000000000000', null
      ) as money
      where (money.booking).status <> 'cancelled'
        and (money.booking).done_at is null and (money.booking).no_show_at is null
      union all
      select * from private.money_of_rained_out()
    ),
    over as (
      select * from private.money_by_booking(
        from_day, least(until_day, private.local_today()), '-infinity', '00:00',
        '00000000-0000-0000-0000-000000000000', null
      ) as money
      where money.due_cents > 0
        and ((money.booking).booking_date < private.local_today() or (money.booking).done_at is not null)
        and not private.is_rained_out((money.booking).id)
    )
  select jsonb_build_object(
    'held_cents', (select coalesce(sum(paid_cents - refunded_cents), 0) from to_come),
    'held_bookings', (select count(*) from to_come where paid_cents > refunded_cents),
    'due_cents', (select coalesce(sum(due_cents), 0) from to_come),
    'due_bookings', (select count(*) from to_come where due_cents > 0),
    'open_cents', (select coalesce(sum(due_cents), 0) from over),
    'open_bookings', (select count(*) from over)
  );
$$;

-- The money of a range of local days, both included, in cents.
-- -> {days: [{day, …}], services: [{service_name, …}], methods: [{method, …}], outstanding: {held_cents,
-- held_bookings, due_cents, due_bookings, open_cents, open_bookings}}; … is received_cents, refunded_cents, tax_cents
-- and tip_cents (both less refunds), payments, refunds.
-- Raises administrators_only (403), invalid_range (400).
create function public.money_report(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  with
    moves as materialized (
      select private.local_day(move.at) as day, move.service_name, move.method, move.kind, move.amount_cents,
        move.tax_cents, move.tip_cents
      from private.money_moves(
        private.instant_of(from_day, '00:00'), private.instant_of(until_day + 1, '00:00'), '-infinity',
        '00000000-0000-0000-0000-000000000000', null
      ) as move
    ),
    sums as (
      select
        day, service_name, method, grouping(day, service_name, method) as left_out,
        jsonb_build_object(
          'received_cents', coalesce(sum(amount_cents) filter (where kind = 'payment'), 0),
          'refunded_cents', -coalesce(sum(amount_cents) filter (where kind = 'refund'), 0),
          'tax_cents', sum(tax_cents),
          'tip_cents', sum(tip_cents),
          'payments', count(*) filter (where kind = 'payment'),
          'refunds', count(*) filter (where kind = 'refund')
        ) as figures,
        sum(amount_cents) as net_cents
      from moves
      group by grouping sets ((day), (service_name), (method))
    )
  select jsonb_build_object(
    'days', coalesce(
      jsonb_agg(figures || jsonb_build_object('day', day) order by day) filter (where left_out = 3), '[]'
    ),
    'services', coalesce(
      jsonb_agg(figures || jsonb_build_object('service_name', service_name) order by net_cents desc, service_name)
        filter (where left_out = 5),
      '[]'
    ),
    'methods', coalesce(
      jsonb_agg(figures || jsonb_build_object('method', method) order by net_cents desc, method)
        filter (where left_out = 6),
      '[]'
    ),
    'outstanding', private.money_outstanding(from_day, until_day)
  )
  into report
  from sums;
  return report;
end;
$$;

revoke all on function public.money_report from public, anon, authenticated, service_role;
grant execute on function public.money_report to authenticated;
