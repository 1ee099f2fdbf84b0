-- Which bookings to come do not fit the rules (any more). They stay as they are; the owner is told.

-- Which rule of the opening hours a stretch of work breaks: closed_day, outside_hours; null for none. It fits when
-- it lies between the first start and the end of the day for new bookings, or of that for moved ones: where
-- exactly it may begin is asked of whoever books.
create function private.broken_hours(day date, from_time time, duration interval) returns text
language sql stable set search_path = ''
as $$
  select case
    when not coalesce(exception.is_open, hours.is_open) then 'closed_day'
    when (coalesce(exception.starts, hours.starts))[1] <= from_time
      and coalesce(exception.ends_by, hours.ends_by) - from_time >= duration then null
    when exception.starts is null and hours.move_from <= from_time
      and coalesce(exception.ends_by, hours.move_ends_by) - from_time >= duration then null
    else 'outside_hours'
  end
  from public.opening_hours as hours
  left join public.opening_exceptions as exception on exception.day = broken_hours.day
  where hours.weekday = extract(isodow from broken_hours.day);
$$;

-- How much work there is at once at the busiest moment of a stretch.
create function private.most_at_once(day date, during tstzrange) returns integer
language sql stable set search_path = ''
as $$
  with near as (
    select claim.during as span
    from public.slot_claims as claim
    where claim.local_date = day and claim.reason is null and claim.during && most_at_once.during
      and (claim.expires_at is null or claim.expires_at > now())
  )
  select coalesce(max(moment.busy), 0)::integer
  from near
  cross join lateral (
    select count(*) as busy from near as other
    where other.span @> greatest(lower(near.span), lower(most_at_once.during))
  ) as moment;
$$;

-- Everything taken from now on that is work, with its neighbours of the same day: how many are at work at once at
-- the busiest moment of it, and the free minutes to the nearest other work of its crew (of anybody, where there is
-- one crew). Lapsed holds do not count.
create function private.work_ahead() returns table (
  booking_id uuid, during tstzrange, local_date date, crew smallint, is_standing boolean, at_once integer,
  gap_minutes numeric
)
language sql stable set search_path = ''
as $$
  with work as (
    select
      claim.*,
      case when settings.crews = 1 then 1 else claim.crew end as team,
      settings.crews as crews,
      count(*) over (partition by claim.local_date) as on_the_day
    from public.slot_claims as claim
    cross join public.time_settings as settings
    where claim.local_date >= private.local_today()
      and claim.reason is null
      and (claim.expires_at is null or claim.expires_at > now())
  ), measured as (
    select
      work.*,
      max(upper(work.during)) over (
        of_team order by lower(work.during), work.id rows between unbounded preceding and 1 preceding
      ) as before,
      lead(lower(work.during)) over (of_team order by lower(work.during), work.id) as after
    from work
    window of_team as (partition by work.local_date, work.team)
  )
  select
    measured.booking_id,
    measured.during,
    measured.local_date,
    measured.crew,
    measured.expires_at is null,
    case when measured.on_the_day > measured.crews then private.most_at_once(measured.local_date, measured.during) else 1 end,
    extract(epoch from least(lower(measured.during) - measured.before, measured.after - upper(measured.during))) / 60
  from measured;
$$;

-- The bookings to come that do not fit the rules, with the rules each of them breaks: closed_day, outside_hours,
-- too_close, too_many_at_once, in_time_off, outside_area. Of an area only bookings made online know: who takes one
-- by phone has decided.
create function private.misfits() returns table (booking_id uuid, during tstzrange, rules text[])
language sql stable set search_path = ''
as $$
  with found as (
    select work.booking_id, work.during, array_remove(array[
      private.broken_hours(
        work.local_date, (lower(work.during) at time zone 'America/Toronto')::time,
        upper(work.during) - lower(work.during)
      ),
      case when work.gap_minutes >= 0 and work.gap_minutes < settings.buffer_minutes then 'too_close' end,
      case when work.at_once > settings.crews then 'too_many_at_once' end,
      case when exists (
        select from public.slot_claims as off
        where off.local_date = work.local_date and off.reason is not null and off.during && work.during
          and (off.crew is null or off.crew = work.crew)
      ) then 'in_time_off' end,
      case when private.is_outside_area(work.booking_id) then 'outside_area' end
    ], null) as rules
    from private.work_ahead() as work
    cross join public.time_settings as settings
    where work.booking_id is not null and work.is_standing and lower(work.during) > now()
  )
  select found.booking_id, found.during, found.rules from found where cardinality(found.rules) > 0;
$$;

-- The first hundred of them, and how many there are: {total, bookings: [{id, customerName, day, time, serviceName,
-- rules}]}.
create function private.misfits_told() returns jsonb
language sql stable set search_path = ''
as $$
  with misfit as materialized (select * from private.misfits())
  select jsonb_build_object(
    'total', (select count(*) from misfit),
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', booking.id,
        'customerName', booking.customer_name,
        'day', booking.booking_date,
        'time', to_char(booking.booking_time, 'HH24:MI'),
        'serviceName', booking.service_name,
        'rules', first.rules
      ) order by lower(first.during), booking.id), '[]')
      from (select * from misfit order by lower(during), booking_id limit 100) as first
      join public.bookings as booking on booking.id = first.booking_id
    )
  );
$$;

-- For administrators. Raises administrators_only (403).
create function public.bookings_outside_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.misfits_told();
end;
$$;

revoke all on function
  private.broken_hours(date, time, interval), private.work_ahead(), private.most_at_once(date, tstzrange),
  private.misfits(), private.misfits_told()
  from public;

revoke all on function public.bookings_outside_rules() from public, anon, authenticated, service_role;
grant execute on function public.bookings_outside_rules() to authenticated;
