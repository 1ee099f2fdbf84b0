-- The rules for times: opening hours, exceptions, crews, minimum notice and the service area. One row each of a table
-- that screens and functions read together.

-- Whether these are valid starts: at least `at_least` of them, each once, in order, without seconds.
create function private.are_starts(starts time[], at_least integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(starts) between at_least and 48
    and starts = array(
      select distinct start from unnest(starts) as start where extract(second from start) = 0 order by start
    );
$$;

-- How times are offered: one row.
create table public.time_settings (
  id boolean primary key default true check (id),
  -- The minimum notice for a new booking, and how many days ahead it may be.
  least_notice_minutes integer not null default 120 check (least_notice_minutes between 0 and 20160),
  window_days integer not null default 90 check (window_days between 1 and 365),
  -- How many days ahead a booking may be moved.
  move_window_days integer not null default 365 check (move_window_days between 1 and 730),
  -- Free minutes between two bookings of one crew on one day.
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  crews smallint not null default 1 check (crews between 1 and 20),
  updated_at timestamptz not null default now(),
  -- Customers are told that the crew arrives within so many minutes from the start on; 0: at the start.
  arrival_window_minutes smallint not null default 0 check (arrival_window_minutes between 0 and 240)
);

alter table public.time_settings enable row level security;
create policy "Server functions may do what they are granted"
  on public.time_settings for all to service_role using (true) with check (true);
revoke all on public.time_settings from public, anon, authenticated, service_role;
grant select on public.time_settings to authenticated, service_role;

create table public.opening_hours (
  -- 1 is Monday, 7 is Sunday.
  weekday smallint primary key check (weekday between 1 and 7),
  is_open boolean not null default true,
  -- Starts of new bookings, and when their work must end.
  starts time[] not null default '{09:00,12:00,15:00}' check (private.are_starts(starts, 0)),
  ends_by time not null default '18:00' check (ends_by < '24:00' and extract(second from ends_by) = 0),
  -- Starts of moved bookings: from the first to the last of these, every so many minutes.
  move_from time not null default '08:30' check (extract(second from move_from) = 0),
  move_until time not null default '16:00' check (extract(second from move_until) = 0),
  move_every_minutes integer not null default 30 check (move_every_minutes between 5 and 720),
  move_ends_by time not null default '17:00' check (move_ends_by < '24:00' and extract(second from move_ends_by) = 0),
  updated_at timestamptz not null default now(),
  constraint opening_hours_move_forward check (move_from <= move_until and move_until < '24:00')
);

alter table public.opening_hours enable row level security;
create policy "Server functions may do what they are granted"
  on public.opening_hours for all to service_role using (true) with check (true);
revoke all on public.opening_hours from public, anon, authenticated, service_role;
grant select on public.opening_hours to authenticated, service_role;

-- A day that differs from its weekday: closed, or open with other times. Null means as on the weekday.
create table public.opening_exceptions (
  day date primary key,
  is_open boolean not null,
  -- Starts of new and moved bookings on that day.
  starts time[] check (private.are_starts(starts, 1)),
  ends_by time check (ends_by < '24:00' and extract(second from ends_by) = 0),
  -- Only the owner sees it.
  label text not null default '' check (length(label) <= 80),
  updated_at timestamptz not null default now(),
  constraint opening_exceptions_closed_have_no_times check (is_open or (starts is null and ends_by is null))
);

alter table public.opening_exceptions enable row level security;
create policy "Server functions may do what they are granted"
  on public.opening_exceptions for all to service_role using (true) with check (true);
revoke all on public.opening_exceptions from public, anon, authenticated, service_role;
grant select on public.opening_exceptions to authenticated, service_role;

-- The service area: beginnings of postal codes. Without any, it is everywhere.
create table public.service_area (
  prefix text primary key check (prefix ~ '^[A-Z]([0-9]([A-Z]([0-9]([A-Z][0-9]?)?)?)?)?$'),
  created_at timestamptz not null default now()
);

alter table public.service_area enable row level security;
create policy "Server functions may do what they are granted"
  on public.service_area for all to service_role using (true) with check (true);
revoke all on public.service_area from public, anon, authenticated, service_role;
grant select on public.service_area to authenticated, service_role;

-- {09:00:00,15:00:00} -> ["09:00", "15:00"], {} -> []; null stays null.
create function private.clock_times(times time[]) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when times is not null then coalesce(jsonb_agg(to_char(one, 'HH24:MI') order by one), '[]') end
    from unnest(times) as one
  );
end;
$$;

