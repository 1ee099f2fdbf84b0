-- Open times leave out a named hold only for those who may replace it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The named hold when a browser with this token, or this account, may replace it; else null. Its time is open to them.
create function public.own_hold(named_booking_id uuid, holder_token text, account uuid) returns uuid
language sql stable set search_path = ''
as $$
  select id
  from private.replaceable_holds(named_booking_id, holder_token, account, null) as id
  where id = named_booking_id;
$$;

revoke all on function public.own_hold from public, anon, authenticated, service_role;
grant execute on function public.own_hold to service_role;
