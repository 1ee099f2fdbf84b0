-- What the owner of several crews reads: receipts that add up, open hours and the calendar by crews' hours, and why no
-- crew can come to a phone booking.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The tip of a payment on its receipt: a refund takes the rest of the payment first.
create or replace function private.tip_on_receipt(payment public.payments) returns integer
language sql stable set search_path = ''
as $$
  select greatest(0, least(payment.tip_cents, payment.amount_cents - refunded.cents))
  from private.refunded_of(payment) as refunded;
$$;

-- The payments and refunds for a receipt, as they are when it is written. A refund that is still owed by hand does
-- not count.
create or replace function private.receipt_facts(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'payments', coalesce(jsonb_agg(jsonb_build_object(
      'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', private.tip_on_receipt(payment),
      'settled_at', payment.settled_at
    ) order by payment.settled_at), '[]'),
    'given_back_cents', coalesce(sum(
      payment.amount_cents - private.keepable_cents(payment) - (
        select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = payment.id and status = 'owed'
      )
    ), 0)
  )
  from public.payments as payment
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
$$;

-- The data of a booking's receipt, as booking_receipt.
create or replace function private.receipt_of(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'booking', to_jsonb(booking) - array['client_address', 'user_id'],
    'due_on_site_cents', private.due_on_site_cents(booking),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', private.tip_on_receipt(payment),
        'settled_at', payment.settled_at
      ) order by payment.settled_at, payment.id), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id and payment.status = 'succeeded'
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', payment.method, 'amount_cents', refund.amount_cents, 'created_at', refund.created_at,
        'status', refund.status
      ) order by refund.created_at, refund.id), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id and refund.status <> 'failed'
    )
  );
$$;

-- The minutes of work that all crews could do on local days: from the first start until the end of work, by the opening
-- hours and exceptions of now, and by its own hours, without blocked time.
create or replace function private.open_minutes(from_day date, until_day date) returns integer
language sql stable set search_path = ''
as $$
  with
    days as (
      select
        from_day + number as day,
        coalesce(exception.starts, hours.starts) as starts,
        coalesce(exception.ends_by, hours.ends_by) as ends_by
      from generate_series(0, until_day - from_day) as number
      join public.opening_hours as hours on hours.weekday = extract(isodow from from_day + number)
      left join public.opening_exceptions as exception on exception.day = from_day + number
      where coalesce(exception.is_open, hours.is_open)
    ),
    spans as (
      select
        days.day, crews.number as crew, tstzrange(private.instant_of(days.day, ends.first), private.instant_of(days.day, ends.last)) as during
      from days
      cross join public.crews
      left join public.crew_hours as own on own.crew = crews.number and own.weekday = extract(isodow from days.day)
      cross join lateral (
        select greatest(days.starts[1], own.works_from) as first, least(days.ends_by, own.works_until) as last
      ) as ends
      where ends.first < ends.last
        and (own.crew is not null or not exists (select from public.crew_hours as other where other.crew = crews.number))
    ),
    blocked as (
      select
        span.day,
        span.crew,
        sum(extract(epoch from upper(off.during * span.during) - lower(off.during * span.during))) as seconds
      from public.slot_claims as off
      join spans as span on span.day = off.local_date and span.during && off.during
      where off.reason is not null and off.local_date between from_day and until_day
        and (off.crew is null or off.crew = span.crew)
      group by span.day, span.crew
    )
  select coalesce(sum(
    greatest(0, extract(epoch from upper(during) - lower(during)) - coalesce(blocked.seconds, 0)) / 60
  ), 0)::integer
  from spans
  left join blocked using (day, crew);
$$;

