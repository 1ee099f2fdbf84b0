-- The answers to a rain day, by the customer's link or by the owner on the phone.

-- The rain answer of an emailed token, locked after its booking. Raises offer_not_found (404).
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

-- The data of the page that a rain email links to. `state`: asked, lapsed, or as in rain_answers.
create function private.rain_offer_of(answer public.rain_answers) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when answer.state = 'asked' and coalesce(answer.expires_at <= now(), true) then 'lapsed'
      -- Not answered before the start.
      when answer.state = 'asked' and private.has_come(booking) then 'lapsed'
      when answer.state = 'over' then 'lapsed'
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

-- The data of the page that a rain email links to, by its token.
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

-- The times held for a booking, in order: [{id, date, time}]
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

-- Closes the times held for a booking with an outcome.
create function private.free_held_times(target_booking_id uuid, how text) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), how)
  from public.offered_times
  where booking_id = target_booking_id and kind = 'rain' and closed_at is null
  having count(*) > 0;
$$;

-- Moves an answer's booking to a held time and frees the other times. The same choice again is fine. Raises
-- offer_answered, slot_taken (409), offer_lapsed (410).
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
  -- The visit took place in spite of the rain.
  if answer.state = 'over' then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  if chosen.closed_at is not null or chosen.expires_at <= now() then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.lock_day(private.local_day(chosen.starts_at));
  -- First, so that end_rain_question does not take it for another move.
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

-- Takes the customer's choice, until the cancelled appointment's start. -> as rain_offer()
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

-- Takes the choice of a customer on the phone. Raises administrators_only (403), answer_not_found, offer_not_found
-- (404), offer_answered, slot_taken (409), offer_lapsed (410).
create function public.choose_rain_time_for(answer_id uuid, offer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.choose_held_time(private.locked_answer(answer_id), offer_id);
end;
$$;

-- Notes that no time suits: they are available again, and the owner sees whom to call. -> as rain_offer()
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

-- Notes that the owner arranged things by phone; the times held are available again. Raises administrators_only
-- (403), answer_not_found (404), offer_answered (409).
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

-- Whether a booking kept its time on a rain day because the owner arranged it by phone.
create function private.is_settled_by_phone(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.done_at is null and booking.no_show_at is null and exists (
    select
    from public.rain_answers as answer
    where answer.booking_id = booking.id
      and answer.state = 'settled'
      and (answer.was_date, answer.was_time) = (booking.booking_date, booking.booking_time)
  );
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
  answer public.rain_answers;
  held_until timestamptz;
begin
  perform private.require_admin();
  select * into rain from public.rain_days as one
  where one.id = target_rain_day_id and (one.taken_back_at is null or exists (
    select from public.rain_answers as asked
    where asked.rain_day_id = one.id and asked.booking_id = target_booking_id
      and asked.state in ('asked', 'declined')
  ));
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

revoke all on function
  public.rain_offer, public.choose_rain_time, public.choose_rain_time_for, public.decline_rain_times,
  public.settle_rain_answer, public.send_rain_times
  from public, anon, authenticated, service_role;
grant execute on function
  public.rain_offer, public.choose_rain_time, public.decline_rain_times
  to anon, authenticated;
grant execute on function
  public.choose_rain_time_for, public.settle_rain_answer, public.send_rain_times
  to authenticated;
