-- Two photos of the gallery as a pair: before and after the visit.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A gallery has few rows.
alter table public.gallery_photos
  -- squawk-ignore disallowed-unique-constraint, adding-foreign-key-constraint
  add column before_id uuid unique references public.gallery_photos (id) on delete set null,
  -- squawk-ignore constraint-missing-not-valid
  add constraint gallery_photos_before_check check (before_id <> id);

grant update (before_id) on public.gallery_photos to authenticated;
