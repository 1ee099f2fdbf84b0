-- One person by their e-mail address: everything that is kept about them in one file, and taking them out of it.
-- A person who deletes their own account is taken out the same way.

-- A person's letters and mails are found by their address.
create index inquiries_email_idx on public.inquiries (lower(btrim(email)));
create index mail_outbox_to_email_idx on public.mail_outbox (lower(to_email));

-- As private.account_data was, for any account; null when there is none.
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

create or replace function private.account_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.account_data_of((select auth.uid()));
$$;

-- As before, with what somebody waits for, and whether they want to be asked for reviews.
create or replace function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_person();
  return jsonb_build_object(
    'exported_at', now(),
    'account', private.account_data(),
    'bookings', (
      select coalesce(jsonb_agg(private.booking_data(booking) order by booking.created_at), '[]')
      from private.own_bookings() as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id in (select id from private.own_bookings())
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(inquiry) order by inquiry.created_at), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = private.confirmed_email()
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = private.confirmed_email()
    ),
    'unsubscribed_at', (
      select unsubscribed_at from public.mail_choices where email = private.confirmed_email()
    ),
    -- Not what they carried: that may be a secret which still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at), '[]')
      from private.own_mails() as mail
    )
  );
end;
$$;

-- The account with this address, proven or not; null when there is none.
create function private.account_of(whose text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from auth.users where email = whose order by created_at limit 1;
$$;

-- Made with the address, or by the account that has it.
create function private.bookings_of(whose text) returns setof public.bookings
language sql stable security definer set search_path = ''
as $$
  select *
  from public.bookings
  where customer_email = whose or user_id = (select private.account_of(whose));
$$;

-- Mails about these bookings, to this address, or that tell the business what was written from it. What goes to
-- the info address is the business's.
create function private.mails_of(booking_ids uuid[], whose text) returns setof public.mail_outbox
language sql stable security definer set search_path = ''
as $$
  -- Each by an index of its own, which one condition with three parts would not be.
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

-- What a customer's page tells, and the question before they are erased: `in_the_way` is the booking that is
-- still ahead. -> null when nothing is kept about the address. Raises administrators_only (403).
create function public.customer_page(target_email text) returns jsonb
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

-- Everything that is kept about an address, but for secrets. Raises administrators_only (403).
create function public.customer_data(target_email text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  whose text := lower(btrim(target_email));
  booking_ids uuid[];
begin
  perform private.require_admin();
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  return jsonb_build_object(
    'exported_at', now(),
    'email', whose,
    'customer', (select to_jsonb(customer) - 'search_text' from public.customers as customer where email = whose),
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
      select coalesce(jsonb_agg(to_jsonb(inquiry) order by inquiry.created_at), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = whose
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = whose
    ),
    -- Not what they carried: that may be a secret which still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at), '[]')
      from private.mails_of(booking_ids, whose) as mail
    )
  );
end;
$$;

-- What was written around the bookings. Account mails and letters go; what was sent about a booking stays
-- without its reader, so that it is not sent again.
create function private.forget_words_of(booking_ids uuid[], whose text) returns void
language sql security definer set search_path = ''
as $$
  delete from public.mail_outbox
  where booking_id is null and id in (select id from private.mails_of(booking_ids, whose));
  update public.mail_outbox
  set
    to_email = 'deleted-' || booking_id || '@account.invalid',
    data = '{}',
    status = case status when 'queued' then 'failed' else status end,
    last_error = null
  where id in (select id from private.mails_of(booking_ids, whose));
  delete from public.inquiries where lower(btrim(email)) = whose;
  update public.reviews set customer_name = 'A customer' where booking_id = any (booking_ids);
  -- What was found about their money stays; whose it was, and what was written about it, goes.
  update public.payment_finding_steps
  set note = null
  where finding_id in (
    select id from public.payment_findings
    where booking_id = any (booking_ids) or lower(facts ->> 'email') = whose
  );
  update public.payment_findings
  set facts = facts - array['email', 'description']
  where booking_id = any (booking_ids) or lower(facts ->> 'email') = whose;
