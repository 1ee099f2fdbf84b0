-- The file of bookings has the customer's phone number and the crew.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A page of the bookings whose visits are within local days; without those never paid nor taken by phone. `after`,
-- `next` and `total` as export_payments.
-- -> {rows: [{id, booking_date, …, done_at, no_show_at, called_off (private.called_off), …, paid_cents, refunded_cents,
-- due_cents, customer_phone, crew, crew_name}], next, total}; `crew` is null without a claim, `crew_name` empty for a
-- crew without a name.
-- Raises administrators_only (403), invalid_range (400).
create or replace function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
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
