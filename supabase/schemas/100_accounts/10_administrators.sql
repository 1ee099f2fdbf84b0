-- Administrators, the session behind a request, and the person behind a change.

-- The business's info address. The account that has it manages reviews, administrator or not.
create table private.business (
  only_row boolean primary key default true check (only_row),
  info_email text not null check (info_email = lower(btrim(info_email)) and info_email like '%_@_%')
);

alter table private.business enable row level security;
create policy "Server functions may do what they are granted"
  on private.business for all to service_role using (true) with check (true);
revoke all on private.business from public, anon, authenticated, service_role;
grant select, update on private.business to service_role;

create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

alter table public.admins enable row level security;
create policy "Server functions may do what they are granted"
  on public.admins for all to service_role using (true) with check (true);
revoke all on public.admins from public, anon, authenticated, service_role;
grant select, insert, delete on public.admins to service_role;

-- Whether the session that the request's token names still exists. True for a token that names no session.
create function private.session_stands() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select named is null or exists (
      select from auth.sessions where id = named::uuid and user_id = (select auth.uid())
    )
    from (select nullif(auth.jwt() ->> 'session_id', '') as named) as session
  );
end;
$$;

-- Whether this session proved the second factor. A factor removed since then proves nothing, whatever the token says.
create function private.session_is_verified() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and private.has_second_factor() and not exists (
      select
      from auth.sessions
      where id = nullif(auth.jwt() ->> 'session_id', '')::uuid and aal::text <> 'aal2'
    ) and private.session_stands()
  );
end;
$$;

-- Whether the signed-in person has a verified second factor.
create function private.has_second_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (
      select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
    )
  );
end;
$$;

-- Whether the session may act as an administrator: it exists, and the second factor is proved where the person has
-- one. Without one, only while the setting doesn't require it.
create function private.meets_second_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.session_stands() and case
      when private.has_second_factor() then private.session_is_verified()
      else not (select requires_second_factor from private.security_settings)
    end
  );
end;
$$;

-- Whether the signed-in person is an administrator whose session meets the rules for the second factor. False without
-- an account.
create function public.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (select from public.admins where user_id = (select auth.uid()))
      and private.meets_second_factor()
  );
end;
$$;

-- The signed-in person's email address if it is confirmed, else null.
create function private.confirmed_email() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select lower(email)
    from auth.users
    where id = (select auth.uid()) and email_confirmed_at is not null
  );
end;
$$;

-- Whether the session proved the second factor, or the person has none.
create function private.proves_enough() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not private.has_second_factor() or private.session_is_verified();
end;
$$;

-- Whether an account is an administrator's, or has the business's info address.
create function private.runs_the_business(account uuid, whose text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = account)
    or whose in (select info_email from private.business);
$$;

-- Raises administrators_only (403) unless the caller is an administrator.
create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
end;
$$;

-- Raises not_signed_in (401) when the signed-in person's session has ended. The host calls it at the start of each
-- request that writes, before it sets the request's role.
create function private.require_session() returns void
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

-- The account behind a change: the signed-in person, or the administrator that a server function acts for. Null for
-- guests and for the system.
create function private.actor() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select auth.uid()), nullif(current_setting('app.acting_user', true), '')::uuid);
end;
$$;

-- Names the administrator that a server function acts for, until the transaction ends.
create function private.act_as(administrator uuid) returns void
language sql set search_path = ''
as $$
  select set_config('app.acting_user', coalesce(administrator::text, ''), true);
$$;

-- Attributes changes to the booking's customer, who may be a guest, until the transaction ends.
create function private.act_as_customer() returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('app.acting_customer', 'yes', true);
end;
$$;

-- The label of the person behind an action in a booking's history, found by an id that the entry names. Null when
-- there is none.
create function private.actor_of(target_booking_id uuid, done_action text, named text, named_id uuid) returns text
language sql stable set search_path = ''
as $$
  select actor_label
  from public.booking_changes
  where booking_id = target_booking_id and action = done_action and "is" ->> named = named_id::text
  limit 1;
$$;

-- The label of the person behind a change of this account's booking: the email address of an administrator or of a crew's
-- member, Customer, Guest or System.
create function private.actor_label(owner_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      (
        select coalesce(nullif(person.email, ''), 'Administrator')
        from auth.users as person
        where person.id = private.actor() and (
          exists (select from public.admins where user_id = person.id)
          or exists (select from public.crew_members where user_id = person.id)
        )
      ),
      case
        when private.actor() is not null then 'Customer'
        when auth.role() = 'anon' or current_setting('app.acting_customer', true) = 'yes'
          then case when owner_id is null then 'Guest' else 'Customer' end
        else 'System'
      end
    )
  );
end;
$$;

-- Whether the signed-in person manages reviews: administrators do, and the account with the business's info address.
create function private.manages_reviews() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_admin() or private.meets_second_factor() and exists (
    select from private.business where info_email = private.confirmed_email()
  );
$$;

-- Sets the business's info address.
create function public.set_info_email(address text) returns void
language sql set search_path = ''
as $$
  update private.business set info_email = lower(btrim(address)) where only_row;
$$;

-- Makes the account with this confirmed address the first administrator, and the address the business's info address.
-- For the owner of the database only. Raises an exception when there is an administrator or no such account.
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
revoke all on function public.is_admin, public.set_info_email from public, anon, authenticated, service_role;
grant execute on function
  private.session_stands, private.confirmed_email, private.proves_enough, private.manages_reviews
  to authenticated;
grant execute on function public.is_admin to anon, authenticated, service_role;
grant execute on function private.require_admin, private.actor to authenticated, service_role;
grant execute on function private.act_as, private.act_as_customer, public.set_info_email to service_role;
