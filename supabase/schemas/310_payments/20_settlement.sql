-- Settling a payment: the booking is confirmed, or the money is refunded.

-- Makes the booking's hold permanent for a payment. Null on success, else why the payment cannot be kept.
create function private.refusal_of(booking public.bookings, payment public.payments) returns text
language sql set search_path = ''
as $$
  select case
    when booking.status = 'cancelled' then 'booking_cancelled'
    when booking.status <> 'pending_payment' then 'already_paid'
    when payment.amount_cents <> booking.due_now_cents then 'amount_mismatch'
    else private.make_permanent(booking)
  end;
$$;

-- settle_payment without the check for a duplicate event.
create function private.settle(intent_id text, target_booking_id uuid, cents integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  payment public.payments;
  refusal text;
  new_refund_id uuid;
begin
  select * into payment from public.payments where stripe_payment_intent_id = intent_id for update;
  if payment.booking_id <> booking.id then
    raise exception using errcode = 'PT409', message = 'payment_of_another_booking';
  end if;
  if payment.status = 'succeeded' then
    return jsonb_build_object(
      'outcome', 'already_settled',
      'booking_id', booking.id,
      'status', booking.status,
      'refund_id', (select id from public.refunds where payment_id = payment.id order by created_at desc limit 1)
    );
  end if;
  insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at)
  values (booking.id, intent_id, cents, 'succeeded', now())
  on conflict (stripe_payment_intent_id) do update
  set
    amount_cents = excluded.amount_cents,
    tip_cents = least(payments.tip_cents, excluded.amount_cents),
    status = 'succeeded',
    settled_at = now(),
    last_error = null
  returning * into payment;

  refusal := case payment.purpose
    when 'balance' then private.refusal_of_balance(booking, payment)
    else private.refusal_of(booking, payment)
  end;
  if refusal is not null then
    if booking.status = 'pending_payment' then
      perform private.cancel(booking.id);
    end if;
    new_refund_id := private.refund_payment(payment, booking, refusal);
  elsif payment.purpose = 'balance' then
    -- The last of the price is collected: its receipt follows from the status.
    if private.due_on_site_cents(booking) = 0 then
      update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
    end if;
  else
    update public.bookings
    set
      status = case payment_option when 'pay_deposit' then 'deposit_paid' else 'confirmed' end,
      deposit_paid = (payment_option = 'pay_deposit'),
      stripe_checkout_session_id = intent_id
    where id = booking.id;
    perform public.enqueue_mail(
      'booking_confirmation:' || booking.id, 'booking_confirmation', booking.customer_email, booking.id, '{}'
    );
  end if;
  return jsonb_build_object(
    'outcome', case when refusal is null then 'settled' else 'refund_due' end,
    'booking_id', booking.id,
    'status', (select status from public.bookings where id = booking.id),
    'refund_id', new_refund_id
  );
end;
$$;

-- Records that `amount_cents` of an intent arrived. Confirms the booking, or refunds all of it: for another amount
-- than due, a cancelled booking, a second payment, or a time or coupon that is gone. A balance makes the booking paid
-- when nothing is left, and is refunded when it is more than what is due by then.
-- -> {outcome: settled | already_settled | refund_due | duplicate_event, booking_id, status, refund_id}
-- Raises booking_not_found (404), payment_of_another_booking (409).
create function public.settle_payment(
  payment_intent_id text,
  target_booking_id uuid,
  amount_cents integer,
  event_id text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  if event_id is not null and not private.is_new_event(event_id, 'payment_intent.succeeded') then
    return private.duplicate_event(target_booking_id);
  end if;
  return private.settle(payment_intent_id, target_booking_id, amount_cents);
end;
$$;

revoke all on function public.settle_payment from public, anon, authenticated, service_role;
grant execute on function private.refusal_of, private.settle, public.settle_payment to service_role;
