-- Counts of visits leave out held times and days cancelled because of rain, and forget none; the calendar names the crew.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index bookings_paid_unmarked_idx on public.bookings (booking_date desc, booking_time desc, id)
  where status = 'paid' and done_at is null and no_show_at is null;

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
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

create or replace function private.customer_figures(whose text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking) and rain.state is null)
    )[1],
    'cars', (
      select coalesce(jsonb_agg(car order by latest desc), '[]')
      from (
        select car_year || ' ' || car_model as car, max(booking_date) as latest
        from public.bookings
        where customer_email = whose and status <> 'pending_payment'
        group by 1
      ) as driven
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents - sums.disputed_cents), 0),
    'owed_cents', coalesce(
      sum(private.due_on_site_cents(booking, sums.collected_cents))
        filter (where private.was_visited(booking, rain.state)),
      0
    )
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email = whose;
end;

create or replace function private.phone_customer_figures(number text, called text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking) and rain.state is null)
    )[1],
    'cars', coalesce(
      jsonb_agg(distinct booking.car_year || ' ' || booking.car_model)
        filter (where booking.status <> 'pending_payment'),
      '[]'
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents - sums.disputed_cents), 0),
    'owed_cents', coalesce(
      sum(private.due_on_site_cents(booking, sums.collected_cents))
        filter (where private.was_visited(booking, rain.state)),
      0
    )
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email is null and booking.customer_phone = number
    and lower(booking.customer_name) = called;
end;

create function private.visits_ahead(crew smallint) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)
    from private.work_ahead(visits_ahead.crew) as claim
    join public.bookings as booking on booking.id = claim.booking_id
    where private.is_standing(booking.status) and not exists (select from private.rain_of(booking))
  );
end;
$$;

create or replace function public.crews_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_agg(jsonb_build_object(
      'number', crew.number,
      'title', private.crew_name(crew.number),
      'ways', private.ways_of_crew(crew),
      'members', (
        select coalesce(jsonb_agg(
          jsonb_build_object('user_id', member.user_id, 'email', coalesce(person.email, '')) order by person.email
        ), '[]')
        from public.crew_members as member
        join auth.users as person on person.id = member.user_id
        where member.crew = crew.number
      ),
      'ahead', private.visits_ahead(crew.number),
      'days_off', (
        select coalesce(jsonb_agg(
          private.stretch_of_claim(off) || jsonb_build_object('reason', off.reason) order by off.during
        ), '[]')
        from (
          select * from public.slot_claims as claim
          where claim.reason is not null and claim.crew = crew.number and claim.local_date >= private.local_today()
          order by claim.local_date limit 60
        ) as off
      )
    ) order by crew.number)
    from public.crews as crew
  );
end;
$$;

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
        'crew_title', case when (select count(*) > 1 from public.crews) then (
          select private.crew_name(claim.crew) from public.slot_claims as claim where claim.booking_id = booking.id
        ) end,
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

revoke all on function private.visits_ahead from public;