-- All rules that a browser needs, in the shape of `OpeningRules` in domain. Times read "HH:MM". Exceptions from today
-- on.
create function public.opening_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'leastNoticeMinutes', settings.least_notice_minutes,
      'windowDays', settings.window_days,
      'moveWindowDays', settings.move_window_days,
      'bufferMinutes', settings.buffer_minutes,
      'crews', settings.crews,
      'arrivalWindowMinutes', settings.arrival_window_minutes,
      'hours', (
        select jsonb_agg(jsonb_build_object(
          'weekday', hours.weekday,
          'isOpen', hours.is_open,
          'starts', private.clock_times(hours.starts),
          'endsBy', to_char(hours.ends_by, 'HH24:MI'),
          'moveFrom', to_char(hours.move_from, 'HH24:MI'),
          'moveUntil', to_char(hours.move_until, 'HH24:MI'),
          'moveEveryMinutes', hours.move_every_minutes,
          'moveEndsBy', to_char(hours.move_ends_by, 'HH24:MI')
        ) order by hours.weekday)
        from public.opening_hours as hours
      ),
      'exceptions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', exception.day,
          'isOpen', exception.is_open,
          'starts', private.clock_times(exception.starts),
          'endsBy', to_char(exception.ends_by, 'HH24:MI')
        ) order by exception.day), '[]')
        from public.opening_exceptions as exception
        where exception.day >= private.local_today()
      ),
      'servedPrefixes', (
        select coalesce(jsonb_agg(area.prefix order by area.prefix), '[]') from public.service_area as area
      ),
      'needsPlace', (select travel.is_on from public.travel_settings as travel),
      'timesFrom', case when private.times_need_server() then 'server' else 'rules' end
    )
    from public.time_settings as settings
  );
end;
$$;

-- The opening hours of a day, as local times. Null when it is closed. -> {from, until}
create function private.hours_of_day(day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when coalesce(exception.is_open, hours.is_open) then jsonb_build_object(
    'from', to_char(coalesce(exception.starts[1], least(hours.starts[1], hours.move_from)), 'HH24:MI'),
    'until', to_char(coalesce(exception.ends_by, greatest(hours.ends_by, hours.move_ends_by)), 'HH24:MI')
  ) end
  from public.opening_hours as hours
  left join public.opening_exceptions as exception on exception.day = hours_of_day.day
  where hours.weekday = extract(isodow from hours_of_day.day);
$$;

-- Whether work of that length lies within the opening hours of its day.
create function private.is_within_hours(day date, start time, duration_minutes integer) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    start >= (hours ->> 'from')::time
      and extract(epoch from start)::integer / 60 + duration_minutes
        <= extract(epoch from (hours ->> 'until')::time)::integer / 60,
    false
  )
  from private.hours_of_day(day) as hours;
$$;

-- Whether the rules offer a start for work of that length: kind 'booking' for a new booking, 'move' for a moved one.
-- Ignores the clock, the booking window and other claims.
create function private.start_is_offered(kind text, day date, start time, duration_minutes integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(exception.is_open, hours.is_open)
    and extract(epoch from start)::integer / 60 + duration_minutes <= extract(epoch from ends.by)::integer / 60
    and case
      when exception.starts is not null then start = any (exception.starts)
      when kind = 'booking' then start = any (hours.starts)
      else start between hours.move_from and hours.move_until
        and extract(epoch from start - hours.move_from)::integer % (hours.move_every_minutes * 60) = 0
    end
  from public.opening_hours as hours
  left join public.opening_exceptions as exception on exception.day = start_is_offered.day
  cross join lateral (
    select coalesce(
      exception.ends_by,
      case when kind = 'booking' or exception.starts is not null then hours.ends_by else hours.move_ends_by end
    ) as by
  ) as ends
  where hours.weekday = extract(isodow from start_is_offered.day);
$$;

-- Why no crew works on a day: 'closed', or 'rain' for a rain day. Null when some crew works for part of it.
create function private.closed_day(day date) returns text
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

create trigger touch_updated_at before update on public.time_settings
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.opening_hours
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.opening_exceptions
  for each row execute function private.touch_updated_at();

create policy "Time settings can be read by administrators"
  on public.time_settings for select to authenticated
  using ((select public.is_admin()));

create policy "Opening hours can be read by administrators"
  on public.opening_hours for select to authenticated
  using ((select public.is_admin()));

create policy "Opening exceptions can be read by administrators"
  on public.opening_exceptions for select to authenticated
  using ((select public.is_admin()));

create policy "The service area can be read by administrators"
  on public.service_area for select to authenticated
  using ((select public.is_admin()));

revoke all on function public.opening_rules from public, anon, authenticated, service_role;
grant execute on function public.opening_rules to anon, authenticated, service_role;
grant execute on function private.start_is_offered to service_role;
