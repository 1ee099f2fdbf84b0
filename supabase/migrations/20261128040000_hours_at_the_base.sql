-- A van that may leave at midnight has no hours at the base before, and an exception may start after the end of its
-- weekday: an empty time takes nothing, and is no error.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.closed_day(day date) returns text
language sql stable set search_path = ''
as $$
  with open as (
    select tstzrange(ends.from_at, ends.until_at, '[)') as span
    from private.hours_of_day(closed_day.day) as hours
    cross join lateral (
      select
        private.instant_of(closed_day.day, (hours ->> 'from')::time) as from_at,
        private.instant_of(closed_day.day, (hours ->> 'until')::time) as until_at
    ) as ends
    -- An exception may start after the weekday's end, once that was brought forward.
    where ends.from_at < ends.until_at
  ), working as (
    select
    from open
    cross join public.crews as crew
    where not open.span <@ coalesce((
      select range_agg(off.during)
      from public.slot_claims as off
      where off.local_date = closed_day.day and off.reason is not null and (off.crew is null or off.crew = crew.number)
    ), '{}')
  )
  select case
    when exists (select from working) then null
    when exists (
      select from public.rain_days as rain where rain.day = closed_day.day and rain.taken_back_at is null
    ) then 'rain'
    else 'closed'
  end;
$$;

create or replace function private.with_gap(during tstzrange, gap_minutes integer) returns tstzrange
language sql immutable
return case when isempty(during) then during else tstzrange(
  lower(during) - gap_minutes * interval '1 minute', upper(during) + gap_minutes * interval '1 minute', '[)'
) end;

create or replace function private.nearby_starts(
  wanted tstzrange[], place point, service text, except_booking_id uuid default null, except_offer_id uuid default null
) returns setof tstzrange
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
  there_are smallint[] := array(select number from public.crews);
  from_day date := (select private.local_day(min(lower(span))) from unnest(wanted) as span);
  until_day date := (select private.local_day(max(lower(span))) from unnest(wanted) as span);
begin
  select * into strict travel from public.travel_settings;
  if not travel.is_on or travel.nearby_minutes is null or nearby_starts.place is null or from_day is null then
    return;
  end if;
  return query
    with visits as materialized (
      select claim.local_date, claim.during, claim.crew,
        claim.expires_at is null and claim.booking_id is not null
          and private.drive_minutes(travel, point(claim.longitude, claim.latitude), nearby_starts.place)
            <= travel.nearby_minutes as is_near
      from public.slot_claims as claim
      where claim.local_date between from_day and until_day
        and claim.reason is null
        and (claim.expires_at is null or claim.expires_at > now())
        and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
        and (claim.offer_id is null or claim.offer_id is distinct from except_offer_id)
    ), pairs as materialized (
      select distinct start.span, visits.local_date, visits.crew
      from visits
      join unnest(nearby_starts.wanted) as start(span) on private.local_day(lower(start.span)) = visits.local_date
      where visits.is_near
        and visits.crew = any (there_are)
        and not visits.during && start.span
        -- Directly before or after: no visit of the crew lies between.
        and not exists (
          select from visits as other
          where other.local_date = visits.local_date
            and other.crew = visits.crew
            and other.during && tstzrange(
              least(upper(visits.during), upper(start.span)), greatest(lower(visits.during), lower(start.span)), '[)'
            )
        )
    ), taken as materialized (
      select * from private.taken_times(
        from_day, until_day, nearby_starts.place, except_booking_id, except_offer_id, nearby_starts.service
      )
      where exists (select from pairs)
    )
    select distinct pairs.span
    from pairs
    where not exists (
      select from taken
      where taken.local_date = pairs.local_date
        and (taken.crew is null or taken.crew = pairs.crew)
        and private.with_gap(taken.during, taken.gap_minutes) && pairs.span
    );
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
  base := private.place_of(travel.base_postal_code);
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
    cross join lateral (
      values
        (private.instant_of(days.day, '00:00'), private.instant_of(days.day, travel.leaves_at), travel.setup_minutes),
        (private.instant_of(days.day, travel.back_by), private.instant_of(days.day + 1, '00:00'), travel.packing_minutes)
    ) as rest (starts_at, ends_at, work_minutes)
    -- A van that leaves at midnight has no hours at the base before.
    where rest.starts_at < rest.ends_at;
end;
$$;
