-- Customers by phone: those of bookings without an email address, by phone number and name, because several people may
-- share a number. Kept by the bookings themselves, as the customers with an email address.

create table public.phone_customers (
  phone text not null,
  -- As in their most recent booking; another spelling in capitals is the same person.
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  -- Only the owner sees it.
  note text not null default '' check (length(note) <= 4000),
  -- Goes up with every change of the note, so that nobody overwrites what they have not read.
  note_version integer not null default 0,
  first_booked_at timestamptz not null,
  last_booked_at timestamptz not null,
  -- Begins with a blank, so that the beginning of every word can be found.
  search_text text not null generated always as (' ' || lower(name || ' ' || phone)) stored,
  primary key (phone, name_key)
);

create index phone_customers_last_booked_idx on public.phone_customers (last_booked_at, phone, name_key);
create index phone_customers_search_idx on public.phone_customers using gin (search_text extensions.gin_trgm_ops);

alter table public.phone_customers enable row level security;
create policy "Server functions may do what they are granted"
  on public.phone_customers for all to service_role using (true) with check (true);
revoke all on public.phone_customers from public, anon, authenticated, service_role;
grant all on public.phone_customers to service_role;

-- The bookings of a customer by phone.
create function private.bookings_of_caller(number text, called text) returns setof public.bookings
language sql stable set search_path = ''
as $$
  select *
  from public.bookings
  where customer_email is null and customer_phone = number and lower(customer_name) = lower(called);
$$;

-- Trigger: keeps the row of a customer by phone. A corrected name or number takes the note along.
create function private.keep_phone_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.customer_email is null
    and not exists (select from private.bookings_of_caller(old.customer_phone, old.customer_name)) then
    if new.customer_email is null
      and not exists (
        select from public.phone_customers where phone = new.customer_phone and name_key = lower(new.customer_name)
      ) then
      update public.phone_customers set phone = new.customer_phone, name = new.customer_name
      where phone = old.customer_phone and name_key = lower(old.customer_name);
    else
      delete from public.phone_customers where phone = old.customer_phone and name_key = lower(old.customer_name);
    end if;
  end if;
  if private.is_standing(new.status) and new.customer_email is null then
    insert into public.phone_customers as customer (phone, name, first_booked_at, last_booked_at)
    values (new.customer_phone, new.customer_name, new.created_at, new.created_at)
    on conflict (phone, name_key) do update
    set
      name = case when excluded.last_booked_at >= customer.last_booked_at then excluded.name else customer.name end,
      first_booked_at = least(customer.first_booked_at, excluded.first_booked_at),
      last_booked_at = greatest(customer.last_booked_at, excluded.last_booked_at);
  end if;
  return null;
end;
$$;

-- What the bookings of a customer by phone add up to, as private.customer_figures. One row, to be joined laterally.
create function private.phone_customer_figures(number text, called text) returns table (figures jsonb)
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

-- Customers by phone by most recent booking, a page at a time. `before` is `next` of the page before.
-- -> {customers: [{phone, name, has_note, last_booked_at, …private.phone_customer_figures}],
--     next: {last_booked_at, phone, name}}
-- Raises administrators_only (403).
create function public.find_phone_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.search_patterns(search);
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'phone', customer.phone, 'name', customer.name, 'has_note', customer.note <> '',
      'last_booked_at', customer.last_booked_at
    ) || its.figures
    order by customer.last_booked_at desc, customer.phone desc, customer.name_key desc
  ), '[]')
  into found
  from (
    select *
    from public.phone_customers as candidate
    where (patterns is null or (candidate.search_text like patterns[1] and candidate.search_text like all (patterns)))
      and (
        before is null
        or (candidate.last_booked_at, candidate.phone, candidate.name_key)
          < ((before ->> 'last_booked_at')::timestamptz, before ->> 'phone', lower(before ->> 'name'))
      )
    order by candidate.last_booked_at desc, candidate.phone desc, candidate.name_key desc
    limit size
  ) as customer
  cross join lateral private.phone_customer_figures(customer.phone, customer.name_key) as its;
  return jsonb_build_object(
    'customers', found,
    'next', case when jsonb_array_length(found) = size then jsonb_build_object(
      'last_booked_at', found -> -1 ->> 'last_booked_at', 'phone', found -> -1 ->> 'phone',
      'name', found -> -1 ->> 'name'
    ) end
  );
end;
$$;

-- All customers by most recent booking, a page at a time: of public.find_customers and public.find_phone_customers a
-- page is read each, and what has no room is read again with the next. `before` is `next` of the page before.
-- -> {customers: [as of either; those by phone have no email], next: {with_email, by_phone}}
-- Raises administrators_only (403).
create function public.find_all_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  with_email jsonb;
  by_phone jsonb;
