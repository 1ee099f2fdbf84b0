-- Erasing a customer's data. Deleting one's own account does the same.

-- A deleted account must not make a coupon new: a mark of its email address stays, which nobody can compute
-- without this secret.
create table private.forgetting (
  only_row boolean primary key default true check (only_row),
  pepper text not null default gen_random_uuid()::text || gen_random_uuid()::text,
  -- Whether files of the embedded database may still have what was erased. Its next backup rewrites them first.
  rewrite_due boolean not null default false
);

alter table private.forgetting enable row level security;
revoke all on private.forgetting from public, anon, authenticated, service_role;

-- Deletes a customer's places on the waiting list and frees the times held for them.
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

-- Keeps that an address unsubscribed, under a mark of it.
create function private.forget_choice(whose text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.mail_choices where email = whose and unsubscribed_at is null;
  delete from public.mail_choices
  where email = private.keyed_hash(whose) and exists (select from public.mail_choices where email = whose);
  update public.mail_choices set email = private.keyed_hash(whose) where email = whose;
end;
$$;

-- Erases what sign-ins keep apart from an account: codes sent to its phone numbers, the password of a sign-up, changes of
-- other accounts to the address, and the emails about them. The hosted backend's own service has no queue of texts, and
-- reads an empty text where ours reads null.
create function private.forget_sign_ins(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_hosted boolean := to_regclass('auth.sms_outbox') is null;
  phones text[] := array(
    select ltrim(phone, '+') from auth.users where id = account and phone <> ''
    union
    select ltrim(phone_change, '+') from auth.users where id = account and phone_change <> ''
    union
    select ltrim(customer_phone, '+') from public.bookings where id = any (booking_ids) and customer_phone <> ''
  );
begin
  delete from private.sign_up_passwords
  where contact = whose or contact = any (phones)
    or contact in (select email_change from auth.users where id = account);
  delete from public.mail_outbox where template_type = 'email_change' and lower(data ->> 'new_email') = whose;
  delete from auth.one_time_tokens as token
  where token.user_id = any (array(select id from auth.users where lower(email_change) = whose))
    and token.token_type::text in ('email_change_current', 'email_change_new', 'email_change_token_current', 'email_change_token_new');
  update auth.users
  set
    email_change = case when is_hosted then '' end,
    email_change_confirm_status = 0
  where lower(email_change) = whose;
  if not is_hosted then
    execute 'delete from auth.sms_outbox where phone = any ($1)' using phones;
  end if;
end;
$$;

-- Clears name, contact, the car's model and place from bookings, their history and notes; services, amounts and dates
-- stay for the books. Removes photos, codes sent by text and invitations to crews, and revokes their links. Cancels
-- unpaid bookings, so that a payment under way is refunded. Coupons stay redeemed.
create function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_texts(booking_ids);
  perform private.forget_choice(whose);
  perform private.forget_sign_ins(booking_ids, whose, account);
  perform private.cancel(id)
  from public.bookings
  where id = any (booking_ids) and status = 'pending_payment'
  order by id;
  update public.coupon_redemptions
  set email = private.keyed_hash(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  perform private.clear_personal_columns(booking_ids);
  perform private.forget_photos(booking_ids);
  perform private.revoke_links(booking_ids);
  delete from public.crew_invitations where email = forget_person.whose;
  delete from public.customers where email = forget_person.whose;
  update private.forgetting set rewrite_due = true where not rewrite_due;
end;
$$;

-- Deletes a customer's inquiries and account emails. Emails about bookings stay without their reader, so that they
-- are not sent again; queued ones are dropped.
create function private.forget_words_of(booking_ids uuid[], whose text) returns void
language sql security definer set search_path = ''
as $$
  delete from public.mail_outbox
  where booking_id is null and id in (select id from private.mails_of(booking_ids, whose));
  update public.mail_outbox
  set
    to_email = 'deleted-' || booking_id || '@account.invalid',
    data = '{}',
    status = case when status in ('queued', 'failed') then 'dropped' else status end,
    last_error = null
  where id in (select id from private.mails_of(booking_ids, whose));
  delete from public.inquiries where lower(btrim(email)) = whose;
  update public.reviews set customer_name = 'A customer' where booking_id = any (booking_ids);
  -- Findings about their money stay, without the customer and without notes.
  update public.payment_findings
  set
    facts = facts - array['email', 'description'],
    steps = (select coalesce(jsonb_agg(step || '{"note": null}'), '[]') from jsonb_array_elements(steps) as step)
  where id in (
    -- A union, so that each part uses an index.
    select id from public.payment_findings where booking_id = any (booking_ids)
    union
    select id from public.payment_findings where lower(facts ->> 'email') = whose
  );
$$;

-- Erases customers and their accounts. Raises upcoming_bookings (409).
create function private.erase_all_of(people text[], accounts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  whose text;
begin
  perform from public.bookings
  where id in (select booking.id from unnest(people) as one, private.bookings_of(one) as booking)
  order by id for update;
  perform private.lock_email(one) from (select unnest(people) as one order by 1) as ordered;
  if exists (select from unnest(people) as one where private.booking_in_the_way(one) is not null) then
    raise exception using errcode = 'PT409', message = 'upcoming_bookings';
  end if;
  foreach whose in array people loop
    perform private.forget_person(
      array(select id from private.bookings_of(whose)), whose, private.account_of(whose)
    );
  end loop;
  delete from auth.users where id = any (accounts);
end;
$$;

-- Erases a customer's data on request, by email address, or by phone number when there is none: with the account of
-- that address, and with those of their other accounts that are named. An account that is not named stays, without
-- these bookings.
-- Notifies the administrators.
-- Raises administrators_only, reauthentication_needed (403), customer_not_found (404), administrator_account and upcoming_bookings (409).
create function public.erase_customer(
  target_email text default null, target_phone text default null, other_accounts uuid[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  whose text := private.whose(target_email, target_phone);
  leaving uuid[];
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  if public.customer_page(target_email, target_phone) is null then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if private.runs_the_business(private.account_of(whose), whose) then
    raise exception using errcode = 'PT409', message = 'administrator_account';
  end if;
  -- From here on nothing new is linked to the account.
  leaving := array(
    select id
    from auth.users
    where id = private.account_of(whose)
      or (id = any (other_accounts) and id in (select other.id from private.other_accounts_of(whose) as other))
    order by id
    for update
  );
  perform private.erase_all_of(
    array(select whose union select email from auth.users where id = any (leaving)), leaving
  );
  -- Without the name, which is erased.
  perform private.notify_administrators('A customer’s data was erased.');
end;
$$;

revoke all on function public.erase_customer from public, anon, authenticated, service_role;
grant execute on function public.erase_customer to authenticated;
