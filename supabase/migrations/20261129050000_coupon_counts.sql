-- Checks a coupon without reading each of its uses.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index if not exists coupon_redemptions_code_idx on public.coupon_redemptions (code);

drop function private.uses_of_coupon(text, uuid[]);

-- How many bookings but those `apart` use a coupon, counted up to `most` if given. An unpaid one does while its time is
-- held. Counts all of its uses in an index, and takes off the few that don't count.
create function private.uses_of_coupon(coupon_code text, apart uuid[], most integer default null) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  left_out bigint;
begin
  select count(*) into left_out
  from (
    select id from public.bookings as unpaid
    where unpaid.status = 'pending_payment'
      and unpaid.coupon_code = uses_of_coupon.coupon_code
      and not exists (select from public.slot_claims where booking_id = unpaid.id and expires_at > now())
    union
    select unnest(apart)
  ) as those
  join public.coupon_redemptions as redemption on redemption.booking_id = those.id
  where redemption.code = uses_of_coupon.coupon_code;
  return (
    select count(*)
    from (
      select from public.coupon_redemptions where code = uses_of_coupon.coupon_code limit most + left_out
    ) as used
  ) - left_out;
end;
$$;

revoke all on function private.uses_of_coupon from public, anon, authenticated, service_role;
grant execute on function private.uses_of_coupon to service_role;

-- Why this person may not use the coupon of the booking: coupon_used, coupon_held by another unpaid booking of theirs
-- whose time is held, coupon_first_visit or coupon_used_up; null when they may, and for an unknown code. Redemptions of
-- the bookings `apart` don't count; a use of an expired hold is free.
create or replace function private.refusal_of_coupon(booking public.bookings, apart uuid[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Computed once, not for each redemption.
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone)
    || private.mark_of(booking.customer_email);
  coupon jsonb;
  most integer;
  is_held boolean;
begin
  select bool_and(other.status = 'pending_payment') into is_held
  from (
    -- A union, so that each part uses an index.
    select booking_id, code from public.coupon_redemptions where marks && person
    union
    select booking_id, code from public.coupon_redemptions where user_id = booking.user_id
  ) as redemption
  join public.bookings as other on other.id = redemption.booking_id
  where redemption.code = booking.coupon_code
    and redemption.booking_id <> all (apart)
    and (
      other.status <> 'pending_payment'
      or exists (select from public.slot_claims where booking_id = other.id and expires_at > now())
    );
  if is_held is not null then
    return case when is_held then 'coupon_held' else 'coupon_used' end;
  end if;
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = booking.coupon_code;
  most := coupon ->> 'maxUses';
  return case
    when (coupon ->> 'isFirstVisitOnly')::boolean and private.has_other_visit(booking) then 'coupon_first_visit'
    when most is not null and private.uses_of_coupon(booking.coupon_code, apart, most) >= most then 'coupon_used_up'
  end;
end;
$$;

-- A coupon by its code alone, for everybody who wants to book: {discount, validFrom, validUntil, isUsedUp}, null when it
-- is unknown. It says nothing about a person's own uses or visits. The hold of the caller doesn't count: the next
-- booking replaces it.
create or replace function public.coupon_offer(code text, own_booking_id uuid default null, holder_token text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := upper(regexp_replace(coupon_offer.code, '\s+', '', 'g'));
  coupon jsonb;
  most integer;
  own_hold uuid;
begin
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = wanted;
  if coupon is null then
    return null;
  end if;
  if own_booking_id is not null then
    own_hold := public.own_hold(own_booking_id, holder_token, (select auth.uid()));
  end if;
  most := coupon ->> 'maxUses';
  return jsonb_build_object(
    'discount', coupon -> 'discount',
    'validFrom', coupon -> 'validFrom',
    'validUntil', coupon -> 'validUntil',
    'isUsedUp', most is not null
      and private.uses_of_coupon(wanted, array_remove(array[own_hold], null), most) >= most
  );
end;
$$;
