-- The places of visits ahead and of times offered because of rain; those of the past are never asked for.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

update public.slot_claims as claim
set longitude = area.centre[0], latitude = area.centre[1]
from public.bookings as booking
join public.postal_areas as area on area.area = left(booking.postal_code, 3)
where claim.booking_id = booking.id and claim.local_date >= private.local_today();

update public.slot_claims as claim
set longitude = area.centre[0], latitude = area.centre[1]
from public.offered_times as offer
join public.bookings as booking on booking.id = offer.booking_id
join public.postal_areas as area on area.area = left(booking.postal_code, 3)
where claim.offer_id = offer.id;
