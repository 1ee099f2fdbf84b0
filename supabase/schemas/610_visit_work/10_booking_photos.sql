-- Photos of a booking's car: the condition that its customer shows, up to four, and the work, which those who do the
-- visit photograph (610_visit_work/50_work_photos.sql). The files are in the private bucket `bookings`, each under its row's id. The
-- owner and the visit's crew read the bucket itself; a customer reads through the server function `booking-photo`
-- (docs/decisions/0097).

create table public.booking_photos (
  id uuid primary key default gen_random_uuid(),
  -- Null: removed. A job deletes the file, then the row.
  booking_id uuid references public.bookings (id) on delete set null,
  place smallint not null,
  created_at timestamptz not null default now(),
  -- customer: shows the car's condition when booking. The others are of the work.
  kind text not null default 'customer' check (kind in ('customer', 'before', 'after', 'condition')),
  -- Who took a photo of the work, as in the history of the booking; null for a customer's.
  taken_by text check (length(taken_by) between 1 and 254),
  -- When a photo of the work was removed, which can be undone for two minutes.
  removed_at timestamptz,
  -- Who removed it, as in the history of the booking; null for one removed by the former version.
  removed_by text check (length(removed_by) between 1 and 254),
  constraint booking_photos_place_check check (place between 1 and case kind when 'customer' then 4 else 12 end)
);

-- So that there are never more.
create unique index booking_photos_place_idx on public.booking_photos (booking_id, kind, place);
create index booking_photos_removed_idx on public.booking_photos (created_at) where booking_id is null;
create index booking_photos_undoable_idx on public.booking_photos (removed_at) where removed_at is not null;
create index booking_photos_of_work_idx on public.booking_photos (created_at)
  where kind <> 'customer' and booking_id is not null;

alter table public.booking_photos enable row level security;
revoke all on public.booking_photos from public, anon, authenticated, service_role;

-- The id in a file's name; null for any other name.
create function private.photo_id_of(name text) returns uuid
language sql immutable set search_path = ''
as $$
  select case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name::uuid end;
$$;

-- Whether this photo of a booking may be uploaded: its place was taken less than 15 minutes ago.
create function private.awaits_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.booking_photos
    where id = private.photo_id_of(awaits_photo.name)
      and booking_id is not null and removed_at is null and created_at > now() - interval '15 minutes'
      and (kind = 'customer' or public.is_admin() or private.works_on(booking_id))
  );
end;
$$;

-- Whether the file of a photo is in the storage.
create function private.photo_is_stored(photo_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from storage.objects where bucket_id = 'bookings' and name = photo_id::text);
end;
$$;

-- The ids of a booking's stored photos from its customer, in their order.
create function private.photos_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(id order by place), '[]')
    from public.booking_photos
    where booking_id = target_booking_id and kind = 'customer' and private.photo_is_stored(id)
  );
end;
$$;

