-- What a form sends again under the same id is stored once. With the same content it is what is stored; with another
-- one it is refused, and not taken for what was sent first.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether a booking is the one that somebody takes by phone: what was agreed on, and not the price that follows.
create function private.is_booked_as(stored public.bookings, wanted public.bookings) returns boolean
language sql immutable set search_path = ''
as $$
  select stored.source = 'phone' and (
    stored.customer_name, stored.customer_email, stored.customer_phone, stored.service_id, stored.vehicle_type,
    stored.car_model, stored.car_year, stored.booking_date, stored.booking_time, stored.coupon_code, stored.address,
    stored.city, stored.province, stored.postal_code
  ) is not distinct from (
    wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.service_id, wanted.vehicle_type,
    wanted.car_model, wanted.car_year, wanted.booking_date, wanted.booking_time, wanted.coupon_code, wanted.address,
    wanted.city, wanted.province, wanted.postal_code
  );
$$;

-- As before; sent again with other content, or once what it booked was changed, it is refused.
-- Raises already_booked_otherwise, slot_taken, coupon_used (409).
create or replace function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  earlier public.bookings;
begin
  perform private.act_as(acting_admin);
  wanted.customer_email := nullif(lower(btrim(wanted.customer_email)), '');
  -- By the id: sent again, it may name another person.
  perform pg_advisory_xact_lock(7223915, hashtext(wanted.id::text));
  perform private.lock_email(coalesce(wanted.customer_email, wanted.customer_phone));
  select * into earlier from public.bookings where id = wanted.id;
  if found then
    if not private.is_booked_as(earlier, wanted) then
      raise exception using errcode = 'PT409', message = 'already_booked_otherwise';
    end if;
    return wanted.id;
  end if;
  perform private.lock_day(wanted.booking_date);
  perform private.drop_other_holds(wanted);
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code,
    free_cancellation_hours, location_type, address, city, province, postal_code
  )
  values (
    wanted.id, 'phone', 'confirmed', wanted.customer_name, wanted.customer_email, wanted.customer_phone,
    wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.car_model, wanted.car_year,
    wanted.booking_date, wanted.booking_time, wanted.duration_minutes, 'pay_later', wanted.price_cents,
    coalesce(wanted.discount_cents, 0), coalesce(wanted.tip_cents, 0), 0, wanted.total_cents, 0, 0,
    coalesce(wanted.tax_label, ''), wanted.coupon_code, wanted.free_cancellation_hours, 'mobile', wanted.address,
    wanted.city, wanted.province, wanted.postal_code
  );
  perform private.take_time(wanted, null);
  perform private.redeem_coupon(wanted);
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

-- The payment that was noted under an id before, or null.
-- Raises already_noted_otherwise (409) when that was another one, or it was taken back since; its detail is what is
-- stored: {method, amount_cents, tip_cents, status}.
create function private.payment_noted_as(
  target_booking_id uuid, request uuid, method text, amount_cents integer, tip_cents integer
) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  noted public.payments;
begin
  select * into noted from public.payments where request_id = request and booking_id = target_booking_id;
  if noted.id is not null and (noted.status, noted.method, noted.amount_cents, noted.tip_cents)
    is distinct from ('succeeded', payment_noted_as.method, payment_noted_as.amount_cents, payment_noted_as.tip_cents)
  then
    raise exception using
      errcode = 'PT409',
      message = 'already_noted_otherwise',
      detail = jsonb_build_object(
        'method', noted.method, 'amount_cents', noted.amount_cents, 'tip_cents', noted.tip_cents,
        'status', noted.status
      )::text;
  end if;
  return noted.id;
end;
$$;

-- As before; the same request with other content is refused.
-- Raises administrators_only (403), booking_not_found (404), already_noted_otherwise, booking_cancelled,
-- not_confirmed, amount_too_large (409), invalid_payment (400).
create or replace function public.record_payment(
  target_booking_id uuid,
  method text,
  amount_cents integer,
  tip_cents integer default 0,
  request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  noted_id uuid;
begin
  noted_id := private.payment_noted_as(booking.id, request_id, method, amount_cents, tip_cents);
  if noted_id is null then
    perform private.check_stands(booking);
    if method not in ('cash', 'card', 'e_transfer') or amount_cents <= 0
      or tip_cents not between 0 and amount_cents then
      raise exception using errcode = 'PT400', message = 'invalid_payment';
    end if;
    if amount_cents - tip_cents > private.due_on_site_cents(booking) then
      raise exception using errcode = 'PT409', message = 'amount_too_large';
    end if;
    insert into public.payments
      (booking_id, method, amount_cents, tip_cents, status, settled_at, recorded_by, request_id)
    values (
      booking.id, record_payment.method, record_payment.amount_cents, record_payment.tip_cents, 'succeeded', now(),
      (select auth.uid()), record_payment.request_id
    )
    returning id into noted_id;
    perform private.note_change(booking.id, 'payment_recorded', null, jsonb_build_object(
      'payment_id', noted_id, 'method', method, 'amount_cents', amount_cents, 'tip_cents', tip_cents
    ));
    if private.due_on_site_cents(booking) = 0 then
      update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
    end if;
  end if;
  select * into booking from public.bookings where id = target_booking_id;
  return jsonb_build_object(
    'payment_id', noted_id, 'status', booking.status, 'due_on_site_cents', private.due_on_site_cents(booking)
  );
end;
$$;

revoke all on function
  private.is_booked_as(public.bookings, public.bookings),
  private.payment_noted_as(uuid, uuid, text, integer, integer)
  from public, anon, authenticated, service_role;
-- Whoever stores a booking by phone compares it.
grant execute on function private.is_booked_as(public.bookings, public.bookings) to service_role;
