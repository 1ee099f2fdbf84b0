-- Whoever went there all the same, done or in vain, asks no more: the question about rain is over, and the times that
-- were held for it are free. A mark that was a mistake opens it again.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- over: the visit was done or missed in spite of the rain.
alter table public.rain_answers drop constraint rain_answers_state_check;
-- Not asked of what is there, which was asked for more.
alter table public.rain_answers
  add constraint rain_answers_state_check check (
    state in ('asked', 'chosen', 'declined', 'settled', 'moved', 'cancelled', 'called_off', 'over')
  ) not valid;

-- A visit that is done or missed needs no answer. When that is taken back, nothing is held any more, but the question
-- is open as it was: answered_at tells whether it had been declined.
create function private.end_rain_question_of_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.done_at is not null or new.no_show_at is not null then
    update public.rain_answers set state = 'over' where booking_id = new.id and state in ('asked', 'declined');
    if found then
      perform private.free_held_times(new.id, 'withdrawn');
    end if;
  else
    update public.rain_answers as answer
    set
      state = case when answer.answered_at is null then 'asked' else 'declined' end,
      expires_at = case when answer.expires_at > now() then now() else answer.expires_at end
    from public.rain_days as rain
    where rain.id = answer.rain_day_id
      and answer.booking_id = new.id
      and answer.state = 'over'
      and (answer.was_date, answer.was_time) = (new.booking_date, new.booking_time)
      -- It stands where the day was taken back before it began.
      and (rain.taken_back_at is null or lower(private.span_of(new)) <= now());
  end if;
  return null;
end;
$$;

create trigger end_rain_question_of_visit after update of done_at, no_show_at on public.bookings
  for each row
  when (
    (new.done_at is null and new.no_show_at is null) is distinct from (old.done_at is null and old.no_show_at is null)
  )
  execute function private.end_rain_question_of_visit();

revoke all on function private.end_rain_question_of_visit() from public, anon, authenticated, service_role;

-- What the link of a mail shows. state: asked, lapsed, or as in rain_answers.
create or replace function private.rain_offer_of(answer public.rain_answers) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when answer.state = 'asked' and coalesce(answer.expires_at <= now(), true) then 'lapsed'
      -- Nobody answered, and the day has come.
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

-- Moves the booking of an answer to a held time; the other times are free at once. The same choice again is
-- fine. Raises offer_answered, slot_taken (409), offer_lapsed (410).
create or replace function private.choose_held_time(answer public.rain_answers, offer_id uuid) returns void
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
  -- She came in spite of the rain.
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

-- What was done or missed before this rule.
update public.rain_answers as answer
set state = 'over'
from public.bookings as booking
where booking.id = answer.booking_id
  and answer.state in ('asked', 'declined')
  and (booking.done_at is not null or booking.no_show_at is not null);
select private.free_held_times(booking.id, 'withdrawn')
from public.bookings as booking
where booking.id in (select booking_id from public.rain_answers where state = 'over');
