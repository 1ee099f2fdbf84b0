-- Searches for an address or a complete phone number by its index.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index if not exists customers_email_beginning_idx on public.customers (email text_pattern_ops);

-- The customers that a search names by their address or number, which an index finds at once: `addresses` that begin
-- with a word with an "@", `phones` for a complete number. Null for what it doesn't name, and above 20 addresses: then
-- letters are searched.
create function private.searched_people(search text, out addresses text[], out phones text[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  words text := lower(private.search_words(search));
  digits text := regexp_replace(words, '[^0-9]', '', 'g');
begin
  if words ~ '^[^@ ]+@[^@ ]*$' then
    select array_agg(email) into addresses
    from (
      select email from public.customers
      where email ~>=~ words and email ~<~ (words || chr(1114111))
      limit 21
    ) as beginning;
    if cardinality(addresses) > 20 then
      addresses := null;
    end if;
  elsif words ~ '^[-+0-9(). ]+$' and length(digits) between 10 and 15 then
    select array_agg(distinct customer_phone) into phones
    from public.bookings
    where customer_phone in ('+' || digits, '+1' || digits);
  end if;
end;
$$;

revoke all on function private.searched_people from public, anon, authenticated, service_role;

-- Bookings that match a search (name, email address, phone number in any form, number, id, car), carry one of the tags and
-- lie within the days; null and '' leave a filter out. Without a search or a tag, unpaid bookings are left out; so are
-- replaced holds without a search. The latest day first, or the soonest; `beyond` is `next` of the page before.
-- -> {bookings: [private.booking_line, crew], crews, next}; `crews` is how many there are.
-- Raises administrators_only (403).
create or replace function public.find_bookings(
  search text default '',
  statuses text[] default null,
  from_day date default null,
  until_day date default null,
  beyond jsonb default null,
  batch integer default 25,
  soonest_first boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  patterns text[] := private.booking_patterns(search);
  wanted text[] := case
    when cardinality(statuses) > 0 then statuses
    when patterns is null then array['deposit_paid', 'confirmed', 'paid', 'cancelled']
  end;
  size integer := least(greatest(batch, 1), 100);
  people record;
  found jsonb;
begin
  perform private.require_admin();
  select * into people from private.searched_people(search);
  if people.addresses is not null or people.phones is not null then
    patterns := array['%'];
  end if;
  -- The direction is part of the statement, because an index scan needs a known order. A dynamic statement is planned
  -- for its search: a rare word is found by its letters, a frequent one along the order.
  execute format(
    $statement$
      select jsonb_agg(
        private.booking_line(booking, rain.state, sums.collected_cents) || jsonb_build_object('crew', claim.crew)
        order by booking.booking_date %1$s, booking.booking_time %1$s, booking.id %1$s
      )
      from (
        select *
        from public.bookings as one
        where one.booking_date between $1 and $2
          and ($3 is null or (
            private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like $3[1]
            and private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like all ($3)
          ))
          and ($4 is null or private.booking_tags(
            one.status, one.payment_option, one.total_cents, one.due_now_cents, one.done_at, one.no_show_at
          ) && $4)
          and ($3 is not null or one.replaced_at is null or one.status <> 'pending_payment')
          and ($9 is null or one.customer_email = any ($9))
          and ($10 is null or one.customer_phone = any ($10))
          and ($5 is null or (one.booking_date, one.booking_time, one.id) %2$s ($5, $6, $7))
        order by one.booking_date %1$s, one.booking_time %1$s, one.id %1$s
        limit $8
      ) as booking
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral private.payment_sums(booking.id) as sums
      left join public.slot_claims as claim on claim.booking_id = booking.id
    $statement$,
    case when soonest_first then 'asc' else 'desc' end,
    case when soonest_first then '>' else '<' end
  )
  into found
  using
    coalesce(from_day, '-infinity'), coalesce(until_day, 'infinity'), patterns, wanted,
    (beyond ->> 'booking_date')::date, (beyond ->> 'booking_time')::time, (beyond ->> 'id')::uuid, size,
    people.addresses, people.phones;
  found := coalesce(found, '[]');
  return jsonb_build_object(
    'bookings', found,
    'crews', (select crews from public.time_settings),
    'next', case when jsonb_array_length(found) = size then jsonb_build_object(
      'booking_date', found -> -1 -> 'booking_date', 'booking_time', found -> -1 -> 'booking_time',
      'id', found -> -1 -> 'id'
    ) end
  );
end;
$$;

drop function private.matching_payments(text, text[]);

-- Received payments of an amount, with a payment id of Stripe, or of the latest bookings that match the patterns, and
-- the addresses or phones if there are any; the latest five. -> [{id, booking_id, customer_name, amount_cents, method, settled_at}]
create function private.matching_payments(term text, patterns text[], addresses text[], phones text[]) returns jsonb
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

revoke all on function private.matching_payments from public, anon, authenticated, service_role;

-- What matches a search of at least two letters or digits, at most five of each kind, the latest first.
-- -> {customers: [{email, name, phone}], phone_customers: [{name, phone}],
--     bookings: [{id, customer_name, booking_date, booking_time, service_name, status}],
--     inquiries: [{id, name, subject, created_at}], payments: private.matching_payments}
-- Raises administrators_only (403).
create or replace function public.search_everything(term text) returns jsonb
-- Planned for its search, as public.find_customers.
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted text := private.search_words(term);
  patterns text[] := private.booking_patterns(wanted);
  -- No booking has an amount in its text, and the letters of one are those of every year of a car.
  of_bookings text[] := case when wanted !~ '^[$][0-9]' then patterns end;
  people record;
begin
  perform private.require_admin();
  select * into people from private.searched_people(term);
  if people.addresses is not null or people.phones is not null then
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
    'payments', private.matching_payments(wanted, of_bookings, people.addresses, people.phones)
  );
end;
$$;

-- Customers by most recent booking, a page at a time. `before` is `next` of the page before.
-- -> {customers: [{email, name, phone, has_note, last_booked_at, …private.customer_figures}], next}
-- Raises administrators_only (403).
create or replace function public.find_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
-- A dynamic statement is planned for its search: a rare word is found by its letters, a frequent one along the order.
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.search_patterns(search);
  addresses text[] := (select people.addresses from private.searched_people(search) as people);
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email', customer.email, 'name', customer.name, 'phone', customer.phone,
      'has_note', customer.note <> '', 'last_booked_at', customer.last_booked_at
    ) || its.figures
    order by customer.last_booked_at desc, customer.email desc
  ), '[]')
  into found
  from (
    select *
    from public.customers as candidate
    where (patterns is null or (candidate.search_text like patterns[1] and candidate.search_text like all (patterns)))
      and (addresses is null or candidate.email = any (addresses))
      and (
        before is null
        or (candidate.last_booked_at, candidate.email)
          < ((before ->> 'last_booked_at')::timestamptz, before ->> 'email')
      )
    order by candidate.last_booked_at desc, candidate.email desc
    limit size
  ) as customer
  cross join lateral private.customer_figures(customer.email) as its;
  return jsonb_build_object(
    'customers', found,
    'next', case when jsonb_array_length(found) = size then
      jsonb_build_object('last_booked_at', found -> -1 ->> 'last_booked_at', 'email', found -> -1 ->> 'email')
    end
  );
end;
$$;

-- Customers whose name, number or email address begins a word with the search, at least three letters or digits,
-- most recent booking first; or, with a booking's id, that booking's customer as it names them, its visit first.
-- -> {callers: [{name, email, phone, visits: private.visits_of_caller, ahead: private.ahead_of_caller}]}, at most 6
-- Raises administrators_only (403).
create or replace function public.find_callers(search text default '', of_booking uuid default null) returns jsonb
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
