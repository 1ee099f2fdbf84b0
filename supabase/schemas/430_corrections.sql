-- What the owner tells a customer about one booking: a correction of its details, and a message. Replies reach the
-- info address.

-- Corrects who a booking is for, the car, the place or the optional details. `was` and `changes` name the same
-- columns: what the owner saw, and what is true. The customer gets an email; when the address changes, the former one
-- does too, its links end, its id alone opens it no more, and waiting emails go to the new one. A booking made with an account stays with it. One that
-- the account of the former address took later leaves that account. It joins no other one.
-- -> {notified: the address, or null without one}
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_changed when
-- something in `was` is no longer so (409), details_invalid (400).
create function public.correct_booking(target_booking_id uuid, was jsonb, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.lock_booking_for_owner(target_booking_id);
  after public.bookings;
  correctable jsonb := private.correctable_columns(before);
  owners_note text;
  notified text[];
begin
  perform private.require_confirmed_booking(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if coalesce(jsonb_typeof(was) <> 'object', true) or coalesce(jsonb_typeof(changes) <> 'object', true) then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end if;
  if changes = '{}' or not correctable @> was
    or array(select jsonb_object_keys(changes) order by 1) <> array(select jsonb_object_keys(was) order by 1) then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := jsonb_populate_record(before, changes);
  after.customer_email := nullif(lower(btrim(after.customer_email)), '');
  select note into owners_note from public.customers where email = before.customer_email and note <> '';
  begin
    update public.bookings
    set
      customer_name = after.customer_name,
      customer_email = after.customer_email,
      customer_phone = after.customer_phone,
      car_model = after.car_model,
      car_year = after.car_year,
      address = after.address,
      city = after.city,
      province = after.province,
      postal_code = after.postal_code,
      gate_access = after.gate_access,
      has_water = after.has_water,
      has_power = after.has_power,
      customer_notes = after.customer_notes,
      opens_by_id = before.opens_by_id
        and (before.customer_email is null or before.customer_email is not distinct from after.customer_email)
    where id = before.id
    returning * into after;
  exception when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end;
  if before.customer_email is distinct from after.customer_email then
    -- The owner's note about the customer goes along when this was their last booking with the former address.
    update public.customers
    set note = owners_note, note_version = note_version + 1
    where email = after.customer_email and note = '' and owners_note is not null
      and not exists (select from public.customers where email = before.customer_email);
    perform private.move_mails(before, after);
  end if;
  perform private.mail_correction(before, after, changes);
  return jsonb_build_object('notified', after.customer_email);
end;
$$;

-- Ends what the former address of a booking opens, and sends what is still to be read to the present one: queued emails,
-- and the open question of a rain day or a swap.
create function private.move_mails(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  mail public.mail_outbox;
  asked uuid[] := array(
    select distinct on (one.template_type) one.id
    from public.mail_outbox as one
    where one.booking_id = after.id and one.status = 'sent' and one.to_email = before.customer_email
      and (
        (one.template_type = 'rain_day' and private.rain_mail_stands(one))
        or (one.template_type = 'swap_request' and private.swap_mail_stands(one))
      )
    order by one.template_type, one.created_at desc
  );
begin
  update public.bookings
  set user_id = null
  where id = after.id and user_id in (
    select person.id
    from auth.users as person
    join public.booking_changes as change on change.booking_id = after.id and change.action = 'linked'
    where person.email = before.customer_email and change."is" ->> 'user_id' = person.id::text
  );
  perform private.revoke_links(array[after.id]);
  for mail in
    select * from public.mail_outbox
    where booking_id = after.id and status = 'queued' and to_email = before.customer_email
    order by created_at
  loop
    mail.to_email := coalesce(after.customer_email, mail.to_email);
    update public.mail_outbox
    set
      to_email = mail.to_email,
      data = private.with_new_links(mail, after),
      status = case when after.customer_email is null then 'dropped' else status end
    where id = mail.id;
  end loop;
  for mail in select * from public.mail_outbox where id = any (asked) loop
    perform private.send_again(mail, after, 'corrected:' || mail.id || ':' || (
      select max(id) from public.booking_changes where booking_id = after.id
    ));
  end loop;
end;
$$;

-- The columns that the owner may correct, as they are. The price, the time and the account are not among them.
create function private.correctable_columns(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'customer_name', booking.customer_name, 'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone, 'car_model', booking.car_model, 'car_year', booking.car_year,
    'address', booking.address, 'city', booking.city, 'province', booking.province,
    'postal_code', booking.postal_code
  ) || private.optional_details(booking);
$$;

-- Queues the emails about a correction: what is true now, and to a former address only that emails go elsewhere.
create function private.mail_correction(before public.bookings, after public.bookings, changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  occasion text := 'booking_corrected:' || after.id || ':' || (
    select max(id) from public.booking_changes where booking_id = after.id
  );
  -- `former`: the reader is no longer the booking's.
  shared jsonb := jsonb_build_object('reply_to', (select info_email from private.business), 'former', '');
begin
  perform public.enqueue_mail(
    occasion, 'booking_corrected', after.customer_email, after.id,
    shared || jsonb_build_object('changes', private.correction_in_words(after, changes))
  );
  if before.customer_email is distinct from after.customer_email then
    perform public.enqueue_mail(
      occasion || ':former', 'booking_corrected', before.customer_email, after.id,
      shared || jsonb_build_object(
        'changes', 'Emails about this booking now go to another address.', 'former', 'yes'
      )
    );
  end if;
end;
$$;

-- The corrected details, a line each: "Phone: +19055550142".
create function private.correction_in_words(booking public.bookings, changes jsonb) returns text
language sql stable set search_path = ''
as $$
  select string_agg(line, chr(10) order by place)
  from (
    values
      (1, array['customer_name'], 'Name: ' || booking.customer_name),
      (2, array['customer_email'], 'Email: ' || booking.customer_email),
      (3, array['customer_phone'], 'Phone: ' || private.phone_in_words(booking.customer_phone)),
      (4, array['car_model', 'car_year'], concat_ws(' ', 'Car:', booking.car_year, booking.car_model)),
      (5, array['address', 'city', 'province', 'postal_code'], format(
        'Address: %s, %s, %s %s', booking.address, booking.city, booking.province, booking.postal_code
      )),
      (6, array['gate_access', 'has_water', 'has_power', 'customer_notes'], 'Notes and access: updated')
  ) as told (place, columns, line)
  where changes ?| columns;
$$;

-- "+19055550142" -> "(905) 555-0142"; any other number stays the same.
create function private.phone_in_words(phone text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(phone, '^\+1(\d{3})(\d{3})(\d{4})$', '(\1) \2-\3');
$$;

-- Emails a booking's customer what the owner wrote, 1 to 2,000 characters; the same request again sends nothing.
-- Raises administrators_only (403), booking_not_found (404), no_email_address, operation_key_used for a request that sent
-- something else (409), message_invalid (400).
create function public.send_booking_message(target_booking_id uuid, message text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  written text := btrim(send_booking_message.message, E' \t\r\n');
begin
  if booking.customer_email is null or private.is_forgotten(booking.customer_email) then
    raise exception using errcode = 'PT409', message = 'no_email_address';
  end if;
  if coalesce(length(written), 0) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'message_invalid';
  end if;
  if exists (
    select
    from public.mail_outbox
    where key = 'booking_message:' || request_id
      and (booking_id, data ->> 'message') is distinct from (booking.id, written)
  ) then
    raise exception using errcode = 'PT409', message = 'operation_key_used';
  end if;
  perform public.enqueue_mail(
    'booking_message:' || request_id, 'booking_message', booking.customer_email, booking.id,
    jsonb_build_object('message', written, 'reply_to', (select info_email from private.business))
  );
  perform private.note_change(booking.id, 'message_sent', null, jsonb_build_object('mail_id', mail.id))
  from public.mail_outbox as mail
  where mail.key = 'booking_message:' || request_id and mail.created_at = now();
end;
$$;

revoke all on function public.correct_booking, public.send_booking_message
  from public, anon, authenticated, service_role;
grant execute on function public.correct_booking, public.send_booking_message to authenticated;
