-- A day, or half of one, that it rains: nothing new is taken, and everybody booked is asked by mail which of
-- three held times they would like instead. A booking stays where it is until its customer chooses.

create table public.rain_days (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  -- The whole of it, until noon, or from noon on.
  part text not null check (part in ('day', 'morning', 'afternoon')),
  -- How long the customers' times are held.
  answer_hours integer not null check (answer_hours between 1 and 168),
  -- The time off it brought.
  claim_ids uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  taken_back_at timestamptz
);

create unique index rain_days_once_idx on public.rain_days (day, part) where taken_back_at is null;

-- What became of asking one customer.
create table public.rain_answers (
  id uuid primary key default gen_random_uuid(),
  rain_day_id uuid not null references public.rain_days (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- When the appointment was to be.
  was_date date not null,
  was_time time not null,
  -- asked: no answer yet. chosen: moved to a held time. declined: none of them suited. settled: seen to by phone.
  -- moved, cancelled: the booking itself was, some other way. called_off: the rain day was taken back.
  state text not null default 'asked' check (
    state in ('asked', 'chosen', 'declined', 'settled', 'moved', 'cancelled', 'called_off')
  ),
  -- What the link in the mail proves itself with.
  token_hash bytea not null unique,
  asked_at timestamptz not null default now(),
  -- Until when the times are held; null when there were none to offer.
  expires_at timestamptz,
  answered_at timestamptz,
  constraint rain_answers_once_a_booking unique (rain_day_id, booking_id)
);

create index rain_answers_booking_id_idx on public.rain_answers (booking_id);

revoke all on public.rain_days, public.rain_answers from public, anon, authenticated, service_role;
grant all on public.rain_days, public.rain_answers to service_role;

alter table public.rain_days enable row level security;
alter table public.rain_answers enable row level security;

-- The stretch of a day that is closed.
create function private.rainy_span(day date, part text) returns tstzrange
language sql stable set search_path = ''
as $$
  select tstzrange(
    private.instant_of(day, case part when 'afternoon' then time '12:00' else time '00:00' end),
    private.instant_of(day, case part when 'morning' then time '12:00' else time '24:00' end),
    '[)'
  );
$$;

-- The bookings that stand in that part of the day and have not begun, in their order.
create function private.rained_out(day date, part text) returns setof public.bookings
language sql stable set search_path = ''
as $$
  select booking.*
  from public.bookings as booking
  where booking.booking_date = rained_out.day
    and booking.status in ('deposit_paid', 'confirmed', 'paid')
    and private.span_of(booking) && private.rainy_span(rained_out.day, rained_out.part)
    and lower(private.span_of(booking)) > now()
  order by booking.booking_time, booking.id;
$$;

-- The held times of a booking, in order: [{id, date, time}]
create function private.held_times(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', offer.id,
    'date', private.local_day(offer.starts_at),
    'time', private.local_time(offer.starts_at)
  ) order by offer.starts_at), '[]')
  from public.offered_times as offer
  where offer.booking_id = target_booking_id
    and offer.closed_at is null
    and offer.expires_at > now();
$$;

-- Ends what is held for a booking.
create function private.free_held_times(target_booking_id uuid, how text) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), how)
  from public.offered_times
  where booking_id = target_booking_id and kind = 'rain' and closed_at is null
  having count(*) > 0;
$$;

-- Until when the times, [{date, time}], are held: for so many hours, and never into the notice that the first of
-- them needs. Null without any. Raises invalid_times (400).
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

-- Holds one time for a booking. The booking must be locked, and then the days. Raises slot_taken (409).
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

