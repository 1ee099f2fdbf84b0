-- A part of a day is taken back alone: who stands in another part that is still called off stays asked. What is over
-- is not taken back, and an answer that is open is listed and counted until it is closed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index rain_answers_open_idx on public.rain_answers (rain_day_id) where state in ('asked', 'declined');

-- Another part of the day that is called off, and a booking stands in it; null for none.
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

-- Lets an open question be of another rain day: its link and the times that are held stay as they are. What the
-- booking had answered there earlier takes its place. Its booking must be locked.
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
    -- Asked twice: the times are held once, and there is one question about them.
    if earlier.state in ('asked', 'declined') then
      earlier.state := 'called_off';
      earlier.answered_at := now();
    end if;
    insert into public.rain_answers select earlier.*;
  end if;
end;
$$;

-- What becomes of an open question when its rain day is taken back. Its booking must be locked.
create function private.take_back_question(answer public.rain_answers) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  other_id uuid;
begin
  select * into strict booking from public.bookings where id = answer.booking_id;
  other_id := private.other_rain_day_of(booking, answer.rain_day_id);
  if other_id is not null then
    perform private.hand_over_answer(answer, other_id);
    return;
  end if;
  -- Nobody came then: the question stays.
  if booking.done_at is not null or booking.no_show_at is not null or lower(private.span_of(booking)) <= now() then
    return;
  end if;
  update public.rain_answers set state = 'called_off', answered_at = now() where id = answer.id;
  perform private.free_held_times(booking.id, 'withdrawn');
  perform public.enqueue_mail(
    'rain_day_called_off:' || answer.id, 'rain_day_called_off', booking.customer_email, booking.id,
    jsonb_build_object('sequence', booking.calendar_sequence)
  );
end;
$$;

-- What is left of the day is dry after all: open again, and what was held is free. Bookings that moved stay moved;
-- the others that are ahead stand as they stood, and their customers are told so, but for those who stand in another
-- part that is still called off. For administrators. Raises answer_not_found (404), rain_day_over (409).
create or replace function public.take_back_rain_day(rain_day_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer public.rain_answers;
begin
  perform private.require_admin();
  select * into rain from public.rain_days where id = take_back_rain_day.rain_day_id;
  -- No other part of the day is marked or taken back meanwhile.
  perform pg_advisory_xact_lock(7223914, rain.day - date '2000-01-01');
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
  if upper(private.rainy_span(rain.day, rain.part)) <= now() then
    raise exception using errcode = 'PT409', message = 'rain_day_over';
  end if;
  delete from public.slot_claims where id = any (rain.claim_ids) and reason is not null;
  for answer in
    select * from public.rain_answers as one
    where one.rain_day_id = rain.id and one.state in ('asked', 'declined')
    order by one.booking_id
  loop
    perform private.take_back_question(answer);
  end loop;
end;
$$;

-- As before, and whoever is still asked about a day that was taken back can be asked again, too.
-- For administrators. Raises answer_not_found (404), offer_answered, slot_taken (409), invalid_times (400).
create or replace function public.send_rain_times(target_rain_day_id uuid, target_booking_id uuid, times jsonb)
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

-- Who stands in a day that is called off and was not asked about it, nor is about another part of it: as in
-- rain_day_preview, without is_asked.
create function private.unasked_of(rain public.rain_days) returns jsonb
language sql stable set search_path = ''
as $$
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
  where rain.taken_back_at is null and not exists (
    select
    from public.rain_answers as answer
    where answer.booking_id = booking.id
      and (answer.rain_day_id = rain.id or answer.state in ('asked', 'declined'))
  );
$$;

-- The rain days of the last week and to come, and any with an open answer, the soonest first, each with who has
-- answered what:
-- -> {mail_is_on, days: [{id, day, part, answer_hours, is_taken_back, can_be_taken_back, answers: [{id, booking_id,
-- customer_name, customer_email, customer_phone, service_name, duration_minutes, was_date, was_time, state, asked_at,
-- answered_at, expires_at, booking_date, booking_time, times}], unasked: [as in rain_day_preview]}]}
-- For administrators.
create or replace function public.rain_days_with_answers() returns jsonb
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

-- As before, with every answer about rain that is open. What is older than a fortnight of the rest she has seen, or
-- will not mend.
create or replace function private.owner_needs() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'reviews', (
      select count(*) from (select from public.reviews where not is_approved limit 1000) as waiting
    ),
    'inquiries', private.inquiry_count('new'),
    'payments', (select count(*) from public.payment_findings where closed_at is null),
    'rain_unanswered', count(*) filter (where answer.state = 'asked'),
    'rain_declined', count(*) filter (where answer.state = 'declined'),
    'offers', (
      select count(*) from public.offered_times
      where closed_at is null and expires_at > now() and kind = 'waiting'
    ),
    'mails', (
      select count(*) from public.mail_outbox
      where status = 'failed' and created_at > now() - interval '14 days'
    ),
    'mail_delay', private.mail_delay()
  )
  from public.rain_answers as answer
  where answer.state in ('asked', 'declined');
$$;

revoke all on function
  private.other_rain_day_of(public.bookings, uuid), private.hand_over_answer(public.rain_answers, uuid),
  private.take_back_question(public.rain_answers), private.unasked_of(public.rain_days)
  from public, anon, authenticated, service_role;
