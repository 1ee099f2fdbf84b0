-- Text messages to customers: settings, consents and the outbox. Switched off.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The owner's settings: one row.
create table public.text_settings (
  id boolean primary key default true check (id),
  is_on boolean not null default false,
  kinds text[] not null default '{confirmation,reminder,on_my_way,rain_day,offer,moved,cancelled}' check (
    kinds <@ '{confirmation,reminder,on_my_way,rain_day,offer,moved,cancelled}'::text[]
  ),
  -- The reminder comes at this local time on the day before, or that many hours before the visit.
  reminder_at time default '18:00' check (extract(second from reminder_at) = 0),
  reminder_hours smallint check (reminder_hours between 1 and 48),
  -- From this local time on until that one in the morning, texts wait.
  quiet_from time not null default '21:00' check (extract(second from quiet_from) = 0),
  quiet_until time not null default '08:00' check (extract(second from quiet_until) = 0),
  -- What the service charges for: one text has one to three, see domain/contact/text-segments.ts.
  segments_a_day integer not null default 200 check (segments_a_day between 1 and 10000),
  updated_at timestamptz not null default now(),
  constraint text_settings_remind_in_one_way check ((reminder_at is null) <> (reminder_hours is null)),
  constraint text_settings_day_has_time check (quiet_until < quiet_from)
);

alter table public.text_settings enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_settings for all to service_role using (true) with check (true);
revoke all on public.text_settings from public, anon, authenticated, service_role;
grant select on public.text_settings to authenticated, service_role;
grant update (is_on, kinds, reminder_at, reminder_hours, quiet_from, quiet_until, segments_a_day)
  on public.text_settings to authenticated;

create policy "Text settings can be read by administrators"
  on public.text_settings for select to authenticated
  using ((select public.is_admin()));

create policy "Text settings can be changed by administrators"
  on public.text_settings for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create trigger touch_updated_at before update on public.text_settings
  for each row execute function private.touch_updated_at();

-- Consents to texts about one appointment, or one place on the waiting list: when, in which words, and how.
create table public.text_consents (
  id uuid primary key default gen_random_uuid(),
  phone text not null check (phone ~ '^\+[0-9]{8,15}$'),
  booking_id uuid references public.bookings (id) on delete cascade,
  waiting_id uuid references public.waiting_list (id) on delete cascade,
  -- As the customer read or heard it.
  wording text not null check (length(wording) between 1 and 500),
  given_in text not null check (
    given_in in ('booking_form', 'waiting_list', 'my_bookings', 'phone_call', 'text_reply')
  ),
  given_at timestamptz not null default now(),
  -- The customer's account, or the administrator who recorded it.
  given_by uuid references auth.users (id) on delete set null,
  -- A keyed hash of the visitor's network address.
  address_mark text check (length(address_mark) <= 100),
  withdrawn_at timestamptz,
  withdrawn_in text check (withdrawn_in in ('text_reply', 'my_bookings', 'owner', 'service')),
  constraint text_consents_are_about_one_thing check (num_nonnulls(booking_id, waiting_id) = 1),
  constraint text_consents_end_in_one_way check ((withdrawn_at is null) = (withdrawn_in is null))
);

create unique index text_consents_of_booking_idx on public.text_consents (booking_id) where withdrawn_at is null;
create unique index text_consents_of_waiting_idx on public.text_consents (waiting_id) where withdrawn_at is null;
create index text_consents_booking_id_idx on public.text_consents (booking_id);
create index text_consents_waiting_id_idx on public.text_consents (waiting_id);
create index text_consents_given_by_idx on public.text_consents (given_by);
create index text_consents_phone_idx on public.text_consents (phone);

alter table public.text_consents enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_consents for all to service_role using (true) with check (true);
revoke all on public.text_consents from public, anon, authenticated, service_role;
grant all on public.text_consents to service_role;

-- Phones that replied STOP. Only START from the same phone ends it: a form may be filled in by another person.
create table public.text_stops (
  -- A phone; after erasure, a mark of it.
  phone text primary key,
  stopped_at timestamptz not null default now()
);

alter table public.text_stops enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_stops for all to service_role using (true) with check (true);
revoke all on public.text_stops from public, anon, authenticated, service_role;
grant all on public.text_stops to service_role;

-- Whether texts of this kind are switched on.
create function private.text_is_on(kind text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.text_settings where is_on and text_is_on.kind = any (kinds));

-- Whether a phone may get texts at all: a number of North America that is neither toll-free nor a premium one, without
-- a STOP. False for the number that erasure leaves.
create function private.can_be_texted(number text) returns boolean
language sql stable security definer set search_path = ''
return number ~ '^\+1[2-9][0-9]{2}[2-9][0-9]{6}$'
  and number !~ '^\+1(800|833|844|855|866|877|888|900)'
  and not exists (select from public.text_stops where phone in (number, private.mark_of(number)));

revoke all on function private.text_is_on, private.can_be_texted from public;
grant execute on function private.text_is_on, private.can_be_texted to service_role;

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
-- Failed texts, few among very many.
create index text_outbox_failed_idx on public.text_outbox (created_at desc) where status = 'failed';

alter table public.text_outbox enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_outbox for all to service_role using (true) with check (true);
revoke all on public.text_outbox from public, anon, authenticated, service_role;
grant all on public.text_outbox to service_role;

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

revoke all on function private.enqueue_text from public;
grant execute on function private.enqueue_text to service_role;

insert into public.text_settings default values;
