-- Validates constraints of the migration before in a transaction of its own, which blocks neither reads nor writes.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.bookings validate constraint bookings_nearby_is_part_of_the_discount;
alter table public.bookings validate constraint bookings_discount_has_a_coupon;
alter table public.waiting_list validate constraint waiting_list_postal_code_check;
