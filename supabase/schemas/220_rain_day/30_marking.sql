-- What the owner does with a rain day: marks it, asks again, and revokes it.

-- What marking a rain day would affect. `gaps` are the minutes that must lie between this visit and another one of the
-- list, by its id, where travel counts.
-- -> {bookings: [rainy_booking, is_asked and gaps], is_marked}; is_asked: another rain day has asked.
-- Raises administrators_only (403).
create function public.rain_day_preview(on_day date, day_part text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'is_marked', exists (
      select from public.rain_days where day = on_day and part = day_part and taken_back_at is null
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        private.rainy_booking(booking) || jsonb_build_object(
          'is_asked', exists (
            select from public.rain_answers where booking_id = booking.id and state in ('asked', 'declined')
          ),
          'gaps', (
            select coalesce(jsonb_object_agg(other.id, travel.packing_minutes + travel.setup_minutes
              + private.drive_minutes(travel, private.place_of(booking.postal_code), private.place_of(other.postal_code))
            ), '{}')
            from private.rained_out(on_day, day_part) as other
            join public.travel_settings as travel on travel.is_on
            where private.place_of(booking.postal_code) is not null and private.place_of(other.postal_code) is not null
          )
        )
        order by booking.booking_time, booking.id
      ), '[]')
      from private.rained_out(on_day, day_part) as booking
    )
  );
end;
$$;

-- What is taken from a day to another one, both included, for a booking: at its place and for its service.
-- -> as public.times_taken_for. Raises administrators_only (403), booking_not_found (404), invalid_range (400).
create function public.times_taken_for_visit(target_booking_id uuid, from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return public.times_taken_for(booking.postal_code, from_day, until_day, service => booking.service_id);
end;
$$;

-- Blocks the part of the day and asks the customers of `plan`, as in private.ask_about_rain. `seen` are the bookings
-- that the plan was made from. Returns the id.
-- Raises administrators_only (403), rain_plan_changed when other bookings came in meanwhile, already_rain_day,
-- slot_taken (409), invalid_times, invalid_time_off (400).
create function public.mark_rain_day(on_day date, day_part text, hours integer, seen uuid[], plan jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
begin
  perform private.require_admin();
  -- The same rain day marked in two tabs.
  perform private.lock_rain_day(on_day);
  if exists (select from public.rain_days where day = on_day and part = day_part and taken_back_at is null) then
    raise exception using errcode = 'PT409', message = 'already_rain_day';
  end if;
  perform from public.bookings where booking_date = on_day order by id for update;
  if (select array_agg(id order by id) from private.rained_out(on_day, day_part))
    is distinct from (select array_agg(id order by id) from unnest(seen) as id)
    or exists (
      select
      from jsonb_array_elements(plan) as asked
      where (asked ->> 'bookingId')::uuid <> all (seen) or private.is_rained_out((asked ->> 'bookingId')::uuid)
    ) then
    raise exception using errcode = 'PT409', message = 'rain_plan_changed';
  end if;
  -- All days at once and in order, because a time may also be before the rain day.
  perform private.lock_days_of(on_day, plan);
  insert into public.rain_days (day, part, answer_hours, claim_id)
  values (on_day, day_part, hours, (public.add_time_off(
    on_day, (case day_part when 'afternoon' then '12:00' end)::time,
    on_day, (case day_part when 'morning' then '12:00' end)::time,
    'Rain'
  ) -> 'ids' ->> 0)::uuid)
  returning * into rain;
  perform private.ask_about_rain(rain, plan);
  return rain.id;
end;
$$;

-- Asks a customer again, about other times, or for the first time when they booked after the day was marked. Works
-- for a revoked day while the question is open.
-- Raises administrators_only (403), answer_not_found (404), offer_answered, slot_taken (409), invalid_times (400).
create function public.send_rain_times(target_rain_day_id uuid, target_booking_id uuid, times jsonb)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  plan jsonb := jsonb_build_array(jsonb_build_object('bookingId', target_booking_id, 'times', times));
  answered text;
begin
  perform private.require_admin();
  perform from public.bookings where id = target_booking_id for update;
  select * into rain from public.rain_days where id = target_rain_day_id;
  select private.rain_state(answer, booking) into answered
  from public.rain_answers as answer
  join public.bookings as booking on booking.id = answer.booking_id
  where answer.rain_day_id = rain.id and booking.id = target_booking_id;
  if answered is null and not exists (
    select from private.rained_out(rain.day, rain.part) where id = target_booking_id and rain.taken_back_at is null
  ) then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  if answered not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.free_held_times(target_booking_id);
  perform private.lock_days_of(rain.day, plan);
  perform private.ask_about_rain(rain, plan);
end;
$$;

-- The rain days of the last week and ahead, and any with an open answer, the soonest first. Not asked are bookings
-- that came in later or were left out.
-- -> {mail_is_on, days: [{id, day, part, answer_hours, is_taken_back, can_be_taken_back, answers: [rain_answer_data
-- and rainy_booking; id of the answer], unasked: [rainy_booking]}]}
-- Raises administrators_only (403).
create function public.rain_days_with_answers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'mail_is_on', private.mail_is_on('rain_day'),
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', rain.id,
        'day', rain.day,
        'part', rain.part,
        'answer_hours', rain.answer_hours,
        'is_taken_back', rain.taken_back_at is not null,
        'can_be_taken_back', rain.taken_back_at is null
          and upper(private.rainy_span(rain.day, rain.part)) > now(),
        'answers', (
          select coalesce(jsonb_agg(
            private.rainy_booking(booking) || private.rain_answer_data(answer, booking)
              || jsonb_build_object('id', answer.id)
            order by answer.was_time, answer.id
          ), '[]')
          from public.rain_answers as answer
          join public.bookings as booking on booking.id = answer.booking_id
          where answer.rain_day_id = rain.id
        ),
        'unasked', (
          select coalesce(jsonb_agg(private.rainy_booking(booking) order by booking.booking_time), '[]')
          from private.rained_out(rain.day, rain.part) as booking
          where rain.taken_back_at is null and not exists (
            select from public.rain_answers
            where booking_id = booking.id and (rain_day_id = rain.id or state in ('asked', 'declined'))
          )
        )
      ) order by rain.day, rain.part), '[]')
      from public.rain_days as rain
      where (rain.taken_back_at is null and rain.day >= private.local_today() - 7)
        or rain.id in (select rain_day_id from private.open_rain_answers())
    )
  );
