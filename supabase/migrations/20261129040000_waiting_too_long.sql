-- Defines once what waits too long: for the owner's screen and emails, the command `stuck` and the measurements.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Why a refund needs attention, null when it does not: it failed and nothing replaced it, it could not be sent for an
-- hour, or Stripe has had it for ten days. A refund owed by hand needs it until it is paid back.
create function private.refund_trouble(refund public.refunds, payment public.payments, as_of timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when refund.replaced_by is not null then null
    when refund.status = 'owed' then 'owed_by_hand'
    -- The owner keeps the money with a reason: settled.
    when payment.method <> 'online' then null
    -- Paid back in another way: no longer owed.
    when refund.status = 'failed' and private.keepable_cents(payment) >= refund.amount_cents then 'failed'
    when refund.status = 'pending' and refund.created_at < as_of - interval '1 hour' then 'not_sent'
    when refund.status = 'sent' and refund.created_at < as_of - interval '10 days' then 'not_arrived'
  end;
end;
$$;

-- Opens or clears the finding of a refund.
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
    private.refund_trouble(refund, payment, now()),
    jsonb_build_object('amount_cents', refund.amount_cents), payment.booking_id, refund.id,
    payment.stripe_payment_intent_id
  );
end;
$$;

-- The texts of the last fourteen days that reached nobody.
create function private.undelivered_texts(as_of timestamptz default now()) returns setof public.text_outbox
language sql stable set search_path = ''
as $$
  select * from public.text_outbox where status = 'failed' and created_at > as_of - interval '14 days';
$$;

-- Texts that need the owner: those of the last fourteen days that reached nobody, and those of today that the daily
-- limit holds back. -> {texts, texts_over_limit}
create or replace function private.text_needs() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'texts', (select count(*) from private.undelivered_texts()),
  'texts_over_limit', (
    select count(*) from public.text_outbox
    where last_error = 'daily_limit' and status in ('queued', 'dropped')
      and created_at > private.instant_of(private.local_today(), '00:00')
  )
);

-- The day's segments and the last failures, for the settings of texts.
-- -> {segments_today, failed: [{id, booking_id, kind, phone, error_code, last_error, created_at}]}
-- Raises administrators_only (403).
create or replace function public.texts_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'segments_today', private.text_segments_of_day(now()),
    'failed', (
      select coalesce(jsonb_agg(to_jsonb(failed) order by failed.created_at desc), '[]')
      from (
        select id, booking_id, kind, phone, error_code, last_error, created_at
        from private.undelivered_texts()
        order by created_at desc
        limit 20
      ) as failed
    )
  );
end;
$$;

drop function private.mail_delay();
drop function private.undelivered_mails();

-- The emails of the last fourteen days that reached nobody, without those that were resent successfully.
create function private.undelivered_mails(as_of timestamptz default now()) returns setof public.mail_outbox
language sql stable set search_path = ''
as $$
  select mail.*
  from public.mail_outbox as mail
  where mail.status = 'failed'
    and mail.created_at > as_of - interval '14 days'
    and not exists (
      select from public.mail_outbox as again
      where again.booking_id = mail.booking_id
        and again.template_type = mail.template_type
        and again.to_email = mail.to_email
        and again.status = 'sent'
        and again.created_at >= mail.created_at
        and starts_with(again.key, 'again:')
    );
$$;

-- Trouble that a server has with a service or with its machine, as it last reported it. A `place` is a server's name; ''
-- for what all servers share.
create table private.service_troubles (
  part text not null check (part in ('payments', 'payment_keys', 'text_keys', 'disk')),
  place text not null check (length(place) <= 100),
  since timestamptz not null,
  seen_at timestamptz not null,
  reason text not null check (length(reason) <= 500),
  primary key (part, place)
);

alter table private.service_troubles enable row level security;
revoke all on private.service_troubles from public, anon, authenticated, service_role;

create index stripe_events_received_at_idx on public.stripe_events (received_at);

-- Whether a report of trouble still counts: servers report at least every five minutes, and the keys for text messages
-- are only tried when there is one to send.
create function private.is_recent_report(trouble private.service_troubles, as_of timestamptz) returns boolean
language sql immutable set search_path = ''
return trouble.seen_at > as_of - case trouble.part when 'text_keys' then interval '2 days' else interval '30 minutes' end;

