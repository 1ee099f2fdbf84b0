set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.rain_day_preview(on_day date, day_part text) returns jsonb
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

revoke all on function public.times_taken_for_visit from public, anon, authenticated, service_role;
grant execute on function public.times_taken_for_visit to authenticated;

create or replace function private.ask_about_rain(rain public.rain_days, plan jsonb) returns void
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
