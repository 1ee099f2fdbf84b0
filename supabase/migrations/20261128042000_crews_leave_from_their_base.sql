-- The route, the drive to a visit, the mileage, swaps and open times ask one function from where and when a crew leaves.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function private.van_of(travel public.travel_settings, its_crew smallint, day date)
returns table (
  base_postal_code text, base point, leaves_at time, back_by time, has_hours boolean, is_off boolean
)
language sql stable
begin atomic
  select
    coalesce(crew.base_postal_code, travel.base_postal_code),
    private.place_of(coalesce(crew.base_postal_code, travel.base_postal_code)),
    coalesce(hours.works_from, travel.leaves_at),
    coalesce(hours.works_until, travel.back_by),
    own.has_hours,
    own.has_hours and hours.crew is null
  from (
    select exists (select from public.crew_hours as listed where listed.crew = van_of.its_crew) as has_hours
  ) as own
  left join public.crews as crew on crew.number = van_of.its_crew
  left join public.crew_hours as hours
    on hours.crew = van_of.its_crew and hours.weekday = extract(isodow from van_of.day);
end;

grant execute on function private.van_of to service_role;

create or replace function private.times_off_duty(
  travel public.travel_settings, from_day date, until_day date, place point, service text
)
returns table (local_date date, during tstzrange, crew smallint, is_time_off boolean, gap_minutes integer)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select days.day, rest.during, one.number, leg.minutes is null, coalesce(leg.minutes + rest.work_minutes, 0)
    from (
      select
        crews.number,
        van.base,
        service is null or crews.skills is null or service = any (crews.skills) as is_skilled
      from public.crews
      -- The base is the same on all days.
      cross join lateral private.van_of(travel, crews.number, from_day) as van
    ) as one
    cross join lateral (
      select case when travel.is_on and one.base is not null and one.is_skilled then
        coalesce(private.drive_minutes(travel, one.base, place), 0)
      end as minutes
    ) as leg
    cross join (select from_day + ahead as day from generate_series(0, until_day - from_day) as ahead) as days
    cross join lateral private.van_of(travel, one.number, days.day) as van
    cross join lateral (
      select
        case
          when not one.is_skilled or van.is_off then time '24:00'
          when van.has_hours or leg.minutes is not null then van.leaves_at
        end as morning,
        case
          when not one.is_skilled or van.is_off then null
          when van.has_hours or leg.minutes is not null then van.back_by
        end as evening
    ) as ends
    cross join lateral (
      values
        (private.instant_of(days.day, '00:00'), private.instant_of(days.day, ends.morning), travel.setup_minutes),
        (private.instant_of(days.day, ends.evening), private.instant_of(days.day, '24:00'), travel.packing_minutes)
    ) as span (starts_at, ends_at, work_minutes)
    cross join lateral (
      select tstzrange(span.starts_at, span.ends_at, '[)') as during, span.work_minutes
    ) as rest
    where span.starts_at < span.ends_at;
end;
$$;

