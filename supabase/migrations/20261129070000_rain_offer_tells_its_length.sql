-- The page of a rain day shows when each offered time ends.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.rain_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select private.rain_answer_data(answer, booking) || jsonb_build_object(
      'vehicle_type', booking.vehicle_type, 'vehicle_name', booking.vehicle_name, 'car_model', booking.car_model,
      'car_year', booking.car_year, 'duration_minutes', booking.duration_minutes
    ) || case
      when private.rain_state(answer, booking) in ('asked', 'over')
        and (coalesce(answer.expires_at <= now(), true) or private.has_come(booking)) then '{"state": "lapsed"}'
      else '{}'
    end::jsonb
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return offer;
end;
$$;
