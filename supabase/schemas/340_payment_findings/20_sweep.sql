-- The sweep over Stripe's list of payments.

-- Whether it is time to load Stripe's list again, at most every `every_seconds`; only one caller gets true.
create function public.take_payment_sweep(every_seconds integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_scans set swept_at = now()
  where swept_at < now() - every_seconds * interval '1 second';
  return found;
end;
$$;

-- Of Stripe's intents, all paid, those whose money is not recorded.
create function public.unrecorded_intents(intent_ids text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(named.id), '{}')
  from unnest(intent_ids) as named (id)
  where not exists (
    select from public.payments as payment
    where payment.stripe_payment_intent_id = named.id and payment.status = 'succeeded'
  );
$$;

-- Whether a booking is waiting for this amount or for this customer's payment.
create function private.awaits_payment(cents integer, email text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as booking
    cross join lateral (select booking.total_cents - (select collected_cents from private.payment_sums(booking.id)) as cents) as open
    where booking.booking_date >= private.local_today() - 30
      and booking.status <> 'cancelled'
      and open.cents > 0
      and (
        lower(booking.customer_email) = lower(awaits_payment.email)
        or awaits_payment.cents = open.cents
        or awaits_payment.cents = booking.due_now_cents and booking.status = 'pending_payment'
      )
  );
end;
$$;

-- Opens a finding for money at Stripe that belongs to no booking or cannot be settled. `detail` is added to the
-- facts: {amount_cents, paid_at, email, description}. Money that no booking is waiting for was taken outside the website,
-- as by a terminal: its finding has the reason `outside` and is closed from the start (docs/decisions/0132).
create function public.note_unmatched_intent(
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
    if why = 'unknown_intent'
      and not exists (select from public.payment_findings where subject = its_subject)
      and not private.awaits_payment((detail ->> 'amount_cents')::integer, detail ->> 'email') then
      insert into public.payment_findings
        (id, kind, subject, reason, stripe_payment_intent_id, facts, closed_at, outcome)
      -- One id for one payment: the webhook and the sweep may come at once.
      values (md5(its_subject)::uuid, its_kind, its_subject, 'outside', intent_id, detail, now(), 'accepted')
      on conflict (id) do nothing;
      return;
    end if;
    perform private.record_finding(
      its_kind, its_subject, why, detail, (select id from public.bookings where id = target_booking_id), null, intent_id
    );
  end if;
end;
$$;

-- The finding that was closed because this refund returned the money, or null: the last step about its money was this
-- refund, or none in particular.
create function private.finding_of_refund(intent_id text, stripe_refund text) returns uuid
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

-- Opens that finding again, as the system.
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

revoke all on function
  public.take_payment_sweep, public.unrecorded_intents, public.note_unmatched_intent
  from public, anon, authenticated, service_role;
grant execute on function
  public.take_payment_sweep, public.unrecorded_intents, public.note_unmatched_intent, private.reopen_refunded
  to service_role;
