-- The list of bookings: search and filters.

-- Five bits as a letter or digit, without 0, O, 1 and I.
create function private.number_letter(bits integer) returns text
language sql immutable
return substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', bits + 1, 1);

-- The short number of a booking, "7KQ4-M2XB": the first 40 bits of its id, as in domain/booking/booking-number.ts. It
-- opens a booking only together with its email address.
create function private.booking_number(id uuid) returns text
language sql immutable
return private.number_letter(get_byte(uuid_send(id), 0) >> 3)
  || private.number_letter((get_byte(uuid_send(id), 0) & 7) << 2 | (get_byte(uuid_send(id), 1) >> 6))
  || private.number_letter((get_byte(uuid_send(id), 1) >> 1) & 31)
  || private.number_letter((get_byte(uuid_send(id), 1) & 1) << 4 | (get_byte(uuid_send(id), 2) >> 4))
  || '-'
  || private.number_letter((get_byte(uuid_send(id), 2) & 15) << 1 | (get_byte(uuid_send(id), 3) >> 7))
  || private.number_letter((get_byte(uuid_send(id), 3) >> 2) & 31)
  || private.number_letter((get_byte(uuid_send(id), 3) & 3) << 3 | (get_byte(uuid_send(id), 4) >> 5))
  || private.number_letter(get_byte(uuid_send(id), 4) & 31);

create index bookings_number_idx on public.bookings (private.booking_number(id));

-- A random id whose number no booking has.
create function private.new_booking_id() returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  drawn uuid;
begin
  loop
    drawn := gen_random_uuid();
    exit when not exists (
      select from public.bookings where private.booking_number(bookings.id) = private.booking_number(drawn)
    );
  end loop;
  return drawn;
end;
$$;

-- The booking number in a typed text, in one spelling; null if the text is none.
create function private.typed_booking_number(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  letters text := upper(regexp_replace(left(coalesce(typed, ''), 200), '[\s-]', '', 'g'));
begin
  return case when letters ~ '^[2-9A-HJ-NP-Z]{8}$' then left(letters, 4) || '-' || right(letters, 4) end;
end;
$$;

-- The id of the booking with this number and this email address, for a guest; null when there is none.
create function public.booking_of_number(number text, email text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  typed text := private.typed_booking_number(booking_of_number.number);
begin
  return (
    select booking.id
    from public.bookings as booking
    where private.booking_number(booking.id) = typed
      and booking.customer_email = private.named_email(booking_of_number.email)
    limit 1
  );
end;
$$;

revoke all on function public.booking_of_number from public, anon, authenticated, service_role;
grant execute on function public.booking_of_number to anon, authenticated;

-- The booking whose number a search is.
create function private.searched_booking(search text) returns uuid
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  number text := private.typed_booking_number(private.search_words(search));
begin
  if number is null then
    return null;
  end if;
  -- By the index of numbers alone, also where many bookings have one number.
  return (select id from public.bookings where private.booking_number(id) = number limit 1);
end;
$$;

-- As private.search_patterns; a phone number among other words matches by its digits too, and a booking's number is
-- searched as its id.
create function private.booking_patterns(search text) returns text[]
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

-- The text that a booking is searched by. Begins with a blank, so that the beginning of every word can be found.
-- Holds the id with and without its hyphens: typed as digits alone it reads like a phone number.
create function private.booking_search_text(
  id uuid, customer_name text, customer_email text, customer_phone text, car_year integer, car_model text
) returns text
language sql immutable
return lower(
  ' ' || customer_name || ' ' || coalesce(customer_email, '') || ' ' || customer_phone || ' ' || car_year::text
  || ' ' || car_model || ' ' || id::text || ' ' || replace(id::text, '-', '')
);

create index bookings_search_idx on public.bookings using gin (
  private.booking_search_text(id, customer_name, customer_email, customer_phone, car_year, car_model)
  extensions.gin_trgm_ops
);

-- The tags that a booking is filtered by: its status, and booked (confirmed, neither done nor missed), done, no_show,
-- due (money is left to pay on site).
create function private.booking_tags(
  status text, payment_option text, total_cents integer, due_now_cents integer, done_at timestamptz,
  no_show_at timestamptz
) returns text[]
-- A high cost: looking for a rare tag along the order of days would call it for every booking.
language plpgsql immutable set search_path = '' cost 10000
as $$
begin
  return array_remove(array[
    status,
    case when status in ('deposit_paid', 'confirmed', 'paid') and done_at is null and no_show_at is null
      then 'booked' end,
    case when status <> 'cancelled' and done_at is not null then 'done' end,
    case when status <> 'cancelled' and no_show_at is not null then 'no_show' end,
    case when no_show_at is null and total_cents > due_now_cents and status in ('deposit_paid', 'confirmed')
      then 'due' end
  ], null);
end;
$$;

create index bookings_tags_idx on public.bookings using gin (
  private.booking_tags(status, payment_option, total_cents, due_now_cents, done_at, no_show_at)
);

-- A booking as a line of the list and the calendar. `rain` as private.called_off, `collected_cents` as
-- private.collected_cents.
create function private.booking_line(booking public.bookings, rain text, collected_cents integer) returns jsonb
language sql stable
return jsonb_build_object(
  'id', booking.id,
  'booking_date', booking.booking_date,
  'booking_time', to_char(booking.booking_time, 'HH24:MI'),
  'duration_minutes', booking.duration_minutes,
  'service_name', booking.service_name,
  'add_ons', booking.add_ons,
  'customer_name', booking.customer_name,
  'has_email', booking.customer_email is not null,
  'car', concat_ws(' ', booking.car_year, booking.car_model),
  'city', booking.city,
  'status', booking.status,
  'done_at', booking.done_at,
  'no_show_at', booking.no_show_at,
  'called_off', rain,
  'due_cents', case when booking.status in ('deposit_paid', 'confirmed') and booking.no_show_at is null
    then private.due_on_site_cents(booking, collected_cents) else 0 end
);

-- Bookings that match a search (name, email address, phone number in any form, number, id, car), carry one of the tags and
-- lie within the days; null and '' leave a filter out. Without a search or a tag, unpaid bookings are left out; so are
-- replaced holds without a search. The latest day first, or the soonest; `beyond` is `next` of the page before.
-- -> {bookings: [private.booking_line, crew], crews, next}; `crews` is how many there are.
-- Raises administrators_only (403).
create function public.find_bookings(
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

revoke all on function public.find_bookings from public, anon, authenticated, service_role;
grant execute on function private.booking_search_text, private.booking_tags, private.booking_number, private.number_letter
  to anon, authenticated, service_role;
grant execute on function private.new_booking_id to service_role;
grant execute on function public.find_bookings to authenticated;
