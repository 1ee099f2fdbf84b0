-- Looks for unused photos among 2,000 at a time, however many are stored.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- How far unused_photos has come in the order of buckets and names: at most one row.
create table private.photo_sweep (
  only_row boolean primary key default true check (only_row),
  bucket_id text not null default '',
  name text not null default ''
);

alter table private.photo_sweep enable row level security;
revoke all on private.photo_sweep from public, anon, authenticated, service_role;

drop function public.unused_photos;
drop function private.booking_photo_names;

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

revoke all on function public.unused_photos from public, anon, authenticated, service_role;
grant execute on function public.unused_photos to service_role;
