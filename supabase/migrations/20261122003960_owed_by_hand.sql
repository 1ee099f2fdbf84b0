-- What was paid on site and is to go back is owed until somebody of the business says that it was given back.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- owed: to be given back by hand, since it was not paid online; nothing is sent for it.
alter table public.refunds
  drop constraint refunds_status_check,
  add constraint refunds_status_check check (status in ('pending', 'sent', 'succeeded', 'failed', 'owed')) not valid;

-- As before, but what was paid on site is owed, and stands among the payments that need a look at once.
create or replace function private.add_refunds(target_booking_id uuid, refund_cents integer, why text)
returns setof public.refunds
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  refund public.refunds;
  left_cents integer := refund_cents;
  part integer;
begin
  for payment in
    select * from public.payments
    where booking_id = target_booking_id and status = 'succeeded'
    order by (method = 'online') desc, settled_at desc
    for update
  loop
    part := least(left_cents, private.keepable_cents(payment));
    if part > 0 then
      left_cents := left_cents - part;
      insert into public.refunds (payment_id, amount_cents, reason, status)
      values (payment.id, part, why, case payment.method when 'online' then 'pending' else 'owed' end)
      returning * into refund;
      if refund.status = 'owed' then
        perform private.look_at_refund(refund.id);
      end if;
      return next refund;
    end if;
  end loop;
end;
$$;

-- Whoever cancels for a customer opens what is to be looked at.
grant execute on function private.look_at_refund(uuid) to service_role;

-- As before, and what is to be given back by hand is told of until it was.
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
    when refund.status = 'owed' then 'owed_by_hand'
    -- What she kept, with a word about it, is settled.
    when payment.method <> 'online' then null
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

-- As before; what is owed by hand has no card to go to.
-- Raises finding_not_found (404), finding_closed, refund_on_its_way, nothing_to_refund (409).
create or replace function public.retry_refund(target_finding_id uuid, acting_admin uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  refund public.refunds := private.lock_stuck_refund(finding);
  sending_id uuid := refund.id;
begin
  -- There is no card to send it to.
  if refund.status = 'owed' then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
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

-- As before; what was owed by hand and is accepted as it is does not go back.
-- Raises finding_not_found (404), finding_closed, refund_on_its_way, nothing_to_refund (409), note_needed (400).
create or replace function public.accept_finding(target_finding_id uuid, note text, acting_admin uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
begin
  if length(btrim(coalesce(note, ''))) < 3 then
    raise exception using errcode = 'PT400', message = 'note_needed';
  end if;
  -- What she does not give back by hand stays received.
  if finding.reason = 'owed_by_hand' then
    perform private.lock_stuck_refund(finding);
    update public.refunds set status = 'failed' where id = finding.refund_id;
  end if;
  perform private.add_finding_step(finding.id, 'accepted', note);
  update public.payment_findings set closed_at = now(), outcome = 'accepted' where id = finding.id;
end;
$$;

-- As before, without what is still owed by hand: that counts on the day it was given back.
create or replace function private.money_moves(
  begins timestamptz, ends timestamptz, after_at timestamptz, after_id uuid, most integer
) returns table (
  id uuid, at timestamptz, kind text, booking_id uuid, payment_id uuid, service_name text, customer_name text,
  method text, status text, amount_cents integer, tax_cents integer, tip_cents integer, stripe_id text
)
language sql stable set search_path = ''
as $$
  select * from (
    select
      (move.payment).id, (move.payment).settled_at as at, 'payment', booking.id, (move.payment).id,
      booking.service_name, booking.customer_name, (move.payment).method, (move.payment).status,
      (move.payment).amount_cents, parts.tax_cents, parts.tip_cents, (move.payment).stripe_payment_intent_id
    from (
      select arrived as payment
      from public.payments as arrived
      where arrived.status = 'succeeded'
        and arrived.settled_at >= begins and arrived.settled_at < ends
        and (arrived.settled_at, arrived.id) > (after_at, after_id)
      order by arrived.settled_at, arrived.id
      limit most
    ) as move
    join public.bookings as booking on booking.id = (move.payment).booking_id
    cross join lateral private.parts_of(move.payment, booking) as parts
    union all
    select
      move.id, move.created_at, 'refund', booking.id, payment.id, booking.service_name, booking.customer_name,
      payment.method, move.status, -move.amount_cents,
      -- Cut from the running sum: all refunds of a payment together take exactly its tax, and not a cent more.
      round(parts.tax_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        parts.tax_cents::numeric * least(earlier.cents + move.amount_cents, payment.amount_cents) / payment.amount_cents
      )::integer,
      round(parts.tip_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        parts.tip_cents::numeric * least(earlier.cents + move.amount_cents, payment.amount_cents) / payment.amount_cents
      )::integer,
      move.stripe_refund_id
    from (
      select *
      from public.refunds as decided
      where decided.status not in ('failed', 'owed')
        and decided.created_at >= begins and decided.created_at < ends
        and (decided.created_at, decided.id) > (after_at, after_id)
      order by decided.created_at, decided.id
      limit most
    ) as move
    join public.payments as payment on payment.id = move.payment_id
    join public.bookings as booking on booking.id = payment.booking_id
    cross join lateral private.parts_of(payment, booking) as parts
    cross join lateral (
      select coalesce(sum(other.amount_cents), 0)::integer as cents
      from public.refunds as other
      where other.payment_id = move.payment_id
        and other.status not in ('failed', 'owed')
        and (other.created_at, other.id) < (move.created_at, move.id)
    ) as earlier
  ) as moves (
    id, at, kind, booking_id, payment_id, service_name, customer_name, method, status, amount_cents, tax_cents,
    tip_cents, stripe_id
  )
  order by at, id
  limit most;
$$;

-- As before; what is still owed by hand did not go back yet.
create or replace function private.money_by_booking(from_day date, until_day date, after_date date, after_time time, after_id uuid, most integer)
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select
    page.booking,
    money.paid_cents,
    money.refunded_cents,
    case
      when (page.booking).status in ('paid', 'cancelled') or (page.booking).no_show_at is not null then 0
      else greatest(
        0, (page.booking).total_cents - greatest((page.booking).due_now_cents, money.collected_cents)
      )
    end
  from (
    select standing as booking
    from public.bookings as standing
    where standing.booking_date between greatest(from_day, after_date) and until_day
      and standing.status <> 'pending_payment'
      and (standing.booking_date, standing.booking_time, standing.id) > (after_date, after_time, after_id)
    order by standing.booking_date, standing.booking_time, standing.id
    limit most
  ) as page
  cross join lateral (
    select
      coalesce(sum(payment.amount_cents), 0)::integer as paid_cents,
      coalesce(sum(back.cents - back.owed_cents), 0)::integer as refunded_cents,
      coalesce(sum(payment.amount_cents - payment.tip_cents) filter (where payment.amount_cents > back.cents), 0)::integer
        as collected_cents
    from public.payments as payment
    cross join lateral (
      select
        greatest(
          payment.refunded_cents, coalesce(sum(refund.amount_cents) filter (where refund.status <> 'failed'), 0)
        ) as cents,
        coalesce(sum(refund.amount_cents) filter (where refund.status = 'owed'), 0) as owed_cents
      from public.refunds as refund
      where refund.payment_id = payment.id
    ) as back
    where payment.booking_id = (page.booking).id and payment.status = 'succeeded'
  ) as money
  order by (page.booking).booking_date, (page.booking).booking_time, (page.booking).id;
$$;

-- As before, without what is still owed by hand.
-- Raises administrators_only (403), invalid_range (400).
create or replace function public.export_payments(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  begins timestamptz := private.instant_of(from_day, '00:00');
  ends timestamptz := private.instant_of(until_day + 1, '00:00');
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(to_jsonb(move) order by move.at, move.id), '[]') into rows
  from private.money_moves(
    begins, ends,
    coalesce((after ->> 'at')::timestamptz, '-infinity'),
    coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
    most
  ) as move;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows)
      when most then jsonb_build_object('at', rows -> -1 -> 'at', 'id', rows -> -1 -> 'id')
    end,
    'total', case when after is null then (
      select count(*) from public.payments
      where status = 'succeeded' and settled_at >= begins and settled_at < ends
    ) + (
      select count(*) from public.refunds
      where status not in ('failed', 'owed') and created_at >= begins and created_at < ends
    ) end
  );
