-- Moving a booking, by its customer or the owner. A move is no way around the cancellation policy: a deposit that was
-- no longer refundable stays with the business.

-- Checks a customer's move: to a start that the rules offer for it, ahead, within the window for moves. A visit that
-- is done or has begun cannot be moved; one cancelled because of rain can.
-- Raises booking_cancelled, booking_past, time_not_offered, time_in_past, date_too_far (409).
create function private.check_new_time(old_row public.bookings, new_row public.bookings) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  refusal text := case
    when old_row.status = 'cancelled' then 'booking_cancelled'
    -- From its start on: else a customer could move it and then cancel it for a full refund.
    when private.has_begun(old_row) then 'booking_past'
    when not private.start_is_offered('move', new_row.booking_date, new_row.booking_time, new_row.duration_minutes)
      then 'time_not_offered'
    when lower(private.span_of(new_row)) < now() then 'time_in_past'
    when new_row.booking_date > today + (select move_window_days from public.time_settings) then 'date_too_far'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

-- Trigger: moves the claim with its booking, and says in the history which crew takes it now. Raises slot_taken, and hold_lapsed when there is no claim to move (409).
create function private.move_claim() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before smallint;
  its_crew smallint;
begin
  perform private.lock_day(new.booking_date);
  select crew into before from public.slot_claims where booking_id = new.id;
  if not found then
    if new.status = 'cancelled' then
      return null;
    end if;
    raise exception using errcode = 'PT409', message = 'hold_lapsed', detail = 'The time of this booking is no longer held.';
  end if;
  its_crew := private.free_crew(
    private.span_of(new), private.place_of(new.postal_code), new.id, new.service_id
  );
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  update public.slot_claims set during = private.span_of(new), crew = its_crew where booking_id = new.id;
  if its_crew <> before then
    perform private.note_change(
      new.id, 'crew_changed',
      jsonb_build_object('crew', private.crew_name(before)),
      jsonb_build_object('crew', private.crew_name(its_crew))
    );
  end if;
  return null;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

-- Trigger: queues the email and the text about a move, also about the owner's. Of several moves only the last is announced: a
-- queued email about an earlier one is outdated by its sequence and not sent. The new email starts from the time that
-- the customer last knew; a booking moved back to it gets none.
create function private.tell_of_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := jsonb_build_object(
    'old_date', old.booking_date,
    'old_time', to_char(old.booking_time, 'HH24:MI')
  );
begin
  perform private.enqueue_text(
    'moved:' || new.id || ':' || new.calendar_sequence, 'moved', new.id,
    jsonb_build_object('sequence', new.calendar_sequence)
  );
  select mail.data - 'sequence' into known
  from (
    select data, (data ->> 'sequence')::integer as sequence
    from public.mail_outbox
    where booking_id = new.id
      and template_type = 'booking_rescheduled'
      and status = 'queued'
      and (locked_until is null or locked_until <= now())
    union all
    select known, new.calendar_sequence
  ) as mail
  order by mail.sequence
  limit 1;
  if (known ->> 'old_date')::date = new.booking_date and (known ->> 'old_time')::time = new.booking_time then
    return null;
  end if;
  perform public.enqueue_mail(
    'booking_rescheduled:' || new.id || ':' || new.calendar_sequence,
    'booking_rescheduled',
    new.customer_email,
    new.id,
    known || jsonb_build_object('sequence', new.calendar_sequence)
  );
  return null;
end;
$$;

