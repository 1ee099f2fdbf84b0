-- Makes the account with this confirmed address the first administrator, and the address the business's info address.
-- For the owner of the database only. Raises an exception when there is an administrator or no such account.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function private.make_first_administrator(address text) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted text := lower(btrim(address));
  account uuid;
begin
  lock table public.admins in share row exclusive mode;
  if exists (select from public.admins) then
    raise exception 'There is an administrator already.';
  end if;
  select id into account from auth.users where email = wanted and email_confirmed_at is not null;
  if account is null then
    raise exception 'There is no account with the confirmed address %.', wanted;
  end if;
  insert into public.admins (user_id) values (account);
  perform public.set_info_email(wanted);
end;
$$;

revoke all on function private.make_first_administrator from public, anon, authenticated, service_role;
