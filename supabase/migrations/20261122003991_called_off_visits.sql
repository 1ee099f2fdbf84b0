-- A visit that was called off for rain is told from those that somebody drives to: on the owner's day, in the calendar,
-- on its page and in the private calendar addresses.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- What is known of a booking that was called off for rain, with nothing found for it instead: asked, no answer yet;
-- declined, none of the times suits. Null for one that stands.
create function private.called_off(booking public.bookings) returns text
language sql stable set search_path = ''
as $$
  select answer.state
  from public.rain_answers as answer
  where answer.booking_id = booking.id
    and answer.state in ('asked', 'declined')
    and private.is_rained_out(booking.id)
  order by answer.asked_at desc
  limit 1;
$$;

-- When what is known of a booking and the rain changed last; null where it never rained.
create function private.rain_told_at(target_booking_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(greatest(asked_at, answered_at)) from public.rain_answers where booking_id = target_booking_id;
$$;

revoke all on function private.called_off(public.bookings), private.rain_told_at(uuid)
  from public, anon, authenticated, service_role;

-- As before, with whether it was called off.
create or replace function private.car_of_day(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'service_name', booking.service_name,
    'customer_name', booking.customer_name,
    'customer_phone', booking.customer_phone,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'vehicle_type', booking.vehicle_type,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'due_cents', private.due_on_site_cents(booking),
    'done_at', booking.done_at,
    'no_show_at', booking.no_show_at,
    'called_off', private.called_off(booking),
    'crew', (select crew from public.slot_claims where booking_id = booking.id),
    'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
  );
$$;

-- For each of the seven days after today: how many cars, and what is left to be paid on site; without what was called
-- off.
create or replace function private.week_ahead() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'day', private.local_today() + ahead, 'cars', coalesce(booked.cars, 0), 'due_cents', coalesce(booked.due_cents, 0)
  ) order by ahead)
  from generate_series(1, 7) as ahead
  left join (
    select booking_date, count(*) as cars, sum(private.due_on_site_cents(booking)) as due_cents
    from public.bookings as booking
    where booking_date between private.local_today() + 1 and private.local_today() + 7
      and status in ('deposit_paid', 'confirmed', 'paid')
      and not private.is_rained_out(booking.id)
    group by booking_date
  ) as booked on booked.booking_date = private.local_today() + ahead;
$$;

-- The whole screen: {today, cars, needs, outside_rules, failed_mails, week, next}; `next` is the first day
-- with a car after today that was not called off, null where none is booked. For administrators.
create or replace function public.owner_dashboard() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.local_today();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'today', today,
    'cars', (
      select coalesce(jsonb_agg(private.car_of_day(booking) order by booking_time, id), '[]')
      from public.bookings as booking
      where booking_date = today and status in ('deposit_paid', 'confirmed', 'paid')
    ),
    'needs', private.owner_needs(),
    'outside_rules', (select count(*) from private.misfits()),
    'failed_mails', (
      select coalesce(jsonb_agg(to_jsonb(mail)), '[]')
      from (
        select id, template_type, to_email, booking_id, created_at
        from public.mail_outbox
        where status = 'failed' and created_at > now() - interval '14 days'
        order by created_at desc
        limit 5
      ) as mail
    ),
    'week', private.week_ahead(),
    'next', (
      select jsonb_build_object(
        'id', id, 'day', booking_date, 'booking_time', to_char(booking_time, 'HH24:MI'),
        'customer_name', customer_name, 'service_name', service_name
      )
      from public.bookings
      where booking_date > today and status in ('deposit_paid', 'confirmed', 'paid') and not private.is_rained_out(id)
      order by booking_date, booking_time
      limit 1
    )
  );
end;
$$;

-- As before, with whether it was called off.
create or replace function private.booking_line(booking public.bookings) returns jsonb
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
    'called_off', private.called_off(booking),
    'due_cents', case when booking.status in ('deposit_paid', 'confirmed') and booking.no_show_at is null
      then private.due_on_site_cents(booking) else 0 end
  );
$$;

-- A booking as its page shows it: its columns, `money`, `note` {text, version}, when its hold ends (null: for
-- good, or not held), `called_off` and `timeline`.
-- Raises administrators_only (403), booking_not_found (404).
create or replace function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address',
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      )
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'timeline', private.booking_timeline(booking.id)
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

-- As before, with whether a visit was called off.
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
        'id', booking.id, 'service_name', booking.service_name,
        'customer_name', booking.customer_name, 'customer_phone', booking.customer_phone,
        'car', concat_ws(' ', booking.car_year, booking.car_model),
        'address', booking.address, 'city', booking.city, 'province', booking.province,
        'postal_code', booking.postal_code,
        'starts_at', private.instant_of(booking.booking_date, booking.booking_time),
        'duration_minutes', booking.duration_minutes, 'calendar_sequence', booking.calendar_sequence,
        'due_cents', private.due_on_site_cents(booking),
        'is_called_off', private.is_rained_out(booking.id),
        'updated_at', greatest(booking.updated_at, private.rain_told_at(booking.id))
      ) order by booking.booking_date, booking.booking_time, booking.id), '[]')
      from (
        select * from public.bookings
        where booking_date >= first_day and status in ('deposit_paid', 'confirmed', 'paid')
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