-- Takes a place for a photo of a booking whose row is locked; its id, or null when no place is left. A place whose photo
-- did not arrive within 15 minutes is available again, and the place of a removed photo when no other is.
create function private.place_photo(
  target_booking_id uuid, photo_kind text, photo_id uuid default gen_random_uuid(), photographer text default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  places integer := case photo_kind when 'customer' then 4 else 12 end;
begin
  update public.booking_photos
  set booking_id = null
  where booking_id = target_booking_id and kind = photo_kind
    and created_at < now() - interval '15 minutes' and not private.photo_is_stored(id);
  if places <= (
    select count(*) from public.booking_photos where booking_id = target_booking_id and kind = photo_kind
  ) then
    update public.booking_photos
    set booking_id = null
    where booking_id = target_booking_id and kind = photo_kind and removed_at is not null;
  end if;
  insert into public.booking_photos (id, booking_id, kind, place, taken_by)
  select photo_id, target_booking_id, photo_kind, min(free), photographer
  from generate_series(1, places) as free
  where not exists (
    select from public.booking_photos where booking_id = target_booking_id and kind = photo_kind and place = free
  )
  having count(*) > 0;
  return case when found then photo_id end;
end;
$$;

-- Begins to add a photo to a booking, by its holder, before the visit. The photo is then uploaded into the bucket
-- `bookings` under the returned id.
-- Raises as private.booking_of_holder, and too_many_photos (409).
create function public.add_booking_photo(target_booking_id uuid, email text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.booking_of_holder(target_booking_id, add_booking_photo.email);
  added uuid := private.place_photo(booking.id, 'customer');
begin
  if added is null then
    raise exception using errcode = 'PT409', message = 'too_many_photos';
  end if;
  return added;
end;
$$;

-- Whether the customer of this booking sees this photo of it.
create function private.customer_sees(photo public.booking_photos, booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select photo.removed_at is null
    and (photo.kind = 'customer' or (photo.kind in ('before', 'after') and booking.done_at is not null));
$$;

-- Whether the caller may see this photo as the holder of its booking, who names its email address or whose account it
-- is: a photo from before and after the work from when the visit is done on.
create function public.holds_booking_photo(photo_id uuid, email text default null) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.booking_photos as photo
    join public.bookings as booking on booking.id = photo.booking_id
    where photo.id = photo_id and private.is_holder(booking, holds_booking_photo.email)
      and private.customer_sees(photo, booking)
  );
end;
$$;

-- Removes a photo, by the holder of its booking, until the visit; of a cancelled booking at any time. Nobody can read
-- it from then on, and its file follows. Raises photo_not_found (404), booking_past (409).
create function public.remove_booking_photo(photo_id uuid, email text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  if not public.holds_booking_photo(photo_id, remove_booking_photo.email) then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  select * into booking
  from public.bookings
  where id = (select booking_id from public.booking_photos where id = photo_id and kind = 'customer');
  if not found then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  if booking.status <> 'cancelled' and private.has_begun(booking) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  update public.booking_photos set booking_id = null where id = photo_id;
end;
$$;

-- Takes the photos, the notes of the car's condition, the consent and the pair in the gallery from bookings whose
-- customer is erased.
create function private.forget_photos(booking_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.booking_photos set booking_id = null where booking_id = any (booking_ids);
  delete from public.condition_marks where booking_id = any (booking_ids);
  select private.take_pair_down(id) from unnest(booking_ids) as id;
  delete from public.photo_consents where booking_id = any (booking_ids);
$$;

-- Up to a thousand removed photos, whose files are to be deleted. From now on their removal can't be undone.
create function public.removed_booking_photos() returns setof uuid
language sql security definer set search_path = ''
as $$
  update public.booking_photos
  set booking_id = null
  where removed_at < now() - interval '2 minutes' and booking_id is not null;
  select id from public.booking_photos where booking_id is null order by created_at limit 1000;
$$;

-- Deletes the rows of removed photos, once no upload under their ids can begin or end any more.
create function public.forget_booking_photos(photo_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from public.booking_photos
  where id = any (photo_ids) and booking_id is null and created_at < now() - interval '20 minutes';
$$;

create policy "Photos of bookings can be uploaded under an id of a holder"
  on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'bookings' and private.awaits_photo(name));

create policy "Photos of bookings can be read by administrators"
  on storage.objects for select to authenticated
  using (bucket_id = 'bookings' and (select public.is_admin()));

revoke all on function
  public.add_booking_photo, public.holds_booking_photo, public.remove_booking_photo, public.removed_booking_photos,
  public.forget_booking_photos
  from public, anon, authenticated, service_role;
grant execute on function private.awaits_photo to anon, authenticated;
grant execute on function public.add_booking_photo, public.remove_booking_photo to anon, authenticated;
grant execute on function public.holds_booking_photo to authenticated, service_role;
grant execute on function public.removed_booking_photos, public.forget_booking_photos to service_role;
