-- The links of answered and expired offers name nobody.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The data of the page that a rain email links to, by its token. `state` as private.rain_state, or lapsed for a
-- question whose times are no longer held or whose visit has come. Once it is answered or lapsed, the link names neither
-- the customer, the car nor the booking: they are empty, the year 0.
-- -> {state, booking_id, customer_name, service_name, vehicle_type, vehicle_name, car_model, car_year, was_date, was_time,
-- booking_date, booking_time, expires_at, times: [{id, date, time}]}
-- Raises offer_not_found (404).
create or replace function public.rain_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select private.rain_answer_data(answer, booking) || jsonb_build_object(
      'vehicle_type', booking.vehicle_type, 'vehicle_name', booking.vehicle_name, 'car_model', booking.car_model,
      'car_year', booking.car_year
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
  elsif offer ->> 'state' <> 'asked' then
    return offer || jsonb_build_object(
      'booking_id', '', 'customer_name', '', 'vehicle_type', '', 'vehicle_name', null, 'car_model', '', 'car_year', 0
    );
  end if;
  return offer;
end;
$$;

-- The page that the email of a swap links to. `state`: asked; agreed, and the other customer has not answered; swapped;
-- over, whatever the reason: the appointment stands. `customer_name` is the first name while it is asked, otherwise empty.
-- -> {state, customer_name, service_name, day, old_time, new_time, expires_at}. Raises offer_not_found (404).
create or replace function public.swap_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select jsonb_build_object(
      'state', case
        when proposal.outcome = 'swapped' then 'swapped'
        when proposal.outcome is not null or proposal.expires_at <= now() or booking.status = 'cancelled' then 'over'
        when answer.agreed_at is not null then 'agreed'
        else 'asked'
      end,
      'customer_name', split_part(booking.customer_name, ' ', 1),
      'service_name', booking.service_name,
      'day', proposal.day,
      'old_time', to_char(answer.old_time, 'HH24:MI'),
      'new_time', to_char(answer.new_time, 'HH24:MI'),
      'expires_at', proposal.expires_at
    )
    from public.swap_answers as answer
    join public.swap_proposals as proposal on proposal.id = answer.proposal_id
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return offer || case when offer ->> 'state' = 'asked' then '{}' else '{"customer_name": ""}' end::jsonb;
end;
$$;