-- Until when cancelling is free: the hours before the start, or a later moment promised before the business moved it. At
-- most until the start, as domain/money/refund.ts.
create function private.free_until(booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$
  select least(
    lower(private.span_of(booking)),
    greatest(
      lower(private.span_of(booking)) - booking.free_cancellation_hours * interval '1 hour',
      booking.cancellation_free_until
    )
  );
$$;

-- Trigger: a customer's move after free cancellation has ended keeps the deposit, and any move of theirs goes by the
-- hours again. Moves by the owner and away from rain cost nothing. Runs with the caller's rights, because it checks who
-- is writing.
create function private.keep_deposit_of_late_move() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated' and not public.is_admin() and not private.is_rained_out(old.id) then
    if old.deposit_cents > 0 and now() > private.free_until(old) then
      new.deposit_kept_since := coalesce(old.deposit_kept_since, now());
    end if;
    new.cancellation_free_until := null;
  end if;
  return new;
end;
$$;

-- Whether customers moved this booking 5 times, or this customer's bookings 20 times, in the last 24 hours. Moves by
-- the owner, and to a time offered because of rain, don't count.
create function private.has_moved_often(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select
    (
      select count(*) >= 5
      from public.booking_changes
      where booking_id = target_booking_id
        and action = 'moved'
        and actor = (select auth.uid())
        and at > now() - interval '24 hours'
    )
    or (
      select count(*) >= 20
      from public.booking_changes
      where actor = (select auth.uid()) and action = 'moved' and at > now() - interval '24 hours'
    );
$$;

-- Trigger: limits moves as private.has_moved_often. Runs with the caller's rights, because it checks who is
-- writing. Raises too_many_moves (429).
create function private.limit_moves() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and not public.is_admin() and private.has_moved_often(new.id) then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_moves',
      detail = 'This booking was moved too often in the last 24 hours.';
  end if;
  return new;
end;
$$;

-- Why the owner cannot have work of that length start then, whatever the opening rules say: time_in_past, date_too_far,
-- time_not_offered. Else null. Says nothing of other visits and blocked time.
create function private.start_refusal(day date, start time, duration_minutes integer) returns text
language plpgsql stable set search_path = ''
as $$
declare
  starts_at timestamptz := private.instant_of(day, start);
begin
  return case
    when starts_at < now() then 'time_in_past'
    when day > private.local_today() + 730 then 'date_too_far'
    -- The hour that the spring change skips does not exist, and work ends on the day it began.
    when (starts_at at time zone 'America/Toronto') <> day + start
      or extract(epoch from start) / 60 + duration_minutes > 24 * 60 then 'time_not_offered'
  end;
end;
$$;

-- Moves a confirmed booking to any available time ahead, for the owner; outside the opening hours only with `anyway`.
-- The customer gets an email and loses nothing. A booking cancelled because of rain can be moved after its start too.
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_past,
-- time_in_past, date_too_far, outside_hours, slot_taken (409), invalid_time (400).
create function public.move_booking(
  target_booking_id uuid, new_date date, new_time time, anyway boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  new_start timestamptz := private.instant_of(new_date, new_time);
  refusal text;
begin
  perform private.require_confirmed_booking(booking);
  if new_date is null or new_time is null or extract(second from new_time) <> 0 or new_time = '24:00' then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  if (new_date, new_time) = (booking.booking_date, booking.booking_time) then
    return;
  end if;
  refusal := case
    when private.has_begun(booking) and not private.is_settled_by_phone(booking) then 'booking_past'
    else private.start_refusal(new_date, new_time, booking.duration_minutes)
  end;
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  perform private.end_swap_of(booking.id);
  -- A taken time is refused as slot_taken, outside the opening hours too.
  perform private.lock_day(new_date);
  if private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'),
    private.place_of(booking.postal_code),
    booking.id,
    booking.service_id
  ) is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  if not coalesce(anyway, false) and not private.is_within_hours(new_date, new_time, booking.duration_minutes) then
    raise exception using errcode = 'PT409', message = 'outside_hours';
  end if;
  update public.bookings
  set
    booking_date = new_date,
    booking_time = new_time,
    cancellation_free_until = private.free_until(booking)
  where id = booking.id;
end;
$$;

create trigger move_claim after update of booking_date, booking_time on public.bookings
  for each row
  when ((new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time))
  execute function private.move_claim();

-- After move_claim: triggers of one event run in the order of their names.
create trigger tell_of_move after update of booking_date, booking_time on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    and new.status in ('deposit_paid', 'confirmed', 'paid')
  )
  execute function private.tell_of_move();

create trigger keep_deposit_of_late_move before update of booking_date, booking_time on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    and old.status in ('deposit_paid', 'confirmed', 'paid')
  )
  execute function private.keep_deposit_of_late_move();

-- Moves of one booking wait for its row lock, so concurrent moves are counted too.
create trigger limit_moves before update of booking_date, booking_time on public.bookings
  for each row
  when ((new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time))
  execute function private.limit_moves();

revoke all on function public.move_booking from public, anon, authenticated, service_role;
grant execute on function private.check_new_time, private.free_until, public.move_booking to authenticated;
grant execute on function private.has_moved_often to anon, authenticated, service_role;
grant execute on function private.start_refusal to service_role;
