-- Keeps the password of a sign-up apart from accounts, and erases what sign-ins keep apart from them.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The password of the latest sign-up with an email address or phone number, whether or not an account has it. A sign-in
-- with it is answered as unconfirmed in either case (docs/decisions/0125). The hosted backend's own service has no use for it.
create table private.sign_up_passwords (
  contact text primary key,
  encrypted_password text not null,
  created_at timestamptz not null
);

create index sign_up_passwords_created_at_idx on private.sign_up_passwords (created_at);

alter table private.sign_up_passwords enable row level security;
revoke all on private.sign_up_passwords from public, anon, authenticated, service_role;

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
  using auth.users as person
  where token.user_id = person.id and lower(person.email_change) = whose
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
create or replace function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
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
  set email = private.mark_of(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  perform private.clear_personal_columns(booking_ids);
  perform private.forget_photos(booking_ids);
  perform private.revoke_links(booking_ids);
  delete from public.crew_invitations where email = forget_person.whose;
  delete from public.customers where email = forget_person.whose;
end;
$$;

revoke all on function private.forget_sign_ins from public, anon, authenticated, service_role;
