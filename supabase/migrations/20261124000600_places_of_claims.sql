-- The places of visits ahead and of times offered because of rain; those of the past are never asked for.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

update public.slot_claims as claim
set place = private.place_of(booking.postal_code)
from public.bookings as booking
where claim.booking_id = booking.id and claim.local_date >= private.local_today();

update public.slot_claims as claim
set place = private.place_of(booking.postal_code)
from public.offered_times as offer
join public.bookings as booking on booking.id = offer.booking_id
where claim.offer_id = offer.id;