-- Reports trouble, or with a null reason that there is none.
create function public.report_trouble(
  its_part text, its_reason text, its_place text default '', as_of timestamptz default now()
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if its_reason is null then
    delete from private.service_troubles where part = its_part and place = its_place;
  else
    insert into private.service_troubles as known (part, place, since, seen_at, reason)
    values (its_part, its_place, as_of, as_of, left(its_reason, 500))
    on conflict (part, place) do update
    set
      since = case when private.is_recent_report(known, as_of) then known.since else as_of end,
      seen_at = as_of,
      reason = excluded.reason;
  end if;
end;
$$;

-- What waits too long or failed, up to a thousand rows of each kind:
--   mail: an email ten minutes old that is due or was tried. mail_failed, text_failed: given up in the last fourteen days.
--   text: a text message ten minutes old that is due or was tried; the quiet hours don't count.
--   refund: as private.refund_trouble, unless a finding of it is open or accepted. finding: every open one.
--   webhook: no event of the payment provider came with the newest payment online, half an hour ago.
--   backup: as private.backup_trouble.
--   payments: the provider has not answered for fifteen minutes. payment_keys, text_keys, disk: as reported.
-- `what` is a template, a kind, an amount or a place.
create function private.waiting_too_long(as_of timestamptz default now())
returns table (kind text, id text, what text, status text, attempts integer, since timestamptz, reason text)
language sql stable set search_path = ''
as $$
  (
    select
      'mail', mail.id::text, mail.template_type, mail.status, mail.attempts, mail.created_at,
      coalesce(mail.last_error, '')
    from public.mail_outbox as mail
    where mail.status = 'queued' and (mail.attempts > 0 or mail.next_attempt_at <= as_of)
      and mail.created_at < as_of - interval '10 minutes'
    order by mail.next_attempt_at
    limit 1000
  )
  union all
  (
    select
      'mail_failed', mail.id::text, mail.template_type, mail.status, mail.attempts, mail.created_at,
      coalesce(mail.last_error, '')
    from private.undelivered_mails(as_of) as mail
    limit 1000
  )
  union all
  (
    select
      'text', message.id::text, message.kind, message.status, message.attempts, message.created_at,
      coalesce(message.last_error, '')
    from public.text_outbox as message
    cross join public.text_settings as settings
    where message.status = 'queued' and (message.attempts > 0 or message.next_attempt_at <= as_of)
      and not private.is_quiet(as_of)
      and greatest(message.created_at, private.instant_of(private.local_day(as_of), settings.quiet_until))
        < as_of - interval '10 minutes'
    order by message.next_attempt_at
    limit 1000
  )
  union all
  (
    select
      'text_failed', message.id::text, message.kind, message.status, message.attempts, message.created_at,
      coalesce(message.last_error, '')
    from private.undelivered_texts(as_of) as message
    limit 1000
  )
  union all
  (
    select
      'refund', refund.id::text, refund.amount_cents || ' cents', refund.status, refund.attempts, refund.created_at,
      coalesce(refund.last_error, '')
    from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where refund.status in ('pending', 'sent', 'failed') and refund.replaced_by is null
      and private.refund_trouble(refund, payment, as_of) is not null
      and not exists (
        select from public.payment_findings as finding
        where finding.refund_id = refund.id and (finding.closed_at is null or finding.outcome = 'accepted')
      )
    limit 1000
  )
  union all
  (
    select 'finding', finding.id::text, finding.kind || ': ' || finding.reason, 'open', 0, finding.found_at, ''
    from public.payment_findings as finding
    where finding.closed_at is null
    limit 1000
  )
  union all
  select 'webhook', '', 'events of the payment provider', 'missing', 0, paid.settled_at, ''
  from (
    select settled_at from public.payments
    where status = 'succeeded' and method = 'online'
      and settled_at between as_of - interval '7 days' and as_of - interval '30 minutes'
    order by settled_at desc
    limit 1
  ) as paid
  where (exists (select from private.outside_world where part = 'payments') or exists (select from public.stripe_events))
    and not exists (
      select from public.stripe_events where received_at > paid.settled_at - interval '10 minutes'
    )
  union all
  select 'backup', '', 'scheduled backup', 'missing', 0, coalesce(state.succeeded_at, state.scheduled_since), trouble.it ->> 'reason'
  from private.backup_state as state
  cross join lateral private.backup_trouble(as_of) as trouble (it)
  where trouble.it is not null
  union all
  select trouble.part, '', trouble.place, 'reported', 0, trouble.since, trouble.reason
  from private.service_troubles as trouble
  where private.is_recent_report(trouble, as_of)
    and (trouble.part <> 'payments' or trouble.since < as_of - interval '15 minutes');
$$;

-- The emails that wait too long: {waiting, since, reason}; null when there are none. `reason` is that of the oldest that
-- has one, or empty.
create function private.mail_delay(as_of timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select case when count(*) > 0 then jsonb_build_object(
    'waiting', count(*),
    'since', min(since),
    'reason', coalesce((array_agg(reason order by since) filter (where reason <> ''))[1], '')
  ) end
  from private.waiting_too_long(as_of)
  where kind = 'mail';
$$;

-- What else waits too long, and has no place of its own among the owner's needs: one row a kind.
create function private.owner_troubles(as_of timestamptz default now())
returns table (kind text, waiting bigint, since timestamptz, reason text)
language sql stable set search_path = ''
as $$
  select
    late.kind, count(*), min(late.since),
    coalesce((array_agg(late.reason order by late.since) filter (where late.reason <> ''))[1], '')
  from private.waiting_too_long(as_of) as late
  where late.kind in ('payments', 'payment_keys', 'webhook', 'refund', 'text', 'text_keys', 'disk')
  group by late.kind;
$$;

-- A kind of trouble in the owner's words.
create function private.trouble_in_words(kind text) returns text
language sql immutable set search_path = ''
as $$
  select case kind
    when 'payments' then 'The payment provider does not answer'
    when 'payment_keys' then 'The payment provider refuses your keys'
    when 'webhook' then 'Messages of the payment provider don’t arrive'
    when 'refund' then 'A refund could not be sent'
    when 'text' then 'Text messages are delayed'
    when 'text_keys' then 'The text message service refuses your keys'
    when 'disk' then 'The server’s disk is nearly full'
  end;
$$;

-- Emails the owner about each kind of trouble, at most once a day. Returns how many emails it queued.
create function private.queue_trouble_notices(as_of timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  trouble record;
  key_of_day text;
  queued integer := 0;
begin
  for trouble in select * from private.owner_troubles(as_of) loop
    key_of_day := 'service_trouble:' || trouble.kind || ':' || private.local_day(as_of);
    if not exists (select from public.mail_outbox where key = key_of_day) then
      perform public.enqueue_mail(
        key_of_day,
        'service_trouble',
        (select info_email from private.business),
        null,
        jsonb_build_object(
          'trouble', private.trouble_in_words(trouble.kind),
          'trouble_since', to_char(trouble.since at time zone 'America/Toronto', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM'),
          'reason', trouble.reason
        )
      );
      queued := queued + (select count(*) from public.mail_outbox where key = key_of_day);
    end if;
  end loop;
  return queued;
end;
$$;

revoke all on function public.report_trouble from public, anon, authenticated, service_role;
grant execute on function public.report_trouble to service_role;
grant execute on function private.queue_trouble_notices to service_role;

-- What became of a text that was handed to the service: `sent`; `retry`, which it did not accept for now; `refused`,
-- for good; `unknown`, no answer arrived. Error 21610 is a STOP that only the service heard of.
create or replace function public.finish_text(
  text_id uuid, outcome text, provider_id text default null, error text default null,
  error_code integer default null, as_of timestamptz default now()
) returns void
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
  wait interval;
begin
  select * into message from public.text_outbox where id = text_id for update;
  -- The service's report may have arrived before its answer.
  if message.status not in ('queued', 'failed') or message.begun_at is null then
    return;
  end if;
  wait := case when outcome = 'retry' then private.wait_after(message.attempts) end;
  update public.text_outbox
  set
    provider_id = coalesce(finish_text.provider_id, text_outbox.provider_id),
    status = case when outcome = 'sent' then 'sent' when wait is not null then 'queued' else 'failed' end,
    sent_at = case when outcome = 'sent' then as_of end,
    begun_at = case when outcome in ('retry', 'refused') then null else begun_at end,
    locked_until = null,
    next_attempt_at = coalesce(as_of + wait, next_attempt_at),
    last_error = case when outcome = 'unknown' then 'outcome_unknown' else left(error, 1000) end,
    error_code = finish_text.error_code
  where id = message.id;
  if outcome = 'sent' then
    perform public.report_trouble('text_keys', null);
  end if;
  if finish_text.error_code = 21610 then
    perform private.stop_texts(message.phone, 'service');
  end if;
end;
$$;

-- Queues every scheduled email that is due. Returns how many.
create or replace function public.queue_due_mails(as_of timestamptz default now()) returns integer
language sql set search_path = ''
as $$
  select private.queue_reminders(as_of) + private.queue_review_requests(as_of)
    + private.queue_held_back_notice(as_of) + private.queue_trouble_notices(as_of);
$$;

-- Counts of what needs attention: {past_visits, past_balances, reviews, inquiries, payments, rain_unanswered,
-- rain_declined, offers, mails, mail_delay, backup, troubles, texts, texts_over_limit}; `past_balances` as
-- private.past_balances, `troubles` as private.owner_troubles.
-- Held-back reviews and inquiries don't count.
create or replace function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.unmarked_visits()),
      'past_balances', private.past_balances(),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null)
        + (select count(*) from public.disputes where status in ('needs_response', 'warning_needs_response')),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble(),
      'troubles', (
        select coalesce(jsonb_agg(to_jsonb(trouble) order by trouble.since), '[]')
        from private.owner_troubles() as trouble
      )
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;

select private.add_default_mail(
  'service_trouble',
  'Trouble with a service',
  '{{ trouble }}',
  private.mail_frame(
    'Please pass this on to the person who looks after your server.',
    '{{ trouble }}',
    private.mail_paragraph('This began on {{ trouble_since }} and needs attention.')
    || '{% if reason != "" %}' || private.mail_paragraph('The reason: {{ reason }}') || '{% endif %}' || chr(10)
    || private.mail_paragraph('Please forward this email to the person who looks after your server.')
    || private.mail_small_print('You get this email once a day until it is resolved.')
  )
);

revoke all on function
  private.refund_trouble, private.undelivered_mails, private.undelivered_texts, private.is_recent_report,
  private.waiting_too_long, private.mail_delay, private.owner_troubles, private.trouble_in_words,
  private.queue_trouble_notices
  from public, anon, authenticated, service_role;
grant execute on function private.queue_trouble_notices to service_role;
