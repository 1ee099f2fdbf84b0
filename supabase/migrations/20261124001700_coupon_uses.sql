-- The owner sees how often each coupon was used.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- How many bookings used each of these coupons, held times included, by its code. Raises administrators_only (403).
create function public.coupon_uses(codes text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_object_agg(wanted.code, (
      select count(*) from public.coupon_redemptions as used where used.code = wanted.code
    )), '{}')
    from unnest(codes) as wanted (code)
  );
end;
$$;

revoke all on function public.coupon_uses from public, anon, authenticated, service_role;
grant execute on function public.coupon_uses to authenticated;
