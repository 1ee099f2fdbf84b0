-- Photos in the storage that everyone sees: those of reviews, which anyone uploads, and those of the gallery. Anyone
-- with a photo's URL sees it; only people who manage photos see the list.

-- The name of the photo at a public address of this bucket; null for any other address. The origin is ignored: a site
-- may move, and its pages read photos from their own storage.
create function private.photo_at(bucket text, address text) returns text
language sql immutable set search_path = ''
as $$
  select replace(
    substring(address from '^(?:https?://[^/?#]+)?/storage/v1/object/public/' || bucket || '/([^?#]+)$'), '%20', ' '
  );
$$;

-- The storage's metadata of the photo at that address. Raises unknown_photo (400) when there is none.
create function private.photo_metadata(bucket text, address text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  known jsonb;
begin
  select coalesce(metadata, '{}') into known
  from storage.objects
  where bucket_id = bucket and name = private.photo_at(bucket, address);
  if not found then
    raise exception using errcode = 'PT400', message = 'unknown_photo';
  end if;
  return known;
end;
$$;

-- Photos that nothing shows: the review was never sent, or the review or gallery photo was deleted. Only those a day
-- old, so that a review being written keeps its photo. Photos of bookings without a row, too. Logos are in the gallery's bucket: those of any version stay,
-- because it can be restored.
create function public.unused_photos() returns table (bucket_id text, name text)
language sql stable set search_path = ''
as $$
  select object.bucket_id, object.name
  from storage.objects as object
  where object.created_at < now() - interval '1 day' and (
    object.bucket_id = 'reviews' and not exists (
      select from public.reviews where private.photo_at('reviews', photo_url) = object.name
    )
    or object.bucket_id = 'gallery' and not exists (
      select from public.gallery_photos where private.photo_at('gallery', image_url) = object.name
    ) and not exists (
      select from public.business_versions where private.photo_at('gallery', business #>> '{facts,logoUrl}') = object.name
    ) and not exists (
      select from public.business_draft where private.photo_at('gallery', business #>> '{facts,logoUrl}') = object.name
    )
    or object.bucket_id = 'bookings' and object.name not in (
      select private.booking_photo_names()
    )
  );
$$;

create policy "Photos of reviews can be uploaded by everyone"
  on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'reviews' and storage.foldername(name) = '{public}');

create policy "Photos of reviews can be listed by those who manage reviews"
  on storage.objects for select to authenticated
  using (bucket_id = 'reviews' and (select private.manages_reviews()));

create policy "Photos of reviews can be removed by those who manage reviews"
  on storage.objects for delete to authenticated
  using (bucket_id = 'reviews' and (select private.manages_reviews()));

create policy "Photos of the gallery can be uploaded by administrators"
  on storage.objects for insert to authenticated
  with check (bucket_id = 'gallery' and (select public.is_admin()));

create policy "Photos of the gallery can be listed by administrators"
  on storage.objects for select to authenticated
  using (bucket_id = 'gallery' and (select public.is_admin()));

create policy "Photos of the gallery can be removed by administrators"
  on storage.objects for delete to authenticated
  using (bucket_id = 'gallery' and (select public.is_admin()));

revoke all on function public.unused_photos from public, anon, authenticated, service_role;
grant execute on function private.photo_at, public.unused_photos to service_role;