-- Mails a customer the link to the times that are held; without any there is nothing to mail.
create function private.ask_about_rain(answer public.rain_answers, times jsonb, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  token text := private.new_token();
  -- A mail for each time of asking.
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

-- The times of a plan one by one, as they were given out: everybody's first one before anybody's second.
create function private.plan_in_turns(plan jsonb)
returns table (booking_id uuid, start jsonb, times jsonb)
language sql immutable set search_path = ''
as $$
  select (asked ->> 'bookingId')::uuid, one, asked -> 'times'
  from jsonb_array_elements(plan) with ordinality as asks (asked, turn),
    jsonb_array_elements(asked -> 'times') with ordinality as starts (one, round)
  order by round, turn;
$$;

-- Locks the days of these times, the earlier first, as everywhere.
create function private.lock_days_of(times jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  day date;
begin
  for day in select distinct (one ->> 'date')::date as on_day from jsonb_array_elements(times) as one order by 1 loop
    perform private.lock_day(day);
  end loop;
end;
$$;

-- What a rain day would mean: -> {bookings: [{id, customer_name, customer_email, customer_phone, service_name,
-- booking_date, booking_time, duration_minutes, is_asked}], is_marked}. is_asked: another rain day has asked.
-- For administrators.
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

-- Closes the part of the day, and asks the customers of `plan`: [{bookingId, times: [{date, time}]}], at most
-- three times each. `seen` are the bookings the plan was made from: were there others meanwhile, it is refused.
-- -> the id. For administrators.
-- Raises rain_plan_changed, already_rain_day, slot_taken (409), invalid_times, invalid_time_off (400).
create function public.mark_rain_day(on_day date, day_part text, hours integer, seen uuid[], plan jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer public.rain_answers;
  one record;
begin
  perform private.require_admin();
  -- Two tabs: the second one is told.
  perform pg_advisory_xact_lock(7223914, on_day - date '2000-01-01');
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
  -- All of the days at once, since the times may also be before the rain.
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

-- A rain answer with its booking locked before it, as everywhere. Raises answer_not_found (404).
create function private.locked_answer(answer_id uuid) returns public.rain_answers
language plpgsql set search_path = ''
as $$
declare
  answer public.rain_answers;
begin
  perform from public.bookings
  where id = (select booking_id from public.rain_answers where id = answer_id)
  for update;
  select * into answer from public.rain_answers where id = answer_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  return answer;
end;
$$;

-- Asks a customer again, about other times; asks one for the first time who booked after the day was marked.
-- For administrators. Raises answer_not_found (404), offer_answered, slot_taken (409), invalid_times (400).
create function public.send_rain_times(target_rain_day_id uuid, target_booking_id uuid, times jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer public.rain_answers;
  held_until timestamptz;
begin
  perform private.require_admin();
  select * into rain from public.rain_days where id = target_rain_day_id and taken_back_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash)
  select rain.id, id, booking_date, booking_time, private.hash_of_token(private.new_token())
  from private.rained_out(rain.day, rain.part)
  where id = target_booking_id
  on conflict on constraint rain_answers_once_a_booking do nothing;
  answer := private.locked_answer((
    select id from public.rain_answers where rain_day_id = rain.id and booking_id = target_booking_id
  ));
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.free_held_times(answer.booking_id, 'withdrawn');
  perform private.lock_days_of(times);
  held_until := private.rain_times_until(times, rain.answer_hours);
  perform private.hold_rain_time(answer.booking_id, start, held_until) from jsonb_array_elements(times) as start;
  perform private.ask_about_rain(answer, times, held_until);
end;
$$;

-- Notes that a customer was seen to by phone; the times held for them are free. For administrators.
-- Raises answer_not_found (404), offer_answered (409).
create function public.settle_rain_answer(answer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  answer public.rain_answers;
begin
  perform private.require_admin();
  answer := private.locked_answer(answer_id);
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.free_held_times(answer.booking_id, 'withdrawn');
  update public.rain_answers set state = 'settled', answered_at = now() where id = answer.id;
  perform private.note_change(answer.booking_id, 'rain_settled_by_phone', null, '{}');
end;
$$;

-- The day is dry after all: open again, and what was held is free. Bookings that moved stay moved; the others
-- stand as they stood, and their customers are told so. For administrators. Raises answer_not_found (404).
create function public.take_back_rain_day(rain_day_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer record;
begin
  perform private.require_admin();
  perform from public.bookings as booking
  where booking.id in (
    select booking_id from public.rain_answers as one where one.rain_day_id = take_back_rain_day.rain_day_id
  )
  order by booking.id
  for update;
  update public.rain_days set taken_back_at = now()
  where id = take_back_rain_day.rain_day_id and taken_back_at is null
  returning * into rain;
  if not found then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  delete from public.slot_claims where id = any (rain.claim_ids) and reason is not null;
  for answer in
    update public.rain_answers as one set state = 'called_off', answered_at = now()
    from public.bookings as booking
    where one.rain_day_id = rain.id and one.state in ('asked', 'declined') and booking.id = one.booking_id
    returning one.id, one.booking_id, booking.customer_email, booking.calendar_sequence
  loop
    perform private.free_held_times(answer.booking_id, 'withdrawn');
    perform public.enqueue_mail(
      'rain_day_called_off:' || answer.id, 'rain_day_called_off', answer.customer_email, answer.booking_id,
      jsonb_build_object('sequence', answer.calendar_sequence)
    );
  end loop;
end;
$$;

-- The rain days of the last week and to come, the soonest first, each with who has answered what:
-- -> {mail_is_on, days: [{id, day, part, answer_hours, answers: [{id, booking_id, customer_name, customer_email,
-- customer_phone, service_name, duration_minutes, was_date, was_time, state, asked_at, answered_at, expires_at,
-- booking_date, booking_time, times}], unasked: [as in rain_day_preview]}]}
-- For administrators.
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
        'answers', private.rain_answers_of(rain.id),
        'unasked', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', booking.id,
            'customer_name', booking.customer_name,
            'customer_email', booking.customer_email,
            'customer_phone', booking.customer_phone,
            'service_name', booking.service_name,
            'booking_date', booking.booking_date,
            'booking_time', to_char(booking.booking_time, 'HH24:MI'),
            'duration_minutes', booking.duration_minutes
          ) order by booking.booking_time), '[]')
          from private.rained_out(rain.day, rain.part) as booking
          where not exists (select from public.rain_answers as answer where answer.booking_id = booking.id)
        )
      ) order by rain.day, rain.part), '[]')
      from public.rain_days as rain
      where rain.taken_back_at is null and rain.day >= private.local_today() - 7
    )
  );
