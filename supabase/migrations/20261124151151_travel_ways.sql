-- Measured ways and found addresses; nearby marks on the owner's screen.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.travel_settings add column ways_at timestamptz;

-- A place rounded to a thousandth of a degree, about 100 m, as a number.
create function private.place_key(place point) returns bigint
language sql immutable
return round((place[1] + 90) * 1000)::bigint * 1000000 + round((place[0] + 180) * 1000)::bigint;

-- The rounded place, as the routing service is asked about it. -> {key, longitude, latitude}
create function private.place_told(key bigint) returns jsonb
language sql immutable
return jsonb_build_object(
  'key', key, 'longitude', (key % 1000000) / 1000.0 - 180, 'latitude', key / 1000000 / 1000.0 - 90
);

-- A row is a pair of places (private.place_key), the smaller number first.
create table public.travel_ways (
  one_place bigint not null,
  other_place bigint not null check (one_place < other_place),
  -- Of the slower direction; null when the service knows no road, and the estimate counts.
  seconds integer check (seconds between 0 and 86400),
  metres integer check (metres >= 0),
  asked_at timestamptz not null default now(),
  primary key (one_place, other_place) include (seconds)
);

alter table public.travel_ways enable row level security;
create policy "Server functions may do what they are granted"
  on public.travel_ways for all to service_role using (true) with check (true);
revoke all on public.travel_ways from public, anon, authenticated, service_role;
grant select on public.travel_ways to service_role;

-- When a service may be asked again: after a failure later and later, and not too often.
create table private.travel_services (
  name text primary key check (name in ('routing', 'geocoder')),
  failures integer not null default 0,
  try_again_at timestamptz not null default '-infinity'
);

alter table private.travel_services enable row level security;
revoke all on private.travel_services from public, anon, authenticated, service_role;

-- Records that a service failed: it is asked again after 1, 2, 4 … minutes, at most an hour. Returns how often it failed
-- in a row.
create function public.travel_service_failed(service text) returns integer
language sql security definer set search_path = ''
as $$
  insert into private.travel_services as known (name, failures, try_again_at)
  values (service, 1, now() + interval '1 minute')
  on conflict (name) do update
  set failures = known.failures + 1,
    try_again_at = now() + least(power(2, least(known.failures, 10)), 60) * interval '1 minute'
  returning failures;
$$;

-- The next ways to measure: from one postal area to up to `most` other places. Null when none is missing or older than
-- 30 days, or when the service has just failed. -> {hub, places}, each as private.place_told. The areas are those of
-- the bases, the served ones and those of visits ahead; the places are these and those of visits ahead.
create function public.ways_to_ask(most integer default 90) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen bigint;
  missing bigint[];
begin
  if exists (select from private.travel_services where name = 'routing' and try_again_at > now()) then
    return null;
  end if;
  with ahead as materialized (
    select claim.booking_id, private.place_key(point(claim.longitude, claim.latitude)) as key
    from public.slot_claims as claim
    where claim.local_date >= private.local_today() and claim.longitude is not null
  ), hub as materialized (
    select distinct private.place_key(area.centre) as key
    from public.postal_areas as area
    where area.area = (select left(base_postal_code, 3) from public.travel_settings)
      or area.area in (select left(base_postal_code, 3) from public.crews)
      or exists (select from public.service_area where area.area like prefix || '%')
      or area.area in (
        select left(booking.postal_code, 3) from ahead join public.bookings as booking on booking.id = ahead.booking_id
      )
    order by key
    limit 150
  ), place as materialized (
    select key from hub union select key from ahead
  ), wanted as (
    select hub.key as hub, place.key as place
    from hub
    join place on place.key <> hub.key
    left join public.travel_ways as way
      on way.one_place = least(hub.key, place.key) and way.other_place = greatest(hub.key, place.key)
    where way.one_place is null or way.asked_at < now() - interval '30 days'
  )
  select wanted.hub, array_agg(wanted.place order by wanted.place) into chosen, missing
  from wanted
  group by wanted.hub
  order by count(*) desc, wanted.hub
  limit 1;
  if chosen is null then
    return null;
  end if;
  return jsonb_build_object(
    'hub', private.place_told(chosen),
    'places', (
      select jsonb_agg(private.place_told(one.key) order by one.key) from unnest(missing[1:most]) as one(key)
    )
  );
end;
$$;

