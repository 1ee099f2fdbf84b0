-- A time is booked if and only if slot_claims has a row for it: holds, bookings, offers and blocked time alike.
-- Two claims of one crew never overlap.

create table public.slot_claims (
  id uuid primary key default gen_random_uuid(),
  during tstzrange not null,
  local_date date not null generated always as (
    ((lower(during) at time zone 'America/Toronto')::date)
  ) stored,
  -- What takes the time: a booking, a time offered to a customer, or the business itself with a reason.
  booking_id uuid unique references public.bookings (id) on delete cascade,
  reason text check (length(reason) between 1 and 200),
  service_name text,
  -- When a hold ends; null for a claim that stays.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  -- The crew whose time it is. Null for blocked time of all crews.
  crew smallint default 1 check (crew between 1 and 100),
  offer_id uuid unique,
  -- SHA-256 of the hold token that the browser sent; null without one.
  holder_hash bytea,
  -- Where the visit is. Null when that is not known, and for blocked time.
  longitude double precision,
  latitude double precision,
  constraint slot_claims_are_within_one_local_day check (
    not isempty(during)
    and lower_inc(during) and not upper_inc(during)
    and not lower_inf(during) and not upper_inf(during)
    and (lower(during) at time zone 'America/Toronto')::date
      = ((upper(during) - interval '1 microsecond') at time zone 'America/Toronto')::date
  ),
  constraint slot_claims_have_one_cause check (num_nonnulls(booking_id, reason, offer_id) = 1),
  constraint slot_claims_are_a_crews_or_time_off check (crew is not null or reason is not null),
  -- Blocked time may overlap bookings: they stay.
  constraint slot_claims_of_a_crew_never_overlap
    exclude using gist (crew with =, during with &&) where (reason is null),
  -- Readers of booked times distinguish blocked time from visits by this.
  constraint slot_claims_name_the_service_or_a_reason check ((reason is null) = (service_name is not null))
);

-- Availability reads by local day.
create index slot_claims_local_date_idx on public.slot_claims (local_date);
create index slot_claims_expires_at_idx on public.slot_claims (expires_at) where expires_at is not null;
-- The holds of a browser.
create index slot_claims_holder_hash_idx on public.slot_claims (holder_hash) where holder_hash is not null;
-- Blocked time, rare among all claims.
create index slot_claims_time_off_idx on public.slot_claims (local_date) where reason is not null;

alter table public.slot_claims enable row level security;
create policy "Server functions may do what they are granted"
  on public.slot_claims for all to service_role using (true) with check (true);
revoke all on public.slot_claims from public, anon, authenticated, service_role;
grant select (during, local_date, service_name, expires_at, crew) on public.slot_claims to anon, authenticated;
grant all on public.slot_claims to service_role;

-- Booked times without personal data. booking_time reads "HH:MM". Without a service it is blocked time, without a
-- crew that of all crews.
create view public.booked_slots with (security_invoker = true) as
select
  local_date as booking_date,
  to_char(lower(during) at time zone 'America/Toronto', 'HH24:MI') as booking_time,
  service_name,
  (extract(epoch from upper(during) - lower(during)) / 60)::integer as duration_minutes,
  crew
from public.slot_claims
where expires_at is null or expires_at > now();

revoke all on public.booked_slots from public, anon, authenticated, service_role;
grant select on public.booked_slots to anon, authenticated, service_role;

-- The open offer that a visitor names in the header x-offer-token; else null.
create function private.named_offer_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  named text := nullif(current_setting('request.headers', true), '')::json ->> 'x-offer-token';
begin
  if named is null then
    return null;
  end if;
  return (
    select offer.id
    from public.offered_times as offer
    where offer.token_hash = private.hash_of_token(named)
      and offer.closed_at is null
      and offer.expires_at > now()
  );
end;
$$;
