-- The calendar and the list of bookings, for those who run the business.

-- Everything a booking is looked for by. Begins with a blank, so that the beginning of every word can be looked
-- for. An id stands with and without its hyphens: typed as digits alone it reads like a phone number.
create function private.booking_search_text(
  id uuid, customer_name text, customer_email text, customer_phone text, car_year integer, car_model text
) returns text
language sql immutable set search_path = ''
as $$
  select lower(
    ' ' || customer_name || ' ' || coalesce(customer_email, '') || ' ' || customer_phone || ' ' || car_year::text
    || ' ' || car_model || ' ' || id::text || ' ' || replace(id::text, '-', '')
  );
$$;

-- What a booking is filtered by: its status, and
-- booked: it stands, and is neither done nor missed; done; no_show; due: a rest is to be paid on site.
create function private.booking_tags(
  status text, payment_option text, total_cents integer, due_now_cents integer, done_at timestamptz,
  no_show_at timestamptz
) returns text[]
language sql immutable set search_path = ''
as $$
  select array_remove(array[
    status,
    case when status in ('deposit_paid', 'confirmed', 'paid') and done_at is null and no_show_at is null
      then 'booked' end,
    case when status <> 'cancelled' and done_at is not null then 'done' end,
    case when status <> 'cancelled' and no_show_at is not null then 'no_show' end,
    case when no_show_at is null and total_cents > due_now_cents
      and (status = 'deposit_paid' or (status = 'confirmed' and payment_option = 'pay_later')) then 'due' end
  ], null);
$$;

create index bookings_search_idx on public.bookings using gin (
  private.booking_search_text(id, customer_name, customer_email, customer_phone, car_year, car_model)
  extensions.gin_trgm_ops
);
create index bookings_tags_idx on public.bookings using gin (
  private.booking_tags(status, payment_option, total_cents, due_now_cents, done_at, no_show_at)
);
create index bookings_in_order_idx on public.bookings (booking_date, booking_time, id);

-- As private.search_patterns; a phone number counts by its digits among other words, too.
create function private.booking_patterns(search text) returns text[]
-- Its words are made by a part that comes later.
language plpgsql immutable set search_path = ''
as $$
begin
  return private.search_patterns((
    select string_agg(
      case when word ~ '^[-+0-9().]*[0-9][-+0-9().]*$' then regexp_replace(word, '[^0-9]', '', 'g') else word end, ' '
    )
    from regexp_split_to_table(btrim(left(coalesce(search, ''), 200)), '\s+') as word
  ));
end;
$$;

-- One line of the list.
create function private.booking_line(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'service_name', booking.service_name,
    'customer_name', booking.customer_name,
    'has_email', booking.customer_email is not null,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'city', booking.city,
    'status', booking.status,
    'done_at', booking.done_at,
    'no_show_at', booking.no_show_at,
    'due_cents', case when booking.status in ('deposit_paid', 'confirmed') and booking.no_show_at is null
      then private.due_on_site_cents(booking) else 0 end
  );
$$;

-- Bookings whose customer (name, e-mail, phone number in any form), id or car fits, that carry one of these tags
-- (private.booking_tags) and are on these days; null and '' leave a question out. Without a search or a tag, what
-- nobody paid for is left out, too. The latest day first, or the soonest; `beyond` is the `next` of the page
-- before. -> {bookings: [private.booking_line], next}
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
language plpgsql stable security definer set search_path = ''
as $$
declare
  patterns text[] := private.booking_patterns(search);
  wanted text[] := case
    when cardinality(statuses) > 0 then statuses
    when patterns is null then array['deposit_paid', 'confirmed', 'paid', 'cancelled']
  end;
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  -- The direction is written into the statement, since an index is walked along an order that is known. A statement
  -- like this is planned for what is looked for: a rare word is found by its letters, a frequent one along the order.
  execute format(
    $statement$
      select jsonb_agg(
        private.booking_line(booking) order by booking.booking_date %1$s, booking.booking_time %1$s, booking.id %1$s
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
          and ($5 is null or (one.booking_date, one.booking_time, one.id) %2$s ($5, $6, $7))
        order by one.booking_date %1$s, one.booking_time %1$s, one.id %1$s
        limit $8
      ) as booking
    $statement$,
    case when soonest_first then 'asc' else 'desc' end,
    case when soonest_first then '>' else '<' end
  )
  into found
  using
    coalesce(from_day, '-infinity'), coalesce(until_day, 'infinity'), patterns, wanted,
    (beyond ->> 'booking_date')::date, (beyond ->> 'booking_time')::time, (beyond ->> 'id')::uuid, size;
  found := coalesce(found, '[]');
  return jsonb_build_object(
    'bookings', found,
    'next', case when jsonb_array_length(found) = size then jsonb_build_object(
      'booking_date', found -> -1 -> 'booking_date', 'booking_time', found -> -1 -> 'booking_time',
      'id', found -> -1 -> 'id'
    ) end
  );
