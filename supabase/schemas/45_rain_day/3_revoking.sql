-- Revoking a rain day.

-- The bookings in a rain day that neither it nor another part of the day has asked, as in rain_day_preview without
-- is_asked.
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

-- Closes an open question when its rain day is revoked. The booking must be locked.
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
  -- Its time has passed without a visit: the question stays.
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

-- Revokes a rain day: the rest of the day is open again and held times are available. Moved bookings stay moved. The
-- others ahead keep their times and their customers get an email, except those in another part that is still a rain
-- day.
-- Raises administrators_only (403), answer_not_found (404), rain_day_over (409).
create function public.take_back_rain_day(rain_day_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer public.rain_answers;
begin
  perform private.require_admin();
  select * into rain from public.rain_days where id = take_back_rain_day.rain_day_id;
  -- No other part of the day is marked or revoked meanwhile.
  perform private.lock_rain_day(rain.day);
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

revoke all on function public.take_back_rain_day from public, anon, authenticated, service_role;
grant execute on function public.take_back_rain_day to authenticated;
