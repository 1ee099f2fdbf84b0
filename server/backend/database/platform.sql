-- What the hosted backend has before the first migration: its roles, schemas, default privileges, and functions
-- that identify the caller for policies. The migrations rely on nothing else.

-- Roles belong to the whole cluster: another database, or a replica starting at the same moment, may have created
-- them.
do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception
        when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(current_user, wanted.name, 'member') then
      execute format('grant %I to current_user', wanted.name);
    end if;
  end loop;
end;
$$;

create schema auth;
create schema storage;
create schema extensions;

grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;

-- As generous as the hosted backend: each migration must revoke what it does not intend to grant.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

-- The verified claims of the token; null outside a request.
create function auth.jwt() returns jsonb
language sql stable set search_path = ''
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb;
$$;

create function auth.uid() returns uuid
language sql stable set search_path = ''
as $$
  select nullif(auth.jwt() ->> 'sub', '')::uuid;
$$;

create function auth.email() returns text
language sql stable set search_path = ''
as $$
  select auth.jwt() ->> 'email';
$$;

create function auth.role() returns text
language sql stable set search_path = ''
as $$
  select auth.jwt() ->> 'role';
$$;
