-- Everything kept about one customer.

-- The bookings of an address: made with it, or by its account; or of a phone number, those without an address.
create function private.bookings_of(whose text) returns setof public.bookings
language sql stable security definer set search_path = ''
as $$
  select *
  from public.bookings
  where customer_email = whose
    or user_id = (select private.account_of(whose))
    or (customer_email is null and customer_phone = whose);
$$;

-- The account with this address, confirmed or not; null when there is none.
create function private.account_of(whose text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from auth.users where email = whose order by created_at limit 1;
$$;

-- The data of an account: its columns, sessions, second factors and number of recovery codes left. Null when it is
-- unknown.
create function private.account_data_of(person_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', person.id,
    'email', person.email,
    'email_confirmed_at', person.email_confirmed_at,
    'phone', person.phone,
    'phone_confirmed_at', person.phone_confirmed_at,
    'details', person.raw_user_meta_data,
    'created_at', person.created_at,
    'last_sign_in_at', person.last_sign_in_at,
    'is_administrator', exists (select from public.admins where user_id = person.id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'created_at', session.created_at, 'device', session.user_agent, 'address', session.ip
      ) order by session.created_at), '[]')
      from auth.sessions as session
      where session.user_id = person.id
    ),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', factor.friendly_name, 'type', factor.factor_type, 'status', factor.status,
        'created_at', factor.created_at
      ) order by factor.created_at), '[]')
      from auth.mfa_factors as factor
      where factor.user_id = person.id
    ),
    'recovery_codes_left', (
      select count(*) from private.recovery_codes as code where code.user_id = person.id
    )
  )
  from auth.users as person
  where person.id = person_id;
$$;

-- Emails about these bookings, to this address, or announcing an inquiry from it. Emails to the info address are the
-- business's.
create function private.mails_of(booking_ids uuid[], whose text) returns setof public.mail_outbox
language sql stable security definer set search_path = ''
as $$
  -- A union, so that each part uses an index.
  select mail.*
  from public.mail_outbox as mail
  where mail.id in (
    select id from public.mail_outbox where booking_id = any (booking_ids)
    union
    select id from public.mail_outbox
    where lower(to_email) = whose and whose not in (select info_email from private.business)
    union
    select told.id
    from public.inquiries as inquiry
    join public.mail_outbox as told on told.key = 'inquiry_received:' || inquiry.id
    where lower(btrim(inquiry.email)) = whose
  );
$$;

-- The key of a customer, `whose` in the functions below: an email address, or the phone number when there is none.
create function private.whose(target_email text, target_phone text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(lower(btrim(target_email)), btrim(target_phone));
$$;

-- Counts of what is kept about a customer besides the account.
create function private.kept_about(booking_ids uuid[], whose text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'bookings', cardinality(booking_ids),
    'reviews', (select count(*) from public.reviews where booking_id = any (booking_ids)),
    'inquiries', (select count(*) from public.inquiries where lower(btrim(email)) = whose),
    'waiting', (select count(*) from public.waiting_list where email = whose),
    'mails', (select count(*) from private.mails_of(booking_ids, whose))
  );
$$;

-- Accounts with other addresses that this customer's bookings were made with: the customer changed the address,
-- has two, or booked for another person. Without administrators, who book for many.
create function private.other_accounts_of(whose text) returns table (id uuid, email text)
language sql stable security definer set search_path = ''
as $$
  select person.id, person.email
  from auth.users as person
  where person.id in (select user_id from public.bookings where customer_email = whose)
    and person.email <> whose
    and not private.runs_the_business(person.id, person.email);
$$;

-- The customer's next booking ahead, which blocks erasure; null when there is none.
create function private.booking_in_the_way(whose text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', id, 'booking_date', booking_date, 'booking_time', booking_time)
  from private.bookings_of(whose) as booking
  where private.is_ahead(booking)
  order by booking_date, booking_time
  limit 1;
$$;

-- An account with another address, and what belongs to it besides this customer's bookings: `addresses` are those of
-- its other bookings.
create function private.other_account_in_page(account uuid, address text, whose text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with hanging as (
    select id, customer_email
    from private.bookings_of(address)
    where customer_email is distinct from whose
  )
  select jsonb_build_object(
    'id', account,
    'email', address,
    'addresses', array(select distinct customer_email from hanging where customer_email is not null order by 1),
    'in_the_way', private.booking_in_the_way(address),
    'kept', private.kept_about(array(select id from hanging), address)
  );
$$;

-- The names in the bookings of a phone number, the most recent first. Several people may share it.
create function private.caller_in_page(number text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'phone', number,
    'name', (array_agg(customer_name order by latest desc))[1],
    'names', coalesce(array_agg(customer_name order by latest desc), '{}')
  )
  from (
    select customer_name, max(created_at) as latest
    from private.bookings_of(number)
    group by 1
  ) as called;
$$;

-- Everything kept about a customer, except secrets.
create function private.customer_data_of(whose text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  booking_ids uuid[];
begin
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  return jsonb_build_object(
    'customer', (select to_jsonb(customer) - 'search_text' from public.customers as customer where email = whose),
    'phone_customers', (
      select coalesce(jsonb_agg(to_jsonb(customer) - array['search_text', 'name_key'] order by customer.name_key), '[]')
      from public.phone_customers as customer
      where phone = whose
    ),
    'account', private.account_data_of(private.account_of(whose)),
    'unsubscribed_at', (select unsubscribed_at from public.mail_choices where email = whose),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_data(booking) || jsonb_build_object(
          'note', (select note from public.booking_notes where booking_id = booking.id)
        ) order by booking.created_at
      ), '[]')
      from private.bookings_of(whose) as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id = any (booking_ids)
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(inquiry) || jsonb_build_object('answers', (
        select coalesce(jsonb_agg(jsonb_build_object('at', at, 'message', message) order by at), '[]')
        from public.inquiry_replies where inquiry_id = inquiry.id
      )) order by inquiry.created_at), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = whose
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = whose
    ),
    -- Without their data, which may hold a token that still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at,
        'message', case mail.template_type when 'booking_message' then mail.data ->> 'message' end
      ) order by mail.created_at), '[]')
      from private.mails_of(booking_ids, whose) as mail
    )
  ) || private.texts_of(booking_ids);
