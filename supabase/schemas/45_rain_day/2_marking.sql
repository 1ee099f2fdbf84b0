-- Marking a rain day: the preview, the plan and the questions.

-- The times of a plan one by one: everybody's first one before anybody's second.
create function private.plan_in_turns(plan jsonb)
returns table (booking_id uuid, start jsonb, times jsonb)
language sql immutable set search_path = ''
as $$
  select (asked ->> 'bookingId')::uuid, one, asked -> 'times'
  from jsonb_array_elements(plan) with ordinality as asks (asked, turn),
    jsonb_array_elements(asked -> 'times') with ordinality as starts (one, round)
  order by round, turn;
$$;

-- Until when the times [{date, time}] are held: for `hours`, and never into the minimum notice of the first of them.
-- Null without any. Raises invalid_times (400).
create function private.rain_times_until(times jsonb, hours integer) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  held_until timestamptz;
begin
  select least(
    now() + hours * interval '1 hour',
    min(private.instant_of((one ->> 'date')::date, (one ->> 'time')::time))
      - (select least_notice_minutes from public.time_settings) * interval '1 minute'
  )
  into held_until
  from jsonb_array_elements(times) as one
  having count(*) > 0;
  if held_until <= now() or jsonb_array_length(times) > 3 then
    raise exception using errcode = 'PT400', message = 'invalid_times';
  end if;
  return held_until;
end;
$$;

-- Holds one time for a booking. The booking must be locked, then the days. Raises slot_taken (409).
create function private.hold_rain_time(target_booking_id uuid, start jsonb, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  offer public.offered_times;
begin
  insert into public.offered_times (kind, booking_id, service_name, starts_at, duration_minutes, expires_at)
  select
    'rain', id, service_name, private.instant_of((start ->> 'date')::date, (start ->> 'time')::time),
    duration_minutes, held_until
  from public.bookings
  where id = target_booking_id
  returning * into offer;
  perform private.hold_offer(offer);
end;
$$;

-- Emails a customer the link to the held times. Does nothing without any.
create function private.ask_about_rain(answer public.rain_answers, times jsonb, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  token text := private.new_token();
  -- One email each time a customer is asked.
  mail_key text := 'rain_day:' || answer.id || ':' || left(token, 12);
begin
  select * into strict booking from public.bookings where id = answer.booking_id;
  update public.rain_answers
  set
    state = 'asked', token_hash = private.hash_of_token(token), asked_at = now(), expires_at = held_until,
    answered_at = null
  where id = answer.id;
  if held_until is null then
    return;
  end if;
  perform private.note_change(booking.id, 'rain_times_offered', null, jsonb_build_object('times', times));
  perform public.enqueue_mail(
    mail_key,
    'rain_day',
    booking.customer_email,
    booking.id,
    jsonb_build_object(
      'sequence', booking.calendar_sequence,
      'offer', private.offer_in_mail('/rain?token=' || token, null, times, held_until)
    )
  );
end;
$$;

-- Another rain day that a booking is in; null when there is none.
create function private.other_rain_day_of(booking public.bookings, but_for uuid) returns uuid
language sql stable set search_path = ''
as $$
  select rain.id
  from public.rain_days as rain
  where rain.day = booking.booking_date
    and rain.id <> but_for
    and rain.taken_back_at is null
    and private.span_of(booking) && private.rainy_span(rain.day, rain.part)
  order by rain.created_at, rain.id
  limit 1;
$$;

-- Moves an open question to another rain day: its link and the held times stay. It replaces an earlier answer of the
-- booking there. The booking must be locked.
create function private.hand_over_answer(answer public.rain_answers, new_rain_day_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  earlier public.rain_answers;
begin
  delete from public.rain_answers
  where rain_day_id = new_rain_day_id and booking_id = answer.booking_id
  returning * into earlier;
  update public.rain_answers set rain_day_id = new_rain_day_id where id = answer.id;
  if earlier.id is not null then
    earlier.rain_day_id := answer.rain_day_id;
    -- Asked twice: the times are held once, so one question stays.
    if earlier.state in ('asked', 'declined') then
      earlier.state := 'called_off';
      earlier.answered_at := now();
    end if;
    insert into public.rain_answers select earlier.*;
  end if;
end;
$$;

-- What marking a rain day would affect.
-- -> {bookings: [{id, customer_name, customer_email, customer_phone, service_name, booking_date, booking_time,
-- duration_minutes, is_asked}], is_marked}; is_asked: another rain day has asked.
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
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', booking.id,
        'customer_name', booking.customer_name,
        'customer_email', booking.customer_email,
        'customer_phone', booking.customer_phone,
        'service_name', booking.service_name,
        'booking_date', booking.booking_date,
        'booking_time', to_char(booking.booking_time, 'HH24:MI'),
        'duration_minutes', booking.duration_minutes,
        'is_asked', exists (
          select from public.rain_answers as answer
          where answer.booking_id = booking.id and answer.state in ('asked', 'declined')
        )
      ) order by booking.booking_time, booking.id), '[]')
      from private.rained_out(on_day, day_part) as booking
    )
  );
