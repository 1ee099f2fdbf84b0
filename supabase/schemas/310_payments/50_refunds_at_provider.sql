-- What Stripe reports about payments and refunds.

-- Records a step of a refund. Steps only go forward: pending, sent, succeeded; a refund may still fail after that,
-- and one that failed at Stripe stays so. Updates its payment's sum. A refund that Stripe had and that failed is emailed
-- to the customer.
create function private.note_refund(target_refund_id uuid, stripe_id text, new_status text, problem text) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  next_status text := new_status;
  wait interval;
begin
  -- The booking and its payment first, as everywhere, so that two reports about it go one after the other.
  perform from public.bookings
  where id = (
    select payment.booking_id
    from public.refunds as sent join public.payments as payment on payment.id = sent.payment_id
    where sent.id = target_refund_id
  )
  for update;
  perform from public.payments
  where id = (select payment_id from public.refunds where id = target_refund_id) for update;
  select * into refund from public.refunds where id = target_refund_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  if (refund.status = 'failed' and refund.stripe_refund_id is not null)
    or (refund.status = 'succeeded' and new_status in ('pending', 'sent'))
    or (refund.status = 'sent' and new_status = 'pending') then
    next_status := refund.status;
  end if;
  wait := coalesce(private.wait_after(greatest(refund.attempts, 1)), interval '1 day');
  update public.refunds
  set
    status = next_status,
    stripe_refund_id = coalesce(stripe_refund_id, stripe_id),
    last_error = left(problem, 1000),
    sending_until = null,
    next_attempt_at = case next_status when 'pending' then now() + wait else next_attempt_at end
  where id = refund.id;
  if next_status = 'failed' and refund.status in ('sent', 'succeeded') then
    update public.payments
    set reported_refunded_cents = greatest(reported_refunded_cents - refund.amount_cents, 0)
    where id = refund.payment_id;
  end if;
  perform private.sum_refunds(refund.payment_id);
  if next_status = 'failed' and refund.status <> 'failed'
    and coalesce(refund.stripe_refund_id, stripe_id) is not null then
    perform public.enqueue_mail(
      'refund_failed:' || refund.id, 'refund_failed', booking.customer_email, booking.id,
      jsonb_build_object('refund_cents', refund.amount_cents)
    )
    from public.payments as payment
    join public.bookings as booking on booking.id = payment.booking_id
    where payment.id = refund.payment_id;
  end if;
end;
$$;

-- Records what Stripe reports about a refund: one of ours (by Stripe's id, or by the id that we sent), or one made
-- outside, which is added. `detail`: {refund_id, refund_status, own_refund_id, error}.
create function private.note_refund_event(payment public.payments, cents integer, detail jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  known_id uuid;
  next_status text := case detail ->> 'refund_status'
    when 'succeeded' then 'succeeded'
    when 'failed' then 'failed'
    when 'canceled' then 'failed'
    else 'sent'
  end;
begin
  select id into known_id
  from public.refunds
  where payment_id = payment.id
    and (
      stripe_refund_id = detail ->> 'refund_id'
      or (stripe_refund_id is null and id::text = lower(detail ->> 'own_refund_id'))
    );
  if known_id is null then
    insert into public.refunds (payment_id, amount_cents, reason, status, stripe_refund_id)
    values (payment.id, cents, 'made_outside', 'sent', detail ->> 'refund_id')
    returning id into known_id;
  end if;
  perform private.note_refund(known_id, detail ->> 'refund_id', next_status, detail ->> 'error');
end;
$$;

-- Records a Stripe event once, with what follows from it. target_booking_id may be null: then the stored payment
-- knows its booking. amount_cents is the intent's, the charge's or the refund's. `detail`: {error} of an attempt;
-- {refunded_cents}, the charge's total refund; {refund_id, refund_status, own_refund_id, error} of a refund. A failed
-- refund of unmatched money opens its finding again.
-- -> as settle_payment; outcome is `recorded` for an event that changes no booking, and `ignored` for a payment that
-- is not ours.
create function public.apply_payment_event(
  event_id text,
  event_type text,
  payment_intent_id text,
  target_booking_id uuid,
  amount_cents integer,
  detail jsonb
) returns jsonb
language plpgsql set search_path = ''
as $$
#variable_conflict use_variable
declare
  payment public.payments;
  known_booking_id uuid;
begin
  select * into payment from public.payments where stripe_payment_intent_id = payment_intent_id;
  select id into known_booking_id
  from public.bookings where id = coalesce(payment.booking_id, target_booking_id);
  if not private.is_new_event(event_id, event_type) then
    return private.duplicate_event(known_booking_id);
  end if;
  if known_booking_id is null then
    if event_type like 'refund.%' and detail ->> 'refund_status' in ('failed', 'canceled') then
      perform private.reopen_refunded(payment_intent_id, detail ->> 'refund_id', detail ->> 'error');
    end if;
    return jsonb_build_object('outcome', 'ignored', 'booking_id', null, 'status', null, 'refund_id', null);
  end if;
  -- The booking before its payments, as everywhere.
  perform from public.bookings where id = known_booking_id for update;
  if event_type = 'payment_intent.succeeded' then
    return private.settle(payment_intent_id, known_booking_id, amount_cents);
  elsif event_type = 'payment_intent.payment_failed' then
    perform private.note_attempt(payment_intent_id, known_booking_id, amount_cents, 'failed', detail ->> 'error');
  elsif event_type = 'payment_intent.processing' then
    perform private.note_attempt(payment_intent_id, known_booking_id, amount_cents, 'processing', null);
  elsif event_type = 'payment_intent.canceled' then
    perform private.note_attempt(payment_intent_id, known_booking_id, amount_cents, 'canceled', null);
  elsif event_type = 'charge.refunded' and payment.id is not null then
    update public.payments as paid
    set reported_refunded_cents = greatest(paid.reported_refunded_cents, (detail ->> 'refunded_cents')::integer)
    where paid.id = payment.id;
    perform private.sum_refunds(payment.id);
  elsif event_type like 'refund.%' and payment.id is not null then
    perform private.note_refund_event(payment, amount_cents, detail);
  end if;
  return jsonb_build_object(
    'outcome', 'recorded',
    'booking_id', known_booking_id,
    'status', (select status from public.bookings where id = known_booking_id),
    'refund_id', null
  );
end;
$$;

-- Of the refunds that Stripe lists, [{id, status, payment_intent_id}], the ids of those of our payments that are
-- missing or stored with another status, and of failed refunds of unmatched money.
create function public.unrecorded_refunds(seen jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(named ->> 'id'), '{}')
  from jsonb_array_elements(seen) as named
  left join public.payments as payment on payment.stripe_payment_intent_id = named ->> 'payment_intent_id'
  -- One index lookup for each: as "not exists" it reads all refunds.
  where case when payment.id is null then
    named ->> 'status' in ('failed', 'canceled')
    and private.finding_of_refund(named ->> 'payment_intent_id', named ->> 'id') is not null
  else not coalesce((
    select case named ->> 'status'
      when 'succeeded' then refund.status in ('succeeded', 'failed')
      when 'failed' then refund.status = 'failed'
      when 'canceled' then refund.status = 'failed'
      else true
    end
    from public.refunds as refund
    where refund.stripe_refund_id = named ->> 'id'
    limit 1
  ), false) end;
$$;

revoke all on function
  public.apply_payment_event, public.unrecorded_refunds
  from public, anon, authenticated, service_role;
grant execute on function
  private.note_refund, private.note_refund_event, public.apply_payment_event, public.unrecorded_refunds
  to service_role;