-- Everything in a range of days. -> {crews, days: [{day, from, until, label}] (null: closed), crewHours:
-- [{day, crew, from, until}] of crews with hours of their own (null: off), bookings:
-- [private.booking_line, crew, hold_expires_at], timeOff: [{id, day, from, until, reason, crew}], offers: [{id, kind,
-- day, from, until, crew, name, booking_id, expires_at}]}; `until` may be "24:00".
-- Raises administrators_only (403), range_too_long (400) for more than 62 days.
create or replace function public.calendar_range(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
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
    'crewHours', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'day', one.day,
          'crew', crew.number,
          'from', to_char(own.works_from, 'HH24:MI'),
          'until', to_char(own.works_until, 'HH24:MI')
        )
        order by one.day, crew.number
      ), '[]')
      from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as one
      cross join public.crews as crew
      left join public.crew_hours as own on own.crew = crew.number and own.weekday = extract(isodow from one.day)
      where exists (select from public.crew_hours as listed where listed.crew = crew.number)
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_line(booking, rain.state, sums.collected_cents)
        || jsonb_build_object('crew', claim.crew, 'hold_expires_at', claim.expires_at)
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.bookings as booking
      -- By its booking, one at a time: a join could read all claims of the range for each booking.
      left join lateral (
        select held.* from public.slot_claims as held where held.booking_id = booking.id limit 1
      ) as claim on true
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral private.payment_sums(booking.id) as sums
      where booking.booking_date between from_day and until_day
        and (
          private.is_standing(booking.status)
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

-- The visits, holds and offers that a crew has yet to do. One that is done or missed is not, whatever its time.
create or replace function private.work_ahead(crew smallint) returns setof public.slot_claims
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select claim.* from public.slot_claims as claim
    where claim.crew = work_ahead.crew and claim.reason is null
      and claim.local_date >= private.local_today() and upper(claim.during) > now()
      and (claim.expires_at is null or claim.expires_at > now())
      and not exists (
        select from public.bookings as booking
        where booking.id = claim.booking_id and (booking.done_at is not null or booking.no_show_at is not null)
      );
end;
$$;

-- What changed, a line each: "Service: Basic Wash", and what is left to pay.
create or replace function private.sale_in_words(before public.bookings, after public.bookings) returns text
language sql stable set search_path = ''
as $$
  select string_agg(line, chr(10) order by place)
  from (
    values
      (1, before.service_name <> after.service_name, 'Service: ' || after.service_name),
      (2, before.vehicle_type <> after.vehicle_type, 'Vehicle: ' || coalesce(after.vehicle_name, after.vehicle_type)),
      (3, before.add_ons is distinct from after.add_ons, 'Add-ons: ' || coalesce((
        select string_agg(value ->> 'name', ', ' order by ordinality)
        from jsonb_array_elements(after.add_ons) with ordinality
      ), 'none')),
      (
        4, before.duration_minutes <> after.duration_minutes,
        'Length: ' || concat_ws(
          ' ',
          case after.duration_minutes / 60 when 0 then null when 1 then '1 hour' else after.duration_minutes / 60 || ' hours' end,
          case after.duration_minutes % 60 when 0 then null when 1 then '1 minute' else after.duration_minutes % 60 || ' minutes' end
        )
      ),
      (5, before.price_cents <> after.price_cents, 'Price: ' || private.money_in_words(after.price_cents)),
      (6, before.discount_cents <> after.discount_cents, 'Discount: ' || private.money_in_words(after.discount_cents)),
      (7, before.total_cents <> after.total_cents, 'Total: ' || private.money_in_words(after.total_cents)),
      (8, private.overpaid_cents(after) = 0, 'Still to pay: ' || private.money_in_words(private.due_on_site_cents(after))),
      (9, private.overpaid_cents(after) > 0, 'Overpaid: ' || private.money_in_words(private.overpaid_cents(after)))
  ) as told (place, is_true, line)
  where is_true;
$$;

-- Why no crew can come to a booking that nothing else is in the way of: crews_off by their hours, van_not_there before it
-- leaves or without the time to get back, no_crew_for_service. Null when a visit or blocked time is in the way.
create or replace function private.why_no_crew(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when bool_or(lower(private.span_of(booking)) < now())
      or bool_or(coalesce(way.present ->> 'why', '') not in ('service', 'hours')) then null
    when bool_and(way.present ->> 'why' = 'service') then 'no_crew_for_service'
    when bool_or(
      way.present ->> 'why' = 'hours' and not van.is_off
      and private.span_of(booking) <@ tstzrange(
        private.instant_of(booking.booking_date, van.leaves_at), private.instant_of(booking.booking_date, van.back_by)
      )
    ) then 'van_not_there'
    when bool_or(way.present ->> 'why' = 'hours' and van.has_hours) then 'crews_off'
    else 'van_not_there'
  end
  from public.crews as crew
  cross join public.travel_settings as travel
  cross join lateral private.van_of(travel, crew.number, booking.booking_date) as van
  cross join lateral (select private.in_the_way(crew.number, booking) as present) as way;
$$;

revoke all on function private.why_no_crew, private.tip_on_receipt from public;
grant execute on function private.why_no_crew to service_role;

-- Stores a phone booking and returns its id; the same id again is fine. The caller's own holds are replaced, by
-- their email address, except one with an open payment. The key offer_id names a time held for them off the
-- waiting list, text_consent is true when they agreed to texts. Raises already_booked_otherwise, slot_taken, crews_off,
-- van_not_there, no_crew_for_service, coupon_used (409).
create or replace function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  earlier public.bookings;
  replaced uuid[];
  refusal text;
begin
  perform private.act_as(acting_admin);
  wanted.customer_email := nullif(lower(btrim(wanted.customer_email)), '');
  -- By the id: the same request again may name another customer.
  perform private.lock_form(wanted.id);
  select * into earlier from public.bookings where id = wanted.id;
  if found then
    if not private.is_booked_as(earlier, wanted) then
      raise exception using errcode = 'PT409', message = 'already_booked_otherwise';
    end if;
    return wanted.id;
  end if;
  if (booking ->> 'anyway')::boolean then
    refusal := private.start_refusal(wanted.booking_date, wanted.booking_time, wanted.duration_minutes);
    if refusal is not null then
      raise exception using errcode = 'PT409', message = refusal;
    end if;
  end if;
  replaced := private.lock_replaced(array(
    select private.replaceable_holds(null, null, null, wanted.customer_email)
  ));
  perform private.give_up_holds(
    array(select id from unnest(replaced) as id where not private.has_open_payment(id))
  );
  perform private.lock_email(coalesce(wanted.customer_email, wanted.customer_phone));
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  wanted.source := 'phone';
  wanted.status := 'confirmed';
  wanted.user_id := null;
  wanted.payment_option := 'pay_later';
  wanted.due_now_cents := 0;
  wanted.deposit_cents := 0;
  wanted.client_address := null;
  perform private.store_booking(wanted);
  perform private.use_offer((booking ->> 'offer_id')::uuid, wanted);
  begin
    perform private.take_time(wanted, null);
  exception
    when sqlstate 'PT409' then
      raise exception using errcode = 'PT409', message = coalesce(private.why_no_crew(wanted), sqlerrm);
  end;
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'phone_call', acting_admin);
  end if;
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

-- The route of a day. -> {day, base: as private.base_told, of the business, crews: [{crew, base: its own, minutes,
-- kilometres, stops: [{id, booking_time, duration_minutes, customer_name, service_name, add_ons, address, city, province,
-- postal_code,
-- longitude, latitude, is_over}], legs: [{from, to, minutes, kilometres, leave_at, spare_minutes}]}]}; `from` and `to`
-- are ids of bookings, null for the base. Null when travel is switched off.
create or replace function private.route_of_day(day date, of_crew smallint default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
begin
  select * into strict travel from public.travel_settings;
  if not travel.is_on then
    return null;
  end if;
  return jsonb_build_object(
    'day', route_of_day.day,
    'base', private.base_told(travel.base_postal_code, private.place_of(travel.base_postal_code)),
    'crews', (
      with leg as (
        select * from private.legs_of_days(route_of_day.day, route_of_day.day)
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'crew', van.crew,
        'base', (
          select private.base_told(its.base_postal_code, its.base)
          from private.van_of(travel, van.crew, route_of_day.day) as its
        ),
        'minutes', (select coalesce(sum(minutes), 0) from leg where crew = van.crew),
        'kilometres', (select coalesce(sum(kilometres), 0) from leg where crew = van.crew),
        'stops', van.stops,
        'legs', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'from', from_id, 'to', to_id, 'minutes', minutes, 'kilometres', kilometres,
            'leave_at', private.local_time(leaves_at), 'spare_minutes', spare_minutes
          ) order by number), '[]')
          from leg where crew = van.crew
        )
      ) order by van.crew), '[]')
      from (
        select
          claim.crew,
          jsonb_agg(jsonb_build_object(
            'id', booking.id,
            'booking_time', to_char(booking.booking_time, 'HH24:MI'),
            'duration_minutes', booking.duration_minutes,
            'customer_name', booking.customer_name,
            'service_name', booking.service_name,
            'add_ons', booking.add_ons,
            'address', booking.address, 'city', booking.city,
            'province', booking.province, 'postal_code', booking.postal_code,
            'longitude', claim.longitude, 'latitude', claim.latitude,
            'is_over', booking.done_at is not null or booking.no_show_at is not null
          ) order by lower(claim.during)) as stops
        from public.slot_claims as claim
        join public.bookings as booking on booking.id = claim.booking_id
        where claim.local_date = route_of_day.day
          and (of_crew is null or claim.crew = of_crew)
          and private.is_standing(booking.status)
          and not exists (select from private.rain_of(booking))
        group by claim.crew
      ) as van
    )
  );
end;
$$;
