-- Rain answers keep four states; the others are read from the booking.

set local lock_timeout = '5s';
set local statement_timeout = '60s';
set local check_function_bodies = off;

drop trigger end_rain_question on public.bookings;
drop trigger end_rain_question_of_visit on public.bookings;

drop function public.is_rained_out(uuid);
drop function
  private.rain_told_at(uuid), private.lock_days_of(jsonb), private.locked_answer(uuid), private.rain_answers_of(uuid),
  private.end_rain_question_of_visit(), private.plan_in_turns(jsonb), private.rain_times_until(jsonb, integer),
  private.hold_rain_time(uuid, jsonb, timestamptz),
  private.ask_about_rain(public.rain_answers, jsonb, timestamptz),
  private.other_rain_day_of(public.bookings, uuid), private.hand_over_answer(public.rain_answers, uuid),
  private.unasked_of(public.rain_days), private.take_back_question(public.rain_answers),
  private.answer_by_token(text), private.rain_offer_of(public.rain_answers), private.held_times(uuid),
  private.free_held_times(uuid, text);

alter table public.rain_days add column claim_id uuid;
update public.rain_days set claim_id = claim_ids[1];
-- Only functions of this schema read these columns, and they change with them.
-- squawk-ignore ban-drop-column
alter table public.rain_days drop column claim_ids;

alter table public.rain_answers drop constraint rain_answers_state_check;
alter table public.rain_answers drop constraint rain_answers_once_a_booking;
-- squawk-ignore require-concurrent-index-deletion
drop index public.rain_answers_open_idx;

-- A question stays open under a mark; what else became of it is seen on the booking.
update public.rain_answers as answer
set
  state = case
    when answer.state <> 'over' then 'closed'
    when booking.status = 'cancelled' or coalesce(booking.done_at, booking.no_show_at) is null
      or (answer.was_date, answer.was_time) <> (booking.booking_date, booking.booking_time) then 'closed'
    when answer.answered_at is null then 'asked'
    else 'declined'
  end,
  expires_at = least(answer.expires_at, now())
from public.bookings as booking
where booking.id = answer.booking_id and answer.state not in ('asked', 'declined', 'settled');

-- Of several open questions of a booking the newest stays: its link holds the times.
update public.rain_answers as answer set state = 'closed'
where answer.state in ('asked', 'declined') and exists (
  select from public.rain_answers as newer
  where newer.booking_id = answer.booking_id and newer.state in ('asked', 'declined')
    and (newer.asked_at, newer.id) > (answer.asked_at, answer.id)
);

update public.rain_answers set asked_at = greatest(asked_at, answered_at) where answered_at > asked_at;
-- squawk-ignore renaming-column
alter table public.rain_answers rename column asked_at to changed_at;
-- squawk-ignore ban-drop-column
alter table public.rain_answers drop column answered_at;

-- Rain answers are few.
alter table public.rain_answers
  -- squawk-ignore constraint-missing-not-valid
  add constraint rain_answers_state_check check (state in ('asked', 'declined', 'settled', 'closed'));
create unique index rain_answers_once_a_booking on public.rain_answers (rain_day_id, booking_id);
alter table public.rain_answers
  add constraint rain_answers_once_a_booking unique using index rain_answers_once_a_booking deferrable;
create unique index rain_answers_open_idx on public.rain_answers (booking_id) where state in ('asked', 'declined');

create or replace function private.rained_out(day date, part text) returns setof public.bookings
language sql stable set search_path = ''
as $$
  select booking.*
  from public.bookings as booking
  where booking.booking_date = rained_out.day
    and private.is_standing(booking.status)
    and private.span_of(booking) && private.rainy_span(rained_out.day, rained_out.part)
    and booking.done_at is null
    and lower(private.span_of(booking)) > now();
$$;

create function private.open_rain_answers() returns setof public.rain_answers
language sql stable set search_path = ''
as $$
  select answer.*
  from public.rain_answers as answer
  join public.bookings as booking on booking.id = answer.booking_id
  where answer.state in ('asked', 'declined') and booking.done_at is null and booking.no_show_at is null;
$$;

create function private.rain_state(answer public.rain_answers, booking public.bookings) returns text
language sql stable set search_path = ''
as $$
  select case
    when booking.status = 'cancelled' then 'cancelled'
    when answer.state = 'settled' then 'settled'
    when answer.state <> 'closed' then
      case when coalesce(booking.done_at, booking.no_show_at) is null then answer.state else 'over' end
    when (answer.was_date, answer.was_time) = (booking.booking_date, booking.booking_time) then 'called_off'
    when exists (
      select from public.offered_times
      where booking_id = booking.id and outcome = 'taken' and starts_at = lower(private.span_of(booking))
    ) then 'chosen'
    else 'moved'
  end;
$$;

