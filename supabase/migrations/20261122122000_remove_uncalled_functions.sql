-- One function locks a booking for the server, and three functions that nothing calls go: the owner ends blocked time
-- with end_time_off, and reads what is outside the rules with time_page.

set local lock_timeout = '5s';
set local statement_timeout = '60s';
set local check_function_bodies = off;

drop function public.remove_time_off(uuid), public.bookings_outside_rules(), private.is_outside_area(uuid);

create function private.locked_booking(target_booking_id uuid) returns public.bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

create or replace function private.lock_booking(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.locked_booking(target_booking_id);
end;
$$;

create or replace function public.release_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  reason text,
  acting_admin uuid default null,
  policy_cents integer default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
  money record;
  new_refunds jsonb;
begin
  if booking.status = 'cancelled' then
    return jsonb_build_object('outcome', 'already_cancelled', 'refunds', '[]'::jsonb);
  end if;
  if acting_admin is null and (booking.done_at is not null or booking.no_show_at is not null) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  select * into money from private.money_of(booking.id);
  if money.paid_cents - money.refunded_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  if refund_cents not between 0 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  end if;
  if acting_admin is null then
    perform private.act_as_customer();
  else
    perform private.act_as(acting_admin);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', payment.stripe_payment_intent_id,
    'method', payment.method,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(booking.id, refund_cents, release_booking.reason) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.cancel(booking.id);
  if policy_cents is not null then
    perform private.note_change(
      booking.id,
      'refund_chosen',
      jsonb_build_object('refund_cents', policy_cents),
      jsonb_build_object('refund_cents', refund_cents)
    );
  end if;
  -- An address that never paid may be a stranger's: it gets no email. One given by phone is known.
  if money.paid_cents > 0 or booking.source = 'phone' then
    perform public.enqueue_mail(
      'booking_cancellation:' || booking.id,
      'booking_cancellation',
      booking.customer_email,
      booking.id,
      jsonb_strip_nulls(jsonb_build_object(
        'refund_cents', refund_cents,
        'by_hand_cents', (
          select sum((refund ->> 'amount_cents')::integer)
          from jsonb_array_elements(new_refunds) as refund
          where refund ->> 'method' <> 'online'
        )
      ))
    );
  end if;
  return jsonb_build_object('outcome', 'cancelled', 'refunds', new_refunds);
end;
$$;

create or replace function public.extend_hold(
  target_booking_id uuid,
  hold_minutes integer,
  max_extensions integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  target public.bookings := private.locked_booking(target_booking_id);
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  is_held boolean;
begin
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if target.hold_extensions >= max_extensions then
    raise exception using errcode = 'PT409', message = 'no_extensions_left';
  end if;
  perform private.lock_email(target.customer_email);
  select * into claim from public.slot_claims where booking_id = target.id;
  is_held := claim.id is not null and claim.expires_at > now() and lower(claim.during) >= now();
  if not is_held then
    perform private.check_open_holds(target, max_open_holds, max_open_holds_of_email);
  end if;
  perform private.lock_day(target.booking_date);
  perform private.free_unheld_coupons(target);
  if not is_held then
    perform private.take_time(target, held_until);
  end if;
  perform private.redeem_coupon(target);
  update public.slot_claims set expires_at = held_until where booking_id = target.id;
  update public.bookings set hold_extensions = hold_extensions + 1 where id = target.id;
  return jsonb_build_object(
    'booking_id', target.id, 'expires_at', held_until, 'extensions_left', max_extensions - target.hold_extensions - 1
  );
end;
$$;

create or replace function public.begin_payment(target_booking_id uuid, payment_intent_id text, amount_cents integer)
returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  if (private.locked_booking(target_booking_id)).status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if not exists (select from public.slot_claims where booking_id = target_booking_id) then
    raise exception using errcode = 'PT410', message = 'hold_lapsed';
  end if;
  insert into public.payments as payment (booking_id, stripe_payment_intent_id, amount_cents)
  values (target_booking_id, payment_intent_id, begin_payment.amount_cents)
  on conflict (stripe_payment_intent_id) do update
  set amount_cents = excluded.amount_cents, status = 'requires_payment'
  where payment.status in ('requires_payment', 'failed');
end;
$$;

create or replace function private.settle(intent_id text, target_booking_id uuid, cents integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
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

create or replace function public.attach_payment(
  target_finding_id uuid, intent_id text, target_booking_id uuid, cents integer, acting_admin uuid
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- The booking before the rest, as everywhere.
  booking public.bookings := private.locked_booking(target_booking_id);
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  settlement jsonb;
begin
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  end if;
  if exists (
    select from public.payments where stripe_payment_intent_id = intent_id and booking_id <> booking.id
  ) then
    raise exception using errcode = 'PT409', message = 'payment_of_another_booking';
  end if;
  if cents > booking.total_cents - private.collected_cents(booking.id)
    or (booking.status = 'pending_payment' and cents <> booking.due_now_cents) then
    raise exception using errcode = 'PT409', message = 'attach_amount_differs';
  end if;
  update public.payment_findings set booking_id = booking.id where id = finding.id;
  perform private.add_finding_step(finding.id, 'attached');
  if booking.status = 'pending_payment' then
    settlement := private.settle(intent_id, booking.id, cents);
  else
    settlement := private.keep_payment(intent_id, booking, cents);
  end if;
  perform private.close_finding(finding.id, 'mended');
  return settlement;
end;
$$;

revoke all on function private.locked_booking from public;
grant execute on function private.locked_booking to service_role;

reset check_function_bodies;
