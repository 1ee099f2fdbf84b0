-- The question to a customer: its data, the times held for it and its email.

-- A booking in a rain day, as the owner's screens show it.
create function private.rainy_booking(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(told)
  from (
    select
      booking.id, booking.customer_name, booking.customer_email, booking.customer_phone, booking.service_name,
      booking.booking_date, to_char(booking.booking_time, 'HH24:MI') as booking_time, booking.duration_minutes
  ) as told;
$$;

-- What a customer and the owner both see of a question.
create function private.rain_answer_data(answer public.rain_answers, booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(told)
  from (
    select
      booking.id as booking_id, booking.customer_name, booking.service_name, booking.booking_date,
      to_char(booking.booking_time, 'HH24:MI') as booking_time, answer.was_date,
      to_char(answer.was_time, 'HH24:MI') as was_time, private.rain_state(answer, booking) as state,
      answer.expires_at, (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'date', private.local_day(starts_at), 'time', private.local_time(starts_at)
        ) order by starts_at), '[]')
        from public.offered_times
        where answer.state = 'asked' and booking_id = booking.id and closed_at is null and expires_at > now()
      ) as times
  ) as told;
$$;

-- Locks one day and those of a plan, as in ask_about_rain, the earlier first.
create function private.lock_days_of(one_day date, plan jsonb) returns void
language sql set search_path = ''
as $$
  select private.lock_day(day)
  from (
    select one_day as day
    union
    select (start ->> 'date')::date from jsonb_path_query(plan, '$[*].times[*]') as start
    order by day
  ) as days;
$$;

-- Asks the customers of a plan, [{bookingId, times: [{date, time}]}]: opens their questions, or renews those that are
-- open, holds the times and emails a link to them. The times are held for the answer's hours, and never into the
-- minimum notice of the first of them. Where travel counts or crews differ, the plan cannot know which crew takes which
-- time: one that none can reach is left out. The bookings must be locked, then the days.
-- Raises invalid_times for more than three times or times too soon (400), slot_taken (409).
create function private.ask_about_rain(rain public.rain_days, plan jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  may_be_unreachable boolean := private.times_need_server();
  asked record;
  offer public.offered_times;
  held jsonb;
  token text;
begin
  for asked in
    select booking.*, question -> 'times' as times, (
      select least(
        now() + rain.answer_hours * interval '1 hour',
        min(private.instant_of((start ->> 'date')::date, (start ->> 'time')::time))
          - (select least_notice_minutes from public.time_settings) * interval '1 minute'
      )
      from jsonb_array_elements(question -> 'times') as start
      having count(*) > 0
    ) as held_until
    from jsonb_array_elements(plan) as question
    join public.bookings as booking on booking.id = (question ->> 'bookingId')::uuid
  loop
    if asked.held_until <= now() or jsonb_array_length(asked.times) > 3 then
      raise exception using errcode = 'PT400', message = 'invalid_times';
    end if;
    insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash, expires_at)
    values (
      rain.id, asked.id, asked.booking_date, asked.booking_time, private.hash_of_token(private.new_token()),
      asked.held_until
    )
    on conflict (booking_id) where state in ('asked', 'declined') do update
    set state = 'asked', token_hash = excluded.token_hash, expires_at = excluded.expires_at, changed_at = now();
  end loop;
  -- Everybody's first time before anybody's second, as the plan was made: so each finds a crew.
  for offer in
    insert into public.offered_times (kind, booking_id, service_name, starts_at, duration_minutes, expires_at)
    select
      'rain', booking.id, booking.service_name,
      private.instant_of((start ->> 'date')::date, (start ->> 'time')::time), booking.duration_minutes,
      answer.expires_at
    from jsonb_array_elements(plan) with ordinality as questions (question, turn)
    cross join jsonb_array_elements(question -> 'times') with ordinality as starts (start, round)
    join public.bookings as booking on booking.id = (question ->> 'bookingId')::uuid
    join public.rain_answers as answer on answer.booking_id = booking.id and answer.state = 'asked'
    order by round, turn
    returning *
  loop
    begin
      perform private.hold_offer(offer);
    exception when sqlstate 'PT409' then
      if not may_be_unreachable then
        raise;
      end if;
      delete from public.offered_times where id = offer.id;
    end;
  end loop;
  for asked in
    select booking.*, answer.id as answer_id, answer.expires_at as held_until, question -> 'times' as times
    from jsonb_array_elements(plan) as question
    join public.bookings as booking on booking.id = (question ->> 'bookingId')::uuid
    join public.rain_answers as answer on answer.booking_id = booking.id and answer.state = 'asked'
  loop
    select coalesce(jsonb_agg(start order by round), '[]') into held
    from jsonb_array_elements(asked.times) with ordinality as starts (start, round)
    where exists (
      select from public.offered_times as one
      where one.booking_id = asked.id and one.kind = 'rain' and one.closed_at is null
        and one.starts_at = private.instant_of((start ->> 'date')::date, (start ->> 'time')::time)
    );
    if held = '[]' then
      if jsonb_array_length(plan) = 1 and asked.times <> '[]' then
        raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'None of these times is free.';
      end if;
      update public.rain_answers set expires_at = null where id = asked.answer_id;
      continue;
    end if;
    token := private.new_token();
    update public.rain_answers set token_hash = private.hash_of_token(token) where id = asked.answer_id;
    perform private.note_change(asked.id, 'rain_times_offered', null, jsonb_build_object('times', held));
    perform public.enqueue_mail(
      -- One email each time a customer is asked.
      'rain_day:' || asked.answer_id || ':' || left(token, 12),
      'rain_day',
      asked.customer_email,
      asked.id,
      jsonb_build_object(
        'sequence', asked.calendar_sequence,
        'offer', private.offer_in_mail('/rain?token=' || token, null, held, asked.held_until)
      )
    );
  end loop;
end;
$$;
