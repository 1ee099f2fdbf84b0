-- A token is good for an hour, whatever becomes of the session it was made for. What runs the business is
-- not: whoever signs out everywhere, or takes a lost phone off the account, is rid of whoever has the token.

-- Whether the session of this request is still there. A token that names none is not asked about any.
create function private.session_stands() returns boolean
language sql stable security definer set search_path = ''
as $$
  select named is null or exists (
    select from auth.sessions where id = named::uuid and user_id = (select auth.uid())
  )
  from (select nullif(auth.jwt() ->> 'session_id', '') as named) as session;
$$;
revoke all on function private.session_stands() from public;

-- Whether this session proved the second factor, and still counts as proven. A factor that was removed since
-- proves nothing, whatever the token says.
create or replace function private.session_is_verified() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and private.has_second_factor() and not exists (
    select
    from auth.sessions
    where id = nullif(auth.jwt() ->> 'session_id', '')::uuid and aal::text <> 'aal2'
  ) and private.session_stands();
$$;

-- Whether the session is good enough to run the business with.
create or replace function private.meets_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.session_stands() and case
    when private.has_second_factor() then private.session_is_verified()
    else not (select requires_second_factor from private.security_settings)
  end;
$$;
