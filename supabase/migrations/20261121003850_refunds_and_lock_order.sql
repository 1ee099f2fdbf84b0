-- What the storms brought to light: a refund that Stripe made and nobody heard of, two orders of locks that could
-- wait for each other in a circle, and money that was handed back while it was being sent.

-- Of refunds that Stripe has, [{id, status, payment_intent_id}], those of our payments that the books have not, or
-- not as Stripe has them.
create function public.unrecorded_refunds(seen jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(named ->> 'id'), '{}')
  from jsonb_array_elements(seen) as named
  join public.payments as payment on payment.stripe_payment_intent_id = named ->> 'payment_intent_id'
  -- One look at an index for each: written as "not exists", all refunds were read.
  where not coalesce((
    select case named ->> 'status'
      when 'succeeded' then refund.status in ('succeeded', 'failed')
      when 'failed' then refund.status = 'failed'
      when 'canceled' then refund.status = 'failed'
      else true
    end
    from public.refunds as refund
    where refund.stripe_refund_id = named ->> 'id'
    limit 1
  ), false);
$$;

revoke all on function public.unrecorded_refunds(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.unrecorded_refunds(jsonb) to service_role;

-- Holds an account until the end of the transaction; null when it is gone.
create function private.lock_person(person_id uuid) returns uuid
language sql security definer set search_path = ''
as $$
  select id from auth.users where id = person_id for key share;
$$;

revoke all on function private.lock_person(uuid) from public;
grant execute on function private.lock_person(uuid) to service_role;

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the columns of the table
-- as keys; id, status and everything the database decides are ignored. The e-mail's other open hold is
-- replaced, and so is the one that the key replaces_booking_id names. -> {booking_id, expires_at}
-- Raises slot_taken, coupon_used (409), too_many_holds (429).
create or replace function public.hold_slot(booking jsonb, hold_minutes integer, max_open_holds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
begin
  wanted.id := gen_random_uuid();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  -- The person before their address, as everywhere; who is just leaving books as a guest.
  wanted.user_id := private.lock_person(wanted.user_id);
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds);
  perform private.lock_day(wanted.booking_date);
  perform private.drop_other_holds(wanted);
  perform private.give_up_hold((booking ->> 'replaces_booking_id')::uuid);
  insert into public.bookings (
    id, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type, car_model,
    car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents, tip_cents,
    tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    location_type, address, city, province, postal_code, client_address
  )
  values (
    wanted.id, wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.user_id, wanted.service_id,
    wanted.service_name, wanted.vehicle_type, wanted.car_model, wanted.car_year, wanted.booking_date,
    wanted.booking_time, wanted.duration_minutes, wanted.payment_option, wanted.price_cents,
    coalesce(wanted.discount_cents, 0), coalesce(wanted.tip_cents, 0), coalesce(wanted.tax_cents, 0),
    wanted.total_cents, wanted.due_now_cents, wanted.deposit_cents, coalesce(wanted.tax_label, ''),
    wanted.coupon_code, wanted.free_cancellation_hours, coalesce(wanted.location_type, 'mobile'), wanted.address,
    wanted.city, wanted.province, wanted.postal_code, wanted.client_address
  );
  perform private.take_time(wanted, held_until);
  perform private.redeem_coupon(wanted);
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until);
end;
$$;

