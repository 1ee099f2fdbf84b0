-- One search over what the owner looks for: customers, bookings, inquiries and payments.

create index inquiries_search_idx on public.inquiries using gin (
  lower(' ' || name || ' ' || email || ' ' || subject) extensions.gin_trgm_ops
);
create index payments_amount_idx on public.payments (amount_cents, settled_at) where status = 'succeeded';

-- A search as cents: 14499 for "$144.99" and "144,99 $"; null for anything but an amount.
create function private.searched_cents(term text) returns integer
language sql immutable set search_path = ''
as $$
  select case when term ~ '^([$] ?)?[0-9]{1,6}([.,][0-9]{2})?( ?[$])?$'
    then (translate(term, ',$ ', '.')::numeric * 100)::integer end;
$$;

-- Received payments of an amount, with a payment id of Stripe, or of the latest bookings that match the patterns, and
-- the addresses, phones or id if there are any; the latest five. -> [{id, booking_id, customer_name, amount_cents, method, settled_at}]
create function private.matching_payments(
  term text, patterns text[], addresses text[], phones text[], numbered uuid
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  cents integer := private.searched_cents(term);
  found jsonb;
begin
  select jsonb_agg(to_jsonb(line) order by line.settled_at desc, line.id)
  into found
  from (
    select
      payment.id, payment.booking_id, booking.customer_name, payment.amount_cents, payment.method, payment.settled_at
    from (
      (
        select id from public.payments
        where status = 'succeeded' and amount_cents = cents
        order by settled_at desc
        limit 5
      )
      union
      (
        select id from public.payments
        where stripe_payment_intent_id = term and status = 'succeeded'
      )
      union
      (
        select its.id
        from (
          select one.id from public.bookings as one
          where private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like patterns[1]
            and private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like all (patterns)
            and (addresses is null or one.customer_email = any (addresses))
            and (phones is null or one.customer_phone = any (phones))
            and (numbered is null or one.id = numbered)
          order by one.booking_date desc, one.booking_time desc, one.id desc
          limit 20
        ) as matching
        join public.payments as its on its.booking_id = matching.id and its.status = 'succeeded'
      )
    ) as fitting
    join public.payments as payment on payment.id = fitting.id
    join public.bookings as booking on booking.id = payment.booking_id
    order by payment.settled_at desc, payment.id
    limit 5
  ) as line;
  return coalesce(found, '[]');
end;
$$;

-- What matches a search of at least two letters or digits, at most five of each kind, the latest first.
-- -> {customers: [{email, name, phone}], phone_customers: [{name, phone}],
--     bookings: [{id, customer_name, booking_date, booking_time, service_name, status}],
--     inquiries: [{id, name, subject, created_at}], payments: private.matching_payments}
-- Raises administrators_only (403).
create function public.search_everything(term text) returns jsonb
-- Planned for its search, as public.find_customers.
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted text := private.search_words(term);
  patterns text[] := private.booking_patterns(wanted);
  -- No booking has an amount in its text, and the letters of one are those of every year of a car.
  of_bookings text[] := case when wanted !~ '^[$][0-9]' then patterns end;
  numbered uuid := private.searched_booking(wanted);
  people record;
begin
  perform private.require_admin();
  select * into people from private.searched_people(term);
  if numbered is not null or people.addresses is not null or people.phones is not null then
    of_bookings := array['%'];
  end if;
  if length(regexp_replace(wanted, '[^[:alnum:]]', '', 'g')) < 2 then
    return '{"customers": [], "phone_customers": [], "bookings": [], "inquiries": [], "payments": []}'::jsonb;
  end if;
  return jsonb_build_object(
    'customers', (
      select coalesce(jsonb_agg(to_jsonb(line) - 'last_booked_at' order by line.last_booked_at desc, line.email), '[]')
      from (
        select email, name, phone, last_booked_at
        from public.customers
        where search_text like patterns[1] and search_text like all (patterns)
          and (people.addresses is null or email = any (people.addresses))
        order by last_booked_at desc, email
        limit 5
      ) as line
    ),
    'phone_customers', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'phone', phone) order by last_booked_at desc), '[]')
      from (
        select name, phone, last_booked_at
        from public.phone_customers
        where search_text like patterns[1] and search_text like all (patterns)
        order by last_booked_at desc, phone, name_key
        limit 5
      ) as line
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        to_jsonb(line) || jsonb_build_object('booking_time', to_char(line.booking_time, 'HH24:MI'))
        order by line.booking_date desc, line.booking_time desc, line.id desc
      ), '[]')
      from (
        select one.id, one.customer_name, one.booking_date, one.booking_time, one.service_name, one.status
        from public.bookings as one
        where private.booking_search_text(
            one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
          ) like of_bookings[1]
          and private.booking_search_text(
            one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
          ) like all (of_bookings)
          and (people.addresses is null or one.customer_email = any (people.addresses))
          and (people.phones is null or one.customer_phone = any (people.phones))
          and (numbered is null or one.id = numbered)
        order by one.booking_date desc, one.booking_time desc, one.id desc
        limit 5
      ) as line
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(line) order by line.created_at desc, line.id), '[]')
      from (
        select id, name, subject, created_at
        from public.inquiries
        where lower(' ' || name || ' ' || email || ' ' || subject) like patterns[1]
          and lower(' ' || name || ' ' || email || ' ' || subject) like all (patterns)
        order by created_at desc, id
        limit 5
      ) as line
    ),
    'payments', private.matching_payments(wanted, of_bookings, people.addresses, people.phones, numbered)
  );
end;
$$;

revoke all on function public.search_everything from public, anon, authenticated, service_role;
grant execute on function public.search_everything to authenticated;
