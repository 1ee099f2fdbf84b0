-- Validates what 20261129020100 added.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.booking_photos validate constraint booking_photos_removed_by_check;
alter table public.condition_marks validate constraint condition_marks_removed_by_check;