end;
$$;

create function private.rain_answers_of(target_rain_day_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', answer.id,
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'service_name', booking.service_name,
    'duration_minutes', booking.duration_minutes,
    'was_date', answer.was_date,
    'was_time', to_char(answer.was_time, 'HH24:MI'),
    'state', answer.state,
    'asked_at', answer.asked_at,
    'answered_at', answer.answered_at,
    'expires_at', answer.expires_at,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'times', case answer.state when 'asked' then private.held_times(booking.id) else '[]' end
  ) order by answer.was_time, answer.id), '[]')
  from public.rain_answers as answer
  join public.bookings as booking on booking.id = answer.booking_id
  where answer.rain_day_id = target_rain_day_id;
$$;

-- Whether the time of a booking has come, or what was to be done is done already.
create function private.has_come(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select lower(private.span_of(booking)) <= now() or booking.done_at is not null;
$$;

-- What the link of a mail shows. state: asked, lapsed, or as in rain_answers.
create function private.rain_offer_of(answer public.rain_answers) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when answer.state = 'asked' and coalesce(answer.expires_at <= now(), true) then 'lapsed'
      -- Nobody answered, and the day has come.
      when answer.state = 'asked' and private.has_come(booking) then 'lapsed'
      else answer.state
    end,
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'service_name', booking.service_name,
    'vehicle_type', booking.vehicle_type,
    'car_model', booking.car_model,
    'car_year', booking.car_year,
    'was_date', answer.was_date,
    'was_time', to_char(answer.was_time, 'HH24:MI'),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'expires_at', answer.expires_at,
    'times', case answer.state when 'asked' then private.held_times(booking.id) else '[]' end
  )
  from public.bookings as booking
  where booking.id = answer.booking_id;
$$;

-- The answer a link is for, its booking locked before it. Raises offer_not_found (404).
create function private.answer_by_token(token text) returns public.rain_answers
language plpgsql set search_path = ''
as $$
declare
  found_id uuid := (select id from public.rain_answers where token_hash = private.hash_of_token(token));
begin
  if found_id is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return private.locked_answer(found_id);
end;
$$;

