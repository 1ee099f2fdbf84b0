-- The tax and the tips of a visit, on its page.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.visit_status(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when booking.done_at is not null then 'done'
      when booking.no_show_at is not null then 'missed'
      when private.is_rained_out(booking.id) then 'rained_out'
      when booking.work_began_at is not null then 'working'
      when booking.on_my_way_at is not null then 'on_the_way'
      else 'booked'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'add_ons', booking.add_ons,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'told', case when (link.told_date, link.told_time) <> (booking.booking_date, booking.booking_time) then
      jsonb_build_object('date', link.told_date, 'time', to_char(link.told_time, 'HH24:MI'))
    end,
    'on_my_way_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute',
    'work_began_at', booking.work_began_at,
    'done_at', booking.done_at,
    'money', case when booking.done_at is not null and booking.status <> 'cancelled' then jsonb_build_object(
      'total_cents', booking.total_cents + later.tip_cents,
      'tax_cents', booking.tax_cents,
      'tax_label', booking.tax_label,
      'tip_cents', booking.tip_cents + later.tip_cents,
      'paid_cents', money.paid_cents - money.refunded_cents,
      'due_cents', private.balance_cents(booking)
    ) end
  )
  from private.visit_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking.id) as money
  cross join lateral (
    select coalesce(sum(tip_cents), 0) as tip_cents
    from public.payments
    where booking_id = booking.id and status = 'succeeded'
  ) as later;
$$;
