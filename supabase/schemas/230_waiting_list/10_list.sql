-- The waiting list: customers who found a day full.

create table public.waiting_list (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  service_id text not null check (length(service_id) between 1 and 60),
  service_name text not null check (length(service_name) between 1 and 100),
  vehicle_type text not null check (vehicle_type ~ '^[a-z0-9-]{1,40}$'),
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  name text not null check (length(name) between 1 and 100),
  email text not null check (email = lower(btrim(email)) and length(email) <= 254 and email like '%_@_%'),
  phone text not null check (phone ~ '^\+[0-9]{8,15}$'),
  created_at timestamptz not null default now(),
  -- The booking it became, or when the customer gave up the place; null while waiting.
  booking_id uuid references public.bookings (id) on delete set null,
  booked_at timestamptz,
  left_at timestamptz,
  -- As on a booking, with the prices of that day; in the duration. Null without add-ons.
  add_ons jsonb check (jsonb_typeof(add_ons) = 'array'),
  -- Where the visit is to be. Null where times did not depend on it.
  postal_code text check (postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$')
);

alter table public.offered_times
  add constraint offered_times_waiting_id_fkey
    foreign key (waiting_id) references public.waiting_list (id) on delete cascade;

-- One place for an address, a day and a service.
create unique index waiting_list_once_idx on public.waiting_list (day, service_id, email)
  where booked_at is null and left_at is null;
-- Waiting customers in order.
create index waiting_list_waiting_idx on public.waiting_list (day, created_at)
  where booked_at is null and left_at is null;
create index waiting_list_created_at_idx on public.waiting_list (created_at);
create index waiting_list_email_idx on public.waiting_list (email);
create index waiting_list_booking_id_idx on public.waiting_list (booking_id);
create index waiting_list_day_idx on public.waiting_list (day, created_at) where left_at is null;

alter table public.waiting_list enable row level security;
create policy "Server functions may do what they are granted"
  on public.waiting_list for all to service_role using (true) with check (true);
revoke all on public.waiting_list from public, anon, authenticated, service_role;
grant all on public.waiting_list to service_role;

create trigger refuse_other_than_an_address before insert or update of email on public.waiting_list
  for each row execute function private.refuse_other_than_an_address('email');

-- Adds a customer to the waiting list; one who is on it keeps the place. `entry` has the columns of a row, and
-- text_consent is true when the customer wants texts about it. Raises too_many_waiting (429) from the eleventh of a
-- mailbox within an hour, and from the 1201st of all within a day. A network has 15 an hour, and the widest that is
-- counted 30, so 720 a day (server/networks.ts).
create function public.join_waiting_list(entry jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted public.waiting_list := jsonb_populate_record(null::public.waiting_list, entry);
begin
  perform private.lock_counted('public.waiting_list');
  if (
    select count(*) >= 1200
      or count(*) filter (
        where private.mailbox_of(email) = private.mailbox_of(wanted.email) and created_at > now() - interval '1 hour'
      ) >= 10
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
  if (entry ->> 'text_consent')::boolean then
    -- Texts go to the phone that is on the list, so a second request with another one changes nothing.
    perform private.take_waiting_consent(place)
    from public.waiting_list as place
    where (day, service_id, email, phone) = (wanted.day, wanted.service_id, wanted.email, wanted.phone)
      and booked_at is null and left_at is null;
  end if;
end;
$$;

-- Frees every time held for a place on the waiting list that is given up. The place must be locked.
create function private.free_times_of_place(place_id uuid, how text) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), how)
  from public.offered_times
  where waiting_id = place_id and closed_at is null
  having count(*) > 0;
$$;

-- Removes a customer from the waiting list and frees the time held for them. Raises administrators_only (403),
-- waiting_not_found (404).
create function public.remove_from_waiting_list(target_waiting_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.waiting_list set left_at = now()
  where id = target_waiting_id and left_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'waiting_not_found';
  end if;
  perform private.free_times_of_place(target_waiting_id, 'withdrawn');
end;
$$;

-- Deletes entries whose day is long past. Returns how many.
create function public.forget_old_waiting() returns integer
language sql set search_path = ''
as $$
  with gone as (
    delete from public.waiting_list where day < private.local_day(private.kept_since('waiting_list')) returning id
  )
  select count(*)::integer from gone;
$$;

-- The state of a place: waiting, offered, booking (not paid yet), booked, unpaid, cancelled or left.
create function private.state_of_waiting(entry public.waiting_list) returns text
language sql stable set search_path = ''
as $$
  select case
    when entry.left_at is not null then 'left'
    when entry.booked_at is not null then coalesce((
      select case
        when booking.status = 'cancelled' then 'cancelled'
        when booking.status <> 'pending_payment' then 'booked'
        when exists (
          select from public.slot_claims as claim
          where claim.booking_id = booking.id and (claim.expires_at is null or claim.expires_at > now())
        ) then 'booking'
        else 'unpaid'
      end
      from public.bookings as booking where booking.id = entry.booking_id
    ), 'unpaid')
    when exists (
      select from public.offered_times as offer
      where offer.waiting_id = entry.id and offer.closed_at is null and offer.expires_at > now()
    ) then 'offered'
    else 'waiting'
  end;
$$;

-- The waiting list by day, from a day on.
-- -> [{id, day, service_id, service_name, vehicle_type, add_ons, name, email, phone, created_at, state, booking_id, offered:
-- [{id, time, expires_at, outcome}]}]; `state` as private.state_of_waiting.
-- Raises administrators_only (403).
create function public.waiting_list_of_days(from_day date, batch integer default 200) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id,
      'day', entry.day,
      'service_id', entry.service_id,
      'service_name', entry.service_name,
      'vehicle_type', entry.vehicle_type,
      'add_ons', entry.add_ons,
      'name', entry.name,
      'email', entry.email,
      'phone', entry.phone,
      'created_at', entry.created_at,
      'state', private.state_of_waiting(entry),
      'booking_id', entry.booking_id,
      'offered', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', offer.id,
          'time', private.local_time(offer.starts_at),
          'expires_at', offer.expires_at,
          'outcome', coalesce(offer.outcome, case when offer.expires_at > now() then 'held' else 'lapsed' end)
        ) order by offer.created_at), '[]')
        from public.offered_times as offer
        where offer.waiting_id = entry.id
      )
    ) order by entry.day, entry.created_at), '[]')
    from (
      select * from public.waiting_list
      where day >= from_day and left_at is null
      order by day, created_at
      limit least(batch, 500)
    ) as entry
  );
