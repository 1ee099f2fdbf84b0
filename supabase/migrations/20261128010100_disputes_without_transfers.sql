-- A report of a dispute may leave its fee out.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Stores what Stripe reports of a dispute: {id, amount_cents, reason, status, due_by, has_evidence, opened_at,
-- withdrawn_cents, withdrawn_at, reinstated_cents, reinstated_at, fee_cents (null: unknown)}. An event counts once, and an older report
-- never replaces a newer one; sums only grow. A new dispute is emailed to the business.
-- -> as apply_payment_event: recorded, ignored (not a payment of ours), duplicate_event
create or replace function public.apply_dispute(
  event_id text, event_type text, reported_at timestamptz, payment_intent_id text, report jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  payment public.payments;
  told public.disputes := jsonb_populate_record(null::public.disputes, report - 'id');
  known public.disputes;
  is_newer boolean;
begin
  select * into payment from public.payments as one where one.stripe_payment_intent_id = payment_intent_id;
  if not private.is_new_event(event_id, event_type) then
    return private.duplicate_event(payment.booking_id);
  end if;
  if payment.id is null then
    return jsonb_build_object('outcome', 'ignored', 'booking_id', null, 'status', null, 'refund_id', null);
  end if;
  -- The booking before its payments, as everywhere.
  perform from public.bookings where id = payment.booking_id for update;
  select * into known from public.disputes where stripe_dispute_id = report ->> 'id' for update;
  is_newer := known.id is null or reported_at > known.reported_at
    or (reported_at = known.reported_at and not private.is_dispute_over(known.status));
  insert into public.disputes as stored (
    payment_id, stripe_dispute_id, amount_cents, reason, status, due_by, has_evidence, opened_at, reported_at,
    withdrawn_cents, withdrawn_at, reinstated_cents, reinstated_at, fee_cents
  )
  values (
    payment.id, report ->> 'id', told.amount_cents, told.reason, told.status, told.due_by, told.has_evidence,
    told.opened_at, reported_at, told.withdrawn_cents, told.withdrawn_at, told.reinstated_cents, told.reinstated_at,
    coalesce(told.fee_cents, 0)
  )
  on conflict (stripe_dispute_id) do update
  set
    status = case when is_newer then excluded.status else stored.status end,
    due_by = case when is_newer then excluded.due_by else stored.due_by end,
    has_evidence = stored.has_evidence or excluded.has_evidence,
    reported_at = greatest(stored.reported_at, excluded.reported_at),
    withdrawn_cents = greatest(stored.withdrawn_cents, excluded.withdrawn_cents),
    withdrawn_at = coalesce(stored.withdrawn_at, excluded.withdrawn_at),
    reinstated_cents = greatest(stored.reinstated_cents, excluded.reinstated_cents),
    reinstated_at = coalesce(stored.reinstated_at, excluded.reinstated_at),
    fee_cents = case when is_newer then coalesce(told.fee_cents, stored.fee_cents) else stored.fee_cents end;
  if known.id is null then
    perform private.note_change(payment.booking_id, 'dispute_opened', null, jsonb_build_object(
      'disputed_cents', told.amount_cents, 'reason', told.reason
    ));
    perform public.enqueue_mail(
      'payment_disputed:' || left(report ->> 'id', 150), 'payment_disputed', (select info_email from private.business),
      null,
      jsonb_build_object('dispute', jsonb_build_object(
        'amount_cents', told.amount_cents, 'reason', told.reason, 'due_by', told.due_by, 'booking_id', payment.booking_id,
        'customer_name', (select customer_name from public.bookings where id = payment.booking_id)
      ))
    );
  end if;
  if is_newer and private.is_dispute_over(told.status) and known.status is distinct from told.status then
    perform private.note_change(payment.booking_id, 'dispute_closed', null, jsonb_build_object('status', told.status));
  end if;
  return jsonb_build_object(
    'outcome', 'recorded',
    'booking_id', payment.booking_id,
    'status', (select status from public.bookings where id = payment.booking_id),
    'refund_id', null
  );
end;
$$;
