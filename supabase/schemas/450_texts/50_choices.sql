-- Giving and withdrawing consent to texts.

-- What customers consent to; kept with each consent as it was then. `how`: booking_form and my_bookings are read by the
-- customer, phone_call is confirmed by the owner.
create function private.consent_wording(how text) returns text
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

-- The consent that is asked for while booking; null while texts are off. `how` as in private.consent_wording.
create function public.text_offer(how text default 'booking_form') returns text
language sql stable security definer set search_path = ''
return (select private.consent_wording(how) from public.text_settings where is_on);

-- Records the consent to texts about a booking; one that stands stays. Does nothing while texts are off.
create function private.take_consent(booking public.bookings, how text, giver uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.text_consents (phone, booking_id, wording, given_in, given_by, address_mark)
  select booking.customer_phone, booking.id, public.text_offer(how), how, giver, private.keyed_hash(booking.client_address)
  from public.text_settings
  where is_on
  on conflict (booking_id) where withdrawn_at is null do nothing;
end;
$$;

-- Records the consent to texts about a place on the waiting list; one that stands stays. Does nothing while texts are off.
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

-- Withdraws the consent to texts about a booking and drops what is queued.
create function private.withdraw_consent(target_booking_id uuid, how text) returns void
language sql security definer set search_path = ''
begin atomic
  update public.text_consents set withdrawn_at = now(), withdrawn_in = how
  where booking_id = target_booking_id and withdrawn_at is null;
  update public.text_outbox set status = 'dropped', locked_until = null, data = '{}'
  where booking_id = target_booking_id and status = 'queued' and begun_at is null;
end;

-- The customer's choice of texts about a booking, by the signed-in customer or a guest who names its email address.
-- `wanted`: null only reads. -> {is_on, wording, phone: its last four digits, is_stopped: it replied STOP}; null while
-- texts are off, or for a phone that cannot get any. Raises booking_not_found (404).
create function public.choose_texts(target_booking_id uuid, email text default null, wanted boolean default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  is_stopped boolean;
begin
  select * into booking
  from public.bookings as one
  where one.id = target_booking_id
    and (
      one.customer_email = private.named_email(choose_texts.email)
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  is_stopped := exists (select from public.text_stops where phone = booking.customer_phone);
  if public.text_offer() is null or not (is_stopped or private.can_be_texted(booking.customer_phone)) then
    return null;
  end if;
  if wanted and private.is_ahead(booking) then
    -- A corrected phone number needs a consent of its own.
    update public.text_consents set withdrawn_at = now(), withdrawn_in = 'my_bookings'
    where booking_id = booking.id and phone <> booking.customer_phone and withdrawn_at is null;
    perform private.take_consent(booking, 'my_bookings', (select auth.uid()));
  elsif not wanted then
    perform private.withdraw_consent(booking.id, 'my_bookings');
  end if;
  return jsonb_build_object(
    'is_on', not is_stopped and exists (
      select from public.text_consents
      where booking_id = booking.id and phone = booking.customer_phone and withdrawn_at is null
    ),
    'wording', public.text_offer('my_bookings'),
    'phone', right(booking.customer_phone, 4),
    'is_stopped', is_stopped
  );
end;
$$;

revoke all on function public.text_offer, public.choose_texts from public, anon, authenticated, service_role;
grant execute on function public.text_offer to anon, authenticated, service_role;
grant execute on function public.choose_texts to anon, authenticated;
grant execute on function private.take_consent, private.take_waiting_consent to service_role;