end;
$$;

-- Trigger: a confirmed booking closes the place of its email address for that day and service, and frees the time
-- held for it.
create function private.close_waiting_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  place_id uuid;
begin
  if tg_op = 'UPDATE' and private.is_standing(old.status) and old.booking_date = new.booking_date then
    return null;
  end if;
  update public.waiting_list set booked_at = now(), booking_id = new.id
  where day = new.booking_date
    and service_id = new.service_id
    and email = new.customer_email
    and booked_at is null
    and left_at is null
  returning id into place_id;
  if place_id is null then
    return null;
  end if;
  perform private.close_offers(
    array[offer.id], case when offer.starts_at = lower(private.span_of(new)) then 'taken' else 'withdrawn' end
  )
  from public.offered_times as offer
  where offer.waiting_id = place_id and offer.closed_at is null;
  return null;
end;
$$;

-- Named to run after the trigger that locks the day of a move: the day is locked before the place.
create trigger stop_waiting after update of status, booking_date on public.bookings
  for each row when (new.status in ('deposit_paid', 'confirmed', 'paid'))
  execute function private.close_waiting_place();

create trigger stop_waiting_at_once after insert on public.bookings
  for each row when (new.status in ('deposit_paid', 'confirmed', 'paid'))
  execute function private.close_waiting_place();

revoke all on function
  public.join_waiting_list, public.remove_from_waiting_list, public.forget_old_waiting, public.waiting_list_of_days
  from public, anon, authenticated, service_role;
grant execute on function public.join_waiting_list, public.forget_old_waiting to service_role;
grant execute on function public.remove_from_waiting_list, public.waiting_list_of_days to authenticated;
