-- Two bookings that one browser or one account starts at the same moment replace each other: one hold is left open.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Starts of one browser, and of one account, go one after the other. Nothing but hold_slot waits for this.
create function private.lock_holder(holder_token text, account uuid) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223917, hashtext(holder_token)) where holder_token is not null;
  select pg_advisory_xact_lock(7223918, hashtext(account::text)) where account is not null;
$$;

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the columns of the table
-- as keys; id, status and everything the database decides are ignored. Replaced are the hold that the key
-- replaces_booking_id names, those of the browser with the token hold_token and those of the same account.
-- -> {booking_id, expires_at}
-- Raises slot_taken, coupon_used, payment_processing where one of them can still be paid (409), too_many_holds (429).
create or replace function public.hold_slot(
  booking jsonb,
  hold_minutes integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  replaced uuid[];
begin
  wanted.id := gen_random_uuid();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  -- The person, then the browser, bookings, then addresses and days, as everywhere; who is just leaving books as a guest.
  wanted.user_id := private.lock_person(wanted.user_id);
  perform private.lock_holder(booking ->> 'hold_token', wanted.user_id);
  replaced := private.lock_replaced(array(
    select private.replaceable_holds(
      (booking ->> 'replaces_booking_id')::uuid, booking ->> 'hold_token', wanted.user_id, null
    )
  ));
  if exists (select from unnest(replaced) as id where private.has_open_payment(id)) then
    raise exception using
      errcode = 'PT409',
      message = 'payment_processing',
      detail = 'The payment of the booking to be replaced is still open.';
  end if;
  perform private.give_up_holds(replaced);
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds, max_open_holds_of_email);
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  insert into public.bookings (
    id, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type, car_model,
    car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents, tip_cents,
    tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    location_type, address, city, province, postal_code, client_address
  )
  values (
    wanted.id, wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.user_id, wanted.service_id,
    wanted.service_name, wanted.vehicle_type, wanted.car_model, wanted.car_year, wanted.booking_date,
    wanted.booking_time, wanted.duration_minutes, wanted.payment_option, wanted.price_cents,
    coalesce(wanted.discount_cents, 0), coalesce(wanted.tip_cents, 0), coalesce(wanted.tax_cents, 0),
    wanted.total_cents, wanted.due_now_cents, wanted.deposit_cents, coalesce(wanted.tax_label, ''),
    wanted.coupon_code, wanted.free_cancellation_hours, coalesce(wanted.location_type, 'mobile'), wanted.address,
    wanted.city, wanted.province, wanted.postal_code, wanted.client_address
  );
  perform private.take_time(wanted, held_until);
  update public.slot_claims
  set holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
  where booking_id = wanted.id;
  perform private.redeem_coupon(wanted);
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until);
end;
$$;

revoke all on function private.lock_holder(text, uuid) from public;
grant execute on function private.lock_holder(text, uuid) to service_role;
