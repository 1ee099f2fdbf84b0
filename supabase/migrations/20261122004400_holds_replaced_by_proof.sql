-- An email address proves nothing: anybody may type it. A hold is replaced for the visitor who names it by its id, for
-- the browser that made it, for its own account and for the owner on the phone, and never while somebody can pay for
-- it. Without proof the open holds of an email address and of a network are counted.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The browser that made a hold, by the hash of the token it sent.
alter table public.slot_claims add column holder_hash bytea;

-- Whether an intent of this booking could still succeed, as far as the provider has told. A declined card leaves its
-- intent open for the next one.
create function private.has_open_payment(target_booking_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.payments
    where booking_id = target_booking_id and status in ('requires_payment', 'processing', 'failed')
  );
$$;

-- The unpaid bookings a new one takes the place of: the named one, and the holds of the browser with this token, of
-- the account or, where the owner books for a caller, of the email address. Null is nobody.
create function private.replaceable_holds(named_booking_id uuid, holder_token text, account uuid, email text)
returns setof uuid
language sql stable set search_path = ''
as $$
  select id from public.bookings where id = named_booking_id and status = 'pending_payment'
  union
  select booking.id
  from public.slot_claims as claim
  join public.bookings as booking on booking.id = claim.booking_id
  where claim.expires_at > now()
    and booking.status = 'pending_payment'
    and (
      claim.holder_hash = sha256(convert_to(holder_token, 'UTF8'))
      or booking.user_id = account
      or booking.customer_email = lower(btrim(email))
    );
$$;

-- Of those, the ones whose payment has to be closed at the provider before they can be replaced.
create function public.holds_being_paid(named_booking_id uuid, holder_token text, account uuid, email text)
returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(id), '{}')
  from private.replaceable_holds(named_booking_id, holder_token, account, email) as id
  where private.has_open_payment(id);
$$;

-- Locks unpaid bookings that are replaced, so that no payment of them can begin. Bookings come before addresses and days.
create function private.lock_replaced(booking_ids uuid[]) returns uuid[]
language sql set search_path = ''
as $$
  select coalesce(array_agg(locked.id), '{}')
  from (
    select id from public.bookings
    where id = any (booking_ids) and status = 'pending_payment'
    order by id
    for update
  ) as locked;
$$;

