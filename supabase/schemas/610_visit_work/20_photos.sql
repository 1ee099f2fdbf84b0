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

-- How far unused_photos has come in the order of buckets and names: at most one row.
create table private.photo_sweep (
  only_row boolean primary key default true check (only_row),
  bucket_id text not null default '',
  name text not null default ''
);

alter table private.photo_sweep enable row level security;
revoke all on private.photo_sweep from public, anon, authenticated, service_role;

-- Photos that nothing shows, among the next 2,000 of all that are stored; each call goes on where the last one stopped.
-- The review was never sent, or the review or gallery photo was deleted. Only those a day old, so that a review being
-- written keeps its photo. Photos of bookings without a row, too. Logos are in the gallery's bucket: those of any
-- version stay, because it can be restored.
create function public.unused_photos() returns table (bucket_id text, name text)
language plpgsql security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  size constant integer := 2000;
  since private.photo_sweep;
begin
  insert into private.photo_sweep default values on conflict do nothing;
  select * into since from private.photo_sweep for update;
  return query
  with step as materialized (
    select object.bucket_id, object.name
    from storage.objects as object
    where (object.bucket_id, object.name) > (since.bucket_id, since.name)
    order by object.bucket_id, object.name
    limit size
  ), next_start as (
    update private.photo_sweep set (bucket_id, name) = (
      -- After the last photo the first one is next.
      select coalesce(max(step.bucket_id), ''), coalesce(max(step.name), '')
      from (select * from step order by bucket_id, name offset size - 1) as step
    )
    where bucket_id is not null
  ), unused as materialized (
    select *
    from step
    where case bucket_id
      -- No "not exists", which may read the whole table.
      when 'reviews' then (select photo_name from public.reviews where photo_name = step.name) is null
      when 'bookings' then (select id from public.booking_photos where id = private.photo_id_of(step.name)) is null
      when 'gallery' then not exists (
        select from public.gallery_photos where private.photo_at('gallery', image_url) = step.name
      ) and not exists (
        select from public.business_versions where private.photo_at('gallery', business #>> '{facts,logoUrl}') = step.name
      ) and not exists (
        select from public.business_draft where private.photo_at('gallery', business #>> '{facts,logoUrl}') = step.name
      )
    end
  )
  select bucket_id, name
  from unused
  where (
    select created_at from storage.objects as object
    where object.bucket_id = unused.bucket_id and object.name = unused.name
  ) < now() - interval '1 day';
end;
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