end;
$$;

-- Revokes a rain day: the rest of the day is open again and held times are available. Moved bookings stay moved. A
-- question passes to another part of the day that is still a rain day. Otherwise visits ahead keep their times, and
-- their customers get an email; where the time has passed, the question stays.
-- Raises administrators_only (403), answer_not_found (404), rain_day_over (409).
create function public.take_back_rain_day(rain_day_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  rain public.rain_days;
  closed record;
begin
  perform private.require_admin();
  select * into rain from public.rain_days where id = take_back_rain_day.rain_day_id;
  -- No other part of the day is marked or revoked meanwhile.
  perform private.lock_rain_day(rain.day);
  perform from public.bookings
  where id in (select booking_id from public.rain_answers where rain_day_id = rain.id)
  order by id
  for update;
  update public.rain_days set taken_back_at = now() where id = rain.id and taken_back_at is null returning * into rain;
  if not found then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  if upper(private.rainy_span(rain.day, rain.part)) <= now() then
    raise exception using errcode = 'PT409', message = 'rain_day_over';
  end if;
  delete from public.slot_claims where id = rain.claim_id;
  update public.rain_answers as answer
  set rain_day_id = case answer.rain_day_id when rain.id then open.other_id else rain.id end
  from (
    select booking.id as booking_id, (
      select other.id
      from public.rain_days as other
      where other.day = booking.booking_date and other.taken_back_at is null
        and private.span_of(booking) && private.rainy_span(other.day, other.part)
      order by other.created_at, other.id
      limit 1
    ) as other_id
    from public.rain_answers as asked
    join public.bookings as booking on booking.id = asked.booking_id
    where asked.rain_day_id = rain.id and asked.state in ('asked', 'declined')
  ) as open
  -- An earlier answer in the other part is exchanged for the question.
  where answer.booking_id = open.booking_id and answer.rain_day_id in (rain.id, open.other_id)
    and open.other_id is not null;
  for closed in
    update public.rain_answers as answer
    set state = 'closed', changed_at = now()
    from public.bookings as booking
    where answer.rain_day_id = rain.id
      and answer.state in ('asked', 'declined')
      and booking.id = answer.booking_id
      and lower(private.span_of(booking)) > now()
    returning answer.id as answer_id, booking.*
  loop
    perform private.free_held_times(closed.id);
    continue when coalesce(closed.done_at, closed.no_show_at) is not null;
    perform public.enqueue_mail(
      'rain_day_called_off:' || closed.answer_id, 'rain_day_called_off', closed.customer_email, closed.id,
      jsonb_build_object('sequence', closed.calendar_sequence)
    );
  end loop;
end;
$$;

revoke all on function
  public.rain_day_preview, public.mark_rain_day, public.send_rain_times, public.rain_days_with_answers,
  public.take_back_rain_day, public.times_taken_for_visit
  from public, anon, authenticated, service_role;
grant execute on function
  public.rain_day_preview, public.mark_rain_day, public.send_rain_times, public.rain_days_with_answers,
  public.take_back_rain_day, public.times_taken_for_visit
  to authenticated;