create or replace function private.called_off(booking public.bookings) returns text
language sql stable set search_path = ''
as $$
  select answer.state
  from public.rain_answers as answer
  where answer.booking_id = booking.id
    and answer.state in ('asked', 'declined')
    and booking.done_at is null
    and booking.no_show_at is null
    and not exists (
      select
      from public.payments as payment
      where payment.booking_id = booking.id
        and payment.method <> 'online'
        and payment.status = 'succeeded'
        and payment.settled_at >= lower(private.span_of(booking))
    );
$$;

create or replace function private.is_rained_out(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.bookings as booking
    where booking.id = target_booking_id and private.called_off(booking) is not null
  );
$$;

create or replace function public.rained_out_bookings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(id), '[]')
  from public.bookings
  where (user_id = (select auth.uid()) or id = (select private.named_booking_id())) and private.is_rained_out(id);
$$;

create function private.free_held_times(target_booking_id uuid) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), 'withdrawn')
  from public.offered_times
  where booking_id = target_booking_id and kind = 'rain' and closed_at is null
  having count(*) > 0;
$$;

create or replace function private.end_rain_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.rain_answers
  set
    state = case
      when new.status = 'cancelled' or coalesce(new.done_at, new.no_show_at) is null then 'closed'
      else state
    end,
    expires_at = least(expires_at, now()),
    changed_at = now()
  where booking_id = new.id and state in ('asked', 'declined');
  if found then
    perform private.free_held_times(new.id);
  end if;
  return null;
end;
$$;

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

create function private.ask_about_rain(rain public.rain_days, plan jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  asked record;
  answer_id uuid;
  token text;
  offer public.offered_times;
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
    token := private.new_token();
    insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash, expires_at)
    values (
      rain.id, asked.id, asked.booking_date, asked.booking_time, private.hash_of_token(token), asked.held_until
    )
    on conflict (booking_id) where state in ('asked', 'declined') do update
    set state = 'asked', token_hash = excluded.token_hash, expires_at = excluded.expires_at, changed_at = now()
    returning id into answer_id;
    continue when asked.held_until is null;
    perform private.note_change(asked.id, 'rain_times_offered', null, jsonb_build_object('times', asked.times));
    perform public.enqueue_mail(
      -- One email each time a customer is asked.
      'rain_day:' || answer_id || ':' || left(token, 12),
      'rain_day',
      asked.customer_email,
      asked.id,
      jsonb_build_object(
        'sequence', asked.calendar_sequence,
        'offer', private.offer_in_mail('/rain?token=' || token, null, asked.times, asked.held_until)
      )
    );
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
    perform private.hold_offer(offer);
  end loop;
end;
$$;

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
        private.rainy_booking(booking) || jsonb_build_object('is_asked', exists (
          select from public.rain_answers where booking_id = booking.id and state in ('asked', 'declined')
        ))
        order by booking.booking_time, booking.id
      ), '[]')
      from private.rained_out(on_day, day_part) as booking
    )
  );
end;
$$;

create or replace function public.mark_rain_day(on_day date, day_part text, hours integer, seen uuid[], plan jsonb) returns uuid
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

create or replace function public.send_rain_times(target_rain_day_id uuid, target_booking_id uuid, times jsonb)
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

create or replace function public.take_back_rain_day(rain_day_id uuid) returns void
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

