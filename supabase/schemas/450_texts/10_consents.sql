-- Text messages to customers: the owner's settings, and consents. They are sent beside emails, never instead of them,
-- and only about an appointment or a waiting-list place that its customer consented for.

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
create index text_consents_given_at_idx on public.text_consents (given_at);
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

grant execute on function private.text_is_on to service_role;
