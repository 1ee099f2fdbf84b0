-- Finds bookings with a rare tag by its index.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A high cost: looking for a rare tag along the order of days would call it for every booking.
alter function private.booking_tags(text, text, integer, integer, timestamptz, timestamptz) cost 10000;
