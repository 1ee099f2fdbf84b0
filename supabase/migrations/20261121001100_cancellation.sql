-- Cancelling a booking. How much goes back is the caller's rule; that it is not more than is there, and
-- that it is decided once, is held here.

-- Spreads an amount over what the payments of a booking have left, the newest first.
create function private.add_refunds(target_booking_id uuid, refund_cents integer, why text) returns setof public.refunds
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  left_cents integer := refund_cents;
  part integer;
begin
  for payment in
    select * from public.payments
    where booking_id = target_booking_id and status = 'succeeded'
    order by settled_at desc
    for update
  loop
    part := least(left_cents, private.keepable_cents(payment));
    if part > 0 then
      left_cents := left_cents - part;
      return query
        insert into public.refunds (payment_id, amount_cents, reason)
        values (payment.id, part, why)
        returning *;
    end if;
  end loop;
end;
$$;

-- Cancels a booking: its time is free at once, `refund_cents` wait to be sent, and whoever had paid is
-- told. `expected_paid_cents` is what the caller reckoned with: paid and not on its way back.
-- -> {outcome: cancelled | already_cancelled, refunds: [{id, payment_intent_id, amount_cents}]}
-- Raises booking_not_found (404), booking_changed (409), refund_too_large (400).
create function public.release_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  reason text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  money record;
  new_refunds jsonb;
begin
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if booking.status = 'cancelled' then
    return jsonb_build_object('outcome', 'already_cancelled', 'refunds', '[]'::jsonb);
  end if;
  select * into money from private.money_of(booking.id);
  if money.paid_cents - money.refunded_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  if refund_cents not between 0 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', payment.stripe_payment_intent_id,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(booking.id, refund_cents, release_booking.reason) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.cancel(booking.id);
  -- An address that nobody paid with may be a stranger's: it gets no mail.
  if money.paid_cents > 0 then
    perform public.enqueue_mail(
      'booking_cancellation:' || booking.id,
      'booking_cancellation',
      booking.customer_email,
      booking.id,
      jsonb_build_object('refund_cents', refund_cents)
    );
  end if;
  return jsonb_build_object('outcome', 'cancelled', 'refunds', new_refunds);
end;
$$;

revoke all on function public.release_booking(uuid, integer, integer, text)
  from public, anon, authenticated, service_role;
grant execute on function public.release_booking(uuid, integer, integer, text) to service_role;

revoke all on function private.add_refunds(uuid, integer, text) from public;
grant execute on function private.add_refunds(uuid, integer, text) to service_role;
