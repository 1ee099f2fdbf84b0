-- What a coupon takes off, by its code alone.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A coupon by its code alone, for everybody who wants to book: {discount, validFrom, validUntil, isUsedUp}, null when it
-- is unknown. It says nothing about a person's own uses or visits. The hold of the caller doesn't count: the next
-- booking replaces it.
create function public.coupon_offer(code text, own_booking_id uuid default null, holder_token text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := upper(regexp_replace(coupon_offer.code, '\s+', '', 'g'));
  coupon jsonb;
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
  return jsonb_build_object(
    'discount', coupon -> 'discount',
    'validFrom', coupon -> 'validFrom',
    'validUntil', coupon -> 'validUntil',
    'isUsedUp', case
      when coupon ->> 'maxUses' is null then false
      else private.uses_of_coupon(wanted, array_remove(array[own_hold], null)) >= (coupon ->> 'maxUses')::integer
    end
  );
end;
$$;

revoke all on function public.coupon_offer from public, anon, authenticated, service_role;
grant execute on function public.coupon_offer to anon, authenticated;
