-- The route of a day: the visits that each van drives to, the ways between them, and when to leave. And the mileage log
-- of past days, for the tax.

-- The length of a way on the road in kilometres, measured where a routing service did. Null when one of the places is
-- not known.
create function private.road_kilometres(travel public.travel_settings, one point, other point) returns numeric
language sql stable strict
return round(coalesce(
  (
    select way.metres / 1000.0
    from public.travel_ways as way
    where way.one_place = least(private.place_key(one), private.place_key(other))
      and way.other_place = greatest(private.place_key(one), private.place_key(other))
  ),
  (private.kilometres(one, other) * travel.road_factor::double precision)::numeric
), 1);

-- The ways of some days in their order: from its base (private.van_of) to the first visit of each van, between the visits,
-- and back. A leg from or to the base has no booking there, and there is none without a base. `spare_minutes` are left before the
-- van is late: for the next visit, or at the base. Minutes, kilometres and what follows from them are null where a
-- place is not known. Visits cancelled because of rain are left out; the van has driven to a no-show.
create function private.legs_of_days(from_day date, until_day date) returns table (
  day date, crew smallint, number integer, from_id uuid, to_id uuid, minutes integer, kilometres numeric,
  leaves_at timestamptz, spare_minutes integer
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
begin
  select * into strict travel from public.travel_settings;
  return query
    with stop as (
      select
        claim.local_date as day, claim.crew, booking.id, claim.during, van.base,
        private.instant_of(claim.local_date, van.leaves_at) as leaves_at,
        private.instant_of(claim.local_date, van.back_by) as back_by,
        -- The postal code of erased bookings is of no place.
        case when claim.longitude is not null and booking.postal_code <> 'A0A 0A0' then
          point(claim.longitude, claim.latitude)
        end as place
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      cross join lateral private.van_of(travel, claim.crew, claim.local_date) as van
      where claim.local_date between from_day and until_day
        and private.is_standing(booking.status)
        and not exists (select from private.rain_of(booking))
    ), pair as (
      select
        day, crew, base, lag(id) over van as from_id, id as to_id,
        case when lag(id) over van is null then base else lag(place) over van end as from_place, place as to_place,
        coalesce(lag(upper(during)) over van + travel.packing_minutes * interval '1 minute', leaves_at) as ready_at,
        lower(during) - travel.setup_minutes * interval '1 minute' as due_at
      from stop
      window van as (partition by day, crew order by lower(during))
      union all
      select
        day, crew, base, id, null, place, base, upper(during) + travel.packing_minutes * interval '1 minute', back_by
      from (select distinct on (day, crew) * from stop order by day, crew, lower(during) desc) as last_stop
    ), way as (
      select pair.*, private.drive_minutes(travel, from_place, to_place) as minutes
      from pair
      where base is not null or (from_id is not null and to_id is not null)
    )
    select
      day, crew, row_number() over (partition by day, crew order by to_id is null, due_at)::integer,
      from_id, to_id, minutes, private.road_kilometres(travel, from_place, to_place),
      case when to_id is null then ready_at else due_at - minutes * interval '1 minute' end,
      (extract(epoch from due_at - ready_at) / 60)::integer - minutes
    from way;
end;
$$;

-- A base as the route has it. -> {postal_code, longitude, latitude}, null when its place is not known.
create function private.base_told(postal_code text, place point) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when place is not null then
    jsonb_build_object('postal_code', postal_code, 'longitude', place[0], 'latitude', place[1])
  end;
$$;

-- The route of a day. -> {day, base: as private.base_told, of the business, crews: [{crew, base: its own, minutes,
-- kilometres, stops: [{id, booking_time, duration_minutes, customer_name, service_name, add_ons, address, city, province,
-- postal_code,
-- longitude, latitude, is_over, is_no_show}], legs: [{from, to, minutes, kilometres, leave_at, spare_minutes}]}]}; `from` and `to`
-- are ids of bookings, null for the base. Null when travel is switched off.
create function private.route_of_day(day date, of_crew smallint default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
begin
  select * into strict travel from public.travel_settings;
  if not travel.is_on then
    return null;
  end if;
  return jsonb_build_object(
    'day', route_of_day.day,
    'base', private.base_told(travel.base_postal_code, private.place_of(travel.base_postal_code)),
    'crews', (
      with leg as (
        select * from private.legs_of_days(route_of_day.day, route_of_day.day)
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'crew', van.crew,
        'base', (
          select private.base_told(its.base_postal_code, its.base)
          from private.van_of(travel, van.crew, route_of_day.day) as its
        ),
        'minutes', (select coalesce(sum(minutes), 0) from leg where crew = van.crew),
        'kilometres', (select coalesce(sum(kilometres), 0) from leg where crew = van.crew),
        'stops', van.stops,
        'legs', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'from', from_id, 'to', to_id, 'minutes', minutes, 'kilometres', kilometres,
            'leave_at', private.local_time(leaves_at), 'spare_minutes', spare_minutes
          ) order by number), '[]')
          from leg where crew = van.crew
        )
      ) order by van.crew), '[]')
      from (
        select
          claim.crew,
          jsonb_agg(jsonb_build_object(
            'id', booking.id,
            'booking_time', to_char(booking.booking_time, 'HH24:MI'),
            'duration_minutes', booking.duration_minutes,
            'customer_name', booking.customer_name,
            'service_name', booking.service_name,
            'add_ons', booking.add_ons,
            'address', booking.address, 'city', booking.city,
            'province', booking.province, 'postal_code', booking.postal_code,
            'longitude', claim.longitude, 'latitude', claim.latitude,
            'is_over', booking.done_at is not null or booking.no_show_at is not null,
            'is_no_show', booking.no_show_at is not null
          ) order by lower(claim.during)) as stops
        from public.slot_claims as claim
        join public.bookings as booking on booking.id = claim.booking_id
        where claim.local_date = route_of_day.day
          and (of_crew is null or claim.crew = of_crew)
          and private.is_standing(booking.status)
          and not exists (select from private.rain_of(booking))
        group by claim.crew
      ) as van
    )
  );
