-- The rules say whether a place comes before the times, and who computes these. Settings of nearby starts.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.travel_settings
  add column nearby_minutes smallint check (nearby_minutes between 1 and 120),
  add column nearby_discount_cents integer check (nearby_discount_cents between 0 and 100000);
-- Not with the column: PostgreSQL 15.20 refuses a default while a parsed function takes the table's row.
alter table public.travel_settings alter column nearby_discount_cents set default 0;
alter table public.travel_settings disable trigger user;
update public.travel_settings set nearby_discount_cents = 0 where nearby_discount_cents is null;
alter table public.travel_settings enable trigger user;
-- squawk-ignore adding-not-nullable-field
alter table public.travel_settings alter column nearby_discount_cents set not null;

-- Whether a browser cannot compute open times from the rules and the booked times. Then `open-times` answers them.
create function private.times_need_server() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select is_on from public.travel_settings);
end;
$$;

revoke all on function private.times_need_server from public;
grant execute on function private.times_need_server to service_role;

-- All rules that a browser needs, in the shape of `OpeningRules` in domain. Times read "HH:MM". Exceptions from today
-- on.
create or replace function public.opening_rules() returns jsonb
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
