-- What keeps a crew from a visit: what is on at that time comes first.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.in_the_way(crew smallint, booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when booking.service_id <> all (its.skills) then '{"why": "service"}'
    when other.id is not null then jsonb_build_object(
      'why', 'visit', 'booking_id', other.id, 'customer_name', other.customer_name,
      'time', to_char(other.booking_time, 'HH24:MI')
    )
    when claim.reason is not null then jsonb_build_object('why', 'blocked_time', 'reason', claim.reason)
    when claim.id is not null then '{"why": "offered_time"}'
    else '{"why": "hours"}'
  end
  from private.taken_times(
    booking.booking_date, booking.booking_date, private.place_of(booking.postal_code), booking.id, null,
    booking.service_id
  ) as taken
  left join public.slot_claims as claim
    on claim.local_date = taken.local_date and claim.during = taken.during and claim.crew is not distinct from taken.crew
  left join public.bookings as other on other.id = claim.booking_id
  left join public.crews as its on its.number = in_the_way.crew
  where (taken.crew is null or taken.crew = in_the_way.crew)
    and private.with_gap(taken.during, taken.gap_minutes) && private.span_of(booking)
  -- What is on at that time before what only leaves too little for the way.
  order by not taken.during && private.span_of(booking), other.id is null, claim.id is null
  limit 1;
$$;
