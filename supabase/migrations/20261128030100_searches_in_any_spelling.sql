-- The owner's searches find what is typed or pasted in any spelling.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A value with one spelling, or words to search for, as plainLine of domain/contact/typed-text.ts: one line with
-- full-width letters as plain ones, every kind of dash as "-" and no joiners. Empty for null.
create function private.plain_line(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return private.clean_line(regexp_replace(
    regexp_replace(normalize(coalesce(typed, ''), NFKC), '[\u2010-\u2015\u2043\u2212\u2E3A\u2E3B]', '-', 'g'),
    '[\u200C\u200D\uFE00-\uFE0F]', '', 'g'
  ));
end;
$$;

-- The words of a search in one spelling, without the scheme of a copied link.
create function private.search_words(search text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return regexp_replace(private.plain_line(left(search, 200)), '^(tel|mailto): ?', '', 'i');
end;
$$;

-- Turns a search into LIKE patterns that must all match: a phone number by its digits, other text word by word. A
-- word of fewer than three letters matches the beginning of a word only, because the index cannot find it inside one.
create or replace function private.search_patterns(search text) returns text[]
language sql immutable set search_path = ''
as $$
  with wanted as (select private.search_words(search) as words)
  select array_agg(
    case when length(word) < 3 then '% ' else '%' end
    || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    order by length(word) desc
  )
  from wanted, regexp_split_to_table(
    case
      when words ~ '^[-+0-9(). ]*[0-9][-+0-9(). ]*$' then regexp_replace(words, '[^0-9]', '', 'g')
      else lower(words)
    end,
    ' '
  ) as word
  where word <> '';
$$;

-- As private.search_patterns; a phone number among other words matches by its digits too, and a booking's number is
-- searched as its id.
create or replace function private.booking_patterns(search text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  words text := private.search_words(search);
  number text := upper(regexp_replace(words, '[ -]', '', 'g'));
  numbered uuid;
begin
  if number ~ '^[2-9A-HJ-NP-Z]{8}$' then
    select id into numbered
    from public.bookings
    where private.booking_number(id) = left(number, 4) || '-' || right(number, 4)
    order by id
    limit 1;
  end if;
  return private.search_patterns(coalesce(numbered::text, (
    select string_agg(
      case when word ~ '^[-+0-9().]*[0-9][-+0-9().]*$' then regexp_replace(word, '[^0-9]', '', 'g') else word end, ' '
    )
    from regexp_split_to_table(words, ' ') as word
  )));
end;
$$;

-- A search as cents: 14499 for "$144.99" and "144,99 $"; null for anything but an amount.
create or replace function private.searched_cents(term text) returns integer
language sql immutable set search_path = ''
as $$
  select case when term ~ '^([$] ?)?[0-9]{1,6}([.,][0-9]{2})?( ?[$])?$'
    then (translate(term, ',$ ', '.')::numeric * 100)::integer end;
$$;

-- Received payments of an amount, with a payment id of Stripe, or of the latest bookings that match the patterns; the
-- latest five. -> [{id, booking_id, customer_name, amount_cents, method, settled_at}]
create or replace function private.matching_payments(term text, patterns text[]) returns jsonb
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
create or replace function public.search_everything(term text) returns jsonb
-- Planned for its search, as public.find_customers.
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted text := private.search_words(term);
  patterns text[] := private.booking_patterns(wanted);
  -- No booking has an amount in its text, and the letters of one are those of every year of a car.
  of_bookings text[] := case when wanted !~ '^[$][0-9]' then patterns end;
begin
  perform private.require_admin();
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
    'payments', private.matching_payments(wanted, of_bookings)
  );
end;
$$;

-- Bookings that money could be applied to: by id, or the newest of an email address.
-- -> [{id, customer_name, service_name, booking_date, booking_time, status, total_cents, collected_cents,
-- due_now_cents}]
-- Raises administrators_only (403).
create or replace function public.bookings_to_attach(search text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(private.search_words(search));
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', found.id, 'customer_name', found.customer_name, 'service_name', found.service_name,
      'booking_date', found.booking_date, 'booking_time', found.booking_time, 'status', found.status,
      'total_cents', found.total_cents, 'collected_cents', private.collected_cents(found.id),
      'due_now_cents', found.due_now_cents
    ) order by found.created_at desc), '[]')
    from (
      select * from public.bookings
      where status <> 'cancelled' and (
        customer_email = wanted
        or id = case
          when wanted ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then wanted::uuid
        end
      )
      order by created_at desc
      limit 5
    ) as found
  );
end;
$$;

revoke all on function private.plain_line, private.search_words from public;
