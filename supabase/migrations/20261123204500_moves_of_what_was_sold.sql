-- A rain offer shows the vehicle class as it was sold. The waiting list offers no service that can't be booked now.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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
  end if;
  return offer;
end;
$$;

create or replace function public.waiting_to_be_offered() returns jsonb
language sql stable set search_path = ''
as $$
  with entries as materialized (
    select *
    from public.waiting_list
    where booked_at is null
      and left_at is null
      and day >= private.local_today()
      -- No time is held while the email about it is switched off.
      and private.mail_is_on('waiting_list_offer')
      and service_id in (
        select service ->> 'id'
        from jsonb_array_elements(public.current_business() #> '{business,services}') as service
        where service -> 'isVisible' = 'true'
      )
      and not exists (
        select from public.offered_times as offer
        where offer.waiting_id = waiting_list.id
          and ((offer.closed_at is null and offer.expires_at > now()) or private.may_be_heard_of(offer))
      )
    order by day, created_at
    limit 500
  )
  select jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry.id,
        'date', entry.day,
        'durationMinutes', entry.duration_minutes,
        'offered', (
          select coalesce(jsonb_agg(private.local_time(offer.starts_at)), '[]')
          from public.offered_times as offer
          where offer.waiting_id = entry.id and private.was_never_heard_of(offer) is not true
        )
      ) order by entry.day, entry.created_at), '[]')
      from entries as entry
    ),
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', slot.booking_date,
        'time', slot.booking_time,
        'durationMinutes', slot.duration_minutes,
        'crew', slot.crew,
        'isTimeOff', slot.service_name is null
      )), '[]')
      from public.booked_slots as slot
      where slot.booking_date in (select day from entries)
    )
  );
$$;
