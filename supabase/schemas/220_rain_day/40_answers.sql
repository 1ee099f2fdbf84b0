-- The answers to a rain day, by the customer's link or by the owner on the phone.

-- The data of the page that a rain email links to, by its token. `state` as private.rain_state, or lapsed for a
-- question whose times are no longer held or whose visit has come. Once it is answered or lapsed, the link names neither
-- the customer, the car nor the booking: they are empty, the year 0.
-- -> {state, booking_id, customer_name, service_name, vehicle_type, vehicle_name, car_model, car_year, was_date, was_time,
-- booking_date, booking_time, expires_at, duration_minutes, times: [{id, date, time}]}
-- Raises offer_not_found (404).
create function public.rain_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select private.rain_answer_data(answer, booking) || jsonb_build_object(
      'vehicle_type', booking.vehicle_type, 'vehicle_name', booking.vehicle_name, 'car_model', booking.car_model,
      'car_year', booking.car_year, 'duration_minutes', booking.duration_minutes
    ) || case
      when private.rain_state(answer, booking) in ('asked', 'over')
        and (coalesce(answer.expires_at <= now(), true) or private.has_begun(booking)) then '{"state": "lapsed"}'
      else '{}'
    end::jsonb
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  elsif offer ->> 'state' <> 'asked' then
    return offer || jsonb_build_object(
      'booking_id', '', 'customer_name', '', 'vehicle_type', '', 'vehicle_name', null, 'car_model', '', 'car_year', 0
    );
  end if;
  return offer;
end;
$$;

-- The rain answer of an id, or else of a link's token, with its state as private.rain_state. Locks its booking, then
-- the answer. Raises answer_not_found, offer_not_found (404).
create function private.locked_answer(answer_id uuid, token text default null) returns public.rain_answers
language plpgsql set search_path = ''
as $$
declare
  its_id uuid := coalesce(answer_id, (
    select id from public.rain_answers where token_hash = private.hash_of_token(token)
  ));
  booking public.bookings;
  answer public.rain_answers;
begin
  select * into booking from public.bookings
  where id = (select booking_id from public.rain_answers where id = its_id)
  for update;
  if not found then
    raise exception using
      errcode = 'PT404', message = case when token is null then 'answer_not_found' else 'offer_not_found' end;
  end if;
  select * into answer from public.rain_answers where id = its_id for update;
  answer.state := private.rain_state(answer, booking);
  return answer;
end;
$$;

-- Moves an answer's booking to a held time, which closes the question, and frees the other times. The same choice
-- again is fine. Raises offer_answered, slot_taken (409), offer_lapsed (410).
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
  if answer.state not in ('asked', 'declined', 'over') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  -- Also when the visit took place in spite of the rain.
  if chosen.closed_at is not null or chosen.expires_at <= now() or (
    select private.has_begun(booking) from public.bookings as booking where id = answer.booking_id
  ) then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.lock_day(private.local_day(chosen.starts_at));
  perform private.close_offers(array[chosen.id], 'taken');
  perform private.free_held_times(answer.booking_id);
  update public.bookings
  set
    booking_date = private.local_day(chosen.starts_at),
    booking_time = private.local_time(chosen.starts_at)::time
  where id = answer.booking_id;
end;
$$;

-- Frees the times of an open question, because none suits or the owner arranged things by phone. Raises
-- offer_answered (409).
create function private.answer_without_time(answer public.rain_answers, new_state text, action text) returns void
language plpgsql set search_path = ''
as $$
begin
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.free_held_times(answer.booking_id);
  update public.rain_answers set state = new_state, changed_at = now() where id = answer.id;
  perform private.note_change(answer.booking_id, action, null, '{}');
end;
$$;

-- Takes the customer's choice. -> as rain_offer()
-- Raises offer_not_found (404), offer_answered, slot_taken (409), offer_lapsed (410).
create function public.choose_rain_time(token text, offer_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.choose_held_time(private.locked_answer(null, token), offer_id);
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
  answer public.rain_answers := private.locked_answer(null, token);
begin
  if answer.state <> 'declined' then
    perform private.answer_without_time(answer, 'declined', 'rain_times_declined');
  end if;
  return public.rain_offer(token);
end;
$$;

-- Notes that the owner arranged things by phone; the times held are available again. Raises administrators_only
-- (403), answer_not_found (404), offer_answered (409).
create function public.settle_rain_answer(answer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.answer_without_time(private.locked_answer(answer_id), 'settled', 'rain_settled_by_phone');
end;
$$;

revoke all on function
  public.rain_offer, public.choose_rain_time, public.choose_rain_time_for, public.decline_rain_times,
  public.settle_rain_answer
  from public, anon, authenticated, service_role;
grant execute on function
  public.rain_offer, public.choose_rain_time, public.decline_rain_times
  to anon, authenticated;
grant execute on function public.choose_rain_time_for, public.settle_rain_answer to authenticated;