-- What a customer is asked, for whoever holds the token of the mail.
-- -> {state, booking_id, customer_name, service_name, vehicle_type, car_model, car_year, was_date, was_time,
-- booking_date, booking_time, expires_at, times: [{id, date, time}]}
-- Raises offer_not_found (404).
create function public.rain_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer public.rain_answers;
begin
  select * into answer from public.rain_answers where token_hash = private.hash_of_token(token);
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return private.rain_offer_of(answer);
end;
$$;

-- Moves the booking of an answer to a held time; the other times are free at once. The same choice again is
-- fine. Raises offer_answered, slot_taken (409), offer_lapsed (410).
create function private.choose_held_time(answer public.rain_answers, offer_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  chosen public.offered_times;
begin
  select * into chosen from public.offered_times
  where id = choose_held_time.offer_id and booking_id = answer.booking_id and kind = 'rain'
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  if answer.state = 'chosen' and chosen.outcome = 'taken' then
    return;
  end if;
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  if chosen.closed_at is not null or chosen.expires_at <= now() or exists (
    -- She came in spite of the rain.
    select from public.bookings
    where id = answer.booking_id and (done_at is not null or no_show_at is not null)
  ) then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.lock_day(private.local_day(chosen.starts_at));
  -- First, so that it is not taken for a move of another kind.
  update public.rain_answers set state = 'chosen', answered_at = now() where id = answer.id;
  perform private.close_offers(array[chosen.id], 'taken');
  perform private.free_held_times(answer.booking_id, 'declined');
  update public.bookings
  set
    booking_date = private.local_day(chosen.starts_at),
    booking_time = private.local_time(chosen.starts_at)::time
  where id = answer.booking_id;
end;
$$;

-- The customer's choice, as long as the time that was called off has not come. -> as rain_offer().
-- Raises offer_not_found (404), offer_answered, slot_taken (409), offer_lapsed (410).
create function public.choose_rain_time(token text, offer_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer public.rain_answers := private.answer_by_token(token);
begin
  if answer.state = 'asked' and exists (
    select from public.bookings as booking where id = answer.booking_id and private.has_come(booking)
  ) then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.choose_held_time(answer, offer_id);
  return public.rain_offer(token);
end;
$$;

-- None of the times suits: they are free, and the owner sees that she is to call. -> as rain_offer().
-- Raises offer_not_found (404), offer_answered (409).
create function public.decline_rain_times(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer public.rain_answers := private.answer_by_token(token);
begin
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  if answer.state = 'asked' then
    perform private.free_held_times(answer.booking_id, 'declined');
    update public.rain_answers set state = 'declined', answered_at = now() where id = answer.id;
    perform private.note_change(answer.booking_id, 'rain_times_declined', null, '{}');
  end if;
  return public.rain_offer(token);
end;
$$;

-- The same for a customer on the phone. For administrators.
-- Raises answer_not_found, offer_not_found (404), offer_answered, slot_taken (409), offer_lapsed (410).
create function public.choose_rain_time_for(answer_id uuid, offer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.choose_held_time(private.locked_answer(answer_id), offer_id);
end;
$$;

-- A booking that is moved or cancelled some other way needs no answer any more.
create function private.end_rain_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.rain_answers
  set state = case new.status when 'cancelled' then 'cancelled' else 'moved' end, answered_at = now()
  where booking_id = new.id and state in ('asked', 'declined');
  if found then
    perform private.free_held_times(new.id, 'withdrawn');
  end if;
  return null;
end;
$$;

create trigger end_rain_question after update of booking_date, booking_time, status on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    or (new.status = 'cancelled' and old.status <> 'cancelled')
  )
  execute function private.end_rain_question();

-- Asks who is writing, so it must run with the rights of whoever does: what the business moves itself costs the
-- customer nothing, and neither does a move away from the rain.
create or replace function private.keep_deposit_of_late_move() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated'
    and old.deposit_cents > 0
    and now() > lower(private.span_of(old)) - old.free_cancellation_hours * interval '1 hour'
    and not public.is_admin()
    and not private.is_rained_out(old.id)
  then
    new.deposit_kept_since := coalesce(old.deposit_kept_since, now());
  end if;
  return new;
end;
$$;

create function private.is_rained_out(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.rain_answers
    where booking_id = target_booking_id and state in ('asked', 'declined')
  );
$$;

-- Before a customer moves a booking, its screen says what that costs: nothing, away from the rain.
create function public.is_rained_out(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.bookings
    where id = target_booking_id and user_id = (select auth.uid()) and private.is_rained_out(id)
  );
$$;

revoke all on function
  public.rain_day_preview(date, text), public.mark_rain_day(date, text, integer, uuid[], jsonb),
  public.send_rain_times(uuid, uuid, jsonb), public.settle_rain_answer(uuid), public.take_back_rain_day(uuid),
  public.rain_days_with_answers(), public.choose_rain_time_for(uuid, uuid),
  public.rain_offer(text), public.choose_rain_time(text, uuid), public.decline_rain_times(text),
  public.is_rained_out(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.is_rained_out(uuid) to authenticated;
grant execute on function
  public.rain_day_preview(date, text), public.mark_rain_day(date, text, integer, uuid[], jsonb),
  public.send_rain_times(uuid, uuid, jsonb), public.settle_rain_answer(uuid), public.take_back_rain_day(uuid),
  public.rain_days_with_answers(), public.choose_rain_time_for(uuid, uuid)
  to authenticated;
grant execute on function
  public.rain_offer(text), public.choose_rain_time(text, uuid), public.decline_rain_times(text)
  to anon, authenticated;

revoke all on function
  private.rainy_span(date, text), private.rained_out(date, text), private.held_times(uuid),
  private.free_held_times(uuid, text), private.ask_about_rain(public.rain_answers, jsonb, timestamptz),
  private.rain_times_until(jsonb, integer), private.hold_rain_time(uuid, jsonb, timestamptz), private.plan_in_turns(jsonb),
  private.lock_days_of(jsonb), private.locked_answer(uuid), private.rain_answers_of(uuid),
  private.rain_offer_of(public.rain_answers), private.answer_by_token(text),
  private.choose_held_time(public.rain_answers, uuid), private.end_rain_question(), private.is_rained_out(uuid),
  private.has_come(public.bookings)
  from public;
grant execute on function private.is_rained_out(uuid) to authenticated, service_role;

insert into public.mail_settings (template_type) values ('rain_day'), ('rain_day_called_off');

select private.add_default_mail(
  'rain_day',
  'Rain day: three other times',
  'Rain on {{ date }}: pick another time for your {{ service_name }}',
  private.mail_frame(
    'We hold three times for you until {{ offered_until }}.',
    'Rain is coming. When suits you instead?',
    private.mail_paragraph(
      'Hello {{ customer_name }}, the forecast for {{ date }} is too wet for good work, so we cannot come at '
        || '{{ time }}. We are sorry. We hold three other times for you, free of charge:'
    )
    || private.mail_list(
      '{% assign starts = offered_times | split: "\n" %}{% for start in starts %}',
      private.mail_line('{{ forloop.index }}', '<strong>{{ start }}</strong>'),
      '{% endfor %}'
    )
    || private.mail_button('Choose a time', '{{ offer_url }}')
    || '<p style="margin:20px 0 16px;">'
    || (
      'We hold them until {{ offered_until }}. What you paid counts for the new time, and nothing else about your '
        || 'booking changes. None of them suits? Say so behind the same button, or call us at {{ business_phone }}.</p>'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_small_print('<a href="{{ booking_url }}" style="color:#5b675f;">Booking {{ booking_id }}</a>. The button needs no login: whoever has this mail can choose.')
  )
);

select private.add_default_mail(
  'rain_day_called_off',
  'Rain day called off',
  'Good news: we come on {{ date }} after all',
  private.mail_frame(
    'Your appointment stands: {{ date }} at {{ time }}.',
    'The weather holds: we come as booked.',
    private.mail_paragraph(
      'Hello {{ customer_name }}, we wrote to you about rain on {{ date }}. It looks dry after all, so your appointment '
        || 'stands as you booked it, and the other times are no longer held.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Does that no longer suit you? Call us at {{ business_phone }}.')
  )
);
