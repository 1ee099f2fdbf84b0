-- A booking by phone can have any start ahead, as a moved booking can.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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

revoke all on function private.start_refusal from public;
grant execute on function private.start_refusal to service_role;

-- Moves a confirmed booking to any available time ahead, for the owner; outside the opening hours only with `anyway`.
-- The customer gets an email and loses nothing. A booking cancelled because of rain can be moved after its start too.
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_past,
-- time_in_past, date_too_far, outside_hours, slot_taken (409), invalid_time (400).
create or replace function public.move_booking(
  target_booking_id uuid, new_date date, new_time time, anyway boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  new_start timestamptz := private.instant_of(new_date, new_time);
  refusal text;
begin
  perform private.check_stands(booking);
  if new_date is null or new_time is null or extract(second from new_time) <> 0 or new_time = '24:00' then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  if (new_date, new_time) = (booking.booking_date, booking.booking_time) then
    return;
  end if;
  refusal := case
    when private.has_come(booking) and not private.is_settled_by_phone(booking) then 'booking_past'
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
    free_cancellation_hours = private.free_hours_after_move(booking, new_start)
  where id = booking.id;
end;
$$;

-- Stores a phone booking and returns its id; the same id again is fine. The caller's own holds are replaced, by
-- their email address, except one with an open payment. The key offer_id names a time held for them off the
-- waiting list, text_consent is true when they agreed to texts. Raises already_booked_otherwise, slot_taken, coupon_used (409).
create or replace function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  earlier public.bookings;
  replaced uuid[];
  refusal text;
begin
  perform private.act_as(acting_admin);
  wanted.customer_email := nullif(lower(btrim(wanted.customer_email)), '');
  -- By the id: the same request again may name another customer.
  perform private.lock_form(wanted.id);
  select * into earlier from public.bookings where id = wanted.id;
  if found then
    if not private.is_booked_as(earlier, wanted) then
      raise exception using errcode = 'PT409', message = 'already_booked_otherwise';
    end if;
    return wanted.id;
  end if;
  if (booking ->> 'anyway')::boolean then
    refusal := private.start_refusal(wanted.booking_date, wanted.booking_time, wanted.duration_minutes);
    if refusal is not null then
      raise exception using errcode = 'PT409', message = refusal;
    end if;
  end if;
  replaced := private.lock_replaced(array(
    select private.replaceable_holds(null, null, null, wanted.customer_email)
  ));
  perform private.give_up_holds(
    array(select id from unnest(replaced) as id where not private.has_open_payment(id))
  );
  perform private.lock_email(coalesce(wanted.customer_email, wanted.customer_phone));
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  wanted.source := 'phone';
  wanted.status := 'confirmed';
  wanted.user_id := null;
  wanted.payment_option := 'pay_later';
  wanted.due_now_cents := 0;
  wanted.deposit_cents := 0;
  wanted.client_address := null;
  perform private.store_booking(wanted);
  perform private.use_offer((booking ->> 'offer_id')::uuid, wanted);
  perform private.take_time(wanted, null);
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'phone_call', acting_admin);
  end if;
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;