create or replace function private.taken_times(
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

create or replace function private.late_visits(travel public.travel_settings)
returns table (booking_id uuid, during tstzrange, leg text, from_booking_id uuid, needs integer, there_are integer)
language sql stable set search_path = ''
as $$
  with stop as (
    select claim.booking_id, claim.during, claim.local_date, claim.crew, point(claim.longitude, claim.latitude) as place
    from public.slot_claims as claim
    join public.bookings as booking on booking.id = claim.booking_id
    where claim.local_date >= private.local_today()
      and claim.expires_at is null and claim.longitude is not null
      and not exists (select from private.rain_of(booking))
  ), work as materialized (
    select
      stop.*,
      van.base,
      private.instant_of(stop.local_date, van.leaves_at) as leaves_at,
      private.instant_of(stop.local_date, van.back_by) as back_by,
      -- The neighbour in order, and no join of the visits with themselves: pairs of all visits take seconds.
      lag(stop.booking_id) over of_van as before_id,
      lag(stop.place) over of_van as before_place,
      lag(upper(stop.during)) over of_van as before_until
    from stop
    cross join lateral private.van_of(travel, stop.crew, stop.local_date) as van
    window of_van as (partition by stop.local_date, stop.crew order by lower(stop.during))
  ), leg as (
    select
      work.booking_id, work.during, 'between' as leg, work.before_id as from_booking_id,
      travel.packing_minutes + private.drive_minutes(travel, work.before_place, work.place) + travel.setup_minutes
        as needs,
      lower(work.during) - work.before_until as there_is
    from work
    union all
    select
      work.booking_id, work.during, 'out', null,
      private.drive_minutes(travel, work.base, work.place) + travel.setup_minutes,
      lower(work.during) - work.leaves_at
    from work
    union all
    select
      work.booking_id, work.during, 'home', null,
      travel.packing_minutes + private.drive_minutes(travel, work.base, work.place),
      work.back_by - upper(work.during)
    from work
  )
  select distinct on (leg.booking_id)
    leg.booking_id, leg.during, leg.leg, leg.from_booking_id, leg.needs,
    (extract(epoch from leg.there_is) / 60)::integer
  from leg
  where leg.needs * interval '1 minute' > leg.there_is
    and lower(leg.during) > now()
  order by leg.booking_id, leg.needs * interval '1 minute' - leg.there_is desc;
$$;

create or replace function private.drive_to(booking public.bookings) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.drive_minutes(
      travel,
      case when before.booking_id is null then van.base else before.place end,
      point(claim.longitude, claim.latitude)
    )
    from public.travel_settings as travel
    join public.slot_claims as claim on claim.booking_id = booking.id
    cross join lateral private.van_of(travel, claim.crew, claim.local_date) as van
    left join lateral (
      select earlier.booking_id, point(earlier.longitude, earlier.latitude) as place
      from public.slot_claims as earlier
      join public.bookings as other on other.id = earlier.booking_id
      where earlier.local_date = claim.local_date
        and earlier.crew = claim.crew
        and private.is_standing(other.status)
        and not exists (select from private.rain_of(other))
        and upper(earlier.during) <= lower(claim.during)
      order by earlier.during desc
      limit 1
    ) as before on true
    where travel.is_on
  );
end;
$$;

create or replace function private.legs_of_days(from_day date, until_day date) returns table (
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

create function private.base_told(postal_code text, place point) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when place is not null then
    jsonb_build_object('postal_code', postal_code, 'longitude', place[0], 'latitude', place[1])
  end;
$$;

create or replace function private.route_of_day(day date, of_crew smallint default null) returns jsonb
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
            'address', booking.address, 'city', booking.city,
            'province', booking.province, 'postal_code', booking.postal_code,
            'longitude', claim.longitude, 'latitude', claim.latitude,
            'is_over', booking.done_at is not null or booking.no_show_at is not null
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

create or replace function private.swap_saves(first_id uuid, second_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  travel public.travel_settings;
  van public.slot_claims;
  base point;
  leaves_at timestamptz;
  back_by timestamptz;
begin
  select * into strict travel from public.travel_settings;
  select * into van from public.slot_claims where booking_id = first_id;
  select its.base, private.instant_of(van.local_date, its.leaves_at), private.instant_of(van.local_date, its.back_by)
  into base, leaves_at, back_by
  from private.van_of(travel, van.crew, van.local_date) as its;
  return (
    with stop as (
      select
        claim.booking_id, lower(claim.during) as at, upper(claim.during) - lower(claim.during) as work, point(claim.longitude, claim.latitude) as place,
        case claim.booking_id when first_id then second_id when second_id then first_id else claim.booking_id end as then_id
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.local_date = van.local_date and claim.crew = van.crew
        and private.is_standing(booking.status)
        and not exists (select from private.rain_of(booking))
    ), turn as (
      select stop.at, stop.at + other.work as ends_at, stop.place as now_place, other.place as then_place
      from stop join stop as other on other.booking_id = stop.then_id
    ), way as (
      select
        private.drive_minutes(travel, lag(now_place, 1, base) over (order by at), now_place) as now_minutes,
        private.drive_minutes(travel, lag(then_place, 1, base) over (order by at), then_place) as then_minutes,
        coalesce(lag(ends_at) over (order by at), leaves_at) as from_at,
        case when row_number() over (order by at) > 1 then travel.packing_minutes else 0 end + travel.setup_minutes as work,
        at as until_at, row_number() over (order by at) as number
      from turn
      union all
      (
        select
          private.drive_minutes(travel, now_place, base), private.drive_minutes(travel, then_place, base), ends_at,
          travel.packing_minutes, back_by, 0
        from turn order by at desc limit 1
      )
    )
    -- Without a base the day begins at the first visit and ends at the last.
    select case when bool_and(coalesce(
      now_minutes is not null and from_at + (work + then_minutes) * interval '1 minute' <= until_at, false
    )) then (sum(now_minutes) - sum(then_minutes))::integer end
    from way
    where base is not null or number > 1
  );
end;
$$;

revoke all on function private.van_of, private.base_told from public;
