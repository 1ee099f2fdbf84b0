-- What a visitor or customer may change on a booking. Column grants and policies say which booking and
-- which columns; these triggers say which values.

-- The status that the money on record dictates; null while nothing was paid. One booking can be asked
-- about only by those who may update it.
create function private.status_by_payment(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case booking.payment_option when 'pay_deposit' then 'deposit_paid' else 'confirmed' end
  where exists (
    select
    from public.payments as payment
    where payment.booking_id = booking.id
      and payment.status = 'succeeded'
      and payment.amount_cents = booking.due_now_cents
      and private.keepable_cents(payment) = payment.amount_cents
  );
$$;

-- Raises payment_not_verified (409) unless the status follows from a payment that was recorded, or an
-- administrator notes that the rest was collected. The same value again changes nothing and is fine.
create function private.check_status_change(old_row public.bookings, new_row public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  dictated text := private.status_by_payment(old_row);
begin
  if new_row.status = 'paid' and old_row.status in ('deposit_paid', 'confirmed') and public.is_admin() then
    return;
  end if;
  if old_row.status = 'pending_payment'
    and new_row.status = dictated
    and new_row.deposit_paid = (dictated = 'deposit_paid') then
    return;
  end if;
  raise exception using
    errcode = 'PT409',
    message = 'payment_not_verified',
    detail = 'No payment on record allows this status.';
end;
$$;

-- Moving a booking: every 30 minutes from 8:30 to 16:00, done by 17:00, not in the past, at most 365
-- days ahead. Raises booking_cancelled, booking_past, time_not_offered, time_in_past, date_too_far (409).
create function private.check_new_time(old_row public.bookings, new_row public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  today date := (now() at time zone 'America/Toronto')::date;
  start_minute integer := extract(epoch from new_row.booking_time)::integer / 60;
  refusal text := case
    when old_row.status = 'cancelled' then 'booking_cancelled'
    -- From its start on: else it could be moved, and then cancelled for all of its money.
    when lower(private.span_of(old_row)) <= now() then 'booking_past'
    when start_minute % 30 <> 0
      or start_minute not between 8 * 60 + 30 and 16 * 60
      or start_minute + new_row.duration_minutes > 17 * 60 then 'time_not_offered'
    when lower(private.span_of(new_row)) < now() then 'time_in_past'
    when new_row.booking_date > today + 365 then 'date_too_far'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

-- Asks who is writing, so it must run with the rights of whoever does.
create function private.guard_booking_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  by_hand boolean := current_user in ('anon', 'authenticated');
  is_moved boolean := (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time);
begin
  if by_hand and (new.status, new.deposit_paid) is distinct from (old.status, old.deposit_paid) then
    perform private.check_status_change(old, new);
  end if;
  if is_moved then
    if by_hand then
      perform private.check_new_time(old, new);
    end if;
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  return new;
end;
$$;

create trigger guard_booking_change before update on public.bookings
  for each row execute function private.guard_booking_change();

-- The claim goes where the booking goes. Raises slot_taken, and hold_lapsed when there is no claim to
-- move (409).
create function private.move_claim() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_day(new.booking_date);
  perform private.clear_lapsed(new);
  update public.slot_claims set during = private.span_of(new) where booking_id = new.id;
  if not found and new.status <> 'cancelled' then
    raise exception using errcode = 'PT409', message = 'hold_lapsed', detail = 'The time of this booking is no longer held.';
  end if;
  return null;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

create trigger move_claim after update of booking_date, booking_time on public.bookings
  for each row
  when ((new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time))
  execute function private.move_claim();

revoke all on function
  private.status_by_payment(public.bookings), private.check_status_change(public.bookings, public.bookings),
  private.check_new_time(public.bookings, public.bookings), private.guard_booking_change(), private.move_claim()
  from public;
grant execute on function
  private.status_by_payment(public.bookings), private.check_status_change(public.bookings, public.bookings),
  private.check_new_time(public.bookings, public.bookings), private.span_of(public.bookings)
  to anon, authenticated;
