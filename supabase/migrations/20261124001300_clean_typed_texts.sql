-- Typed texts are cleaned where they are stored, also those of requests that no screen sent, and details that are no
-- record of texts are refused.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Trigger: cleans the typed texts that its arguments name, separated by commas: those of one line, then those of several
-- lines. As checkLine and checkOptionalText of domain/contact/field-checks.ts: no control or invisible characters, no
-- blanks around. What the screens send is clean; this is for requests that no screen sent.
create function private.clean_typed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  invisible constant text :=
    '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u200B\u202A-\u202E\u2066-\u2069\uFEFF]';
  typed jsonb := to_jsonb(new);
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(
      name,
      case when is_line then
        btrim(regexp_replace(regexp_replace(typed ->> name, '\s+', ' ', 'g'), invisible, '', 'g'))
      else
        btrim(
          regexp_replace(
            regexp_replace(
              translate(regexp_replace(typed ->> name, '\r\n?', E'\n', 'g'), E'\t', ' '), invisible, '', 'g'
            ),
            ' +(?=\n)', '', 'g'
          ),
          E' \n'
        )
      end
    )
    from (
      select name, true as is_line from string_to_table(tg_argv[0], ',') as name
      union all
      select name, false from string_to_table(tg_argv[1], ',') as name
    ) as named
  ));
end;
$$;

-- Whether a value is an object whose values are texts or null.
create function private.is_record_of_texts(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(value) = 'object', false)
    and not jsonb_path_exists(value, 'strict $.* ? (@.type() != "string" && @.type() != "null")');
$$;

revoke all on function private.clean_typed, private.is_record_of_texts from public;

create trigger clean_typed before insert or update of customer_name, car_model, address, city, gate_access, customer_notes on public.bookings
  for each row execute function private.clean_typed('customer_name,car_model,address,city,gate_access', 'customer_notes');
create trigger clean_typed before insert or update of note on public.booking_notes
  for each row execute function private.clean_typed('', 'note');
create trigger clean_typed before update of note on public.customers
  for each row execute function private.clean_typed('', 'note');
create trigger clean_typed before insert or update of customer_name, comment, reply on public.reviews
  for each row execute function private.clean_typed('customer_name', 'comment,reply');
create trigger clean_typed before insert or update of description on public.gallery_photos
  for each row execute function private.clean_typed('', 'description');
create trigger clean_typed before insert on public.inquiries
  for each row execute function private.clean_typed('name,subject', 'message');

-- Replaces the optional details of a booking (private.more_of), before the visit; what `more` lacks is emptied.
-- By its holder, as for booking_details. -> private.more_of
-- Raises as private.booking_of_holder, and more_invalid (400).
create or replace function public.save_booking_more(target_booking_id uuid, more jsonb, email text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.booking_of_holder(target_booking_id, save_booking_more.email);
begin
  if not private.is_record_of_texts(more) then
    raise exception using errcode = 'PT400', message = 'more_invalid';
  end if;
  begin
    update public.bookings
    set
      gate_access = coalesce(btrim(more ->> 'gate_access'), ''),
      has_water = coalesce(more ->> 'has_water', ''),
      has_power = coalesce(more ->> 'has_power', ''),
      customer_notes = coalesce(btrim(more ->> 'customer_notes'), '')
    where id = booking.id
    returning * into booking;
  exception when check_violation then
    raise exception using errcode = 'PT400', message = 'more_invalid';
  end;
  return private.more_of(booking);
end;
$$;

-- Corrects who a booking is for, the car, the place or the optional details. `was` and `changes` name the same
-- columns: what the owner saw, and what is true. The customer gets an email; when the address changes, the former one
-- does too, and waiting emails go to the new one. The booking stays with its account, and joins no other one.
-- -> {notified: the address, or null without one}
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_changed when
-- something in `was` is no longer so (409), details_invalid (400).
create or replace function public.correct_booking(target_booking_id uuid, was jsonb, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.lock_booking(target_booking_id);
  after public.bookings;
  correctable jsonb := private.correctable_columns(before);
  owners_note text;
  notified text[];
begin
  perform private.check_stands(before);
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
      customer_notes = after.customer_notes
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
    update public.mail_outbox
    set to_email = coalesce(after.customer_email, to_email),
      status = case when after.customer_email is null then 'dropped' else status end
    where booking_id = before.id and status = 'queued' and to_email = before.customer_email;
  end if;
  perform private.mail_correction(before, after, changes);
  return jsonb_build_object('notified', after.customer_email);
end;
$$;
