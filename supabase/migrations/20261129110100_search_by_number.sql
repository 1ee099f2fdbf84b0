-- Searches for a booking's number by its id, not by the letters of the id.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function private.searched_booking(search text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  number text := private.typed_booking_number(private.search_words(search));
begin
  return (select id from public.bookings where private.booking_number(id) = number order by id limit 1);
end;
$$;

revoke all on function private.searched_booking from public, anon, authenticated, service_role;

create or replace function private.booking_patterns(search text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  words text := private.search_words(search);
begin
  return private.search_patterns(coalesce(private.searched_booking(search)::text, (
    select string_agg(
      case when word ~ '^[-+0-9().]*[0-9][-+0-9().]*$' then regexp_replace(word, '[^0-9]', '', 'g') else word end, ' '
    )
    from regexp_split_to_table(words, ' ') as word
  )));
end;
$$;

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
  numbered uuid := private.searched_booking(search);
  people record;
  found jsonb;
begin
  perform private.require_admin();
  select * into people from private.searched_people(search);
  if numbered is not null or people.addresses is not null or people.phones is not null then
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
          and ($11 is null or one.id = $11)
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
    people.addresses, people.phones, numbered;
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

drop function private.matching_payments;

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

revoke all on function private.matching_payments from public, anon, authenticated, service_role;

create or replace function public.search_everything(term text) returns jsonb
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
