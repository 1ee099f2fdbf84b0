-- Days and times of day are those of America/Toronto; an instant is timestamptz. One function for each way between them.

create function private.local_today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone 'America/Toronto')::date;
$$;

create function private.local_day(moment timestamptz) returns date
language sql stable set search_path = ''
as $$
  select (moment at time zone 'America/Toronto')::date;
$$;

-- "15:00"
create function private.local_time(moment timestamptz) returns text
language sql stable set search_path = ''
as $$
  select to_char(moment at time zone 'America/Toronto', 'HH24:MI');
$$;

-- The instant of a local wall time. A day begins at 00:00, those of 23 and 25 hours included.
create function private.instant_of(day date, wall_time time) returns timestamptz
language sql stable set search_path = ''
as $$
  select (day + wall_time) at time zone 'America/Toronto';
$$;

revoke all on function
  private.local_today(), private.local_day(timestamptz), private.local_time(timestamptz), private.instant_of(date, time)
  from public, anon, authenticated, service_role;
grant execute on function
  private.local_today(), private.local_day(timestamptz), private.local_time(timestamptz), private.instant_of(date, time)
  to service_role;
