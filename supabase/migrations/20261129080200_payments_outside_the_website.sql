-- Lists payments that were taken outside the website apart from those that need attention.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index payment_findings_outside_idx on public.payment_findings (closed_at, id) where reason = 'outside';

create function private.awaits_payment(cents integer, email text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as booking
    cross join lateral (select booking.total_cents - private.collected_cents(booking.id) as cents) as open
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

create or replace function public.payments_to_look_at(before jsonb default null, batch integer default 20) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most integer := least(greatest(batch, 1), 100);
  closed jsonb;
begin
  perform private.require_admin();
  perform private.look_at_open_findings();
  select coalesce(jsonb_agg(private.finding_data(page.finding) order by (page.finding).closed_at desc, (page.finding).id desc), '[]')
  into closed
  from (
    select ended as finding
    from public.payment_findings as ended
    where closed_at is not null and reason <> 'outside'
      and (closed_at, id) < (
        coalesce((before ->> 'closed_at')::timestamptz, 'infinity'),
        coalesce((before ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      )
    order by closed_at desc, id desc
    limit most
  ) as page;
  return jsonb_build_object(
    'open', (
      select coalesce(jsonb_agg(private.finding_data(finding) order by finding.found_at, finding.id), '[]')
      from public.payment_findings as finding
      where finding.closed_at is null
    ),
    'closed', closed,
    'outside', (
      select coalesce(jsonb_agg(private.finding_data(page.finding) order by (page.finding).closed_at desc), '[]')
      from (
        select outside as finding from public.payment_findings as outside
        where reason = 'outside' and closed_at is not null
        order by closed_at desc, id desc
        limit 50
      ) as page
    ),
    'next', case jsonb_array_length(closed) when most then jsonb_build_object(
      'closed_at', closed -> -1 -> 'closed_at', 'id', closed -> -1 -> 'id'
    ) end
  );
end;
$$;

create function public.reopen_outside_payment(target_finding_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.payment_findings
  set closed_at = null, outcome = null, reason = 'unknown_intent'
  where id = target_finding_id and reason = 'outside';
  if not found then
    raise exception using errcode = 'PT404', message = 'finding_not_found';
  end if;
  perform private.add_finding_step(target_finding_id, 'reopened');
end;
$$;

revoke all on function private.awaits_payment from public;
revoke all on function public.reopen_outside_payment from public, anon, authenticated, service_role;
grant execute on function public.reopen_outside_payment to authenticated;
