-- A rain day, or half of one: nothing new is booked, and every customer is asked by email which of three held times
-- they would like instead. A booking keeps its time until its customer chooses.

create table public.rain_days (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  -- The whole day, until noon, or from noon on.
  part text not null check (part in ('day', 'morning', 'afternoon')),
  -- For how many hours the customers' times are held.
  answer_hours integer not null check (answer_hours between 1 and 168),
  -- The time that it blocked.
  claim_ids uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  taken_back_at timestamptz
);

create unique index rain_days_once_idx on public.rain_days (day, part) where taken_back_at is null;

alter table public.rain_days enable row level security;
revoke all on public.rain_days from public, anon, authenticated, service_role;
grant all on public.rain_days to service_role;

-- The question to one customer, and its answer.
create table public.rain_answers (
  id uuid primary key default gen_random_uuid(),
  rain_day_id uuid not null references public.rain_days (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- When the appointment was to be.
  was_date date not null,
  was_time time not null,
  -- asked: no answer yet. chosen: moved to a held time. declined: none of them suited. settled: arranged by phone.
  -- moved, cancelled: the booking changed some other way. called_off: the rain day was revoked.
  -- over: the visit was marked as done or missed in spite of the rain.
  state text not null default 'asked' check (
    state in ('asked', 'chosen', 'declined', 'settled', 'moved', 'cancelled', 'called_off', 'over')
  ),
  -- SHA-256 of the token in the email's link.
  token_hash bytea not null unique,
  asked_at timestamptz not null default now(),
  -- Until when the times are held; null when there were none to offer.
  expires_at timestamptz,
  answered_at timestamptz,
  constraint rain_answers_once_a_booking unique (rain_day_id, booking_id)
);

create index rain_answers_booking_id_idx on public.rain_answers (booking_id);
create index rain_answers_open_idx on public.rain_answers (rain_day_id) where state in ('asked', 'declined');

alter table public.rain_answers enable row level security;
revoke all on public.rain_answers from public, anon, authenticated, service_role;
grant all on public.rain_answers to service_role;

-- The span of a rain day.
create function private.rainy_span(day date, part text) returns tstzrange
language sql stable set search_path = ''
as $$
  select tstzrange(
    private.instant_of(day, case part when 'afternoon' then time '12:00' else time '00:00' end),
    private.instant_of(day, case part when 'morning' then time '12:00' else time '24:00' end),
    '[)'
  );
$$;

-- Whether the business cancelled a booking because of rain and no other time was found. False where the visit took
-- place in spite of it: it is done or missed, or was paid on site after its start.
create function private.is_rained_out(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.booking_id = target_booking_id
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
      )
  );
$$;

-- Whether a booking of the caller was cancelled because of rain, so that the screen can say what a move costs:
-- nothing then.
create function public.is_rained_out(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.bookings
    where id = target_booking_id and user_id = (select auth.uid()) and private.is_rained_out(id)
  );
$$;

-- The confirmed bookings in that part of the day that have not begun and are not done, in order.
create function private.rained_out(day date, part text) returns setof public.bookings
language sql stable set search_path = ''
as $$
  select booking.*
  from public.bookings as booking
  where booking.booking_date = rained_out.day
    and private.is_standing(booking.status)
    and private.span_of(booking) && private.rainy_span(rained_out.day, rained_out.part)
    and booking.done_at is null
    and lower(private.span_of(booking)) > now()
  order by booking.booking_time, booking.id;
$$;

-- The caller's bookings that were cancelled because of rain: those of the account, and the one that a visitor names.
-- -> [id]
create function public.rained_out_bookings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(own.id), '[]')
  from (
    select id from public.bookings where user_id = (select auth.uid())
    union
    select id from public.bookings where id = (select private.named_booking_id())
  ) as own
  where private.is_rained_out(own.id);
$$;

-- The state of a booking cancelled because of rain: asked (no answer yet) or declined (no offered time suits). Null
-- for any other.
create function private.called_off(booking public.bookings) returns text
language sql stable set search_path = ''
as $$
  select answer.state
  from public.rain_answers as answer
  where answer.booking_id = booking.id
    and answer.state in ('asked', 'declined')
    and private.is_rained_out(booking.id)
  order by answer.asked_at desc
  limit 1;
$$;

-- When the state of a booking's rain question last changed; null when there never was one.
create function private.rain_told_at(target_booking_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(greatest(asked_at, answered_at)) from public.rain_answers where booking_id = target_booking_id;
$$;

-- Locks the days of the times [{date, time}], the earlier first.
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

-- Locks a rain answer, and its booking before it. Raises answer_not_found (404).
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

-- The answers of a rain day with their bookings, in order of time, as in rain_days_with_answers().
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

-- Trigger: closes the open rain question of a booking that is moved or cancelled some other way.
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

-- Trigger: closes the open rain question of a visit that is marked as done or missed. Undoing the mark opens it again
-- without held times: answered_at says whether it had been declined.
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
      -- A visit keeps its time when the rain day was revoked before its start.
      and (rain.taken_back_at is null or lower(private.span_of(new)) <= now());
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

create trigger end_rain_question_of_visit after update of done_at, no_show_at on public.bookings
  for each row
  when (
    (new.done_at is null and new.no_show_at is null) is distinct from (old.done_at is null and old.no_show_at is null)
  )
  execute function private.end_rain_question_of_visit();

revoke all on function
  public.is_rained_out, public.rained_out_bookings
  from public, anon, authenticated, service_role;
grant execute on function private.is_rained_out to authenticated, service_role;
grant execute on function public.is_rained_out to authenticated;
grant execute on function public.rained_out_bookings to anon, authenticated;
