-- Customers by email address: one row each, kept by the bookings themselves. Visits and spend are read from their
-- bookings, by index, for the few that a page shows.

create table public.customers (
  email text primary key,
  -- As in their most recent booking.
  name text not null,
  phone text not null,
  -- Only the owner sees it.
  note text not null default '' check (length(note) <= 4000),
  first_booked_at timestamptz not null,
  last_booked_at timestamptz not null,
  -- Begins with a blank, so that the beginning of every word can be found.
  search_text text not null generated always as (' ' || lower(name || ' ' || email || ' ' || phone)) stored,
  -- Goes up with every change of the note, so that nobody overwrites what they have not read.
  note_version integer not null default 0
);

create index customers_last_booked_idx on public.customers (last_booked_at, email);
create index customers_search_idx on public.customers using gin (search_text extensions.gin_trgm_ops);
-- The spellings of one mailbox.
-- Addresses by their beginning.
create index customers_email_beginning_idx on public.customers (email text_pattern_ops);
create index customers_mailbox_idx on public.customers (private.mailbox_of(email));

alter table public.customers enable row level security;
create policy "Server functions may do what they are granted"
  on public.customers for all to service_role using (true) with check (true);
revoke all on public.customers from public, anon, authenticated, service_role;
grant all on public.customers to service_role;

-- Trigger: keeps the customer's row. A booking that was never paid nor confirmed makes no customer: the address may
-- be a stranger's.
create function private.keep_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.customer_email is distinct from new.customer_email
    and not exists (select from public.bookings where customer_email = old.customer_email) then
    delete from public.customers where email = old.customer_email;
  end if;
  if private.is_standing(new.status) and not private.is_forgotten(new.customer_email) then
    insert into public.customers as customer (email, name, phone, first_booked_at, last_booked_at)
    values (new.customer_email, new.customer_name, new.customer_phone, new.created_at, new.created_at)
    on conflict (email) do update
    set
      name = case when excluded.last_booked_at >= customer.last_booked_at then excluded.name else customer.name end,
      phone = case when excluded.last_booked_at >= customer.last_booked_at then excluded.phone else customer.phone end,
      first_booked_at = least(customer.first_booked_at, excluded.first_booked_at),
      last_booked_at = greatest(customer.last_booked_at, excluded.last_booked_at);
  end if;
  return null;
end;
$$;

-- What a customer's bookings add up to: {visits, no_shows, last_visit, next_visit: {id, booking_date, booking_time} |
-- null, cars, spend_cents, owed_cents}; cars with the most recent first, spend less refunds and those about to be sent,
-- owed for visits that took place. One row, to be joined laterally to many customers.
create function private.customer_figures(whose text) returns table (figures jsonb)
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

-- Customers by most recent booking, a page at a time. `before` is `next` of the page before.
-- -> {customers: [{email, name, phone, has_note, last_booked_at, …private.customer_figures}], next}
-- Raises administrators_only (403).
create function public.find_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
-- A dynamic statement is planned for its search: a rare word is found by its letters, a frequent one along the order.
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.search_patterns(search);
  addresses text[] := (select people.addresses from private.searched_people(search) as people);
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email', customer.email, 'name', customer.name, 'phone', customer.phone,
      'has_note', customer.note <> '', 'last_booked_at', customer.last_booked_at
    ) || its.figures
    order by customer.last_booked_at desc, customer.email desc
  ), '[]')
  into found
  from (
    select *
    from public.customers as candidate
    where (patterns is null or (candidate.search_text like patterns[1] and candidate.search_text like all (patterns)))
      and (addresses is null or candidate.email = any (addresses))
      and (
        before is null
        or (candidate.last_booked_at, candidate.email)
          < ((before ->> 'last_booked_at')::timestamptz, before ->> 'email')
      )
    order by candidate.last_booked_at desc, candidate.email desc
    limit size
  ) as customer
  cross join lateral private.customer_figures(customer.email) as its;
  return jsonb_build_object(
    'customers', found,
    'next', case when jsonb_array_length(found) = size then
      jsonb_build_object('last_booked_at', found -> -1 ->> 'last_booked_at', 'email', found -> -1 ->> 'email')
    end
  );
end;
$$;

-- A customer's bookings without replaced holds, the latest day first, a page at a time. -> {bookings: […], next}
-- Raises administrators_only (403).
create function public.customer_bookings(target_email text, before jsonb default null, batch integer default 20)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(line) order by line.booking_date desc, line.booking_time desc, line.id desc), '[]')
  into found
  from (
    select
      booking.id, booking.service_name, booking.car_year, booking.car_model, booking.booking_date,
      booking.booking_time, booking.status, booking.total_cents, booking.done_at, booking.no_show_at,
      case when private.is_standing(booking.status) and booking.no_show_at is null then
        private.due_on_site_cents(booking)
      else 0 end as due_cents
    from public.bookings as booking
    where booking.customer_email = lower(btrim(target_email))
      and (booking.replaced_at is null or booking.status <> 'pending_payment')
      and (
        before is null
        or (booking.booking_date, booking.booking_time, booking.id)
          < ((before ->> 'booking_date')::date, (before ->> 'booking_time')::time, (before ->> 'id')::uuid)
      )
    order by booking.booking_date desc, booking.booking_time desc, booking.id desc
    limit size
  ) as line;
  return jsonb_build_object(
    'bookings', found,
    'next', case when jsonb_array_length(found) = size then
      (found -> -1) - array[
        'service_name', 'car_year', 'car_model', 'status', 'total_cents', 'done_at', 'no_show_at', 'due_cents'
      ]
    end
  );
end;
$$;

-- Saves the owner's note about a customer if `version` is the stored version; null overwrites any. -> {text, version}
-- Raises administrators_only (403), customer_not_found (404), note_changed (409), note_too_long (400).
create function public.save_customer_note(target_email text, new_note text, version integer default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  earlier public.customers;
  written text := btrim(new_note);
begin
  perform private.require_admin();
  if length(written) > 4000 then
    raise exception using errcode = 'PT400', message = 'note_too_long';
  end if;
  select * into earlier from public.customers where email = lower(btrim(target_email)) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if earlier.note = written then
    return jsonb_build_object('text', earlier.note, 'version', earlier.note_version);
  end if;
  if earlier.note_version <> save_customer_note.version then
    raise exception using errcode = 'PT409', message = 'note_changed';
  end if;
  update public.customers
  set note = written, note_version = earlier.note_version + 1
  where email = earlier.email;
  return jsonb_build_object('text', written, 'version', earlier.note_version + 1);
end;
$$;

create trigger clean_typed before update of note on public.customers
  for each row execute function private.clean_typed('', 'note');

create trigger keep_customer
  after insert or update of status, customer_email, customer_name, customer_phone on public.bookings
  for each row execute function private.keep_customer();

revoke all on function
  public.find_customers, public.customer_bookings, public.save_customer_note
  from public, anon, authenticated, service_role;
grant execute on function public.find_customers, public.customer_bookings, public.save_customer_note to authenticated;
