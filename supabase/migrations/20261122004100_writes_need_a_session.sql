-- A token outlives its session by up to an hour. Until it expires it reads; it writes nothing.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The rule of every write by a person: raises not_signed_in (401) when the session has ended. The host asks it
-- at the start of each request that writes, before the request's role is set.
create function private.require_session() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' and not private.session_stands() then
    raise exception using
      errcode = 'PT401',
      message = 'not_signed_in',
      detail = 'You have been logged out. Please log in again.';
  end if;
end;
$$;
revoke all on function private.require_session() from public, anon, authenticated, service_role;

-- The hosted backend has no such host. What a token without a session still wrote there: its own bookings. The
-- policies of the business and the functions about the account ask for the session themselves, and the rest is
-- open to guests.
grant execute on function private.session_stands() to authenticated;
create policy "Bookings are changed only while the session stands"
  on public.bookings as restrictive for update to authenticated
  using ((select private.session_stands()));
