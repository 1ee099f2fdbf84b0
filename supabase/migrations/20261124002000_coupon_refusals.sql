-- The signed-in person learns at once whether they may use a coupon.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Why this person may not use the coupon of the booking: coupon_used, coupon_first_visit or coupon_used_up; null when
-- they may, and for an unknown code. Redemptions of the bookings `apart` don't count; a use of an expired hold is free
-- for others.
create function private.refusal_of_coupon(booking public.bookings, apart uuid[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone);
  coupon jsonb;
begin
  if exists (
    select
    from public.coupon_redemptions
    where code = booking.coupon_code
      and booking_id <> all (apart)
      and (marks && (person || private.mark_of(booking.customer_email)) or user_id = booking.user_id)
  ) then
    return 'coupon_used';
  end if;
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = booking.coupon_code;
  return case
    when (coupon ->> 'isFirstVisitOnly')::boolean and private.has_other_visit(booking) then 'coupon_first_visit'
    when (
      select count(*)
      from public.coupon_redemptions as redemption
      join public.bookings as other on other.id = redemption.booking_id
      where redemption.code = booking.coupon_code
        and redemption.booking_id <> all (apart)
        and (
          other.status <> 'pending_payment'
          or exists (select from public.slot_claims where booking_id = other.id and expires_at > now())
        )
    ) >= (coupon ->> 'maxUses')::integer then 'coupon_used_up'
  end;
end;
$$;

-- As private.refusal_of_coupon, for the signed-in person, whose unpaid bookings don't count: the next one replaces them.
-- It takes no email address or phone number, so that it tells nothing about other people.
create function public.coupon_refusal(code text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted public.bookings;
begin
  wanted.id := gen_random_uuid();
  wanted.coupon_code := upper(regexp_replace(coupon_refusal.code, '\s+', '', 'g'));
  wanted.user_id := (select auth.uid());
  wanted.customer_email := private.confirmed_email();
  wanted.customer_phone := (
    select '+' || nullif(phone, '') from auth.users where id = wanted.user_id and phone_confirmed_at is not null
  );
  return private.refusal_of_coupon(
    wanted, array(select id from public.bookings where user_id = wanted.user_id and status = 'pending_payment')
  );
end;
$$;

-- Redeems a booking's coupon, if it has one, once for a mailbox, a phone number and an account, and by the rules of
-- the published coupon; again for the same booking is fine. Raises coupon_used, coupon_used_up, coupon_first_visit
-- (409).
create or replace function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  refusal text;
begin
  if booking.coupon_code is null then
    return;
  end if;
  -- Two bookings with one phone number may have two addresses, so redemptions of a coupon are serialized.
  perform private.lock_coupon(booking.coupon_code);
  refusal := private.refusal_of_coupon(booking, array[booking.id]);
  if refusal = 'coupon_used' then
    raise unique_violation;
  elsif refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id, marks)
  values (
    booking.id, booking.coupon_code, coalesce(booking.customer_email, 'phone:' || booking.customer_phone),
    booking.user_id, private.marks_of_person(booking.customer_email, booking.customer_phone)
  )
  on conflict (booking_id) do nothing;
exception
  when unique_violation then
    raise exception using
      errcode = 'PT409',
      message = 'coupon_used',
      detail = 'This coupon was already used with this email address, phone number or account.';
end;
$$;

revoke all on function private.refusal_of_coupon from public;
revoke all on function public.coupon_refusal from public, anon, authenticated, service_role;
grant execute on function public.coupon_refusal to authenticated;
grant execute on function private.refusal_of_coupon to service_role;
