-- When the business works: by weekday, with days that are different. The rows it starts with are the two rules
-- of the product: new bookings at 9, 12 and 15 done by 18:00; moved ones every half hour from 8:30 to 16:00, done
-- by 17:00; every day.

-- Whether these are times to begin at: at least `at_least`, each once, in order, none with seconds.
create function private.are_starts(starts time[], at_least integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(starts) between at_least and 48
    and starts = array(
      select distinct start from unnest(starts) as start where extract(second from start) = 0 order by start
    );
$$;

create table public.opening_hours (
  -- 1 is Monday, 7 is Sunday.
  weekday smallint primary key check (weekday between 1 and 7),
  is_open boolean not null default true,
  -- When a new booking may begin, and when its work must be done.
  starts time[] not null default '{09:00,12:00,15:00}' check (private.are_starts(starts, 0)),
  ends_by time not null default '18:00' check (ends_by < '24:00' and extract(second from ends_by) = 0),
  -- When a moved booking may begin: from the first to the last of these, every so many minutes.
  move_from time not null default '08:30' check (extract(second from move_from) = 0),
  move_until time not null default '16:00' check (extract(second from move_until) = 0),
  move_every_minutes integer not null default 30 check (move_every_minutes between 5 and 720),
  move_ends_by time not null default '17:00' check (move_ends_by < '24:00' and extract(second from move_ends_by) = 0),
  updated_at timestamptz not null default now(),
  constraint opening_hours_move_forward check (move_from <= move_until and move_until < '24:00')
);

insert into public.opening_hours (weekday) select generate_series(1, 7);

-- A day that is not like its weekday: closed, or open with other times. What is null is as on the weekday.
create table public.opening_exceptions (
  day date primary key,
  is_open boolean not null,
  -- When any booking may begin on that day, a new one or a moved one.
  starts time[] check (private.are_starts(starts, 1)),
  ends_by time check (ends_by < '24:00' and extract(second from ends_by) = 0),
  -- For the owner alone.
  label text not null default '' check (length(label) <= 80),
  updated_at timestamptz not null default now(),
  constraint opening_exceptions_closed_have_no_times check (is_open or (starts is null and ends_by is null))
);

-- Where the business goes: beginnings of postal codes. Without any it goes everywhere.
create table public.service_area (
  prefix text primary key check (prefix ~ '^[A-Z]([0-9]([A-Z]([0-9]([A-Z][0-9]?)?)?)?)?$'),
  created_at timestamptz not null default now()
);

create trigger touch_updated_at before update on public.opening_hours
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.opening_exceptions
  for each row execute function private.touch_updated_at();

revoke all on public.opening_hours, public.opening_exceptions, public.service_area
  from public, anon, authenticated, service_role;
grant select on public.opening_hours, public.opening_exceptions, public.service_area to authenticated, service_role;

alter table public.opening_hours enable row level security;
alter table public.opening_exceptions enable row level security;
alter table public.service_area enable row level security;

create policy "Opening hours can be read by administrators"
  on public.opening_hours for select to authenticated
  using ((select public.is_admin()));

create policy "Opening exceptions can be read by administrators"
  on public.opening_exceptions for select to authenticated
  using ((select public.is_admin()));

create policy "The service area can be read by administrators"
  on public.service_area for select to authenticated
  using ((select public.is_admin()));

-- {09:00:00,15:00:00} -> ["09:00", "15:00"], {} -> []; null stays null.
create function private.clock_times(times time[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when times is not null then coalesce(jsonb_agg(to_char(one, 'HH24:MI') order by one), '[]') end
  from unnest(times) as one;
$$;

-- Everything a browser needs to know of the rules, as `OpeningRules` of domain/opening-rules.ts. Times read
-- "HH:MM". Exceptions from today on.
create function public.opening_rules() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'leastNoticeMinutes', settings.least_notice_minutes,
    'windowDays', settings.window_days,
    'moveWindowDays', settings.move_window_days,
    'bufferMinutes', settings.buffer_minutes,
    'crews', settings.crews,
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
    )
  )
  from public.time_settings as settings;
$$;

-- Whether the rules let a booking of that length begin then: kind is 'booking' for a new one, 'move' for one that
-- is moved. The clock, the window and what is taken are not looked at.
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

-- Moving a booking: to a start that the rules offer for it, not in the past, not further ahead than they say.
-- Raises booking_cancelled, booking_past, time_not_offered, time_in_past, date_too_far (409).
create or replace function private.check_new_time(old_row public.bookings, new_row public.bookings) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  refusal text := case
    when old_row.status = 'cancelled' then 'booking_cancelled'
    -- From its start on: else it could be moved, and then cancelled for all of its money.
    when lower(private.span_of(old_row)) <= now() then 'booking_past'
    when not private.start_is_offered('move', new_row.booking_date, new_row.booking_time, new_row.duration_minutes)
      then 'time_not_offered'
    when lower(private.span_of(new_row)) < now() then 'time_in_past'
    when new_row.booking_date > today + (select move_window_days from public.time_settings) then 'date_too_far'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

revoke all on function public.opening_rules() from public, anon, authenticated, service_role;
grant execute on function public.opening_rules() to anon, authenticated, service_role;

revoke all on function
  private.are_starts(time[], integer), private.clock_times(time[]), private.start_is_offered(text, date, time, integer)
  from public;
grant execute on function private.start_is_offered(text, date, time, integer) to service_role;
