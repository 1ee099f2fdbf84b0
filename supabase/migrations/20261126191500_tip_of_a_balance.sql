-- Tell on the page of a payment link which part of the total is a tip.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.balance_of_link(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'booking_id', booking.id,
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when private.due_on_site_cents(booking) = 0 then 'paid'
      when private.is_rained_out(booking.id) then 'rained_out'
      when exists (
        select from public.payments
        where booking_id = booking.id and purpose = 'balance' and status = 'processing'
      ) then 'processing'
      else 'due'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'total_cents', booking.total_cents,
    'tip_cents', booking.tip_cents,
    'tax_cents', booking.tax_cents,
    'tax_label', booking.tax_label,
    'tax_lines', booking.tax_lines,
    'paid_cents', money.paid_cents - money.refunded_cents,
    'due_cents', private.balance_cents(booking),
    'latest', (
      select jsonb_build_object(
        'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents,
        'settled_at', payment.settled_at,
        'is_refunded', private.keepable_cents(payment) = 0
      )
      from public.payments as payment
      where payment.booking_id = booking.id and payment.purpose = 'balance' and payment.status = 'succeeded'
      order by payment.settled_at desc
      limit 1
    )
  )
  from private.payment_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking.id) as money;
$$;
