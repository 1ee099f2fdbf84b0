-- The calendar.

-- A claim in local time; one that ends with its day ends at "24:00".
create function private.stretch_of_claim(claim public.slot_claims) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', claim.id,
    'day', claim.local_date,
    'from', private.local_time(lower(claim.during)),
    'until', case
      when private.local_day(upper(claim.during)) > claim.local_date then '24:00'
      else private.local_time(upper(claim.during))
    end,
    'crew', claim.crew
  );
$$;

-- Everything in a range of days. -> {crews, days: [{day, from, until, label}] (null: closed), crewHours:
-- [{day, crew, from, until}] of crews with hours of their own (null: off), bookings:
-- [private.booking_line, crew, hold_expires_at], timeOff: [{id, day, from, until, reason, crew}], offers: [{id, kind,
-- day, from, until, crew, name, booking_id, expires_at}]}; `until` may be "24:00".
-- Raises administrators_only (403), range_too_long (400) for more than 62 days.
create function public.calendar_range(from_day date, until_day date) returns jsonb
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
    'crewHours', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'day', one.day,
          'crew', crew.number,
          'from', to_char(own.works_from, 'HH24:MI'),
          'until', to_char(own.works_until, 'HH24:MI')
        )
        order by one.day, crew.number
      ), '[]')
      from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as one
      cross join public.crews as crew
      left join public.crew_hours as own on own.crew = crew.number and own.weekday = extract(isodow from one.day)
      where exists (select from public.crew_hours as listed where listed.crew = crew.number)
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

revoke all on function public.calendar_range from public, anon, authenticated, service_role;
grant execute on function public.calendar_range to authenticated;
