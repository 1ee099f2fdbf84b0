-- The upkeep of photos leaves logos alone.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Photos that nothing shows: the review was never sent, or the review or gallery photo was deleted. Only those a day
-- old, so that a review being written keeps its photo. Logos are in the gallery's bucket: those of any version stay,
-- because it can be restored.
create or replace function public.unused_photos() returns table (bucket_id text, name text)
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
  );
$$;
