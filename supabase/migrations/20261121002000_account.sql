-- What belongs to a person: they may read all of it, and take themselves out of it.

-- An account that is gone must not make a coupon new: what stays of its e-mail address is a mark, which
-- cannot be told without this secret.
create table private.forgetting (
  only_row boolean primary key default true check (only_row),
  pepper text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
revoke all on private.forgetting from public, anon, authenticated, service_role;
alter table private.forgetting enable row level security;
insert into private.forgetting default values;

create function private.mark_of(email text) returns text
language sql stable security definer set search_path = ''
as $$
  select 'forgotten:' || encode(sha256(convert_to(pepper || lower(btrim(email)), 'UTF8')), 'hex')
  from private.forgetting;
$$;

-- As before, and a coupon that a deleted account has used stays used for its e-mail address.
-- Raises coupon_used (409).
create or replace function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if booking.coupon_code is null then
    return;
  end if;
  if exists (
    select
    from public.coupon_redemptions
    where code = booking.coupon_code and email = private.mark_of(booking.customer_email)
  ) then
    raise unique_violation;
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id)
  values (booking.id, booking.coupon_code, booking.customer_email, booking.user_id)
  on conflict (booking_id) do nothing;
exception
  when unique_violation then
    raise exception using
      errcode = 'PT409',
      message = 'coupon_used',
      detail = 'This coupon was already used with this e-mail address or account.';
end;
$$;

-- Raises not_signed_in (401), and second_factor_needed (403) while a second factor waits to be shown.
create function private.check_person() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from auth.users where id = (select auth.uid())) then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  if private.has_second_factor() and not private.session_is_verified() then
    raise exception using errcode = 'PT403', message = 'second_factor_needed';
  end if;
end;
$$;

-- When the person last proved who they are; a token that is merely renewed proves nothing.
create function private.last_proof() returns timestamptz
language sql stable set search_path = ''
as $$
  select to_timestamp(max((proof ->> 'timestamp')::bigint))
  from jsonb_array_elements(
    case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
  ) as proof
  where jsonb_typeof(proof) = 'object' and proof ->> 'method' is distinct from 'token_refresh';
$$;

-- Theirs by account, or made as a guest with the address that is proven to be theirs.
create function private.own_bookings() returns setof public.bookings
language sql stable security definer set search_path = ''
as $$
  select *
  from public.bookings
  where user_id = (select auth.uid())
    or (user_id is null and customer_email = (select private.confirmed_email()));
$$;

-- Mails to one of the person's addresses, or that tell of one, or about one of their bookings. What goes to
-- the info address is the business's, whoever signs in with it.
create function private.own_mails() returns setof public.mail_outbox
language sql stable security definer set search_path = ''
as $$
  with addresses as materialized (
    select lower(address) as address
    from auth.users, unnest(array[private.confirmed_email(), email_change::text]) as address
    where id = (select auth.uid()) and address <> ''
  )
  select mail.*
  from public.mail_outbox as mail
  where mail.booking_id in (select id from private.own_bookings())
    or (
      lower(mail.to_email) in (select address from addresses)
      and lower(mail.to_email) not in (select info_email from private.business)
    )
    or exists (
      select
      from jsonb_each_text(mail.data) as fact
      where mail.data <> '{}' and lower(fact.value) in (select address from addresses)
    );
$$;

create function private.account_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
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
    where person.id = (select auth.uid())
  );
end;
$$;

create function private.booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'coupon_used', (select code from public.coupon_redemptions where booking_id = booking.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', payment.amount_cents, 'status', payment.status, 'created_at', payment.created_at,
        'stripe_payment_intent_id', payment.stripe_payment_intent_id, 'refunded_cents', payment.refunded_cents
      ) order by payment.created_at), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', refund.amount_cents, 'status', refund.status, 'created_at', refund.created_at
      ) order by refund.created_at), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id
    )
  );
$$;

-- Everything that is kept about the signed-in person, but for secrets. Raises as private.check_person.
create function public.my_data() returns jsonb
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

-- Raises reauthentication_needed (403), last_administrator and upcoming_bookings (409).
create function private.check_may_leave() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(private.last_proof() < now() - interval '15 minutes', true) then
    raise exception using errcode = 'PT403', message = 'reauthentication_needed';
  end if;
  -- Two who leave at once go one after the other.
  perform from public.admins order by user_id for update;
  if exists (select from public.admins where user_id = (select auth.uid()))
    and not exists (select from public.admins where user_id <> (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'last_administrator';
  end if;
  if exists (
    select
    from private.own_bookings() as booking
    where booking.status not in ('pending_payment', 'cancelled')
      and upper(private.span_of(booking)) > now()
  ) then
    raise exception using errcode = 'PT409', message = 'upcoming_bookings';
  end if;
end;
$$;

-- What was written around the bookings. Account mails and letters go; what was sent about a booking stays
-- without its reader, so that it is not sent again.
create function private.forget_words() returns void
language sql security definer set search_path = ''
as $$
  delete from public.mail_outbox
  where booking_id is null and id in (select id from private.own_mails());
  update public.mail_outbox
  set
    to_email = 'deleted-' || booking_id || '@account.invalid',
    data = '{}',
    status = case status when 'queued' then 'failed' else status end,
    last_error = null
  where id in (select id from private.own_mails());
  delete from public.inquiries where lower(btrim(email)) = private.confirmed_email();
  update public.reviews
  set customer_name = 'A customer'
  where booking_id in (select id from private.own_bookings());
$$;

-- The books keep what was done and paid; whose car, where and how to reach them is gone. An unpaid
-- booking is cancelled, so that a payment still under way comes back.
create function private.forget_bookings() returns void
language sql security definer set search_path = ''
as $$
  select private.cancel(id) from private.own_bookings() where status = 'pending_payment' order by id;
  update public.coupon_redemptions
  set email = private.mark_of(email), user_id = null
  where email not like 'forgotten:%'
    and (
      user_id = (select auth.uid())
      or email = private.confirmed_email()
      or booking_id in (select id from private.own_bookings())
    );
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
  where id in (select id from private.own_bookings());
$$;

-- Deletes the account of the signed-in person, who must have signed in within 15 minutes. Bookings stay
-- without them, reviews stay under "A customer". Raises as private.check_person and check_may_leave.
create function public.delete_my_account() returns void
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
  perform private.forget_words();
  perform private.forget_bookings();
  delete from auth.users where id = (select auth.uid());
end;
$$;

revoke all on function public.my_data(), public.delete_my_account()
  from public, anon, authenticated, service_role;
grant execute on function public.my_data(), public.delete_my_account() to authenticated;

revoke all on function
  private.mark_of(text), private.check_person(), private.last_proof(), private.own_bookings(), private.own_mails(),
  private.account_data(), private.booking_data(public.bookings), private.check_may_leave(), private.forget_words(),
  private.forget_bookings()
  from public;
grant execute on function private.mark_of(text) to service_role;
