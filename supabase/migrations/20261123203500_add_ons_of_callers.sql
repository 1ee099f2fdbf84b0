-- The owner's phone booking starts with the add-ons of a customer's latest visit.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The latest confirmed bookings of an email address; without one, those of a number that left none. As a list of
-- {service_id, add_ons, vehicle_type, car_model, car_year, address, city, province, postal_code}, newest first, but the named
-- booking before them.
create or replace function private.visits_of_caller(email text, phone text, first_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        to_jsonb(visit) - array['id', 'booking_date', 'booking_time']
        order by visit.id is distinct from first_id, visit.booking_date desc, visit.booking_time desc
      ),
      '[]'
    )
    from (
      select
        booking.id, booking.service_id, booking.vehicle_type, booking.car_model, booking.car_year, booking.address,
        booking.city, booking.province, booking.postal_code, booking.booking_date, booking.booking_time,
        booking.add_ons
      from public.bookings as booking
      where booking.status <> 'pending_payment'
        and (
          booking.customer_email = visits_of_caller.email
          or (
            visits_of_caller.email is null and booking.customer_email is null
            and booking.customer_phone = visits_of_caller.phone
          )
        )
      order by
        case when first_id is not null then booking.id <> first_id end, booking.booking_date desc,
        booking.booking_time desc
      limit 12
    ) as visit
  );
end;
$$;
