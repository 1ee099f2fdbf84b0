-- Validates constraints of earlier migrations in a transaction of its own, which blocks neither reads nor writes.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.reviews validate constraint reviews_reply_check;
alter table public.bookings validate constraint bookings_vehicle_name_check;
alter table public.bookings validate constraint bookings_tax_lines_check;
alter table public.bookings validate constraint bookings_vehicle_type_check;
alter table public.bookings validate constraint bookings_due_now_follows_the_option;
alter table public.waiting_list validate constraint waiting_list_vehicle_type_check;
