-- Travel between visits: where a visit is, how long the way takes, and which times are taken for a place. Distances
-- are computed here alone, so that the screens' answer and the database's decision never differ by a minute.

-- The centre of each forward sortation area of Canada, as (longitude, latitude).
create table public.postal_areas (
  area text primary key check (area ~ '^[A-Z][0-9][A-Z]$'),
  centre point not null
);

alter table public.postal_areas enable row level security;
create policy "Server functions may do what they are granted"
  on public.postal_areas for all to service_role using (true) with check (true);
revoke all on public.postal_areas from public, anon, authenticated, service_role;
grant select on public.postal_areas to service_role;

-- How travel counts: one row.
create table public.travel_settings (
  id boolean primary key default true check (id),
  is_on boolean not null default false,
  -- Where the vans are in the morning and in the evening. Without it, only the ways between visits count.
  base_postal_code text check (base_postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$'),
  -- When a van leaves the base at the earliest, and is back at the latest.
  leaves_at time not null default '07:00' check (extract(second from leaves_at) = 0),
  back_by time not null default '20:00' check (extract(second from back_by) = 0),
  -- How much longer a way is than the straight line, and the average speed on it.
  road_factor numeric(3, 2) not null default 1.30 check (road_factor between 1 and 3),
  speed_kmh smallint not null default 50 check (speed_kmh between 10 and 120),
  -- No way is shorter: two addresses may share a postal area without being neighbours.
  least_minutes smallint not null default 10 check (least_minutes between 0 and 60),
  -- Before the work begins, and after it ends.
  setup_minutes smallint not null default 10 check (setup_minutes between 0 and 120),
  packing_minutes smallint not null default 10 check (packing_minutes between 0 and 120),
  updated_at timestamptz not null default now(),
  -- How far a visit may be from a start next to it that is marked as nearby, null for no marks, and what such a booking
  -- costs less.
  nearby_minutes smallint check (nearby_minutes between 1 and 120),
  nearby_discount_cents integer not null default 0 check (nearby_discount_cents between 0 and 100000),
  -- When the measured ways (travel_ways) last changed; null while there are none, and none is looked up.
  ways_at timestamptz,
  -- A swap of two visits is suggested when it saves so many minutes of driving; null for no suggestions.
  swap_minutes smallint check (swap_minutes between 1 and 240),
  constraint travel_settings_day_has_time check (leaves_at < back_by)
);

alter table public.travel_settings enable row level security;
create policy "Server functions may do what they are granted"
  on public.travel_settings for all to service_role using (true) with check (true);
revoke all on public.travel_settings from public, anon, authenticated, service_role;
grant select on public.travel_settings to authenticated, service_role;

create policy "Travel settings can be read by administrators"
  on public.travel_settings for select to authenticated
  using ((select public.is_admin()));

create trigger touch_updated_at before update on public.travel_settings
  for each row execute function private.touch_updated_at();

-- Whether a browser cannot compute open times from the rules and the booked times. Then `open-times` answers them.
create function private.times_need_server() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select is_on from public.travel_settings) or private.crews_differ()
    -- Browsers count crews from 1.
    or (select max(number) > count(*) from public.crews);
end;
$$;

-- The place of a postal code: the centre of its area. Null for one that is not known.
create function private.place_of(postal_code text) returns point
language plpgsql stable set search_path = ''
as $$
begin
  return (select centre from public.postal_areas where area = upper(left(postal_code, 3)));
end;
$$;

-- The straight line between two places on the globe. Null when one is not known.
create function private.kilometres(one point, other point) returns double precision
language sql immutable
return 2 * 6371 * asin(sqrt(least(1,
  power(sind((other[1] - one[1]) / 2), 2)
  + cosd(one[1]) * cosd(other[1]) * power(sind((other[0] - one[0]) / 2), 2)
)));

-- The minutes that a way takes, the same in both directions: measured by a routing service in the slower one, else
-- estimated. Null when one of the places is not known.
create function private.drive_minutes(travel public.travel_settings, one point, other point) returns integer
language plpgsql stable strict set search_path = ''
as $$
declare
  one_key bigint;
  other_key bigint;
  measured integer;
begin
  if travel.ways_at is not null then
    one_key := private.place_key(one);
    other_key := private.place_key(other);
    measured := (
      select seconds from public.travel_ways
      where one_place = least(one_key, other_key) and other_place = greatest(one_key, other_key)
    );
  end if;
  return greatest(travel.least_minutes, case
    when measured is null then
      ceil(private.kilometres(one, other) * travel.road_factor::double precision * 60 / travel.speed_kmh)::integer
    else (measured + 59) / 60
  end);
end;
$$;

-- What is taken from a day to another one, both included, for a visit at this place. Before and after each taken time
-- lie `gap_minutes` in which that visit must not be: the way with packing and setting up when travel counts and both
-- places are known, else the minimum between two bookings; none around blocked time. Without a crew it is taken for
-- all: so are the hours when the vans are at the base. Where crews differ, the hours of each are its own, and a crew
-- that doesn't do the service (its id) is taken all day. Expired claims, the named booking's and the named offer's are
-- left out.
create function private.taken_times(
  from_day date, until_day date, place point, except_booking_id uuid default null, except_offer_id uuid default null,
  service text default null
)
returns table (local_date date, during tstzrange, crew smallint, is_time_off boolean, gap_minutes integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
  between_visits integer := (select buffer_minutes from public.time_settings);
  base point;
  leg integer;
begin
  select * into strict travel from public.travel_settings;
  select van.base into base from private.van_of(travel, null, from_day) as van;
  return query
    select claim.local_date, claim.during, claim.crew, claim.reason is not null,
      case
        when claim.reason is not null then 0
        when travel.is_on and claim.longitude is not null and taken_times.place is not null then
          travel.packing_minutes
          + private.drive_minutes(travel, point(claim.longitude, claim.latitude), taken_times.place)
          + travel.setup_minutes
        else between_visits
      end
    from public.slot_claims as claim
    where claim.local_date between from_day and until_day
      and (claim.expires_at is null or claim.expires_at > now())
      and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
      and (claim.offer_id is null or claim.offer_id is distinct from except_offer_id);
  if private.crews_differ() then
    return query select * from private.times_off_duty(travel, from_day, until_day, place, service);
    return;
  elsif not travel.is_on or base is null then
    return;
  end if;
  leg := coalesce(private.drive_minutes(travel, base, place), 0);
  return query
    select days.day, tstzrange(rest.starts_at, rest.ends_at, '[)'), null::smallint, false, leg + rest.work_minutes
    from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as days
    cross join lateral private.van_of(travel, null, days.day) as van
    cross join lateral (
      values
        (private.instant_of(days.day, '00:00'), private.instant_of(days.day, van.leaves_at), travel.setup_minutes),
        (private.instant_of(days.day, van.back_by), private.instant_of(days.day + 1, '00:00'), travel.packing_minutes)
    ) as rest (starts_at, ends_at, work_minutes)
    -- A van that leaves at midnight has no hours at the base before.
    where rest.starts_at < rest.ends_at;
end;
$$;

grant execute on function private.times_need_server to anon, authenticated, service_role;
grant execute on function
  private.place_of, private.kilometres, private.drive_minutes, private.taken_times
  to service_role;
