-- Where the address of a visit is, from a geocoder. Without it a visit is in the centre of its postal area.

create table private.visit_places (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- Null when the geocoder does not know the address, or has not answered yet.
  longitude double precision,
  latitude double precision,
  tries smallint not null default 1,
  -- When it may be asked again; null when it has answered.
  try_again_at timestamptz,
  constraint visit_places_are_whole check ((longitude is null) = (latitude is null))
);

alter table private.visit_places enable row level security;
revoke all on private.visit_places from public, anon, authenticated, service_role;

-- Trigger: the claim of a visit whose address was found is there, however it was written.
create function private.prefer_found_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  found_place private.visit_places;
begin
  select * into found_place from private.visit_places
  where booking_id = new.booking_id and longitude is not null;
  if found then
    new.longitude := found_place.longitude;
    new.latitude := found_place.latitude;
  end if;
  return new;
end;
$$;

create trigger prefer_found_place before insert or update of longitude, latitude on public.slot_claims
  for each row when (new.booking_id is not null)
  execute function private.prefer_found_place();

-- Trigger: keeps the place of a claim with the address of its booking: the centre of its area until the new address is
-- found. A visit that the van then reaches late stays: the owner corrects what is true.
create function private.keep_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  its_place point := private.place_of(new.postal_code);
begin
  delete from private.visit_places where booking_id = new.id;
  update public.slot_claims set longitude = its_place[0], latitude = its_place[1] where booking_id = new.id;
  return null;
end;
$$;

create trigger keep_place after update of address, city, postal_code on public.bookings
  for each row
  when ((new.address, new.city, new.postal_code) is distinct from (old.address, old.city, old.postal_code))
  execute function private.keep_place();

-- The address of the next visit to ask the geocoder about: of standing visits, the earliest first. Null when there is
-- none, and less than a second after the last one, on all hosts together. -> {bookingId, street, postalCode}
create function public.address_to_find() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select one.* into booking
  from public.slot_claims as claim
  join public.bookings as one on one.id = claim.booking_id
  left join private.visit_places as place on place.booking_id = one.id
  where claim.local_date >= private.local_today()
    and claim.expires_at is null
    and (place.booking_id is null or place.try_again_at <= now())
  order by claim.local_date, lower(claim.during), one.id
  limit 1;
  if not found then
    return null;
  end if;
  insert into private.travel_services as known (name, try_again_at)
  values ('geocoder', clock_timestamp() + interval '1 second')
  on conflict (name) do update set try_again_at = excluded.try_again_at
  where known.try_again_at <= clock_timestamp();
  if not found then
    return null;
  end if;
  insert into private.visit_places as known (booking_id, try_again_at)
  values (booking.id, now() + interval '10 minutes')
  on conflict (booking_id) do update
  set tries = known.tries + 1, try_again_at = now() + power(2, least(known.tries, 8)) * interval '10 minutes';
  return jsonb_build_object(
    'bookingId', booking.id, 'street', booking.address, 'postalCode', booking.postal_code
  );
end;
$$;

-- Stores what the geocoder answered about an address; nulls when it does not know it. A place more than 40 km from the
-- centre of its postal area counts as unknown, and an address that was corrected meanwhile is left. Returns whether the
-- visit has the place.
create function public.keep_found_place(
  target_booking_id uuid, street text, postal_code text, longitude double precision, latitude double precision
) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  booking public.bookings;
  is_near boolean := coalesce(
    private.kilometres(
      private.place_of(keep_found_place.postal_code), point(keep_found_place.longitude, keep_found_place.latitude)
    ) <= 40,
    false
  );
begin
  insert into private.travel_services as known (name) values ('geocoder')
  on conflict (name) do update set failures = 0;
  select * into booking from public.bookings where id = target_booking_id for update;
  if booking.address is distinct from street or booking.postal_code is distinct from keep_found_place.postal_code then
    return false;
  end if;
  update private.visit_places
  set longitude = case when is_near then keep_found_place.longitude end,
    latitude = case when is_near then keep_found_place.latitude end,
    try_again_at = null
  where booking_id = target_booking_id;
  if is_near then
    -- The trigger writes the place.
    update public.slot_claims set longitude = longitude where booking_id = target_booking_id;
  end if;
  return is_near;
end;
$$;

revoke all on function public.address_to_find, public.keep_found_place from public, anon, authenticated, service_role;
grant execute on function public.address_to_find, public.keep_found_place to service_role;
