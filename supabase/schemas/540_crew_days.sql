-- The visits of a crew: its members' days, and the owner's change from one crew to another.

-- The number of the crew that the signed-in person works for; null for everyone else.
create function public.my_crew() returns smallint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.my_crew();
end;
$$;

-- The visits of the caller's crew from yesterday until a week from today. -> {crew: {number, title}, today, visits: [as
-- private.car_of_day, with its day and the id of its claim for the booking's (private.worked_booking), and without prices
-- of add-ons and the owner's notes]}. Raises administrators_only (403).
create function public.crew_days() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  its_crew smallint := private.my_crew();
  today date := private.local_today();
begin
  if its_crew is null then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
  return jsonb_build_object(
    'crew', jsonb_build_object('number', its_crew, 'title', private.crew_name(its_crew)),
    'today', today,
    'visits', (
      select coalesce(jsonb_agg(
        private.car_of_day(booking) || jsonb_build_object(
          'id', claim.id,
          'day', booking.booking_date,
          'note', '',
          'customer_note', '',
          'add_ons', (
            select jsonb_agg(jsonb_build_object('name', sold ->> 'name'))
            from jsonb_array_elements(booking.add_ons) as sold
          )
        )
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.local_date between today - 1 and today + 7
        and claim.crew = its_crew and claim.expires_at is null
        and private.is_standing(booking.status)
    )
  );
end;
$$;

-- What keeps a crew from a booking at its time, by the rule of private.free_crew; null when nothing does. The day must be
-- locked for a decision. -> {why: visit, booking_id, customer_name, time: "09:00"} | {why: blocked_time, reason} |
-- {why: offered_time} | {why: service} | {why: hours}: it is off duty, or too far from its base to be there.
create function private.in_the_way(crew smallint, booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when booking.service_id <> all (its.skills) then '{"why": "service"}'
    when other.id is not null then jsonb_build_object(
      'why', 'visit', 'booking_id', other.id, 'customer_name', other.customer_name,
      'time', to_char(other.booking_time, 'HH24:MI')
    )
    when claim.reason is not null then jsonb_build_object('why', 'blocked_time', 'reason', claim.reason)
    when claim.id is not null then '{"why": "offered_time"}'
    else '{"why": "hours"}'
  end
  from private.taken_times(
    booking.booking_date, booking.booking_date, private.place_of(booking.postal_code), booking.id, null,
    booking.service_id
  ) as taken
  left join public.slot_claims as claim
    on claim.local_date = taken.local_date and claim.during = taken.during and claim.crew is not distinct from taken.crew
  left join public.bookings as other on other.id = claim.booking_id
  left join public.crews as its on its.number = in_the_way.crew
  where (taken.crew is null or taken.crew = in_the_way.crew)
    and private.with_gap(taken.during, taken.gap_minutes) && private.span_of(booking)
  -- What is on at that time before what only leaves too little for the way.
  order by not taken.during && private.span_of(booking), other.id is null, claim.id is null
  limit 1;
$$;

-- The crews by number, for a visit. -> [{number, title, is_present, in_the_way: as private.in_the_way, is_free}]; the
-- former version reads is_free. Raises administrators_only (403), booking_not_found (404).
create function public.crews_for_visit(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if booking.id is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return (
    select jsonb_agg(jsonb_build_object(
      'number', crew.number,
      'title', private.crew_name(crew.number),
      'is_present', claim.crew is not null,
      'is_free', way.present is null,
      'in_the_way', way.present
    ) order by crew.number)
    from public.crews as crew
    cross join lateral (select private.in_the_way(crew.number, booking) as present) as way
    left join public.slot_claims as claim on claim.booking_id = booking.id and claim.crew = crew.number
  );
end;
$$;

-- The number of the crew that would have a booking if the owner moved it there: its own when that is free, else as
-- private.free_crew. Null when no crew is free, or the booking has no time. Says nothing of why a move would be refused.
-- Raises administrators_only (403), booking_not_found (404), invalid_time (400).
create function public.crew_after_move(target_booking_id uuid, new_date date, new_time time) returns smallint
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  new_start timestamptz := private.instant_of(new_date, new_time);
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if booking.id is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  elsif new_start is null then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  perform private.lock_day(new_date);
  return private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'),
    private.place_of(booking.postal_code),
    booking.id,
    booking.service_id
  );
end;
$$;

-- Gives a visit that is not over to another crew that can do it; again is fine. Raises administrators_only (403),
-- booking_not_found, crew_not_found (404), booking_cancelled, not_confirmed, visit_over, crew_unavailable (409).
create function public.change_crew(target_booking_id uuid, crew smallint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  present smallint;
begin
  perform private.require_confirmed_booking(booking);
  perform private.lock_day(booking.booking_date);
  if not exists (select from public.crews where number = change_crew.crew) then
    raise exception using errcode = 'PT404', message = 'crew_not_found';
  end if;
  select claim.crew into present from public.slot_claims as claim where claim.booking_id = booking.id;
  if present = change_crew.crew then
    return;
  elsif upper(private.span_of(booking)) <= now() or booking.done_at is not null or booking.no_show_at is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  elsif present is null or private.in_the_way(change_crew.crew, booking) is not null then
    raise exception using errcode = 'PT409', message = 'crew_unavailable';
  end if;
  -- An expired hold may still have the crew's time.
  delete from public.slot_claims where local_date = booking.booking_date and expires_at <= now();
  update public.slot_claims set crew = change_crew.crew where booking_id = booking.id;
  perform private.note_change(
    booking.id, 'crew_changed',
    jsonb_build_object('crew', private.crew_name(present)),
    jsonb_build_object('crew', private.crew_name(change_crew.crew))
  );
exception
  when exclusion_violation or sqlstate 'PT409' then
    raise exception using
      errcode = 'PT409', message = case when sqlerrm in ('booking_cancelled', 'not_confirmed', 'visit_over') then sqlerrm
        else 'crew_unavailable' end;
end;
$$;

revoke all on function public.my_crew, public.crew_days, public.crews_for_visit, public.crew_after_move,
  public.change_crew
  from public, anon, authenticated, service_role;
grant execute on function public.my_crew, public.crew_days, public.crews_for_visit, public.crew_after_move,
  public.change_crew to authenticated;
