-- The id of a booking stands in links. With the email address it opens what the booking's customer may know, so the id
-- alone does not tell the email address.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

revoke select (customer_email) on public.bookings from anon;
