-- Customers tell more when booking: access, water, power and notes. They can change or remove all of it before the visit.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.bookings
  add column gate_access text check (length(gate_access) <= 200),
  add column has_water text check (has_water in ('', 'Yes', 'No')),
  add column has_power text check (has_power in ('', 'Yes', 'No')),
  add column customer_notes text check (length(customer_notes) <= 1000);

-- Rows of before stay null: a default while adding would need every row type in use to be built anew.
alter table public.bookings
  alter column gate_access set default '',
  alter column has_water set default '',
  alter column has_power set default '',
  alter column customer_notes set default '';

-- It names all columns of a booking.
create or replace function private.past_visits_due() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    select * from public.bookings
    where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
      and booking_date < private.local_today()
    order by booking_date desc, booking_time desc, id
    limit 1000
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where private.due_on_site_cents(visit, sums.collected_cents) > 0
    and not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

create or replace function private.store_booking(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    address, city, province, postal_code, client_address, gate_access, has_water, has_power, customer_notes
  )
  values (
    booking.id, booking.source, booking.status, booking.customer_name, booking.customer_email, booking.customer_phone,
    booking.user_id, booking.service_id, booking.service_name, booking.vehicle_type, booking.car_model,
    booking.car_year, booking.booking_date, booking.booking_time, booking.duration_minutes, booking.payment_option,
    booking.price_cents, coalesce(booking.discount_cents, 0), coalesce(booking.tip_cents, 0),
    coalesce(booking.tax_cents, 0), booking.total_cents, booking.due_now_cents, booking.deposit_cents,
    coalesce(booking.tax_label, ''), booking.coupon_code, booking.free_cancellation_hours, booking.address,
    booking.city, booking.province, booking.postal_code, booking.client_address, coalesce(booking.gate_access, ''),
    coalesce(booking.has_water, ''), coalesce(booking.has_power, ''), coalesce(booking.customer_notes, '')
  );
end;
$$;

create or replace function private.more_of(booking public.bookings) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'gate_access', coalesce(booking.gate_access, ''),
    'has_water', coalesce(booking.has_water, ''),
    'has_power', coalesce(booking.has_power, ''),
    'customer_notes', coalesce(booking.customer_notes, '')
  );
$$;

create or replace function private.personal_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'customer_name', 'customer_email', 'customer_phone', 'user_id', 'car_model', 'address', 'city', 'postal_code',
    'note', 'gate_access', 'has_water', 'has_power', 'customer_notes'
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
    client_address = null,
    gate_access = '',
    has_water = '',
    has_power = '',
    customer_notes = ''
  where id = any (booking_ids);
$$;

-- Whether the caller holds a booking: they name its email address, or it is their account's.
create function private.is_holder(booking public.bookings, email text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(booking.customer_email = nullif(lower(btrim(is_holder.email)), ''), false)
    or (
      coalesce(booking.user_id = (select auth.uid()), false)
      and private.proves_enough() and private.session_stands()
    );
end;
$$;

-- Replaces the optional details of a booking (private.more_of), before the visit; what `more` lacks is emptied.
-- By its holder, as for booking_details. -> private.more_of
-- Raises booking_not_found (404), booking_cancelled, booking_past (409), more_invalid (400).
create function public.save_booking_more(target_booking_id uuid, more jsonb, email text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id;
  if not found or not private.is_holder(booking, save_booking_more.email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  booking := private.locked_booking(target_booking_id);
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  elsif private.has_come(booking) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  begin
    update public.bookings
    set
      gate_access = coalesce(btrim(more ->> 'gate_access'), ''),
      has_water = coalesce(more ->> 'has_water', ''),
      has_power = coalesce(more ->> 'has_power', ''),
      customer_notes = coalesce(btrim(more ->> 'customer_notes'), '')
    where id = booking.id
    returning * into booking;
  exception when check_violation then
    raise exception using errcode = 'PT400', message = 'more_invalid';
  end;
  return private.more_of(booking);
end;
$$;

revoke all on function public.save_booking_more from public, anon, authenticated, service_role;
grant execute on function public.save_booking_more to anon, authenticated;
revoke all on function private.is_holder from public;
