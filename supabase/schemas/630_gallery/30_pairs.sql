-- Mails of photos, and pairs in the gallery.

-- Queues the email with a visit's photos under a key, which is sent once, if there is a photo from after the work.
create function private.mail_photos(booking public.bookings, mail_key text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if booking.customer_email is null or private.is_forgotten(booking.customer_email)
    or private.shown_photos(booking, 'after') = '[]' then
    return false;
  end if;
  perform public.enqueue_mail(
    mail_key, 'work_photos', booking.customer_email, booking.id,
    jsonb_build_object('photo_token', private.photo_token(booking.id))
  );
  return true;
end;
$$;

-- Trigger: a visit that is done has its photos mailed.
create function private.mail_photos_of_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.mail_photos(new, 'work_photos:' || new.id);
  return null;
end;
$$;

create trigger mail_photos_of_visit after update of done_at on public.bookings
  for each row when (old.done_at is null and new.done_at is not null)
  execute function private.mail_photos_of_visit();

-- Emails the customer the photos of a visit that is done, and asks for the consent again. At most once an hour. Raises as
-- private.lock_booking_for_owner, and no_photos_to_send (409).
create function public.ask_photo_consent(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
begin
  if not private.mail_photos(
    booking, 'work_photos:' || booking.id || ':' || to_char(now() at time zone 'UTC', 'YYYYMMDDHH24')
  ) then
    raise exception using errcode = 'PT409', message = 'no_photos_to_send';
  end if;
end;
$$;

-- Puts copies of two photos of a visit in the gallery as a pair: their addresses in the bucket `gallery`. Raises as
-- private.lock_booking_for_owner, unknown_photo (400), no_photo_consent, pair_exists (409).
create function public.add_pair_to_gallery(
  target_booking_id uuid, before_url text, after_url text, description text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  first uuid;
  second uuid;
begin
  -- Locked, so that a customer who revokes meanwhile comes before or after.
  perform from public.photo_consents
  where booking_id = booking.id and given_at is not null and revoked_at is null
  for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'no_photo_consent';
  end if;
  if exists (select from public.visit_pairs where booking_id = booking.id) then
    raise exception using errcode = 'PT409', message = 'pair_exists';
  end if;
  insert into public.gallery_photos (image_url, description)
  values (before_url, add_pair_to_gallery.description)
  returning id into first;
  insert into public.gallery_photos (image_url, description, before_id)
  values (after_url, add_pair_to_gallery.description, first)
  returning id into second;
  insert into public.visit_pairs (booking_id, before_id, after_id) values (booking.id, first, second);
end;
$$;

-- Takes the pair of a visit out of the gallery; again is fine. Raises as private.lock_booking_for_owner.
create function public.remove_pair_from_gallery(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_booking_for_owner(target_booking_id);
  perform private.take_pair_down(target_booking_id);
end;
$$;

-- Up to a thousand files of pairs that were taken down.
create function public.gallery_files_to_delete() returns setof text
language sql stable security definer set search_path = ''
as $$
  select name from public.removed_gallery_files limit 1000;
$$;

-- The files of pairs with these names are deleted.
create function public.forget_gallery_files(names text[]) returns void
language sql security definer set search_path = ''
as $$
  delete from public.removed_gallery_files where name = any (names);
$$;

revoke all on function
  public.photos_of_link, public.choose_photo_consent, public.link_shows_photo, public.booking_photo_link,
  public.booking_photo_links, public.visit_photo_link,
  public.ask_photo_consent, public.add_pair_to_gallery, public.remove_pair_from_gallery,
  public.gallery_files_to_delete, public.forget_gallery_files
  from public, anon, authenticated, service_role;
grant execute on function
  public.photos_of_link, public.choose_photo_consent, public.booking_photo_link, public.booking_photo_links,
  public.visit_photo_link
  to anon, authenticated;
grant execute on function
  public.ask_photo_consent, public.add_pair_to_gallery, public.remove_pair_from_gallery
  to authenticated;
grant execute on function public.link_shows_photo, public.gallery_files_to_delete, public.forget_gallery_files
  to service_role;
