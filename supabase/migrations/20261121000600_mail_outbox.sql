-- Mail is written here in the transaction that causes it, and sent by a worker. The key makes each
-- occasion one mail, however often it is reported.

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (length(key) between 1 and 200),
  template_type text not null check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  to_email text not null check (length(to_email) between 3 and 254 and to_email !~ '[[:cntrl:]]'),
  booking_id uuid references public.bookings (id) on delete cascade,
  -- Facts only the cause knows; the rest is read from the booking when the mail is sent.
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  -- A worker has it until then.
  locked_until timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index mail_outbox_booking_id_idx on public.mail_outbox (booking_id);
create index mail_outbox_queued_idx on public.mail_outbox (next_attempt_at) where status = 'queued';

revoke all on public.mail_outbox from public, anon, authenticated, service_role;
grant all on public.mail_outbox to service_role;

alter table public.mail_outbox enable row level security;

-- Puts a mail into the outbox; a key that is already there is left as it is.
create function public.enqueue_mail(
  mail_key text,
  template text,
  recipient text,
  target_booking_id uuid,
  mail_data jsonb
) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (key, template_type, to_email, booking_id, data)
  values (mail_key, template, recipient, target_booking_id, coalesce(mail_data, '{}'))
  on conflict (key) do nothing;
$$;

-- Takes up to `batch` mails that are ready, for `lease_seconds`; no two workers get the same one. A worker
-- that dies gives its mails back when the lease ends.
create function public.claim_mail(batch integer, lease_seconds integer) returns setof public.mail_outbox
language sql set search_path = ''
as $$
  update public.mail_outbox
  set attempts = attempts + 1, locked_until = now() + lease_seconds * interval '1 second'
  where id in (
    select id
    from public.mail_outbox
    where status = 'queued'
      and next_attempt_at <= now()
      and (locked_until is null or locked_until <= now())
    order by next_attempt_at
    limit batch
    for update skip locked
  )
  returning *;
$$;

-- How long to wait after that many attempts; null when it is time to give up.
create function private.wait_after(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select (array[1, 5, 15, 60, 240, 720, 1440])[attempts] * interval '1 minute';
$$;

-- Without an error the mail is sent, and what only its reader should know is forgotten. With one it is
-- tried again after 1, 5, 15, 60 minutes … up to a day, and then given up.
create function public.finish_mail(mail_id uuid, error text default null) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set
    locked_until = null,
    last_error = left(error, 1000),
    status = case
      when error is null then 'sent'
      when private.wait_after(attempts) is null then 'failed'
      else 'queued'
    end,
    sent_at = case when error is null then now() end,
    next_attempt_at = case when error is null then next_attempt_at
      else now() + coalesce(private.wait_after(attempts), interval '0') end,
    data = case when error is null and booking_id is null then '{}' else data end
  where id = mail_id and status = 'queued';
$$;

revoke all on function
  public.enqueue_mail(text, text, text, uuid, jsonb), public.claim_mail(integer, integer),
  public.finish_mail(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.enqueue_mail(text, text, text, uuid, jsonb), public.claim_mail(integer, integer),
  public.finish_mail(uuid, text)
  to service_role;
revoke all on function private.wait_after(integer) from public;
grant execute on function private.wait_after(integer) to service_role;
