-- Crews may have hours, a base and skills of their own.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.crews
  add column base_postal_code text check (base_postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$'),
  add column skills text[] check (cardinality(skills) between 1 and 100 and array_position(skills, null) is null);

-- The hours of a crew that differ from the business's: a weekday without a row is free. Without any row they don't differ.
create table public.crew_hours (
  crew smallint not null references public.crews (number) on delete cascade,
  -- 1 is Monday, 7 is Sunday.
  weekday smallint not null check (weekday between 1 and 7),
  works_from time not null check (extract(second from works_from) = 0),
  works_until time not null check (extract(second from works_until) = 0),
  primary key (crew, weekday),
  constraint crew_hours_have_time check (works_from < works_until)
);

alter table public.crew_hours enable row level security;
create policy "Server functions may do what they are granted"
  on public.crew_hours for all to service_role using (true) with check (true);
revoke all on public.crew_hours from public, anon, authenticated, service_role;
grant select on public.crew_hours to service_role;


drop function public.times_taken_for(text, date, date, uuid, text);
drop function private.free_crew(tstzrange, point, uuid);
drop function private.taken_times(date, date, point, uuid, uuid);

-- Whether a crew has hours, a base or skills of its own.
create function private.crews_differ() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.crew_hours)
    or exists (select from public.crews where base_postal_code is not null or skills is not null);
end;
$$;

-- The crews counted from 1, as rules in domain count them.
create function private.counted_crews() returns table (number smallint, place integer)
language sql stable set search_path = ''
as $$
  select crews.number, (row_number() over (order by crews.number))::integer from public.crews;
$$;

-- When each crew is not there for a service from a day to another one, both included: as private.taken_times. Its own
-- hours replace those of the vans in the travel settings.
create function private.times_off_duty(
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
        private.place_of(coalesce(crews.base_postal_code, travel.base_postal_code)) as base,
        exists (select from public.crew_hours as own where own.crew = crews.number) as has_hours,
        service is null or crews.skills is null or service = any (crews.skills) as is_skilled
      from public.crews
    ) as one
    cross join lateral (
      select case when travel.is_on and one.base is not null and one.is_skilled then
        coalesce(private.drive_minutes(travel, one.base, place), 0)
      end as minutes
    ) as leg
    cross join (select from_day + ahead as day from generate_series(0, until_day - from_day) as ahead) as days
    left join public.crew_hours as hours
      on hours.crew = one.number and hours.weekday = extract(isodow from days.day)
    cross join lateral (
      select
        case
          when not one.is_skilled or one.has_hours and hours.crew is null then time '24:00'
          when one.has_hours then hours.works_from
          when leg.minutes is not null then travel.leaves_at
        end as morning,
        case
          when not one.is_skilled then null
          when one.has_hours then hours.works_until
          when leg.minutes is not null then travel.back_by
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

-- Whether a browser cannot compute open times from the rules and the booked times. Then `open-times` answers them.
create or replace function private.times_need_server() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select is_on from public.travel_settings) or private.crews_differ()
    -- Browsers count crews from 1.
    or (select max(number) > count(*) from public.crews);
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
    select day, tstzrange(private.instant_of(day, '00:00'), private.instant_of(day, travel.leaves_at), '[)'),
      null::smallint, false, leg + travel.setup_minutes
    from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as days
    union all
    select day, tstzrange(private.instant_of(day, travel.back_by), private.instant_of(day + 1, '00:00'), '[)'),
      null, false, travel.packing_minutes + leg
    from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as days;
end;
$$;

