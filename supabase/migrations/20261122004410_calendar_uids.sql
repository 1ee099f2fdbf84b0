-- A calendar entry is forwarded and shared, and a booking's id opens and cancels the booking. So calendars know an
-- appointment by an id of its own, which opens nothing.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The same for as long as the booking is, so that a later file moves or removes the same entry. Bookings that are
-- there get one too: the table is written anew, and no trigger takes that for a change of theirs.
-- squawk-ignore adding-field-with-default, adding-required-field
alter table public.bookings add column calendar_uid uuid not null default gen_random_uuid();

-- The page behind a booking's link makes its file.
grant select (calendar_uid) on public.bookings to anon;

create unique index bookings_calendar_uid_idx on public.bookings (calendar_uid);

-- What of a booking is worth keeping: neither where a visitor came from, nor how long they took to pay, nor what
-- follows from the rest or never changes.
create or replace function private.kept_columns(booking jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(
    booking - array[
      'id', 'client_address', 'created_at', 'updated_at', 'calendar_sequence', 'calendar_uid', 'hold_extensions'
    ]
  );
$$;

-- The booking behind a calendar entry, for administrators; null when there is none.
create function public.booking_of_entry(target_calendar_uid uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select id from public.bookings where calendar_uid = target_calendar_uid);
end;
$$;

revoke all on function public.booking_of_entry(uuid) from public, anon, authenticated, service_role;
grant execute on function public.booking_of_entry(uuid) to authenticated;

-- What the calendar of the owner shows: bookings from 30 days ago on, and blocked time.
-- -> {bookings, time_off} or null when the secret is unknown or was revoked.
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

-- A receipt is passed on to an employer or an accountant, so it has no link that opens the booking.
create function pg_temp.without_link(content text) returns text
language sql
as $$
  select replace(content, private.mail_button('See Your Booking', '{{ booking_url }}'), '');
$$;
update public.email_templates set content = pg_temp.without_link(content) where template_type = 'receipt';
update public.default_mails set content = pg_temp.without_link(content) where template_type = 'receipt';
drop function pg_temp.without_link(text);