end;
$$;

-- As before; what is still owed by hand was not given back.
create or replace function private.receipt_facts(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'payments', coalesce(jsonb_agg(jsonb_build_object(
      'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', payment.tip_cents,
      'settled_at', payment.settled_at
    ) order by payment.settled_at), '[]'),
    'given_back_cents', coalesce(sum(
      payment.amount_cents - private.keepable_cents(payment) - (
        select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = payment.id and status = 'owed'
      )
    ), 0)
  )
  from public.payments as payment
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
$$;

-- As before; a refund that is owed by hand names what it is noted as given back with: finding_id.
create or replace function private.booking_timeline(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries (at, place, entry) as (
    select
      coalesce(mail.sent_at, mail.created_at), 3,
      jsonb_build_object(
        'kind', 'mail', 'id', mail.id, 'template_type', mail.template_type, 'to_email', mail.to_email,
        'status', mail.status, 'last_error', mail.last_error,
        'by', private.actor_of(target_booking_id, 'mail_resent', 'mail_id', mail.id)
      )
    from public.mail_outbox as mail
    where mail.booking_id = target_booking_id
    union all
    select
      coalesce(payment.settled_at, payment.created_at), 1,
      jsonb_build_object(
        'kind', 'payment', 'id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents, 'status', payment.status, 'last_error', payment.last_error,
        'by', private.actor_of(target_booking_id, 'payment_recorded', 'payment_id', payment.id)
      )
    from public.payments as payment
    where payment.booking_id = target_booking_id and payment.status not in ('requires_payment', 'canceled')
    union all
    select
      refund.created_at, 2,
      jsonb_build_object(
        'kind', 'refund', 'id', refund.id, 'method', payment.method, 'amount_cents', refund.amount_cents,
        'status', refund.status, 'reason', refund.reason, 'last_error', refund.last_error,
        'finding_id', (
          select id from public.payment_findings
          where refund_id = refund.id and reason = 'owed_by_hand' and closed_at is null
        )
      )
    from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where payment.booking_id = target_booking_id
    union all
    select
      change.at, 0,
      jsonb_build_object(
        'kind', 'change', 'id', change.id, 'action', change.action, 'by', change.actor_label,
        'was', change.was, 'is', change."is"
      )
    from public.booking_changes as change
    where change.booking_id = target_booking_id and change.action not in ('payment_recorded', 'mail_resent')
  )
  select coalesce(
    jsonb_agg(entry || jsonb_build_object('at', at) order by at desc, place desc, entry ->> 'id' desc), '[]'
  )
  from entries;
$$;
