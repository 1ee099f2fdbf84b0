-- Rows of bookings: how they are stored, read and changed, and by whom.

-- Stores a new booking. What is not listed here has its default.
create function private.store_booking(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    address, city, province, postal_code, client_address, gate_access, has_water, has_power, customer_notes,
    vehicle_name, tax_lines, add_ons, nearby_discount_cents
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
    booking.vehicle_name, booking.tax_lines, booking.add_ons, coalesce(booking.nearby_discount_cents, 0)
  );
end;
$$;

-- The optional details of a booking by column, as domain/booking/more-fields.ts lists them; empty when not given.
create function private.optional_details(booking public.bookings) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'gate_access', coalesce(booking.gate_access, ''),
    'has_water', coalesce(booking.has_water, ''),
    'has_power', coalesce(booking.has_power, ''),
    'customer_notes', coalesce(booking.customer_notes, '')
  );
$$;

-- The columns with customers' personal data.
create function private.personal_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'customer_name', 'customer_email', 'customer_phone', 'user_id', 'car_model', 'address', 'city', 'postal_code',
    'note', 'gate_access', 'has_water', 'has_power', 'customer_notes'
  ];
$$;

-- Clears the personal data of bookings when a customer's data is erased. The car's model is a text that the customer
-- typed; its year says nothing about anybody.
create function private.clear_personal_columns(booking_ids uuid[]) returns void
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
    customer_notes = '',
    opens_by_id = false
  where id = any (booking_ids);
$$;

-- The booking that a visitor names in the header x-booking-id. Null without one, or when it is no id.
create function private.named_booking_id() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  named text := nullif(current_setting('request.headers', true), '')::json ->> 'x-booking-id';
begin
  return case
    when named ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then named::uuid
  end;
end;
$$;

-- Whether an address stands for erased customer data.
create function private.is_forgotten(email text) returns boolean
language sql immutable
return email like 'deleted-%@account.invalid';

-- The email address that a visitor names to open a booking. Null without one, and for what stands for erased data: an
-- erased booking opens for nobody but the owner.
create function private.named_email(typed text) returns text
language sql immutable set search_path = ''
as $$
  select address
  from nullif(lower(btrim(typed)), '') as address
  where not private.is_forgotten(address);
$$;

grant execute on function private.is_forgotten, private.named_email to service_role;

-- The email address that a visitor names in the header x-booking-email, as private.named_email.
create function private.named_booking_email() returns text
language sql stable security definer set search_path = ''
as $$
  select private.named_email(nullif(current_setting('request.headers', true), '')::json ->> 'x-booking-email');
$$;

-- The booking of a calendar entry; null when there is none. Raises administrators_only (403).
create function public.booking_of_entry(target_calendar_uid uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select id from public.bookings where calendar_uid = target_calendar_uid);
end;
$$;

create trigger clean_typed before insert or update of customer_name, car_model, address, city, gate_access, customer_notes on public.bookings
  for each row execute function private.clean_typed('customer_name,car_model,address,city,gate_access', 'customer_notes');

create trigger refuse_other_than_an_address before insert or update of customer_email on public.bookings
  for each row execute function private.refuse_other_than_an_address('customer_email');

create trigger touch_updated_at before update on public.bookings
  for each row execute function private.touch_updated_at();

create policy "A booking can be read by a visitor who holds its id"
  on public.bookings for select to anon
  using (
    id = (select private.named_booking_id())
    and (opens_by_id or customer_email = (select private.named_booking_email()))
  );

create policy "Bookings can be read by their customer"
  on public.bookings for select to authenticated
  using (user_id = (select auth.uid()));

create policy "Bookings without an account can be read by the owner of their e-mail address"
  on public.bookings for select to authenticated
  using (user_id is null and customer_email = (select private.confirmed_email()));

create policy "Bookings can be read by administrators"
  on public.bookings for select to authenticated
  using ((select public.is_admin()));

create policy "A booking can be updated by a visitor who holds its id"
  on public.bookings for update to anon
  using (
    id = (select private.named_booking_id())
    and (opens_by_id or customer_email = (select private.named_booking_email()))
  )
  with check (id = (select private.named_booking_id()));

create policy "Bookings can be updated by their customer"
  on public.bookings for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- With the policy above this allows one change only: linking the booking to the customer's own account.
create policy "Bookings without an account can be taken by the owner of their e-mail address"
  on public.bookings for update to authenticated
  using (user_id is null and customer_email = (select private.confirmed_email()))
  with check (user_id = (select auth.uid()));

create policy "Bookings can be updated by administrators"
  on public.bookings for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create policy "Bookings are closed until the second factor is proven"
  on public.bookings as restrictive for all to authenticated
  using ((select private.proves_enough()));

create policy "Bookings are changed only while the session stands"
  on public.bookings as restrictive for update to authenticated
  using ((select private.session_stands()));

revoke all on function public.booking_of_entry from public, anon, authenticated, service_role;
grant execute on function private.named_booking_id, private.named_booking_email to anon, authenticated, service_role;
grant execute on function private.store_booking, private.optional_details to service_role;
grant execute on function public.booking_of_entry to authenticated;
