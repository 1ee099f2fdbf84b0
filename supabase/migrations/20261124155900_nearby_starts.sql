-- Starts near another visit: marked, with a discount that the database decides under its lock and a booking keeps. A place
-- on the waiting list knows where the visit is to be.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The default is not with the column: PostgreSQL 15.20 refuses that while a parsed function takes the table's row.
alter table public.bookings add column nearby_discount_cents integer;
alter table public.bookings alter column nearby_discount_cents set default 0;
alter table public.bookings disable trigger user;
update public.bookings set nearby_discount_cents = 0 where nearby_discount_cents is null;
alter table public.bookings enable trigger user;
-- squawk-ignore adding-not-nullable-field
alter table public.bookings alter column nearby_discount_cents set not null;
alter table public.waiting_list add column postal_code text;

-- A later migration validates the constraints without locking the tables.
alter table public.bookings
  add constraint bookings_nearby_is_part_of_the_discount
    check (nearby_discount_cents between 0 and discount_cents) not valid,
  drop constraint bookings_discount_has_a_coupon,
  add constraint bookings_discount_has_a_coupon check (
    (coupon_code is null) = (discount_cents = nearby_discount_cents)
  ) not valid;
alter table public.waiting_list
  add constraint waiting_list_postal_code_check check (postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$') not valid;

-- Again, because it names every column of a booking.
-- Past visits with neither mark, newest first: with money due on site among the last thousand, and all of the last two
-- weeks. Visits cancelled because of rain are left out.
create or replace function private.unmarked_visits() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    (
      select * from public.bookings
      where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
    union all
    (
      select * from public.bookings
      where status = 'paid' and done_at is null and no_show_at is null
        and booking_date between private.local_today() - 14 and private.local_today() - 1
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where (
      private.due_on_site_cents(visit, sums.collected_cents) > 0
      or visit.booking_date >= private.local_today() - 14
    )
    and not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

-- Stores a new booking. What is not listed here has its default.
create or replace function private.store_booking(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    address, city, province, postal_code, client_address, gate_access, has_water, has_power, customer_notes,
    vehicle_name, tax_lines, add_ons, nearby_discount_cents
  )
  values (
    booking.id, booking.source, booking.status, booking.customer_name, booking.customer_email, booking.customer_phone,
    booking.user_id, booking.service_id, booking.service_name, booking.vehicle_type, booking.car_model,
    booking.car_year, booking.booking_date, booking.booking_time, booking.duration_minutes, booking.payment_option,
    booking.price_cents, coalesce(booking.discount_cents, 0), coalesce(booking.tip_cents, 0),
    coalesce(booking.tax_cents, 0), booking.total_cents, booking.due_now_cents, booking.deposit_cents,
    coalesce(booking.tax_label, ''), booking.coupon_code, booking.free_cancellation_hours, booking.address,
    booking.city, booking.province, booking.postal_code, booking.client_address, coalesce(booking.gate_access, ''),
    coalesce(booking.has_water, ''), coalesce(booking.has_power, ''), coalesce(booking.customer_notes, ''),
    booking.vehicle_name, booking.tax_lines, booking.add_ons, coalesce(booking.nearby_discount_cents, 0)
  );
end;
$$;

-- Which of these times, each free for a crew, are near another visit: that crew has one directly before or after, which
-- is as near as the settings say. Only visits that are booked for good count, so that a hold cannot bring a discount.
create function private.nearby_starts(
  wanted tstzrange[], place point, service text, except_booking_id uuid default null, except_offer_id uuid default null
) returns setof tstzrange
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
  there_are smallint[] := array(select number from public.crews);
  from_day date := (select private.local_day(min(lower(span))) from unnest(wanted) as span);
  until_day date := (select private.local_day(max(lower(span))) from unnest(wanted) as span);
begin
  select * into strict travel from public.travel_settings;
  if not travel.is_on or travel.nearby_minutes is null or nearby_starts.place is null or from_day is null then
    return;
  end if;
  return query
    with visits as materialized (
      select claim.local_date, claim.during, claim.crew,
        claim.expires_at is null and claim.booking_id is not null
          and private.drive_minutes(travel, point(claim.longitude, claim.latitude), nearby_starts.place)
            <= travel.nearby_minutes as is_near
      from public.slot_claims as claim
      where claim.local_date between from_day and until_day
        and claim.reason is null
        and (claim.expires_at is null or claim.expires_at > now())
        and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
        and (claim.offer_id is null or claim.offer_id is distinct from except_offer_id)
    ), pairs as materialized (
      select distinct start.span, visits.local_date, visits.crew
      from visits
      join unnest(nearby_starts.wanted) as start(span) on private.local_day(lower(start.span)) = visits.local_date
      where visits.is_near
        and visits.crew = any (there_are)
        and not visits.during && start.span
        -- Directly before or after: no visit of the crew lies between.
        and not exists (
          select from visits as other
          where other.local_date = visits.local_date
            and other.crew = visits.crew
            and other.during && tstzrange(
              least(upper(visits.during), upper(start.span)), greatest(lower(visits.during), lower(start.span)), '[)'
            )
        )
    ), taken as materialized (
      select * from private.taken_times(
        from_day, until_day, nearby_starts.place, except_booking_id, except_offer_id, nearby_starts.service
      )
      where exists (select from pairs)
    )
    select distinct pairs.span
    from pairs
    where not exists (
      select from taken
      where taken.local_date = pairs.local_date
        and (taken.crew is null or taken.crew = pairs.crew)
        and tstzrange(
          lower(taken.during) - taken.gap_minutes * interval '1 minute',
          upper(taken.during) + taken.gap_minutes * interval '1 minute',
          '[)'
        ) && pairs.span
    );
end;
$$;

-- The starts among these, on days from the first to the last of them, that are near another visit, and what a booking
-- then costs less. `starts`: [{date, time}], all of them open. -> {starts: [{date, time}], discount_cents}
create function public.nearby_starts_for(
  postal_code text, starts jsonb, duration_minutes integer, service text, own_booking_id uuid default null,
  offer_token text default null, own_offer_id uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'starts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', private.local_day(lower(near)), 'time', private.local_time(lower(near))
      ) order by near), '[]')
      from private.nearby_starts(
        array(
          select tstzrange(
            private.instant_of(start.date, start.time),
            private.instant_of(start.date, start.time)
              + nearby_starts_for.duration_minutes * interval '1 minute',
            '[)'
          )
          from jsonb_to_recordset(nearby_starts_for.starts) as start(date date, time time)
        ),
        private.place_of(nearby_starts_for.postal_code),
        nearby_starts_for.service,
        own_booking_id,
        private.open_offer(offer_token, own_offer_id)
      ) as near
    ),
    'discount_cents', (select nearby_discount_cents from public.travel_settings)
  );
