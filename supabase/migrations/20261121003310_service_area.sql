-- Where the business goes.

-- Whether a booking that was made online is at a place the business does not go to.
create function private.is_outside_area(target_booking_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.service_area)
    and exists (
      select from public.bookings as booking
      where booking.id = target_booking_id
        and booking.source = 'online'
        and not exists (
          select from public.service_area as area
          where area.prefix = any (array[
            left(booking.postal_code, 1), left(booking.postal_code, 2), left(booking.postal_code, 3)
          ])
        )
    );
$$;

-- The whole area, in place of the one before: beginnings of Canadian postal codes, up to a forward sortation area.
-- Raises prefix_invalid, too_many_prefixes.
create function private.write_service_area(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  prefixes text[] := array(select distinct upper(btrim(one)) from jsonb_array_elements_text(wanted) as one);
  wrong text := (
    select one from unnest(prefixes) as one
    where one !~ '^[ABCEGHJ-NPRSTVXY]([0-9][ABCEGHJ-NPRSTV-Z]?)?$' order by one limit 1
  );
begin
  if wrong is not null then
    perform private.refuse_rules('prefix_invalid', left(wrong, 20));
  elsif cardinality(prefixes) > 600 then
    perform private.refuse_rules('too_many_prefixes');
  end if;
  delete from public.service_area where prefix <> all (prefixes);
  insert into public.service_area (prefix) select unnest(prefixes) on conflict do nothing;
end;
$$;

revoke all on function private.is_outside_area(uuid), private.write_service_area(jsonb) from public;
