-- Starting a booking: its time is held until it is paid for.

-- One open hold an e-mail address: drops the claims and coupons of its other unpaid bookings. The address
-- and the day must be locked.
create function private.drop_other_holds(booking public.bookings) returns void
language sql set search_path = ''
as $$
  delete from public.coupon_redemptions as redemption
  using public.bookings as other
  where redemption.booking_id = other.id
    and other.id <> booking.id
    and other.status = 'pending_payment'
    and (
      redemption.email = booking.customer_email
      -- With another address but the same account: only when that hold is over.
      or (
        redemption.user_id = booking.user_id
        and not exists (
          select from public.slot_claims where booking_id = other.id and expires_at > now()
        )
      )
    );
  delete from public.slot_claims as claim
  using public.bookings as other
  where claim.booking_id = other.id
    and other.id <> booking.id
    and other.status = 'pending_payment'
    and other.customer_email = booking.customer_email
    and claim.expires_at is not null;
$$;

-- Gives up a hold that its visitor replaces, whatever address it was made with: naming the booking by its
-- id is the proof. One that was paid meanwhile stays.
create function private.give_up_hold(replaced_booking_id uuid) returns void
language sql set search_path = ''
as $$
  delete from public.coupon_redemptions as redemption
  using public.bookings as replaced
  where redemption.booking_id = replaced.id
    and replaced.id = replaced_booking_id
    and replaced.status = 'pending_payment';
  delete from public.slot_claims
  where booking_id = replaced_booking_id and expires_at is not null;
$$;

-- Holds and payments of one customer go one after the other.
create function private.lock_email(email text) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223912, hashtext(email));
$$;

-- Starts of one client address go one after the other, and no more than `max_open_holds` stay open.
-- Raises too_many_holds (429).
create function private.check_open_holds(booking public.bookings, max_open_holds integer) returns void
language plpgsql set search_path = ''
as $$
declare
  open_holds integer;
begin
  if booking.client_address is null then
    return;
  end if;
  perform pg_advisory_xact_lock(7223913, hashtext(booking.client_address));
  select count(*) into open_holds
  from public.slot_claims as claim
  join public.bookings as other on other.id = claim.booking_id
  where claim.expires_at > now()
    and other.client_address = booking.client_address
    and other.customer_email <> booking.customer_email;
  if open_holds >= max_open_holds then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_holds',
      detail = 'Too many unpaid bookings were started from this address.';
  end if;
end;
$$;

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the columns of the table
-- as keys; id, status and everything the database decides are ignored. The e-mail's other open hold is
-- replaced, and so is the one that the key replaces_booking_id names. -> {booking_id, expires_at}
-- Raises slot_taken, coupon_used (409), too_many_holds (429).
create function public.hold_slot(booking jsonb, hold_minutes integer, max_open_holds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
begin
  wanted.id := gen_random_uuid();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds);
  perform private.lock_day(wanted.booking_date);
  perform private.drop_other_holds(wanted);
  perform private.give_up_hold((booking ->> 'replaces_booking_id')::uuid);
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
  perform private.redeem_coupon(wanted);
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until);
end;
$$;

-- Holds the time of an unpaid booking for another `hold_minutes` from now. A hold that lapsed is taken
-- again when its time is free. -> {booking_id, expires_at, extensions_left}
-- Raises booking_not_found (404), not_awaiting_payment, slot_taken, coupon_used, no_extensions_left (409).
create function public.extend_hold(target_booking_id uuid, hold_minutes integer, max_extensions integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  target public.bookings;
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
begin
  select * into target from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  perform private.lock_email(target.customer_email);
  perform private.lock_day(target.booking_date);
  select * into claim from public.slot_claims where booking_id = target.id for update;
  if coalesce(claim.extensions, 0) >= max_extensions then
    raise exception using errcode = 'PT409', message = 'no_extensions_left';
  end if;
  perform private.drop_other_holds(target);
  if claim.id is null or lower(claim.during) < now() then
    perform private.take_time(target, held_until);
  end if;
  perform private.redeem_coupon(target);
  update public.slot_claims
  set expires_at = held_until, extensions = extensions + 1
  where booking_id = target.id
  returning * into claim;
  return jsonb_build_object(
    'booking_id', target.id, 'expires_at', held_until, 'extensions_left', max_extensions - claim.extensions
  );
end;
$$;

revoke all on function
  public.hold_slot(jsonb, integer, integer), public.extend_hold(uuid, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.hold_slot(jsonb, integer, integer), public.extend_hold(uuid, integer, integer)
  to service_role;

revoke all on function
  private.drop_other_holds(public.bookings), private.give_up_hold(uuid), private.lock_email(text),
  private.check_open_holds(public.bookings, integer)
  from public;
grant execute on function
  private.drop_other_holds(public.bookings), private.give_up_hold(uuid), private.lock_email(text),
  private.check_open_holds(public.bookings, integer)
  to service_role;
