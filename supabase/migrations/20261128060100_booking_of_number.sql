-- A guest opens a booking by its number and email address.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The booking number in a typed text, in one spelling; null if the text is none.
create function private.typed_booking_number(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  letters text := upper(regexp_replace(left(coalesce(typed, ''), 200), '[\s-]', '', 'g'));
begin
  return case when letters ~ '^[2-9A-HJ-NP-Z]{8}$' then left(letters, 4) || '-' || right(letters, 4) end;
end;
$$;

revoke all on function private.typed_booking_number from public;

-- The id of the booking with this number and this email address, for a guest; null when there is none.
create function public.booking_of_number(number text, email text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  typed text := private.typed_booking_number(booking_of_number.number);
begin
  return (
    select booking.id
    from public.bookings as booking
    where private.booking_number(booking.id) = typed
      and booking.customer_email = nullif(lower(btrim(booking_of_number.email)), '')
    limit 1
  );
end;
$$;

revoke all on function public.booking_of_number from public, anon, authenticated, service_role;
grant execute on function public.booking_of_number to anon, authenticated;

create or replace function private.booking_patterns(search text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  words text := private.search_words(search);
  number text := private.typed_booking_number(words);
  numbered uuid;
begin
  if number is not null then
    select id into numbered
    from public.bookings
    where private.booking_number(id) = number
    order by id
    limit 1;
  end if;
  return private.search_patterns(coalesce(numbered::text, (
    select string_agg(
      case when word ~ '^[-+0-9().]*[0-9][-+0-9().]*$' then regexp_replace(word, '[^0-9]', '', 'g') else word end, ' '
    )
    from regexp_split_to_table(words, ' ') as word
  )));
end;
$$;
