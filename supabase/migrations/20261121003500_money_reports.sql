-- What came in and what went back, by local days of America/Toronto: for the screen of the money, for the
-- accountant's files and for receipts.
--
-- A payment counts on the day it arrived, a refund on the day it was decided, unless it failed. Tax and tip
-- of a payment are what it adds to the cover of its booking: first the service, then its tax, then its tip; a
-- tip given on site is told apart from the start. A refund takes its share of both along.

create index payments_settled_at_idx on public.payments (settled_at, id) where status = 'succeeded';
create index refunds_created_at_idx on public.refunds (created_at, id) where status <> 'failed';

-- From one local day to another, both included, at most two years. Raises invalid_range (400).
create function private.check_range(from_day date, until_day date) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if from_day is null or until_day is null or until_day < from_day or until_day - from_day > 731 then
    raise exception using errcode = 'PT400', message = 'invalid_range';
  end if;
end;
$$;

-- What of a payment is tax, and what is tip: as it was when it arrived.
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
  -- What had gone back as a whole by then covers nothing.
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

-- Payments and refunds of a stretch of time in the order they happened, `most` of them after a place in it.
-- What went back is negative.
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
      -- Cut from the running sum: all refunds of a payment together take exactly its tax, and not a cent more.
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
      where decided.status <> 'failed'
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
        and other.status <> 'failed'
        and (other.created_at, other.id) < (move.created_at, move.id)
    ) as earlier
  ) as moves (
    id, at, kind, booking_id, payment_id, service_name, customer_name, method, status, amount_cents, tax_cents,
    tip_cents, stripe_id
  )
  order by at, id
  limit most;
$$;

-- What was paid and what is left of the bookings of some days. The rules are those of keepable_cents and
-- due_on_site_cents, for many bookings at once.
create function private.money_by_booking(from_day date, until_day date, after_date date, after_time time, after_id uuid, most integer)
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select
    page.booking,
    money.paid_cents,
    money.refunded_cents,
    case
      when (page.booking).status in ('paid', 'cancelled') or (page.booking).no_show_at is not null then 0
      else greatest(
        0, (page.booking).total_cents - greatest((page.booking).due_now_cents, money.collected_cents)
      )
    end
  from (
    select standing as booking
    from public.bookings as standing
    where standing.booking_date between greatest(from_day, after_date) and until_day
      and standing.status <> 'pending_payment'
      and (standing.booking_date, standing.booking_time, standing.id) > (after_date, after_time, after_id)
    order by standing.booking_date, standing.booking_time, standing.id
    limit most
  ) as page
  cross join lateral (
    select
      coalesce(sum(payment.amount_cents), 0)::integer as paid_cents,
      coalesce(sum(back.cents), 0)::integer as refunded_cents,
      coalesce(sum(payment.amount_cents - payment.tip_cents) filter (where payment.amount_cents > back.cents), 0)::integer
        as collected_cents
    from public.payments as payment
    cross join lateral (
      select greatest(
        payment.refunded_cents, coalesce(sum(refund.amount_cents) filter (where refund.status <> 'failed'), 0)
      ) as cents
      from public.refunds as refund
      where refund.payment_id = payment.id
    ) as back
    where payment.booking_id = (page.booking).id and payment.status = 'succeeded'
  ) as money
  order by (page.booking).booking_date, (page.booking).booking_time, (page.booking).id;
$$;

-- Paid for bookings still to come, and what is left to be paid on site: of those, and of the visits of some
-- days that are over.
create function private.money_outstanding(from_day date, until_day date) returns jsonb
language sql stable set search_path = ''
as $$
  with
    to_come as (
      -- Nobody books further ahead than this.
      select * from private.money_by_booking(
        private.local_today(), private.local_today() + 1100, '-infinity', '00:00',
        '00000000-0000-0000-0000-000000000000', null
      ) as money
      where (money.booking).status <> 'cancelled'
        and (money.booking).done_at is null and (money.booking).no_show_at is null
    ),
    over as (
      select * from private.money_by_booking(
        from_day, least(until_day, private.local_today()), '-infinity', '00:00',
        '00000000-0000-0000-0000-000000000000', null
      ) as money
      where money.due_cents > 0
        and ((money.booking).booking_date < private.local_today() or (money.booking).done_at is not null)
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

-- The money of some local days, both ends included, for an administrator, in cents.
-- -> {days: [{day, …}], services: [{service_name, …}], methods: [{method, …}], outstanding: {held_cents,
--     held_bookings, due_cents, due_bookings, open_cents, open_bookings}}; … is received_cents,
--     refunded_cents, tax_cents and tip_cents (both less what went back), payments, refunds.
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

-- A page of the payments and refunds of some local days, in the order they happened, for an administrator.
-- `after` is `next` of the page before; null begins. `total` is told at the beginning only.
-- -> {rows: [as money_moves], next: jsonb or null, total: number or null}
-- Raises administrators_only (403), invalid_range (400).
create function public.export_payments(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  begins timestamptz := private.instant_of(from_day, '00:00');
  ends timestamptz := private.instant_of(until_day + 1, '00:00');
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(to_jsonb(move) order by move.at, move.id), '[]') into rows
  from private.money_moves(
    begins, ends,
    coalesce((after ->> 'at')::timestamptz, '-infinity'),
    coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
    most
  ) as move;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows)
      when most then jsonb_build_object('at', rows -> -1 -> 'at', 'id', rows -> -1 -> 'id')
    end,
    'total', case when after is null then (
      select count(*) from public.payments
      where status = 'succeeded' and settled_at >= begins and settled_at < ends
    ) + (
      select count(*) from public.refunds
      where status <> 'failed' and created_at >= begins and created_at < ends
    ) end
  );
