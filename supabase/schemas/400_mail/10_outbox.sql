-- Emails are written here in the transaction that causes them, and sent by a worker. The key makes each occasion one
-- email, however often it is reported.

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (length(key) between 1 and 200),
  template_type text not null check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  to_email text not null check (length(to_email) between 3 and 254 and to_email !~ '[[:cntrl:]]'),
  booking_id uuid references public.bookings (id) on delete cascade,
  -- Facts that only its cause has; the rest is read from the booking when the email is sent.
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- dropped: not sent, because it was no longer relevant or its reader's data was erased.
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  -- The lease of the worker that is sending it.
  locked_until timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index mail_outbox_booking_id_idx on public.mail_outbox (booking_id);
create index mail_outbox_created_at_idx on public.mail_outbox (created_at);
create index mail_outbox_queued_idx on public.mail_outbox (next_attempt_at) where status = 'queued';
create index mail_outbox_review_requests_idx on public.mail_outbox (to_email, created_at)
  where template_type = 'review_request';
create index mail_outbox_to_email_idx on public.mail_outbox (lower(to_email));
-- Failed emails, few among very many.
create index mail_outbox_failed_idx on public.mail_outbox (created_at desc) where status = 'failed';
create index mail_outbox_inquiries_idx on public.mail_outbox (lower(btrim(data ->> 'customer_email')))
  where template_type = 'inquiry_received';
create index mail_outbox_new_address_idx on public.mail_outbox (lower(data ->> 'new_email'))
  where template_type = 'email_change';

alter table public.mail_outbox enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_outbox for all to service_role using (true) with check (true);
revoke all on public.mail_outbox from public, anon, authenticated, service_role;
grant all on public.mail_outbox to service_role;

-- The data of an email without its links and codes. The hash of a link that is to be answered or paid stays, as
-- `link_hash`, so that it is known whether the link still works.
create function private.without_links(data jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select (data - array['confirmation_url', 'token', 'unsubscribe_token', 'photo_token'])
    #- '{offer,path}' #- '{offer,decline_path}' #- '{pay,path}' #- '{visit,path}'
    || case when token <> '' then
      jsonb_build_object('link_hash', encode(private.hash_of_token(token), 'hex'))
    else '{}' end
  from (
    select split_part(coalesce(data #>> '{offer,path}', data #>> '{pay,path}', ''), '?token=', 2) as token
  ) as link;
$$;

-- Trigger: links and codes leave an email that is no longer to be sent.
create function private.drop_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.data := private.without_links(new.data);
  return new;
end;
$$;

create trigger drop_links before insert or update on public.mail_outbox
  for each row when (new.status <> 'queued') execute function private.drop_links();

-- The hash of the link that an email asks to answer or to pay by; null without one.
create function private.link_hash_of(mail public.mail_outbox) returns bytea
language sql immutable set search_path = ''
as $$
  select decode(private.without_links(mail.data) ->> 'link_hash', 'hex');
$$;

-- How long to wait after that many attempts; null when it is time to give up.
create function private.wait_after(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select (array[1, 5, 15, 60, 240, 720, 1440])[attempts] * interval '1 minute';
$$;

-- Queues an email, and the text beside it. Does nothing when the key exists, there is no recipient, the customer's data
-- was erased, the kind is switched off, or the recipient unsubscribed from review requests and this is one; the text
-- has its own conditions.
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
  select mail_key, template, recipient, target_booking_id, coalesce(mail_data, '{}')
  where recipient is not null
    and not private.is_forgotten(recipient)
    and private.mail_is_on(template)
    and not (template = 'review_request' and private.has_unsubscribed(recipient))
  on conflict (key) do nothing;
  select private.text_beside_mail(mail_key, template, target_booking_id, mail_data);
$$;

-- Leases up to `batch` emails that are ready and not held after a restore, for `lease_seconds`; no two workers get the same one.
create function public.claim_mail(batch integer, lease_seconds integer) returns setof public.mail_outbox
language sql set search_path = ''
as $$
  update public.mail_outbox
  set attempts = attempts + 1, locked_until = now() + lease_seconds * interval '1 second'
  where id = any (array(
    select id
    from public.mail_outbox
    where status = 'queued'
      and next_attempt_at <= now()
      and (locked_until is null or locked_until <= now())
      and created_at > (select private.held_until())
    order by next_attempt_at
    limit batch
    for update skip locked
  ))
  returning *;
$$;

-- Marks an email as sent when there is no error, and clears data that only its reader should know. With an error it
-- is retried after 1, 5, 15, 60 minutes … up to a day, and then given up.
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

-- Returns a leased email to the queue as it was, and gives it up after three days.
create function public.postpone_mail(mail_id uuid, error text) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set
    locked_until = null,
    attempts = greatest(attempts - 1, 0),
    last_error = left(error, 1000),
    status = case when created_at < now() - interval '3 days' then 'failed' else 'queued' end
  where id = mail_id and status = 'queued';
$$;

-- Gives an email up: no other attempt would end differently.
create function public.refuse_mail(mail_id uuid, error text) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set locked_until = null, last_error = left(error, 1000), status = 'failed'
  where id = mail_id and status = 'queued';
$$;

-- Drops a leased email for good, and clears data that only its reader should know.
create function public.drop_mail(mail_id uuid) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set locked_until = null, status = 'dropped', data = case when booking_id is null then '{}' else data end
  where id = mail_id and status = 'queued';
$$;

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
