-- When travel counts, the nearest van takes a visit.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The crew that can take a time for a visit at this place: the crew of the named booking if it is available, else the
-- one with the shortest way to another of its visits or to the base when travel counts, else the first. Null when there is none. Counts claims, the gaps between them and blocked time; removes the day's expired holds,
-- and ignores the named booking's claim. At most as many crews as the settings say may be busy, including crews from when
-- there were more. The day must be locked.
create or replace function private.free_crew(wanted tstzrange, place point, except_booking_id uuid default null) returns smallint
language plpgsql set search_path = ''
as $$
declare
  day date := private.local_day(lower(wanted));
  there_are smallint := (select crews from public.time_settings);
  busy smallint[];
  -- The crews by the way from one of their visits, or from the base: null.
  by_way smallint[];
  present smallint;
begin
  delete from public.slot_claims
  where local_date = day and expires_at <= now()
    and (except_booking_id is null or booking_id is distinct from except_booking_id);
  select
    coalesce(array_agg(distinct taken.crew) filter (
      where tstzrange(
          lower(taken.during) - taken.gap_minutes * interval '1 minute',
          upper(taken.during) + taken.gap_minutes * interval '1 minute',
          '[)'
        ) && wanted
        -- A crew beyond the number of crews is not missed.
        and (not taken.is_time_off or taken.crew is null or taken.crew <= there_are)
    ), '{}'),
    array_agg(taken.crew order by taken.gap_minutes) filter (where not taken.is_time_off)
  into busy, by_way
  from private.taken_times(day, day, free_crew.place, except_booking_id) as taken;
  if array_position(busy, null) is not null or cardinality(busy) >= there_are then
    return null;
  end if;
  select crew into present from public.slot_claims where booking_id = except_booking_id;
  return (
    select number
    from generate_series(1, there_are) as number
    where number <> all (busy)
    order by number = present desc nulls last,
      case when (select is_on from public.travel_settings) then
        coalesce(array_position(by_way, number), array_position(by_way, null))
      end,
      number
    limit 1
  );
end;
$$;
