-- Backups that a server makes on a schedule. The server keeps the state, and the owner reads what is wrong.

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
  leased_until timestamptz,
  -- The attempts that failed since the newest backup.
  failures integer not null default 0
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
