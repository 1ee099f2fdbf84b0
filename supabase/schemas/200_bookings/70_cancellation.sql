-- Cancelling a booking. The caller decides the refund; this file limits it to what was paid and decides it once.

-- Cancels a booking and frees its time and its coupon.
create function private.cancel(target_booking_id uuid) returns void
language sql set search_path = ''
as $$
  update public.bookings
  set status = 'cancelled', cancelled_at = now(), calendar_sequence = calendar_sequence + 1
  where id = target_booking_id and status <> 'cancelled';
  -- The coupon before the claim, as everywhere: another order could deadlock.
  delete from public.coupon_redemptions where booking_id = target_booking_id;
  delete from public.slot_claims where booking_id = target_booking_id;
$$;

-- Whether a refund for this reason is the owner's: it counts in the sum that needs a proof (docs/decisions/0126).
create function private.is_owners_refund(reason text) returns boolean
language sql immutable set search_path = ''
as $$
  select reason in ('chosen_by_owner', 'cancelled_by_business', 'overpaid');
$$;

-- Raises reauthentication_needed (403) when the owner, without a fresh proof, would refund more than $500 within 24 hours
-- with what was refunded already, so that a stale session can't empty the account (docs/decisions/0126). Until the
-- transaction ends, the owner's other refunds wait: they count what this one refunds.
create function private.require_proof_of_refund(refund_cents integer, proven boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if refund_cents <= 0 then
    return;
  end if;
  perform private.lock_counted('public.refunds');
  if proven is not true and refund_cents + (
    select coalesce(sum(amount_cents), 0)
    from public.refunds
    where created_at > now() - interval '24 hours' and status <> 'failed'
      and private.is_owners_refund(reason)
  ) > 50000 then
    raise exception using errcode = 'PT403', message = 'reauthentication_needed';
  end if;
end;
$$;

-- Cancels a booking: its time is available at once, `refund_cents` are queued for sending or owed by hand, and a
-- customer who paid or phoned gets an email. `expected_paid_cents` is the sum that the caller saw as paid and not
-- refunded, and not in a dispute. `acting_admin` cancels for the business; without one the customer does, and only
-- before the visit is done or missed. A refund other than `policy_cents` is noted in the history. `anyway`: the owner
-- was asked about an open dispute. `proven`: the administrator has a fresh proof. The server of the former release
-- doesn't say.
-- -> {outcome: cancelled | already_cancelled, refunds: [{id, payment_intent_id, amount_cents}]}; a refund that is owed
-- by hand has no payment_intent_id.
-- Raises booking_not_found (404), booking_past, booking_changed, payment_disputed (409), refund_too_large (400),
-- reauthentication_needed (403).
create function public.release_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  reason text,
  acting_admin uuid default null,
  policy_cents integer default null,
  anyway boolean default false,
  proven boolean default true
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  money record;
  new_refunds jsonb;
begin
  if booking.status = 'cancelled' then
    return jsonb_build_object('outcome', 'already_cancelled', 'refunds', '[]'::jsonb);
  end if;
  if acting_admin is null and (booking.done_at is not null or booking.no_show_at is not null) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  if acting_admin is not null then
    perform private.require_proof_of_refund(refund_cents, proven);
  end if;
  select * into money from private.money_of(booking);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  if refund_cents not between 0 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  end if;
  if acting_admin is null then
    perform private.act_as_customer();
  else
    if refund_cents > 0 then
      perform private.ask_about_dispute(booking.id, anyway);
    end if;
    perform private.act_as(acting_admin);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
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
          where refund ->> 'payment_intent_id' is null
        )
      ))
    );
  end if;
  return jsonb_build_object('outcome', 'cancelled', 'refunds', new_refunds);
end;
$$;

revoke all on function public.release_booking from public, anon, authenticated, service_role;
grant execute on function
  private.cancel, private.is_owners_refund,
  private.require_proof_of_refund, public.release_booking
  to service_role;
