-- A rain day, or half of one: nothing new is booked, and every customer is asked by email which of three held times
-- they would like instead. A booking keeps its time until its customer chooses. The states are in
-- docs/decisions/0063.

create table public.rain_days (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  -- The whole day, until noon, or from noon on.
  part text not null check (part in ('day', 'morning', 'afternoon')),
  -- For how many hours the customers' times are held.
  answer_hours integer not null check (answer_hours between 1 and 168),
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  -- The blocked time.
  claim_id uuid
);

create unique index rain_days_once_idx on public.rain_days (day, part) where taken_back_at is null;

alter table public.rain_days enable row level security;
create policy "Server functions may do what they are granted"
  on public.rain_days for all to service_role using (true) with check (true);
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
  -- asked: no answer yet. declined: no held time suited. settled: arranged by phone. closed: the booking says how, as
  -- private.rain_state.
  state text not null default 'asked' check (state in ('asked', 'declined', 'settled', 'closed')),
  -- SHA-256 of the token in the email's link.
  token_hash bytea not null unique,
  changed_at timestamptz not null default now(),
  -- Until when the times are held; null when there were none to offer.
  expires_at timestamptz,
  -- Checked at the end of a statement, so that one can exchange two answers.
  constraint rain_answers_once_a_booking unique (rain_day_id, booking_id) deferrable
);

create index rain_answers_booking_id_idx on public.rain_answers (booking_id);
-- A booking has one open question.
create unique index rain_answers_open_idx on public.rain_answers (booking_id) where state in ('asked', 'declined');

alter table public.rain_answers enable row level security;
create policy "Server functions may do what they are granted"
  on public.rain_answers for all to service_role using (true) with check (true);
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

-- The confirmed bookings in that part of the day that have not begun and are not done.
create function private.rained_out(day date, part text) returns setof public.bookings
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

-- The questions that wait for an answer or a call. A visit that is marked as done or missed needs neither.
create function private.open_rain_answers() returns setof public.rain_answers
language sql stable set search_path = ''
as $$
  select answer.*
  from public.rain_answers as answer
  join public.bookings as booking on booking.id = answer.booking_id
  where answer.state in ('asked', 'declined') and booking.done_at is null and booking.no_show_at is null;
$$;

-- What became of a question: asked, declined or settled; cancelled, chosen (a held time), moved, or called_off (the
-- booking kept its time) once it is closed; over while its visit is marked as done or missed.
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

-- The state of a booking cancelled because of rain as private.rain_of, or null.
create function private.called_off(booking public.bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select state from private.rain_of(booking));
end;
$$;

-- Whether the business cancelled a booking because of rain and no other time was found.
create function private.is_rained_out(target_booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as booking cross join lateral private.rain_of(booking)
    where booking.id = target_booking_id
  );
end;
$$;

-- The caller's bookings that were cancelled because of rain, so that a move costs nothing: those of the account, and
-- the one that a visitor names. -> [id]
create function public.rained_out_bookings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(id), '[]')
  from public.bookings
  where (
      user_id = (select auth.uid())
      or (
        id = (select private.named_booking_id())
        and (opens_by_id or customer_email = (select private.named_booking_email()))
      )
    )
    and private.is_rained_out(id);
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

-- Closes the times held for a booking because of rain.
create function private.free_held_times(target_booking_id uuid) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), 'withdrawn')
  from public.offered_times
  where booking_id = target_booking_id and kind = 'rain' and closed_at is null
  having count(*) > 0;
$$;

-- Trigger: frees the held times of a booking that is moved, cancelled or marked as done or missed, and closes its
-- open question. A mark may be undone, so the question stays under it.
create function private.end_rain_question() returns trigger
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

create trigger end_rain_question
  after update of booking_date, booking_time, status, done_at, no_show_at on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    or (new.status = 'cancelled' and old.status <> 'cancelled')
    or coalesce(new.done_at, new.no_show_at) is not null
  )
  execute function private.end_rain_question();

revoke all on function public.rained_out_bookings from public, anon, authenticated, service_role;
grant execute on function private.is_rained_out to authenticated, service_role;
grant execute on function public.rained_out_bookings to anon, authenticated;
