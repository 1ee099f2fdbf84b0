-- Measured ways, from a routing service: asked in the background and read where drives are counted. SQL never calls a
-- service itself.

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