end;
$$;

-- A page of the bookings whose visits are on some local days, for an administrator; what was never paid nor
-- taken by phone is none. `after`, `next` and `total` as with the payments.
-- -> {rows: [{id, booking_date, …, paid_cents, refunded_cents, due_cents}], next, total}
-- Raises administrators_only (403), invalid_range (400).
create function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(line.row), '[]') into rows
  from (
    select jsonb_build_object(
      'id', (money.booking).id,
      'booking_date', (money.booking).booking_date,
      'booking_time', (money.booking).booking_time,
      'service_name', (money.booking).service_name,
      'vehicle_type', (money.booking).vehicle_type,
      'customer_name', (money.booking).customer_name,
      'customer_email', (money.booking).customer_email,
      'status', (money.booking).status,
      'source', (money.booking).source,
      'payment_option', (money.booking).payment_option,
      'price_cents', (money.booking).price_cents,
      'discount_cents', (money.booking).discount_cents,
      'coupon_code', (money.booking).coupon_code,
      'tax_cents', (money.booking).tax_cents,
      'tax_label', (money.booking).tax_label,
      'tip_cents', (money.booking).tip_cents,
      'total_cents', (money.booking).total_cents,
      'created_at', (money.booking).created_at,
      'cancelled_at', (money.booking).cancelled_at,
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_cents', money.due_cents
    ) as row
    from private.money_by_booking(
      from_day, until_day,
      coalesce((after ->> 'date')::date, '-infinity'),
      coalesce((after ->> 'time')::time, '00:00'),
      coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
      most
    ) as money
  ) as line;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows) when most then jsonb_build_object(
      'date', rows -> -1 -> 'booking_date', 'time', rows -> -1 -> 'booking_time', 'id', rows -> -1 -> 'id'
    ) end,
    'total', case when after is null then (
      select count(*) from public.bookings
      where booking_date between from_day and until_day and status <> 'pending_payment'
    ) end
  );
end;
$$;

-- What a receipt of a booking is made of, for an administrator: the booking, what arrived and what went back.
-- -> {booking, due_on_site_cents, payments: [{method, amount_cents, tip_cents, settled_at}],
--     refunds: [{method, amount_cents, created_at, status}]}
-- Raises administrators_only (403), booking_not_found (404).
create function public.booking_receipt(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return private.receipt_of(booking);
end;
$$;

create function private.receipt_of(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'booking', to_jsonb(booking) - array['client_address', 'user_id'],
    'due_on_site_cents', private.due_on_site_cents(booking),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', payment.tip_cents,
        'settled_at', payment.settled_at
      ) order by payment.settled_at, payment.id), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id and payment.status = 'succeeded'
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', payment.method, 'amount_cents', refund.amount_cents, 'created_at', refund.created_at,
        'status', refund.status
      ) order by refund.created_at, refund.id), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id and refund.status <> 'failed'
    )
  );
$$;

revoke all on function
  private.check_range(date, date),
  private.parts_of(public.payments, public.bookings),
  private.money_moves(timestamptz, timestamptz, timestamptz, uuid, integer),
  private.money_by_booking(date, date, date, time, uuid, integer), private.money_outstanding(date, date),
  private.receipt_of(public.bookings)
  from public;
grant execute on function private.receipt_of(public.bookings) to service_role;

revoke all on function
  public.money_report(date, date), public.export_payments(date, date, jsonb, integer),
  public.export_bookings(date, date, jsonb, integer), public.booking_receipt(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.money_report(date, date), public.export_payments(date, date, jsonb, integer),
  public.export_bookings(date, date, jsonb, integer), public.booking_receipt(uuid)
  to authenticated;