-- The crew that can take a time for a service (its id) at this place: the crew of the named booking if it is available,
-- else the one with the shortest way to another of its visits or to its base when travel counts, else the first. Null
-- when there is none. Counts claims, the gaps between them, blocked time and each crew's hours and skills; removes the
-- day's expired holds, and ignores the named booking's claim. At most as many crews as there are may be busy, including
-- crews from when there were more. The day must be locked.
create function private.free_crew(
  wanted tstzrange, place point, except_booking_id uuid default null, service text default null
) returns smallint
language plpgsql set search_path = ''
as $$
declare
  day date := private.local_day(lower(wanted));
  there_are smallint[] := array(select number from public.crews);
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
        -- A removed crew is not missed.
        and (not taken.is_time_off or taken.crew is null or taken.crew = any (there_are))
    ), '{}'),
    array_agg(taken.crew order by taken.gap_minutes) filter (where not taken.is_time_off)
  into busy, by_way
  from private.taken_times(day, day, free_crew.place, except_booking_id, null, free_crew.service) as taken;
  if array_position(busy, null) is not null or cardinality(busy) >= cardinality(there_are) then
    return null;
  end if;
  select crew into present from public.slot_claims where booking_id = except_booking_id;
  return (
    select number
    from unnest(there_are) as number
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

-- What is taken from a day to another one for a service (its id) at a postal code, without the booking and the offer
-- that the visitor names. -> [{booking_date, booking_time, duration_minutes, crew, is_time_off, gap_minutes}]; without a
-- crew it is taken for all. The crews are counted from 1 here, removed ones from 101, whatever their numbers. For server
-- functions alone: a gap tells how far a visit is.
create function public.times_taken_for(
  postal_code text, from_day date, until_day date, own_booking_id uuid default null, offer_token text default null,
  service text default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.check_range(from_day, until_day);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'booking_date', taken.local_date,
      'booking_time', private.local_time(lower(taken.during)),
      -- Real minutes, as on a booking.
      'duration_minutes', (extract(epoch from upper(taken.during) - lower(taken.during)) / 60)::integer,
      'crew', coalesce(crew.place, 100 + taken.crew),
      'is_time_off', taken.is_time_off,
      'gap_minutes', taken.gap_minutes
    ) order by taken.during, taken.crew), '[]')
    from private.taken_times(
      from_day, until_day, private.place_of(times_taken_for.postal_code), own_booking_id,
      (
        select offer.id from public.offered_times as offer
        where offer.token_hash = private.hash_of_token(offer_token)
          and offer.closed_at is null and offer.expires_at > now()
      ),
      times_taken_for.service
    ) as taken
    left join private.counted_crews() as crew on crew.number = taken.crew
  );
end;
$$;

