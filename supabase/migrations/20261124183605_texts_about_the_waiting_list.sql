set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.consent_wording(how text) returns text
language sql stable security definer set search_path = ''
return (
  select case how
    when 'phone_call' then 'The customer agreed on the phone to text messages from ' || name
      || ' about this appointment. Message rates may apply, and the reply STOP ends them.'
    when 'waiting_list' then 'Text me when a time becomes available. ' || name || ' sends text messages about this '
      || 'waiting list to the phone number above. Message rates may apply. Reply STOP to end.'
    else 'Text me about this appointment. ' || name || ' sends text messages to the phone number of the booking. '
      || 'Message rates may apply. Reply STOP to end.'
  end
  from (select public.current_business() #>> '{business,facts,name}' as name) as business
);

create function private.take_waiting_consent(place public.waiting_list) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.text_consents (phone, waiting_id, wording, given_in)
  select place.phone, place.id, public.text_offer('waiting_list'), 'waiting_list'
  from public.text_settings
  where is_on
  on conflict (waiting_id) where withdrawn_at is null do nothing;
end;
$$;

revoke all on function private.take_waiting_consent from public;
grant execute on function private.take_waiting_consent to service_role;

create or replace function public.join_waiting_list(entry jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted public.waiting_list := jsonb_populate_record(null::public.waiting_list, entry);
begin
  perform private.lock_counted('public.waiting_list');
  if (
    select count(*) >= 1200
      or count(*) filter (where email = wanted.email and created_at > now() - interval '1 hour') >= 10
    from public.waiting_list
    where created_at > now() - interval '1 day'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_waiting';
  end if;
  insert into public.waiting_list
    (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone, add_ons, postal_code)
  values (
    wanted.day, wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.duration_minutes, wanted.name,
    wanted.email, wanted.phone, wanted.add_ons, wanted.postal_code
  )
  on conflict (day, service_id, email) where booked_at is null and left_at is null do nothing;
  if (entry ->> 'text_consent')::boolean then
    -- Texts go to the phone that is on the list, so a second request with another one changes nothing.
    perform private.take_waiting_consent(place)
    from public.waiting_list as place
    where (day, service_id, email, phone) = (wanted.day, wanted.service_id, wanted.email, wanted.phone)
      and booked_at is null and left_at is null;
  end if;
end;
$$;