end;
$$;

-- From when to when the business works on a day, however a booking gets there: {from, until} as local times; null
-- where it is closed.
create function private.hours_of_day(day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when coalesce(exception.is_open, hours.is_open) then jsonb_build_object(
    'from', to_char(coalesce(exception.starts[1], least(hours.starts[1], hours.move_from)), 'HH24:MI'),
    'until', to_char(coalesce(exception.ends_by, greatest(hours.ends_by, hours.move_ends_by)), 'HH24:MI')
  ) end
  from public.opening_hours as hours
  left join public.opening_exceptions as exception on exception.day = hours_of_day.day
  where hours.weekday = extract(isodow from hours_of_day.day);
$$;

-- Everything that happens on these days, in one answer: {crews, days: [{day, from, until, label}] (null: closed),
-- bookings: [private.booking_line, crew, hold_expires_at], timeOff: [{id, day, from, until, reason, crew}],
-- offers: [{id, kind, day, from, until, crew, name, booking_id, expires_at}]}. An `until` may be "24:00".
-- Raises administrators_only (403), range_too_long (400): at most 62 days.
create function public.calendar_range(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  if from_day is null or until_day is null or until_day - from_day not between 0 and 61 then
    raise exception using errcode = 'PT400', message = 'range_too_long';
  end if;
  return jsonb_build_object(
    'crews', (select crews from public.time_settings),
    'days', (
      select jsonb_agg(
        jsonb_build_object('day', one.day, 'is_special', exception.day is not null, 'label', exception.label)
        || coalesce(private.hours_of_day(one.day), '{"from": null, "until": null}')
        order by one.day
      )
      from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as one
      left join public.opening_exceptions as exception on exception.day = one.day
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_line(booking)
        || jsonb_build_object('crew', claim.crew, 'hold_expires_at', claim.expires_at)
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.bookings as booking
      left join public.slot_claims as claim on claim.booking_id = booking.id
      where booking.booking_date between from_day and until_day
        and (
          booking.status in ('deposit_paid', 'confirmed', 'paid')
          or (booking.status = 'pending_payment' and (claim.expires_at is null or claim.expires_at > now())
            and claim.id is not null)
        )
    ),
    'timeOff', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(off) || jsonb_build_object('reason', off.reason) order by lower(off.during)
      ), '[]')
      from public.slot_claims as off
      where off.local_date between from_day and until_day and off.reason is not null
    ),
    'offers', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(held) || jsonb_build_object(
          'kind', offer.kind,
          'name', coalesce(booking.customer_name, waiting.name),
          'service_name', offer.service_name,
          'booking_id', offer.booking_id,
          'expires_at', held.expires_at
        ) order by lower(held.during)
      ), '[]')
      from public.slot_claims as held
      join public.offered_times as offer on offer.id = held.offer_id
      left join public.bookings as booking on booking.id = offer.booking_id
      left join public.waiting_list as waiting on waiting.id = offer.waiting_id
      where held.local_date between from_day and until_day
        and held.offer_id is not null and (held.expires_at is null or held.expires_at > now())
    )
  );
