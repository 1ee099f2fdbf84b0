-- Bookings keep the add-ons that they were sold. Customers on the waiting list keep those they asked for.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.bookings add column add_ons jsonb;
alter table public.waiting_list add column add_ons jsonb;

-- A later migration validates the constraints without locking the tables.
alter table public.bookings
  add constraint bookings_add_ons_check check (jsonb_typeof(add_ons) = 'array') not valid;
alter table public.waiting_list
  add constraint waiting_list_add_ons_check check (jsonb_typeof(add_ons) = 'array') not valid;

-- It names all columns of a booking.
-- Past visits with neither mark, newest first: with money due on site among the last thousand, and all of the last two
-- weeks. Visits cancelled because of rain are left out.
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
    vehicle_name, tax_lines, add_ons
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
    booking.vehicle_name, booking.tax_lines, booking.add_ons
  );
end;
$$;

-- What a booking's holder sees beyond its row, for each of the bookings that the caller may see. An email address
-- opens one booking.
-- -> [{booking_id, the customer's name, email, phone and address, more, the parts of the price, add_ons, paid_cents,
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
    'add_ons', booking.add_ons,
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

-- Whether a stored booking equals the phone booking in this request: the agreed details, without the price.
create or replace function private.is_booked_as(stored public.bookings, wanted public.bookings) returns boolean
language sql immutable set search_path = ''
as $$
  select stored.source = 'phone' and (
    stored.customer_name, stored.customer_email, stored.customer_phone, stored.service_id, stored.vehicle_type,
    stored.car_model, stored.car_year, stored.booking_date, stored.booking_time, stored.coupon_code, stored.address,
    stored.city, stored.province, stored.postal_code, private.more_of(stored),
    jsonb_path_query_array(stored.add_ons, '$[*].id')
  ) is not distinct from (
    wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.service_id, wanted.vehicle_type,
    wanted.car_model, wanted.car_year, wanted.booking_date, wanted.booking_time, wanted.coupon_code, wanted.address,
    wanted.city, wanted.province, wanted.postal_code, private.more_of(wanted),
    jsonb_path_query_array(wanted.add_ons, '$[*].id')
  );
$$;

-- Adds a customer to the waiting list; one who is on it keeps the place. `entry` has the columns of a row. Raises
-- too_many_waiting (429) from the eleventh of an address within an hour, and from the 1201st of all within a day. A
-- network has 15 an hour, and the widest that is counted 30, so 720 a day (server/networks.ts).
create or replace function public.join_waiting_list(entry jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted public.waiting_list := jsonb_populate_record(null::public.waiting_list, entry);
begin
  perform private.lock_counted('public.waiting_list');
  if (
    select count(*) >= 1200
      or count(*) filter (where email = wanted.email and created_at > now() - interval '1 hour') >= 10
    from public.waiting_list
    where created_at > now() - interval '1 day'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_waiting';
  end if;
  insert into public.waiting_list
    (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone, add_ons)
  values (
    wanted.day, wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.duration_minutes, wanted.name,
    wanted.email, wanted.phone, wanted.add_ons
  )
  on conflict (day, service_id, email) where booked_at is null and left_at is null do nothing;
end;
$$;

-- The waiting list by day, from a day on.
-- -> [{id, day, service_id, service_name, vehicle_type, add_ons, name, email, phone, created_at, state, booking_id, offered:
-- [{id, time, expires_at, outcome}]}]; `state` as private.state_of_waiting.
-- Raises administrators_only (403).
create or replace function public.waiting_list_of_days(from_day date, batch integer default 200) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id,
      'day', entry.day,
      'service_id', entry.service_id,
      'service_name', entry.service_name,
      'vehicle_type', entry.vehicle_type,
      'add_ons', entry.add_ons,
      'name', entry.name,
      'email', entry.email,
      'phone', entry.phone,
      'created_at', entry.created_at,
      'state', private.state_of_waiting(entry),
      'booking_id', entry.booking_id,
      'offered', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', offer.id,
          'time', private.local_time(offer.starts_at),
          'expires_at', offer.expires_at,
          'outcome', coalesce(offer.outcome, case when offer.expires_at > now() then 'held' else 'lapsed' end)
        ) order by offer.created_at), '[]')
        from public.offered_times as offer
        where offer.waiting_id = entry.id
      )
    ) order by entry.day, entry.created_at), '[]')
    from (
      select * from public.waiting_list
      where day >= from_day and left_at is null
      order by day, created_at
      limit least(batch, 500)
    ) as entry
  );
end;
$$;

-- The data of the page that an offer's email links to, by its token.
-- -> {state, date, time, expires_at, service_id, service_name, vehicle_type, add_ons, is_waiting, name, email, phone}
-- state: held, taken, declined, withdrawn or lapsed. The customer is named only while it is held.
-- Raises offer_not_found (404).
create or replace function public.waiting_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  told jsonb;
begin
  select jsonb_build_object(
    'state', coalesce(offer.outcome, case when offer.expires_at > now() then 'held' else 'lapsed' end),
    'date', private.local_day(offer.starts_at),
    'time', private.local_time(offer.starts_at),
    'expires_at', offer.expires_at,
    'service_id', entry.service_id,
    'service_name', entry.service_name,
    'vehicle_type', entry.vehicle_type,
    'add_ons', entry.add_ons,
    'is_waiting', entry.booked_at is null and entry.left_at is null
  ) || case when offer.closed_at is null and offer.expires_at > now() then
    jsonb_build_object('name', entry.name, 'email', entry.email, 'phone', entry.phone)
  else '{}' end
  into told
  from public.offered_times as offer
  join public.waiting_list as entry on entry.id = offer.waiting_id
  where offer.token_hash = private.hash_of_token(token);
  if told is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return told;
end;
$$;
