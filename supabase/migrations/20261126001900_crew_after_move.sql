-- Say which crew would have a visit at another time, before the owner moves it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The number of the crew that would have a booking if the owner moved it there: its own when that is free, else as
-- private.free_crew. Null when no crew is free, or the booking has no time. Says nothing of why a move would be refused.
-- Raises administrators_only (403), booking_not_found (404), invalid_time (400).
create function public.crew_after_move(target_booking_id uuid, new_date date, new_time time) returns smallint
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  new_start timestamptz := private.instant_of(new_date, new_time);
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if booking.id is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  elsif new_start is null then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  perform private.lock_day(new_date);
  return private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'),
    private.place_of(booking.postal_code),
    booking.id,
    booking.service_id
  );
end;
$$;

revoke all on function public.crew_after_move from public, anon, authenticated, service_role;
grant execute on function public.crew_after_move to authenticated;
