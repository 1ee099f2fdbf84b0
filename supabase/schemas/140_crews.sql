-- Crews: one van each, and the people who work in it.

create table public.crews (
  -- As on the claims whose time it takes.
  number smallint primary key check (number between 1 and 20),
  -- Empty for a crew without a name of its own.
  name text not null default '' check (length(name) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Where its van is in the morning and in the evening; null as in the travel settings.
  base_postal_code text check (base_postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$'),
  -- The ids of the services that it does; null for all of them.
  skills text[] check (cardinality(skills) between 1 and 100 and array_position(skills, null) is null)
);

alter table public.crews enable row level security;
create policy "Server functions may do what they are granted"
  on public.crews for all to service_role using (true) with check (true);
revoke all on public.crews from public, anon, authenticated, service_role;
grant select on public.crews to authenticated, service_role;

create policy "Crews can be read by administrators"
  on public.crews for select to authenticated
  using ((select public.is_admin()));

create trigger touch_updated_at before update on public.crews
  for each row execute function private.touch_updated_at();

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

-- An account works for one crew.
create table public.crew_members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  crew smallint not null references public.crews (number) on delete cascade,
  created_at timestamptz not null default now()
);

create index crew_members_crew_idx on public.crew_members (crew);

alter table public.crew_members enable row level security;
create policy "Server functions may do what they are granted"
  on public.crew_members for all to service_role using (true) with check (true);
revoke all on public.crew_members from public, anon, authenticated, service_role;
grant select on public.crew_members to service_role;

-- Trigger: keeps as many crews as the settings say. A crew more gets the lowest number that is not used; a crew less is
-- the one with the highest number.
create function private.keep_crews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.crews
  where number in (select number from public.crews order by number offset new.crews);
  insert into public.crews (number)
  select number from generate_series(1, 20) as number
  where number not in (select number from public.crews)
  order by number
  limit new.crews - (select count(*) from public.crews);
  return null;
end;
$$;

create trigger keep_crews after insert or update of crews on public.time_settings
  for each row execute function private.keep_crews();

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

-- From where and when a crew's van leaves on a day, and when it is back at the latest: by the crew's own base and hours,
-- else by these settings, as for a crew that was removed. `has_hours`: it has hours of its own; `is_off`: none of them
-- are on that weekday, and the times are those of the settings. One row, to be joined laterally.
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

-- When each crew is not there for a service from a day to another one, both included: as private.taken_times. Its own
-- hours replace those of the vans in the travel settings (private.van_of).
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

-- The crew that the signed-in person works for. Null for everyone else, and for a session that has ended or doesn't meet
-- the rules for the second factor.
create function private.my_crew() returns smallint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select crew from public.crew_members where user_id = (select auth.uid()) and private.meets_second_factor()
  );
end;
$$;

-- Whether the signed-in person works for this crew.
create function private.works_for(crew smallint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(works_for.crew = private.my_crew(), false);
end;
$$;

-- Whether the signed-in person's crew does this visit: it has the booking's time for good, from yesterday until a week
-- from today.
create function private.works_on(target_booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.slot_claims as claim
    where claim.booking_id = target_booking_id
      and claim.expires_at is null
      and claim.local_date between private.local_today() - 1 and private.local_today() + 7
      and private.works_for(claim.crew)
  );
end;
$$;

-- The booking of a visit, for administrators and for members of the crew that does it. Members name a visit by the id of
-- its claim, because who has the booking's own id can cancel the booking as its customer. That id is understood as well.
-- Raises administrators_only (403).
create function private.worked_booking(visit uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  its_booking uuid := coalesce((select booking_id from public.slot_claims where id = visit), visit);
begin
  if not (public.is_admin() or private.works_on(its_booking)) then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
  return its_booking;
end;
$$;

grant execute on function private.van_of, private.crews_differ, private.counted_crews, private.times_off_duty
  to service_role;
grant execute on function private.my_crew, private.works_for, private.works_on, private.worked_booking
  to authenticated, service_role;
