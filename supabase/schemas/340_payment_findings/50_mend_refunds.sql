-- What an administrator can do about a refund that is stuck or was paid too much.

-- The refund of a finding, locked after its payment. Raises refund_on_its_way, nothing_to_refund (409).
create function private.lock_stuck_refund(finding public.payment_findings) returns public.refunds
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  payment public.payments;
begin
  select * into payment from public.payments
  where id = (select payment_id from public.refunds where id = finding.refund_id) for update;
  select * into refund from public.refunds where id = finding.refund_id for update;
  if refund.status in ('sent', 'succeeded') then
    raise exception using errcode = 'PT409', message = 'refund_on_its_way';
  end if;
  if refund.id is null or refund.replaced_by is not null
    or (refund.status = 'failed' and private.keepable_cents(payment) < refund.amount_cents) then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  return refund;
end;
$$;

-- Refunds what was paid too much for a booking. `anyway`: the owner was asked about an open dispute. `proven`: the
-- administrator has a fresh proof.
-- -> [{id, payment_intent_id, amount_cents}]; a refund that is owed by hand has no payment_intent_id.
-- Raises finding_not_found (404), finding_closed, nothing_to_refund, payment_disputed (409), reauthentication_needed (403).
create function public.refund_excess(
  target_finding_id uuid, acting_admin uuid, anyway boolean default false, proven boolean default false
)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  excess integer := (
    select money.overpaid_cents
    from public.bookings as booking, private.money_of(booking) as money
    where booking.id = finding.booking_id
  );
  new_refunds jsonb;
begin
  if finding.kind <> 'amount_unlike' or coalesce(excess, 0) <= 0 then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  perform private.require_proof_of_refund(excess, proven);
  perform private.ask_about_dispute(finding.booking_id, anyway);
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(finding.booking_id, excess, 'overpaid', null, excess) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.add_finding_step(finding.id, 'refunded');
  perform private.look_again(finding);
  return new_refunds;
end;
$$;

-- Replaces the stuck refund of a finding by one that was paid back in another way, with a method (null: the payment's). Raises refund_on_its_way,
-- nothing_to_refund (409).
create function private.pay_back_by_hand(finding public.payment_findings, paid_with text) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds := private.lock_stuck_refund(finding);
  by_hand_id uuid;
begin
  -- A refund that a worker is sending may reach Stripe at any moment.
  if refund.sending_until > now() then
    raise exception using errcode = 'PT409', message = 'refund_on_its_way';
  end if;
  insert into public.refunds (payment_id, amount_cents, reason, status, request_id, overpaid_cents, method)
  values (
    refund.payment_id, refund.amount_cents, 'given_back_by_hand', 'succeeded', refund.request_id,
    refund.overpaid_cents, paid_with
  )
  returning id into by_hand_id;
  update public.refunds set status = 'failed', replaced_by = by_hand_id where id = refund.id;
  perform private.sum_refunds(refund.payment_id);
end;
$$;

-- Retries a refund: a queued one is leased to the caller for two minutes, a failed one is replaced. One that is owed
-- by hand has no card to go to. `anyway`: the owner was asked about an open dispute. `proven`: the administrator has a
-- fresh proof, which a failed refund of the owner needs as a new one does.
-- -> {id, payment_intent_id, amount_cents} to send
-- Raises finding_not_found (404), finding_closed, refund_on_its_way, nothing_to_refund, payment_disputed (409),
-- reauthentication_needed (403).
create function public.retry_refund(
  target_finding_id uuid, acting_admin uuid, anyway boolean default false, proven boolean default false
)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  refund public.refunds := private.lock_stuck_refund(finding);
  sending_id uuid := refund.id;
begin
  -- Nothing to send: the payment was not made by card online.
  if refund.status = 'owed' then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  perform private.ask_about_dispute(finding.booking_id, anyway);
  if refund.status = 'failed' then
    if private.is_owners_refund(refund.reason) then
      perform private.require_proof_of_refund(refund.amount_cents, proven);
    end if;
    insert into public.refunds (
      payment_id, amount_cents, reason, attempts, next_attempt_at, sending_until, request_id, overpaid_cents
    )
    values (
      refund.payment_id, refund.amount_cents, refund.reason, 1,
      now() + interval '2 minutes', now() + interval '2 minutes', refund.request_id, refund.overpaid_cents
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

revoke all on function public.refund_excess, public.retry_refund from public, anon, authenticated, service_role;
grant execute on function public.refund_excess, public.retry_refund to service_role;