end;
$$;

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the table's columns as keys; id,
-- status and everything else that the database decides are ignored. The hold that the key replaces_booking_id names
-- is replaced, and so are those of the browser with the token hold_token and of the account. The key text_consent is
-- true when the customer asked for texts. The key if_nearby has the columns of the price for a start near another visit;
-- under the lock of the day it is decided whether it is one.
-- -> {booking_id, expires_at, is_nearby}
-- Raises slot_taken, coupon_used, payment_processing while a replaced hold can still be paid, replaced_is_paid when
-- this browser named one that is paid (409), too_many_holds (429).
create or replace function public.hold_slot(
  booking jsonb,
  hold_minutes integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  replaced uuid[];
  is_nearby boolean;
begin
  wanted.id := private.new_booking_id();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  -- The account first; when it is being deleted, the customer books as a guest. Then in the order of 01_locks.sql.
  wanted.user_id := private.lock_person(wanted.user_id);
  perform private.lock_holder(booking ->> 'hold_token', wanted.user_id);
  replaced := array(
    select private.replaceable_holds(
      (booking ->> 'replaces_booking_id')::uuid, booking ->> 'hold_token', wanted.user_id, null, wanted.customer_email
    )
  );
  if cardinality(replaced) > 0 then
    replaced := private.lock_replaced(replaced);
    if exists (select from unnest(replaced) as id where private.has_open_payment(id)) then
      raise exception using
        errcode = 'PT409',
        message = 'payment_processing',
        detail = 'The payment of the booking to be replaced is still open.';
    end if;
    perform private.give_up_holds(replaced);
  end if;
  -- A page that does not know of the payment yet: another tab, or Back after paying.
  if exists (
    select from public.bookings as named
    join public.slot_claims as claim on claim.booking_id = named.id
    where named.id = (booking ->> 'replaces_booking_id')::uuid
      and private.is_standing(named.status)
      and claim.holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
  ) then
    raise exception using errcode = 'PT409', message = 'replaced_is_paid';
  end if;
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds, max_open_holds_of_email);
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  is_nearby := exists (
    select from private.nearby_starts(
      array[private.span_of(wanted)], private.place_of(wanted.postal_code), wanted.service_id, null,
      private.named_offer_id()
    )
  );
  if is_nearby and booking -> 'if_nearby' is not null then
    wanted := jsonb_populate_record(wanted, booking -> 'if_nearby');
  end if;
  wanted.source := 'online';
  wanted.status := 'pending_payment';
  perform private.store_booking(wanted);
  perform private.take_time(wanted, held_until);
  if booking ->> 'hold_token' is not null then
    update public.slot_claims
    set holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
    where booking_id = wanted.id;
  end if;
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'booking_form', wanted.user_id);
  end if;
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until, 'is_nearby', is_nearby);
end;
$$;

