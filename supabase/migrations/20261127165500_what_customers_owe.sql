-- What a customer owes for visits that took place, and what is due of each booking.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.customer_figures(whose text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking))
    )[1],
    'cars', (
      select coalesce(jsonb_agg(car order by latest desc), '[]')
      from (
        select car_year || ' ' || car_model as car, max(booking_date) as latest
        from public.bookings
        where customer_email = whose and status <> 'pending_payment'
        group by 1
      ) as driven
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents), 0),
    'owed_cents', coalesce(
      sum(private.due_on_site_cents(booking, sums.collected_cents))
        filter (where private.was_visited(booking, rain.state)),
      0
    )
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email = whose;
end;

create or replace function public.customer_bookings(target_email text, before jsonb default null, batch integer default 20)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(line) order by line.booking_date desc, line.booking_time desc, line.id desc), '[]')
  into found
  from (
    select
      booking.id, booking.service_name, booking.car_year, booking.car_model, booking.booking_date,
      booking.booking_time, booking.status, booking.total_cents, booking.done_at, booking.no_show_at,
      case when private.is_standing(booking.status) and booking.no_show_at is null then
        private.due_on_site_cents(booking)
      else 0 end as due_cents
    from public.bookings as booking
    where booking.customer_email = lower(btrim(target_email))
      and (booking.replaced_at is null or booking.status <> 'pending_payment')
      and (
        before is null
        or (booking.booking_date, booking.booking_time, booking.id)
          < ((before ->> 'booking_date')::date, (before ->> 'booking_time')::time, (before ->> 'id')::uuid)
      )
    order by booking.booking_date desc, booking.booking_time desc, booking.id desc
    limit size
  ) as line;
  return jsonb_build_object(
    'bookings', found,
    'next', case when jsonb_array_length(found) = size then
      (found -> -1) - array[
        'service_name', 'car_year', 'car_model', 'status', 'total_cents', 'done_at', 'no_show_at', 'due_cents'
      ]
    end
  );
end;
$$;

create or replace function private.phone_customer_figures(number text, called text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking))
    )[1],
    'cars', coalesce(
      jsonb_agg(distinct booking.car_year || ' ' || booking.car_model)
        filter (where booking.status <> 'pending_payment'),
      '[]'
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents), 0),
    'owed_cents', coalesce(
      sum(private.due_on_site_cents(booking, sums.collected_cents))
        filter (where private.was_visited(booking, rain.state)),
      0
    )
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email is null and booking.customer_phone = number
    and lower(booking.customer_name) = called;
end;

create or replace function public.phone_customer_page(target_phone text, target_name text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'phone', customer.phone, 'name', customer.name, 'note', customer.note, 'note_version', customer.note_version,
      'first_booked_at', customer.first_booked_at,
      'bookings', (
        select coalesce(
          jsonb_agg(to_jsonb(line) order by line.booking_date desc, line.booking_time desc, line.id desc), '[]'
        )
        from (
          select
            id, service_name, car_year, car_model, booking_date, booking_time, status, total_cents, done_at, no_show_at,
            case when private.is_standing(status) and no_show_at is null then
              private.due_on_site_cents(booking)
            else 0 end as due_cents
          from private.bookings_of_caller(customer.phone, customer.name) as booking
          order by booking_date desc, booking_time desc, id desc
          limit 100
        ) as line
      )
    ) || its.figures
    from public.phone_customers as customer
    cross join lateral private.phone_customer_figures(customer.phone, customer.name_key) as its
    where customer.phone = target_phone and customer.name_key = lower(target_name)
  );
end;
$$;
