-- Who runs the business, and the ground the other migrations stand on.

-- Internals of policies, triggers and functions. Not an exposed schema: the REST interface never sees it.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

revoke all on public.admins from public, anon, authenticated, service_role;
grant select, insert, delete on public.admins to service_role;

alter table public.admins enable row level security;

-- Whether the signed-in person is an administrator; false for everybody without an account.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = (select auth.uid()));
$$;

revoke all on function public.is_admin() from public, anon, authenticated, service_role;
grant execute on function public.is_admin() to anon, authenticated, service_role;

-- The signed-in person's e-mail address, if they have proven that it is theirs; else null.
create function private.confirmed_email() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(email)
  from auth.users
  where id = (select auth.uid()) and email_confirmed_at is not null;
$$;

revoke all on function private.confirmed_email() from public;
grant execute on function private.confirmed_email() to authenticated;

-- Keeps updated_at true.
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

revoke all on function private.touch_updated_at() from public;