end;
$$;

-- A customer's page, by email address, or by phone number when there is none. `in_the_way` is the booking ahead that
-- blocks erasure, `other_addresses` are those of bookings with their account, `other_accounts` those with other
-- addresses that they booked with. Null when nothing is kept about them. Raises administrators_only (403).
create function public.customer_page(target_email text default null, target_phone text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  whose text := private.whose(target_email, target_phone);
  booking_ids uuid[];
  page jsonb;
begin
  perform private.require_admin();
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  select jsonb_build_object(
    'email', case when target_email is not null then whose end,
    'name', customer.name,
    'phone', customer.phone,
    'note', coalesce(customer.note, ''),
    'note_version', coalesce(customer.note_version, 0),
    'is_customer', customer.email is not null,
    'first_booked_at', customer.first_booked_at,
    'has_account', private.account_of(whose) is not null,
    'is_administrator', exists (select from public.admins where user_id = private.account_of(whose)),
    'has_unsubscribed', private.has_unsubscribed(whose),
    'in_the_way', private.booking_in_the_way(whose),
    'kept', private.kept_about(booking_ids, whose),
    'other_addresses', array(
      select distinct customer_email from private.bookings_of(whose) where customer_email <> whose order by 1
    ),
    'other_accounts', (
      select coalesce(jsonb_agg(private.other_account_in_page(account.id, account.email, whose) order by account.email), '[]')
      from private.other_accounts_of(whose) as account
    )
  ) || case when target_email is null then private.caller_in_page(whose)
  else (select figures from private.customer_figures(whose)) end
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

-- Everything kept about a customer, by email address, or by phone number when there is none, except secrets; with the
-- same of their other accounts that are named. Raises administrators_only, reauthentication_needed (403).
create function public.customer_data(
  target_email text default null, target_phone text default null, other_accounts uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  whose text := private.whose(target_email, target_phone);
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  return jsonb_build_object(
    'exported_at', now(),
    'email', case when target_email is not null then whose end,
    'phone', case when target_email is null then whose end,
    'other_accounts', (
      select coalesce(jsonb_agg(private.customer_data_of(account.email) order by account.email), '[]')
      from private.other_accounts_of(whose) as account
      where account.id = any (other_accounts)
    )
  ) || private.customer_data_of(whose);
end;
$$;

revoke all on function public.customer_page, public.customer_data from public, anon, authenticated, service_role;
grant execute on function public.customer_page, public.customer_data to authenticated;
