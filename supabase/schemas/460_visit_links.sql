-- The page of a visit: how it stands, for its customer, by a link without login (docs/decisions/0103).

-- Links to the page of a visit. The table keeps a hash instead of the token.
create table public.visit_links (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  token_hash bytea not null unique,
  -- The start it was sent for: the page says when the visit was moved since.
  told_date date not null,
  told_time time not null,
  -- Null for a link that was sent: it is valid until 14 days after the visit.
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

create index visit_links_booking_id_idx on public.visit_links (booking_id);
create index visit_links_told_date_idx on public.visit_links (told_date);

alter table public.visit_links enable row level security;
revoke all on public.visit_links from public, anon, authenticated, service_role;

-- Adds a link to a visit and returns its path, short enough for a text message: 128 random bits in 22 characters.
-- `lasts`: how long it is valid; null for one that is sent. Deletes links that expired.
create function private.add_visit_link(booking public.bookings, lasts interval default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := translate(
    rtrim(encode(substring(private.hash_of_token(private.new_token()) from 1 for 16), 'base64'), '='), '+/', '-_'
  );
begin
  delete from public.visit_links where booking_id = booking.id and expires_at < now();
  insert into public.visit_links (booking_id, token_hash, told_date, told_time, expires_at)
  values (booking.id, private.hash_of_token(token), booking.booking_date, booking.booking_time, now() + lasts);
  return '/visit/' || token;
end;
$$;

-- The data of an email with a link to the page of its visit.
create function private.visit_link_data(booking public.bookings) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return jsonb_build_object('visit', jsonb_build_object('path', private.add_visit_link(booking)));
end;
$$;

-- The link of a token, if it is valid.
create function private.visit_link_of(token text) returns public.visit_links
language sql stable security definer set search_path = ''
as $$
  select link
  from public.visit_links as link
  join public.bookings as booking on booking.id = link.booking_id
  where link.token_hash = private.hash_of_token(token)
    and now() < coalesce(link.expires_at, upper(private.span_of(booking)) + interval '14 days')
    and booking.status <> 'pending_payment';
$$;

-- Opens the page of a visit for its customer: the signed-in one, or a guest who names the email address of the booking.
-- Returns the path of a link that is valid for a day. Raises booking_not_found (404).
create function public.open_visit(target_booking_id uuid, email text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking
  from public.bookings as one
  where one.id = target_booking_id
    and one.status <> 'pending_payment'
    and (
      one.customer_email = private.named_email(open_visit.email)
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return private.add_visit_link(booking, interval '1 day');
end;
$$;

-- What the page of a visit shows; null when the link is unknown, expired or revoked. It never names the booking, whose
-- id would open more, nor the address. `told` is the start that the link was sent for, null unless the visit was moved
-- since. `arrives_at` is the estimate of the moment when the visit was set on its way. `money` in cents, once the visit
-- is done: total with the tax and all tips, paid what was paid and not refunded, due what can be paid online now.
-- -> {state: booked | on_the_way | working | done | missed | cancelled | rained_out, first_name, service_name, add_ons,
-- car, booking_date, booking_time, duration_minutes, told: {date, time}, on_my_way_at, arrives_at, work_began_at,
-- done_at, money: {total_cents, tax_cents, tax_label, tip_cents, paid_cents, due_cents}}
create function public.visit_status(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when booking.done_at is not null then 'done'
      when booking.no_show_at is not null then 'missed'
      when private.is_rained_out(booking.id) then 'rained_out'
      when booking.work_began_at is not null then 'working'
      when booking.on_my_way_at is not null then 'on_the_way'
      else 'booked'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'add_ons', booking.add_ons,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'told', case when (link.told_date, link.told_time) <> (booking.booking_date, booking.booking_time) then
      jsonb_build_object('date', link.told_date, 'time', to_char(link.told_time, 'HH24:MI'))
    end,
    'on_my_way_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute',
    'work_began_at', booking.work_began_at,
    'done_at', booking.done_at,
    'money', case when booking.done_at is not null and booking.status <> 'cancelled' then jsonb_build_object(
      'total_cents', money.price_cents - money.reduced_cents,
      'reduced_cents', money.reduced_cents,
      'reduced_tax_cents', money.reduced_tax_cents,
      'tax_cents', booking.tax_cents,
      'tax_label', booking.tax_label,
      'tip_cents', booking.tip_cents + money.tip_cents,
      'paid_cents', money.kept_cents,
      'due_cents', private.balance_cents(booking)
    ) end
  )
  from private.visit_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking) as money;
$$;

-- Opens the payment of a visit's balance from its page. Returns the token of a payment link that is valid for an hour.
-- Raises link_unknown (404), nothing_due, too_little_to_charge (409).
create function public.open_balance_of_visit(token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select one.* into booking
  from private.visit_link_of(token) as link
  join public.bookings as one on one.id = link.booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'link_unknown';
  end if;
  perform private.check_balance(booking);
  return private.add_payment_link(booking.id, false, interval '1 hour');
end;
$$;

-- Ends every link of bookings: to the page of the visit and its photos, to pay, to answer a rain day or a swap, and to
-- the offer of the waiting list that became the booking. For a corrected address, and for erased data.
create function private.revoke_links(booking_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.visit_links where booking_id = any (booking_ids);
  update public.payment_links set revoked_at = now() where booking_id = any (booking_ids) and revoked_at is null;
  delete from public.photo_links where booking_id = any (booking_ids);
  update public.rain_answers
  set token_hash = private.hash_of_token(private.new_token())
  where booking_id = any (booking_ids);
  update public.swap_answers
  set token_hash = private.hash_of_token(private.new_token())
  where booking_id = any (booking_ids);
  update public.offered_times
  set token_hash = null
  where waiting_id in (select id from public.waiting_list where booking_id = any (booking_ids));
end;
$$;

revoke all on function public.open_visit, public.visit_status, public.open_balance_of_visit
  from public, anon, authenticated, service_role;
grant execute on function public.open_visit, public.visit_status, public.open_balance_of_visit to anon, authenticated;
grant execute on function private.add_visit_link, private.visit_link_data to service_role;
