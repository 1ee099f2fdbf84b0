-- An expired hold stood among the uses of a coupon that the owner sees.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- How many bookings but those `apart` use a coupon. An unpaid one does while its time is held.
create function private.uses_of_coupon(coupon_code text, apart uuid[]) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(*)
    from public.coupon_redemptions as redemption
    join public.bookings as other on other.id = redemption.booking_id
    where redemption.code = uses_of_coupon.coupon_code
      and redemption.booking_id <> all (apart)
      and (
        other.status <> 'pending_payment'
        or exists (select from public.slot_claims where booking_id = other.id and expires_at > now())
      )
  );
end;
$$;

revoke all on function private.uses_of_coupon from public;
grant execute on function private.uses_of_coupon to service_role;

-- Why this person may not use the coupon of the booking: coupon_used, coupon_first_visit or coupon_used_up; null when
-- they may, and for an unknown code. Redemptions of the bookings `apart` don't count; a use of an expired hold is free
-- for others.
create or replace function private.refusal_of_coupon(booking public.bookings, apart uuid[]) returns text
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
    when private.uses_of_coupon(booking.coupon_code, apart) >= (coupon ->> 'maxUses')::integer then 'coupon_used_up'
  end;
end;
$$;

-- How many bookings used each of these coupons, held times included, by its code. Raises administrators_only (403).
create or replace function public.coupon_uses(codes text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_object_agg(wanted.code, private.uses_of_coupon(wanted.code, '{}')), '{}')
    from unnest(codes) as wanted (code)
  );
end;
$$;
