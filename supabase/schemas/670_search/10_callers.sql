-- Customers as the owner's phone booking recognises them: also those without an email address, by their number.

-- Bookings without an email address, by their letters and by when they were made.
create index bookings_of_callers_idx on public.bookings (created_at) where customer_email is null;
create index bookings_of_callers_search_idx on public.bookings using gin (
  private.booking_search_text(id, customer_name, customer_email, customer_phone, car_year, car_model)
  extensions.gin_trgm_ops
) where customer_email is null;

-- The latest confirmed bookings of an email address; without one, those of a number that left none. As a list of
-- {service_id, add_ons, vehicle_type, car_model, car_year, address, city, province, postal_code}, newest first, but the named
-- booking before them.
create function private.visits_of_caller(email text, phone text, first_id uuid default null) returns jsonb
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

-- The next three bookings ahead of the same person, so that no second visit is booked unknowingly. The next one first.
-- -> [{id, booking_date, booking_time, service_name}]
create function private.ahead_of_caller(email text, phone text) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(visit) order by visit.booking_date, visit.booking_time), '[]')
    from (
      select booking.id, booking.booking_date, booking.booking_time, booking.service_name
      from public.bookings as booking
      where private.is_ahead(booking)
        and (
          booking.customer_email = ahead_of_caller.email
          or (
            ahead_of_caller.email is null and booking.customer_email is null
            and booking.customer_phone = ahead_of_caller.phone
          )
        )
      order by booking.booking_date, booking.booking_time
      limit 3
    ) as visit
  );
end;
$$;

-- Customers whose name, number or email address begins a word with the search, at least three letters or digits,
-- most recent booking first; or, with a booking's id, that booking's customer as it names them, its visit first.
-- -> {callers: [{name, email, phone, visits: private.visits_of_caller, ahead: private.ahead_of_caller}]}, at most 6
-- Raises administrators_only (403).
create function public.find_callers(search text default '', of_booking uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.booking_patterns(search);
  people record;
  named text[];
  found jsonb;
begin
  perform private.require_admin();
  select * into people from private.searched_people(search);
  named := case
    when people.phones is null then people.addresses
    else array(select customer_email from public.bookings where customer_phone = any (people.phones))
  end;
  if of_booking is null and length(regexp_replace(coalesce(search, ''), '[^[:alnum:]]', '', 'g')) < 3 then
    return jsonb_build_object('callers', '[]'::jsonb);
  end if;
  if of_booking is not null then
    select jsonb_agg(jsonb_build_object(
      'name', customer_name, 'email', customer_email, 'phone', customer_phone,
      'visits', private.visits_of_caller(customer_email, customer_phone, id),
      'ahead', private.ahead_of_caller(customer_email, customer_phone)
    ))
    into found
    from public.bookings
    where id = of_booking and not coalesce(private.is_forgotten(customer_email), false);
    return jsonb_build_object('callers', coalesce(found, '[]'));
  end if;
  select jsonb_agg(
    jsonb_build_object(
      'name', caller.name, 'email', caller.email, 'phone', caller.phone,
      'visits', private.visits_of_caller(caller.email, caller.phone),
      'ahead', private.ahead_of_caller(caller.email, caller.phone)
    ) order by caller.at desc, caller.phone
  )
  into found
  from (
    (
      select customer.name, customer.email, customer.phone, customer.last_booked_at as at
      from public.customers as customer
      where customer.search_text like patterns[1] and customer.search_text like all (patterns)
        and (named is null or customer.email = any (named))
      order by customer.last_booked_at desc
      limit 6
    )
    union all
    (
      select distinct on (one.customer_phone) one.customer_name, null, one.customer_phone, one.created_at
      from (
        select booking.customer_name, booking.customer_phone, booking.created_at
        from public.bookings as booking
        where booking.customer_email is null
          and private.booking_search_text(
            booking.id, booking.customer_name, booking.customer_email, booking.customer_phone, booking.car_year,
            booking.car_model
          ) like all (patterns)
          and (people.phones is null or booking.customer_phone = any (people.phones))
        order by booking.created_at desc
        limit 30
      ) as one
      order by one.customer_phone, one.created_at desc
    )
    order by at desc
    limit 6
  ) as caller;
  return jsonb_build_object('callers', coalesce(found, '[]'));
end;
$$;

revoke all on function public.find_callers from public, anon, authenticated, service_role;
grant execute on function public.find_callers to authenticated;
