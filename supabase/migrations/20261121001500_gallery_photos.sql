-- The gallery: everyone looks, administrators hang and take down.

create table public.gallery_photos (
  id uuid primary key default gen_random_uuid(),
  image_url text not null check (length(image_url) between 1 and 1000),
  description text not null default '' check (length(description) <= 300),
  created_at timestamptz not null default now()
);

create index gallery_photos_created_at_idx on public.gallery_photos (created_at desc);

revoke all on public.gallery_photos from public, anon, authenticated, service_role;
grant all on public.gallery_photos to service_role;
grant select on public.gallery_photos to anon, authenticated;
grant insert (image_url, description), delete on public.gallery_photos to authenticated;

alter table public.gallery_photos enable row level security;

create policy "Gallery photos can be seen by everyone"
  on public.gallery_photos for select to anon, authenticated
  using (true);

create policy "Gallery photos can be added by administrators"
  on public.gallery_photos for insert to authenticated
  with check ((select public.is_admin()));

create policy "Gallery photos can be deleted by administrators"
  on public.gallery_photos for delete to authenticated
  using ((select public.is_admin()));