-- Stores measured ways from a place: [{place, seconds, metres}], of the slower direction, null where there is no road.
-- Open times follow; no visit is touched. Returns how many are new or differ.
create function public.keep_ways(hub bigint, ways jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  -- Before the rows: every writer locks the settings first.
  perform from public.travel_settings for update;
  with given as (
    select least(hub, way.place) as one, greatest(hub, way.place) as other, way.seconds, way.metres
    from jsonb_to_recordset(ways) as way(place bigint, seconds integer, metres integer)
    where way.place <> hub
  ), differing as (
    select count(*)::integer as number
    from given
    left join public.travel_ways as known on known.one_place = given.one and known.other_place = given.other
    where known.seconds is distinct from given.seconds
  ), written as (
    insert into public.travel_ways (one_place, other_place, seconds, metres)
    select given.one, given.other, given.seconds, given.metres from given
    on conflict (one_place, other_place) do update
    set seconds = excluded.seconds, metres = excluded.metres, asked_at = now()
  )
  select differing.number into changed from differing;
  insert into private.travel_services (name) values ('routing')
  on conflict (name) do update set failures = 0, try_again_at = '-infinity';
  if changed > 0 then
    update public.travel_settings set ways_at = now() where id;
  end if;
  return changed;
end;
$$;

-- Deletes the ways that no service has measured for 60 days: the estimate counts again. Returns their number.
create function public.forget_old_ways() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  perform from public.travel_settings for update;
  delete from public.travel_ways where asked_at < now() - interval '60 days';
  get diagnostics forgotten = row_count;
  if forgotten > 0 then
    update public.travel_settings
    set ways_at = case when exists (select from public.travel_ways) then now() end
    where id;
  end if;
  return forgotten;
end;
$$;

revoke all on function
  public.travel_service_failed, public.ways_to_ask, public.keep_ways, public.forget_old_ways
  from public, anon, authenticated, service_role;
grant execute on function
  public.travel_service_failed, public.ways_to_ask, public.keep_ways, public.forget_old_ways, private.place_key
  to service_role;

create or replace function private.drive_minutes(travel public.travel_settings, one point, other point) returns integer
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

create table private.visit_places (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- Null when the geocoder does not know the address, or has not answered yet.
  longitude double precision,
  latitude double precision,
  tries smallint not null default 1,
  -- When it may be asked again; null when it has answered.
  try_again_at timestamptz,
  constraint visit_places_are_whole check ((longitude is null) = (latitude is null))
);

alter table private.visit_places enable row level security;
revoke all on private.visit_places from public, anon, authenticated, service_role;

-- Trigger: the claim of a visit whose address was found is there, however it was written.
create function private.prefer_found_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  found_place private.visit_places;
begin
  select * into found_place from private.visit_places
  where booking_id = new.booking_id and longitude is not null;
  if found then
    new.longitude := found_place.longitude;
    new.latitude := found_place.latitude;
  end if;
  return new;
end;
$$;

create trigger prefer_found_place before insert or update of longitude, latitude on public.slot_claims
  for each row when (new.booking_id is not null)
  execute function private.prefer_found_place();

-- Trigger: keeps the place of a claim with the address of its booking: the centre of its area until the new address is
-- found. A visit that the van then reaches late stays: the owner corrects what is true.
create or replace function private.keep_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  its_place point := private.place_of(new.postal_code);
begin
  delete from private.visit_places where booking_id = new.id;
  update public.slot_claims set longitude = its_place[0], latitude = its_place[1] where booking_id = new.id;
  return null;
end;
$$;

drop trigger keep_place on public.bookings;

create trigger keep_place after update of address, city, postal_code on public.bookings
  for each row
  when ((new.address, new.city, new.postal_code) is distinct from (old.address, old.city, old.postal_code))
  execute function private.keep_place();

-- The address of the next visit to ask the geocoder about: of standing visits, the earliest first. Null when there is
-- none, and less than a second after the last one, on all hosts together. -> {bookingId, street, postalCode}
create function public.address_to_find() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select one.* into booking
  from public.slot_claims as claim
  join public.bookings as one on one.id = claim.booking_id
  left join private.visit_places as place on place.booking_id = one.id
  where claim.local_date >= private.local_today()
    and claim.expires_at is null
    and (place.booking_id is null or place.try_again_at <= now())
  order by claim.local_date, lower(claim.during), one.id
  limit 1;
  if not found then
    return null;
  end if;
  insert into private.travel_services as known (name, try_again_at)
  values ('geocoder', clock_timestamp() + interval '1 second')
  on conflict (name) do update set try_again_at = excluded.try_again_at
  where known.try_again_at <= clock_timestamp();
  if not found then
    return null;
  end if;
  insert into private.visit_places as known (booking_id, try_again_at)
  values (booking.id, now() + interval '10 minutes')
  on conflict (booking_id) do update
  set tries = known.tries + 1, try_again_at = now() + power(2, least(known.tries, 8)) * interval '10 minutes';
  return jsonb_build_object(
    'bookingId', booking.id, 'street', booking.address, 'postalCode', booking.postal_code
  );
end;
$$;

-- Stores what the geocoder answered about an address; nulls when it does not know it. A place more than 40 km from the
-- centre of its postal area counts as unknown, and an address that was corrected meanwhile is left. Returns whether the
-- visit has the place.
create function public.keep_found_place(
  target_booking_id uuid, street text, postal_code text, longitude double precision, latitude double precision
) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  booking public.bookings;
  is_near boolean := coalesce(
    private.kilometres(
      private.place_of(keep_found_place.postal_code), point(keep_found_place.longitude, keep_found_place.latitude)
    ) <= 40,
    false
  );
begin
  insert into private.travel_services as known (name) values ('geocoder')
  on conflict (name) do update set failures = 0;
  select * into booking from public.bookings where id = target_booking_id for update;
  if booking.address is distinct from street or booking.postal_code is distinct from keep_found_place.postal_code then
    return false;
  end if;
  update private.visit_places
  set longitude = case when is_near then keep_found_place.longitude end,
    latitude = case when is_near then keep_found_place.latitude end,
    try_again_at = null
  where booking_id = target_booking_id;
  if is_near then
    -- The trigger writes the place.
    update public.slot_claims set longitude = longitude where booking_id = target_booking_id;
  end if;
  return is_near;
end;
$$;

revoke all on function public.address_to_find, public.keep_found_place from public, anon, authenticated, service_role;
grant execute on function public.address_to_find, public.keep_found_place to service_role;

create or replace function private.travel_told(travel public.travel_settings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'isOn', travel.is_on,
    'basePostalCode', travel.base_postal_code,
    'leavesAt', to_char(travel.leaves_at, 'HH24:MI'),
    'backBy', to_char(travel.back_by, 'HH24:MI'),
    'roadFactor', travel.road_factor,
    'speedKmh', travel.speed_kmh,
    'leastMinutes', travel.least_minutes,
    'setupMinutes', travel.setup_minutes,
    'packingMinutes', travel.packing_minutes,
    'nearbyMinutes', travel.nearby_minutes,
    'nearbyDiscountCents', travel.nearby_discount_cents
  );
$$;

create or replace function private.travel_with(travel public.travel_settings, changes jsonb) returns public.travel_settings
language plpgsql stable set search_path = ''
as $$
declare
  given record;
  wrong text;
begin
  select * into given from jsonb_to_record(private.travel_told(travel) || changes) as one(
    "isOn" boolean, "basePostalCode" text, "leavesAt" time, "backBy" time, "roadFactor" numeric,
    "speedKmh" integer, "leastMinutes" integer, "setupMinutes" integer, "packingMinutes" integer,
    "nearbyMinutes" integer, "nearbyDiscountCents" integer
  );
  wrong := case
    when given."isOn" is null then 'isOn'
    when given."basePostalCode" !~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$' then 'basePostalCode'
    when given."leavesAt" is null or extract(second from given."leavesAt") <> 0 then 'leavesAt'
    when given."backBy" is null or extract(second from given."backBy") <> 0
      or given."backBy" <= given."leavesAt" or given."backBy" >= '24:00' then 'backBy'
    when coalesce(given."roadFactor" not between 1 and 3, true) then 'roadFactor'
    when coalesce(given."speedKmh" not between 10 and 120, true) then 'speedKmh'
    when coalesce(given."leastMinutes" not between 0 and 60, true) then 'leastMinutes'
    when coalesce(given."setupMinutes" not between 0 and 120, true) then 'setupMinutes'
    when coalesce(given."packingMinutes" not between 0 and 120, true) then 'packingMinutes'
    when given."nearbyMinutes" not between 1 and 120 then 'nearbyMinutes'
    when coalesce(given."nearbyDiscountCents" not between 0 and 100000, true) then 'nearbyDiscountCents'
  end;
  if wrong is not null then
    perform private.refuse_rules('travel_invalid', wrong);
  elsif given."basePostalCode" is not null and private.place_of(given."basePostalCode") is null then
    perform private.refuse_rules('base_unknown');
  end if;
  travel.is_on := given."isOn";
  travel.base_postal_code := given."basePostalCode";
  travel.leaves_at := given."leavesAt";
  travel.back_by := given."backBy";
  travel.road_factor := given."roadFactor";
  travel.speed_kmh := given."speedKmh";
  travel.least_minutes := given."leastMinutes";
  travel.setup_minutes := given."setupMinutes";
  travel.packing_minutes := given."packingMinutes";
  travel.nearby_minutes := given."nearbyMinutes";
  travel.nearby_discount_cents := given."nearbyDiscountCents";
  return travel;
exception
  -- A value that is no time, number or flag.
  when data_exception then
    raise exception using errcode = 'PT400', message = 'travel_invalid', detail = sqlerrm;
end;
$$;

create or replace function private.late_visits(travel public.travel_settings)
returns table (booking_id uuid, during tstzrange, leg text, from_booking_id uuid, needs integer, there_are integer)
language sql stable set search_path = ''
as $$
  with base as materialized (
    select crews.number as crew, private.place_of(coalesce(crews.base_postal_code, travel.base_postal_code)) as place
    from public.crews
  ), work as materialized (
    select
      claim.booking_id, claim.during, claim.local_date, claim.crew, point(claim.longitude, claim.latitude) as place,
      base.place as base,
      coalesce(hours.works_from, travel.leaves_at) as leaves_at,
      coalesce(hours.works_until, travel.back_by) as back_by
    from public.slot_claims as claim
    left join base on base.crew = claim.crew
    left join public.crew_hours as hours
      on hours.crew = claim.crew and hours.weekday = extract(isodow from claim.local_date)
    where claim.local_date >= private.local_today()
      and claim.booking_id is not null and claim.expires_at is null and claim.longitude is not null
  ), leg as (
    select
      later.booking_id, later.during, 'between' as leg, earlier.booking_id as from_booking_id,
      travel.packing_minutes + private.drive_minutes(travel, earlier.place, later.place) + travel.setup_minutes as needs,
      lower(later.during) - upper(earlier.during) as there_is
    from work as earlier
    join work as later on later.local_date = earlier.local_date and later.crew = earlier.crew
      and lower(later.during) > lower(earlier.during)
    union all
    select
      work.booking_id, work.during, 'out', null,
      private.drive_minutes(travel, work.base, work.place) + travel.setup_minutes,
      lower(work.during) - private.instant_of(work.local_date, work.leaves_at)
    from work
    union all
    select
      work.booking_id, work.during, 'home', null,
      travel.packing_minutes + private.drive_minutes(travel, work.base, work.place),
      private.instant_of(work.local_date, work.back_by) - upper(work.during)
    from work
  )
  select distinct on (leg.booking_id)
    leg.booking_id, leg.during, leg.leg, leg.from_booking_id, leg.needs,
    (extract(epoch from leg.there_is) / 60)::integer
  from leg
  where leg.needs * interval '1 minute' > leg.there_is
    and lower(leg.during) > now()
    and not private.is_rained_out(leg.booking_id)
  order by leg.booking_id, leg.needs * interval '1 minute' - leg.there_is desc;
$$;

create or replace function public.change_travel(changes jsonb, seen jsonb default null, is_preview boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  travel public.travel_settings;
  overtaken text;
begin
  perform private.require_admin();
  select * into strict travel from public.travel_settings for update;
  select key into overtaken
  from jsonb_object_keys(changes) as key
  where seen -> key is distinct from private.travel_told(travel) -> key
  limit 1;
  if seen is not null and overtaken is not null then
    raise exception using errcode = 'PT409', message = 'travel_changed', detail = overtaken;
  end if;
  travel := private.travel_with(travel, changes);
  if not is_preview then
    update public.travel_settings
    set is_on = travel.is_on, base_postal_code = travel.base_postal_code, leaves_at = travel.leaves_at,
      back_by = travel.back_by, road_factor = travel.road_factor, speed_kmh = travel.speed_kmh,
      least_minutes = travel.least_minutes, setup_minutes = travel.setup_minutes,
      packing_minutes = travel.packing_minutes, nearby_minutes = travel.nearby_minutes,
      nearby_discount_cents = travel.nearby_discount_cents
    where id;
  end if;
  return private.travel_page(travel);
end;
$$;

create or replace function public.example_drive(from_postal_code text, to_postal_code text, changes jsonb default '{}')
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  travel public.travel_settings;
  one point := private.place_of(from_postal_code);
  other point := private.place_of(to_postal_code);
  minutes integer;
  measured public.travel_ways;
begin
  perform private.require_admin();
  select * into strict travel from public.travel_settings;
  travel := private.travel_with(travel, changes);
  minutes := private.drive_minutes(travel, one, other);
  if minutes is null then
    return null;
  end if;
  select * into measured from public.travel_ways
  where one_place = least(private.place_key(one), private.place_key(other))
    and other_place = greatest(private.place_key(one), private.place_key(other))
    and seconds is not null;
  return jsonb_build_object(
    'kilometres', round(coalesce(
      measured.metres / 1000.0,
      (private.kilometres(one, other) * travel.road_factor::double precision)::numeric
    ), 1),
    'minutes', minutes,
    'gapMinutes', travel.packing_minutes + minutes + travel.setup_minutes,
    'isMeasured', measured.one_place is not null
  );
end;
$$;

revoke all on all functions in schema private from public;
