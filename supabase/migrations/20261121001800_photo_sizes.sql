-- A review or a gallery photo names a photo of our own storage, and knows how large it is.

alter table public.gallery_photos
  -- In pixels; null where the storage does not know.
  add column image_width integer check (image_width > 0),
  add column image_height integer check (image_height > 0);

alter table public.reviews
  -- In pixels; null without a photo, or where the storage does not know.
  add column photo_width integer check (photo_width > 0),
  add column photo_height integer check (photo_height > 0);

grant select (photo_width, photo_height) on public.reviews to anon, authenticated;

-- The name of the photo at a public address of this bucket; null for any other address. The origin is
-- not looked at: a site may move, and its pages read photos from their own storage whatever stands there.
create function private.photo_at(bucket text, address text) returns text
language sql immutable set search_path = ''
as $$
  select replace(
    substring(address from '^(?:https?://[^/?#]+)?/storage/v1/object/public/' || bucket || '/([^?#]+)$'), '%20', ' '
  );
$$;
revoke all on function private.photo_at(text, text) from public;

-- What the storage knows about the photo at that address. Raises unknown_photo (400) when there is none.
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
revoke all on function private.photo_metadata(text, text) from public;

create function private.size_gallery_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := '{}';
begin
  -- Besides the storage's photos only those that come with the site: a path, and nobody else's origin.
  if new.image_url !~ '^/[^/\\]' or new.image_url like '/storage/%' then
    known := private.photo_metadata('gallery', new.image_url);
  end if;
  new.image_width := known ->> 'width';
  new.image_height := known ->> 'height';
  return new;
end;
$$;
revoke all on function private.size_gallery_photo() from public;

create function private.size_review_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := '{}';
begin
  if new.photo_url is not null then
    known := private.photo_metadata('reviews', new.photo_url);
  end if;
  new.photo_width := known ->> 'width';
  new.photo_height := known ->> 'height';
  return new;
end;
$$;
revoke all on function private.size_review_photo() from public;

create trigger size_photo before insert or update of image_url on public.gallery_photos
  for each row execute function private.size_gallery_photo();

create trigger size_photo before insert or update of photo_url on public.reviews
  for each row execute function private.size_review_photo();

-- Photos that nothing shows: the review was never sent, or it or the gallery photo was deleted without
-- its file. A day old, so that whoever is still writing keeps theirs. The storage takes them down.
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
    )
  );
$$;
revoke all on function public.unused_photos() from public, anon, authenticated, service_role;
grant execute on function public.unused_photos() to service_role;
