-- Photos of the work on a visit: before, after, and of the car's condition. Those who do the visit take them
-- (docs/decisions/0105).

-- Begins to add a photo of the work, with an id that the client chose. It is then uploaded into the bucket `bookings`
-- under that id within 15 minutes. The same id again is the same photo, and begins the 15 minutes again until it is stored.
-- Raises as private.lock_work, unknown_photo_kind (400), photo_removed, photo_id_taken, too_many_photos (409).
create function public.add_work_photo(photo_id uuid, target_booking_id uuid, photo_kind text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
  known public.booking_photos;
begin
  if photo_kind not in ('before', 'after', 'condition') then
    raise exception using errcode = 'PT400', message = 'unknown_photo_kind';
  end if;
  select * into known from public.booking_photos where id = photo_id for update;
  if found then
    if known.booking_id is null or known.removed_at is not null then
      raise exception using errcode = 'PT409', message = 'photo_removed';
    elsif (known.booking_id, known.kind) is distinct from (booking.id, photo_kind) then
      raise exception using errcode = 'PT409', message = 'photo_id_taken';
    elsif not private.photo_is_stored(photo_id) then
      update public.booking_photos set created_at = now() where id = photo_id;
    end if;
  elsif private.place_photo(booking.id, photo_kind, photo_id, private.actor_label(null)) is null then
    raise exception using errcode = 'PT409', message = 'too_many_photos';
  end if;
end;
$$;

-- Locks the visit of a photo of the work; the photo. Raises photo_not_found (404), and as private.lock_visit.
create function private.lock_work_photo(photo_id uuid) returns public.booking_photos
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos;
begin
  -- The booking before the photo, as add_work_photo.
  perform private.lock_visit(booking_id)
  from public.booking_photos
  where id = photo_id and booking_id is not null and kind <> 'customer';
  select * into photo
  from public.booking_photos
  where id = photo_id and booking_id is not null and kind <> 'customer'
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  return photo;
end;
$$;

-- Raises made_by_another (403) unless the caller is an administrator, or the one with this label
-- (private.actor_label): members of a crew remove their own photos and marks only.
create function private.require_maker(label text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin() and label is distinct from private.actor_label(null) then
    raise exception using errcode = 'PT403', message = 'made_by_another';
  end if;
end;
$$;

-- Removes a photo of the work; again is fine. No screen shows it from then on. restore_work_photo undoes it for two
-- minutes, and then its file follows. Raises as private.lock_work_photo and private.require_maker.
create function public.remove_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  perform private.require_maker(photo.taken_by);
  update public.booking_photos
  set removed_at = now(), removed_by = private.actor_label(null)
  where id = photo.id and removed_at is null;
end;
$$;

-- Undoes remove_work_photo; again is fine. What an administrator removed, only an administrator restores. Raises as
-- remove_work_photo.
create function public.restore_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  perform private.require_maker(photo.taken_by);
  if photo.removed_at is not null then
    perform private.require_maker(photo.removed_by);
  end if;
  update public.booking_photos set removed_at = null, removed_by = null where id = photo.id;
end;
$$;

-- The stored photos of the work on a visit: [{id, kind, taken_by, created_at}], in the order of their places.
create function private.work_photos_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', id, 'kind', kind, 'taken_by', taken_by, 'created_at', created_at)
        order by kind, place
      ),
      '[]'
    )
    from public.booking_photos
    where booking_id = target_booking_id and kind <> 'customer' and removed_at is null
      and private.photo_is_stored(id)
  );
end;
$$;

-- Whether the caller works on the visit whose photo has this name, and the photo is not removed.
create function private.works_on_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.booking_photos
    where id = private.photo_id_of(works_on_photo.name) and removed_at is null and private.works_on(booking_id)
  );
end;
$$;

create policy "Photos of bookings can be read by the crew of the visit"
  on storage.objects for select to authenticated
  using (bucket_id = 'bookings' and private.works_on_photo(name));

revoke all on function public.add_work_photo, public.remove_work_photo, public.restore_work_photo
  from public, anon, authenticated, service_role;
grant execute on function private.works_on_photo, public.add_work_photo, public.remove_work_photo, public.restore_work_photo
  to authenticated;
