-- Whoever signs out everywhere, or takes a lost phone off the account, is rid of whoever has a token: it
-- takes nothing along and deletes nothing, though it is good for the rest of its hour.

-- Raises not_signed_in (401), also when the session is over, and second_factor_needed (403) while a second
-- factor waits to be shown.
create or replace function private.check_person() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from auth.users where id = (select auth.uid())) or not private.session_stands() then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  if private.has_second_factor() and not private.session_is_verified() then
    raise exception using errcode = 'PT403', message = 'second_factor_needed';
  end if;
end;
$$;
