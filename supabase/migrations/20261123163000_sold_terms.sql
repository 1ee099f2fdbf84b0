-- Bookings keep what they were sold: the name of the vehicle class and each tax. Any vehicle class, tax and coupon of
-- the published business can be booked.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.bookings
  add column vehicle_name text,
  add column tax_lines jsonb;

-- A later migration validates the constraints without locking the tables.
alter table public.bookings
  add constraint bookings_vehicle_name_check check (length(vehicle_name) <= 100) not valid,
  add constraint bookings_tax_lines_check check (jsonb_typeof(tax_lines) = 'array') not valid;

-- Wider than before, so every row that is there obeys them.
alter table public.bookings
  drop constraint bookings_vehicle_type_check,
  add constraint bookings_vehicle_type_check check (vehicle_type ~ '^[a-z0-9-]{1,40}$') not valid,
  drop constraint bookings_due_now_follows_the_option,
  add constraint bookings_due_now_follows_the_option check (
    case payment_option
      when 'pay_full_online' then due_now_cents = total_cents and due_now_cents > 0
      -- All of it on site, without a deposit; confirmed from the start.
      when 'pay_later' then deposit_cents = 0 and due_now_cents = 0
        and status in ('confirmed', 'paid', 'cancelled')
      else due_now_cents = least(deposit_cents, total_cents) and due_now_cents > 0
    end
  ) not valid;

alter table public.waiting_list
  drop constraint waiting_list_vehicle_type_check,
  add constraint waiting_list_vehicle_type_check check (vehicle_type ~ '^[a-z0-9-]{1,40}$') not valid;

-- It names all columns of a booking.
create or replace function private.unmarked_visits() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    (
      select * from public.bookings
      where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
    union all
    (
      select * from public.bookings
      where status = 'paid' and done_at is null and no_show_at is null
        and booking_date between private.local_today() - 14 and private.local_today() - 1
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where (
      private.due_on_site_cents(visit, sums.collected_cents) > 0
      or visit.booking_date >= private.local_today() - 14
    )
    and not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

-- Stores a new booking. What is not listed here has its default.
create or replace function private.store_booking(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    address, city, province, postal_code, client_address, gate_access, has_water, has_power, customer_notes,
    vehicle_name, tax_lines
  )
  values (
    booking.id, booking.source, booking.status, booking.customer_name, booking.customer_email, booking.customer_phone,
    booking.user_id, booking.service_id, booking.service_name, booking.vehicle_type, booking.car_model,
    booking.car_year, booking.booking_date, booking.booking_time, booking.duration_minutes, booking.payment_option,
    booking.price_cents, coalesce(booking.discount_cents, 0), coalesce(booking.tip_cents, 0),
    coalesce(booking.tax_cents, 0), booking.total_cents, booking.due_now_cents, booking.deposit_cents,
    coalesce(booking.tax_label, ''), booking.coupon_code, booking.free_cancellation_hours, booking.address,
    booking.city, booking.province, booking.postal_code, booking.client_address, coalesce(booking.gate_access, ''),
    coalesce(booking.has_water, ''), coalesce(booking.has_power, ''), coalesce(booking.customer_notes, ''),
    booking.vehicle_name, booking.tax_lines
  );
end;
$$;

-- What a booking's holder sees beyond its row, for each of the bookings that the caller may see. An email address
-- opens one booking.
-- -> [{booking_id, the customer's name, email, phone and address, more, the parts of the price, paid_cents,
-- refunded_cents, due_now_cents (0 unless a payment is awaited), due_on_site_cents, hold_expires_at (null: not held,
-- or permanent), hold_extensions}]
create or replace function public.booking_details(target_booking_ids uuid[], email text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'more', private.more_of(booking),
    'tax_lines', booking.tax_lines,
    'coupon_code', booking.coupon_code,
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'tip_cents', booking.tip_cents,
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'hold_expires_at', claim.expires_at,
    'hold_extensions', booking.hold_extensions
  )), '[]')
  from public.bookings as booking
  cross join lateral private.money_of(booking.id) as money
  left join public.slot_claims as claim on claim.booking_id = booking.id
  where booking.id = any (target_booking_ids)
    and (
      (
        cardinality(target_booking_ids) = 1
        and booking.customer_email = nullif(lower(btrim(booking_details.email)), '')
      )
      or (booking.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
$$;

-- Stores a phone booking and returns its id; the same id again is fine. The caller's own holds are replaced, by
-- their email address, except one with an open payment. The key offer_id names a time held for them off the
-- waiting list. Raises already_booked_otherwise, slot_taken, coupon_used (409).
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
  -- By the id: the same request again may name another customer.
  perform private.lock_form(wanted.id);
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
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

-- Whether a customer of this booking has another one that is confirmed in any way.
create function private.has_other_visit(booking public.bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as other
    where other.customer_email = booking.customer_email
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  ) or exists (
    select from public.bookings as other
    where other.user_id = booking.user_id
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  );
end;
$$;

-- Redeems a booking's coupon, if it has one, once for a mailbox, a phone number and an account, and by the rules of
-- the published coupon; again for the same booking is fine. Raises coupon_used, coupon_used_up, coupon_first_visit
-- (409).
create or replace function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  person text[];
  coupon jsonb;
begin
  if booking.coupon_code is null then
    return;
  end if;
  person := private.marks_of_person(booking.customer_email, booking.customer_phone);
  -- Two bookings with one phone number may have two addresses, so redemptions of a coupon are serialized.
  perform private.lock_coupon(booking.coupon_code);
  if exists (
    select
    from public.coupon_redemptions
    where code = booking.coupon_code
      and booking_id <> booking.id
      and marks && (person || private.mark_of(booking.customer_email))
  ) then
    raise unique_violation;
  end if;
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = booking.coupon_code;
  if (coupon ->> 'isFirstVisitOnly')::boolean and private.has_other_visit(booking) then
    raise exception using errcode = 'PT409', message = 'coupon_first_visit';
  end if;
  if (
    select count(*) from public.coupon_redemptions where code = booking.coupon_code and booking_id <> booking.id
  ) >= (coupon ->> 'maxUses')::integer then
    raise exception using errcode = 'PT409', message = 'coupon_used_up';
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id, marks)
  values (
    booking.id, booking.coupon_code, coalesce(booking.customer_email, 'phone:' || booking.customer_phone),
    booking.user_id, person
  )
  on conflict (booking_id) do nothing;
exception
  when unique_violation then
    raise exception using
      errcode = 'PT409',
      message = 'coupon_used',
      detail = 'This coupon was already used with this email address, phone number or account.';
end;
$$;

revoke all on function private.has_other_visit from public, anon, authenticated, service_role;
grant execute on function private.has_other_visit to service_role;
