-- Free crews, and times as visitors and the route see them.

-- A taken time with the minutes before and after it in which a visit must not be. An empty time has no bounds to move,
-- and stays empty.
create function private.with_gap(during tstzrange, gap_minutes integer) returns tstzrange
language sql immutable
return case when isempty(during) then during else tstzrange(
  lower(during) - gap_minutes * interval '1 minute', upper(during) + gap_minutes * interval '1 minute', '[)'
) end;

-- The crew that can take a time for a service (its id) at this place: the crew of the named booking if it is available,
-- else the one with the shortest way to another of its visits or to its base when travel counts, of equal ways that to a
-- visit, else the first. Null when there is none. Counts claims, the gaps between them, blocked time and each crew's
-- hours and skills; removes the
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
  present smallint;
  travel public.travel_settings;
begin
  delete from public.slot_claims
  where local_date = day and expires_at <= now()
    and (except_booking_id is null or booking_id is distinct from except_booking_id);
  select
    coalesce(array_agg(distinct taken.crew) filter (
      where private.with_gap(taken.during, taken.gap_minutes) && wanted
        -- A removed crew is not missed.
        and (not taken.is_time_off or taken.crew is null or taken.crew = any (there_are))
    ), '{}')
  into busy
  from private.taken_times(day, day, free_crew.place, except_booking_id, null, free_crew.service) as taken;
  if array_position(busy, null) is not null or cardinality(busy) >= cardinality(there_are) then
    return null;
  end if;
  select crew into present from public.slot_claims where booking_id = except_booking_id;
  select * into strict travel from public.travel_settings;
  return (
    select number
    from unnest(there_are) as number
    cross join lateral private.van_of(travel, number, day) as van
    left join lateral (
      select
        private.drive_minutes(travel, van.base, free_crew.place) as from_base,
        (
          select min(private.drive_minutes(travel, point(claim.longitude, claim.latitude), free_crew.place))
          from public.slot_claims as claim
          where claim.local_date = day and claim.crew = number and claim.reason is null
            and (claim.expires_at is null or claim.expires_at > now())
            and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
        ) as from_visit
      where travel.is_on
    ) as way on true
    where number <> all (busy)
    order by number = present desc nulls last,
      least(way.from_base, way.from_visit), coalesce(way.from_visit > way.from_base, true), number
    limit 1
  );
end;
$$;

-- Claims a booking's time until `held_until`, or for good when that is null; also again after its hold expired.
-- Raises slot_taken (409), also for a start that has passed.
create function private.take_time(booking public.bookings, held_until timestamptz) returns void
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

-- Makes a booking's hold permanent. An expired or given-up hold takes its time again if it is available and has not
-- begun. Null on success, else time_gone or coupon_used.
create function private.make_permanent(booking public.bookings) returns text
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_email(booking.customer_email);
  update public.slot_claims set expires_at = null
  where booking_id = booking.id and lower(during) >= now() and (expires_at is null or expires_at > now());
  if not found then
    perform private.take_time(booking, null);
  end if;
  perform private.redeem_coupon(booking);
  return null;
exception
  when sqlstate 'PT409' then
    return case sqlerrm
      when 'slot_taken' then 'time_gone'
      when 'coupon_held' then 'coupon_used'
      else sqlerrm
    end;
end;
$$;

-- The offer that a token or an id names, as long as it is open; else null.
create function private.open_offer(offer_token text, offer_id uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select offer.id from public.offered_times as offer
    where (offer.token_hash = private.hash_of_token(offer_token) or offer.id = open_offer.offer_id)
      and offer.closed_at is null and offer.expires_at > now()
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
  service text default null, own_offer_id uuid default null
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
      private.open_offer(offer_token, own_offer_id),
      times_taken_for.service
    ) as taken
    left join private.counted_crews() as crew on crew.number = taken.crew
  );
end;
$$;

-- Which of these times, each free for a crew, are near another visit: that crew has one directly before or after, which
-- is as near as the settings say. Only visits that are booked for good count, so that a hold cannot bring a discount.
create function private.nearby_starts(
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

-- The starts among these, on days from the first to the last of them, that are near another visit, and what a booking
-- then costs less. `starts`: [{date, time}], all of them open. -> {starts: [{date, time}], discount_cents}
create function public.nearby_starts_for(
  postal_code text, starts jsonb, duration_minutes integer, service text, own_booking_id uuid default null,
  offer_token text default null, own_offer_id uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'starts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', private.local_day(lower(near)), 'time', private.local_time(lower(near))
      ) order by near), '[]')
      from private.nearby_starts(
        array(
          select tstzrange(
            private.instant_of(start.date, start.time),
            private.instant_of(start.date, start.time)
              + nearby_starts_for.duration_minutes * interval '1 minute',
            '[)'
          )
          from jsonb_to_recordset(nearby_starts_for.starts) as start(date date, time time)
        ),
        private.place_of(nearby_starts_for.postal_code),
        nearby_starts_for.service,
        own_booking_id,
        private.open_offer(offer_token, own_offer_id)
      ) as near
    ),
    'discount_cents', (select nearby_discount_cents from public.travel_settings)
  );
end;
$$;

-- A visitor's own hold, the time offered to them and the booking they are moving must not look taken
-- to them. While the server computes open times, only administrators read what is taken.
create policy "Taken times can be read by everyone, without what a visitor names as their own"
  on public.slot_claims for select to anon, authenticated
  using (
    (not (select private.times_need_server()) or (select public.is_admin()))
    and (booking_id is null or booking_id is distinct from (select private.named_booking_id()))
    and (offer_id is null or offer_id is distinct from (select private.named_offer_id()))
  );

grant execute on function private.named_offer_id to anon, authenticated, service_role;
revoke all on function public.times_taken_for, public.nearby_starts_for
  from public, anon, authenticated, service_role;
grant execute on function
  private.check_range, private.open_offer, private.with_gap, private.free_crew, private.take_time,
  private.make_permanent, private.nearby_starts, public.times_taken_for, public.nearby_starts_for
  to service_role;
