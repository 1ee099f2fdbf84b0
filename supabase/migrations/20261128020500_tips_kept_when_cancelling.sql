-- Cancelling suggests no refund of tips given on site.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The cents of tips given on site of a booking that are not refunded: a payment's refunds take the rest of it first.
create function private.given_tip_cents(target_booking_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(least(payment.tip_cents, private.keepable_cents(payment))), 0)
    from public.payments as payment
    where payment.booking_id = target_booking_id and payment.status = 'succeeded' and payment.method <> 'online'
  );
end;
$$;

create or replace function public.booking_for_payment(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'expires_at', claim.expires_at,
    'has_claim', claim.id is not null,
    'given_tip_cents', private.given_tip_cents(booking.id),
    'is_rained_out', private.is_rained_out(booking.id),
    'more', private.more_of(booking),
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'disputed_cents', money.disputed_cents,
    'has_open_dispute', private.has_open_dispute(booking.id),
    'due_on_site_cents', private.due_on_site_cents(booking),
    'online_kept_cents', private.online_kept_cents(booking.id),
    'open_payment_intent_id', (
      select stripe_payment_intent_id
      from public.payments
      where booking_id = booking.id and status in ('requires_payment', 'processing', 'failed')
      order by created_at desc
      limit 1
    )
  )
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
$$;

revoke all on function private.given_tip_cents from public;
grant execute on function private.given_tip_cents to service_role;