-- Frees the times and coupons of unpaid bookings. They must be locked.
create function private.give_up_holds(booking_ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from public.coupon_redemptions where booking_id = any (booking_ids);
  delete from public.slot_claims where booking_id = any (booking_ids) and expires_at is not null;
$$;

-- Frees the coupons of this customer's other unpaid bookings that hold no time any more.
create function private.free_unheld_coupons(booking public.bookings) returns void
language sql set search_path = ''
as $$
  delete from public.coupon_redemptions as redemption
  using public.bookings as other
  where redemption.booking_id = other.id
    and other.id <> booking.id
    and other.status = 'pending_payment'
    and (redemption.email = booking.customer_email or redemption.user_id = booking.user_id)
    and not exists (
      select from public.slot_claims where booking_id = other.id and expires_at > now()
    );
$$;

drop function public.hold_slot(jsonb, integer, integer);
drop function public.extend_hold(uuid, integer, integer, integer);
drop function private.check_open_holds(public.bookings, integer);

-- No more than so many other holds are open from where this booking is made, and with its email address: those of an
-- account are counted by the account, so strangers who type its address take nothing from it. Starts from one place,
-- and with one address, go one after the other. Raises too_many_holds (429).
create function private.check_open_holds(
  booking public.bookings,
  max_open_holds integer,
  max_open_holds_of_email integer
) returns void
language plpgsql set search_path = ''
as $$
declare
  from_there bigint;
  of_customer bigint;
begin
  if booking.client_address is not null then
    perform pg_advisory_xact_lock(7223913, hashtext(booking.client_address));
  end if;
  select
    count(*) filter (where other.client_address = booking.client_address),
    count(*) filter (
      where case
        when booking.user_id is null then other.user_id is null and other.customer_email = booking.customer_email
        else other.user_id = booking.user_id
      end
    )
  into from_there, of_customer
  from public.slot_claims as claim
  join public.bookings as other on other.id = claim.booking_id
  where claim.expires_at > now() and other.id <> booking.id;
  if from_there >= max_open_holds or of_customer >= max_open_holds_of_email then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_holds',
      detail = 'Too many unpaid bookings were started from this connection or with this email address.';
  end if;
end;
$$;

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the columns of the table
-- as keys; id, status and everything the database decides are ignored. Replaced are the hold that the key
-- replaces_booking_id names, those of the browser with the token hold_token and those of the same account.
-- -> {booking_id, expires_at}
-- Raises slot_taken, coupon_used, payment_processing where one of them can still be paid (409), too_many_holds (429).
create function public.hold_slot(
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
  -- The person, then bookings, then addresses and days, as everywhere; who is just leaving books as a guest.
  wanted.user_id := private.lock_person(wanted.user_id);
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

-- Holds the time of an unpaid booking for another `hold_minutes` from now, `max_extensions` times in all. A hold that
-- is open is asked nothing more: its time is its own. One that expired is taken again when its time is available,
-- under the caps of a new one; it replaces no other hold. -> {booking_id, expires_at, extensions_left}
-- Raises booking_not_found (404), not_awaiting_payment, slot_taken, coupon_used, no_extensions_left (409),
-- too_many_holds (429).
create function public.extend_hold(
  target_booking_id uuid,
  hold_minutes integer,
  max_extensions integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  target public.bookings;
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  is_held boolean;
begin
  select * into target from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if target.hold_extensions >= max_extensions then
    raise exception using errcode = 'PT409', message = 'no_extensions_left';
  end if;
  perform private.lock_email(target.customer_email);
  select * into claim from public.slot_claims where booking_id = target.id;
  is_held := claim.id is not null and claim.expires_at > now() and lower(claim.during) >= now();
  if not is_held then
    perform private.check_open_holds(target, max_open_holds, max_open_holds_of_email);
  end if;
  perform private.lock_day(target.booking_date);
  perform private.free_unheld_coupons(target);
  if not is_held then
    perform private.take_time(target, held_until);
  end if;
  perform private.redeem_coupon(target);
  update public.slot_claims set expires_at = held_until where booking_id = target.id;
  update public.bookings set hold_extensions = hold_extensions + 1 where id = target.id;
  return jsonb_build_object(
    'booking_id', target.id, 'expires_at', held_until, 'extensions_left', max_extensions - target.hold_extensions - 1
  );
end;
$$;

-- Notes a payment before the browser learns of it, so that nobody can pay what is paid already, nor for a hold that
-- was given up. Raises booking_not_found (404), not_awaiting_payment (409), hold_lapsed (410).
create or replace function public.begin_payment(target_booking_id uuid, payment_intent_id text, amount_cents integer)
returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_status text;
begin
  select status into current_status from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if current_status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if not exists (select from public.slot_claims where booking_id = target_booking_id) then
    raise exception using errcode = 'PT410', message = 'hold_lapsed';
  end if;
  insert into public.payments as payment (booking_id, stripe_payment_intent_id, amount_cents)
  values (target_booking_id, payment_intent_id, begin_payment.amount_cents)
  on conflict (stripe_payment_intent_id) do update
  set amount_cents = excluded.amount_cents, status = 'requires_payment'
  where payment.status in ('requires_payment', 'failed');
end;
$$;

-- Stores a booking taken by phone. The caller's own holds are replaced, by their email address, except one with an
-- open payment: the owner speaks with them. The key offer_id names a time that is held for them off the waiting list.
-- Raises already_booked_otherwise, slot_taken, coupon_used (409).
create or replace function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  earlier public.bookings;
  replaced uuid[];
begin
  perform private.act_as(acting_admin);
  wanted.customer_email := nullif(lower(btrim(wanted.customer_email)), '');
  -- By the id: sent again, it may name another person.
  perform pg_advisory_xact_lock(7223915, hashtext(wanted.id::text));
  select * into earlier from public.bookings where id = wanted.id;
  if found then
    if not private.is_booked_as(earlier, wanted) then
      raise exception using errcode = 'PT409', message = 'already_booked_otherwise';
    end if;
    return wanted.id;
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
  perform private.use_offer((booking ->> 'offer_id')::uuid, wanted);
  perform private.take_time(wanted, null);
  perform private.redeem_coupon(wanted);
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

drop function private.drop_other_holds(public.bookings), private.give_up_hold(uuid);

revoke all on function
  public.hold_slot(jsonb, integer, integer, integer), public.extend_hold(uuid, integer, integer, integer, integer),
  public.holds_being_paid(uuid, text, uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.hold_slot(jsonb, integer, integer, integer), public.extend_hold(uuid, integer, integer, integer, integer),
  public.holds_being_paid(uuid, text, uuid, text)
  to service_role;

revoke all on function
  private.has_open_payment(uuid), private.replaceable_holds(uuid, text, uuid, text), private.lock_replaced(uuid[]),
  private.give_up_holds(uuid[]), private.free_unheld_coupons(public.bookings),
  private.check_open_holds(public.bookings, integer, integer)
  from public;
grant execute on function
  private.has_open_payment(uuid), private.replaceable_holds(uuid, text, uuid, text), private.lock_replaced(uuid[]),
  private.give_up_holds(uuid[]), private.free_unheld_coupons(public.bookings),
  private.check_open_holds(public.bookings, integer, integer)
  to service_role;
