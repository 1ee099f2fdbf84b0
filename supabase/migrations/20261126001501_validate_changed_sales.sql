-- Validates the constraint of the migration before in a transaction of its own, which blocks neither reads nor writes.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.bookings validate constraint bookings_due_now_follows_the_option;
