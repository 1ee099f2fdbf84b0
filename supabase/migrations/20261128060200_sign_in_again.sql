-- Says "sign in" as the screens do.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.require_session() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' and not private.session_stands() then
    raise exception using
      errcode = 'PT401',
      message = 'not_signed_in',
      detail = 'You have been signed out. Please sign in again.';
  end if;
end;
$$;