-- What a booking's holder sees beyond its row, for each of the bookings that the caller may see. An email address
-- opens one booking.
-- -> [{booking_id, the customer's name, email, phone and address, more, the ids of photos, the parts of the price,
-- add_ons, later_tip_cents (with later payments, not in the total), paid_cents, refunded_cents, due_now_cents (0 unless a payment is awaited), due_on_site_cents,
-- hold_expires_at (null: not held, or permanent), hold_extensions}]
create or replace function public.booking_details(target_booking_ids uuid[], email text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'more', private.more_of(booking),
    'photos', private.photos_of(booking.id),
    'tax_lines', booking.tax_lines,
    'add_ons', booking.add_ons,
    'coupon_code', booking.coupon_code,
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'nearby_discount_cents', booking.nearby_discount_cents,
    'tip_cents', booking.tip_cents,
    'later_tip_cents', (
      select coalesce(sum(payment.tip_cents), 0) from public.payments as payment
      where payment.booking_id = booking.id and payment.status = 'succeeded'
    ),
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'hold_expires_at', claim.expires_at,
    'hold_extensions', booking.hold_extensions
  )), '[]')
  from public.bookings as booking
  cross join lateral private.money_of(booking.id) as money
  left join public.slot_claims as claim on claim.booking_id = booking.id
  where booking.id = any (target_booking_ids)
    and (
      (
        cardinality(target_booking_ids) = 1
        and booking.customer_email = nullif(lower(btrim(booking_details.email)), '')
      )
      or (booking.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
$$;

-- A page of the bookings whose visits are within local days; without those never paid nor taken by phone. `after`,
-- `next` and `total` as export_payments.
-- -> {rows: [{id, booking_date, …, paid_cents, refunded_cents, due_cents}], next, total}
-- Raises administrators_only (403), invalid_range (400).
create or replace function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(line.row), '[]') into rows
  from (
    select jsonb_build_object(
      'id', (money.booking).id,
      'booking_date', (money.booking).booking_date,
      'booking_time', (money.booking).booking_time,
      'service_name', (money.booking).service_name,
      'add_ons', (money.booking).add_ons,
      'vehicle_type', (money.booking).vehicle_type,
      'customer_name', (money.booking).customer_name,
      'customer_email', (money.booking).customer_email,
      'status', (money.booking).status,
      'source', (money.booking).source,
      'payment_option', (money.booking).payment_option,
      'price_cents', (money.booking).price_cents,
      'discount_cents', (money.booking).discount_cents,
      'nearby_discount_cents', (money.booking).nearby_discount_cents,
      'coupon_code', (money.booking).coupon_code,
      'tax_cents', (money.booking).tax_cents,
      'tax_label', (money.booking).tax_label,
      'tip_cents', (money.booking).tip_cents,
      'total_cents', (money.booking).total_cents,
      'created_at', (money.booking).created_at,
      'cancelled_at', (money.booking).cancelled_at,
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_cents', money.due_cents
    ) as row
    from private.money_by_booking(
      from_day, until_day,
      coalesce((after ->> 'date')::date, '-infinity'),
      coalesce((after ->> 'time')::time, '00:00'),
      coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
      most
    ) as money
  ) as line;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows) when most then jsonb_build_object(
      'date', rows -> -1 -> 'booking_date', 'time', rows -> -1 -> 'booking_time', 'id', rows -> -1 -> 'id'
    ) end,
    'total', case when after is null then (
      select count(*) from public.bookings
      where booking_date between from_day and until_day and status <> 'pending_payment'
    ) end
  );
