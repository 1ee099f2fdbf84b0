-- The gallery: everyone sees it, administrators edit it.

create table public.gallery_photos (
  id uuid primary key default gen_random_uuid(),
  image_url text not null check (length(image_url) between 1 and 1000),
  description text not null default '' check (length(description) <= 300),
  created_at timestamptz not null default now(),
  -- In pixels; null where the storage does not know. Set by a trigger.
  image_width integer check (image_width > 0),
  image_height integer check (image_height > 0),
  -- The photo of the same car before the visit: both are shown as a pair. A photo is the first of one pair at most.
  before_id uuid unique references public.gallery_photos (id) on delete set null,
  constraint gallery_photos_before_check check (before_id <> id)
);

create index gallery_photos_created_at_idx on public.gallery_photos (created_at desc);

alter table public.gallery_photos enable row level security;
create policy "Server functions may do what they are granted"
  on public.gallery_photos for all to service_role using (true) with check (true);
revoke all on public.gallery_photos from public, anon, authenticated, service_role;
grant select on public.gallery_photos to anon;
grant select, delete on public.gallery_photos to authenticated;
grant insert (image_url, description) on public.gallery_photos to authenticated;
grant update (description, before_id) on public.gallery_photos to authenticated;
grant all on public.gallery_photos to service_role;

create trigger guard_deleted_rows after delete on public.gallery_photos
  referencing old table as deleted_rows
  for each statement execute function private.guard_deleted_rows();

-- Trigger: sets the photo's size from the storage. Raises unknown_photo (400).
create function private.size_gallery_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := '{}';
begin
  -- Besides the storage's photos only those that come with the site: a path without an origin.
  if new.image_url !~ '^/[^/\\]' or new.image_url like '/storage/%' then
    known := private.photo_metadata('gallery', new.image_url);
  end if;
  new.image_width := known ->> 'width';
  new.image_height := known ->> 'height';
  return new;
end;
$$;

create trigger clean_typed before insert or update of description on public.gallery_photos
  for each row execute function private.clean_typed('', 'description');

create trigger size_photo before insert or update of image_url on public.gallery_photos
  for each row execute function private.size_gallery_photo();

create policy "Gallery photos can be seen by everyone"
  on public.gallery_photos for select to anon, authenticated
  using (true);

create policy "Gallery photos can be added by administrators"
  on public.gallery_photos for insert to authenticated
  with check ((select public.is_admin()));

create policy "Gallery photos can be deleted by administrators"
  on public.gallery_photos for delete to authenticated
  using ((select public.is_admin()));

create policy "Descriptions of gallery photos can be changed by administrators"
  on public.gallery_photos for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
