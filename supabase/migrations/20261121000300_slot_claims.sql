-- A time is taken if and only if a row here says so: holds, bookings and time off alike.

create table public.slot_claims (
  id uuid primary key default gen_random_uuid(),
  during tstzrange not null,
  -- The local day it is on.
  local_date date not null generated always as (
    ((lower(during) at time zone 'America/Toronto')::date)
  ) stored,
  -- Who has it: a booking, or the business itself with a reason.
  booking_id uuid unique references public.bookings (id) on delete cascade,
  reason text check (length(reason) between 1 and 200),
  service_name text,
  -- When a hold ends; null for what stands.
  expires_at timestamptz,
  -- How often the hold was extended.
  extensions smallint not null default 0 check (extensions >= 0),
  created_at timestamptz not null default now(),
  constraint slot_claims_never_overlap exclude using gist (during with &&),
  constraint slot_claims_are_within_one_local_day check (
    not isempty(during)
    and lower_inc(during) and not upper_inc(during)
    and not lower_inf(during) and not upper_inf(during)
    and (lower(during) at time zone 'America/Toronto')::date
      = ((upper(during) - interval '1 microsecond') at time zone 'America/Toronto')::date
  ),
  constraint slot_claims_have_one_cause check ((booking_id is null) <> (reason is null)),
  constraint slot_claims_of_bookings_name_the_service check ((booking_id is null) = (service_name is null))
);

-- Availability asks by local day.
create index slot_claims_local_date_idx on public.slot_claims (local_date);
create index slot_claims_expires_at_idx on public.slot_claims (expires_at) where expires_at is not null;

revoke all on public.slot_claims from public, anon, authenticated, service_role;
grant all on public.slot_claims to service_role;
-- Only what availability needs: neither the booking nor the reason.
grant select (during, local_date, service_name, expires_at) on public.slot_claims to anon, authenticated;

alter table public.slot_claims enable row level security;

-- A visitor's own hold must not look taken to them, nor must the booking they are moving.
create policy "Taken times can be read by everyone, without the booking a visitor names"
  on public.slot_claims for select to anon, authenticated
  using (booking_id is null or booking_id is distinct from (select private.named_booking_id()));

-- What is taken, without a word on who has it. booking_time reads "HH:MM".
create view public.booked_slots with (security_invoker = true) as
select
  local_date as booking_date,
  to_char(lower(during) at time zone 'America/Toronto', 'HH24:MI') as booking_time,
  service_name,
  (extract(epoch from upper(during) - lower(during)) / 60)::integer as duration_minutes
from public.slot_claims
where expires_at is null or expires_at > now();

revoke all on public.booked_slots from public, anon, authenticated, service_role;
grant select on public.booked_slots to anon, authenticated, service_role;

-- The stretch a booking needs, local wall time turned into instants.
create function private.span_of(booking public.bookings) returns tstzrange
language sql stable set search_path = ''
as $$
  select tstzrange(starts_at, starts_at + booking.duration_minutes * interval '1 minute', '[)')
  from (
    select (booking.booking_date + booking.booking_time) at time zone 'America/Toronto' as starts_at
  ) as start;
$$;

-- Everything that takes or moves a time of a day goes one after the other. Without this, two claims that
-- are written at the same moment would wait for each other instead of one being refused.
create function private.lock_day(day date) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223911, day - date '2000-01-01');
$$;

-- Drops lapsed holds that are in the way of a booking. The day must be locked.
create function private.clear_lapsed(booking public.bookings) returns void
language sql set search_path = ''
as $$
  delete from public.slot_claims
  where expires_at <= now()
    and during && private.span_of(booking)
    and booking_id is distinct from booking.id;
$$;

-- Claims the time of a booking that has none, until `held_until` or for good when that is null.
-- Raises slot_taken (409), also for a time that has begun.
create function private.take_time(booking public.bookings, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_day(booking.booking_date);
  if lower(private.span_of(booking)) < now() then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'This time is in the past.';
  end if;
  perform private.clear_lapsed(booking);
  insert into public.slot_claims (during, booking_id, service_name, expires_at)
  values (private.span_of(booking), booking.id, booking.service_name, held_until);
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

revoke all on function
  private.span_of(public.bookings), private.lock_day(date), private.clear_lapsed(public.bookings),
  private.take_time(public.bookings, timestamptz)
  from public;
grant execute on function
  private.span_of(public.bookings), private.lock_day(date), private.clear_lapsed(public.bookings),
  private.take_time(public.bookings, timestamptz)
  to service_role;
