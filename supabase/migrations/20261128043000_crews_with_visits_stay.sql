-- A crew with visits ahead stays, and the shortest way picks the crew whatever packing takes.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function private.drop_crew(gone public.crews) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  first_day date := (select min(local_date) from private.work_ahead(gone.number));
begin
  if first_day is not null then
    raise exception using errcode = 'PT409', message = 'crew_has_visits', detail = first_day::text;
  end if;
  perform private.note_crew_change(
    gone.number, 'removed', jsonb_build_object('name', private.crew_name(gone.number)), null
  );
  delete from public.slot_claims
  where slot_claims.crew = gone.number and reason is not null and local_date >= private.local_today();
  delete from public.crews where number = gone.number;
end;
$$;

create or replace function public.remove_crew(crew smallint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  gone public.crews := private.lock_crew(crew);
begin
  if (select count(*) = 1 from public.crews) then
    raise exception using errcode = 'PT409', message = 'last_crew';
  end if;
  perform private.drop_crew(gone);
  update public.time_settings set crews = crews - 1 where id;
end;
$$;

create or replace function private.write_time_settings(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  given record;
  gone public.crews;
begin
  select * into given from jsonb_to_record(wanted) as one(
    "leastNoticeMinutes" integer, "windowDays" integer, "moveWindowDays" integer, "bufferMinutes" integer,
    crews integer, "arrivalWindowMinutes" integer
  );
  if given."leastNoticeMinutes" not between 0 and 20160 then
    perform private.refuse_rules('notice_out_of_range');
  elsif given."windowDays" not between 1 and 365 then
    perform private.refuse_rules('window_out_of_range', 'windowDays');
  elsif given."moveWindowDays" not between 1 and 730 then
    perform private.refuse_rules('window_out_of_range', 'moveWindowDays');
  elsif given."bufferMinutes" not between 0 and 240 then
    perform private.refuse_rules('buffer_out_of_range');
  elsif given.crews not between 1 and 20 then
    perform private.refuse_rules('crews_out_of_range');
  elsif given."arrivalWindowMinutes" not between 0 and 240 then
    perform private.refuse_rules('arrival_out_of_range');
  end if;
  for gone in select * from public.crews order by number offset coalesce(given.crews, 20) loop
    perform private.drop_crew(gone);
  end loop;
  update public.time_settings
  set least_notice_minutes = coalesce(given."leastNoticeMinutes", least_notice_minutes),
    window_days = coalesce(given."windowDays", window_days),
    move_window_days = coalesce(given."moveWindowDays", move_window_days),
    buffer_minutes = coalesce(given."bufferMinutes", buffer_minutes),
    crews = coalesce(given.crews, crews),
    arrival_window_minutes = coalesce(given."arrivalWindowMinutes", arrival_window_minutes)
  where id;
end;
$$;

create or replace function private.free_crew(
  wanted tstzrange, place point, except_booking_id uuid default null, service text default null
) returns smallint
language plpgsql set search_path = ''
as $$
declare
  day date := private.local_day(lower(wanted));
  there_are smallint[] := array(select number from public.crews);
  busy smallint[];
  present smallint;
  travel public.travel_settings;
begin
  delete from public.slot_claims
  where local_date = day and expires_at <= now()
    and (except_booking_id is null or booking_id is distinct from except_booking_id);
  select
    coalesce(array_agg(distinct taken.crew) filter (
      where private.with_gap(taken.during, taken.gap_minutes) && wanted
        -- A removed crew is not missed.
        and (not taken.is_time_off or taken.crew is null or taken.crew = any (there_are))
    ), '{}')
  into busy
  from private.taken_times(day, day, free_crew.place, except_booking_id, null, free_crew.service) as taken;
  if array_position(busy, null) is not null or cardinality(busy) >= cardinality(there_are) then
    return null;
  end if;
  select crew into present from public.slot_claims where booking_id = except_booking_id;
  select * into strict travel from public.travel_settings;
  return (
    select number
    from unnest(there_are) as number
    cross join lateral private.van_of(travel, number, day) as van
    left join lateral (
      select
        private.drive_minutes(travel, van.base, free_crew.place) as from_base,
        (
          select min(private.drive_minutes(travel, point(claim.longitude, claim.latitude), free_crew.place))
          from public.slot_claims as claim
          where claim.local_date = day and claim.crew = number and claim.reason is null
            and (claim.expires_at is null or claim.expires_at > now())
            and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
        ) as from_visit
      where travel.is_on
    ) as way on true
    where number <> all (busy)
    order by number = present desc nulls last,
      least(way.from_base, way.from_visit), coalesce(way.from_visit > way.from_base, true), number
    limit 1
  );
end;
$$;

revoke all on function private.drop_crew from public;
