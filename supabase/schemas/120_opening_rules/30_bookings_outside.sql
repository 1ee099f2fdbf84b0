-- Bookings that the rules of today would no longer offer.

-- The bookings ahead that do not fit the rules, with the rules that each of them breaks. Bookings cancelled because
-- of rain are left out: their customers are asked for another time anyway.
create function private.misfits() returns table (booking_id uuid, during tstzrange, rules text[])
language sql stable set search_path = ''
as $$
  -- All claims from now on that are work, without expired holds.
  with work as materialized (
    select
      claim.id, claim.booking_id, claim.during, claim.local_date, claim.crew, claim.expires_at,
      lower(claim.during) as starts_at,
      upper(claim.during) as ends_at,
      -- With one crew, the nearest work of any is its neighbour.
      case when settings.crews = 1 then 1 else claim.crew end as team,
      count(*) over (partition by claim.local_date) > settings.crews as is_full_day
    from public.slot_claims as claim
    cross join public.time_settings as settings
    where claim.local_date >= private.local_today()
      and claim.reason is null
      and (claim.expires_at is null or claim.expires_at > now())
  ), beside as (
    select
      work.*,
      max(work.ends_at) over (of_team rows between unbounded preceding and 1 preceding) as before,
      lead(work.starts_at) over of_team as after
    from work
    window of_team as (partition by work.local_date, work.team order by work.starts_at, work.id)
  ), moment as (
    -- How much work is under way from each start on, without work that ends there.
    select step.local_date, step.at, step.change, sum(step.change) over (
      partition by step.local_date order by step.at, step.change
    ) as busy
    from (
      select work.local_date, work.starts_at as at, 1 as change from work where work.is_full_day
      union all
      select work.local_date, work.ends_at, -1 from work where work.is_full_day
    ) as step
  ), crowded as materialized (
    select distinct moment.local_date, moment.at
    from moment
    cross join public.time_settings as settings
    where moment.change = 1 and moment.busy > settings.crews
  ), too_many as materialized (
    select distinct work.id
    from work
    join crowded on crowded.local_date = work.local_date
      and crowded.at >= work.starts_at and crowded.at < work.ends_at
  ), found as materialized (
    select beside.booking_id, beside.during, array_remove(array[
      case
        when not coalesce(exception.is_open, hours.is_open) then 'closed_day'
        when (coalesce(exception.starts, hours.starts))[1] <= clock.starts
          and coalesce(exception.ends_by, hours.ends_by) - clock.starts >= clock.takes then null
        when exception.starts is null and hours.move_from <= clock.starts
          and coalesce(exception.ends_by, hours.move_ends_by) - clock.starts >= clock.takes then null
        else 'outside_hours'
      end,
      case
        when least(beside.starts_at - beside.before, beside.after - beside.ends_at) >= interval '0'
          and least(beside.starts_at - beside.before, beside.after - beside.ends_at)
            < settings.buffer_minutes * interval '1 minute'
          then 'too_close'
      end,
      case when beside.id in (select too_many.id from too_many) then 'too_many_at_once' end,
      case when exists (
        select from public.slot_claims as off
        where off.local_date = beside.local_date and off.reason is not null and off.during && beside.during
          and (off.crew is null or off.crew = beside.crew)
      ) then 'in_time_off' end,
      case
        when booking.source = 'online' and exists (select from public.service_area) and not exists (
          select from public.service_area as area
          where area.prefix = any (array[
            left(booking.postal_code, 1), left(booking.postal_code, 2), left(booking.postal_code, 3)
          ])
        ) then 'outside_area'
      end
    ], null) as rules
    from beside
    join public.bookings as booking on booking.id = beside.booking_id
    join public.opening_hours as hours on hours.weekday = extract(isodow from beside.local_date)
    left join public.opening_exceptions as exception on exception.day = beside.local_date
    cross join public.time_settings as settings
    cross join lateral (
      select
        (beside.starts_at at time zone 'America/Toronto')::time as starts,
        beside.ends_at - beside.starts_at as takes
    ) as clock
    where beside.expires_at is null and beside.starts_at > now()
  )
  select found.booking_id, found.during, found.rules from found where cardinality(found.rules) > 0 and not private.is_rained_out(found.booking_id);
$$;

-- The first hundred bookings that do not fit the rules, and how many there are.
-- -> {total, bookings: [{id, customerName, day, time, serviceName, rules}]}
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