-- Holds a booking's status against its money, and opens or ends what there is to say about it. The booking before
-- what was found about it, as everywhere; one that somebody is busy with is looked at another time.
create or replace function private.look_at_booking(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  money record;
  asked integer;
  seen public.payment_findings;
begin
  select * into booking from public.bookings where id = target_booking_id for key share skip locked;
  if not found then
    return;
  end if;
  select * into money from private.booking_money_facts(booking.id);
  asked := private.said_to_be_paid_cents(booking);
  seen.subject := 'booking:' || booking.id;
  seen.booking_id := booking.id;

  seen.kind := 'booking_without_payment';
  seen.facts := jsonb_build_object('expected_cents', asked);
  seen.reason := case
    -- What is taken by phone is paid later, and noted by hand.
    when booking.source = 'phone' or booking.status not in ('deposit_paid', 'confirmed', 'paid') then null
    when money.arrived = 0 then 'nothing_recorded'
    when money.received = 0 then 'all_given_back'
  end;
  if seen.reason is null then
    perform private.close_finding(seen.kind, seen.subject);
  else
    perform private.open_finding(seen);
  end if;

  seen.kind := 'amount_unlike';
  seen.facts := jsonb_build_object(
    'expected_cents', asked, 'total_cents', booking.total_cents, 'received_cents', money.received,
    'kept_cents', money.kept, 'outside_cents', money.outside
  );
  seen.reason := case
    when money.outside > 0 then 'refunded_outside'
    when booking.status not in ('deposit_paid', 'confirmed', 'paid') then null
    when money.kept > booking.total_cents then 'overpaid'
    when money.received > 0 and money.received < asked then 'underpaid'
  end;
  if seen.reason is null then
    perform private.close_finding(seen.kind, seen.subject);
  else
    perform private.open_finding(seen);
  end if;
end;
$$;

-- A refund is stuck when it failed and nothing took its place, when it could not be sent for an hour, or when
-- Stripe has had it for ten days.
create or replace function private.look_at_refund(target_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refund public.refunds;
  payment public.payments;
  seen public.payment_findings;
begin
  select * into refund from public.refunds where id = target_refund_id;
  if not found then
    return;
  end if;
  select * into payment from public.payments where id = refund.payment_id;
  -- The booking first, as in look_at_booking.
  perform from public.bookings where id = payment.booking_id for key share skip locked;
  if not found then
    return;
  end if;
  seen.kind := 'refund_stuck';
  seen.subject := 'refund:' || refund.id;
  seen.booking_id := payment.booking_id;
  seen.refund_id := refund.id;
  seen.stripe_payment_intent_id := payment.stripe_payment_intent_id;
  seen.facts := jsonb_build_object('amount_cents', refund.amount_cents);
  seen.reason := case
    when refund.replaced_by is not null then null
    -- What has gone back another way is not owed any more.
    when refund.status = 'failed' and private.keepable_cents(payment) >= refund.amount_cents then 'failed'
    when refund.status = 'pending' and refund.created_at < now() - interval '1 hour' then 'not_sent'
    when refund.status = 'sent' and refund.created_at < now() - interval '10 days' then 'not_arrived'
  end;
  if seen.reason is null then
    perform private.close_finding(seen.kind, seen.subject);
  else
    perform private.open_finding(seen);
  end if;
end;
$$;

-- Somebody is sending it until then.
alter table public.refunds add column sending_until timestamptz;

-- Writes down a step of a refund. Steps only go forward: pending, sent, succeeded; a refund may still
-- fail after that, and one that failed at Stripe stays so. Its payment's sum follows.
create or replace function private.note_refund(target_refund_id uuid, stripe_id text, new_status text, problem text) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  next_status text := new_status;
  wait interval;
begin
  -- The payment first, as everywhere, so that two reports about it go one after the other.
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
end;
$$;

-- Takes up to `batch` refunds that wait, for `lease_seconds`; no two workers get the same one.
create or replace function public.refunds_to_send(batch integer, lease_seconds integer)
returns table (id uuid, payment_intent_id text, amount_cents integer, booking_id uuid)
language sql set search_path = ''
as $$
  update public.refunds as refund
  set
    attempts = refund.attempts + 1,
    next_attempt_at = now() + lease_seconds * interval '1 second',
    sending_until = now() + lease_seconds * interval '1 second'
  from public.payments as payment
  where payment.id = refund.payment_id
    and refund.id in (
      select waiting.id
      from public.refunds as waiting
      where waiting.status = 'pending' and waiting.next_attempt_at <= now()
      order by waiting.next_attempt_at
      limit batch
      for update skip locked
    )
  returning refund.id, payment.stripe_payment_intent_id, refund.amount_cents, payment.booking_id;
$$;

-- Tries a refund again: one that waits is taken by the caller for two minutes, one that failed is replaced.
-- -> {id, payment_intent_id, amount_cents} to send
-- Raises finding_not_found (404), finding_closed, refund_on_its_way, nothing_to_refund (409).
create or replace function public.retry_refund(target_finding_id uuid, acting_admin uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  refund public.refunds := private.lock_stuck_refund(finding);
  sending_id uuid := refund.id;
begin
  if refund.status = 'failed' then
    insert into public.refunds (payment_id, amount_cents, reason, attempts, next_attempt_at, sending_until)
    values (
      refund.payment_id, refund.amount_cents, refund.reason, 1,
      now() + interval '2 minutes', now() + interval '2 minutes'
    )
    returning id into sending_id;
    update public.refunds set replaced_by = sending_id where id = refund.id;
  else
    update public.refunds
    set
      attempts = attempts + 1,
      next_attempt_at = now() + interval '2 minutes',
      sending_until = now() + interval '2 minutes'
    where id = refund.id;
  end if;
  perform private.add_finding_step(finding.id, 'retried');
  perform private.look_again(finding);
  return jsonb_build_object(
    'id', sending_id,
    'payment_intent_id', finding.stripe_payment_intent_id,
    'amount_cents', refund.amount_cents
  );
end;
$$;

-- The money was handed back in another way; `note` says how. Nothing is sent for it any more.
-- Raises finding_not_found (404), finding_closed, refund_on_its_way, nothing_to_refund (409), note_needed (400).
create or replace function public.note_given_back(target_finding_id uuid, note text, acting_admin uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  refund public.refunds := private.lock_stuck_refund(finding);
  by_hand_id uuid;
begin
  if length(btrim(coalesce(note, ''))) < 3 then
    raise exception using errcode = 'PT400', message = 'note_needed';
  end if;
  -- What is in a sender's hands may reach Stripe at any moment.
  if refund.sending_until > now() then
    raise exception using errcode = 'PT409', message = 'refund_on_its_way';
  end if;
  insert into public.refunds (payment_id, amount_cents, reason, status)
  values (refund.payment_id, refund.amount_cents, 'given_back_by_hand', 'succeeded')
  returning id into by_hand_id;
  update public.refunds set status = 'failed', replaced_by = by_hand_id where id = refund.id;
  perform private.sum_refunds(refund.payment_id);
  perform private.add_finding_step(finding.id, 'by_hand', note);
  perform private.look_again(finding);
end;
$$;