end;
$$;

-- Blocks the part of the day and asks the customers of `plan`, [{bookingId, times: [{date, time}]}], at most three
-- times each. `seen` are the bookings that the plan was made from. Returns the id.
-- Raises administrators_only (403), rain_plan_changed when other bookings came in meanwhile, already_rain_day,
-- slot_taken (409), invalid_times, invalid_time_off (400).
create function public.mark_rain_day(on_day date, day_part text, hours integer, seen uuid[], plan jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer public.rain_answers;
  one record;
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
  perform private.lock_days_of((
    select jsonb_agg(times)
    from (
      select jsonb_build_object('date', on_day)
      union all
      select times from jsonb_array_elements(plan) as asked, jsonb_array_elements(asked -> 'times') as times
    ) as days (times)
  ));
  insert into public.rain_days (day, part, answer_hours) values (on_day, day_part, hours) returning * into rain;
  update public.rain_days
  set claim_ids = (
    select array_agg(claim_id::uuid)
    from jsonb_array_elements_text(public.add_time_off(
      on_day, (case day_part when 'afternoon' then '12:00' end)::time,
      on_day, (case day_part when 'morning' then '12:00' end)::time,
      'Rain'
    ) -> 'ids') as claim_id
  )
  where id = rain.id;
  for one in select * from private.plan_in_turns(plan) loop
    perform private.hold_rain_time(one.booking_id, one.start, private.rain_times_until(one.times, hours));
  end loop;
  for one in
    select (asked ->> 'bookingId')::uuid as booking_id, asked -> 'times' as times
    from jsonb_array_elements(plan) as asked
  loop
    insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash)
    select rain.id, id, booking_date, booking_time, private.hash_of_token(private.new_token())
    from public.bookings where id = one.booking_id
    returning * into answer;
    perform private.ask_about_rain(answer, one.times, private.rain_times_until(one.times, hours));
  end loop;
  return rain.id;
end;
$$;

-- The rain days of the last week and ahead, and any with an open answer, the soonest first.
-- -> {mail_is_on, days: [{id, day, part, answer_hours, is_taken_back, can_be_taken_back, answers: [{id, booking_id,
-- customer_name, customer_email, customer_phone, service_name, duration_minutes, was_date, was_time, state, asked_at,
-- answered_at, expires_at, booking_date, booking_time, times}], unasked: [as in rain_day_preview]}]}
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
        'answers', private.rain_answers_of(rain.id),
        'unasked', private.unasked_of(rain)
      ) order by rain.day, rain.part), '[]')
      from public.rain_days as rain
      where (rain.taken_back_at is null and rain.day >= private.local_today() - 7)
        or rain.id in (
          select answer.rain_day_id from public.rain_answers as answer where answer.state in ('asked', 'declined')
        )
    )
  );
end;
$$;

revoke all on function
  public.rain_day_preview, public.mark_rain_day, public.rain_days_with_answers
  from public, anon, authenticated, service_role;
grant execute on function
  public.rain_day_preview, public.mark_rain_day, public.rain_days_with_answers
  to authenticated;