-- Claims a booking's time until `held_until`, or for good when that is null; also again after its hold expired.
-- Raises slot_taken (409), also for a start that has passed.
create or replace function private.take_time(booking public.bookings, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  span tstzrange := private.span_of(booking);
  its_place point := private.place_of(booking.postal_code);
  its_crew smallint;
begin
  perform private.lock_day(booking.booking_date);
  if lower(span) < now() then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'This time is in the past.';
  end if;
  its_crew := private.free_crew(span, its_place, booking.id, booking.service_id);
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  insert into public.slot_claims (during, booking_id, service_name, expires_at, crew, longitude, latitude)
  values (
    span, booking.id, booking.service_name, held_until, its_crew, its_place[0], its_place[1]
  )
  on conflict (booking_id) do update
  set during = excluded.during, expires_at = excluded.expires_at, crew = excluded.crew,
    longitude = excluded.longitude, latitude = excluded.latitude;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

-- Why no crew works on a day: 'closed', or 'rain' for a rain day. Null when some crew works for part of it.
create or replace function private.closed_day(day date) returns text
language sql stable set search_path = ''
as $$
  with open as (
    select tstzrange(
      private.instant_of(closed_day.day, (hours ->> 'from')::time),
      private.instant_of(closed_day.day, (hours ->> 'until')::time),
      '[)'
    ) as span
    from private.hours_of_day(closed_day.day) as hours
    where hours is not null
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

-- The minutes of work that all crews could do on local days: from the first start until the end of work, by the opening
-- hours and exceptions of now, without blocked time.
create or replace function private.open_minutes(from_day date, until_day date) returns integer
language sql stable set search_path = ''
as $$
  with
    days as (
      select
        from_day + number as day,
        coalesce(exception.starts, hours.starts) as starts,
        coalesce(exception.ends_by, hours.ends_by) as ends_by
      from generate_series(0, until_day - from_day) as number
      join public.opening_hours as hours on hours.weekday = extract(isodow from from_day + number)
      left join public.opening_exceptions as exception on exception.day = from_day + number
      where coalesce(exception.is_open, hours.is_open)
    ),
    spans as (
      select
        day, crews, tstzrange(private.instant_of(day, starts[1]), private.instant_of(day, ends_by)) as during
      from days
      cross join public.time_settings
      where starts[1] < ends_by
    ),
    blocked as (
      select
        span.day,
        sum(
          extract(epoch from upper(off.during * span.during) - lower(off.during * span.during))
          * case when off.crew is null then span.crews else 1 end
        ) as seconds
      from public.slot_claims as off
      join spans as span on span.day = off.local_date and span.during && off.during
      where off.reason is not null and off.local_date between from_day and until_day
        and (off.crew is null or off.crew in (select number from public.crews))
      group by span.day
    )
  select coalesce(sum(
    greatest(0, extract(epoch from upper(during) - lower(during)) * crews - coalesce(blocked.seconds, 0)) / 60
  ), 0)::integer
  from spans
  left join blocked using (day);
$$;

-- Raises invalid_time_off for blocked time that ends before it begins, is over or is longer than a year, and
-- unknown_crew (400).
create or replace function private.check_time_off(
  from_day date, from_time time, until_day date, until_time time, reason text, crew smallint
) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if from_day is null or until_day is null or length(reason) > 200
    or until_day < private.local_today()
    or until_day - from_day not between 0 and 366
    or from_day + coalesce(from_time, '00:00')
      >= coalesce(until_day + until_time, (until_day + 1)::timestamp)
  then
    raise exception using errcode = 'PT400', message = 'invalid_time_off';
  end if;
  if crew not in (select number from public.crews) then
    raise exception using errcode = 'PT400', message = 'unknown_crew';
  end if;
end;
$$;

-- Claims the time of a new offer until it expires. The day must be locked. Raises slot_taken (409), also for a start
-- that has passed.
create or replace function private.hold_offer(offer public.offered_times) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted tstzrange := tstzrange(
    offer.starts_at, offer.starts_at + offer.duration_minutes * interval '1 minute', '[)'
  );
  its_place point := (select private.place_of(postal_code) from public.bookings where id = offer.booking_id);
  its_service text := coalesce(
    (select service_id from public.bookings where id = offer.booking_id),
    (select service_id from public.waiting_list where id = offer.waiting_id)
  );
  free smallint;
begin
  if offer.starts_at >= now() then
    free := private.free_crew(wanted, its_place, null, its_service);
  end if;
  if free is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
  end if;
  insert into public.slot_claims (during, crew, offer_id, service_name, expires_at, longitude, latitude)
  values (
    wanted, free, offer.id, offer.service_name, offer.expires_at, its_place[0], its_place[1]
  );
end;
$$;

-- The waiting customers without an open offer, in order, and what is taken for their services on their days. A service
-- that can't be booked now is not offered.
-- -> {entries: [{id, date, serviceId, durationMinutes, offered: ["HH:MM"]}], taken: [{date, serviceId, time,
-- durationMinutes, crew, isTimeOff, gapMinutes}]}
-- offered: times they were offered before. taken: as times_taken_for, where the place is not known.
create or replace function public.waiting_to_be_offered() returns jsonb
language sql stable set search_path = ''
as $$
  with entries as materialized (
    select *
    from public.waiting_list
    where booked_at is null
      and left_at is null
      and day >= private.local_today()
      -- No time is held while the email about it is switched off.
      and private.mail_is_on('waiting_list_offer')
      and service_id in (
        select service ->> 'id'
        from jsonb_array_elements(public.current_business() #> '{business,services}') as service
        where service -> 'isVisible' = 'true'
      )
      and not exists (
        select from public.offered_times as offer
        where offer.waiting_id = waiting_list.id
          and ((offer.closed_at is null and offer.expires_at > now()) or private.may_be_heard_of(offer))
      )
    order by day, created_at
    limit 500
  )
  select jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry.id,
        'date', entry.day,
        'serviceId', entry.service_id,
        'durationMinutes', entry.duration_minutes,
        'offered', (
          select coalesce(jsonb_agg(private.local_time(offer.starts_at)), '[]')
          from public.offered_times as offer
          where offer.waiting_id = entry.id and private.was_never_heard_of(offer) is not true
        )
      ) order by entry.day, entry.created_at), '[]')
      from entries as entry
    ),
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', wanted.day,
        'serviceId', wanted.service_id,
        'time', private.local_time(lower(taken.during)),
        'durationMinutes', (extract(epoch from upper(taken.during) - lower(taken.during)) / 60)::integer,
        'crew', coalesce(crew.place, 100 + taken.crew),
        'isTimeOff', taken.is_time_off,
        'gapMinutes', taken.gap_minutes
      )), '[]')
      from (select distinct day, service_id from entries) as wanted
      cross join lateral private.taken_times(wanted.day, wanted.day, null, null, null, wanted.service_id) as taken
      left join private.counted_crews() as crew on crew.number = taken.crew
    )
  );
