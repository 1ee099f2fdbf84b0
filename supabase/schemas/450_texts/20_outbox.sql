-- Texts are written here in the transaction that causes them, and sent by a worker, as emails are. The key makes each
-- occasion one text, however often it is reported.

create table public.text_outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (length(key) between 1 and 200),
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{0,59}$'),
  phone text not null check (phone ~ '^\+[0-9]{8,15}$'),
  booking_id uuid references public.bookings (id) on delete cascade,
  waiting_id uuid references public.waiting_list (id) on delete cascade,
  -- Facts that only its cause has; the rest is read from the booking when the text is sent.
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- As it was sent; empty until then.
  body text not null default '' check (length(body) <= 1000),
  -- What the service charges for.
  segments smallint not null default 0 check (segments between 0 and 10),
  -- sent: accepted by the service. dropped: not sent, because it was no longer relevant, consent was withdrawn, or the
  -- customer's data was erased.
  status text not null default 'queued' check (status in ('queued', 'sent', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  -- The lease of the worker that is sending it.
  locked_until timestamptz,
  -- When a worker began to hand it to the service. It is not sent a second time unless the service refused it.
  begun_at timestamptz,
  -- The service's name of the message.
  provider_id text unique check (length(provider_id) between 1 and 100),
  error_code integer,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz
);

create index text_outbox_booking_id_idx on public.text_outbox (booking_id);
create index text_outbox_waiting_id_idx on public.text_outbox (waiting_id);
create index text_outbox_phone_idx on public.text_outbox (phone);
create index text_outbox_queued_idx on public.text_outbox (next_attempt_at) where status = 'queued';
create index text_outbox_begun_idx on public.text_outbox (begun_at) where begun_at is not null;
create index text_outbox_created_at_idx on public.text_outbox (created_at);
-- Texts whose words are not cleared yet.
create index text_outbox_words_idx on public.text_outbox (created_at)
  where status <> 'queued' and (body <> '' or data <> '{}');
-- Failed texts, few among very many.
create index text_outbox_failed_idx on public.text_outbox (created_at desc) where status = 'failed';

alter table public.text_outbox enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_outbox for all to service_role using (true) with check (true);
revoke all on public.text_outbox from public, anon, authenticated, service_role;
grant all on public.text_outbox to service_role;

-- Trigger: links leave a text that is no longer to be sent: its data, and its words once a service has them. Words that no
-- service took stay to be read where texts are tried out.
create function private.drop_text_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.data := private.without_links(new.data);
  if new.provider_id is not null or new.status = 'failed' then
    new.body := regexp_replace(new.body, '(/visit/|[?&]token=)[A-Za-z0-9_-]+', '\1…', 'g');
  end if;
  return new;
end;
$$;

create trigger drop_text_links before insert or update on public.text_outbox
  for each row when (new.status <> 'queued') execute function private.drop_text_links();

-- Whether a phone may get texts at all: a number of North America that is neither toll-free nor a premium one, without
-- a STOP, and that the service could reach in the last 90 days: 21211 and 30005 is no such number, 21614 and 30006 a
-- landline. False for the number that erasure leaves.
create function private.can_be_texted(number text) returns boolean
language sql stable security definer set search_path = ''
return number ~ '^\+1[2-9][0-9]{2}[2-9][0-9]{6}$'
  and number !~ '^\+1(800|833|844|855|866|877|888|900)'
  and not exists (select from public.text_stops where phone in (number, private.keyed_hash(number)))
  and not exists (
    select from public.text_outbox
    where phone = number and error_code in (21211, 21614, 30005, 30006) and created_at > now() - interval '90 days'
  );

-- Queues a text about a booking to its customer. Does nothing when the key exists, the kind is switched off, the
-- customer did not consent or withdrew, the phone replied STOP or cannot get texts, or the customer's data was erased.
-- Kinds: confirmation, reminder, on_my_way, rain_day, offer, moved, cancelled.
create function private.enqueue_text(text_key text, kind text, target_booking_id uuid, text_data jsonb default '{}')
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.text_is_on(enqueue_text.kind) then
    insert into public.text_outbox (key, kind, phone, booking_id, data)
    select text_key, enqueue_text.kind, booking.customer_phone, booking.id, coalesce(text_data, '{}')
    from public.bookings as booking
    join public.text_consents as consent
      on consent.booking_id = booking.id and consent.phone = booking.customer_phone and consent.withdrawn_at is null
    where booking.id = target_booking_id and private.can_be_texted(booking.customer_phone)
    on conflict (key) do nothing;
  end if;
end;
$$;

grant execute on function private.can_be_texted, private.enqueue_text to service_role;
