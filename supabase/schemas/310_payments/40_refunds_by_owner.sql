-- Refunds that the owner chooses without cancelling (docs/decisions/0112).

-- The refunds of a booking that a form made: [{id, payment_intent_id, amount_cents}]; one that is owed by hand has no
-- payment_intent_id. Null without any. Those that replace a failed one are left out.
create function private.refunds_of_request(target_booking_id uuid, request uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
    'amount_cents', refund.amount_cents
  ) order by refund.created_at, refund.id)
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  where refund.request_id = request
    and payment.booking_id = target_booking_id
    and not exists (select from public.refunds as failed where failed.replaced_by = refund.id);
$$;

-- Refunds part of what is kept of a booking, whose status stays: `refund_cents` are queued for sending or owed by hand,
-- and the customer gets an email with the `note`. `expected_paid_cents` is the sum that the owner saw as paid and not
-- refunded, and not in a dispute. The same `request` with the same amount counts once. `anyway`: the owner was asked
-- about an open dispute. `proven`: the administrator has a fresh proof.
-- -> {outcome: refunded | already_refunded, refunds: private.refunds_of_request}
-- Raises booking_not_found (404), already_refunded_otherwise, booking_changed, payment_disputed (409),
-- refund_too_large, reason_too_long (400), reauthentication_needed (403).
create function public.refund_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  request uuid,
  acting_admin uuid,
  note text default '',
  anyway boolean default false,
  proven boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  made jsonb := private.refunds_of_request(booking.id, request);
  money record;
  written text := btrim(coalesce(refund_booking.note, ''));
begin
  if made is not null then
    if refund_cents <> (select sum((one ->> 'amount_cents')::integer) from jsonb_array_elements(made) as one) then
      raise exception using errcode = 'PT409', message = 'already_refunded_otherwise';
    end if;
    return jsonb_build_object('outcome', 'already_refunded', 'refunds', made);
  end if;
  perform private.require_proof_of_refund(refund_cents, proven);
  select * into money from private.money_of(booking);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  elsif refund_cents not between 1 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  elsif length(written) > 200 then
    raise exception using errcode = 'PT400', message = 'reason_too_long';
  end if;
  perform private.ask_about_dispute(booking.id, anyway);
  perform private.act_as(acting_admin);
  perform private.add_refunds(
    booking.id, refund_cents, 'chosen_by_owner', request, least(refund_cents, money.overpaid_cents)
  );
  made := private.refunds_of_request(booking.id, request);
  perform private.note_change(
    booking.id, 'refunded', null, jsonb_build_object('refund_cents', refund_cents, 'note', written)
  );
  perform private.look_at_no_show(booking.id);
  perform public.enqueue_mail(
    'refund:' || request, 'refund', booking.customer_email, booking.id,
    jsonb_build_object(
      'refund_cents', refund_cents,
      'by_hand_cents', (
        select coalesce(sum((one ->> 'amount_cents')::integer), 0)
        from jsonb_array_elements(made) as one
        where one ->> 'payment_intent_id' is null
      ),
      'refund_reason', written
    )
  );
  return jsonb_build_object('outcome', 'refunded', 'refunds', made);
end;
$$;

revoke all on function public.refund_booking from public, anon, authenticated, service_role;
grant execute on function private.refunds_of_request, public.refund_booking to service_role;
