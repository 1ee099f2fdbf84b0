-- Money that arrives. Every way to hear of it (webhook, confirmation page, sweep) ends here, under the
-- lock of the booking; duplicates and any order of events converge, and nothing later is undone.

-- Notes a payment before the browser learns of it, so that nobody can pay what is paid already.
-- Raises booking_not_found (404), not_awaiting_payment (409).
create function public.begin_payment(target_booking_id uuid, payment_intent_id text, amount_cents integer) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_status text;
begin
  select status into current_status from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if current_status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  insert into public.payments as payment (booking_id, stripe_payment_intent_id, amount_cents)
  values (target_booking_id, payment_intent_id, begin_payment.amount_cents)
  on conflict (stripe_payment_intent_id) do update
  set amount_cents = excluded.amount_cents, status = 'requires_payment'
  where payment.status in ('requires_payment', 'failed');
end;
$$;

-- Gives a payment back in full: the refund waits to be sent, and the customer is told.
create function private.refund_payment(payment public.payments, booking public.bookings, why text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  new_refund_id uuid;
begin
  insert into public.refunds (payment_id, amount_cents, reason)
  values (payment.id, payment.amount_cents, why)
  returning id into new_refund_id;
  perform public.enqueue_mail(
    'payment_refunded:' || payment.id,
    'payment_refunded',
    booking.customer_email,
    booking.id,
    jsonb_build_object('refund_cents', payment.amount_cents)
  );
  return new_refund_id;
end;
$$;

-- Ends a booking: its time and its coupon are free again.
create function private.cancel(target_booking_id uuid) returns void
language sql set search_path = ''
as $$
  update public.bookings
  set status = 'cancelled', cancelled_at = now(), calendar_sequence = calendar_sequence + 1
  where id = target_booking_id and status <> 'cancelled';
  -- The coupon before the claim, as everywhere: another order could wait for itself in a circle.
  delete from public.coupon_redemptions where booking_id = target_booking_id;
  delete from public.slot_claims where booking_id = target_booking_id;
$$;

-- Makes the hold of a booking permanent; a time that was given up is taken again when it is free. A time
-- that has begun is gone.
-- Null when that worked, else why not: time_gone, coupon_used.
create function private.make_permanent(booking public.bookings) returns text
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_email(booking.customer_email);
  update public.slot_claims set expires_at = null
  where booking_id = booking.id and lower(during) >= now();
  if not found then
    perform private.take_time(booking, null);
  end if;
  perform private.redeem_coupon(booking);
  return null;
exception
  when sqlstate 'PT409' then
    return case sqlerrm when 'slot_taken' then 'time_gone' else sqlerrm end;
end;
$$;

-- Why a payment cannot be kept; null when the booking now stands because of it.
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

create function private.settle(intent_id text, target_booking_id uuid, cents integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  payment public.payments;
  refusal text;
  new_refund_id uuid;
begin
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
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
  set amount_cents = excluded.amount_cents, status = 'succeeded', settled_at = now(), last_error = null
  returning * into payment;

  refusal := private.refusal_of(booking, payment);
  if refusal is not null then
    if booking.status = 'pending_payment' then
      perform private.cancel(booking.id);
    end if;
    new_refund_id := private.refund_payment(payment, booking, refusal);
  else
    update public.bookings
    set
      status = case payment_option when 'pay_deposit' then 'deposit_paid' else 'confirmed' end,
      deposit_paid = (payment_option = 'pay_deposit')
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

-- Notes that an event was heard; false when it had been before.
create function private.is_new_event(event_id text, event_type text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into public.stripe_events (id, type) values (event_id, event_type) on conflict (id) do nothing;
  return found;
end;
$$;

create function private.duplicate_event(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'duplicate_event',
    'booking_id', target_booking_id,
    'status', (select status from public.bookings where id = target_booking_id),
    'refund_id', null
  );
$$;

-- Money of this intent arrived, `amount_cents` of it. The booking stands, or the money goes back in full:
-- another amount than due, a cancelled booking, a second payment, a time or coupon that is gone.
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

-- What is left to know of a booking before it is paid, changed or mailed about: its columns, when its
-- hold ends (null: for good, or not held), whether it is held, its money and the payment that is open.
-- Null when there is no such booking.
create function public.booking_for_payment(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'expires_at', claim.expires_at,
    'has_claim', claim.id is not null,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
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

-- Takes up to `batch` open payments that nobody looked at for `older_than_seconds`; each is given to one
-- caller. hold_lapsed: nobody may pay any more, so the intent should be closed.
create function public.payments_to_reconcile(batch integer, older_than_seconds integer)
returns table (payment_intent_id text, booking_id uuid, hold_lapsed boolean)
language sql set search_path = ''
as $$
  update public.payments as payment
  set reconciled_at = now()
  where payment.id in (
    select open.id
    from public.payments as open
    where open.status in ('requires_payment', 'processing', 'failed')
      and coalesce(open.reconciled_at, open.created_at) < now() - older_than_seconds * interval '1 second'
    order by coalesce(open.reconciled_at, open.created_at)
    limit batch
    for update skip locked
  )
  returning
    payment.stripe_payment_intent_id,
    payment.booking_id,
    not exists (
      select
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.booking_id = payment.booking_id
        and booking.status = 'pending_payment'
        and claim.expires_at > now()
    );
$$;

revoke all on function
  public.begin_payment(uuid, text, integer), public.settle_payment(text, uuid, integer, text),
  public.booking_for_payment(uuid), public.payments_to_reconcile(integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.begin_payment(uuid, text, integer), public.settle_payment(text, uuid, integer, text),
  public.booking_for_payment(uuid), public.payments_to_reconcile(integer, integer)
  to service_role;

revoke all on function
  private.refund_payment(public.payments, public.bookings, text), private.cancel(uuid),
  private.make_permanent(public.bookings), private.refusal_of(public.bookings, public.payments),
  private.settle(text, uuid, integer), private.is_new_event(text, text), private.duplicate_event(uuid)
  from public;
grant execute on function
  private.refund_payment(public.payments, public.bookings, text), private.cancel(uuid),
  private.make_permanent(public.bookings), private.refusal_of(public.bookings, public.payments),
  private.settle(text, uuid, integer), private.is_new_event(text, text), private.duplicate_event(uuid)
  to service_role;
