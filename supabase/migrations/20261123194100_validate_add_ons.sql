-- Validates constraints of earlier migrations in a transaction of its own, which blocks neither reads nor writes.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.bookings validate constraint bookings_add_ons_check;
alter table public.waiting_list validate constraint waiting_list_add_ons_check;
