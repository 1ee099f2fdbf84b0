-- Lists of visits are not compared with themselves, whatever the statistics say.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.late_visits(travel public.travel_settings)
returns table (booking_id uuid, during tstzrange, leg text, from_booking_id uuid, needs integer, there_are integer)
language sql stable set search_path = ''
as $$
  with base as materialized (
    select crews.number as crew, private.place_of(coalesce(crews.base_postal_code, travel.base_postal_code)) as place
    from public.crews
  ), stop as (
    select claim.booking_id, claim.during, claim.local_date, claim.crew, point(claim.longitude, claim.latitude) as place
    from public.slot_claims as claim
    join public.bookings as booking on booking.id = claim.booking_id
    where claim.local_date >= private.local_today()
      and claim.expires_at is null and claim.longitude is not null
      and not exists (select from private.rain_of(booking))
  ), work as materialized (
    select
      stop.*,
      base.place as base,
      coalesce(hours.works_from, travel.leaves_at) as leaves_at,
      coalesce(hours.works_until, travel.back_by) as back_by,
      -- The neighbour in order, and no join of the visits with themselves: pairs of all visits take seconds.
      lag(stop.booking_id) over of_van as before_id,
      lag(stop.place) over of_van as before_place,
      lag(upper(stop.during)) over of_van as before_until
    from stop
    left join base on base.crew = stop.crew
    left join public.crew_hours as hours
      on hours.crew = stop.crew and hours.weekday = extract(isodow from stop.local_date)
    window of_van as (partition by stop.local_date, stop.crew order by lower(stop.during))
  ), leg as (
    select
      work.booking_id, work.during, 'between' as leg, work.before_id as from_booking_id,
      travel.packing_minutes + private.drive_minutes(travel, work.before_place, work.place) + travel.setup_minutes
        as needs,
      lower(work.during) - work.before_until as there_is
    from work
    union all
    select
      work.booking_id, work.during, 'out', null,
      private.drive_minutes(travel, work.base, work.place) + travel.setup_minutes,
      lower(work.during) - private.instant_of(work.local_date, work.leaves_at)
    from work
    union all
    select
      work.booking_id, work.during, 'home', null,
      travel.packing_minutes + private.drive_minutes(travel, work.base, work.place),
      private.instant_of(work.local_date, work.back_by) - upper(work.during)
    from work
  )
  select distinct on (leg.booking_id)
    leg.booking_id, leg.during, leg.leg, leg.from_booking_id, leg.needs,
    (extract(epoch from leg.there_is) / 60)::integer
  from leg
  where leg.needs * interval '1 minute' > leg.there_is
    and lower(leg.during) > now()
  order by leg.booking_id, leg.needs * interval '1 minute' - leg.there_is desc;
$$;

create or replace function public.calendar_range(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform private.require_admin();
  if from_day is null or until_day is null or until_day - from_day not between 0 and 61 then
    raise exception using errcode = 'PT400', message = 'range_too_long';
  end if;
  return jsonb_build_object(
    'crews', (select crews from public.time_settings),
    'days', (
      select jsonb_agg(
        jsonb_build_object('day', one.day, 'is_special', exception.day is not null, 'label', exception.label)
        || coalesce(private.hours_of_day(one.day), '{"from": null, "until": null}')
        order by one.day
      )
      from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as one
      left join public.opening_exceptions as exception on exception.day = one.day
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_line(booking, rain.state, sums.collected_cents)
        || jsonb_build_object('crew', claim.crew, 'hold_expires_at', claim.expires_at)
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.bookings as booking
      -- By its booking, one at a time: a join could read all claims of the range for each booking.
      left join lateral (
        select held.* from public.slot_claims as held where held.booking_id = booking.id limit 1
      ) as claim on true
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral private.payment_sums(booking.id) as sums
      where booking.booking_date between from_day and until_day
        and (
          private.is_standing(booking.status)
          or (booking.status = 'pending_payment' and (claim.expires_at is null or claim.expires_at > now())
            and claim.id is not null)
        )
    ),
    'timeOff', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(off) || jsonb_build_object('reason', off.reason) order by lower(off.during)
      ), '[]')
      from public.slot_claims as off
      where off.local_date between from_day and until_day and off.reason is not null
    ),
    'offers', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(held) || jsonb_build_object(
          'kind', offer.kind,
          'name', coalesce(booking.customer_name, waiting.name),
          'service_name', offer.service_name,
          'booking_id', offer.booking_id,
          'expires_at', held.expires_at
        ) order by lower(held.during)
      ), '[]')
      from public.slot_claims as held
      join public.offered_times as offer on offer.id = held.offer_id
      left join public.bookings as booking on booking.id = offer.booking_id
      left join public.waiting_list as waiting on waiting.id = offer.waiting_id
      where held.local_date between from_day and until_day
        and held.offer_id is not null and (held.expires_at is null or held.expires_at > now())
    )
  );
end;
$$;

create or replace function private.nearby_starts(
  wanted tstzrange[], place point, service text, except_booking_id uuid default null, except_offer_id uuid default null
) returns setof tstzrange
-- Its lists have no index: nested loops would compare every start with every visit.
language plpgsql stable set search_path = '' set enable_nestloop = off
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
  there_are smallint[] := array(select number from public.crews);
  from_day date := (select private.local_day(min(lower(span))) from unnest(wanted) as span);
  until_day date := (select private.local_day(max(lower(span))) from unnest(wanted) as span);
begin
  select * into strict travel from public.travel_settings;
  if not travel.is_on or travel.nearby_minutes is null or nearby_starts.place is null or from_day is null then
    return;
  end if;
  return query
    with visits as materialized (
      select claim.local_date, claim.during, claim.crew,
        claim.expires_at is null and claim.booking_id is not null
          and private.drive_minutes(travel, point(claim.longitude, claim.latitude), nearby_starts.place)
            <= travel.nearby_minutes as is_near
      from public.slot_claims as claim
      where claim.local_date between from_day and until_day
        and claim.reason is null
        and (claim.expires_at is null or claim.expires_at > now())
        and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
        and (claim.offer_id is null or claim.offer_id is distinct from except_offer_id)
    ), pairs as materialized (
      select distinct start.span, visits.local_date, visits.crew
      from visits
      join unnest(nearby_starts.wanted) as start(span) on private.local_day(lower(start.span)) = visits.local_date
      where visits.is_near
        and visits.crew = any (there_are)
        and not visits.during && start.span
        -- Directly before or after: no visit of the crew lies between.
        and not exists (
          select from visits as other
          where other.local_date = visits.local_date
            and other.crew = visits.crew
            and other.during && tstzrange(
              least(upper(visits.during), upper(start.span)), greatest(lower(visits.during), lower(start.span)), '[)'
            )
        )
    ), taken as materialized (
      select * from private.taken_times(
        from_day, until_day, nearby_starts.place, except_booking_id, except_offer_id, nearby_starts.service
      )
      where exists (select from pairs)
    )
    select distinct pairs.span
    from pairs
    where not exists (
      select from taken
      where taken.local_date = pairs.local_date
        and (taken.crew is null or taken.crew = pairs.crew)
        and private.with_gap(taken.during, taken.gap_minutes) && pairs.span
    );
end;
$$;
