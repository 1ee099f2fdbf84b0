-- Findings: payments that need attention because money and booking differ. The webhook, the sweep over Stripe and the
-- scan of changes open them; an administrator mends them, or they clear by themselves once the facts are right.

create table public.payment_findings (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (
    kind in ('paid_without_booking', 'booking_without_payment', 'refund_stuck', 'amount_unlike')
  ),
  -- intent:…, booking:…, refund:…, no_show:… or handed_over:…; each is open once a kind.
  subject text not null check (length(subject) between 1 and 300),
  -- The case within the kind.
  reason text not null check (reason ~ '^[a-z][a-z_]{0,39}$'),
  booking_id uuid references public.bookings (id) on delete cascade,
  refund_id uuid references public.refunds (id) on delete cascade,
  stripe_payment_intent_id text check (length(stripe_payment_intent_id) between 1 and 255),
  -- Amounts in cents, and other facts that make a new finding of an accepted one when they change.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  found_at timestamptz not null default now(),
  closed_at timestamptz,
  -- mended by an administrator; cleared by itself; accepted until the facts change.
  outcome text check (outcome in ('mended', 'cleared', 'accepted')),
  -- Its history: [{at, by, step, note}].
  steps jsonb not null default '[]',
  constraint payment_findings_closed_have_an_outcome check ((closed_at is null) = (outcome is null))
);

create unique index payment_findings_open_once on public.payment_findings (kind, subject) where closed_at is null;
create index payment_findings_subject_idx on public.payment_findings (subject);
create index payment_findings_closed_idx on public.payment_findings (closed_at, id) where closed_at is not null;
create index payment_findings_outside_idx on public.payment_findings (closed_at, id) where reason = 'outside';
create index payment_findings_booking_id_idx on public.payment_findings (booking_id) where booking_id is not null;
create index payment_findings_email_idx on public.payment_findings (lower(facts ->> 'email'));
create index payment_findings_refund_id_idx on public.payment_findings (refund_id) where refund_id is not null;

alter table public.payment_findings enable row level security;
create policy "Server functions may do what they are granted"
  on public.payment_findings for all to service_role using (true) with check (true);
revoke all on public.payment_findings from public, anon, authenticated, service_role;
grant select on public.payment_findings to service_role;

-- How far the scan and the sweep have come: one row.
create table public.payment_scans (
  id boolean primary key default true check (id),
  scanned_until timestamptz not null default '-infinity',
  last_id uuid not null default '00000000-0000-0000-0000-000000000000',
  swept_at timestamptz not null default '-infinity'
);

alter table public.payment_scans enable row level security;
revoke all on public.payment_scans from public, anon, authenticated, service_role;

-- Adds a step to a finding's history with the person behind it, and to the history of its booking. Finding and
-- clearing are the system's, whoever was looking.
create function private.add_finding_step(target_finding_id uuid, step text, note text default null) returns void
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

-- Opens a finding or updates the open one; one that was accepted with these very facts stays accepted. Without a
-- reason its facts are right: clears it if it is open.
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

-- A finding as the screen shows it and the server mends it.
create function private.finding_data(finding public.payment_findings) returns jsonb
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
        select
          refund.id, refund.amount_cents, refund.status, refund.last_error, refund.attempts, refund.created_at,
          payment.method
        from public.refunds as refund
        join public.payments as payment on payment.id = refund.payment_id
        where refund.id = finding.refund_id
      ) as told
    ),
    'steps', finding.steps
  );
$$;

-- All open findings, after another look, a page of closed ones, and the last 50 payments taken outside the website, the
-- newest first. `before` is `next` of the page
-- before.
-- -> {open: [finding_data], closed: [finding_data], outside: [finding_data], next: {closed_at, id} or null}
-- Raises administrators_only (403).
create function public.payments_to_look_at(before jsonb default null, batch integer default 20) returns jsonb
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

-- Makes a payment taken outside the website an open finding, so that it can be applied to a booking. Raises
-- administrators_only (403), finding_not_found (404).
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

revoke all on function public.payments_to_look_at, public.reopen_outside_payment from public, anon, authenticated, service_role;
grant execute on function public.payments_to_look_at, public.reopen_outside_payment to authenticated;
