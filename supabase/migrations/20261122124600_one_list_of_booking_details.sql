-- The optional details of a booking come out as one object, both kinds of bookings are stored by one statement, and
-- erasing a customer's data clears the car's model.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.store_booking(booking public.bookings) returns void
language sql set search_path = ''
as $$
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    address, city, province, postal_code, client_address
  )
  values (
    booking.id, booking.source, booking.status, booking.customer_name, booking.customer_email, booking.customer_phone,
    booking.user_id, booking.service_id, booking.service_name, booking.vehicle_type, booking.car_model,
    booking.car_year, booking.booking_date, booking.booking_time, booking.duration_minutes, booking.payment_option,
    booking.price_cents, coalesce(booking.discount_cents, 0), coalesce(booking.tip_cents, 0),
    coalesce(booking.tax_cents, 0), booking.total_cents, booking.due_now_cents, booking.deposit_cents,
    coalesce(booking.tax_label, ''), booking.coupon_code, booking.free_cancellation_hours, booking.address,
    booking.city, booking.province, booking.postal_code, booking.client_address
  );
$$;

create or replace function private.more_of(booking public.bookings) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object();
$$;

create or replace function private.personal_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'customer_name', 'customer_email', 'customer_phone', 'user_id', 'car_model', 'address', 'city', 'postal_code',
    'note'
  ];
$$;

create or replace function private.clear_personal_columns(booking_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.bookings
  set
    user_id = null,
    customer_name = 'A former customer',
    customer_email = 'deleted-' || id || '@account.invalid',
    customer_phone = '+00000000',
    car_model = 'Removed',
    address = 'Removed',
    city = 'Removed',
    postal_code = 'A0A 0A0',
    client_address = null
  where id = any (booking_ids);
$$;

create or replace function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_choice(whose);
  perform private.cancel(id)
  from public.bookings
  where id = any (booking_ids) and status = 'pending_payment'
  order by id;
  update public.coupon_redemptions
  set email = private.mark_of(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  perform private.clear_personal_columns(booking_ids);
  delete from public.customers where email = forget_person.whose;
end;
$$;

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
  -- The account first; when it is being deleted, the customer books as a guest. Then in the order of 01_locks.sql.
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
  wanted.source := 'online';
  wanted.status := 'pending_payment';
  perform private.store_booking(wanted);
  perform private.take_time(wanted, held_until);
  update public.slot_claims
  set holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
  where booking_id = wanted.id;
  perform private.redeem_coupon(wanted);
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until);
end;
$$;

create or replace function private.is_booked_as(stored public.bookings, wanted public.bookings) returns boolean
language sql immutable set search_path = ''
as $$
  select stored.source = 'phone' and (
    stored.customer_name, stored.customer_email, stored.customer_phone, stored.service_id, stored.vehicle_type,
    stored.car_model, stored.car_year, stored.booking_date, stored.booking_time, stored.coupon_code, stored.address,
    stored.city, stored.province, stored.postal_code, private.more_of(stored)
  ) is not distinct from (
    wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.service_id, wanted.vehicle_type,
    wanted.car_model, wanted.car_year, wanted.booking_date, wanted.booking_time, wanted.coupon_code, wanted.address,
    wanted.city, wanted.province, wanted.postal_code, private.more_of(wanted)
  );
$$;

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
  wanted.tax_cents := 0;
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

create or replace function private.car_of_day(booking public.bookings) returns jsonb
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
    'more', private.more_of(booking),
    'due_cents', private.due_on_site_cents(booking),
    'done_at', booking.done_at,
    'no_show_at', booking.no_show_at,
    'called_off', private.called_off(booking),
    'crew', (select crew from public.slot_claims where booking_id = booking.id),
    'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
  );
$$;

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

create or replace function public.booking_for_payment(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'expires_at', claim.expires_at,
    'has_claim', claim.id is not null,
    'is_rained_out', private.is_rained_out(booking.id),
    'more', private.more_of(booking),
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'due_on_site_cents', private.due_on_site_cents(booking),
    'online_kept_cents', private.online_kept_cents(booking.id),
    'open_payment_intent_id', (
      select stripe_payment_intent_id
      from public.payments
      where booking_id = booking.id and status in ('requires_payment', 'processing', 'failed')
      order by created_at desc
      limit 1
    )
  )
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
$$;

create or replace function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address' || jsonb_build_object('more', private.more_of(booking)),
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      )
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'timeline', private.booking_timeline(booking.id)
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

revoke all on function private.store_booking, private.more_of, private.clear_personal_columns
  from public, anon, authenticated, service_role;
grant execute on function private.store_booking, private.more_of to service_role;

update public.bookings set car_model = 'Removed' where private.is_forgotten(customer_email);
select private.forget_changes(id) from public.bookings where private.is_forgotten(customer_email);
