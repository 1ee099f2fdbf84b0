-- Phone bookings, and the marks of a visit: done, no-show.

-- Whether a stored booking equals the phone booking in this request: the agreed details, without the price.
create function private.is_booked_as(stored public.bookings, wanted public.bookings) returns boolean
language sql immutable set search_path = ''
as $$
  select stored.source = 'phone' and (
    stored.customer_name, stored.customer_email, stored.customer_phone, stored.service_id, stored.vehicle_type,
    stored.car_model, stored.car_year, stored.booking_date, stored.booking_time, stored.coupon_code, stored.address,
    stored.city, stored.province, stored.postal_code, private.optional_details(stored),
    jsonb_path_query_array(stored.add_ons, '$[*].id')
  ) is not distinct from (
    wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.service_id, wanted.vehicle_type,
    wanted.car_model, wanted.car_year, wanted.booking_date, wanted.booking_time, wanted.coupon_code, wanted.address,
    wanted.city, wanted.province, wanted.postal_code, private.optional_details(wanted),
    jsonb_path_query_array(wanted.add_ons, '$[*].id')
  );
$$;

-- Why no crew can come to a booking that nothing else is in the way of: crews_off by their hours, van_not_there before it
-- leaves or without the time to get back, no_crew_for_service. Null when a visit or blocked time is in the way.
create function private.why_no_crew(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when bool_or(lower(private.span_of(booking)) < now())
      or bool_or(coalesce(way.present ->> 'why', '') not in ('service', 'hours')) then null
    when bool_and(way.present ->> 'why' = 'service') then 'no_crew_for_service'
    when bool_or(
      way.present ->> 'why' = 'hours' and not van.is_off
      and private.span_of(booking) <@ tstzrange(
        private.instant_of(booking.booking_date, van.leaves_at), private.instant_of(booking.booking_date, van.back_by)
      )
    ) then 'van_not_there'
    when bool_or(way.present ->> 'why' = 'hours' and van.has_hours) then 'crews_off'
    else 'van_not_there'
  end
  from public.crews as crew
  cross join public.travel_settings as travel
  cross join lateral private.van_of(travel, crew.number, booking.booking_date) as van
  cross join lateral (select private.in_the_way(crew.number, booking) as present) as way;
$$;

-- Stores a phone booking and returns its id; the same id again is fine. The caller's own holds are replaced, by
-- their email address, except one with an open payment. The key offer_id names a time held for them off the
-- waiting list, text_consent is true when they agreed to texts. Raises already_booked_otherwise, slot_taken, crews_off,
-- van_not_there, no_crew_for_service, coupon_used (409).
create function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
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
  begin
    perform private.take_time(wanted, null);
  exception
    when sqlstate 'PT409' then
      raise exception using errcode = 'PT409', message = coalesce(private.why_no_crew(wanted), sqlerrm);
  end;
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'phone_call', acting_admin);
  end if;
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

-- Marks a visit as done, for administrators and its crew; again is fine. Raises administrators_only (403), booking_not_found (404), booking_cancelled,
-- not_confirmed, too_early before its day (409).
create function public.mark_done(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.require_confirmed_booking(booking);
  if booking.booking_date > private.local_today() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set done_at = coalesce(done_at, now()), no_show_at = null where id = booking.id;
  perform private.look_at_no_show(booking.id);
end;
$$;

-- Marks that the customer or the car was absent; again is fine. What was paid then waits for the owner's decision, unless
-- an administrator `is_decided` to keep it. Raises as mark_done; too_early before its start.
create function private.note_no_show(booking public.bookings, is_decided boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_confirmed_booking(booking);
  if lower(private.span_of(booking)) > now() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set no_show_at = coalesce(no_show_at, now()), done_at = null where id = booking.id;
  if booking.no_show_at is null and not (coalesce(is_decided, false) and public.is_admin()) then
    perform private.look_at_no_show(booking.id, is_new => true);
  end if;
end;
$$;

-- As private.note_no_show, undecided.
create function public.mark_no_show(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_no_show(private.lock_visit(target_booking_id), is_decided => false);
end;
$$;

-- Undoes "done" or "no-show". Raises administrators_only (403), booking_not_found (404).
create function public.undo_visit_mark(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  update public.bookings set done_at = null, no_show_at = null where id = booking.id;
  perform private.look_at_no_show(booking.id);
end;
$$;

revoke all on function
  public.book_by_phone, public.mark_done, public.mark_no_show, public.undo_visit_mark
  from public, anon, authenticated, service_role;
grant execute on function private.is_booked_as, private.why_no_crew, public.book_by_phone to service_role;
grant execute on function public.mark_done, public.mark_no_show, public.undo_visit_mark to authenticated;
