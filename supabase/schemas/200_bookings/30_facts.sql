-- Questions about one booking that several concepts ask. Those with `return` become part of the statement that asks,
-- so that they cost nothing for many bookings (docs/decisions/0070).

-- The instants that a booking takes up.
create function private.span_of(booking public.bookings) returns tstzrange
language sql stable
return tstzrange(
  (booking.booking_date + booking.booking_time) at time zone 'America/Toronto',
  (booking.booking_date + booking.booking_time) at time zone 'America/Toronto'
    + booking.duration_minutes * interval '1 minute',
  '[)'
);

-- Whether a status means that an appointment is or was confirmed.
create function private.is_standing(status text) returns boolean
language sql immutable
return status in ('deposit_paid', 'confirmed', 'paid');

-- Whether a booking is confirmed and its start lies ahead.
create function private.is_ahead(booking public.bookings) returns boolean
language sql stable
return private.is_standing(booking.status)
  and booking.no_show_at is null
  and booking.done_at is null
  and upper(private.span_of(booking)) > now();

-- Whether a booking's start has passed, or the visit is over. False for one cancelled because of rain: the business
-- doesn't come then.
create function private.has_begun(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.done_at is not null
    or booking.no_show_at is not null
    or (lower(private.span_of(booking)) <= now() and not private.is_rained_out(booking.id));
$$;

-- Whether a visit took place as far as is known: it is marked as done, or its time has passed without a no-show, and
-- it was not cancelled because of rain. `rain` as private.called_off.
create function private.was_visited(booking public.bookings, rain text) returns boolean
language sql stable
return private.is_standing(booking.status)
  and booking.no_show_at is null
  and (booking.done_at is not null or (upper(private.span_of(booking)) <= now() and rain is null));

-- Raises booking_cancelled, not_confirmed (409) unless the booking is confirmed.
create function private.require_confirmed_booking(booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  elsif booking.status = 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_confirmed';
  end if;
end;
$$;

-- Locks a booking's row. Raises booking_not_found (404).
create function private.lock_booking(target_booking_id uuid) returns public.bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

-- Locks a booking's row, for administrators. Raises administrators_only (403), booking_not_found (404).
create function private.lock_booking_for_owner(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.lock_booking(target_booking_id);
end;
$$;

-- Locks a booking for a change by an administrator or by a member of its crew. Its id may be that of its claim. Raises
-- administrators_only (403), booking_not_found (404).
create function private.lock_visit(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
begin
  return private.lock_booking(private.worked_booking(target_booking_id));
end;
$$;

-- A booking as one line of text. Says so when the id is unknown.
create function private.booking_in_words(target_booking_id uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select format(
        '%s on %s at %s, booked by %s (%s)',
        service_name,
        to_char(booking_date, 'FMDay, FMMonth FMDD, YYYY'),
        to_char(booking_time, 'FMHH12:MI AM'),
        customer_name,
        customer_email
      )
      from public.bookings
      where id = target_booking_id
    ),
    'There is no booking with this number'
  );
$$;

-- The owner's note about the customer of a booking; empty without one.
create function private.customer_note(booking public.bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    case when booking.customer_email is null then (
      select note from public.phone_customers
      where phone = booking.customer_phone and name_key = lower(booking.customer_name)
    ) else (
      select note from public.customers where email = booking.customer_email
    ) end,
    ''
  );
end;
$$;

-- A visit as the owner needs it on the road: time, service, add-ons, customer, car, address, `more` as private.optional_details, ids of photos,
-- cents due, steps, marks, crew, note and customer_note. `called_off` as private.called_off, `drive_minutes` as private.drive_to.
create function private.car_of_day(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', booking.id,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'duration_minutes', booking.duration_minutes,
      'service_name', booking.service_name,
      'add_ons', booking.add_ons,
      'customer_name', booking.customer_name,
      'customer_phone', booking.customer_phone,
      'car', concat_ws(' ', booking.car_year, booking.car_model),
      'vehicle_type', booking.vehicle_type,
      'address', booking.address,
      'city', booking.city,
      'province', booking.province,
      'postal_code', booking.postal_code,
      'more', private.optional_details(booking),
      'photos', private.photos_of(booking.id),
      'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
      'on_my_way_at', booking.on_my_way_at,
      'arriving_in_minutes', booking.arriving_in_minutes,
      'drive_minutes', private.drive_to(booking),
      'work_began_at', booking.work_began_at,
      'done_at', booking.done_at,
      'no_show_at', booking.no_show_at,
      'called_off', (select state from private.rain_of(booking)),
      'crew', (select crew from public.slot_claims where booking_id = booking.id),
      'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), ''),
      'customer_note', left(private.customer_note(booking), 300)
    )
    from private.payment_sums(booking.id) as sums
  );
end;
$$;

grant execute on function private.span_of to authenticated, service_role;
grant execute on function private.is_standing, private.lock_booking to service_role;