$$;

-- What is held for somebody who waits is free again.
create function private.forget_waiting(whose text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.waiting_list where email = whose order by id for update;
  perform private.close_offers(array_agg(offer.id), 'withdrawn')
  from public.offered_times as offer
  join public.waiting_list as waiting on waiting.id = offer.waiting_id
  where waiting.email = whose and offer.closed_at is null
  having count(*) > 0;
  delete from public.waiting_list where email = whose;
end;
$$;

-- That somebody wants no mail outlives them, as a mark of their address.
create function private.forget_choice(whose text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.mail_choices where email = whose and unsubscribed_at is null;
  delete from public.mail_choices
  where email = private.mark_of(whose) and exists (select from public.mail_choices where email = whose);
  update public.mail_choices set email = private.mark_of(whose) where email = whose;
end;
$$;

-- The books keep what was done and paid; whose car, where and how to reach them is gone, also from the trail of
-- changes and from the notes (private.forget_changes). An unpaid booking is cancelled, so that a payment still
-- under way comes back. Coupons stay used.
create function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_choice(whose);
  perform private.cancel(id)
  from public.bookings
  where id = any (booking_ids) and status = 'pending_payment'
  order by id;
  update public.coupon_redemptions
  set email = private.mark_of(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  update public.bookings
  set
    user_id = null,
    customer_name = 'A former customer',
    customer_email = 'deleted-' || id || '@account.invalid',
    customer_phone = '+00000000',
    address = 'Removed',
    city = 'Removed',
    postal_code = 'A0A 0A0',
    client_address = null
  where id = any (booking_ids);
  delete from public.customers where email = forget_person.whose;
end;
$$;

-- As before. Deletes the account of the signed-in person, who must have signed in within 15 minutes.
create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Nothing new is linked to the person from here on.
  perform from auth.users where id = (select auth.uid()) for update;
  perform private.check_person();
  perform from public.bookings
  where id in (select id from private.own_bookings()) order by id for update;
  perform private.lock_email(coalesce(private.confirmed_email(), ''));
  perform private.check_may_leave();
  perform private.forget_person(
    array(select id from private.own_bookings()), private.confirmed_email(), (select auth.uid())
  );
  delete from auth.users where id = (select auth.uid());
end;
$$;

drop function private.forget_words();
drop function private.forget_bookings();

-- Takes one person out of everything on their request, with the account that has the address, if there is one.
-- Raises administrators_only (403), customer_not_found (404), administrator_account and upcoming_bookings (409).
create function public.erase_customer(target_email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  whose text := lower(btrim(target_email));
  account uuid := private.account_of(whose);
begin
  perform private.require_admin();
  if public.customer_page(whose) is null then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if exists (select from public.admins where user_id = account)
    or whose in (select info_email from private.business) then
    raise exception using errcode = 'PT409', message = 'administrator_account';
  end if;
  -- Nothing new is linked to the person from here on.
  perform from auth.users where id = account for update;
  perform from public.bookings
  where id in (select id from private.bookings_of(whose)) order by id for update;
  perform private.lock_email(whose);
  if exists (select from private.bookings_of(whose) as booking where private.is_ahead(booking)) then
    raise exception using errcode = 'PT409', message = 'upcoming_bookings';
  end if;
  perform private.forget_person(array(select id from private.bookings_of(whose)), whose, account);
  delete from auth.users where id = account;
end;
$$;

revoke all on function
  public.customer_page(text), public.customer_data(text), public.erase_customer(text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.customer_page(text), public.customer_data(text), public.erase_customer(text)
  to authenticated;

revoke all on function
  private.account_data_of(uuid), private.account_of(text), private.bookings_of(text),
  private.mails_of(uuid[], text), private.forget_words_of(uuid[], text), private.forget_waiting(text),
  private.forget_choice(text),
  private.forget_person(uuid[], text, uuid)
  from public;