end;
$$;

-- Claims the time of a new offer until it expires. The day must be locked. Raises slot_taken (409), also for a start
-- that has passed.
create or replace function private.hold_offer(offer public.offered_times) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted tstzrange := tstzrange(
    offer.starts_at, offer.starts_at + offer.duration_minutes * interval '1 minute', '[)'
  );
  its_place point := private.place_of(coalesce(
    (select postal_code from public.bookings where id = offer.booking_id),
    (select postal_code from public.waiting_list where id = offer.waiting_id)
  ));
  its_service text := coalesce(
    (select service_id from public.bookings where id = offer.booking_id),
    (select service_id from public.waiting_list where id = offer.waiting_id)
  );
  free smallint;
begin
  if offer.starts_at >= now() then
    free := private.free_crew(wanted, its_place, null, its_service);
  end if;
  if free is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
  end if;
  insert into public.slot_claims (during, crew, offer_id, service_name, expires_at, longitude, latitude)
  values (
    wanted, free, offer.id, offer.service_name, offer.expires_at, its_place[0], its_place[1]
  );
end;
$$;

-- Adds a customer to the waiting list; one who is on it keeps the place. `entry` has the columns of a row. Raises
-- too_many_waiting (429) from the eleventh of an address within an hour, and from the 1201st of all within a day. A
-- network has 15 an hour, and the widest that is counted 30, so 720 a day (server/networks.ts).
create or replace function public.join_waiting_list(entry jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted public.waiting_list := jsonb_populate_record(null::public.waiting_list, entry);
begin
  perform private.lock_counted('public.waiting_list');
  if (
    select count(*) >= 1200
      or count(*) filter (where email = wanted.email and created_at > now() - interval '1 hour') >= 10
    from public.waiting_list
    where created_at > now() - interval '1 day'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_waiting';
  end if;
  insert into public.waiting_list
    (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone, add_ons, postal_code)
  values (
    wanted.day, wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.duration_minutes, wanted.name,
    wanted.email, wanted.phone, wanted.add_ons, wanted.postal_code
  )
  on conflict (day, service_id, email) where booked_at is null and left_at is null do nothing;
end;
$$;

-- The waiting customers without an open offer, in order, and what is taken for their services on their days. A service
-- that can't be booked now is not offered.
-- -> {entries: [{id, date, serviceId, durationMinutes, offered: ["HH:MM"], postalCode}], taken: [{date, serviceId, time,
-- durationMinutes, crew, isTimeOff, gapMinutes}]}
-- offered: times they were offered before. taken: as times_taken_for, where the place is not known.
create or replace function public.waiting_to_be_offered() returns jsonb
language sql stable set search_path = ''
as $$
  with entries as materialized (
    select *
    from public.waiting_list
    where booked_at is null
      and left_at is null
      and day >= private.local_today()
      -- No time is held while the email about it is switched off.
      and private.mail_is_on('waiting_list_offer')
      and service_id in (
        select service ->> 'id'
        from jsonb_array_elements(public.current_business() #> '{business,services}') as service
        where service -> 'isVisible' = 'true'
      )
      and not exists (
        select from public.offered_times as offer
        where offer.waiting_id = waiting_list.id
          and ((offer.closed_at is null and offer.expires_at > now()) or private.may_be_heard_of(offer))
      )
    order by day, created_at
    limit 500
  )
  select jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry.id,
        'date', entry.day,
        'serviceId', entry.service_id,
        'durationMinutes', entry.duration_minutes,
        'postalCode', entry.postal_code,
        'offered', (
          select coalesce(jsonb_agg(private.local_time(offer.starts_at)), '[]')
          from public.offered_times as offer
          where offer.waiting_id = entry.id and private.was_never_heard_of(offer) is not true
        )
      ) order by entry.day, entry.created_at), '[]')
      from entries as entry
    ),
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', wanted.day,
        'serviceId', wanted.service_id,
        'time', private.local_time(lower(taken.during)),
        'durationMinutes', (extract(epoch from upper(taken.during) - lower(taken.during)) / 60)::integer,
        'crew', coalesce(crew.place, 100 + taken.crew),
        'isTimeOff', taken.is_time_off,
        'gapMinutes', taken.gap_minutes
      )), '[]')
      from (select distinct day, service_id from entries) as wanted
      cross join lateral private.taken_times(wanted.day, wanted.day, null, null, null, wanted.service_id) as taken
      left join private.counted_crews() as crew on crew.number = taken.crew
    )
  );
