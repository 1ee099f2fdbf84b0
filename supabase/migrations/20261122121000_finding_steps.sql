-- A finding has its history in itself, and one function for the steps of an administrator.

set local lock_timeout = '5s';
set local statement_timeout = '60s';
set local check_function_bodies = off;

drop trigger tell_booking_of_step on public.payment_finding_steps;
drop function
  public.note_finding_asked(uuid, text, uuid), public.note_intent_refunded(uuid, text, uuid),
  public.note_given_back(uuid, text, uuid), public.accept_finding(uuid, text, uuid);
drop function
  private.tell_booking_of_step(), private.open_finding(public.payment_findings), private.close_finding(text, text),
  private.mended(public.payment_findings), private.look_at_open_findings(),
  private.scan_bookings(public.payment_scans, integer), private.scan_changed_payments(public.payment_scans, integer);

alter table public.payment_findings add column steps jsonb not null default '[]';
update public.payment_findings as finding
set steps = (
  select coalesce(jsonb_agg(jsonb_build_object(
    'at', step.at, 'by', step.actor_label, 'step', step.step, 'note', step.note
  ) order by step.id), '[]')
  from public.payment_finding_steps as step
  where step.finding_id = finding.id
);
-- Only functions of this schema read what is dropped here, and they change with it.
-- squawk-ignore ban-drop-table
drop table public.payment_finding_steps;

-- The scan begins again: it opens and clears nothing twice.
-- squawk-ignore renaming-column
alter table public.payment_scans rename column bookings_until to scanned_until;
-- squawk-ignore renaming-column
alter table public.payment_scans rename column last_booking_id to last_id;
update public.payment_scans set scanned_until = least(scanned_until, payments_until), last_id = default where id;
-- squawk-ignore ban-drop-column
alter table public.payment_scans drop column payments_until;
-- squawk-ignore ban-drop-column
alter table public.payment_scans drop column last_payment_id;

