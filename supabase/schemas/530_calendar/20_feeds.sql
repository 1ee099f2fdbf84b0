-- Private addresses that a calendar app reads: one for each device, so that each can be revoked.

create table public.calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  -- It is closed once this person is no longer an administrator.
  owner_id uuid not null references auth.users (id) on delete cascade,
  label text not null check (length(btrim(label)) between 1 and 60),
  -- SHA-256 of the secret, which is shown once and stored nowhere.
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  -- To the quarter hour.
  last_used_at timestamptz
);

create index calendar_feeds_owner_id_idx on public.calendar_feeds (owner_id);

alter table public.calendar_feeds enable row level security;
create policy "Server functions may do what they are granted"
  on public.calendar_feeds for all to service_role using (true) with check (true);
revoke all on public.calendar_feeds from public, anon, authenticated, service_role;
grant all on public.calendar_feeds to service_role;

-- The calendar addresses of all administrators, newest first. Raises administrators_only (403).
create function public.calendar_feeds() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', feed.id, 'label', feed.label, 'owner', owner.email,
      'created_at', feed.created_at, 'last_used_at', feed.last_used_at
    ) order by feed.created_at desc, feed.id), '[]')
    from public.calendar_feeds as feed
    join auth.users as owner on owner.id = feed.owner_id
  );
end;
$$;

-- Revokes a calendar address; again is fine. Raises administrators_only (403).
create function public.revoke_calendar_feed(feed_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.calendar_feeds where id = feed_id;
end;
$$;

-- Makes a calendar address and returns its secret, {id, token}, for the only time. Notifies the administrators. Raises
-- administrators_only, reauthentication_needed (403), label_missing (400), too_many_feeds (409) beyond ten a person.
create function public.create_calendar_feed(label text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.new_token();
  new_id uuid;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  if coalesce(length(btrim(label)), 0) not between 1 and 60 then
    raise exception using errcode = 'PT400', message = 'label_missing';
  end if;
  perform private.lock_counted('public.calendar_feeds');
  if (select count(*) >= 10 from public.calendar_feeds where owner_id = (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'too_many_feeds';
  end if;
  insert into public.calendar_feeds (owner_id, label, token_hash)
  values ((select auth.uid()), btrim(create_calendar_feed.label), private.hash_of_token(token))
  returning id into new_id;
  perform private.notify_administrators('A calendar address was made. Anyone with it can read all visits.');
  return jsonb_build_object('id', new_id, 'token', token);
end;
$$;

-- What a calendar shows: bookings from 30 days ago on, and blocked time. -> {bookings, time_off}. `crew_title` is null
-- where there is one crew.
create function private.calendar_content() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  first_day date := private.local_today() - 30;
  has_crews boolean := (select count(*) > 1 from public.crews);
begin
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
        'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
        'crew_title', case when has_crews and claim.crew is not null
          then coalesce(nullif(crew.name, ''), 'Crew ' || claim.crew) end,
        'is_called_off', rain.state is not null,
        'updated_at', greatest(booking.updated_at, answers.changed_at)
      ) order by booking.booking_date, booking.booking_time, booking.id), '[]')
      from (
        select * from public.bookings
        where booking_date >= first_day and private.is_standing(status)
        order by booking_date
        limit 5000
      ) as booking
      cross join lateral private.payment_sums(booking.id) as sums
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral (
        select max(changed_at) as changed_at from public.rain_answers where booking_id = booking.id
      ) as answers
      left join public.slot_claims as claim on claim.booking_id = booking.id
      left join public.crews as crew on crew.number = claim.crew
    ),
    'time_off', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', claim.id, 'reason', claim.reason, 'crew', claim.crew,
        'crew_title', case when claim.crew is not null then private.crew_name(claim.crew) end, 'day', claim.local_date,
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

-- The version of private.calendar_content, without the work: a hash of the days and of every row that it reads, by the
-- transaction that wrote it. The latest time of change is not enough: a transaction that began earlier may end later.
create function private.calendar_version() returns text
language plpgsql stable security definer set search_path = '' set jit = off
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  first_day date := private.local_today() - 30;
  -- Arrays, so that the rows of these bookings are read by index, however many others there are.
  visits uuid[] := array(
    select id from public.bookings where booking_date >= first_day and private.is_standing(status)
  );
  paid uuid[] := array(select id from public.payments where booking_id = any (visits));
  rows_read text;
begin
  with read (key, written) as (
    select id::text, xmin from public.bookings where booking_date >= first_day and private.is_standing(status)
    union all
    select id::text, xmin from public.payments where booking_id = any (visits)
    union all
    select id::text, xmin from public.refunds where payment_id = any (paid)
    union all
    select rain_day_id || ' ' || booking_id, xmin from public.rain_answers where booking_id = any (visits)
    union all
    select id::text, xmin from public.slot_claims where booking_id = any (visits)
    union all
    select id::text, xmin from public.slot_claims where local_date >= first_day and reason is not null
    union all
    select 'crew ' || number, xmin from public.crews
  )
  select sum(hashtextextended(key || ' ' || written, 0))::text into rows_read from read;
  return left(encode(sha256(convert_to(first_day || ' ' || rows_read, 'UTF8')), 'hex'), 32);
end;
$$;

-- The owner's calendar. -> {version, bookings, time_off} as private.calendar_content; only {version} for a reader that
-- knows it. Null when the secret is unknown or revoked, or its owner no longer runs the business.
create function public.read_calendar_feed(secret text, known text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  feed public.calendar_feeds;
  version text;
begin
  select * into feed from public.calendar_feeds where token_hash = private.hash_of_token(secret);
  if feed.id is null or not exists (select from public.admins where user_id = feed.owner_id) then
    return null;
  end if;
  update public.calendar_feeds set last_used_at = now()
  where id = feed.id and (last_used_at is null or last_used_at < now() - interval '15 minutes');
  -- Before the content: a change in between makes a reader come once more, and is never missed.
  version := private.calendar_version();
  return jsonb_build_object('version', version)
    || case when known is not distinct from version then '{}' else private.calendar_content() end;
end;
$$;

revoke all on function
  public.calendar_feeds, public.revoke_calendar_feed, public.create_calendar_feed, public.read_calendar_feed
  from public, anon, authenticated, service_role;
grant execute on function
  public.calendar_feeds, public.revoke_calendar_feed, public.create_calendar_feed
  to authenticated;
grant execute on function public.read_calendar_feed to service_role;
