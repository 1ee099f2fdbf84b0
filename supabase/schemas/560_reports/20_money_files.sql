-- Files for the accountant, and receipts.

-- The data of a booking's receipt, as booking_receipt.
create function private.receipt_of(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'booking', to_jsonb(booking) - array['client_address', 'user_id'],
    'due_on_site_cents', money.due_on_site_cents,
    'reduced_cents', money.reduced_cents,
    'reduced_tax_cents', money.reduced_tax_cents,
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', private.tip_on_receipt(payment),
        'settled_at', payment.settled_at
      ) order by payment.settled_at, payment.id), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id and payment.status = 'succeeded'
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', coalesce(refund.method, payment.method), 'amount_cents', refund.amount_cents,
        'created_at', refund.created_at,
        'status', refund.status
      ) order by refund.created_at, refund.id), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id and refund.status <> 'failed'
    )
  )
  from private.money_of(booking) as money;
$$;

-- The data of a booking's receipt: the booking, its payments and its refunds.
-- -> {booking, due_on_site_cents, reduced_cents and reduced_tax_cents (private.money_of), payments: [{method, amount_cents, tip_cents, settled_at}], refunds: [{method,
-- amount_cents, created_at, status}]}
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

-- Paid, refunded and due cents of the bookings of some days, and the tips given later. A refund that is still owed by hand
-- counts as owed only.
create function private.money_by_booking(from_day date, until_day date, after_date date, after_time time, after_id uuid, most integer)
returns table (
  booking public.bookings, paid_cents integer, refunded_cents integer, owed_cents integer, later_tip_cents integer,
  due_cents integer
)
language sql stable set search_path = ''
as $$
  select
    page.booking,
    sums.paid_cents,
    sums.refunded_cents - sums.owed_cents,
    sums.owed_cents,
    sums.tip_cents,
    case
      when (page.booking).no_show_at is not null then 0
      else private.due_on_site_cents(page.booking, sums.collected_cents)
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
  cross join lateral private.payment_sums((page.booking).id) as sums
  order by (page.booking).booking_date, (page.booking).booking_time, (page.booking).id;
$$;

-- A page of the bookings whose visits are within local days; without those never paid nor taken by phone. `after`,
-- `next` and `total` as export_payments.
-- -> {rows: [{id, booking_date, …, done_at, no_show_at, called_off (private.called_off), …, paid_cents, refunded_cents,
-- owed_cents, later_tip_cents, due_cents, customer_phone, crew, crew_name}], next, total}; `crew` is null without a claim, `crew_name` empty for a
-- crew without a name.
-- Notifies the administrators. Raises administrators_only, reauthentication_needed (403), invalid_range (400).
create function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  perform private.notify_administrators('The bookings of some days were exported to a file.', 'export_bookings');
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(line.row), '[]') into rows
  from (
    select jsonb_build_object(
      'id', (money.booking).id,
      'booking_date', (money.booking).booking_date,
      'booking_time', (money.booking).booking_time,
      'service_name', (money.booking).service_name,
      'add_ons', (money.booking).add_ons,
      'vehicle_type', (money.booking).vehicle_type,
      'vehicle_name', (money.booking).vehicle_name,
      'customer_name', (money.booking).customer_name,
      'customer_email', (money.booking).customer_email,
      'status', (money.booking).status,
      'done_at', (money.booking).done_at,
      'no_show_at', (money.booking).no_show_at,
      'called_off', rain.state,
      'source', (money.booking).source,
      'payment_option', (money.booking).payment_option,
      'price_cents', (money.booking).price_cents,
      'discount_cents', (money.booking).discount_cents,
      'nearby_discount_cents', (money.booking).nearby_discount_cents,
      'coupon_code', (money.booking).coupon_code,
      'tax_cents', (money.booking).tax_cents,
      'tax_label', (money.booking).tax_label,
      'tip_cents', (money.booking).tip_cents,
      'total_cents', (money.booking).total_cents,
      'created_at', (money.booking).created_at,
      'cancelled_at', (money.booking).cancelled_at,
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'owed_cents', money.owed_cents,
      'later_tip_cents', money.later_tip_cents,
      'due_cents', money.due_cents,
      'customer_phone', (money.booking).customer_phone,
      'crew', claim.crew,
      'crew_name', crew.name
    ) as row
    from private.money_by_booking(
      from_day, until_day,
      coalesce((after ->> 'date')::date, '-infinity'),
      coalesce((after ->> 'time')::time, '00:00'),
      coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
      most
    ) as money
    left join lateral private.rain_of(money.booking) as rain on true
    -- With a limit it is one index lookup for each row, otherwise a scan of all claims.
    left join lateral (
      select crew from public.slot_claims where booking_id = (money.booking).id limit 1
    ) as claim on true
    left join public.crews as crew on crew.number = claim.crew
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

-- A page of the ledger of local days (365_money_moves.sql), in order; refunds and disputed amounts are negative, and so
-- is what takes a payment off again. `after` is `next` of the page before; null begins. `total` is set on the first page
-- only.
-- -> {rows: [{id, at, kind, booking_id, payment_id, service_name, customer_name, method, status, amount_cents,
-- tax_cents, tip_cents, stripe_id}], next: jsonb or null, total: number or null}
-- Notifies the administrators. Raises administrators_only, reauthentication_needed (403), invalid_range (400).
create function public.export_payments(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  begins timestamptz := private.instant_of(from_day, '00:00');
  ends timestamptz := private.instant_of(until_day + 1, '00:00');
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  perform private.notify_administrators('The payments of some days were exported to a file.', 'export_payments');
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', move.id, 'at', move.at, 'kind', move.kind, 'booking_id', move.booking_id, 'payment_id', move.payment_id,
    'service_name', move.service_name, 'customer_name', booking.customer_name, 'method', move.method,
    'status', coalesce(refund.status, payment.status), 'amount_cents', move.amount_cents,
    'tax_cents', move.tax_cents, 'tip_cents', move.tip_cents,
    'stripe_id', case move.kind
      when 'refund' then refund.stripe_refund_id
      when 'change' then null
      else payment.stripe_payment_intent_id
    end
  ) order by move.at, move.id), '[]') into rows
  from (
    select *
    from private.money_moves as one
    where one.at >= begins and one.at < ends
      and (
        after is null or (one.at, one.id) > ((after ->> 'at')::timestamptz, (after ->> 'id')::uuid)
      )
    order by one.at, one.id
    limit most
  ) as move
  join public.bookings as booking on booking.id = move.booking_id
  join public.payments as payment on payment.id = move.payment_id
  -- With a limit it is one index lookup for each row, otherwise a scan of all refunds.
  left join lateral (
    select status, stripe_refund_id from public.refunds where move.kind = 'refund' and id = move.id limit 1
  ) as refund on true;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows)
      when most then jsonb_build_object('at', rows -> -1 -> 'at', 'id', rows -> -1 -> 'id')
    end,
    'total', case when after is null then (
      select count(*) from private.money_moves where at >= begins and at < ends
    ) end
  );
end;
$$;

revoke all on function
  public.booking_receipt, public.export_bookings, public.export_payments
  from public, anon, authenticated, service_role;
grant execute on function private.receipt_of to service_role;
grant execute on function public.booking_receipt, public.export_bookings, public.export_payments to authenticated;