end;
$$;

-- A claim in local time; one that ends with its day ends at 24:00.
create function private.stretch_of_claim(claim public.slot_claims) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', claim.id,
    'day', claim.local_date,
    'from', private.local_time(lower(claim.during)),
    'until', case
      when private.local_day(upper(claim.during)) > claim.local_date then '24:00'
      else private.local_time(upper(claim.during))
    end,
    'crew', claim.crew
  );
$$;

-- Whether work of that length lies inside the opening hours of its day.
create function private.is_within_hours(day date, start time, duration_minutes integer) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    start >= (hours ->> 'from')::time
      and extract(epoch from start)::integer / 60 + duration_minutes
        <= extract(epoch from (hours ->> 'until')::time)::integer / 60,
    false
  )
  from private.hours_of_day(day) as hours;
$$;

-- How many hours before its new start a booking can be cancelled for nothing, so that a move by the business to an
-- earlier time does not end that sooner than it would have ended.
create function private.free_hours_after_move(booking public.bookings, new_start timestamptz) returns integer
language sql stable set search_path = ''
as $$
  select greatest(0, least(
    booking.free_cancellation_hours,
    floor(extract(epoch from new_start - lower(private.span_of(booking))) / 3600)::integer
      + booking.free_cancellation_hours
  ));
$$;

-- Moves a booking that stands to any free time that is still to come, outside the opening hours only with
-- `anyway`. The customer is mailed, and loses nothing by it.
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_past,
-- time_in_past, date_too_far, outside_hours, slot_taken (409), invalid_time (400).
create function public.move_booking(
  target_booking_id uuid, new_date date, new_time time, anyway boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  new_start timestamptz := private.instant_of(new_date, new_time);
  refusal text;
begin
  perform private.check_stands(booking);
  if new_date is null or new_time is null or extract(second from new_time) <> 0 or new_time = '24:00' then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  if (new_date, new_time) = (booking.booking_date, booking.booking_time) then
    return;
  end if;
  refusal := case
    when lower(private.span_of(booking)) <= now() or booking.done_at is not null then 'booking_past'
    when new_start < now() then 'time_in_past'
    when new_date > private.local_today() + 730 then 'date_too_far'
    -- An hour that the spring change skips is none, and work ends on the day it began.
    when (new_start at time zone 'America/Toronto') <> new_date + new_time
      or extract(epoch from new_time) / 60 + booking.duration_minutes > 24 * 60 then 'time_not_offered'
  end;
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  -- What is taken is refused as that, also outside the opening hours.
  perform private.lock_day(new_date);
  if private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'), booking.id
  ) is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  if not coalesce(anyway, false) and not private.is_within_hours(new_date, new_time, booking.duration_minutes) then
    raise exception using errcode = 'PT409', message = 'outside_hours';
  end if;
  update public.bookings
  set
    booking_date = new_date,
    booking_time = new_time,
    free_cancellation_hours = private.free_hours_after_move(booking, new_start)
  where id = booking.id;
end;
$$;

revoke all on function
  public.find_bookings(text, text[], date, date, jsonb, integer, boolean), public.calendar_range(date, date),
  public.move_booking(uuid, date, time, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.find_bookings(text, text[], date, date, jsonb, integer, boolean), public.calendar_range(date, date),
  public.move_booking(uuid, date, time, boolean)
  to authenticated;

-- Whoever writes a booking writes its indexes.
revoke all on function
  private.booking_search_text(uuid, text, text, text, integer, text),
  private.booking_tags(text, text, integer, integer, timestamptz, timestamptz),
  private.booking_patterns(text), private.booking_line(public.bookings), private.hours_of_day(date),
  private.stretch_of_claim(public.slot_claims), private.is_within_hours(date, time, integer),
  private.free_hours_after_move(public.bookings, timestamptz)
  from public;
grant execute on function
  private.booking_search_text(uuid, text, text, text, integer, text),
  private.booking_tags(text, text, integer, integer, timestamptz, timestamptz)
  to anon, authenticated, service_role;