begin
  perform private.require_admin();
  with_email := public.find_customers(search, nullif(before -> 'with_email', 'null'), size);
  by_phone := public.find_phone_customers(search, nullif(before -> 'by_phone', 'null'), size);
  return (
    with found as (
      select customer, place, row_number() over (order by (customer ->> 'last_booked_at')::timestamptz desc, place) as at
      from (
        select customer, place from jsonb_array_elements(with_email -> 'customers') with ordinality as of_email (customer, place)
        union all
        select customer, place from jsonb_array_elements(by_phone -> 'customers') with ordinality as of_phone (customer, place)
      ) as one
    ),
    shown as (select customer, at, customer ? 'email' as has_email from found where at <= size)
    select jsonb_build_object(
      'customers', coalesce((select jsonb_agg(customer order by at) from shown), '[]'),
      'next', case
        when (select count(*) from found) > size or with_email ->> 'next' is not null or by_phone ->> 'next' is not null
        then jsonb_build_object(
          'with_email', coalesce(
            (
              select jsonb_build_object('last_booked_at', customer -> 'last_booked_at', 'email', customer -> 'email')
              from shown where has_email order by at desc limit 1
            ),
            before -> 'with_email'
          ),
          'by_phone', coalesce(
            (
              select jsonb_build_object(
                'last_booked_at', customer -> 'last_booked_at', 'phone', customer -> 'phone', 'name', customer -> 'name'
              )
              from shown where not has_email order by at desc limit 1
            ),
            before -> 'by_phone'
          )
        )
      end
    )
  );
end;
$$;

-- A customer by phone with the latest hundred bookings; null when there is none. -> {phone, name, note, note_version,
-- first_booked_at, …private.phone_customer_figures, bookings: as public.customer_bookings}
-- Raises administrators_only (403).
create function public.phone_customer_page(target_phone text, target_name text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'phone', customer.phone, 'name', customer.name, 'note', customer.note, 'note_version', customer.note_version,
      'first_booked_at', customer.first_booked_at,
      'bookings', (
        select coalesce(
          jsonb_agg(to_jsonb(line) order by line.booking_date desc, line.booking_time desc, line.id desc), '[]'
        )
        from (
          select
            id, service_name, car_year, car_model, booking_date, booking_time, status, total_cents, done_at, no_show_at,
            case when private.is_standing(status) and no_show_at is null then
              private.due_on_site_cents(booking)
            else 0 end as due_cents
          from private.bookings_of_caller(customer.phone, customer.name) as booking
          order by booking_date desc, booking_time desc, id desc
          limit 100
        ) as line
      )
    ) || its.figures
    from public.phone_customers as customer
    cross join lateral private.phone_customer_figures(customer.phone, customer.name_key) as its
    where customer.phone = target_phone and customer.name_key = lower(target_name)
  );
end;
$$;

-- Saves the owner's note about a customer by phone, as public.save_customer_note. -> {text, version}
-- Raises administrators_only (403), customer_not_found (404), note_changed (409), note_too_long (400).
create function public.save_phone_customer_note(
  target_phone text, target_name text, new_note text, version integer default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  earlier public.phone_customers;
  written text := btrim(new_note);
begin
  perform private.require_admin();
  if length(written) > 4000 then
    raise exception using errcode = 'PT400', message = 'note_too_long';
  end if;
  select * into earlier from public.phone_customers
  where phone = target_phone and name_key = lower(target_name) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if earlier.note = written then
    return jsonb_build_object('text', earlier.note, 'version', earlier.note_version);
  end if;
  if earlier.note_version <> save_phone_customer_note.version then
    raise exception using errcode = 'PT409', message = 'note_changed';
  end if;
  update public.phone_customers
  set note = written, note_version = earlier.note_version + 1
  where phone = earlier.phone and name_key = earlier.name_key;
  return jsonb_build_object('text', written, 'version', earlier.note_version + 1);
end;
$$;

create trigger clean_typed before update of note on public.phone_customers
  for each row execute function private.clean_typed('', 'note');

create trigger keep_phone_customer
  after insert or update of status, customer_email, customer_name, customer_phone on public.bookings
  for each row execute function private.keep_phone_customer();

revoke all on function
  public.find_phone_customers, public.find_all_customers, public.phone_customer_page, public.save_phone_customer_note
  from public, anon, authenticated, service_role;
grant execute on function
  public.find_phone_customers, public.find_all_customers, public.phone_customer_page, public.save_phone_customer_note
  to authenticated;