create or replace function private.add_finding_step(target_finding_id uuid, step text, note text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings;
  person text := (
    select nullif(email, '') from auth.users where id = private.actor() and step not in ('found', 'cleared')
  );
  words text := left(nullif(btrim(note), ''), 1000);
begin
  update public.payment_findings
  set steps = steps || jsonb_build_object('at', now(), 'by', coalesce(person, 'System'), 'step', step, 'note', words)
  where id = target_finding_id
  returning * into finding;
  if person is not null and finding.booking_id is not null then
    perform private.note_change(
      finding.booking_id, 'payment_' || step, null,
      jsonb_strip_nulls(jsonb_build_object('finding', finding.kind, 'reason', finding.reason, 'note', words))
    );
  end if;
end;
$$;

create function private.record_finding(
  its_kind text, its_subject text, its_reason text, its_facts jsonb, its_booking_id uuid, its_refund_id uuid default null,
  intent_id text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known public.payment_findings;
begin
  if its_reason is null then
    update public.payment_findings
    set
      closed_at = now(),
      outcome = case current_setting('app.mending', true) when id::text then 'mended' else 'cleared' end
    where kind = its_kind and subject = its_subject and closed_at is null
    returning * into known;
    if known.outcome = 'cleared' then
      perform private.add_finding_step(known.id, 'cleared');
    end if;
  elsif not exists (
    select from public.payment_findings
    where subject = its_subject and kind = its_kind and reason = its_reason and facts = its_facts
      and (closed_at is null or outcome = 'accepted')
  ) then
    insert into public.payment_findings
      (kind, subject, reason, booking_id, refund_id, stripe_payment_intent_id, facts)
    values (its_kind, its_subject, its_reason, its_booking_id, its_refund_id, intent_id, its_facts)
    on conflict (kind, subject) where closed_at is null
    do update set reason = excluded.reason, facts = excluded.facts
    returning * into known;
    if known.steps = '[]' then
      perform private.add_finding_step(known.id, 'found');
    end if;
  end if;
end;
$$;

create or replace function private.finding_data(finding public.payment_findings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', finding.id, 'kind', finding.kind, 'reason', finding.reason, 'found_at', finding.found_at,
    'closed_at', finding.closed_at, 'outcome', finding.outcome, 'facts', finding.facts,
    'payment_intent_id', finding.stripe_payment_intent_id,
    'booking', (
      select to_jsonb(told)
      from (
        select id, customer_name, service_name, booking_date, booking_time, status, created_at
        from public.bookings where id = finding.booking_id
      ) as told
    ),
    'refund', (
      select to_jsonb(told)
      from (
        select id, amount_cents, status, last_error, attempts, created_at
        from public.refunds where id = finding.refund_id
      ) as told
    ),
    'steps', finding.steps
  );
$$;

create or replace function public.note_unmatched_intent(
  intent_id text, target_booking_id uuid, why text, detail jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_kind text := case why when 'not_settled' then 'booking_without_payment' else 'paid_without_booking' end;
  its_subject text := 'intent:' || intent_id;
begin
  -- Mended and cleared are final: refunded money stays in Stripe's list for days. An open finding
  -- must not name a customer whose data was erased.
  if not exists (
    select from public.payment_findings
    where subject = its_subject and kind = its_kind
      and case when closed_at is null then facts = detail - array['email', 'description'] else why <> 'not_settled' end
  ) then
    perform private.record_finding(
      its_kind, its_subject, why, detail, (select id from public.bookings where id = target_booking_id), null, intent_id
    );
  end if;
end;
$$;

create or replace function private.finding_of_refund(intent_id text, stripe_refund text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select finding.id
  from public.payment_findings as finding
  cross join lateral (
    select
      (array_agg(step ->> 'note' order by place desc) filter (where step ->> 'step' = 'refunded'))[1] as refunded,
      bool_or(step ->> 'step' = 'refund_failed' and strpos(step ->> 'note', stripe_refund) > 0) as has_failed
    from jsonb_array_elements(finding.steps) with ordinality as steps (step, place)
  ) as told
  where finding.subject = 'intent:' || intent_id
    and finding.outcome = 'mended'
    and (strpos(told.refunded, stripe_refund) > 0 or told.refunded not like '%re\_%')
    -- A refund recorded as failed says nothing about later refunds.
    and not told.has_failed
    and not exists (
      select from public.payment_findings as other
      where other.subject = finding.subject and other.kind = finding.kind and other.closed_at is null
    )
  order by finding.closed_at desc
  limit 1;
$$;

create or replace function private.look_at_booking(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  money record;
  asked integer;
  is_standing boolean;
begin
  select * into booking from public.bookings where id = target_booking_id for key share skip locked;
  if not found then
    return;
  end if;
  select * into money from private.booking_money_facts(booking.id);
  asked := private.said_to_be_paid_cents(booking);
  is_standing := private.is_standing(booking.status);
  perform private.record_finding(
    'booking_without_payment', 'booking:' || booking.id,
    case
      -- Bookings by phone are paid later and recorded by hand.
      when booking.source = 'phone' or not is_standing then null
      when money.arrived = 0 then 'nothing_recorded'
      when money.received = 0 then 'all_given_back'
    end,
    jsonb_build_object('expected_cents', asked), booking.id
  );
  perform private.record_finding(
    'amount_unlike', 'booking:' || booking.id,
    case
      when money.outside > 0 then 'refunded_outside'
      when not is_standing then null
      when money.kept > booking.total_cents then 'overpaid'
      when money.received > 0 and money.received < asked then 'underpaid'
    end,
    jsonb_build_object(
      'expected_cents', asked, 'total_cents', booking.total_cents, 'received_cents', money.received,
      'kept_cents', money.kept, 'outside_cents', money.outside
    ),
    booking.id
  );
end;
$$;

create or replace function private.look_at_refund(target_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refund public.refunds;
  payment public.payments;
begin
  select * into refund from public.refunds where id = target_refund_id;
  select * into payment from public.payments where id = refund.payment_id;
  -- The booking first, as in look_at_booking.
  perform from public.bookings where id = payment.booking_id for key share skip locked;
  if not found then
    return;
  end if;
  perform private.record_finding(
    'refund_stuck', 'refund:' || refund.id,
    case
      when refund.replaced_by is not null then null
      when refund.status = 'owed' then 'owed_by_hand'
      -- The owner keeps the money with a reason: settled.
      when payment.method <> 'online' then null
      -- Paid back in another way: no longer owed.
      when refund.status = 'failed' and private.keepable_cents(payment) >= refund.amount_cents then 'failed'
      when refund.status = 'pending' and refund.created_at < now() - interval '1 hour' then 'not_sent'
      when refund.status = 'sent' and refund.created_at < now() - interval '10 days' then 'not_arrived'
    end,
    jsonb_build_object('amount_cents', refund.amount_cents), payment.booking_id, refund.id,
    payment.stripe_payment_intent_id
  );
end;
$$;

create or replace function private.look_again(finding public.payment_findings) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if finding.kind = 'refund_stuck' then
    perform private.look_at_refund(finding.refund_id);
  elsif finding.subject like 'booking:%' then
    perform private.look_at_booking(finding.booking_id);
  elsif exists (
    select from public.payments
    where stripe_payment_intent_id = finding.stripe_payment_intent_id and status in ('succeeded', 'canceled')
  ) then
    perform private.record_finding(finding.kind, finding.subject, null, null, null);
  end if;
end;
$$;

create or replace function private.look_at_open_findings() returns void
language sql security definer set search_path = ''
as $$
  select private.look_again(open.finding)
  from (
    select finding from public.payment_findings as finding where closed_at is null order by found_at limit 500
  ) as open;
$$;

create or replace function public.scan_payments(batch integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  scan public.payment_scans;
  changed record;
  looked integer := 0;
begin
  -- One scan at a time; the second has nothing to do.
  select * into scan from public.payment_scans for update skip locked;
  if found then
    for changed in
      (
        select id, id as booking_id, updated_at from public.bookings
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
        order by updated_at, id limit 2 * batch
      )
      union all
      (
        select id, booking_id, updated_at from public.payments
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
        order by updated_at, id limit 2 * batch
      )
      order by updated_at, id limit 2 * batch
    loop
      perform private.look_at_booking(changed.booking_id);
      looked := looked + 1;
    end loop;
    if looked = 2 * batch then
      update public.payment_scans set scanned_until = changed.updated_at, last_id = changed.id;
    else
      update public.payment_scans
      set scanned_until = greatest(scanned_until, now() - interval '1 minute'), last_id = default;
    end if;
    perform private.look_at_refund(unfinished.id)
    from (
      select id from public.refunds
      where status in ('pending', 'sent', 'failed') and replaced_by is null
        and created_at between now() - interval '1 year' and now()
      order by created_at limit batch
    ) as unfinished;
    perform private.look_at_open_findings();
  end if;
  return (select count(*) from public.payment_findings where closed_at is null);
end;
$$;

create function private.close_finding(target_finding_id uuid, how text) returns void
language sql set search_path = ''
as $$
  update public.payment_findings set closed_at = now(), outcome = how where id = target_finding_id and closed_at is null;
$$;

create or replace function public.attach_payment(
  target_finding_id uuid, intent_id text, target_booking_id uuid, cents integer, acting_admin uuid
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  finding public.payment_findings;
  settlement jsonb;
begin
  -- The booking before the rest, as everywhere.
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  finding := private.take_finding(target_finding_id, acting_admin);
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

create function public.mend_finding(target_finding_id uuid, step text, note text, acting_admin uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
begin
  if step in ('accepted', 'by_hand') and length(btrim(coalesce(note, ''))) < 3 then
    raise exception using errcode = 'PT400', message = 'note_needed';
  end if;
  if step = 'by_hand' then
    perform private.pay_back_by_hand(finding);
  elsif step = 'accepted' and finding.reason = 'owed_by_hand' then
    perform private.lock_stuck_refund(finding);
    update public.refunds set status = 'failed' where id = finding.refund_id;
  end if;
  if note is not null then
    perform private.add_finding_step(finding.id, step, note);
  end if;
  if step in ('accepted', 'refunded') then
    perform private.close_finding(finding.id, case step when 'accepted' then 'accepted' else 'mended' end);
  else
    perform private.look_again(finding);
  end if;
  return exists (select from public.payment_findings where id = finding.id and closed_at is null);
end;
$$;

create or replace function public.refund_excess(target_finding_id uuid, acting_admin uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  excess integer := (
    select money.kept - booking.total_cents
    from public.bookings as booking, private.booking_money_facts(booking.id) as money
    where booking.id = finding.booking_id
  );
  new_refunds jsonb;
begin
  if finding.kind <> 'amount_unlike' or coalesce(excess, 0) <= 0 then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id, 'payment_intent_id', payment.stripe_payment_intent_id, 'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(finding.booking_id, excess, 'overpaid') as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.add_finding_step(finding.id, 'refunded');
  perform private.look_again(finding);
  return new_refunds;
end;
$$;

create function private.pay_back_by_hand(finding public.payment_findings) returns void
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
  insert into public.refunds (payment_id, amount_cents, reason, status)
  values (refund.payment_id, refund.amount_cents, 'given_back_by_hand', 'succeeded')
  returning id into by_hand_id;
  update public.refunds set status = 'failed', replaced_by = by_hand_id where id = refund.id;
  perform private.sum_refunds(refund.payment_id);
end;
$$;

create or replace function private.forget_words_of(booking_ids uuid[], whose text) returns void
language sql security definer set search_path = ''
as $$
  delete from public.mail_outbox
  where booking_id is null and id in (select id from private.mails_of(booking_ids, whose));
  update public.mail_outbox
  set
    to_email = 'deleted-' || booking_id || '@account.invalid',
    data = '{}',
    status = case when status in ('queued', 'failed') then 'dropped' else status end,
    last_error = null
  where id in (select id from private.mails_of(booking_ids, whose));
  delete from public.inquiries where lower(btrim(email)) = whose;
  update public.reviews set customer_name = 'A customer' where booking_id = any (booking_ids);
  -- Findings about their money stay, without the customer and without notes.
  update public.payment_findings
  set
    facts = facts - array['email', 'description'],
    steps = (select coalesce(jsonb_agg(step || '{"note": null}'), '[]') from jsonb_array_elements(steps) as step)
  where booking_id = any (booking_ids) or lower(facts ->> 'email') = whose;
$$;

revoke all on function
  private.record_finding, private.look_at_open_findings, private.close_finding(uuid, text), private.pay_back_by_hand
  from public;
revoke all on function public.mend_finding from public, anon, authenticated, service_role;
grant execute on function public.mend_finding to service_role;

reset check_function_bodies;
