-- Reports of the visits by local days of America/Toronto: what was sold, to whom, where, and how full the days were.

-- The first visit of each customer, so that a report needs no earlier visits. A customer is an email address, or a phone
-- number without one. Triggers keep it.
create table private.first_visits (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- The booking's date.
  day date not null
);

create index first_visits_day_idx on private.first_visits (day);

alter table private.first_visits enable row level security;
revoke all on private.first_visits from public, anon, authenticated, service_role;

-- Stores which of a customer's visits is the first: the earliest that is confirmed and was not missed. An erased
-- customer keeps the mark that they had.
create function private.mark_first_visit(email text, phone text) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  of_customer uuid[];
  first_id uuid;
begin
  if email is null then
    of_customer := array(select id from public.bookings where customer_email is null and customer_phone = phone);
  elsif private.is_forgotten(email) then
    return;
  else
    -- Two bookings of one customer are confirmed one after the other.
    perform from public.customers as customer where customer.email = mark_first_visit.email for no key update;
    of_customer := array(select id from public.bookings where customer_email = email);
  end if;
  select id into first_id
  from public.bookings
  where id = any (of_customer) and private.is_standing(status) and no_show_at is null
  order by booking_date, booking_time, id
  limit 1;
  delete from private.first_visits where booking_id = any (of_customer) and booking_id is distinct from first_id;
  insert into private.first_visits as mark
  select id, booking_date from public.bookings where id = first_id
  on conflict (booking_id) do update set day = excluded.day where mark.day <> excluded.day;
end;
$$;

-- Trigger: marks the first visit of a booking's customer, and of the customer who had it before a correction.
create function private.keep_first_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' then
    perform private.mark_first_visit(new.customer_email, new.customer_phone);
  end if;
  if tg_op = 'DELETE'
    or (
      tg_op = 'UPDATE'
      and not coalesce(private.is_forgotten(new.customer_email), false)
      and (coalesce(old.customer_email, old.customer_phone) is distinct from coalesce(new.customer_email, new.customer_phone))
    )
  then
    perform private.mark_first_visit(old.customer_email, old.customer_phone);
  end if;
  return null;
end;
$$;

-- After keep_customer, whose lock of the customer it continues: triggers fire by name. A hold makes no visit.
create trigger keep_first_visit after insert on public.bookings
  for each row when (new.status <> 'pending_payment')
  execute function private.keep_first_visit();

-- After move_claim, which locks the day: the day is locked before the customer.
create trigger remark_first_visit
  after update of status, no_show_at, booking_date, booking_time, customer_email, customer_phone on public.bookings
  for each row
  when (
    (old.status <> 'pending_payment' or new.status <> 'pending_payment')
    and (
      old.status, old.no_show_at is null, old.booking_date, old.booking_time, old.customer_email, old.customer_phone
    ) is distinct from (
      new.status, new.no_show_at is null, new.booking_date, new.booking_time, new.customer_email, new.customer_phone
    )
  )
  execute function private.keep_first_visit();

create trigger keep_first_visit_deleted after delete on public.bookings
  for each row when (old.status <> 'pending_payment')
  execute function private.keep_first_visit();

-- Marks the first visit of every customer anew; the trigger keeps them from then on. Bookings wait meanwhile.
create function private.rebuild_first_visits() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.bookings in share row exclusive mode;
  delete from private.first_visits as mark
  using public.bookings as booking
  where booking.id = mark.booking_id and not coalesce(private.is_forgotten(booking.customer_email), false);
  insert into private.first_visits
  select distinct on (coalesce(customer_email, customer_phone)) id, booking_date
  from public.bookings
  where private.is_standing(status) and no_show_at is null
    and not coalesce(private.is_forgotten(customer_email), false)
  order by coalesce(customer_email, customer_phone), booking_date, booking_time, id;
end;
$$;

-- The minutes of work that all crews could do on local days: from the first start until the end of work, by the opening
-- hours and exceptions of now, and by its own hours, without blocked time.
create function private.open_minutes(from_day date, until_day date) returns integer
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

-- The visits of a range of local days, both included: bookings that are confirmed, were not missed, and do not wait for
-- a new time because of rain. Amounts are cents, before tax and tips and after coupons.
-- -> {visits, sales_cents, no_shows, new_customers (with their first visit in the range), returning_customers,
-- booked_minutes (also of no-shows), open_minutes, services: [{name, visits, sales_cents}], add_ons: [{name, visits,
-- sales_cents}], areas: [{name, visits, sales_cents}]}; a service with its add-ons, an area as the beginning of a
-- postal code, or empty for erased customers.
-- Raises administrators_only (403), invalid_range (400).
create function public.visit_report(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
declare
  report jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  with
    rained_out as (
      select booking.id
      from public.rain_answers as answer
      join public.bookings as booking on booking.id = answer.booking_id
      where answer.state in ('asked', 'declined')
        and booking.booking_date between from_day and until_day
        and exists (select from private.rain_of(booking))
    ),
    visits as materialized (
      select
        service_name,
        left(postal_code, 3) as area,
        price_cents - discount_cents as sales_cents,
        duration_minutes,
        no_show_at is not null as is_missed,
        case when private.is_forgotten(customer_email) then null else coalesce(customer_email, customer_phone) end as who,
        id in (select booking_id from private.first_visits where day between from_day and until_day) as is_first,
        add_ons
      from public.bookings
      where booking_date between from_day and until_day
        and private.is_standing(status)
        and id not in (select id from rained_out)
    ),
    -- The sums of a service in an area first: far fewer than the visits.
    parts as materialized (
      select
        service_name, case when who is null then '' else area end as area, is_missed,
        count(*) as visits, sum(sales_cents) as sales_cents, sum(duration_minutes) as minutes,
        count(*) filter (where is_first) as first_visits,
        count(*) filter (where is_first and who is not null) as known_first_visits
      from visits
      group by service_name, case when who is null then '' else area end, is_missed
    ),
    lists as (
      select 'services' as list, service_name as name, sum(visits) as visits, sum(sales_cents) as sales_cents
      from parts where not is_missed group by service_name
      union all
      select 'areas', area, sum(visits), sum(sales_cents) from parts where not is_missed group by area
      union all
      select 'add_ons', one ->> 'name', count(*), sum((one ->> 'priceCents')::integer)
      from visits cross join jsonb_array_elements(add_ons) as one
      where not is_missed and add_ons is not null
      group by one ->> 'name'
    )
  select jsonb_build_object(
    'visits', coalesce(sum(visits) filter (where not is_missed), 0),
    'sales_cents', coalesce(sum(sales_cents) filter (where not is_missed), 0),
    'no_shows', coalesce(sum(visits) filter (where is_missed), 0),
    'new_customers', coalesce(sum(first_visits), 0),
    'returning_customers', (
      select count(*) from (select from visits where not is_missed and who is not null group by who) as known
    ) - coalesce(sum(known_first_visits), 0),
    'booked_minutes', coalesce(sum(minutes), 0),
    'open_minutes', private.open_minutes(from_day, until_day)
  ) || (
    select jsonb_object_agg(list, coalesce(rows, '[]'))
    from (values ('services'), ('add_ons'), ('areas')) as wanted (list)
    left join lateral (
      select jsonb_agg(
        jsonb_build_object('name', name, 'visits', visits, 'sales_cents', sales_cents)
        order by lists.sales_cents desc, lists.visits desc, name
      ) as rows
      from lists where lists.list = wanted.list
    ) as of_list on true
  )
  into report
  from parts;
  return report;
end;
$$;

revoke all on function public.visit_report from public, anon, authenticated, service_role;
grant execute on function public.visit_report to authenticated;