$$;

-- Trigger: moves the claim with its booking. Raises slot_taken, and hold_lapsed when there is no claim to move (409).
create or replace function private.move_claim() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew smallint;
begin
  perform private.lock_day(new.booking_date);
  if not exists (select from public.slot_claims where booking_id = new.id) then
    if new.status = 'cancelled' then
      return null;
    end if;
    raise exception using errcode = 'PT409', message = 'hold_lapsed', detail = 'The time of this booking is no longer held.';
  end if;
  its_crew := private.free_crew(
    private.span_of(new), private.place_of(new.postal_code), new.id, new.service_id
  );
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  update public.slot_claims set during = private.span_of(new), crew = its_crew where booking_id = new.id;
  return null;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

-- Moves a confirmed booking to any available time ahead, for the owner; outside the opening hours only with `anyway`.
-- The customer gets an email and loses nothing. A booking cancelled because of rain can be moved after its start too.
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_past,
-- time_in_past, date_too_far, outside_hours, slot_taken (409), invalid_time (400).
create or replace function public.move_booking(
  target_booking_id uuid, new_date date, new_time time, anyway boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  new_start timestamptz := private.instant_of(new_date, new_time);
  refusal text;
begin
  perform private.check_stands(booking);
  if new_date is null or new_time is null or extract(second from new_time) <> 0 or new_time = '24:00' then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  if (new_date, new_time) = (booking.booking_date, booking.booking_time) then
    return;
  end if;
  refusal := case
    when private.has_come(booking) and not private.is_settled_by_phone(booking) then 'booking_past'
    when new_start < now() then 'time_in_past'
    when new_date > private.local_today() + 730 then 'date_too_far'
    -- The hour that the spring change skips does not exist, and work ends on the day it began.
    when (new_start at time zone 'America/Toronto') <> new_date + new_time
      or extract(epoch from new_time) / 60 + booking.duration_minutes > 24 * 60 then 'time_not_offered'
  end;
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  -- A taken time is refused as slot_taken, outside the opening hours too.
  perform private.lock_day(new_date);
  if private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'),
    private.place_of(booking.postal_code),
    booking.id,
    booking.service_id
  ) is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  if not coalesce(anyway, false) and not private.is_within_hours(new_date, new_time, booking.duration_minutes) then
    raise exception using errcode = 'PT409', message = 'outside_hours';
  end if;
  update public.bookings
  set
    booking_date = new_date,
    booking_time = new_time,
    free_cancellation_hours = private.free_hours_after_move(booking, new_start)
  where id = booking.id;
end;
$$;

revoke all on function public.times_taken_for from public, anon, authenticated, service_role;
revoke all on function
  private.crews_differ, private.counted_crews, private.times_off_duty, private.times_need_server, private.taken_times, private.free_crew
  from public, anon, authenticated, service_role;
grant execute on function
  private.crews_differ, private.counted_crews, private.times_off_duty, private.times_need_server, private.taken_times, private.free_crew,
  public.times_taken_for
  to service_role;
