-- The stretch a booking needs, local wall time turned into instants.
create function private.span_of(booking public.bookings) returns tstzrange
language sql stable set search_path = ''
as $$
  select tstzrange(starts_at, starts_at + booking.duration_minutes * interval '1 minute', '[)')
  from (
    select (booking.booking_date + booking.booking_time) at time zone 'America/Toronto' as starts_at
  ) as start;
$$;

-- Whether a status says that an appointment stands, or stood.
create function private.is_standing(status text) returns boolean
language sql immutable set search_path = ''
as $$
  select status in ('deposit_paid', 'confirmed', 'paid');
$$;

create function private.is_ahead(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_standing(booking.status)
    and booking.no_show_at is null
    and booking.done_at is null
    and upper(private.span_of(booking)) > now();
$$;

-- Whether the time of a booking has come, or it is over. A time that was called off does not count: the business
-- does not come then.
create function private.has_come(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.done_at is not null
    or booking.no_show_at is not null
    or (lower(private.span_of(booking)) <= now() and not private.is_rained_out(booking.id));
$$;

-- A booking that was kept, as far as is known: marked as done, or over without a word that nobody was there, and
-- not called off.
create function private.was_visited(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_standing(booking.status)
    and booking.no_show_at is null
    and (
      booking.done_at is not null
      or (upper(private.span_of(booking)) <= now() and not private.is_rained_out(booking.id))
    );
$$;

-- Raises booking_cancelled, not_confirmed (409).
create function private.check_stands(booking public.bookings) returns void
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

-- Raises administrators_only (403), booking_not_found (404).
create function private.lock_booking(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

-- The booking somebody writes about, as one line; says so when the number they typed is of none.
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

-- As before, with whether it was called off.
create function private.car_of_day(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'service_name', booking.service_name,
    'customer_name', booking.customer_name,
    'customer_phone', booking.customer_phone,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'vehicle_type', booking.vehicle_type,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'due_cents', private.due_on_site_cents(booking),
    'done_at', booking.done_at,
    'no_show_at', booking.no_show_at,
    'called_off', private.called_off(booking),
    'crew', (select crew from public.slot_claims where booking_id = booking.id),
    'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
  );
$$;

grant execute on function private.span_of to authenticated, service_role;
grant execute on function private.is_standing to service_role;
