-- What waits too long or failed, defined once for the owner's screen and emails, for the command `stuck` and for the
-- measurements (docs/decisions/0128).

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
  where (exists (select from private.outside_world where part = 'payments') or (select max(received_at) from public.stripe_events) is not null)
    and not exists (
      select from public.stripe_events where received_at > paid.settled_at - interval '10 minutes'
    )
  union all
  select 'backup', '', 'scheduled backup', 'missing', state.failures, coalesce(state.succeeded_at, state.scheduled_since), trouble.it ->> 'reason'
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
