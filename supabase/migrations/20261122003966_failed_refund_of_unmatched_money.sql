-- Money that belongs to no booking and did not arrive at whoever it was given back to needs a look again.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The finding that was closed because this refund gave the money back, or null: the last word about its money was this
-- refund, or none in particular.
create function private.finding_of_refund(intent_id text, stripe_refund text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select finding.id
  from public.payment_findings as finding
  cross join lateral (
    select note
    from public.payment_finding_steps
    where finding_id = finding.id and step = 'refunded'
    order by id desc
    limit 1
  ) as refunded
  where finding.subject = 'intent:' || intent_id
    and finding.outcome = 'mended'
    and (strpos(refunded.note, stripe_refund) > 0 or refunded.note not like '%re\_%')
    -- Once noted as failed, it says nothing about what was given back after it.
    and not exists (
      select from public.payment_finding_steps
      where finding_id = finding.id and step = 'refund_failed' and strpos(note, stripe_refund) > 0
    )
    and not exists (
      select from public.payment_findings as other
      where other.subject = finding.subject and other.kind = finding.kind and other.closed_at is null
    )
  order by finding.closed_at desc
  limit 1;
$$;

-- Opens it again. That is nobody's doing.
create function private.reopen_refunded(intent_id text, stripe_refund text, problem text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reopened uuid;
begin
  update public.payment_findings
  set closed_at = null, outcome = null
  where id = private.finding_of_refund(intent_id, stripe_refund)
  returning id into reopened;
  if reopened is not null then
    perform private.add_finding_step(reopened, 'refund_failed', concat_ws(': ', stripe_refund, problem));
  end if;
end;
$$;

revoke all on function private.finding_of_refund(text, text), private.reopen_refunded(text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.reopen_refunded(text, text, text) to service_role;

-- As before, and a refund that failed of money without a booking opens what was closed with it.
create or replace function public.apply_payment_event(
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

-- As before, and those that failed of money without a booking.
create or replace function public.unrecorded_refunds(seen jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(named ->> 'id'), '{}')
  from jsonb_array_elements(seen) as named
  left join public.payments as payment on payment.stripe_payment_intent_id = named ->> 'payment_intent_id'
  -- One look at an index for each: written as "not exists", all refunds were read.
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
