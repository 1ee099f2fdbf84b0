-- Backups on a schedule: their state, what the owner reads of it under Today, and the email.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- One row while a schedule is set.
create table private.backup_state (
  only_row boolean primary key default true check (only_row),
  scheduled_since timestamptz not null,
  -- The newest backup has everything until then.
  succeeded_at timestamptz,
  -- What went wrong since then.
  failure text check (length(failure) <= 1000),
  next_attempt_at timestamptz not null,
  -- The lease of the server that is making one.
  leased_until timestamptz
);

alter table private.backup_state enable row level security;
revoke all on private.backup_state from public, anon, authenticated, service_role;

-- Why the owner should look after the backups: {last, reason}; null when there is no need. `last` is the moment of the
-- newest backup, or null; `reason` is empty when no attempt failed but none succeeded for 36 hours.
create function private.backup_trouble(as_of timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('last', succeeded_at, 'reason', coalesce(failure, ''))
  from private.backup_state
  where failure is not null or coalesce(succeeded_at, scheduled_since) < as_of - interval '36 hours';
$$;

-- Emails the owner about a failed or missing backup, once a day. Returns how many emails it queued.
create function private.queue_backup_notice(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  trouble jsonb := private.backup_trouble(as_of);
  key_of_day text := 'backup_missing:' || private.local_day(as_of);
begin
  if trouble is null or exists (select from public.mail_outbox where key = key_of_day) then
    return 0;
  end if;
  perform public.enqueue_mail(
    key_of_day,
    'backup_missing',
    (select info_email from private.business),
    null,
    jsonb_build_object(
      'reason', trouble ->> 'reason',
      'last_backup', coalesce(to_char(
        (trouble ->> 'last')::timestamptz at time zone 'America/Toronto', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM'
      ), '')
    )
  );
  return (select count(*) from public.mail_outbox where key = key_of_day);
end;
$$;

-- Counts of what needs attention: {past_visits, reviews, inquiries, payments, rain_unanswered, rain_declined, offers,
-- mails, mail_delay, backup}. Held-back reviews and inquiries don't count.
create or replace function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.past_visits_due()),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble()
    )
    from private.open_rain_answers() as answer
  );
end;
$$;

select private.add_default_mail(
  'backup_missing',
  'Backup missing',
  'Your bookings have no new backup',
  private.mail_frame(
    'The last backup failed or is missing.',
    'A backup is missing',
    private.mail_paragraph(
      '{% if last_backup == "" %}There is no backup of your bookings yet.{% else %}The newest backup of your bookings is '
      || 'of {{ last_backup }}.{% endif %} If the server is lost, everything after that is lost too.'
    )
    || '{% if reason != "" %}'
    || private.mail_paragraph('The latest attempt failed: {{ reason }}')
    || '{% endif %}'
    || private.mail_paragraph('Please forward this email to the person who looks after your server. The server tries again every hour.')
    || private.mail_small_print('You get this email once a day until a backup succeeds.')
  )
);

revoke all on function private.backup_trouble, private.queue_backup_notice from public;