create or replace function public.rain_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select private.rain_answer_data(answer, booking) || jsonb_build_object(
      'vehicle_type', booking.vehicle_type, 'car_model', booking.car_model, 'car_year', booking.car_year
    ) || case
      when private.rain_state(answer, booking) in ('asked', 'over')
        and (coalesce(answer.expires_at <= now(), true) or private.has_come(booking)) then '{"state": "lapsed"}'
      else '{}'
    end::jsonb
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return offer;
end;
$$;

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
  if answer.state not in ('asked', 'declined', 'over') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  -- Also when the visit took place in spite of the rain.
  if chosen.closed_at is not null or chosen.expires_at <= now() or (
    select private.has_come(booking) from public.bookings as booking where id = answer.booking_id
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

create or replace function public.choose_rain_time(token text, offer_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.choose_held_time(private.locked_answer(null, token), offer_id);
  return public.rain_offer(token);
end;
$$;

create or replace function public.decline_rain_times(token text) returns jsonb
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

create or replace function public.settle_rain_answer(answer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.answer_without_time(private.locked_answer(answer_id), 'settled', 'rain_settled_by_phone');
end;
$$;

create or replace function private.money_of_rained_out()
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select money.*
  from (
    select distinct booking.booking_date
    from private.open_rain_answers() as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where booking.booking_date < private.local_today()
  ) as rained
  cross join lateral private.money_by_booking(
    rained.booking_date, rained.booking_date, '-infinity', '00:00', '00000000-0000-0000-0000-000000000000', null
  ) as money
  where private.is_rained_out((money.booking).id);
$$;

create or replace function private.rain_mail_stands(mail public.mail_outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.rain_answers
    where token_hash = private.hash_of_token(split_part(mail.data -> 'offer' ->> 'path', 'token=', 2))
      and state = 'asked'
      and expires_at > now()
      and private.is_rained_out(booking_id)
  );
$$;

create or replace function private.queue_reminders(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := private.local_day(as_of);
  due_since timestamptz;
  due integer;
begin
  select private.instant_of(today, coalesce(send_at, '00:00')) into due_since
  from public.mail_settings
  where template_type = 'booking_reminder' and is_on;
  if due_since is null or as_of < due_since then
    return 0;
  end if;
  perform public.enqueue_mail(
    'booking_reminder:' || booking.id || ':' || booking.booking_date,
    'booking_reminder',
    booking.customer_email,
    booking.id,
    '{}'
  )
  from public.bookings as booking
  where booking.booking_date = today + 1
    and booking.customer_email is not null
    and private.is_standing(booking.status)
    and booking.done_at is null
    and booking.no_show_at is null
    -- No reminder of a visit cancelled because of rain.
    and not private.is_rained_out(booking.id)
    and not exists (
      select
      from public.mail_outbox as told
      where told.booking_id = booking.id
        and (
          told.key = 'booking_reminder:' || booking.id || ':' || booking.booking_date
          or (
            told.created_at >= due_since
            and told.template_type in ('booking_confirmation', 'booking_rescheduled', 'phone_booking')
          )
        )
    );
  get diagnostics due = row_count;
  return due;
end;
$$;

create or replace function public.read_calendar_feed(secret text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  feed public.calendar_feeds;
  first_day date := private.local_today() - 30;
begin
  select * into feed from public.calendar_feeds where token_hash = private.hash_of_token(secret);
  if feed.id is null or not exists (select from public.admins where user_id = feed.owner_id) then
    return null;
  end if;
  update public.calendar_feeds set last_used_at = now()
  where id = feed.id and (last_used_at is null or last_used_at < now() - interval '15 minutes');
  return jsonb_build_object(
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', booking.id, 'calendar_uid', booking.calendar_uid, 'service_name', booking.service_name,
        'customer_name', booking.customer_name, 'customer_phone', booking.customer_phone,
        'car', concat_ws(' ', booking.car_year, booking.car_model),
        'address', booking.address, 'city', booking.city, 'province', booking.province,
        'postal_code', booking.postal_code,
        'starts_at', private.instant_of(booking.booking_date, booking.booking_time),
        'duration_minutes', booking.duration_minutes, 'calendar_sequence', booking.calendar_sequence,
        'due_cents', private.due_on_site_cents(booking),
        'is_called_off', private.is_rained_out(booking.id),
        'updated_at', greatest(booking.updated_at, (
          select max(changed_at) from public.rain_answers where booking_id = booking.id
        ))
      ) order by booking.booking_date, booking.booking_time, booking.id), '[]')
      from (
        select * from public.bookings
        where booking_date >= first_day and private.is_standing(status)
        order by booking_date
        limit 5000
      ) as booking
    ),
    'time_off', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', claim.id, 'reason', claim.reason, 'crew', claim.crew, 'day', claim.local_date,
        'starts_at', lower(claim.during), 'ends_at', upper(claim.during),
        'is_whole_day', lower(claim.during) = private.instant_of(claim.local_date, '00:00')
          and upper(claim.during) = private.instant_of(claim.local_date + 1, '00:00'),
        'created_at', claim.created_at
      ) order by lower(claim.during), claim.id), '[]')
      from (
        select * from public.slot_claims
        where local_date >= first_day and reason is not null
        order by local_date
        limit 2000
      ) as claim
    )
  );
end;
$$;

create or replace function private.owner_needs() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'past_visits', (select count(*) from private.past_visits_due()),
    'reviews', (
      select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
    ),
    'inquiries', private.inquiry_count('new'),
    'payments', (select count(*) from public.payment_findings where closed_at is null),
    'rain_unanswered', count(*) filter (where answer.state = 'asked'),
    'rain_declined', count(*) filter (where answer.state = 'declined'),
    'offers', (
      select count(*) from public.offered_times
      where closed_at is null and expires_at > now() and kind = 'waiting'
    ),
    'mails', (select count(*) from private.undelivered_mails()),
    'mail_delay', private.mail_delay()
  )
  from private.open_rain_answers() as answer;
$$;

create trigger end_rain_question
  after update of booking_date, booking_time, status, done_at, no_show_at on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    or (new.status = 'cancelled' and old.status <> 'cancelled')
    or coalesce(new.done_at, new.no_show_at) is not null
  )
  execute function private.end_rain_question();

revoke all on function
  private.open_rain_answers, private.rain_state, private.free_held_times, private.rainy_booking,
  private.rain_answer_data, private.lock_days_of, private.ask_about_rain, private.locked_answer,
  private.answer_without_time
  from public;

reset check_function_bodies;
