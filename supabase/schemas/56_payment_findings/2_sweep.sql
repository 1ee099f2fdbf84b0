-- Whether it is time to ask Stripe for its list again, at most every `every_seconds`; one caller is told yes.
create function public.take_payment_sweep(every_seconds integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_scans set swept_at = now()
  where swept_at < now() - every_seconds * interval '1 second';
  return found;
end;
$$;

-- Those of Stripe's intents, all paid, whose money is not in the books.
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

-- Stripe has money that we cannot put to a booking, or cannot settle. `detail` becomes part of the facts:
-- {amount_cents, paid_at, email, description}.
create function public.note_unmatched_intent(
  intent_id text, target_booking_id uuid, why text, detail jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  seen public.payment_findings;
begin
  seen.kind := case why when 'not_settled' then 'booking_without_payment' else 'paid_without_booking' end;
  seen.subject := 'intent:' || intent_id;
  seen.reason := why;
  seen.booking_id := (select id from public.bookings where id = target_booking_id);
  seen.stripe_payment_intent_id := intent_id;
  seen.facts := detail;
  -- Mended or cleared is for good: money that went back shows in Stripe's list for days. Nor is a person who was
  -- forgotten remembered by what is still open.
  if not exists (
    select from public.payment_findings
    where subject = seen.subject and kind = seen.kind
      and case when closed_at is null then facts = detail - array['email', 'description'] else why <> 'not_settled' end
  ) then
    perform private.open_finding(seen);
  end if;
end;
$$;

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

revoke all on function
  public.take_payment_sweep, public.unrecorded_intents, public.note_unmatched_intent
  from public, anon, authenticated, service_role;
grant execute on function
  public.take_payment_sweep, public.unrecorded_intents, public.note_unmatched_intent, private.reopen_refunded
  to service_role;
