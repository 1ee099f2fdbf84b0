-- The private note about a customer has a version, as that about a booking has: nobody writes over what they have
-- not read.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Goes up with every change of the note.
alter table public.customers add column note_version integer not null default 0;

-- As before, and tells the version of the note.
create or replace function public.customer_page(target_email text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  whose text := lower(btrim(target_email));
  booking_ids uuid[];
  page jsonb;
begin
  perform private.require_admin();
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  select jsonb_build_object(
    'email', whose,
    'name', customer.name,
    'phone', customer.phone,
    'note', coalesce(customer.note, ''),
    'note_version', coalesce(customer.note_version, 0),
    'is_customer', customer.email is not null,
    'first_booked_at', customer.first_booked_at,
    'has_account', private.account_of(whose) is not null,
    'is_administrator', exists (select from public.admins where user_id = private.account_of(whose)),
    'has_unsubscribed', private.has_unsubscribed(whose),
    'in_the_way', (
      select jsonb_build_object('id', id, 'booking_date', booking_date, 'booking_time', booking_time)
      from private.bookings_of(whose) as booking
      where private.is_ahead(booking)
      order by booking_date, booking_time
      limit 1
    ),
    'kept', jsonb_build_object(
      'bookings', cardinality(booking_ids),
      'reviews', (select count(*) from public.reviews where booking_id = any (booking_ids)),
      'inquiries', (select count(*) from public.inquiries where lower(btrim(email)) = whose),
      'waiting', (select count(*) from public.waiting_list where email = whose),
      'mails', (select count(*) from private.mails_of(booking_ids, whose))
    )
  ) || private.customer_figures(whose)
  into page
  from (select whose as email) as asked
  left join public.customers as customer using (email);
  if not (page ->> 'is_customer')::boolean
    and not (page ->> 'has_account')::boolean
    and page -> 'kept' = '{"bookings": 0, "reviews": 0, "inquiries": 0, "waiting": 0, "mails": 0}'
  then
    return null;
  end if;
  return page;
end;
$$;

drop function public.save_customer_note(text, text);

-- Writes the private note about a customer over the version it read. A page that was opened before notes had
-- versions names none, and writes over any. -> {text, version}
-- Raises administrators_only (403), customer_not_found (404), note_changed (409), note_too_long (400).
create function public.save_customer_note(target_email text, new_note text, version integer default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  earlier public.customers;
  written text := btrim(new_note);
begin
  perform private.require_admin();
  if length(written) > 4000 then
    raise exception using errcode = 'PT400', message = 'note_too_long';
  end if;
  select * into earlier from public.customers where email = lower(btrim(target_email)) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if earlier.note = written then
    return jsonb_build_object('text', earlier.note, 'version', earlier.note_version);
  end if;
  if earlier.note_version <> save_customer_note.version then
    raise exception using errcode = 'PT409', message = 'note_changed';
  end if;
  update public.customers
  set note = written, note_version = earlier.note_version + 1
  where email = earlier.email;
  return jsonb_build_object('text', written, 'version', earlier.note_version + 1);
end;
$$;

revoke all on function public.save_customer_note(text, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.save_customer_note(text, text, integer) to authenticated;
