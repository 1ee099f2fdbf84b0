-- The owner changes how travel counts: what the screen shows, and how a change is checked, written and recorded.

-- Each change of the settings: who, when, from what to what, as private.travel_told.
create table private.travel_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  -- An administrator's email address, or System.
  actor_label text not null,
  was jsonb not null,
  "is" jsonb not null
);

alter table private.travel_changes enable row level security;
revoke all on private.travel_changes from public, anon, authenticated, service_role;

-- The settings in the shape of the screen. Times read "HH:MM".
create function private.travel_told(travel public.travel_settings) returns jsonb
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
    'nearbyDiscountCents', travel.nearby_discount_cents,
    'swapMinutes', travel.swap_minutes
  );
$$;

-- Trigger: records a change of the settings, by whomever.
create function private.record_travel_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := private.travel_told(old);
  is_now jsonb := private.travel_told(new);
begin
  if was is distinct from is_now then
    insert into private.travel_changes (actor_label, was, "is") values (private.actor_label(null), was, is_now);
  end if;
  return null;
end;
$$;

create trigger record_travel_change after update on public.travel_settings
  for each row execute function private.record_travel_change();

-- The settings with these changes, in the shape of private.travel_told; missing values stay. Raises travel_invalid (400)
-- with the name of the value, and base_unknown (400) for a postal code whose place is not known.
create function private.travel_with(travel public.travel_settings, changes jsonb) returns public.travel_settings
language plpgsql stable set search_path = ''
as $$
declare
  given record;
  wrong text;
begin
  select * into given from jsonb_to_record(private.travel_told(travel) || changes) as one(
    "isOn" boolean, "basePostalCode" text, "leavesAt" time, "backBy" time, "roadFactor" numeric,
    "speedKmh" integer, "leastMinutes" integer, "setupMinutes" integer, "packingMinutes" integer,
    "nearbyMinutes" integer, "nearbyDiscountCents" integer, "swapMinutes" integer
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
    when given."swapMinutes" not between 1 and 240 then 'swapMinutes'
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
  travel.swap_minutes := given."swapMinutes";
  return travel;
exception
  -- A value that is no time, number or flag.
  when data_exception then
    raise exception using errcode = 'PT400', message = 'travel_invalid', detail = sqlerrm;
end;
$$;

-- The visits ahead whose van is late under these settings, each with its worst leg: from the visit before
-- (`from_booking_id`), from the base ('out'), or back to it ('home'). A leg needs more minutes than there are. Bases
-- and hours are as private.van_of. Visits cancelled because of rain are left out.
create function private.late_visits(travel public.travel_settings)
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

-- The screen under these settings. -> {settings, late: {total, visits}, changes}
-- `late` as if travel counted, the first hundred: [{id, customerName, day, time, serviceName, leg, from, needs,
-- thereAre}], `from` {customerName, time} of the visit before. `changes` the last ten: [{at, by, was, is}].
create function private.travel_page(travel public.travel_settings) returns jsonb
language sql stable set search_path = ''
as $$
  with late as materialized (select * from private.late_visits(travel))
  select jsonb_build_object(
    'settings', private.travel_told(travel),
    'late', jsonb_build_object(
      'total', (select count(*) from late),
      'visits', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', booking.id,
          'customerName', booking.customer_name,
          'day', booking.booking_date,
          'time', to_char(booking.booking_time, 'HH24:MI'),
          'serviceName', booking.service_name,
          'leg', first.leg,
          'from', case when earlier.id is not null then jsonb_build_object(
            'customerName', earlier.customer_name,
            'time', to_char(earlier.booking_time, 'HH24:MI')
          ) end,
          'needs', first.needs,
          'thereAre', first.there_are
        ) order by lower(first.during), booking.id), '[]')
        from (select * from late order by lower(during), booking_id limit 100) as first
        join public.bookings as booking on booking.id = first.booking_id
        left join public.bookings as earlier on earlier.id = first.from_booking_id
      )
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', last.changed_at, 'by', last.actor_label, 'was', last.was, 'is', last."is"
      ) order by last.id desc), '[]')
      from (select * from private.travel_changes order by id desc limit 10) as last
    )
  );
$$;

-- The data of the travel screen, as private.travel_page. Raises administrators_only (403).
create function public.travel_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select private.travel_page(travel) from public.travel_settings as travel);
end;
$$;

-- Changes the given settings; no booking is touched. `seen` has the values that the caller saw: a value that another
-- administrator changed since is refused; null overwrites any. Returns the screen; a preview returns the same and
-- changes nothing. Raises administrators_only (403), travel_changed (409) with the name of the value, and as
-- private.travel_with (400).
create function public.change_travel(changes jsonb, seen jsonb default null, is_preview boolean default false)
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
      nearby_discount_cents = travel.nearby_discount_cents, swap_minutes = travel.swap_minutes
    where id;
  end if;
  return private.travel_page(travel);
end;
$$;

-- What travel counts between two postal codes under the settings with these changes. Null when a place is not known.
-- -> {kilometres, minutes, gapMinutes, isMeasured}: of the road, of the drive, with packing and setting up, and whether a
-- routing service measured it. Raises administrators_only (403) and as private.travel_with (400).
create function public.example_drive(from_postal_code text, to_postal_code text, changes jsonb default '{}')
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

revoke all on function public.travel_page, public.change_travel, public.example_drive
  from public, anon, authenticated, service_role;
grant execute on function public.travel_page, public.change_travel, public.example_drive to authenticated;