$$;

-- The data of the page that an offer's email links to, by its token.
-- -> {state, date, time, expires_at, service_id, service_name, vehicle_type, add_ons, is_waiting, name, email, phone, postal_code}
-- state: held, taken, declined, withdrawn or lapsed. The customer is named only while it is held.
-- Raises offer_not_found (404).
create or replace function public.waiting_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  told jsonb;
begin
  select jsonb_build_object(
    'state', coalesce(offer.outcome, case when offer.expires_at > now() then 'held' else 'lapsed' end),
    'date', private.local_day(offer.starts_at),
    'time', private.local_time(offer.starts_at),
    'expires_at', offer.expires_at,
    'service_id', entry.service_id,
    'service_name', entry.service_name,
    'vehicle_type', entry.vehicle_type,
    'add_ons', entry.add_ons,
    'is_waiting', entry.booked_at is null and entry.left_at is null
  ) || case when offer.closed_at is null and offer.expires_at > now() then
    jsonb_build_object('name', entry.name, 'email', entry.email, 'phone', entry.phone, 'postal_code', entry.postal_code)
  else '{}' end
  into told
  from public.offered_times as offer
  join public.waiting_list as entry on entry.id = offer.waiting_id
  where offer.token_hash = private.hash_of_token(token);
  if told is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return told;
end;
$$;

-- A row for the discount of a visit near another one.
create function private.mail_nearby_discount() returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version doesn't know the amount.
  select '{% if nearby_discount %}'
    || private.mail_line_unless_zero('Nearby discount', 'nearby_discount', '−')
    || '{% endif %}' || chr(10);
$$;

-- A template that a later one has replaced stays: its update would put it back in use.
create or replace function pg_temp.reword_default_mail(kind text, label text, subject_line text, html text) returns void
language sql
as $$
  update public.email_templates as template
  set name = label, subject = subject_line, content = html
  from public.default_mails as former
  where former.template_type = kind and template.template_type = kind
    and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
    and not exists (
      select from public.email_templates as other
      where other.template_type = kind and other.updated_at > template.updated_at
    );
  update public.default_mails
  set name = label, subject = subject_line, content = html
  where template_type = kind;
$$;

select pg_temp.reword_default_mail(
  'booking_confirmation',
  'Booking confirmation',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your appointment is confirmed',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Thank you for your booking. We come to you and bring everything we need. Please park with space all around and '
      || 'leave the keys handy.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_nearby_discount(),
      private.mail_tax_lines(),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_line('<strong>Total</strong>', '<strong>{{ total }}</strong>'),
      private.mail_line('Paid<br>{{ payment_option_label }}', '{{ amount_paid }}'),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site'),
      private.mail_line_if('Tax', 'due_on_site_tax')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file adds the appointment to your calendar.')
  )
);

select pg_temp.reword_default_mail(
  'receipt',
  'Receipt',
  'Your receipt for {{ service_name }}, {{ date }}',
  private.mail_frame(
    'Paid in full. Thank you.',
    'Paid in full. Thank you.',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph('This is your receipt for {{ service_name }} on {{ date }}.')
      || private.mail_list(
        private.mail_line('Service', '{{ service_name }}, {{ vehicle }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line('Price', '{{ price }}'),
        private.mail_line_unless_zero('Discount', 'discount', '−'),
        private.mail_nearby_discount(),
        private.mail_tax_lines(),
        private.mail_line_unless_zero('Tip', 'receipt_tip'),
        private.mail_line('<strong>Total</strong>', '<strong>{{ receipt_total }}</strong>'),
        private.mail_line('Paid', '{{ receipt_payments }}'),
        private.mail_line_unless_zero('Refunded', 'receipt_given_back')
      )
      || private.mail_sign_off('We look forward to your next visit,<br>{{ business_name }}')
      || private.mail_small_print('Receipt {{ receipt_number }}. Keep this email for your records.')
  )
);

revoke all on function private.nearby_starts, private.mail_nearby_discount from public;
revoke all on function public.nearby_starts_for from public, anon, authenticated, service_role;
grant execute on function private.nearby_starts, public.nearby_starts_for to service_role;
