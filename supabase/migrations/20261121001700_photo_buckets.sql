-- Where photos are kept: those of reviews, which anyone uploads, and those of the gallery. What is in
-- them is public to whoever knows its address; only those who manage them see what there is.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket, bucket, true, 10 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif,image/gif}'
from unnest('{reviews,gallery}'::text[]) as bucket;

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
