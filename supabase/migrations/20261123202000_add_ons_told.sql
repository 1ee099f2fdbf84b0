-- The owner's lists and files, and the email of an offer, tell the add-ons.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A visit as the owner needs it on the road: time, service, add-ons, customer, car, address, `more` as private.more_of, ids of photos,
-- cents due, marks, crew and note. `called_off` as private.called_off.
create or replace function private.car_of_day(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', booking.id,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'duration_minutes', booking.duration_minutes,
      'service_name', booking.service_name,
      'add_ons', booking.add_ons,
      'customer_name', booking.customer_name,
      'customer_phone', booking.customer_phone,
      'car', concat_ws(' ', booking.car_year, booking.car_model),
      'vehicle_type', booking.vehicle_type,
      'address', booking.address,
      'city', booking.city,
      'province', booking.province,
      'postal_code', booking.postal_code,
      'more', private.more_of(booking),
      'photos', private.photos_of(booking.id),
      'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
      'done_at', booking.done_at,
      'no_show_at', booking.no_show_at,
      'called_off', (select state from private.rain_of(booking)),
      'crew', (select crew from public.slot_claims where booking_id = booking.id),
      'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
    )
    from private.payment_sums(booking.id) as sums
  );
end;
$$;

-- A booking as a line of the list and the calendar. `rain` as private.called_off, `collected_cents` as
-- private.collected_cents.
create or replace function private.booking_line(booking public.bookings, rain text, collected_cents integer) returns jsonb
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

-- The owner's calendar: bookings from 30 days ago on, and blocked time. -> {bookings, time_off}; null when the secret
-- is unknown or revoked, or its owner no longer runs the business.
create or replace function public.read_calendar_feed(secret text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  feed public.calendar_feeds;
  first_day date := private.local_today() - 30;
begin
  select * into feed from public.calendar_feeds where token_hash = private.hash_of_token(secret);
  if feed.id is null or not exists (select from public.admins where user_id = feed.owner_id) then
    return null;
  end if;
  update public.calendar_feeds set last_used_at = now()
  where id = feed.id and (last_used_at is null or last_used_at < now() - interval '15 minutes');
  return jsonb_build_object(
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', booking.id, 'calendar_uid', booking.calendar_uid, 'service_name', booking.service_name,
        'add_ons', booking.add_ons,
        'customer_name', booking.customer_name, 'customer_phone', booking.customer_phone,
        'car', concat_ws(' ', booking.car_year, booking.car_model),
        'address', booking.address, 'city', booking.city, 'province', booking.province,
        'postal_code', booking.postal_code,
        'starts_at', private.instant_of(booking.booking_date, booking.booking_time),
        'duration_minutes', booking.duration_minutes, 'calendar_sequence', booking.calendar_sequence,
        'due_cents', private.due_on_site_cents(booking),
        'is_called_off', private.is_rained_out(booking.id),
        'updated_at', greatest(booking.updated_at, (
          select max(changed_at) from public.rain_answers where booking_id = booking.id
        ))
      ) order by booking.booking_date, booking.booking_time, booking.id), '[]')
      from (
        select * from public.bookings
        where booking_date >= first_day and private.is_standing(status)
        order by booking_date
        limit 5000
      ) as booking
    ),
    'time_off', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', claim.id, 'reason', claim.reason, 'crew', claim.crew, 'day', claim.local_date,
        'starts_at', lower(claim.during), 'ends_at', upper(claim.during),
        'is_whole_day', lower(claim.during) = private.instant_of(claim.local_date, '00:00')
          and upper(claim.during) = private.instant_of(claim.local_date + 1, '00:00'),
        'created_at', claim.created_at
      ) order by lower(claim.during), claim.id), '[]')
      from (
        select * from public.slot_claims
        where local_date >= first_day and reason is not null
        order by local_date
        limit 2000
      ) as claim
    )
  );
end;
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

-- Holds a time of their day for a waiting customer and emails the link. False when the place was given up, an offer
-- is open, the email of the last one is queued, this time was offered before, or the time is not available.
create or replace function public.offer_freed_time(target_waiting_id uuid, start_time time, hold_minutes integer)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  entry public.waiting_list;
  offer public.offered_times;
  token text := private.new_token();
begin
  -- The address and the day before the place, as bookings and payments do.
  perform private.lock_email(email), private.lock_day(day) from public.waiting_list where id = target_waiting_id;
  select * into entry from public.waiting_list
  where id = target_waiting_id and booked_at is null and left_at is null
  for update;
  if not found then
    return false;
  end if;
  perform private.close_offers(array_agg(id), 'lapsed')
  from public.offered_times
  where waiting_id = entry.id and closed_at is null and expires_at <= now()
  having count(*) > 0;
  if exists (
    select from public.offered_times as earlier
    where earlier.waiting_id = entry.id
      and (
        earlier.closed_at is null
        or private.may_be_heard_of(earlier)
        or (
          earlier.starts_at = private.instant_of(entry.day, start_time)
          and private.was_never_heard_of(earlier) is not true
        )
      )
  ) then
    return false;
  end if;
  insert into public.offered_times
    (kind, waiting_id, service_name, starts_at, duration_minutes, expires_at, token_hash)
  values (
    'waiting', entry.id, entry.service_name, private.instant_of(entry.day, start_time), entry.duration_minutes,
    now() + hold_minutes * interval '1 minute', private.hash_of_token(token)
  )
  returning * into offer;
  perform private.hold_offer(offer);
  perform public.enqueue_mail(
    'waiting_list_offer:' || offer.id,
    'waiting_list_offer',
    entry.email,
    null,
    jsonb_build_object(
      'customer_name', entry.name,
      'service_name', entry.service_name,
      'add_ons', entry.add_ons,
      'offer', private.offer_in_mail(
        '/schedule?offer=' || token,
        '/waiting-list?token=' || token,
        jsonb_build_array(jsonb_build_object('date', entry.day, 'time', to_char(start_time, 'HH24:MI'))),
        offer.expires_at
      )
    )
  );
  return true;
exception
  when sqlstate 'PT409' then
    return false;
end;
$$;