end;
$$;

-- The route of a day, as private.route_of_day, with `swaps` as private.swaps_of. Raises administrators_only (403).
create function public.owner_route(day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.require_admin();
  return private.route_of_day(owner_route.day) || jsonb_build_object('swaps', private.swaps_of(owner_route.day));
end;
$$;

-- What each van drove on a past day. It names no customer, and stays when customers' data are erased.
create table public.mileage_days (
  day date not null,
  crew smallint not null check (crew between 1 and 100),
  visits smallint not null check (visits > 0),
  -- The towns, in the order of the day.
  destinations text not null check (length(destinations) <= 1000),
  -- From the settings for travel; the log shows the owner's figure where there is one.
  kilometres numeric(6, 1) not null check (kilometres >= 0),
  corrected_kilometres numeric(6, 1) check (corrected_kilometres between 0 and 2000),
  primary key (day, crew)
);

alter table public.mileage_days enable row level security;
create policy "Server functions may do what they are granted"
  on public.mileage_days for all to service_role using (true) with check (true);
revoke all on public.mileage_days from public, anon, authenticated, service_role;
grant select, insert, update on public.mileage_days to service_role;

-- Writes the days before today into the mileage log: the latest week again, since marks come late, and at first up to
-- a year. Does nothing while travel is switched off. Returns the number of written days.
create function public.keep_mileage() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  since date := greatest(today - 366, (select max(day) - 7 from public.mileage_days));
  written integer;
begin
  if not (select is_on from public.travel_settings) then
    return 0;
  end if;
  insert into public.mileage_days as log (day, crew, visits, destinations, kilometres)
  select leg.day, leg.crew, count(leg.to_id),
    left(string_agg(booking.city, ', ' order by leg.number), 1000), sum(leg.kilometres)
  from private.legs_of_days(since, today - 1) as leg
  left join public.bookings as booking on booking.id = leg.to_id
  group by leg.day, leg.crew
  having sum(leg.kilometres) is not null and count(leg.to_id) > 0
    -- A place that is no longer known takes nothing from what was written.
    and (
      bool_and(leg.kilometres is not null)
      or not exists (select from public.mileage_days as old where old.day = leg.day and old.crew = leg.crew)
    )
  on conflict (day, crew) do update
  set visits = excluded.visits, destinations = excluded.destinations, kilometres = excluded.kilometres
  where (log.visits, log.destinations, log.kilometres)
    is distinct from (excluded.visits, excluded.destinations, excluded.kilometres);
  get diagnostics written = row_count;
  return written;
end;
$$;

-- The mileage log of some days. -> [{day, crew, visits, destinations, kilometres, corrected_kilometres}]
-- Raises administrators_only (403), range_too_long (400) for more than two years.
create function public.mileage_log(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.require_admin();
  if from_day is null or until_day is null or until_day - from_day not between 0 and 731 then
    raise exception using errcode = 'PT400', message = 'range_too_long';
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(log) order by log.day, log.crew), '[]')
    from public.mileage_days as log
    where log.day between from_day and until_day
  );
end;
$$;

-- Sets what a van drove on a day, such as by its odometer; without kilometres it returns to the estimate. Raises
-- administrators_only (403), mileage_not_found (404).
create function public.correct_mileage(day date, crew smallint, kilometres numeric default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.mileage_days as log
  set corrected_kilometres = correct_mileage.kilometres
  where log.day = correct_mileage.day and log.crew = correct_mileage.crew;
  if not found then
    raise exception using errcode = 'PT404', message = 'mileage_not_found';
  end if;
end;
$$;

revoke all on function public.owner_route, public.mileage_log, public.correct_mileage, public.keep_mileage
  from public, anon, authenticated, service_role;
grant execute on function public.owner_route, public.mileage_log, public.correct_mileage to authenticated;
grant execute on function private.road_kilometres, private.legs_of_days, public.keep_mileage to service_role;
