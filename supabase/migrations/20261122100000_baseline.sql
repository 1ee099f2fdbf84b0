-- The baseline: supabase/schemas and its default rows in one file, generated once and without their comments.
-- It is never edited. Read and edit the schemas, and write a migration for each change.
--
-- It runs on a new database: nobody waits for its locks. Three policies are sentences of more than 63 bytes;
-- PostgreSQL keeps the beginning, which is unlike any other.
-- squawk-ignore-file require-lock-timeout, require-statement-timeout, identifier-too-long

set check_function_bodies = off;

create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

create function private.local_today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone 'America/Toronto')::date;
$$;

create function private.local_day(moment timestamptz) returns date
language sql stable set search_path = ''
as $$
  select (moment at time zone 'America/Toronto')::date;
$$;

create function private.local_time(moment timestamptz) returns text
language sql stable set search_path = ''
as $$
  select to_char(moment at time zone 'America/Toronto', 'HH24:MI');
$$;

create function private.instant_of(day date, wall_time time) returns timestamptz
language sql stable set search_path = ''
as $$
  select (day + wall_time) at time zone 'America/Toronto';
$$;

create function private.hash_of_token(token text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(token, 'UTF8'));
$$;

create function private.new_token() returns text
language sql volatile set search_path = ''
as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
$$;

create function private.refuse_many() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and (select count(*) from written) > 1 then
    raise exception using errcode = 'PT400', message = 'one_at_a_time';
  end if;
  return null;
end;
$$;

create function private.network_of(client_address text, bits integer) returns text
language sql immutable set search_path = ''
as $$
  select case
    when client_address ~* '^[0-9a-f:]*:[0-9a-f:]*(/64)?$'
      then network(set_masklen(split_part(client_address, '/', 1)::inet, bits))::text
    else client_address
  end;
$$;

create function private.check_range(from_day date, until_day date) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if from_day is null or until_day is null or until_day < from_day or until_day - from_day > 731 then
    raise exception using errcode = 'PT400', message = 'invalid_range';
  end if;
end;
$$;

create function private.sorted_times(times time[]) returns time[]
language sql immutable set search_path = ''
as $$
  select array(select distinct one from unnest(times) as one order by one);
$$;

create function private.search_patterns(search text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(
    case when length(word) < 3 then '% ' else '%' end
    || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    order by length(word) desc
  )
  from regexp_split_to_table(
    case
      when search ~ '^[-+0-9(). ]*[0-9][-+0-9(). ]*$' then regexp_replace(search, '[^0-9]', '', 'g')
      else lower(search)
    end,
    '\s+'
  ) as word
  where word <> '';
$$;

grant execute on function
  private.local_today, private.local_day, private.local_time, private.instant_of, private.hash_of_token,
  private.new_token, private.network_of
  to service_role;

create function private.lock_day(day date) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223911, day - date '2000-01-01');
$$;

create function private.lock_email(email text) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223912, hashtext(email));
$$;

create function private.lock_network(network text) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223913, hashtext(network));
$$;

create function private.lock_rain_day(day date) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223914, day - date '2000-01-01');
$$;

create function private.lock_form(form_id uuid) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223915, hashtext(form_id::text));
$$;

create function private.lock_coupon(code text) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223916, hashtext(code));
$$;

create function private.lock_holder(holder_token text, account uuid) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223917, hashtext(holder_token)) where holder_token is not null;
  select pg_advisory_xact_lock(7223918, hashtext(account::text)) where account is not null;
$$;

create function private.lock_counted(relation regclass) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223919, relation::oid::integer);
$$;

create function private.lock_person(person_id uuid) returns uuid
language sql security definer set search_path = ''
as $$
  select id from auth.users where id = person_id for key share;
$$;

grant execute on function
  private.lock_day, private.lock_email, private.lock_network, private.lock_form, private.lock_coupon,
  private.lock_holder, private.lock_counted, private.lock_person
  to service_role;

create table private.business (
  only_row boolean primary key default true check (only_row),
  info_email text not null check (info_email = lower(btrim(info_email)) and info_email like '%_@_%')
);

alter table private.business enable row level security;
revoke all on private.business from public, anon, authenticated, service_role;
grant select, update on private.business to service_role;

create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

alter table public.admins enable row level security;
revoke all on public.admins from public, anon, authenticated, service_role;
grant select, insert, delete on public.admins to service_role;

create function private.session_stands() returns boolean
language sql stable security definer set search_path = ''
as $$
  select named is null or exists (
    select from auth.sessions where id = named::uuid and user_id = (select auth.uid())
  )
  from (select nullif(auth.jwt() ->> 'session_id', '') as named) as session;
$$;

create function private.session_is_verified() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and private.has_second_factor() and not exists (
    select
    from auth.sessions
    where id = nullif(auth.jwt() ->> 'session_id', '')::uuid and aal::text <> 'aal2'
  ) and private.session_stands();
$$;

create function private.has_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
  );
$$;

create function private.meets_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.session_stands() and case
    when private.has_second_factor() then private.session_is_verified()
    else not (select requires_second_factor from private.security_settings)
  end;
$$;

create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = (select auth.uid()))
    and private.meets_second_factor();
$$;

create function private.confirmed_email() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(email)
  from auth.users
  where id = (select auth.uid()) and email_confirmed_at is not null;
$$;

create function private.proves_enough() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.has_second_factor() or private.session_is_verified();
$$;

create function private.runs_the_business(account uuid, whose text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = account)
    or whose in (select info_email from private.business);
$$;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
end;
$$;

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

create function private.actor() returns uuid
language sql stable set search_path = ''
as $$
  select coalesce((select auth.uid()), nullif(current_setting('app.acting_user', true), '')::uuid);
$$;

create function private.act_as(administrator uuid) returns void
language sql set search_path = ''
as $$
  select set_config('app.acting_user', coalesce(administrator::text, ''), true);
$$;

create function private.act_as_customer() returns void
language sql set search_path = ''
as $$
  select set_config('app.acting_customer', 'yes', true);
$$;

create function private.actor_of(target_booking_id uuid, done_action text, named text, named_id uuid) returns text
language sql stable set search_path = ''
as $$
  select actor_label
  from public.booking_changes
  where booking_id = target_booking_id and action = done_action and "is" ->> named = named_id::text
  limit 1;
$$;

create function private.actor_label(owner_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select coalesce(nullif(person.email, ''), 'Administrator')
      from auth.users as person
      join public.admins as admin on admin.user_id = person.id
      where person.id = private.actor()
    ),
    case
      when private.actor() is not null then 'Customer'
      when auth.role() = 'anon' or current_setting('app.acting_customer', true) = 'yes'
        then case when owner_id is null then 'Guest' else 'Customer' end
      else 'System'
    end
  );
$$;

create function private.manages_reviews() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_admin() or private.meets_second_factor() and exists (
    select from private.business where info_email = private.confirmed_email()
  );
$$;

create function public.set_info_email(address text) returns void
language sql set search_path = ''
as $$
  update private.business set info_email = lower(btrim(address));
$$;

revoke all on function public.is_admin, public.set_info_email from public, anon, authenticated, service_role;
grant execute on function
  private.session_stands, private.confirmed_email, private.proves_enough, private.manages_reviews
  to authenticated;
grant execute on function public.is_admin to anon, authenticated, service_role;
grant execute on function private.require_admin, private.actor to authenticated, service_role;
grant execute on function private.act_as, private.act_as_customer, public.set_info_email to service_role;

create table private.security_settings (
  only_row boolean primary key default true check (only_row),
  requires_second_factor boolean not null default false
);

alter table private.security_settings enable row level security;
revoke all on private.security_settings from public, anon, authenticated, service_role;

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

alter table private.recovery_codes enable row level security;
revoke all on private.recovery_codes from public, anon, authenticated, service_role;

create table private.recovery_attempts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  attempts integer not null,
  began_at timestamptz not null
);

alter table private.recovery_attempts enable row level security;
revoke all on private.recovery_attempts from public, anon, authenticated, service_role;

create function private.new_recovery_code() returns text
language sql volatile set search_path = ''
as $$
  select string_agg(
    substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', get_byte(bytes, place) % 32 + 1, 1)
      || case when nth in (4, 8) then '-' else '' end,
    '' order by nth
  )
  from
    (select uuid_send(gen_random_uuid()) as bytes) as random,
    -- These bytes of a random UUID are all random.
    unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) with ordinality as places (place, nth);
$$;

create function private.hash_recovery_code(person uuid, code text) returns bytea
language plpgsql immutable set search_path = ''
as $$
declare
  salt bytea := uuid_send(person);
  hash bytea := convert_to(regexp_replace(upper(code), '[^A-Z0-9]', '', 'g'), 'UTF8');
begin
  for round in 1..1000 loop
    hash := sha256(salt || hash);
  end loop;
  return hash;
end;
$$;

create function private.count_recovery_attempt(person uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  counted integer;
begin
  insert into private.recovery_attempts as known (user_id, attempts, began_at) values (person, 1, now())
  on conflict (user_id) do update set
    attempts = case when known.began_at <= now() - interval '1 hour' then 1 else known.attempts + 1 end,
    began_at = case when known.began_at <= now() - interval '1 hour' then now() else known.began_at end
  returning attempts into counted;
  if counted > 10 then
    raise exception using errcode = 'PT429', message = 'too_many_attempts';
  end if;
end;
$$;

create function public.second_factor_status() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'required', (select requires_second_factor from private.security_settings),
    'has_factor', private.has_second_factor(),
    'session_is_verified', private.session_is_verified(),
    'recovery_codes_left', (select count(*) from private.recovery_codes where user_id = (select auth.uid())),
    'is_administrator', exists (select from public.admins where user_id = (select auth.uid()))
  );
$$;

create function public.use_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select auth.uid());
begin
  if not private.has_second_factor() or private.session_is_verified() then
    return false;
  end if;
  perform private.count_recovery_attempt(person);
  delete from private.recovery_codes
  where user_id = person and code_hash = private.hash_recovery_code(person, left(code, 40));
  if not found then
    return false;
  end if;
  delete from private.recovery_attempts where user_id = person;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.sessions where user_id = person and id::text is distinct from (select auth.jwt() ->> 'session_id');
  return true;
end;
$$;

create function public.set_second_factor_required(required boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.admins where user_id = (select auth.uid())) then
    raise exception using errcode = 'PT403', message = 'administrator_needed';
  end if;
  if not private.session_is_verified() then
    raise exception using errcode = 'PT403', message = 'second_factor_needed';
  end if;
  perform private.require_fresh_proof();
  update private.security_settings set requires_second_factor = required where only_row;
end;
$$;

create function public.create_recovery_codes() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select auth.uid());
  codes text[];
begin
  if not private.session_is_verified() then
    raise exception using errcode = 'PT403', message = 'second_factor_needed';
  end if;
  perform private.require_fresh_proof();
  codes := array(select private.new_recovery_code() from generate_series(1, 10));
  delete from private.recovery_codes where user_id = person;
  if found then
    perform private.tell_person_of_sign_in_change(
      person, 'New recovery codes were made. The old ones no longer work.'
    );
  end if;
  insert into private.recovery_codes (user_id, code_hash)
  select person, private.hash_recovery_code(person, code) from unnest(codes) as code;
  return codes;
end;
$$;

revoke all on function
  public.second_factor_status, public.use_recovery_code, public.set_second_factor_required,
  public.create_recovery_codes
  from public, anon, authenticated, service_role;
grant execute on function
  public.second_factor_status, public.use_recovery_code, public.set_second_factor_required,
  public.create_recovery_codes
  to authenticated;

create function private.last_proof_in(amr jsonb) returns timestamptz
language sql immutable set search_path = ''
as $$
  select to_timestamp(max((proof ->> 'timestamp')::bigint))
  from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) as proof
  where jsonb_typeof(proof) = 'object' and proof ->> 'method' is distinct from 'token_refresh';
$$;

create function private.proof_is_fresh(amr jsonb, at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(private.last_proof_in(amr) >= at - interval '5 minutes', false);
$$;

create function private.require_fresh_proof() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.proof_is_fresh(auth.jwt() -> 'amr', now()) and private.session_stands()) then
    raise exception using errcode = 'PT403', message = 'reauthentication_needed';
  end if;
end;
$$;

create function private.sign_in_methods(person_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  with person as (
    select
      coalesce(encrypted_password, '') <> '' as has_password,
      case when email_confirmed_at is not null then nullif(email, '') end as email,
      case when phone_confirmed_at is not null then 'the number ending in ' || right(nullif(phone, ''), 4) end as phone,
      raw_app_meta_data -> 'providers' as providers
    from auth.users
    where id = person_id
  )
  select array_remove(array[
      case when has_password then 'Password with ' || concat_ws(' or ', email, phone) end,
      'Link or code emailed to ' || email,
      'Code by text message to ' || phone
    ], null)
    || array(
      select 'Sign in with ' || initcap(provider)
      from jsonb_array_elements_text(
        case jsonb_typeof(providers) when 'array' then providers else '[]' end
      ) as provider
      where provider not in ('email', 'phone')
      order by 1
    )
    || array(
      select 'Second factor after any of these: ' || coalesce(nullif(friendly_name, ''), 'Authenticator app')
      from auth.mfa_factors
      where user_id = person_id and status = 'verified'
      order by created_at
    )
  from person;
$$;

create function public.sign_in_methods() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_person();
  return private.sign_in_methods((select auth.uid()));
end;
$$;

create function private.tell_of_sign_in_change(person_id uuid, recipient text, change text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.enqueue_mail(
    'sign_in_changed:' || gen_random_uuid(), 'sign_in_changed', nullif(recipient, ''), null,
    jsonb_build_object(
      'change', change,
      'changed_at', to_char(now() at time zone 'America/Toronto', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM'),
      'sign_in_methods', array_to_string(private.sign_in_methods(person_id), E'\n')
    )
  );
end;
$$;

create function private.tell_person_of_sign_in_change(person_id uuid, change text) returns void
language sql security definer set search_path = ''
as $$
  select private.tell_of_sign_in_change(id, email, change)
  from auth.users
  where id = person_id and email_confirmed_at is not null;
$$;

create function private.tell_of_changed_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes text[] := array_remove(array[
    case
      when new.encrypted_password is not distinct from old.encrypted_password then null
      when coalesce(new.encrypted_password, '') = '' then 'Your password was removed.'
      when coalesce(old.encrypted_password, '') = '' then 'A password was set.'
      else 'Your password was changed.'
    end,
    case when new.email is distinct from old.email then
      'Your email address was changed to ' || coalesce(new.email, 'none') || '.'
    end,
    case
      when new.phone is not distinct from old.phone then null
      when coalesce(new.phone, '') = '' then 'Your phone number was removed.'
      else 'The phone number ending in ' || right(new.phone, 4) || ' was added. It signs in with a code by text message.'
    end
  ], null);
begin
  -- An unconfirmed address may be a stranger's.
  if old.email_confirmed_at is not null and changes <> '{}' then
    perform private.tell_of_sign_in_change(old.id, old.email, array_to_string(changes, ' '));
  end if;
  return null;
end;
$$;

create function private.tell_of_changed_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_person_of_sign_in_change(
    old.user_id,
    'A second factor was ' || case tg_op when 'DELETE' then 'removed' else 'added' end || ': '
      || coalesce(nullif(old.friendly_name, ''), 'Authenticator app') || '.'
  );
  return null;
end;
$$;

create trigger tell_of_changed_account
  after update of encrypted_password, email, phone on auth.users
  for each row execute function private.tell_of_changed_account();

create trigger tell_of_added_factor
  after update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified')
  execute function private.tell_of_changed_factor();

create trigger tell_of_removed_factor
  after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.tell_of_changed_factor();

revoke all on function public.sign_in_methods from public, anon, authenticated, service_role;
grant execute on function public.sign_in_methods to authenticated;

create function private.are_starts(starts time[], at_least integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(starts) between at_least and 48
    and starts = array(
      select distinct start from unnest(starts) as start where extract(second from start) = 0 order by start
    );
$$;

create table public.time_settings (
  id boolean primary key default true check (id),
  least_notice_minutes integer not null default 120 check (least_notice_minutes between 0 and 20160),
  window_days integer not null default 90 check (window_days between 1 and 365),
  move_window_days integer not null default 365 check (move_window_days between 1 and 730),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  crews smallint not null default 1 check (crews between 1 and 20),
  updated_at timestamptz not null default now()
);

alter table public.time_settings enable row level security;
revoke all on public.time_settings from public, anon, authenticated, service_role;
grant select on public.time_settings to authenticated, service_role;

create table public.opening_hours (
  weekday smallint primary key check (weekday between 1 and 7),
  is_open boolean not null default true,
  starts time[] not null default '{09:00,12:00,15:00}' check (private.are_starts(starts, 0)),
  ends_by time not null default '18:00' check (ends_by < '24:00' and extract(second from ends_by) = 0),
  move_from time not null default '08:30' check (extract(second from move_from) = 0),
  move_until time not null default '16:00' check (extract(second from move_until) = 0),
  move_every_minutes integer not null default 30 check (move_every_minutes between 5 and 720),
  move_ends_by time not null default '17:00' check (move_ends_by < '24:00' and extract(second from move_ends_by) = 0),
  updated_at timestamptz not null default now(),
  constraint opening_hours_move_forward check (move_from <= move_until and move_until < '24:00')
);

alter table public.opening_hours enable row level security;
revoke all on public.opening_hours from public, anon, authenticated, service_role;
grant select on public.opening_hours to authenticated, service_role;

create table public.opening_exceptions (
  day date primary key,
  is_open boolean not null,
  starts time[] check (private.are_starts(starts, 1)),
  ends_by time check (ends_by < '24:00' and extract(second from ends_by) = 0),
  label text not null default '' check (length(label) <= 80),
  updated_at timestamptz not null default now(),
  constraint opening_exceptions_closed_have_no_times check (is_open or (starts is null and ends_by is null))
);

alter table public.opening_exceptions enable row level security;
revoke all on public.opening_exceptions from public, anon, authenticated, service_role;
grant select on public.opening_exceptions to authenticated, service_role;

create table public.service_area (
  prefix text primary key check (prefix ~ '^[A-Z]([0-9]([A-Z]([0-9]([A-Z][0-9]?)?)?)?)?$'),
  created_at timestamptz not null default now()
);

alter table public.service_area enable row level security;
revoke all on public.service_area from public, anon, authenticated, service_role;
grant select on public.service_area to authenticated, service_role;

create function private.clock_times(times time[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when times is not null then coalesce(jsonb_agg(to_char(one, 'HH24:MI') order by one), '[]') end
  from unnest(times) as one;
$$;

create function public.opening_rules() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'leastNoticeMinutes', settings.least_notice_minutes,
    'windowDays', settings.window_days,
    'moveWindowDays', settings.move_window_days,
    'bufferMinutes', settings.buffer_minutes,
    'crews', settings.crews,
    'hours', (
      select jsonb_agg(jsonb_build_object(
        'weekday', hours.weekday,
        'isOpen', hours.is_open,
        'starts', private.clock_times(hours.starts),
        'endsBy', to_char(hours.ends_by, 'HH24:MI'),
        'moveFrom', to_char(hours.move_from, 'HH24:MI'),
        'moveUntil', to_char(hours.move_until, 'HH24:MI'),
        'moveEveryMinutes', hours.move_every_minutes,
        'moveEndsBy', to_char(hours.move_ends_by, 'HH24:MI')
      ) order by hours.weekday)
      from public.opening_hours as hours
    ),
    'exceptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'day', exception.day,
        'isOpen', exception.is_open,
        'starts', private.clock_times(exception.starts),
        'endsBy', to_char(exception.ends_by, 'HH24:MI')
      ) order by exception.day), '[]')
      from public.opening_exceptions as exception
      where exception.day >= private.local_today()
    ),
    'servedPrefixes', (
      select coalesce(jsonb_agg(area.prefix order by area.prefix), '[]') from public.service_area as area
    )
  )
  from public.time_settings as settings;
$$;

create function private.hours_of_day(day date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when coalesce(exception.is_open, hours.is_open) then jsonb_build_object(
    'from', to_char(coalesce(exception.starts[1], least(hours.starts[1], hours.move_from)), 'HH24:MI'),
    'until', to_char(coalesce(exception.ends_by, greatest(hours.ends_by, hours.move_ends_by)), 'HH24:MI')
  ) end
  from public.opening_hours as hours
  left join public.opening_exceptions as exception on exception.day = hours_of_day.day
  where hours.weekday = extract(isodow from hours_of_day.day);
$$;

create function private.is_within_hours(day date, start time, duration_minutes integer) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    start >= (hours ->> 'from')::time
      and extract(epoch from start)::integer / 60 + duration_minutes
        <= extract(epoch from (hours ->> 'until')::time)::integer / 60,
    false
  )
  from private.hours_of_day(day) as hours;
$$;

create function private.start_is_offered(kind text, day date, start time, duration_minutes integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(exception.is_open, hours.is_open)
    and extract(epoch from start)::integer / 60 + duration_minutes <= extract(epoch from ends.by)::integer / 60
    and case
      when exception.starts is not null then start = any (exception.starts)
      when kind = 'booking' then start = any (hours.starts)
      else start between hours.move_from and hours.move_until
        and extract(epoch from start - hours.move_from)::integer % (hours.move_every_minutes * 60) = 0
    end
  from public.opening_hours as hours
  left join public.opening_exceptions as exception on exception.day = start_is_offered.day
  cross join lateral (
    select coalesce(
      exception.ends_by,
      case when kind = 'booking' or exception.starts is not null then hours.ends_by else hours.move_ends_by end
    ) as by
  ) as ends
  where hours.weekday = extract(isodow from start_is_offered.day);
$$;

create function private.is_outside_area(target_booking_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.service_area)
    and exists (
      select from public.bookings as booking
      where booking.id = target_booking_id
        and booking.source = 'online'
        and not exists (
          select from public.service_area as area
          where area.prefix = any (array[
            left(booking.postal_code, 1), left(booking.postal_code, 2), left(booking.postal_code, 3)
          ])
        )
    );
$$;

create function private.closed_day(day date) returns text
language sql stable set search_path = ''
as $$
  with open as (
    select tstzrange(
      private.instant_of(closed_day.day, (hours ->> 'from')::time),
      private.instant_of(closed_day.day, (hours ->> 'until')::time),
      '[)'
    ) as span
    from private.hours_of_day(closed_day.day) as hours
    where hours is not null
  ), working as (
    select
    from open
    cross join public.time_settings as settings
    cross join generate_series(1, settings.crews) as crew
    where not open.span <@ coalesce((
      select range_agg(off.during)
      from public.slot_claims as off
      where off.local_date = closed_day.day and off.reason is not null and (off.crew is null or off.crew = crew)
    ), '{}')
  )
  select case
    when exists (select from working) then null
    when exists (
      select from public.rain_days as rain where rain.day = closed_day.day and rain.taken_back_at is null
    ) then 'rain'
    else 'closed'
  end;
$$;

create trigger touch_updated_at before update on public.time_settings
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.opening_hours
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.opening_exceptions
  for each row execute function private.touch_updated_at();

create policy "Time settings can be read by administrators"
  on public.time_settings for select to authenticated
  using ((select public.is_admin()));

create policy "Opening hours can be read by administrators"
  on public.opening_hours for select to authenticated
  using ((select public.is_admin()));

create policy "Opening exceptions can be read by administrators"
  on public.opening_exceptions for select to authenticated
  using ((select public.is_admin()));

create policy "The service area can be read by administrators"
  on public.service_area for select to authenticated
  using ((select public.is_admin()));

revoke all on function public.opening_rules from public, anon, authenticated, service_role;
grant execute on function public.opening_rules to anon, authenticated, service_role;
grant execute on function private.start_is_offered to service_role;

create function private.refuse_rules(word text, place text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT400', message = word, detail = coalesce(place, '');
end;
$$;

create function private.write_opening_hours(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select * from jsonb_to_recordset(wanted) as day(
      weekday smallint, "isOpen" boolean, starts time[], "endsBy" time,
      "moveFrom" time, "moveUntil" time, "moveEveryMinutes" integer, "moveEndsBy" time
    )
  loop
    if one."isOpen" and coalesce(cardinality(one.starts), 0) = 0 then
      perform private.refuse_rules('no_starts', one.weekday::text);
    elsif exists (select from unnest(one.starts) as start where start >= one."endsBy") then
      perform private.refuse_rules('starts_after_end', one.weekday::text);
    elsif one."moveFrom" > one."moveUntil" or one."moveUntil" >= one."moveEndsBy" then
      perform private.refuse_rules('move_hours_invalid', one.weekday::text);
    elsif one."moveEveryMinutes" not between 5 and 720 then
      perform private.refuse_rules('move_step_invalid', one.weekday::text);
    end if;
    update public.opening_hours
    set is_open = one."isOpen", starts = private.sorted_times(one.starts), ends_by = one."endsBy",
      move_from = one."moveFrom", move_until = one."moveUntil", move_every_minutes = one."moveEveryMinutes",
      move_ends_by = one."moveEndsBy"
    where weekday = one.weekday;
    if not found then
      perform private.refuse_rules('rules_invalid', one.weekday::text);
    end if;
  end loop;
end;
$$;

create function private.check_exception(wanted public.opening_exceptions) returns void
language plpgsql set search_path = ''
as $$
declare
  today date := private.local_today();
  usual public.opening_hours;
begin
  select * into usual from public.opening_hours where weekday = extract(isodow from wanted.day);
  if wanted.day < today then
    perform private.refuse_rules('exception_in_past', wanted.day::text);
  elsif wanted.day > today + 1100 then
    perform private.refuse_rules('exception_too_far', wanted.day::text);
  elsif not wanted.is_open then
    return;
  elsif cardinality(coalesce(wanted.starts, usual.starts)) = 0 then
    perform private.refuse_rules('no_starts', wanted.day::text);
  elsif exists (
    select from unnest(coalesce(wanted.starts, usual.starts)) as start
    where start >= coalesce(wanted.ends_by, usual.ends_by)
  ) then
    perform private.refuse_rules('starts_after_end', wanted.day::text);
  end if;
end;
$$;

create function private.write_opening_exceptions(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  days public.opening_exceptions[];
  one public.opening_exceptions;
begin
  select array_agg((
    given.day, given."isOpen",
    case when given."isOpen" and given.starts is not null then private.sorted_times(given.starts) end,
    case when given."isOpen" then given."endsBy" end,
    coalesce(btrim(given.label), ''), now()
  )::public.opening_exceptions order by given.day)
  into days
  from jsonb_to_recordset(wanted) as given(day date, "isOpen" boolean, starts time[], "endsBy" time, label text);
  if cardinality(days) > 400 then
    perform private.refuse_rules('too_many_exceptions');
  end if;
  delete from public.opening_exceptions
  where day >= private.local_today()
    and day not in (select given.day from unnest(days) as given);
  foreach one in array coalesce(days, '{}') loop
    if (select count(*) from unnest(days) as given where given.day = one.day) > 1 then
      perform private.refuse_rules('exception_twice', one.day::text);
    end if;
    perform private.check_exception(one);
    insert into public.opening_exceptions select one.*
    on conflict (day) do update
    set is_open = excluded.is_open, starts = excluded.starts, ends_by = excluded.ends_by, label = excluded.label;
  end loop;
end;
$$;

create function private.write_time_settings(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  given record;
begin
  select * into given from jsonb_to_record(wanted) as one(
    "leastNoticeMinutes" integer, "windowDays" integer, "moveWindowDays" integer, "bufferMinutes" integer,
    crews integer
  );
  if given."leastNoticeMinutes" not between 0 and 20160 then
    perform private.refuse_rules('notice_out_of_range');
  elsif given."windowDays" not between 1 and 365 then
    perform private.refuse_rules('window_out_of_range', 'windowDays');
  elsif given."moveWindowDays" not between 1 and 730 then
    perform private.refuse_rules('window_out_of_range', 'moveWindowDays');
  elsif given."bufferMinutes" not between 0 and 240 then
    perform private.refuse_rules('buffer_out_of_range');
  elsif given.crews not between 1 and 20 then
    perform private.refuse_rules('crews_out_of_range');
  end if;
  update public.time_settings
  set least_notice_minutes = coalesce(given."leastNoticeMinutes", least_notice_minutes),
    window_days = coalesce(given."windowDays", window_days),
    move_window_days = coalesce(given."moveWindowDays", move_window_days),
    buffer_minutes = coalesce(given."bufferMinutes", buffer_minutes),
    crews = coalesce(given.crews, crews);
end;
$$;

create function private.write_service_area(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  prefixes text[] := array(select distinct upper(btrim(one)) from jsonb_array_elements_text(wanted) as one);
  wrong text := (
    select one from unnest(prefixes) as one
    where one !~ '^[ABCEGHJ-NPRSTVXY]([0-9][ABCEGHJ-NPRSTV-Z]?)?$' order by one limit 1
  );
begin
  if wrong is not null then
    perform private.refuse_rules('prefix_invalid', left(wrong, 20));
  elsif cardinality(prefixes) > 600 then
    perform private.refuse_rules('too_many_prefixes');
  end if;
  delete from public.service_area where prefix <> all (prefixes);
  insert into public.service_area (prefix) select unnest(prefixes) on conflict do nothing;
end;
$$;

create function private.rules_mark() returns text
language sql stable set search_path = ''
as $$
  select md5(jsonb_build_array(
    (select to_jsonb(settings) - 'updated_at' from public.time_settings as settings),
    (select jsonb_agg(to_jsonb(hours) - 'updated_at' order by hours.weekday) from public.opening_hours as hours),
    (select jsonb_agg(to_jsonb(one) - 'updated_at' order by one.day) from public.opening_exceptions as one),
    (select jsonb_agg(area.prefix order by area.prefix) from public.service_area as area)
  )::text);
$$;

create function private.write_rules(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if changes ? 'settings' then perform private.write_time_settings(changes -> 'settings'); end if;
  if changes ? 'hours' then perform private.write_opening_hours(changes -> 'hours'); end if;
  if changes ? 'exceptions' then perform private.write_opening_exceptions(changes -> 'exceptions'); end if;
  if changes ? 'servedPrefixes' then perform private.write_service_area(changes -> 'servedPrefixes'); end if;
exception
  -- Class 22: no time, number or list. Class 23: missing, or against a check of the table.
  when data_exception or integrity_constraint_violation then
    raise exception using errcode = 'PT400', message = 'rules_invalid', detail = sqlerrm;
end;
$$;

create function public.change_opening_rules(changes jsonb, basis text default null, is_preview boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  -- Changes are serialized.
  perform from public.time_settings for update;
  if basis is distinct from private.rules_mark() and basis is not null then
    raise exception using errcode = 'PT409', message = 'rules_changed';
  end if;
  begin
    perform private.write_rules(changes);
    answer := private.time_page();
    if is_preview then
      raise exception using errcode = 'PTUND', message = 'preview';
    end if;
  exception
    -- Rolls the changes back and keeps the answer.
    when sqlstate 'PTUND' then null;
  end;
  return answer;
end;
$$;

create function private.time_page() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'mark', private.rules_mark(),
    'rules', public.opening_rules(),
    'labels', (
      select coalesce(jsonb_object_agg(one.day, one.label), '{}') from public.opening_exceptions as one
      where one.day >= private.local_today()
    ),
    'timeOff', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(off.claim) || jsonb_build_object('reason', (off.claim).reason)
        order by (off.claim).during, (off.claim).id
      ), '[]')
      from (
        select claim from public.slot_claims as claim
        where claim.reason is not null and claim.local_date >= private.local_today()
        order by claim.local_date limit 1000
      ) as off
    ),
    'outside', private.misfits_told()
  );
$$;

create function public.time_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.time_page();
end;
$$;

revoke all on function public.change_opening_rules, public.time_page from public, anon, authenticated, service_role;
grant execute on function public.change_opening_rules, public.time_page to authenticated;

create function private.misfits() returns table (booking_id uuid, during tstzrange, rules text[])
language sql stable set search_path = ''
as $$
  -- All claims from now on that are work, without expired holds.
  with work as materialized (
    select
      claim.id, claim.booking_id, claim.during, claim.local_date, claim.crew, claim.expires_at,
      lower(claim.during) as starts_at,
      upper(claim.during) as ends_at,
      -- With one crew, the nearest work of any is its neighbour.
      case when settings.crews = 1 then 1 else claim.crew end as team,
      count(*) over (partition by claim.local_date) > settings.crews as is_full_day
    from public.slot_claims as claim
    cross join public.time_settings as settings
    where claim.local_date >= private.local_today()
      and claim.reason is null
      and (claim.expires_at is null or claim.expires_at > now())
  ), beside as (
    select
      work.*,
      max(work.ends_at) over (of_team rows between unbounded preceding and 1 preceding) as before,
      lead(work.starts_at) over of_team as after
    from work
    window of_team as (partition by work.local_date, work.team order by work.starts_at, work.id)
  ), moment as (
    -- How much work is under way from each start on, without work that ends there.
    select step.local_date, step.at, step.change, sum(step.change) over (
      partition by step.local_date order by step.at, step.change
    ) as busy
    from (
      select work.local_date, work.starts_at as at, 1 as change from work where work.is_full_day
      union all
      select work.local_date, work.ends_at, -1 from work where work.is_full_day
    ) as step
  ), crowded as materialized (
    select distinct moment.local_date, moment.at
    from moment
    cross join public.time_settings as settings
    where moment.change = 1 and moment.busy > settings.crews
  ), too_many as materialized (
    select distinct work.id
    from work
    join crowded on crowded.local_date = work.local_date
      and crowded.at >= work.starts_at and crowded.at < work.ends_at
  ), found as materialized (
    select beside.booking_id, beside.during, array_remove(array[
      case
        when not coalesce(exception.is_open, hours.is_open) then 'closed_day'
        when (coalesce(exception.starts, hours.starts))[1] <= clock.starts
          and coalesce(exception.ends_by, hours.ends_by) - clock.starts >= clock.takes then null
        when exception.starts is null and hours.move_from <= clock.starts
          and coalesce(exception.ends_by, hours.move_ends_by) - clock.starts >= clock.takes then null
        else 'outside_hours'
      end,
      case
        when least(beside.starts_at - beside.before, beside.after - beside.ends_at) >= interval '0'
          and least(beside.starts_at - beside.before, beside.after - beside.ends_at)
            < settings.buffer_minutes * interval '1 minute'
          then 'too_close'
      end,
      case when beside.id in (select too_many.id from too_many) then 'too_many_at_once' end,
      case when exists (
        select from public.slot_claims as off
        where off.local_date = beside.local_date and off.reason is not null and off.during && beside.during
          and (off.crew is null or off.crew = beside.crew)
      ) then 'in_time_off' end,
      case
        when booking.source = 'online' and exists (select from public.service_area) and not exists (
          select from public.service_area as area
          where area.prefix = any (array[
            left(booking.postal_code, 1), left(booking.postal_code, 2), left(booking.postal_code, 3)
          ])
        ) then 'outside_area'
      end
    ], null) as rules
    from beside
    join public.bookings as booking on booking.id = beside.booking_id
    join public.opening_hours as hours on hours.weekday = extract(isodow from beside.local_date)
    left join public.opening_exceptions as exception on exception.day = beside.local_date
    cross join public.time_settings as settings
    cross join lateral (
      select
        (beside.starts_at at time zone 'America/Toronto')::time as starts,
        beside.ends_at - beside.starts_at as takes
    ) as clock
    where beside.expires_at is null and beside.starts_at > now()
  )
  select found.booking_id, found.during, found.rules from found where cardinality(found.rules) > 0 and not private.is_rained_out(found.booking_id);
$$;

create function private.misfits_told() returns jsonb
language sql stable set search_path = ''
as $$
  with misfit as materialized (select * from private.misfits())
  select jsonb_build_object(
    'total', (select count(*) from misfit),
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', booking.id,
        'customerName', booking.customer_name,
        'day', booking.booking_date,
        'time', to_char(booking.booking_time, 'HH24:MI'),
        'serviceName', booking.service_name,
        'rules', first.rules
      ) order by lower(first.during), booking.id), '[]')
      from (select * from misfit order by lower(during), booking_id limit 100) as first
      join public.bookings as booking on booking.id = first.booking_id
    )
  );
$$;

create function public.bookings_outside_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.misfits_told();
end;
$$;

revoke all on function public.bookings_outside_rules from public, anon, authenticated, service_role;
grant execute on function public.bookings_outside_rules to authenticated;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  customer_name text not null check (length(customer_name) between 1 and 100),
  customer_email text check (
    customer_email = lower(btrim(customer_email))
    and length(customer_email) <= 254
    and customer_email like '%_@_%'
  ),
  customer_phone text not null check (customer_phone ~ '^\+[0-9]{8,15}$'),
  user_id uuid references auth.users (id) on delete set null,
  service_id text not null check (length(service_id) between 1 and 60),
  service_name text not null check (length(service_name) between 1 and 100),
  vehicle_type text not null check (vehicle_type in ('sedan', 'suv')),
  car_model text not null check (length(car_model) between 1 and 80),
  car_year integer not null check (car_year between 1900 and 2200),
  booking_date date not null,
  booking_time time not null check (extract(second from booking_time) = 0),
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  status text not null default 'pending_payment' check (
    status in ('pending_payment', 'deposit_paid', 'confirmed', 'paid', 'cancelled')
  ),
  deposit_paid boolean not null default false,
  payment_option text not null check (payment_option in ('pay_deposit', 'pay_full_online', 'pay_later')),
  price_cents integer not null check (price_cents > 0),
  discount_cents integer not null default 0 check (discount_cents between 0 and price_cents),
  tip_cents integer not null default 0 check (tip_cents >= 0),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  total_cents integer not null,
  due_now_cents integer not null check (due_now_cents >= 0),
  deposit_cents integer not null check (deposit_cents >= 0),
  tax_label text not null default '' check (length(tax_label) <= 40),
  coupon_code text check (length(coupon_code) between 1 and 40),
  free_cancellation_hours integer not null check (free_cancellation_hours between 0 and 720),
  location_type text not null default 'mobile' check (location_type = 'mobile'),
  address text not null check (length(address) between 1 and 160),
  city text not null check (length(city) between 1 and 80),
  province text not null check (province ~ '^[A-Z]{2}$'),
  postal_code text not null check (postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$'),
  stripe_checkout_session_id text check (length(stripe_checkout_session_id) <= 255),
  calendar_sequence integer not null default 0 check (calendar_sequence >= 0),
  client_address text check (length(client_address) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  deposit_kept_since timestamptz,
  source text not null default 'online' check (source in ('online', 'phone')),
  done_at timestamptz,
  no_show_at timestamptz,
  hold_extensions smallint not null default 0,
  calendar_uid uuid not null default gen_random_uuid(),
  constraint bookings_total_adds_up check (
    total_cents = price_cents - discount_cents + tax_cents + tip_cents
  ),
  constraint bookings_discount_has_a_coupon check ((coupon_code is null) = (discount_cents = 0)),
  constraint bookings_cancelled_has_a_moment check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint bookings_due_now_follows_the_option check (
    case payment_option
      when 'pay_full_online' then due_now_cents = total_cents and due_now_cents > 0
      when 'pay_later' then tax_cents = 0 and deposit_cents = 0 and due_now_cents = 0
        and status in ('confirmed', 'paid', 'cancelled')
      else tax_cents = 0 and due_now_cents = least(deposit_cents, total_cents) and due_now_cents > 0
    end
  ),
  constraint bookings_without_an_email_come_by_phone check (customer_email is not null or source = 'phone'),
  constraint bookings_end_in_one_way check (done_at is null or no_show_at is null)
);
comment on column public.bookings.payment_option is 'pay_later: all of it on site.';

create index bookings_customer_email_idx on public.bookings (customer_email);
create index bookings_user_id_idx on public.bookings (user_id);
create index bookings_booking_date_idx on public.bookings (booking_date);
create index bookings_in_order_idx on public.bookings (booking_date, booking_time, id);
create index bookings_updated_at_idx on public.bookings (updated_at, id);
create index bookings_of_customer_idx on public.bookings (customer_email, booking_date, booking_time, id);
create index bookings_done_at_idx on public.bookings (done_at) where done_at is not null;
create index bookings_unpaid_idx on public.bookings (customer_email, created_at) where status = 'pending_payment';
create index bookings_of_number_idx on public.bookings (customer_phone) where customer_email is null;
create unique index bookings_calendar_uid_idx on public.bookings (calendar_uid);
create index bookings_unmarked_idx on public.bookings (booking_date desc, booking_time desc, id)
  where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null;

alter table public.bookings enable row level security;
revoke all on public.bookings from public, anon, authenticated, service_role;
grant select (
  id, customer_name, service_id, service_name, vehicle_type, car_model, car_year, booking_date, booking_time,
  duration_minutes, status, deposit_paid, payment_option, free_cancellation_hours, calendar_sequence, created_at,
  deposit_kept_since, done_at, calendar_uid
) on public.bookings to anon;
grant update (status, deposit_paid, stripe_checkout_session_id) on public.bookings to anon;
grant select on public.bookings to authenticated;
grant update (
  user_id, booking_date, booking_time, status, deposit_paid, stripe_checkout_session_id
) on public.bookings to authenticated;
grant all on public.bookings to service_role;

create function private.named_booking_id() returns uuid
language sql stable set search_path = ''
as $$
  select case
    when named ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then named::uuid
  end
  from (
    select nullif(current_setting('request.headers', true), '')::json ->> 'x-booking-id' as named
  ) as header;
$$;

create function public.booking_of_entry(target_calendar_uid uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select id from public.bookings where calendar_uid = target_calendar_uid);
end;
$$;

create trigger touch_updated_at before update on public.bookings
  for each row execute function private.touch_updated_at();

create policy "A booking can be read by a visitor who holds its id"
  on public.bookings for select to anon
  using (id = (select private.named_booking_id()));

create policy "Bookings can be read by their customer"
  on public.bookings for select to authenticated
  using (user_id = (select auth.uid()));

create policy "Bookings without an account can be read by the owner of their e-mail address"
  on public.bookings for select to authenticated
  using (user_id is null and customer_email = (select private.confirmed_email()));

create policy "Bookings can be read by administrators"
  on public.bookings for select to authenticated
  using ((select public.is_admin()));

create policy "A booking can be updated by a visitor who holds its id"
  on public.bookings for update to anon
  using (id = (select private.named_booking_id()))
  with check (id = (select private.named_booking_id()));

create policy "Bookings can be updated by their customer"
  on public.bookings for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "Bookings without an account can be taken by the owner of their e-mail address"
  on public.bookings for update to authenticated
  using (user_id is null and customer_email = (select private.confirmed_email()))
  with check (user_id = (select auth.uid()));

create policy "Bookings can be updated by administrators"
  on public.bookings for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create policy "Bookings are closed until the second factor is proven"
  on public.bookings as restrictive for all to authenticated
  using ((select private.proves_enough()));

create policy "Bookings are changed only while the session stands"
  on public.bookings as restrictive for update to authenticated
  using ((select private.session_stands()));

revoke all on function public.booking_of_entry from public, anon, authenticated, service_role;
grant execute on function private.named_booking_id to anon, authenticated, service_role;
grant execute on function public.booking_of_entry to authenticated;

create function private.span_of(booking public.bookings) returns tstzrange
language sql stable set search_path = ''
as $$
  select tstzrange(starts_at, starts_at + booking.duration_minutes * interval '1 minute', '[)')
  from (
    select (booking.booking_date + booking.booking_time) at time zone 'America/Toronto' as starts_at
  ) as start;
$$;

create function private.is_standing(status text) returns boolean
language sql immutable set search_path = ''
as $$
  select status in ('deposit_paid', 'confirmed', 'paid');
$$;

create function private.is_ahead(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_standing(booking.status)
    and booking.no_show_at is null
    and booking.done_at is null
    and upper(private.span_of(booking)) > now();
$$;

create function private.has_come(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.done_at is not null
    or booking.no_show_at is not null
    or (lower(private.span_of(booking)) <= now() and not private.is_rained_out(booking.id));
$$;

create function private.was_visited(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_standing(booking.status)
    and booking.no_show_at is null
    and (
      booking.done_at is not null
      or (upper(private.span_of(booking)) <= now() and not private.is_rained_out(booking.id))
    );
$$;

create function private.check_stands(booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  elsif booking.status = 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_confirmed';
  end if;
end;
$$;

create function private.lock_booking(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

create function private.booking_in_words(target_booking_id uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select format(
        '%s on %s at %s, booked by %s (%s)',
        service_name,
        to_char(booking_date, 'FMDay, FMMonth FMDD, YYYY'),
        to_char(booking_time, 'FMHH12:MI AM'),
        customer_name,
        customer_email
      )
      from public.bookings
      where id = target_booking_id
    ),
    'There is no booking with this number'
  );
$$;

create function private.car_of_day(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'service_name', booking.service_name,
    'customer_name', booking.customer_name,
    'customer_phone', booking.customer_phone,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'vehicle_type', booking.vehicle_type,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'due_cents', private.due_on_site_cents(booking),
    'done_at', booking.done_at,
    'no_show_at', booking.no_show_at,
    'called_off', private.called_off(booking),
    'crew', (select crew from public.slot_claims where booking_id = booking.id),
    'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
  );
$$;

grant execute on function private.span_of to authenticated, service_role;
grant execute on function private.is_standing to service_role;

create function private.status_by_payment(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case booking.payment_option when 'pay_deposit' then 'deposit_paid' else 'confirmed' end
  where exists (
    select
    from public.payments as payment
    where payment.booking_id = booking.id
      and payment.status = 'succeeded'
      and payment.amount_cents = booking.due_now_cents
      and private.keepable_cents(payment) = payment.amount_cents
  );
$$;

create function private.check_status_change(old_row public.bookings, new_row public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  dictated text := private.status_by_payment(old_row);
begin
  if new_row.status = 'paid' and old_row.status in ('deposit_paid', 'confirmed') and public.is_admin() then
    return;
  end if;
  if old_row.status = 'pending_payment'
    and new_row.status = dictated
    and new_row.deposit_paid = (dictated = 'deposit_paid') then
    return;
  end if;
  raise exception using
    errcode = 'PT409',
    message = 'payment_not_verified',
    detail = 'No payment on record allows this status.';
end;
$$;

create function private.guard_booking_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  by_hand boolean := current_user in ('anon', 'authenticated');
  is_moved boolean := (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time);
begin
  if by_hand and (new.status, new.deposit_paid) is distinct from (old.status, old.deposit_paid) then
    perform private.check_status_change(old, new);
  end if;
  if is_moved then
    if by_hand then
      perform private.check_new_time(old, new);
    end if;
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  return new;
end;
$$;

create trigger guard_booking_change before update on public.bookings
  for each row execute function private.guard_booking_change();

grant execute on function private.status_by_payment, private.check_status_change to anon, authenticated;

create table public.booking_changes (
  id bigint generated by default as identity primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  actor_label text not null check (length(actor_label) between 1 and 254),
  action text not null check (action ~ '^[a-z][a-z_]{0,39}$'),
  was jsonb check (jsonb_typeof(was) = 'object'),
  "is" jsonb check (jsonb_typeof("is") = 'object')
);

create index booking_changes_booking_id_idx on public.booking_changes (booking_id, id);
create index booking_changes_actor_idx on public.booking_changes (actor) where actor is not null;

alter table public.booking_changes enable row level security;
revoke all on public.booking_changes from public, anon, authenticated, service_role;
grant select on public.booking_changes to service_role;
revoke all on sequence public.booking_changes_id_seq from public, anon, authenticated, service_role;

create table public.booking_notes (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  note text not null check (length(note) <= 4000),
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null default now()
);

alter table public.booking_notes enable row level security;
revoke all on public.booking_notes from public, anon, authenticated, service_role;
grant all on public.booking_notes to service_role;

create function private.name_of_change(was jsonb, is_now jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when is_now ->> 'status' = 'cancelled' then 'cancelled'
    when is_now ?| array['booking_date', 'booking_time'] then 'moved'
    when is_now ? 'done_at' then 'done'
    when is_now ? 'no_show_at' then 'no_show'
    when was ?| array['done_at', 'no_show_at'] then 'visit_mark_undone'
    when is_now ? 'status' then 'status'
    when is_now ? 'user_id' then 'linked'
    else 'changed'
  end;
$$;

create function private.personal_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'customer_name', 'customer_email', 'customer_phone', 'user_id', 'address', 'city', 'postal_code', 'note'
  ];
$$;

create function private.kept_columns(booking jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(
    booking - array[
      'id', 'client_address', 'created_at', 'updated_at', 'calendar_sequence', 'calendar_uid', 'hold_extensions'
    ]
  );
$$;

create function private.note_booking_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case tg_op when 'UPDATE' then private.kept_columns(to_jsonb(old)) end;
  after jsonb := private.kept_columns(to_jsonb(new));
  was jsonb;
  is_now jsonb;
begin
  if tg_op = 'INSERT' then
    -- Customers start bookings that await a payment.
    if new.status = 'pending_payment' then
      perform private.act_as_customer();
    end if;
    perform private.note_change(new.id, 'created', null, after);
    return null;
  end if;
  select coalesce(jsonb_object_agg(key, value), '{}') into was
  from jsonb_each(before) where after -> key is distinct from value;
  select coalesce(jsonb_object_agg(key, value), '{}') into is_now
  from jsonb_each(after) where before -> key is distinct from value;
  if private.is_forgotten(new.customer_email)
    and old.customer_email is distinct from new.customer_email then
    perform private.forget_changes(new.id);
    perform private.note_change(new.id, 'forgotten', null, '{}');
  else
    perform private.note_change(new.id, private.name_of_change(was, is_now), was, is_now);
  end if;
  return null;
end;
$$;

create function private.note_change(target_booking_id uuid, action text, was jsonb, is_now jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.booking_changes (booking_id, actor, actor_label, action, was, "is")
  select
    booking.id,
    (select id from auth.users where id = private.actor()),
    private.actor_label(booking.user_id),
    note_change.action,
    note_change.was,
    is_now
  from public.bookings as booking
  where booking.id = target_booking_id and note_change.was is distinct from is_now;
$$;

create function private.forget_changes(target_booking_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.booking_changes
  set was = was - private.personal_columns(), "is" = "is" - private.personal_columns()
  where booking_id = target_booking_id;
  delete from public.booking_notes where booking_id = target_booking_id;
$$;

create function public.save_booking_note(target_booking_id uuid, note text, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  earlier public.booking_notes;
  written text := btrim(save_booking_note.note);
  new_version integer;
begin
  if length(written) > 4000 then
    raise exception using errcode = 'PT400', message = 'note_too_long';
  end if;
  select * into earlier from public.booking_notes where booking_id = booking.id for update;
  if earlier.note = written then
    return jsonb_build_object('text', earlier.note, 'version', earlier.version);
  end if;
  if coalesce(earlier.version, 0) <> save_booking_note.version then
    raise exception using errcode = 'PT409', message = 'note_changed';
  end if;
  insert into public.booking_notes as kept (booking_id, note)
  values (booking.id, written)
  on conflict (booking_id) do update set note = excluded.note, version = kept.version + 1
  returning kept.version into new_version;
  perform private.note_change(
    booking.id,
    'note',
    case when earlier.note <> '' then jsonb_build_object('note', earlier.note) end,
    jsonb_build_object('note', written)
  );
  return jsonb_build_object('text', written, 'version', new_version);
end;
$$;

create trigger note_booking_change after insert or update on public.bookings
  for each row execute function private.note_booking_change();

create trigger touch_updated_at before update on public.booking_notes
  for each row execute function private.touch_updated_at();

revoke all on function public.save_booking_note from public, anon, authenticated, service_role;
grant execute on function private.note_change to service_role;
grant execute on function public.save_booking_note to authenticated;

create function private.check_new_time(old_row public.bookings, new_row public.bookings) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  refusal text := case
    when old_row.status = 'cancelled' then 'booking_cancelled'
    -- From its start on: else a customer could move it and then cancel it for a full refund.
    when private.has_come(old_row) then 'booking_past'
    when not private.start_is_offered('move', new_row.booking_date, new_row.booking_time, new_row.duration_minutes)
      then 'time_not_offered'
    when lower(private.span_of(new_row)) < now() then 'time_in_past'
    when new_row.booking_date > today + (select move_window_days from public.time_settings) then 'date_too_far'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

create function private.move_claim() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew smallint;
begin
  perform private.lock_day(new.booking_date);
  if not exists (select from public.slot_claims where booking_id = new.id) then
    if new.status = 'cancelled' then
      return null;
    end if;
    raise exception using errcode = 'PT409', message = 'hold_lapsed', detail = 'The time of this booking is no longer held.';
  end if;
  its_crew := private.free_crew(private.span_of(new), new.id);
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  update public.slot_claims set during = private.span_of(new), crew = its_crew where booking_id = new.id;
  return null;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

create function private.tell_of_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := jsonb_build_object(
    'old_date', old.booking_date,
    'old_time', to_char(old.booking_time, 'HH24:MI')
  );
begin
  select mail.data - 'sequence' into known
  from (
    select data, (data ->> 'sequence')::integer as sequence
    from public.mail_outbox
    where booking_id = new.id
      and template_type = 'booking_rescheduled'
      and status = 'queued'
      and (locked_until is null or locked_until <= now())
    union all
    select known, new.calendar_sequence
  ) as mail
  order by mail.sequence
  limit 1;
  if (known ->> 'old_date')::date = new.booking_date and (known ->> 'old_time')::time = new.booking_time then
    return null;
  end if;
  perform public.enqueue_mail(
    'booking_rescheduled:' || new.id || ':' || new.calendar_sequence,
    'booking_rescheduled',
    new.customer_email,
    new.id,
    known || jsonb_build_object('sequence', new.calendar_sequence)
  );
  return null;
end;
$$;

create function private.keep_deposit_of_late_move() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated'
    and old.deposit_cents > 0
    and now() > lower(private.span_of(old)) - old.free_cancellation_hours * interval '1 hour'
    and not public.is_admin()
    and not private.is_rained_out(old.id)
  then
    new.deposit_kept_since := coalesce(old.deposit_kept_since, now());
  end if;
  return new;
end;
$$;

create function private.has_moved_often(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select
    (
      select count(*) >= 5
      from public.booking_changes
      where booking_id = target_booking_id
        and action = 'moved'
        and actor = (select auth.uid())
        and at > now() - interval '24 hours'
    )
    or (
      select count(*) >= 20
      from public.booking_changes
      where actor = (select auth.uid()) and action = 'moved' and at > now() - interval '24 hours'
    );
$$;

create function private.limit_moves() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and not public.is_admin() and private.has_moved_often(new.id) then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_moves',
      detail = 'This booking was moved too often in the last 24 hours.';
  end if;
  return new;
end;
$$;

create function private.free_hours_after_move(booking public.bookings, new_start timestamptz) returns integer
language sql stable set search_path = ''
as $$
  select greatest(0, least(
    booking.free_cancellation_hours,
    floor(extract(epoch from new_start - lower(private.span_of(booking))) / 3600)::integer
      + booking.free_cancellation_hours
  ));
$$;

create function public.move_booking(
  target_booking_id uuid, new_date date, new_time time, anyway boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  new_start timestamptz := private.instant_of(new_date, new_time);
  refusal text;
begin
  perform private.check_stands(booking);
  if new_date is null or new_time is null or extract(second from new_time) <> 0 or new_time = '24:00' then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  if (new_date, new_time) = (booking.booking_date, booking.booking_time) then
    return;
  end if;
  refusal := case
    when private.has_come(booking) and not private.is_settled_by_phone(booking) then 'booking_past'
    when new_start < now() then 'time_in_past'
    when new_date > private.local_today() + 730 then 'date_too_far'
    -- The hour that the spring change skips does not exist, and work ends on the day it began.
    when (new_start at time zone 'America/Toronto') <> new_date + new_time
      or extract(epoch from new_time) / 60 + booking.duration_minutes > 24 * 60 then 'time_not_offered'
  end;
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  -- A taken time is refused as slot_taken, outside the opening hours too.
  perform private.lock_day(new_date);
  if private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'), booking.id
  ) is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  if not coalesce(anyway, false) and not private.is_within_hours(new_date, new_time, booking.duration_minutes) then
    raise exception using errcode = 'PT409', message = 'outside_hours';
  end if;
  update public.bookings
  set
    booking_date = new_date,
    booking_time = new_time,
    free_cancellation_hours = private.free_hours_after_move(booking, new_start)
  where id = booking.id;
end;
$$;

create trigger move_claim after update of booking_date, booking_time on public.bookings
  for each row
  when ((new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time))
  execute function private.move_claim();

create trigger tell_of_move after update of booking_date, booking_time on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    and new.status in ('deposit_paid', 'confirmed', 'paid')
  )
  execute function private.tell_of_move();

create trigger keep_deposit_of_late_move before update of booking_date, booking_time on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    and old.status in ('deposit_paid', 'confirmed', 'paid')
  )
  execute function private.keep_deposit_of_late_move();

create trigger limit_moves before update of booking_date, booking_time on public.bookings
  for each row
  when ((new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time))
  execute function private.limit_moves();

revoke all on function public.move_booking from public, anon, authenticated, service_role;
grant execute on function private.check_new_time, public.move_booking to authenticated;
grant execute on function private.has_moved_often to anon, authenticated, service_role;

create function private.cancel(target_booking_id uuid) returns void
language sql set search_path = ''
as $$
  update public.bookings
  set status = 'cancelled', cancelled_at = now(), calendar_sequence = calendar_sequence + 1
  where id = target_booking_id and status <> 'cancelled';
  -- The coupon before the claim, as everywhere: another order could deadlock.
  delete from public.coupon_redemptions where booking_id = target_booking_id;
  delete from public.slot_claims where booking_id = target_booking_id;
$$;

create function public.release_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  reason text,
  acting_admin uuid default null,
  policy_cents integer default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  money record;
  new_refunds jsonb;
begin
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if booking.status = 'cancelled' then
    return jsonb_build_object('outcome', 'already_cancelled', 'refunds', '[]'::jsonb);
  end if;
  if acting_admin is null and (booking.done_at is not null or booking.no_show_at is not null) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  select * into money from private.money_of(booking.id);
  if money.paid_cents - money.refunded_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  if refund_cents not between 0 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  end if;
  if acting_admin is null then
    perform private.act_as_customer();
  else
    perform private.act_as(acting_admin);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', payment.stripe_payment_intent_id,
    'method', payment.method,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(booking.id, refund_cents, release_booking.reason) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.cancel(booking.id);
  if policy_cents is not null then
    perform private.note_change(
      booking.id,
      'refund_chosen',
      jsonb_build_object('refund_cents', policy_cents),
      jsonb_build_object('refund_cents', refund_cents)
    );
  end if;
  -- An address that never paid may be a stranger's: it gets no email. One given by phone is known.
  if money.paid_cents > 0 or booking.source = 'phone' then
    perform public.enqueue_mail(
      'booking_cancellation:' || booking.id,
      'booking_cancellation',
      booking.customer_email,
      booking.id,
      jsonb_strip_nulls(jsonb_build_object(
        'refund_cents', refund_cents,
        'by_hand_cents', (
          select sum((refund ->> 'amount_cents')::integer)
          from jsonb_array_elements(new_refunds) as refund
          where refund ->> 'method' <> 'online'
        )
      ))
    );
  end if;
  return jsonb_build_object('outcome', 'cancelled', 'refunds', new_refunds);
end;
$$;

revoke all on function public.release_booking from public, anon, authenticated, service_role;
grant execute on function private.cancel, public.release_booking to service_role;

create table public.slot_claims (
  id uuid primary key default gen_random_uuid(),
  during tstzrange not null,
  local_date date not null generated always as (
    ((lower(during) at time zone 'America/Toronto')::date)
  ) stored,
  booking_id uuid unique references public.bookings (id) on delete cascade,
  reason text check (length(reason) between 1 and 200),
  service_name text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  crew smallint default 1 check (crew between 1 and 100),
  offer_id uuid unique,
  holder_hash bytea,
  constraint slot_claims_are_within_one_local_day check (
    not isempty(during)
    and lower_inc(during) and not upper_inc(during)
    and not lower_inf(during) and not upper_inf(during)
    and (lower(during) at time zone 'America/Toronto')::date
      = ((upper(during) - interval '1 microsecond') at time zone 'America/Toronto')::date
  ),
  constraint slot_claims_have_one_cause check (num_nonnulls(booking_id, reason, offer_id) = 1),
  constraint slot_claims_are_a_crews_or_time_off check (crew is not null or reason is not null),
  constraint slot_claims_of_a_crew_never_overlap
    exclude using gist (crew with =, during with &&) where (reason is null),
  constraint slot_claims_name_the_service_or_a_reason check ((reason is null) = (service_name is not null))
);

create index slot_claims_local_date_idx on public.slot_claims (local_date);
create index slot_claims_expires_at_idx on public.slot_claims (expires_at) where expires_at is not null;
create index slot_claims_time_off_idx on public.slot_claims (local_date) where reason is not null;

alter table public.slot_claims enable row level security;
revoke all on public.slot_claims from public, anon, authenticated, service_role;
grant select (during, local_date, service_name, expires_at, crew) on public.slot_claims to anon, authenticated;
grant all on public.slot_claims to service_role;

create view public.booked_slots with (security_invoker = true) as
select
  local_date as booking_date,
  to_char(lower(during) at time zone 'America/Toronto', 'HH24:MI') as booking_time,
  service_name,
  (extract(epoch from upper(during) - lower(during)) / 60)::integer as duration_minutes,
  crew
from public.slot_claims
where expires_at is null or expires_at > now();

revoke all on public.booked_slots from public, anon, authenticated, service_role;
grant select on public.booked_slots to anon, authenticated, service_role;

create function private.named_offer_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select offer.id
  from public.offered_times as offer
  where offer.token_hash = private.hash_of_token(
      nullif(current_setting('request.headers', true), '')::json ->> 'x-offer-token'
    )
    and offer.closed_at is null
    and offer.expires_at > now();
$$;

create function private.free_crew(wanted tstzrange, except_booking_id uuid default null) returns smallint
language plpgsql set search_path = ''
as $$
declare
  settings public.time_settings;
  day date := private.local_day(lower(wanted));
  near tstzrange;
  busy smallint[];
  present smallint;
begin
  select * into strict settings from public.time_settings;
  near := tstzrange(
    lower(wanted) - settings.buffer_minutes * interval '1 minute',
    upper(wanted) + settings.buffer_minutes * interval '1 minute',
    '[)'
  );
  delete from public.slot_claims
  where local_date = day and expires_at <= now() and during && near
    and (except_booking_id is null or booking_id is distinct from except_booking_id);
  if exists (
    select from public.slot_claims
    where local_date = day and reason is not null and crew is null and during && wanted
  ) then
    return null;
  end if;
  select coalesce(array_agg(distinct crew), '{}') into busy
  from public.slot_claims
  where local_date = day
    and case
      when reason is null
        then during && near and (except_booking_id is null or booking_id is distinct from except_booking_id)
      -- A crew beyond the number of crews is not missed.
      else during && wanted and crew <= settings.crews
    end;
  if cardinality(busy) >= settings.crews then
    return null;
  end if;
  select crew into present from public.slot_claims where booking_id = except_booking_id;
  return (
    select number
    from generate_series(1, settings.crews) as number
    where number <> all (busy)
    order by number = present desc nulls last, number
    limit 1
  );
end;
$$;

create function private.take_time(booking public.bookings, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  span tstzrange := private.span_of(booking);
  its_crew smallint;
begin
  perform private.lock_day(booking.booking_date);
  if lower(span) < now() then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'This time is in the past.';
  end if;
  its_crew := private.free_crew(span, booking.id);
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  insert into public.slot_claims (during, booking_id, service_name, expires_at, crew)
  values (span, booking.id, booking.service_name, held_until, its_crew)
  on conflict (booking_id) do update
  set during = excluded.during, expires_at = excluded.expires_at, crew = excluded.crew;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

create function private.make_permanent(booking public.bookings) returns text
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_email(booking.customer_email);
  update public.slot_claims set expires_at = null
  where booking_id = booking.id and lower(during) >= now() and (expires_at is null or expires_at > now());
  if not found then
    perform private.take_time(booking, null);
  end if;
  perform private.redeem_coupon(booking);
  return null;
exception
  when sqlstate 'PT409' then
    return case sqlerrm when 'slot_taken' then 'time_gone' else sqlerrm end;
end;
$$;

create policy "Taken times can be read by everyone, without what a visitor names as their own"
  on public.slot_claims for select to anon, authenticated
  using (
    (booking_id is null or booking_id is distinct from (select private.named_booking_id()))
    and (offer_id is null or offer_id is distinct from (select private.named_offer_id()))
  );

grant execute on function private.named_offer_id to anon, authenticated, service_role;
grant execute on function private.free_crew, private.take_time, private.make_permanent to service_role;

create function private.keep_time_off_free() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select
    from public.slot_claims as off
    where off.local_date = private.local_day(lower(new.during))
      and off.reason is not null
      and (off.crew is null or off.crew = new.crew)
      and off.during && new.during
  ) then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'This is time off.';
  end if;
  return new;
end;
$$;

create function private.days_of_time_off(from_day date, from_time time, until_day date, until_time time)
returns setof tstzrange
language sql stable set search_path = ''
as $$
  -- The hour that the spring change skips does not exist.
  select tstzrange(starts_at, greatest(starts_at, ends_at), '[)')
  from (
    select
      (day + case when day = from_day then coalesce(from_time, '00:00') else '00:00' end)
        at time zone 'America/Toronto' as starts_at,
      case when day = until_day and until_time is not null then day + until_time else (day + 1)::timestamp end
        at time zone 'America/Toronto' as ends_at
    from (
      select from_day + number as day from generate_series(0, until_day - from_day) as number
    ) as days
  ) as stretches
  order by starts_at;
$$;

create function private.check_time_off(
  from_day date, from_time time, until_day date, until_time time, reason text, crew smallint
) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if from_day is null or until_day is null or length(reason) > 200
    or until_day < private.local_today()
    or until_day - from_day not between 0 and 366
    or from_day + coalesce(from_time, '00:00')
      >= coalesce(until_day + until_time, (until_day + 1)::timestamp)
  then
    raise exception using errcode = 'PT400', message = 'invalid_time_off';
  end if;
  if crew not between 1 and (select crews from public.time_settings) then
    raise exception using errcode = 'PT400', message = 'unknown_crew';
  end if;
end;
$$;

create function public.add_time_off(
  from_day date, from_time time, until_day date, until_time time, reason text, crew smallint default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  stretch tstzrange;
  its_reason text := coalesce(nullif(btrim(add_time_off.reason), ''), 'Time off');
  its_crew smallint := add_time_off.crew;
  new_ids uuid[] := '{}';
  new_id uuid;
  standing jsonb;
begin
  perform private.require_admin();
  perform private.check_time_off(from_day, from_time, until_day, until_time, its_reason, its_crew);
  for stretch in select private.days_of_time_off(from_day, from_time, until_day, until_time) loop
    continue when isempty(stretch);
    -- The earlier day first, as everywhere.
    perform private.lock_day(private.local_day(lower(stretch)));
    delete from public.slot_claims
    where local_date = private.local_day(lower(stretch))
      and expires_at <= now() and during && stretch;
    insert into public.slot_claims (during, reason, crew) values (stretch, its_reason, its_crew)
    returning id into new_id;
    new_ids := new_ids || new_id;
  end loop;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', booking.id,
    'customer_name', booking.customer_name,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'service_name', booking.service_name,
    'status', booking.status
  ) order by lower(claim.during)), '[]')
  into standing
  from public.slot_claims as off
  join public.slot_claims as claim
    on claim.local_date = off.local_date and claim.during && off.during and claim.reason is null
      and (off.crew is null or off.crew = claim.crew)
  join public.bookings as booking on booking.id = claim.booking_id
  where off.id = any (new_ids);
  return jsonb_build_object('ids', to_jsonb(new_ids), 'standing', standing);
end;
$$;

create function public.remove_time_off(claim_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.slot_claims where id = claim_id and reason is not null;
  if not found then
    raise exception using errcode = 'PT404', message = 'time_off_not_found';
  end if;
end;
$$;

create function public.end_time_off(claim_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.slot_claims where id = any (claim_ids) and reason is not null;
end;
$$;

create trigger keep_time_off_free_of_new before insert on public.slot_claims
  for each row when (new.reason is null) execute function private.keep_time_off_free();

create trigger keep_time_off_free_of_moved before update of during, crew on public.slot_claims
  for each row
  when (new.reason is null and (new.during, new.crew) is distinct from (old.during, old.crew))
  execute function private.keep_time_off_free();

revoke all on function
  public.add_time_off, public.remove_time_off, public.end_time_off
  from public, anon, authenticated, service_role;
grant execute on function public.add_time_off, public.remove_time_off, public.end_time_off to authenticated;

create function private.has_open_payment(target_booking_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.payments
    where booking_id = target_booking_id and status in ('requires_payment', 'processing', 'failed')
  );
$$;

create function private.check_open_holds(
  booking public.bookings,
  max_open_holds integer,
  max_open_holds_of_email integer
) returns void
language plpgsql set search_path = ''
as $$
declare
  here text := booking.client_address;
  is_too_many boolean;
begin
  if here is not null then
    perform private.lock_network(private.network_of(here, 48));
  end if;
  select
    count(*) filter (where private.network_of(other.client_address, 64) = private.network_of(here, 64))
      >= max_open_holds
    or count(*) filter (where private.network_of(other.client_address, 56) = private.network_of(here, 56))
      >= ceil(max_open_holds * 1.5)
    or count(*) filter (where private.network_of(other.client_address, 48) = private.network_of(here, 48))
      >= max_open_holds * 2
    or count(*) filter (
      where case
        when booking.user_id is null then other.user_id is null and other.customer_email = booking.customer_email
        else other.user_id = booking.user_id
      end
    ) >= max_open_holds_of_email
  into is_too_many
  from public.slot_claims as claim
  join public.bookings as other on other.id = claim.booking_id
  where claim.expires_at > now() and other.id <> booking.id;
  if is_too_many then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_holds',
      detail = 'Too many unpaid bookings were started from this connection or with this email address.';
  end if;
end;
$$;

create function private.replaceable_holds(named_booking_id uuid, holder_token text, account uuid, email text)
returns setof uuid
language sql stable set search_path = ''
as $$
  select id from public.bookings where id = named_booking_id and status = 'pending_payment'
  union
  select booking.id
  from public.slot_claims as claim
  join public.bookings as booking on booking.id = claim.booking_id
  where claim.expires_at > now()
    and booking.status = 'pending_payment'
    and (
      claim.holder_hash = sha256(convert_to(holder_token, 'UTF8'))
      or booking.user_id = account
      or booking.customer_email = lower(btrim(email))
    );
$$;

create function private.lock_replaced(booking_ids uuid[]) returns uuid[]
language sql set search_path = ''
as $$
  select coalesce(array_agg(locked.id), '{}')
  from (
    select id from public.bookings
    where id = any (booking_ids) and status = 'pending_payment'
    order by id
    for update
  ) as locked;
$$;

create function private.give_up_holds(booking_ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from public.coupon_redemptions where booking_id = any (booking_ids);
  delete from public.slot_claims where booking_id = any (booking_ids) and expires_at is not null;
$$;

create function public.hold_slot(
  booking jsonb,
  hold_minutes integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  replaced uuid[];
begin
  wanted.id := gen_random_uuid();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  -- The account first; when it is being deleted, the customer books as a guest. Then in the order of 01_locks.sql.
  wanted.user_id := private.lock_person(wanted.user_id);
  perform private.lock_holder(booking ->> 'hold_token', wanted.user_id);
  replaced := private.lock_replaced(array(
    select private.replaceable_holds(
      (booking ->> 'replaces_booking_id')::uuid, booking ->> 'hold_token', wanted.user_id, null
    )
  ));
  if exists (select from unnest(replaced) as id where private.has_open_payment(id)) then
    raise exception using
      errcode = 'PT409',
      message = 'payment_processing',
      detail = 'The payment of the booking to be replaced is still open.';
  end if;
  perform private.give_up_holds(replaced);
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds, max_open_holds_of_email);
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  insert into public.bookings (
    id, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type, car_model,
    car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents, tip_cents,
    tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    location_type, address, city, province, postal_code, client_address
  )
  values (
    wanted.id, wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.user_id, wanted.service_id,
    wanted.service_name, wanted.vehicle_type, wanted.car_model, wanted.car_year, wanted.booking_date,
    wanted.booking_time, wanted.duration_minutes, wanted.payment_option, wanted.price_cents,
    coalesce(wanted.discount_cents, 0), coalesce(wanted.tip_cents, 0), coalesce(wanted.tax_cents, 0),
    wanted.total_cents, wanted.due_now_cents, wanted.deposit_cents, coalesce(wanted.tax_label, ''),
    wanted.coupon_code, wanted.free_cancellation_hours, coalesce(wanted.location_type, 'mobile'), wanted.address,
    wanted.city, wanted.province, wanted.postal_code, wanted.client_address
  );
  perform private.take_time(wanted, held_until);
  update public.slot_claims
  set holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
  where booking_id = wanted.id;
  perform private.redeem_coupon(wanted);
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until);
end;
$$;

create function public.extend_hold(
  target_booking_id uuid,
  hold_minutes integer,
  max_extensions integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  target public.bookings;
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  is_held boolean;
begin
  select * into target from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if target.hold_extensions >= max_extensions then
    raise exception using errcode = 'PT409', message = 'no_extensions_left';
  end if;
  perform private.lock_email(target.customer_email);
  select * into claim from public.slot_claims where booking_id = target.id;
  is_held := claim.id is not null and claim.expires_at > now() and lower(claim.during) >= now();
  if not is_held then
    perform private.check_open_holds(target, max_open_holds, max_open_holds_of_email);
  end if;
  perform private.lock_day(target.booking_date);
  perform private.free_unheld_coupons(target);
  if not is_held then
    perform private.take_time(target, held_until);
  end if;
  perform private.redeem_coupon(target);
  update public.slot_claims set expires_at = held_until where booking_id = target.id;
  update public.bookings set hold_extensions = hold_extensions + 1 where id = target.id;
  return jsonb_build_object(
    'booking_id', target.id, 'expires_at', held_until, 'extensions_left', max_extensions - target.hold_extensions - 1
  );
end;
$$;

create function public.holds_being_paid(named_booking_id uuid, holder_token text, account uuid, email text)
returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(id), '{}')
  from private.replaceable_holds(named_booking_id, holder_token, account, email) as id
  where private.has_open_payment(id);
$$;

revoke all on function
  public.hold_slot, public.extend_hold, public.holds_being_paid
  from public, anon, authenticated, service_role;
grant execute on function
  private.has_open_payment, private.check_open_holds, private.replaceable_holds, private.lock_replaced,
  private.give_up_holds, public.hold_slot, public.extend_hold, public.holds_being_paid
  to service_role;

create function public.booking_details(target_booking_ids uuid[], email text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'tip_cents', booking.tip_cents,
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'hold_expires_at', claim.expires_at,
    'hold_extensions', booking.hold_extensions
  )), '[]')
  from public.bookings as booking
  cross join lateral private.money_of(booking.id) as money
  left join public.slot_claims as claim on claim.booking_id = booking.id
  where booking.id = any (target_booking_ids)
    and (
      (
        cardinality(target_booking_ids) = 1
        and booking.customer_email = nullif(lower(btrim(booking_details.email)), '')
      )
      or (booking.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
$$;

create function public.keep_hold_for_payment(
  payment_intent_id text,
  hold_minutes integer,
  most_minutes integer default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  paying public.payments;
  held_until timestamptz;
begin
  select * into paying from public.payments where stripe_payment_intent_id = payment_intent_id;
  -- least() ignores a null limit.
  held_until := least(
    now() + hold_minutes * interval '1 minute',
    paying.created_at + most_minutes * interval '1 minute'
  );
  update public.slot_claims as claim
  set expires_at = greatest(claim.expires_at, held_until)
  from public.bookings as booking
  where booking.id = paying.booking_id
    and booking.status = 'pending_payment'
    and claim.booking_id = booking.id
    and claim.expires_at is not null
    and lower(claim.during) > now()
    and held_until > now();
  return found;
end;
$$;

create function private.is_given_up(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.status = 'pending_payment'
    and booking.created_at < now() - interval '30 days'
    and not exists (
      select from public.slot_claims
      where booking_id = booking.id and (expires_at is null or expires_at > now() - interval '30 days')
    )
    and not exists (
      select from public.payments as payment
      where payment.booking_id = booking.id
        and (
          payment.status <> 'canceled'
          or payment.updated_at > now() - interval '30 days'
          or exists (select from public.refunds where payment_id = payment.id)
        )
    )
    and not exists (select from public.payment_findings where booking_id = booking.id);
$$;

create function public.forget_unpaid_bookings(batch integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  given_up uuid[];
begin
  -- The booking first, as everywhere: while it is locked, no payment of it can begin.
  given_up := array(
    select booking.id
    from public.bookings as booking
    where booking.status = 'pending_payment'
      and booking.created_at < now() - interval '30 days'
      and private.is_given_up(booking)
    order by booking.created_at
    limit batch
    for update skip locked
  );
  -- A payment may have begun just before.
  given_up := array(
    select booking.id from public.bookings as booking
    where booking.id = any (given_up) and private.is_given_up(booking)
  );
  if given_up <> '{}' then
    delete from public.payments where booking_id = any (given_up);
    delete from public.bookings where id = any (given_up);
  end if;
  return cardinality(given_up);
end;
$$;

revoke all on function
  public.booking_details, public.keep_hold_for_payment, public.forget_unpaid_bookings
  from public, anon, authenticated, service_role;
grant execute on function public.booking_details to anon, authenticated;
grant execute on function
  public.keep_hold_for_payment, private.is_given_up, public.forget_unpaid_bookings
  to service_role;

create table public.offered_times (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('rain', 'waiting')),
  booking_id uuid references public.bookings (id) on delete cascade,
  waiting_id uuid,
  service_name text not null check (length(service_name) between 1 and 100),
  starts_at timestamptz not null,
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  expires_at timestamptz not null,
  token_hash bytea unique,
  outcome text check (outcome in ('taken', 'declined', 'withdrawn', 'lapsed')),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint offered_times_end_once check ((outcome is null) = (closed_at is null)),
  constraint offered_times_are_for_one check (
    case kind when 'rain' then booking_id is not null and waiting_id is null
      else waiting_id is not null and booking_id is null end
  )
);

alter table public.slot_claims
  add constraint slot_claims_offer_id_fkey
    foreign key (offer_id) references public.offered_times (id) on delete cascade;

create index offered_times_booking_id_idx on public.offered_times (booking_id);
create index offered_times_waiting_id_idx on public.offered_times (waiting_id, starts_at);
create index offered_times_open_idx on public.offered_times (expires_at) where closed_at is null;
create index offered_times_starts_at_idx on public.offered_times (starts_at) where closed_at is null;
create unique index offered_times_one_open_idx on public.offered_times (waiting_id) where closed_at is null;

alter table public.offered_times enable row level security;
revoke all on public.offered_times from public, anon, authenticated, service_role;
grant all on public.offered_times to service_role;

create function private.hold_offer(offer public.offered_times) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted tstzrange := tstzrange(
    offer.starts_at, offer.starts_at + offer.duration_minutes * interval '1 minute', '[)'
  );
  free smallint;
begin
  if offer.starts_at >= now() then
    free := private.free_crew(wanted);
  end if;
  if free is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
  end if;
  insert into public.slot_claims (during, crew, offer_id, service_name, expires_at)
  values (wanted, free, offer.id, offer.service_name, offer.expires_at);
end;
$$;

create function private.close_offers(offers uuid[], how text) returns void
language sql set search_path = ''
as $$
  update public.offered_times set outcome = how, closed_at = now()
  where id = any (offers) and closed_at is null;
  delete from public.slot_claims where offer_id = any (offers);
$$;

create function public.expire_offers() returns integer
language plpgsql set search_path = ''
as $$
declare
  lapsed uuid[];
begin
  select coalesce(array_agg(id), '{}') into lapsed
  from (
    select id from public.offered_times
    where closed_at is null and expires_at <= now()
    order by id
    limit 200
    for update skip locked
  ) as due;
  if lapsed <> '{}' then
    perform private.close_offers(lapsed, 'lapsed');
  end if;
  return cardinality(lapsed);
end;
$$;

create function private.offer_in_mail(path text, decline_path text, times jsonb, held_until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'path', path,
    'decline_path', decline_path,
    'times', (
      select jsonb_agg(one order by one ->> 'date', one ->> 'time') from jsonb_array_elements(times) as one
    ),
    'until', jsonb_build_object('date', private.local_day(held_until), 'time', private.local_time(held_until))
  );
$$;

revoke all on function public.expire_offers from public, anon, authenticated, service_role;
grant execute on function
  private.hold_offer, private.close_offers, public.expire_offers, private.offer_in_mail
  to service_role;

create table public.rain_days (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  part text not null check (part in ('day', 'morning', 'afternoon')),
  answer_hours integer not null check (answer_hours between 1 and 168),
  claim_ids uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  taken_back_at timestamptz
);

create unique index rain_days_once_idx on public.rain_days (day, part) where taken_back_at is null;

alter table public.rain_days enable row level security;
revoke all on public.rain_days from public, anon, authenticated, service_role;
grant all on public.rain_days to service_role;

create table public.rain_answers (
  id uuid primary key default gen_random_uuid(),
  rain_day_id uuid not null references public.rain_days (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  was_date date not null,
  was_time time not null,
  state text not null default 'asked' check (
    state in ('asked', 'chosen', 'declined', 'settled', 'moved', 'cancelled', 'called_off', 'over')
  ),
  token_hash bytea not null unique,
  asked_at timestamptz not null default now(),
  expires_at timestamptz,
  answered_at timestamptz,
  constraint rain_answers_once_a_booking unique (rain_day_id, booking_id)
);

create index rain_answers_booking_id_idx on public.rain_answers (booking_id);
create index rain_answers_open_idx on public.rain_answers (rain_day_id) where state in ('asked', 'declined');

alter table public.rain_answers enable row level security;
revoke all on public.rain_answers from public, anon, authenticated, service_role;
grant all on public.rain_answers to service_role;

create function private.rainy_span(day date, part text) returns tstzrange
language sql stable set search_path = ''
as $$
  select tstzrange(
    private.instant_of(day, case part when 'afternoon' then time '12:00' else time '00:00' end),
    private.instant_of(day, case part when 'morning' then time '12:00' else time '24:00' end),
    '[)'
  );
$$;

create function private.is_rained_out(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.booking_id = target_booking_id
      and answer.state in ('asked', 'declined')
      and booking.done_at is null
      and booking.no_show_at is null
      and not exists (
        select
        from public.payments as payment
        where payment.booking_id = booking.id
          and payment.method <> 'online'
          and payment.status = 'succeeded'
          and payment.settled_at >= lower(private.span_of(booking))
      )
  );
$$;

create function public.is_rained_out(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.bookings
    where id = target_booking_id and user_id = (select auth.uid()) and private.is_rained_out(id)
  );
$$;

create function private.rained_out(day date, part text) returns setof public.bookings
language sql stable set search_path = ''
as $$
  select booking.*
  from public.bookings as booking
  where booking.booking_date = rained_out.day
    and private.is_standing(booking.status)
    and private.span_of(booking) && private.rainy_span(rained_out.day, rained_out.part)
    and booking.done_at is null
    and lower(private.span_of(booking)) > now()
  order by booking.booking_time, booking.id;
$$;

create function public.rained_out_bookings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(own.id), '[]')
  from (
    select id from public.bookings where user_id = (select auth.uid())
    union
    select id from public.bookings where id = (select private.named_booking_id())
  ) as own
  where private.is_rained_out(own.id);
$$;

create function private.called_off(booking public.bookings) returns text
language sql stable set search_path = ''
as $$
  select answer.state
  from public.rain_answers as answer
  where answer.booking_id = booking.id
    and answer.state in ('asked', 'declined')
    and private.is_rained_out(booking.id)
  order by answer.asked_at desc
  limit 1;
$$;

create function private.rain_told_at(target_booking_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(greatest(asked_at, answered_at)) from public.rain_answers where booking_id = target_booking_id;
$$;

create function private.lock_days_of(times jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  day date;
begin
  for day in select distinct (one ->> 'date')::date as on_day from jsonb_array_elements(times) as one order by 1 loop
    perform private.lock_day(day);
  end loop;
end;
$$;

create function private.locked_answer(answer_id uuid) returns public.rain_answers
language plpgsql set search_path = ''
as $$
declare
  answer public.rain_answers;
begin
  perform from public.bookings
  where id = (select booking_id from public.rain_answers where id = answer_id)
  for update;
  select * into answer from public.rain_answers where id = answer_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  return answer;
end;
$$;

create function private.rain_answers_of(target_rain_day_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', answer.id,
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'service_name', booking.service_name,
    'duration_minutes', booking.duration_minutes,
    'was_date', answer.was_date,
    'was_time', to_char(answer.was_time, 'HH24:MI'),
    'state', answer.state,
    'asked_at', answer.asked_at,
    'answered_at', answer.answered_at,
    'expires_at', answer.expires_at,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'times', case answer.state when 'asked' then private.held_times(booking.id) else '[]' end
  ) order by answer.was_time, answer.id), '[]')
  from public.rain_answers as answer
  join public.bookings as booking on booking.id = answer.booking_id
  where answer.rain_day_id = target_rain_day_id;
$$;

create function private.end_rain_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.rain_answers
  set state = case new.status when 'cancelled' then 'cancelled' else 'moved' end, answered_at = now()
  where booking_id = new.id and state in ('asked', 'declined');
  if found then
    perform private.free_held_times(new.id, 'withdrawn');
  end if;
  return null;
end;
$$;

create function private.end_rain_question_of_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.done_at is not null or new.no_show_at is not null then
    update public.rain_answers set state = 'over' where booking_id = new.id and state in ('asked', 'declined');
    if found then
      perform private.free_held_times(new.id, 'withdrawn');
    end if;
  else
    update public.rain_answers as answer
    set
      state = case when answer.answered_at is null then 'asked' else 'declined' end,
      expires_at = case when answer.expires_at > now() then now() else answer.expires_at end
    from public.rain_days as rain
    where rain.id = answer.rain_day_id
      and answer.booking_id = new.id
      and answer.state = 'over'
      and (answer.was_date, answer.was_time) = (new.booking_date, new.booking_time)
      -- A visit keeps its time when the rain day was revoked before its start.
      and (rain.taken_back_at is null or lower(private.span_of(new)) <= now());
  end if;
  return null;
end;
$$;

create trigger end_rain_question after update of booking_date, booking_time, status on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    or (new.status = 'cancelled' and old.status <> 'cancelled')
  )
  execute function private.end_rain_question();

create trigger end_rain_question_of_visit after update of done_at, no_show_at on public.bookings
  for each row
  when (
    (new.done_at is null and new.no_show_at is null) is distinct from (old.done_at is null and old.no_show_at is null)
  )
  execute function private.end_rain_question_of_visit();

revoke all on function
  public.is_rained_out, public.rained_out_bookings
  from public, anon, authenticated, service_role;
grant execute on function private.is_rained_out to authenticated, service_role;
grant execute on function public.is_rained_out to authenticated;
grant execute on function public.rained_out_bookings to anon, authenticated;

create function private.plan_in_turns(plan jsonb)
returns table (booking_id uuid, start jsonb, times jsonb)
language sql immutable set search_path = ''
as $$
  select (asked ->> 'bookingId')::uuid, one, asked -> 'times'
  from jsonb_array_elements(plan) with ordinality as asks (asked, turn),
    jsonb_array_elements(asked -> 'times') with ordinality as starts (one, round)
  order by round, turn;
$$;

create function private.rain_times_until(times jsonb, hours integer) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  held_until timestamptz;
begin
  select least(
    now() + hours * interval '1 hour',
    min(private.instant_of((one ->> 'date')::date, (one ->> 'time')::time))
      - (select least_notice_minutes from public.time_settings) * interval '1 minute'
  )
  into held_until
  from jsonb_array_elements(times) as one
  having count(*) > 0;
  if held_until <= now() or jsonb_array_length(times) > 3 then
    raise exception using errcode = 'PT400', message = 'invalid_times';
  end if;
  return held_until;
end;
$$;

create function private.hold_rain_time(target_booking_id uuid, start jsonb, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  offer public.offered_times;
begin
  insert into public.offered_times (kind, booking_id, service_name, starts_at, duration_minutes, expires_at)
  select
    'rain', id, service_name, private.instant_of((start ->> 'date')::date, (start ->> 'time')::time),
    duration_minutes, held_until
  from public.bookings
  where id = target_booking_id
  returning * into offer;
  perform private.hold_offer(offer);
end;
$$;

create function private.ask_about_rain(answer public.rain_answers, times jsonb, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  token text := private.new_token();
  -- One email each time a customer is asked.
  mail_key text := 'rain_day:' || answer.id || ':' || left(token, 12);
begin
  select * into strict booking from public.bookings where id = answer.booking_id;
  update public.rain_answers
  set
    state = 'asked', token_hash = private.hash_of_token(token), asked_at = now(), expires_at = held_until,
    answered_at = null
  where id = answer.id;
  if held_until is null then
    return;
  end if;
  perform private.note_change(booking.id, 'rain_times_offered', null, jsonb_build_object('times', times));
  perform public.enqueue_mail(
    mail_key,
    'rain_day',
    booking.customer_email,
    booking.id,
    jsonb_build_object(
      'sequence', booking.calendar_sequence,
      'offer', private.offer_in_mail('/rain?token=' || token, null, times, held_until)
    )
  );
end;
$$;

create function private.other_rain_day_of(booking public.bookings, but_for uuid) returns uuid
language sql stable set search_path = ''
as $$
  select rain.id
  from public.rain_days as rain
  where rain.day = booking.booking_date
    and rain.id <> but_for
    and rain.taken_back_at is null
    and private.span_of(booking) && private.rainy_span(rain.day, rain.part)
  order by rain.created_at, rain.id
  limit 1;
$$;

create function private.hand_over_answer(answer public.rain_answers, new_rain_day_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  earlier public.rain_answers;
begin
  delete from public.rain_answers
  where rain_day_id = new_rain_day_id and booking_id = answer.booking_id
  returning * into earlier;
  update public.rain_answers set rain_day_id = new_rain_day_id where id = answer.id;
  if earlier.id is not null then
    earlier.rain_day_id := answer.rain_day_id;
    -- Asked twice: the times are held once, so one question stays.
    if earlier.state in ('asked', 'declined') then
      earlier.state := 'called_off';
      earlier.answered_at := now();
    end if;
    insert into public.rain_answers select earlier.*;
  end if;
end;
$$;

create function public.rain_day_preview(on_day date, day_part text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'is_marked', exists (
      select from public.rain_days where day = on_day and part = day_part and taken_back_at is null
    ),
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', booking.id,
        'customer_name', booking.customer_name,
        'customer_email', booking.customer_email,
        'customer_phone', booking.customer_phone,
        'service_name', booking.service_name,
        'booking_date', booking.booking_date,
        'booking_time', to_char(booking.booking_time, 'HH24:MI'),
        'duration_minutes', booking.duration_minutes,
        'is_asked', exists (
          select from public.rain_answers as answer
          where answer.booking_id = booking.id and answer.state in ('asked', 'declined')
        )
      ) order by booking.booking_time, booking.id), '[]')
      from private.rained_out(on_day, day_part) as booking
    )
  );
end;
$$;

create function public.mark_rain_day(on_day date, day_part text, hours integer, seen uuid[], plan jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer public.rain_answers;
  one record;
begin
  perform private.require_admin();
  -- The same rain day marked in two tabs.
  perform private.lock_rain_day(on_day);
  if exists (select from public.rain_days where day = on_day and part = day_part and taken_back_at is null) then
    raise exception using errcode = 'PT409', message = 'already_rain_day';
  end if;
  perform from public.bookings where booking_date = on_day order by id for update;
  if (select array_agg(id order by id) from private.rained_out(on_day, day_part))
    is distinct from (select array_agg(id order by id) from unnest(seen) as id)
    or exists (
      select
      from jsonb_array_elements(plan) as asked
      where (asked ->> 'bookingId')::uuid <> all (seen) or private.is_rained_out((asked ->> 'bookingId')::uuid)
    ) then
    raise exception using errcode = 'PT409', message = 'rain_plan_changed';
  end if;
  -- All days at once and in order, because a time may also be before the rain day.
  perform private.lock_days_of((
    select jsonb_agg(times)
    from (
      select jsonb_build_object('date', on_day)
      union all
      select times from jsonb_array_elements(plan) as asked, jsonb_array_elements(asked -> 'times') as times
    ) as days (times)
  ));
  insert into public.rain_days (day, part, answer_hours) values (on_day, day_part, hours) returning * into rain;
  update public.rain_days
  set claim_ids = (
    select array_agg(claim_id::uuid)
    from jsonb_array_elements_text(public.add_time_off(
      on_day, (case day_part when 'afternoon' then '12:00' end)::time,
      on_day, (case day_part when 'morning' then '12:00' end)::time,
      'Rain'
    ) -> 'ids') as claim_id
  )
  where id = rain.id;
  for one in select * from private.plan_in_turns(plan) loop
    perform private.hold_rain_time(one.booking_id, one.start, private.rain_times_until(one.times, hours));
  end loop;
  for one in
    select (asked ->> 'bookingId')::uuid as booking_id, asked -> 'times' as times
    from jsonb_array_elements(plan) as asked
  loop
    insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash)
    select rain.id, id, booking_date, booking_time, private.hash_of_token(private.new_token())
    from public.bookings where id = one.booking_id
    returning * into answer;
    perform private.ask_about_rain(answer, one.times, private.rain_times_until(one.times, hours));
  end loop;
  return rain.id;
end;
$$;

create function public.rain_days_with_answers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'mail_is_on', private.mail_is_on('rain_day'),
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', rain.id,
        'day', rain.day,
        'part', rain.part,
        'answer_hours', rain.answer_hours,
        'is_taken_back', rain.taken_back_at is not null,
        'can_be_taken_back', rain.taken_back_at is null
          and upper(private.rainy_span(rain.day, rain.part)) > now(),
        'answers', private.rain_answers_of(rain.id),
        'unasked', private.unasked_of(rain)
      ) order by rain.day, rain.part), '[]')
      from public.rain_days as rain
      where (rain.taken_back_at is null and rain.day >= private.local_today() - 7)
        or rain.id in (
          select answer.rain_day_id from public.rain_answers as answer where answer.state in ('asked', 'declined')
        )
    )
  );
end;
$$;

revoke all on function
  public.rain_day_preview, public.mark_rain_day, public.rain_days_with_answers
  from public, anon, authenticated, service_role;
grant execute on function
  public.rain_day_preview, public.mark_rain_day, public.rain_days_with_answers
  to authenticated;

create function private.unasked_of(rain public.rain_days) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'service_name', booking.service_name,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes
  ) order by booking.booking_time), '[]')
  from private.rained_out(rain.day, rain.part) as booking
  where rain.taken_back_at is null and not exists (
    select
    from public.rain_answers as answer
    where answer.booking_id = booking.id
      and (answer.rain_day_id = rain.id or answer.state in ('asked', 'declined'))
  );
$$;

create function private.take_back_question(answer public.rain_answers) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  other_id uuid;
begin
  select * into strict booking from public.bookings where id = answer.booking_id;
  other_id := private.other_rain_day_of(booking, answer.rain_day_id);
  if other_id is not null then
    perform private.hand_over_answer(answer, other_id);
    return;
  end if;
  -- Its time has passed without a visit: the question stays.
  if booking.done_at is not null or booking.no_show_at is not null or lower(private.span_of(booking)) <= now() then
    return;
  end if;
  update public.rain_answers set state = 'called_off', answered_at = now() where id = answer.id;
  perform private.free_held_times(booking.id, 'withdrawn');
  perform public.enqueue_mail(
    'rain_day_called_off:' || answer.id, 'rain_day_called_off', booking.customer_email, booking.id,
    jsonb_build_object('sequence', booking.calendar_sequence)
  );
end;
$$;

create function public.take_back_rain_day(rain_day_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer public.rain_answers;
begin
  perform private.require_admin();
  select * into rain from public.rain_days where id = take_back_rain_day.rain_day_id;
  -- No other part of the day is marked or revoked meanwhile.
  perform private.lock_rain_day(rain.day);
  perform from public.bookings as booking
  where booking.id in (
    select booking_id from public.rain_answers as one where one.rain_day_id = take_back_rain_day.rain_day_id
  )
  order by booking.id
  for update;
  update public.rain_days set taken_back_at = now()
  where id = take_back_rain_day.rain_day_id and taken_back_at is null
  returning * into rain;
  if not found then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  if upper(private.rainy_span(rain.day, rain.part)) <= now() then
    raise exception using errcode = 'PT409', message = 'rain_day_over';
  end if;
  delete from public.slot_claims where id = any (rain.claim_ids) and reason is not null;
  for answer in
    select * from public.rain_answers as one
    where one.rain_day_id = rain.id and one.state in ('asked', 'declined')
    order by one.booking_id
  loop
    perform private.take_back_question(answer);
  end loop;
end;
$$;

revoke all on function public.take_back_rain_day from public, anon, authenticated, service_role;
grant execute on function public.take_back_rain_day to authenticated;

create function private.answer_by_token(token text) returns public.rain_answers
language plpgsql set search_path = ''
as $$
declare
  found_id uuid := (select id from public.rain_answers where token_hash = private.hash_of_token(token));
begin
  if found_id is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return private.locked_answer(found_id);
end;
$$;

create function private.rain_offer_of(answer public.rain_answers) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when answer.state = 'asked' and coalesce(answer.expires_at <= now(), true) then 'lapsed'
      -- Not answered before the start.
      when answer.state = 'asked' and private.has_come(booking) then 'lapsed'
      when answer.state = 'over' then 'lapsed'
      else answer.state
    end,
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'service_name', booking.service_name,
    'vehicle_type', booking.vehicle_type,
    'car_model', booking.car_model,
    'car_year', booking.car_year,
    'was_date', answer.was_date,
    'was_time', to_char(answer.was_time, 'HH24:MI'),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'expires_at', answer.expires_at,
    'times', case answer.state when 'asked' then private.held_times(booking.id) else '[]' end
  )
  from public.bookings as booking
  where booking.id = answer.booking_id;
$$;

create function public.rain_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer public.rain_answers;
begin
  select * into answer from public.rain_answers where token_hash = private.hash_of_token(token);
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return private.rain_offer_of(answer);
end;
$$;

create function private.held_times(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', offer.id,
    'date', private.local_day(offer.starts_at),
    'time', private.local_time(offer.starts_at)
  ) order by offer.starts_at), '[]')
  from public.offered_times as offer
  where offer.booking_id = target_booking_id
    and offer.closed_at is null
    and offer.expires_at > now();
$$;

create function private.free_held_times(target_booking_id uuid, how text) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), how)
  from public.offered_times
  where booking_id = target_booking_id and kind = 'rain' and closed_at is null
  having count(*) > 0;
$$;

create function private.choose_held_time(answer public.rain_answers, offer_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  chosen public.offered_times;
begin
  select * into chosen from public.offered_times
  where id = choose_held_time.offer_id and booking_id = answer.booking_id and kind = 'rain'
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  if answer.state = 'chosen' and chosen.outcome = 'taken' then
    return;
  end if;
  -- The visit took place in spite of the rain.
  if answer.state = 'over' then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  if chosen.closed_at is not null or chosen.expires_at <= now() then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.lock_day(private.local_day(chosen.starts_at));
  -- First, so that end_rain_question does not take it for another move.
  update public.rain_answers set state = 'chosen', answered_at = now() where id = answer.id;
  perform private.close_offers(array[chosen.id], 'taken');
  perform private.free_held_times(answer.booking_id, 'declined');
  update public.bookings
  set
    booking_date = private.local_day(chosen.starts_at),
    booking_time = private.local_time(chosen.starts_at)::time
  where id = answer.booking_id;
end;
$$;

create function public.choose_rain_time(token text, offer_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer public.rain_answers := private.answer_by_token(token);
begin
  if answer.state = 'asked' and exists (
    select from public.bookings as booking where id = answer.booking_id and private.has_come(booking)
  ) then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.choose_held_time(answer, offer_id);
  return public.rain_offer(token);
end;
$$;

create function public.choose_rain_time_for(answer_id uuid, offer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.choose_held_time(private.locked_answer(answer_id), offer_id);
end;
$$;

create function public.decline_rain_times(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer public.rain_answers := private.answer_by_token(token);
begin
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  if answer.state = 'asked' then
    perform private.free_held_times(answer.booking_id, 'declined');
    update public.rain_answers set state = 'declined', answered_at = now() where id = answer.id;
    perform private.note_change(answer.booking_id, 'rain_times_declined', null, '{}');
  end if;
  return public.rain_offer(token);
end;
$$;

create function public.settle_rain_answer(answer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  answer public.rain_answers;
begin
  perform private.require_admin();
  answer := private.locked_answer(answer_id);
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.free_held_times(answer.booking_id, 'withdrawn');
  update public.rain_answers set state = 'settled', answered_at = now() where id = answer.id;
  perform private.note_change(answer.booking_id, 'rain_settled_by_phone', null, '{}');
end;
$$;

create function private.is_settled_by_phone(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.done_at is null and booking.no_show_at is null and exists (
    select
    from public.rain_answers as answer
    where answer.booking_id = booking.id
      and answer.state = 'settled'
      and (answer.was_date, answer.was_time) = (booking.booking_date, booking.booking_time)
  );
$$;

create function public.send_rain_times(target_rain_day_id uuid, target_booking_id uuid, times jsonb)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  answer public.rain_answers;
  held_until timestamptz;
begin
  perform private.require_admin();
  select * into rain from public.rain_days as one
  where one.id = target_rain_day_id and (one.taken_back_at is null or exists (
    select from public.rain_answers as asked
    where asked.rain_day_id = one.id and asked.booking_id = target_booking_id
      and asked.state in ('asked', 'declined')
  ));
  if not found then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash)
  select rain.id, id, booking_date, booking_time, private.hash_of_token(private.new_token())
  from private.rained_out(rain.day, rain.part)
  where id = target_booking_id
  on conflict on constraint rain_answers_once_a_booking do nothing;
  answer := private.locked_answer((
    select id from public.rain_answers where rain_day_id = rain.id and booking_id = target_booking_id
  ));
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.free_held_times(answer.booking_id, 'withdrawn');
  perform private.lock_days_of(times);
  held_until := private.rain_times_until(times, rain.answer_hours);
  perform private.hold_rain_time(answer.booking_id, start, held_until) from jsonb_array_elements(times) as start;
  perform private.ask_about_rain(answer, times, held_until);
end;
$$;

revoke all on function
  public.rain_offer, public.choose_rain_time, public.choose_rain_time_for, public.decline_rain_times,
  public.settle_rain_answer, public.send_rain_times
  from public, anon, authenticated, service_role;
grant execute on function
  public.rain_offer, public.choose_rain_time, public.decline_rain_times
  to anon, authenticated;
grant execute on function
  public.choose_rain_time_for, public.settle_rain_answer, public.send_rain_times
  to authenticated;

create table public.waiting_list (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  service_id text not null check (length(service_id) between 1 and 60),
  service_name text not null check (length(service_name) between 1 and 100),
  vehicle_type text not null check (vehicle_type in ('sedan', 'suv')),
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  name text not null check (length(name) between 1 and 100),
  email text not null check (email = lower(btrim(email)) and length(email) <= 254 and email like '%_@_%'),
  phone text not null check (phone ~ '^\+[0-9]{8,15}$'),
  created_at timestamptz not null default now(),
  booking_id uuid references public.bookings (id) on delete set null,
  booked_at timestamptz,
  left_at timestamptz
);

alter table public.offered_times
  add constraint offered_times_waiting_id_fkey
    foreign key (waiting_id) references public.waiting_list (id) on delete cascade;

create unique index waiting_list_once_idx on public.waiting_list (day, service_id, email)
  where booked_at is null and left_at is null;
create index waiting_list_waiting_idx on public.waiting_list (day, created_at)
  where booked_at is null and left_at is null;
create index waiting_list_created_at_idx on public.waiting_list (created_at);
create index waiting_list_email_idx on public.waiting_list (email);
create index waiting_list_booking_id_idx on public.waiting_list (booking_id);
create index waiting_list_day_idx on public.waiting_list (day, created_at) where left_at is null;

alter table public.waiting_list enable row level security;
revoke all on public.waiting_list from public, anon, authenticated, service_role;
grant all on public.waiting_list to service_role;

create function public.join_waiting_list(entry jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted public.waiting_list := jsonb_populate_record(null::public.waiting_list, entry);
begin
  perform private.lock_counted('public.waiting_list');
  if (
    select count(*) >= 1200
      or count(*) filter (where email = wanted.email and created_at > now() - interval '1 hour') >= 10
    from public.waiting_list
    where created_at > now() - interval '1 day'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_waiting';
  end if;
  insert into public.waiting_list
    (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone)
  values (
    wanted.day, wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.duration_minutes, wanted.name,
    wanted.email, wanted.phone
  )
  on conflict (day, service_id, email) where booked_at is null and left_at is null do nothing;
end;
$$;

create function public.remove_from_waiting_list(target_waiting_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.waiting_list set left_at = now()
  where id = target_waiting_id and left_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'waiting_not_found';
  end if;
  perform private.close_offers(array_agg(id), 'withdrawn')
  from public.offered_times
  where waiting_id = target_waiting_id and closed_at is null
  having count(*) > 0;
end;
$$;

create function public.forget_old_waiting() returns integer
language sql set search_path = ''
as $$
  with gone as (
    delete from public.waiting_list where day < private.local_today() - 30 returning id
  )
  select count(*)::integer from gone;
$$;

create function private.state_of_waiting(entry public.waiting_list) returns text
language sql stable set search_path = ''
as $$
  select case
    when entry.left_at is not null then 'left'
    when entry.booked_at is not null then coalesce((
      select case
        when booking.status = 'cancelled' then 'cancelled'
        when booking.status <> 'pending_payment' then 'booked'
        when exists (
          select from public.slot_claims as claim
          where claim.booking_id = booking.id and (claim.expires_at is null or claim.expires_at > now())
        ) then 'booking'
        else 'unpaid'
      end
      from public.bookings as booking where booking.id = entry.booking_id
    ), 'unpaid')
    when exists (
      select from public.offered_times as offer
      where offer.waiting_id = entry.id and offer.closed_at is null and offer.expires_at > now()
    ) then 'offered'
    else 'waiting'
  end;
$$;

create function public.waiting_list_of_days(from_day date, batch integer default 200) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id,
      'day', entry.day,
      'service_id', entry.service_id,
      'service_name', entry.service_name,
      'vehicle_type', entry.vehicle_type,
      'name', entry.name,
      'email', entry.email,
      'phone', entry.phone,
      'created_at', entry.created_at,
      'state', private.state_of_waiting(entry),
      'booking_id', entry.booking_id,
      'offered', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', offer.id,
          'time', private.local_time(offer.starts_at),
          'expires_at', offer.expires_at,
          'outcome', coalesce(offer.outcome, case when offer.expires_at > now() then 'held' else 'lapsed' end)
        ) order by offer.created_at), '[]')
        from public.offered_times as offer
        where offer.waiting_id = entry.id
      )
    ) order by entry.day, entry.created_at), '[]')
    from (
      select * from public.waiting_list
      where day >= from_day and left_at is null
      order by day, created_at
      limit least(batch, 500)
    ) as entry
  );
end;
$$;

create function private.close_waiting_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  place_id uuid;
begin
  if tg_op = 'UPDATE' and private.is_standing(old.status) and old.booking_date = new.booking_date then
    return null;
  end if;
  update public.waiting_list set booked_at = now(), booking_id = new.id
  where day = new.booking_date
    and service_id = new.service_id
    and email = new.customer_email
    and booked_at is null
    and left_at is null
  returning id into place_id;
  if place_id is null then
    return null;
  end if;
  perform private.close_offers(
    array[offer.id], case when offer.starts_at = lower(private.span_of(new)) then 'taken' else 'withdrawn' end
  )
  from public.offered_times as offer
  where offer.waiting_id = place_id and offer.closed_at is null;
  return null;
end;
$$;

create trigger stop_waiting after update of status, booking_date on public.bookings
  for each row when (new.status in ('deposit_paid', 'confirmed', 'paid'))
  execute function private.close_waiting_place();

create trigger stop_waiting_at_once after insert on public.bookings
  for each row when (new.status in ('deposit_paid', 'confirmed', 'paid'))
  execute function private.close_waiting_place();

revoke all on function
  public.join_waiting_list, public.remove_from_waiting_list, public.forget_old_waiting, public.waiting_list_of_days
  from public, anon, authenticated, service_role;
grant execute on function public.join_waiting_list, public.forget_old_waiting to service_role;
grant execute on function public.remove_from_waiting_list, public.waiting_list_of_days to authenticated;

create function public.waiting_to_be_offered() returns jsonb
language sql stable set search_path = ''
as $$
  with entries as materialized (
    select *
    from public.waiting_list
    where booked_at is null
      and left_at is null
      and day >= private.local_today()
      -- No time is held while the email about it is switched off.
      and private.mail_is_on('waiting_list_offer')
      and not exists (
        select from public.offered_times as offer
        where offer.waiting_id = waiting_list.id
          and ((offer.closed_at is null and offer.expires_at > now()) or private.may_be_heard_of(offer))
      )
    order by day, created_at
    limit 500
  )
  select jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry.id,
        'date', entry.day,
        'durationMinutes', entry.duration_minutes,
        'offered', (
          select coalesce(jsonb_agg(private.local_time(offer.starts_at)), '[]')
          from public.offered_times as offer
          where offer.waiting_id = entry.id and private.was_never_heard_of(offer) is not true
        )
      ) order by entry.day, entry.created_at), '[]')
      from entries as entry
    ),
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', slot.booking_date,
        'time', slot.booking_time,
        'durationMinutes', slot.duration_minutes,
        'crew', slot.crew,
        'isTimeOff', slot.service_name is null
      )), '[]')
      from public.booked_slots as slot
      where slot.booking_date in (select day from entries)
    )
  );
$$;

create function public.offer_freed_time(target_waiting_id uuid, start_time time, hold_minutes integer)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  entry public.waiting_list;
  offer public.offered_times;
  token text := private.new_token();
begin
  -- The address and the day before the place, as bookings and payments do.
  perform private.lock_email(email), private.lock_day(day) from public.waiting_list where id = target_waiting_id;
  select * into entry from public.waiting_list
  where id = target_waiting_id and booked_at is null and left_at is null
  for update;
  if not found then
    return false;
  end if;
  perform private.close_offers(array_agg(id), 'lapsed')
  from public.offered_times
  where waiting_id = entry.id and closed_at is null and expires_at <= now()
  having count(*) > 0;
  if exists (
    select from public.offered_times as earlier
    where earlier.waiting_id = entry.id
      and (
        earlier.closed_at is null
        or private.may_be_heard_of(earlier)
        or (
          earlier.starts_at = private.instant_of(entry.day, start_time)
          and private.was_never_heard_of(earlier) is not true
        )
      )
  ) then
    return false;
  end if;
  insert into public.offered_times
    (kind, waiting_id, service_name, starts_at, duration_minutes, expires_at, token_hash)
  values (
    'waiting', entry.id, entry.service_name, private.instant_of(entry.day, start_time), entry.duration_minutes,
    now() + hold_minutes * interval '1 minute', private.hash_of_token(token)
  )
  returning * into offer;
  perform private.hold_offer(offer);
  perform public.enqueue_mail(
    'waiting_list_offer:' || offer.id,
    'waiting_list_offer',
    entry.email,
    null,
    jsonb_build_object(
      'customer_name', entry.name,
      'service_name', entry.service_name,
      'offer', private.offer_in_mail(
        '/schedule?offer=' || token,
        '/waiting-list?token=' || token,
        jsonb_build_array(jsonb_build_object('date', entry.day, 'time', to_char(start_time, 'HH24:MI'))),
        offer.expires_at
      )
    )
  );
  return true;
exception
  when sqlstate 'PT409' then
    return false;
end;
$$;

create function public.waiting_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  told jsonb;
begin
  select jsonb_build_object(
    'state', coalesce(offer.outcome, case when offer.expires_at > now() then 'held' else 'lapsed' end),
    'date', private.local_day(offer.starts_at),
    'time', private.local_time(offer.starts_at),
    'expires_at', offer.expires_at,
    'service_id', entry.service_id,
    'service_name', entry.service_name,
    'vehicle_type', entry.vehicle_type,
    'is_waiting', entry.booked_at is null and entry.left_at is null
  ) || case when offer.closed_at is null and offer.expires_at > now() then
    jsonb_build_object('name', entry.name, 'email', entry.email, 'phone', entry.phone)
  else '{}' end
  into told
  from public.offered_times as offer
  join public.waiting_list as entry on entry.id = offer.waiting_id
  where offer.token_hash = private.hash_of_token(token);
  if told is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return told;
end;
$$;

create function public.decline_waiting_offer(token text, leave boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  offer public.offered_times;
begin
  -- The place before its offers, as everywhere.
  perform from public.waiting_list
  where id = (select waiting_id from public.offered_times where token_hash = private.hash_of_token(token))
  for update;
  select * into offer from public.offered_times where token_hash = private.hash_of_token(token) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  if offer.outcome = 'taken' then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.close_offers(array[offer.id], 'declined');
  if leave then
    update public.waiting_list set left_at = coalesce(left_at, now())
    where id = offer.waiting_id and booked_at is null;
  end if;
  return public.waiting_offer(token);
end;
$$;

create function private.use_offer(target_offer_id uuid, booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  offer public.offered_times;
begin
  -- The place before its offers, as everywhere.
  perform from public.waiting_list
  where id = (select waiting_id from public.offered_times where id = target_offer_id)
  for update;
  select * into offer from public.offered_times
  where id = target_offer_id
    and kind = 'waiting'
    and closed_at is null
    and starts_at = lower(private.span_of(booking))
  for update;
  if found then
    perform private.close_offers(array[offer.id], 'taken');
    update public.waiting_list set booked_at = now(), booking_id = booking.id where id = offer.waiting_id;
  end if;
end;
$$;

create function private.use_named_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.use_offer(private.named_offer_id(), new);
  return null;
end;
$$;

create trigger use_named_offer after insert on public.bookings
  for each row when (new.status = 'pending_payment') execute function private.use_named_offer();

revoke all on function
  public.waiting_to_be_offered, public.offer_freed_time, public.waiting_offer, public.decline_waiting_offer
  from public, anon, authenticated, service_role;
grant execute on function public.waiting_to_be_offered, public.offer_freed_time, private.use_offer to service_role;
grant execute on function public.waiting_offer, public.decline_waiting_offer to anon, authenticated;

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete restrict,
  stripe_payment_intent_id text unique check (length(stripe_payment_intent_id) between 1 and 255),
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'requires_payment' check (
    status in ('requires_payment', 'processing', 'succeeded', 'failed', 'canceled')
  ),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  reported_refunded_cents integer not null default 0 check (reported_refunded_cents >= 0),
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  reconciled_at timestamptz,
  method text not null default 'online' check (method in ('online', 'cash', 'card', 'e_transfer')),
  tip_cents integer not null default 0 check (tip_cents between 0 and amount_cents),
  recorded_by uuid references auth.users (id) on delete set null,
  request_id uuid unique,
  constraint payments_succeeded_has_a_moment check ((status = 'succeeded') = (settled_at is not null)),
  constraint payments_online_have_an_intent check (
    (method = 'online') = (stripe_payment_intent_id is not null)
  ),
  constraint payments_on_site_have_arrived check (
    method = 'online' or status in ('succeeded', 'canceled')
  )
);

create index payments_booking_id_idx on public.payments (booking_id);
create index payments_open_idx on public.payments (coalesce(reconciled_at, created_at))
  where status in ('requires_payment', 'processing', 'failed');
create index payments_recorded_by_idx on public.payments (recorded_by) where recorded_by is not null;
create index payments_settled_at_idx on public.payments (settled_at, id) where status = 'succeeded';
create index payments_updated_at_idx on public.payments (updated_at, id);

alter table public.payments enable row level security;
revoke all on public.payments from public, anon, authenticated, service_role;
grant all on public.payments to service_role;

create table public.stripe_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) between 1 and 100),
  received_at timestamptz not null default now()
);

alter table public.stripe_events enable row level security;
revoke all on public.stripe_events from public, anon, authenticated, service_role;
grant all on public.stripe_events to service_role;

create function private.keepable_cents(payment public.payments) returns integer
language sql stable set search_path = ''
as $$
  select case payment.status when 'succeeded' then payment.amount_cents else 0 end
    - greatest(payment.refunded_cents, coalesce(sum(amount_cents) filter (where status <> 'failed'), 0))::integer
  from public.refunds
  where payment_id = payment.id;
$$;

create function private.money_of(target_booking_id uuid, out paid_cents integer, out refunded_cents integer)
language sql stable set search_path = ''
as $$
  select
    coalesce(sum(payment.amount_cents), 0)::integer,
    coalesce(sum(payment.amount_cents - private.keepable_cents(payment)), 0)::integer
  from public.payments as payment
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
$$;

create function private.collected_cents(target_booking_id uuid) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(sum(payment.amount_cents - payment.tip_cents), 0)::integer
  from public.payments as payment
  where payment.booking_id = target_booking_id
    and payment.status = 'succeeded'
    and private.keepable_cents(payment) > 0;
$$;

create function private.due_on_site_cents(booking public.bookings) returns integer
language sql stable set search_path = ''
as $$
  select case booking.status
    when 'paid' then 0
    else greatest(0, booking.total_cents
      - greatest(booking.due_now_cents, private.collected_cents(booking.id)))
  end;
$$;

create function private.online_kept_cents(target_booking_id uuid) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(sum(private.keepable_cents(payment)), 0)::integer
  from public.payments as payment
  where payment.booking_id = target_booking_id and payment.status = 'succeeded' and payment.method = 'online';
$$;

create function public.begin_payment(target_booking_id uuid, payment_intent_id text, amount_cents integer)
returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_status text;
begin
  select status into current_status from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if current_status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if not exists (select from public.slot_claims where booking_id = target_booking_id) then
    raise exception using errcode = 'PT410', message = 'hold_lapsed';
  end if;
  insert into public.payments as payment (booking_id, stripe_payment_intent_id, amount_cents)
  values (target_booking_id, payment_intent_id, begin_payment.amount_cents)
  on conflict (stripe_payment_intent_id) do update
  set amount_cents = excluded.amount_cents, status = 'requires_payment'
  where payment.status in ('requires_payment', 'failed');
end;
$$;

create function public.booking_for_payment(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'expires_at', claim.expires_at,
    'has_claim', claim.id is not null,
    'is_rained_out', private.is_rained_out(booking.id),
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'due_on_site_cents', private.due_on_site_cents(booking),
    'online_kept_cents', private.online_kept_cents(booking.id),
    'open_payment_intent_id', (
      select stripe_payment_intent_id
      from public.payments
      where booking_id = booking.id and status in ('requires_payment', 'processing', 'failed')
      order by created_at desc
      limit 1
    )
  )
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
$$;

create function public.payments_to_reconcile(batch integer, older_than_seconds integer)
returns table (payment_intent_id text, booking_id uuid, hold_lapsed boolean)
language sql set search_path = ''
as $$
  update public.payments as payment
  set reconciled_at = now()
  where payment.id = any (array(
    select open.id
    from public.payments as open
    where open.status in ('requires_payment', 'processing', 'failed')
      and coalesce(open.reconciled_at, open.created_at) < now() - older_than_seconds * interval '1 second'
    order by coalesce(open.reconciled_at, open.created_at)
    limit batch
    for update skip locked
  ))
  returning
    payment.stripe_payment_intent_id,
    payment.booking_id,
    not exists (
      select
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.booking_id = payment.booking_id
        and booking.status = 'pending_payment'
        and claim.expires_at > now()
    );
$$;

create function private.is_new_event(event_id text, event_type text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into public.stripe_events (id, type) values (event_id, event_type) on conflict (id) do nothing;
  return found;
end;
$$;

create function private.duplicate_event(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'duplicate_event',
    'booking_id', target_booking_id,
    'status', (select status from public.bookings where id = target_booking_id),
    'refund_id', null
  );
$$;

create trigger touch_updated_at before update on public.payments
  for each row execute function private.touch_updated_at();

revoke all on function
  public.begin_payment, public.booking_for_payment, public.payments_to_reconcile
  from public, anon, authenticated, service_role;
grant execute on function
  private.keepable_cents, private.money_of, private.collected_cents, private.due_on_site_cents,
  private.online_kept_cents, public.begin_payment, public.booking_for_payment, public.payments_to_reconcile,
  private.is_new_event, private.duplicate_event
  to service_role;

create function private.refusal_of(booking public.bookings, payment public.payments) returns text
language sql set search_path = ''
as $$
  select case
    when booking.status = 'cancelled' then 'booking_cancelled'
    when booking.status <> 'pending_payment' then 'already_paid'
    when payment.amount_cents <> booking.due_now_cents then 'amount_mismatch'
    else private.make_permanent(booking)
  end;
$$;

create function private.settle(intent_id text, target_booking_id uuid, cents integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  payment public.payments;
  refusal text;
  new_refund_id uuid;
begin
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  select * into payment from public.payments where stripe_payment_intent_id = intent_id for update;
  if payment.booking_id <> booking.id then
    raise exception using errcode = 'PT409', message = 'payment_of_another_booking';
  end if;
  if payment.status = 'succeeded' then
    return jsonb_build_object(
      'outcome', 'already_settled',
      'booking_id', booking.id,
      'status', booking.status,
      'refund_id', (select id from public.refunds where payment_id = payment.id order by created_at desc limit 1)
    );
  end if;
  insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at)
  values (booking.id, intent_id, cents, 'succeeded', now())
  on conflict (stripe_payment_intent_id) do update
  set amount_cents = excluded.amount_cents, status = 'succeeded', settled_at = now(), last_error = null
  returning * into payment;

  refusal := private.refusal_of(booking, payment);
  if refusal is not null then
    if booking.status = 'pending_payment' then
      perform private.cancel(booking.id);
    end if;
    new_refund_id := private.refund_payment(payment, booking, refusal);
  else
    update public.bookings
    set
      status = case payment_option when 'pay_deposit' then 'deposit_paid' else 'confirmed' end,
      deposit_paid = (payment_option = 'pay_deposit'),
      stripe_checkout_session_id = intent_id
    where id = booking.id;
    perform public.enqueue_mail(
      'booking_confirmation:' || booking.id, 'booking_confirmation', booking.customer_email, booking.id, '{}'
    );
  end if;
  return jsonb_build_object(
    'outcome', case when refusal is null then 'settled' else 'refund_due' end,
    'booking_id', booking.id,
    'status', (select status from public.bookings where id = booking.id),
    'refund_id', new_refund_id
  );
end;
$$;

create function public.settle_payment(
  payment_intent_id text,
  target_booking_id uuid,
  amount_cents integer,
  event_id text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  if event_id is not null and not private.is_new_event(event_id, 'payment_intent.succeeded') then
    return private.duplicate_event(target_booking_id);
  end if;
  return private.settle(payment_intent_id, target_booking_id, amount_cents);
end;
$$;

revoke all on function public.settle_payment from public, anon, authenticated, service_role;
grant execute on function private.refusal_of, private.settle, public.settle_payment to service_role;

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'sent', 'succeeded', 'failed', 'owed')),
  stripe_refund_id text unique check (length(stripe_refund_id) between 1 and 255),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  replaced_by uuid references public.refunds (id) on delete set null,
  sending_until timestamptz
);

create index refunds_payment_id_idx on public.refunds (payment_id);
create index refunds_pending_idx on public.refunds (next_attempt_at) where status = 'pending';
create index refunds_created_at_idx on public.refunds (created_at, id) where status <> 'failed';
create index refunds_replaced_by_idx on public.refunds (replaced_by) where replaced_by is not null;
create index refunds_unfinished_idx on public.refunds (created_at)
  where status in ('pending', 'sent', 'failed') and replaced_by is null;

alter table public.refunds enable row level security;
revoke all on public.refunds from public, anon, authenticated, service_role;
grant all on public.refunds to service_role;

create function private.sum_refunds(target_payment_id uuid) returns void
language sql set search_path = ''
as $$
  update public.payments
  set refunded_cents = least(amount_cents, greatest(
    reported_refunded_cents,
    (
      select coalesce(sum(refund.amount_cents), 0)
      from public.refunds as refund
      where refund.payment_id = target_payment_id and refund.status in ('sent', 'succeeded')
    )
  ))
  where id = target_payment_id;
$$;

create function private.refund_payment(payment public.payments, booking public.bookings, why text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  new_refund_id uuid;
begin
  insert into public.refunds (payment_id, amount_cents, reason)
  values (payment.id, payment.amount_cents, why)
  returning id into new_refund_id;
  perform public.enqueue_mail(
    'payment_refunded:' || payment.id,
    'payment_refunded',
    booking.customer_email,
    booking.id,
    jsonb_build_object('refund_cents', payment.amount_cents)
  );
  return new_refund_id;
end;
$$;

create function private.add_refunds(target_booking_id uuid, refund_cents integer, why text)
returns setof public.refunds
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  refund public.refunds;
  left_cents integer := refund_cents;
  part integer;
begin
  for payment in
    select * from public.payments
    where booking_id = target_booking_id and status = 'succeeded'
    order by (method = 'online') desc, settled_at desc
    for update
  loop
    part := least(left_cents, private.keepable_cents(payment));
    if part > 0 then
      left_cents := left_cents - part;
      insert into public.refunds (payment_id, amount_cents, reason, status)
      values (payment.id, part, why, case payment.method when 'online' then 'pending' else 'owed' end)
      returning * into refund;
      if refund.status = 'owed' then
        perform private.look_at_refund(refund.id);
      end if;
      return next refund;
    end if;
  end loop;
end;
$$;

create function public.refunds_to_send(batch integer, lease_seconds integer)
returns table (id uuid, payment_intent_id text, amount_cents integer, booking_id uuid)
language sql set search_path = ''
as $$
  update public.refunds as refund
  set
    attempts = refund.attempts + 1,
    next_attempt_at = now() + lease_seconds * interval '1 second',
    sending_until = now() + lease_seconds * interval '1 second'
  from public.payments as payment
  where payment.id = refund.payment_id
    and refund.id = any (array(
      select waiting.id
      from public.refunds as waiting
      where waiting.status = 'pending' and waiting.next_attempt_at <= now()
      order by waiting.next_attempt_at
      limit batch
      for update skip locked
    ))
  returning refund.id, payment.stripe_payment_intent_id, refund.amount_cents, payment.booking_id;
$$;

create function public.record_refund(
  target_refund_id uuid,
  stripe_refund_id text,
  refund_status text,
  error text default null
) returns void
language sql set search_path = ''
as $$
  select private.note_refund(target_refund_id, stripe_refund_id, refund_status, error);
$$;

create function private.note_attempt(
  intent_id text,
  target_booking_id uuid,
  cents integer,
  new_status text,
  problem text
) returns void
language sql set search_path = ''
as $$
  insert into public.payments as payment (booking_id, stripe_payment_intent_id, amount_cents, status, last_error)
  values (target_booking_id, intent_id, cents, new_status, left(problem, 1000))
  on conflict (stripe_payment_intent_id) do update
  set status = excluded.status, last_error = excluded.last_error
  where payment.status not in ('succeeded', 'canceled');
$$;

revoke all on function public.refunds_to_send, public.record_refund from public, anon, authenticated, service_role;
grant execute on function
  private.sum_refunds, private.refund_payment, private.add_refunds, public.refunds_to_send, public.record_refund,
  private.note_attempt
  to service_role;

create function private.note_refund(target_refund_id uuid, stripe_id text, new_status text, problem text) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  next_status text := new_status;
  wait interval;
begin
  -- The payment first, as everywhere, so that two reports about it go one after the other.
  perform from public.payments
  where id = (select payment_id from public.refunds where id = target_refund_id) for update;
  select * into refund from public.refunds where id = target_refund_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  if (refund.status = 'failed' and refund.stripe_refund_id is not null)
    or (refund.status = 'succeeded' and new_status in ('pending', 'sent'))
    or (refund.status = 'sent' and new_status = 'pending') then
    next_status := refund.status;
  end if;
  wait := coalesce(private.wait_after(greatest(refund.attempts, 1)), interval '1 day');
  update public.refunds
  set
    status = next_status,
    stripe_refund_id = coalesce(stripe_refund_id, stripe_id),
    last_error = left(problem, 1000),
    sending_until = null,
    next_attempt_at = case next_status when 'pending' then now() + wait else next_attempt_at end
  where id = refund.id;
  if next_status = 'failed' and refund.status in ('sent', 'succeeded') then
    update public.payments
    set reported_refunded_cents = greatest(reported_refunded_cents - refund.amount_cents, 0)
    where id = refund.payment_id;
  end if;
  perform private.sum_refunds(refund.payment_id);
end;
$$;

create function private.note_refund_event(payment public.payments, cents integer, detail jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  known_id uuid;
  next_status text := case detail ->> 'refund_status'
    when 'succeeded' then 'succeeded'
    when 'failed' then 'failed'
    when 'canceled' then 'failed'
    else 'sent'
  end;
begin
  select id into known_id
  from public.refunds
  where payment_id = payment.id
    and (
      stripe_refund_id = detail ->> 'refund_id'
      or (stripe_refund_id is null and id::text = lower(detail ->> 'own_refund_id'))
    );
  if known_id is null then
    insert into public.refunds (payment_id, amount_cents, reason, status, stripe_refund_id)
    values (payment.id, cents, 'made_outside', 'sent', detail ->> 'refund_id')
    returning id into known_id;
  end if;
  perform private.note_refund(known_id, detail ->> 'refund_id', next_status, detail ->> 'error');
end;
$$;

create function public.apply_payment_event(
  event_id text,
  event_type text,
  payment_intent_id text,
  target_booking_id uuid,
  amount_cents integer,
  detail jsonb
) returns jsonb
language plpgsql set search_path = ''
as $$
#variable_conflict use_variable
declare
  payment public.payments;
  known_booking_id uuid;
begin
  select * into payment from public.payments where stripe_payment_intent_id = payment_intent_id;
  select id into known_booking_id
  from public.bookings where id = coalesce(payment.booking_id, target_booking_id);
  if not private.is_new_event(event_id, event_type) then
    return private.duplicate_event(known_booking_id);
  end if;
  if known_booking_id is null then
    if event_type like 'refund.%' and detail ->> 'refund_status' in ('failed', 'canceled') then
      perform private.reopen_refunded(payment_intent_id, detail ->> 'refund_id', detail ->> 'error');
    end if;
    return jsonb_build_object('outcome', 'ignored', 'booking_id', null, 'status', null, 'refund_id', null);
  end if;
  -- The booking before its payments, as everywhere.
  perform from public.bookings where id = known_booking_id for update;
  if event_type = 'payment_intent.succeeded' then
    return private.settle(payment_intent_id, known_booking_id, amount_cents);
  elsif event_type = 'payment_intent.payment_failed' then
    perform private.note_attempt(payment_intent_id, known_booking_id, amount_cents, 'failed', detail ->> 'error');
  elsif event_type = 'payment_intent.processing' then
    perform private.note_attempt(payment_intent_id, known_booking_id, amount_cents, 'processing', null);
  elsif event_type = 'payment_intent.canceled' then
    perform private.note_attempt(payment_intent_id, known_booking_id, amount_cents, 'canceled', null);
  elsif event_type = 'charge.refunded' and payment.id is not null then
    update public.payments as paid
    set reported_refunded_cents = greatest(paid.reported_refunded_cents, (detail ->> 'refunded_cents')::integer)
    where paid.id = payment.id;
    perform private.sum_refunds(payment.id);
  elsif event_type like 'refund.%' and payment.id is not null then
    perform private.note_refund_event(payment, amount_cents, detail);
  end if;
  return jsonb_build_object(
    'outcome', 'recorded',
    'booking_id', known_booking_id,
    'status', (select status from public.bookings where id = known_booking_id),
    'refund_id', null
  );
end;
$$;

create function public.unrecorded_refunds(seen jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(named ->> 'id'), '{}')
  from jsonb_array_elements(seen) as named
  left join public.payments as payment on payment.stripe_payment_intent_id = named ->> 'payment_intent_id'
  -- One index lookup for each: as "not exists" it reads all refunds.
  where case when payment.id is null then
    named ->> 'status' in ('failed', 'canceled')
    and private.finding_of_refund(named ->> 'payment_intent_id', named ->> 'id') is not null
  else not coalesce((
    select case named ->> 'status'
      when 'succeeded' then refund.status in ('succeeded', 'failed')
      when 'failed' then refund.status = 'failed'
      when 'canceled' then refund.status = 'failed'
      else true
    end
    from public.refunds as refund
    where refund.stripe_refund_id = named ->> 'id'
    limit 1
  ), false) end;
$$;

revoke all on function
  public.apply_payment_event, public.unrecorded_refunds
  from public, anon, authenticated, service_role;
grant execute on function
  private.note_refund, private.note_refund_event, public.apply_payment_event, public.unrecorded_refunds
  to service_role;

create table public.coupon_redemptions (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  code text not null,
  email text not null,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  marks text[] not null default '{}',
  constraint coupon_redemptions_once_an_email unique (code, email),
  constraint coupon_redemptions_once_an_account unique (code, user_id)
);

create index coupon_redemptions_email_idx on public.coupon_redemptions (email);
create index coupon_redemptions_user_id_idx on public.coupon_redemptions (user_id);
create index coupon_redemptions_marks_idx on public.coupon_redemptions using gin (marks);

alter table public.coupon_redemptions enable row level security;
revoke all on public.coupon_redemptions from public, anon, authenticated, service_role;
grant all on public.coupon_redemptions to service_role;

create function private.mark_of(email text) returns text
language sql stable security definer set search_path = ''
as $$
  select 'forgotten:' || encode(sha256(convert_to(pepper || lower(btrim(email)), 'UTF8')), 'hex')
  from private.forgetting;
$$;

create function private.mailbox_of(email text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when name = '' or domain = '' then address
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select
      lower(btrim(email)) as address,
      regexp_replace(regexp_replace(lower(btrim(email)), '@[^@]*$', ''), '\+.*$', '') as name,
      substring(lower(btrim(email)) from '@([^@]+)$') as domain
  ) as parts;
$$;

create function private.marks_of_person(email text, phone text) returns text[]
language sql stable set search_path = ''
as $$
  select array_remove(array[
    private.mark_of(private.mailbox_of(email)),
    private.mark_of('phone:+' || nullif(ltrim(regexp_replace(phone, '\D', '', 'g'), '0'), ''))
  ], null);
$$;

create function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone);
begin
  if booking.coupon_code is null then
    return;
  end if;
  -- Two bookings with one phone number may have two addresses, so redemptions of a coupon are serialized.
  perform private.lock_coupon(booking.coupon_code);
  if exists (
    select
    from public.coupon_redemptions
    where code = booking.coupon_code
      and booking_id <> booking.id
      and marks && (person || private.mark_of(booking.customer_email))
  ) then
    raise unique_violation;
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id, marks)
  values (
    booking.id, booking.coupon_code, coalesce(booking.customer_email, 'phone:' || booking.customer_phone),
    booking.user_id, person
  )
  on conflict (booking_id) do nothing;
exception
  when unique_violation then
    raise exception using
      errcode = 'PT409',
      message = 'coupon_used',
      detail = 'This coupon was already used with this email address, phone number or account.';
end;
$$;

create function private.free_unheld_coupons(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone);
begin
  delete from public.coupon_redemptions as redemption
  using public.bookings as other
  where redemption.booking_id = other.id
    and other.id <> booking.id
    and other.status = 'pending_payment'
    and (redemption.marks && person or redemption.user_id = booking.user_id)
    and not exists (
      select from public.slot_claims where booking_id = other.id and expires_at > now()
    );
end;
$$;

grant execute on function
  private.mark_of, private.mailbox_of, private.marks_of_person, private.redeem_coupon, private.free_unheld_coupons
  to service_role;

create function private.payment_noted_as(
  target_booking_id uuid, request uuid, method text, amount_cents integer, tip_cents integer
) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  noted public.payments;
begin
  select * into noted from public.payments where request_id = request and booking_id = target_booking_id;
  if noted.id is not null and (noted.status, noted.method, noted.amount_cents, noted.tip_cents)
    is distinct from ('succeeded', payment_noted_as.method, payment_noted_as.amount_cents, payment_noted_as.tip_cents)
  then
    raise exception using
      errcode = 'PT409',
      message = 'already_noted_otherwise',
      detail = jsonb_build_object(
        'method', noted.method, 'amount_cents', noted.amount_cents, 'tip_cents', noted.tip_cents,
        'status', noted.status
      )::text;
  end if;
  return noted.id;
end;
$$;

create function public.record_payment(
  target_booking_id uuid,
  method text,
  amount_cents integer,
  tip_cents integer default 0,
  request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  noted_id uuid;
begin
  noted_id := private.payment_noted_as(booking.id, request_id, method, amount_cents, tip_cents);
  if noted_id is null then
    perform private.check_stands(booking);
    if method not in ('cash', 'card', 'e_transfer') or amount_cents <= 0
      or tip_cents not between 0 and amount_cents then
      raise exception using errcode = 'PT400', message = 'invalid_payment';
    end if;
    if amount_cents - tip_cents > private.due_on_site_cents(booking) then
      raise exception using errcode = 'PT409', message = 'amount_too_large';
    end if;
    insert into public.payments
      (booking_id, method, amount_cents, tip_cents, status, settled_at, recorded_by, request_id)
    values (
      booking.id, record_payment.method, record_payment.amount_cents, record_payment.tip_cents, 'succeeded', now(),
      (select auth.uid()), record_payment.request_id
    )
    returning id into noted_id;
    perform private.note_change(booking.id, 'payment_recorded', null, jsonb_build_object(
      'payment_id', noted_id, 'method', method, 'amount_cents', amount_cents, 'tip_cents', tip_cents
    ));
    if private.due_on_site_cents(booking) = 0 then
      update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
    end if;
  end if;
  select * into booking from public.bookings where id = target_booking_id;
  return jsonb_build_object(
    'payment_id', noted_id, 'status', booking.status, 'due_on_site_cents', private.due_on_site_cents(booking)
  );
end;
$$;

create function private.withdrawn_receipt(payment public.payments) returns text
language sql stable set search_path = ''
as $$
  select case
    when bool_or(status in ('sent', 'queued')) then 'sent'
    when count(*) > 0 then 'dropped'
    else 'none'
  end
  from public.mail_outbox
  where booking_id = payment.booking_id and key like '%:withdrawn:' || payment.id;
$$;

create function private.withdraw_receipts(payment public.payments) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set
    key = key || ':withdrawn:' || payment.id,
    status = case when status = 'queued' and coalesce(locked_until, '-infinity') <= now() then 'dropped' else status end
  where booking_id = payment.booking_id and template_type = 'receipt'
    and created_at >= payment.settled_at and key not like '%:withdrawn:%';
$$;

create function private.take_back_paid(booking public.bookings, payment public.payments) returns void
language plpgsql set search_path = ''
as $$
declare
  made_paid public.booking_changes;
begin
  select * into made_paid from public.booking_changes as change
  where change.booking_id = booking.id and change."is" ->> 'status' = 'paid'
  order by change.id desc limit 1;
  if booking.status = 'paid' and made_paid.was ->> 'status' is not null and (
    made_paid.at = payment.settled_at
    or booking.total_cents > greatest(booking.due_now_cents, private.collected_cents(booking.id))
  ) then
    update public.bookings set status = made_paid.was ->> 'status' where id = booking.id;
  end if;
end;
$$;

create function public.undo_payment(target_payment_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(
    (select booking_id from public.payments where id = target_payment_id)
  );
  payment public.payments;
begin
  select * into payment from public.payments where id = target_payment_id for update;
  if payment.method = 'online' then
    raise exception using errcode = 'PT409', message = 'payment_online';
  end if;
  if exists (select from public.refunds where payment_id = payment.id) then
    raise exception using errcode = 'PT409', message = 'payment_refunded';
  end if;
  if payment.status = 'succeeded' then
    update public.payments set status = 'canceled', settled_at = null where id = payment.id;
    perform private.note_change(booking.id, 'payment_undone', jsonb_build_object(
      'payment_id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents,
      'tip_cents', payment.tip_cents
    ), null);
    perform private.take_back_paid(booking, payment);
    perform private.withdraw_receipts(payment);
  end if;
  select * into booking from public.bookings where id = booking.id;
  return jsonb_build_object(
    'status', booking.status,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'receipt', private.withdrawn_receipt(payment)
  );
end;
$$;

revoke all on function public.record_payment, public.undo_payment from public, anon, authenticated, service_role;
grant execute on function public.record_payment, public.undo_payment to authenticated;

create table public.payment_findings (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (
    kind in ('paid_without_booking', 'booking_without_payment', 'refund_stuck', 'amount_unlike')
  ),
  subject text not null check (length(subject) between 1 and 300),
  reason text not null check (reason ~ '^[a-z][a-z_]{0,39}$'),
  booking_id uuid references public.bookings (id) on delete cascade,
  refund_id uuid references public.refunds (id) on delete cascade,
  stripe_payment_intent_id text check (length(stripe_payment_intent_id) between 1 and 255),
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  found_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('mended', 'cleared', 'accepted')),
  constraint payment_findings_closed_have_an_outcome check ((closed_at is null) = (outcome is null))
);

create unique index payment_findings_open_once on public.payment_findings (kind, subject) where closed_at is null;
create index payment_findings_subject_idx on public.payment_findings (subject);
create index payment_findings_closed_idx on public.payment_findings (closed_at, id) where closed_at is not null;
create index payment_findings_booking_id_idx on public.payment_findings (booking_id) where booking_id is not null;
create index payment_findings_refund_id_idx on public.payment_findings (refund_id) where refund_id is not null;

alter table public.payment_findings enable row level security;
revoke all on public.payment_findings from public, anon, authenticated, service_role;
grant select on public.payment_findings to service_role;

create table public.payment_finding_steps (
  id bigint generated by default as identity primary key,
  finding_id uuid not null references public.payment_findings (id) on delete cascade,
  at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  actor_label text not null check (length(actor_label) between 1 and 254),
  step text not null check (step ~ '^[a-z][a-z_]{0,39}$'),
  note text check (length(note) between 1 and 1000)
);

create index payment_finding_steps_finding_id_idx on public.payment_finding_steps (finding_id, id);
create index payment_finding_steps_actor_idx on public.payment_finding_steps (actor) where actor is not null;

alter table public.payment_finding_steps enable row level security;
revoke all on public.payment_finding_steps from public, anon, authenticated, service_role;
revoke all on sequence public.payment_finding_steps_id_seq from public, anon, authenticated, service_role;

create table public.payment_scans (
  id boolean primary key default true check (id),
  bookings_until timestamptz not null default '-infinity',
  last_booking_id uuid not null default '00000000-0000-0000-0000-000000000000',
  payments_until timestamptz not null default '-infinity',
  last_payment_id uuid not null default '00000000-0000-0000-0000-000000000000',
  swept_at timestamptz not null default '-infinity'
);

alter table public.payment_scans enable row level security;
revoke all on public.payment_scans from public, anon, authenticated, service_role;

create function private.add_finding_step(target_finding_id uuid, step text, note text default null) returns void
language sql security definer set search_path = ''
as $$
  insert into public.payment_finding_steps (finding_id, actor, actor_label, step, note)
  select
    target_finding_id,
    person.id,
    coalesce(nullif(person.email, ''), 'System'),
    add_finding_step.step,
    left(nullif(btrim(add_finding_step.note), ''), 1000)
  from (select) as one
  -- Findings open and clear by themselves, whoever was looking.
  left join auth.users as person
    on person.id = private.actor() and add_finding_step.step not in ('found', 'cleared');
$$;

create function private.tell_booking_of_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.actor is not null then
    perform private.note_change(
      finding.booking_id, 'payment_' || new.step, null,
      jsonb_strip_nulls(jsonb_build_object('finding', finding.kind, 'reason', finding.reason, 'note', new.note))
    )
    from public.payment_findings as finding
    where finding.id = new.finding_id and finding.booking_id is not null;
  end if;
  return null;
end;
$$;

create function private.open_finding(finding public.payment_findings) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  new_id uuid;
begin
  if exists (
    select from public.payment_findings as known
    where known.subject = finding.subject and known.kind = finding.kind
      and known.reason = finding.reason and known.facts = finding.facts
      and (known.closed_at is null or known.outcome = 'accepted')
  ) then
    return;
  end if;
  update public.payment_findings as known
  set reason = finding.reason, facts = finding.facts
  where known.subject = finding.subject and known.kind = finding.kind and known.closed_at is null;
  if found then
    return;
  end if;
  insert into public.payment_findings
    (kind, subject, reason, booking_id, refund_id, stripe_payment_intent_id, facts)
  values (
    finding.kind, finding.subject, finding.reason, finding.booking_id, finding.refund_id,
    finding.stripe_payment_intent_id, finding.facts
  )
  on conflict (kind, subject) where closed_at is null do nothing
  returning id into new_id;
  if new_id is not null then
    perform private.add_finding_step(new_id, 'found');
  end if;
end;
$$;

create function private.close_finding(target_kind text, target_subject text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  closed public.payment_findings;
begin
  update public.payment_findings
  set
    closed_at = now(),
    outcome = case current_setting('app.mending', true) when id::text then 'mended' else 'cleared' end
  where kind = target_kind and subject = target_subject and closed_at is null
  returning * into closed;
  if closed.outcome = 'cleared' then
    perform private.add_finding_step(closed.id, 'cleared');
  end if;
end;
$$;

create function private.finding_data(finding public.payment_findings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', finding.id, 'kind', finding.kind, 'reason', finding.reason, 'found_at', finding.found_at,
    'closed_at', finding.closed_at, 'outcome', finding.outcome, 'facts', finding.facts,
    'payment_intent_id', finding.stripe_payment_intent_id,
    'booking', (
      select jsonb_build_object(
        'id', id, 'customer_name', customer_name, 'service_name', service_name, 'booking_date', booking_date,
        'booking_time', booking_time, 'status', status, 'created_at', created_at
      )
      from public.bookings where id = finding.booking_id
    ),
    'refund', (
      select jsonb_build_object(
        'id', id, 'amount_cents', amount_cents, 'status', status, 'last_error', last_error, 'attempts', attempts,
        'created_at', created_at
      )
      from public.refunds where id = finding.refund_id
    ),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', at, 'by', actor_label, 'step', step, 'note', note
      ) order by id), '[]')
      from public.payment_finding_steps where finding_id = finding.id
    )
  );
$$;

create function public.payments_to_look_at(before jsonb default null, batch integer default 20) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most integer := least(greatest(batch, 1), 100);
  closed jsonb;
begin
  perform private.require_admin();
  perform private.look_at_open_findings();
  select coalesce(jsonb_agg(private.finding_data(page.finding) order by (page.finding).closed_at desc, (page.finding).id desc), '[]')
  into closed
  from (
    select ended as finding
    from public.payment_findings as ended
    where closed_at is not null
      and (closed_at, id) < (
        coalesce((before ->> 'closed_at')::timestamptz, 'infinity'),
        coalesce((before ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      )
    order by closed_at desc, id desc
    limit most
  ) as page;
  return jsonb_build_object(
    'open', (
      select coalesce(jsonb_agg(private.finding_data(finding) order by finding.found_at, finding.id), '[]')
      from public.payment_findings as finding
      where finding.closed_at is null
    ),
    'closed', closed,
    'next', case jsonb_array_length(closed) when most then jsonb_build_object(
      'closed_at', closed -> -1 -> 'closed_at', 'id', closed -> -1 -> 'id'
    ) end
  );
end;
$$;

create trigger tell_booking_of_step after insert on public.payment_finding_steps
  for each row execute function private.tell_booking_of_step();

revoke all on function public.payments_to_look_at from public, anon, authenticated, service_role;
grant execute on function public.payments_to_look_at to authenticated;

create function public.take_payment_sweep(every_seconds integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_scans set swept_at = now()
  where swept_at < now() - every_seconds * interval '1 second';
  return found;
end;
$$;

create function public.unrecorded_intents(intent_ids text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(named.id), '{}')
  from unnest(intent_ids) as named (id)
  where not exists (
    select from public.payments as payment
    where payment.stripe_payment_intent_id = named.id and payment.status = 'succeeded'
  );
$$;

create function public.note_unmatched_intent(
  intent_id text, target_booking_id uuid, why text, detail jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  seen public.payment_findings;
begin
  seen.kind := case why when 'not_settled' then 'booking_without_payment' else 'paid_without_booking' end;
  seen.subject := 'intent:' || intent_id;
  seen.reason := why;
  seen.booking_id := (select id from public.bookings where id = target_booking_id);
  seen.stripe_payment_intent_id := intent_id;
  seen.facts := detail;
  -- Mended and cleared are final: refunded money stays in Stripe's list for days. An open finding
  -- must not name a customer whose data was erased.
  if not exists (
    select from public.payment_findings
    where subject = seen.subject and kind = seen.kind
      and case when closed_at is null then facts = detail - array['email', 'description'] else why <> 'not_settled' end
  ) then
    perform private.open_finding(seen);
  end if;
end;
$$;

create function private.finding_of_refund(intent_id text, stripe_refund text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select finding.id
  from public.payment_findings as finding
  cross join lateral (
    select note
    from public.payment_finding_steps
    where finding_id = finding.id and step = 'refunded'
    order by id desc
    limit 1
  ) as refunded
  where finding.subject = 'intent:' || intent_id
    and finding.outcome = 'mended'
    and (strpos(refunded.note, stripe_refund) > 0 or refunded.note not like '%re\_%')
    -- A refund recorded as failed says nothing about later refunds.
    and not exists (
      select from public.payment_finding_steps
      where finding_id = finding.id and step = 'refund_failed' and strpos(note, stripe_refund) > 0
    )
    and not exists (
      select from public.payment_findings as other
      where other.subject = finding.subject and other.kind = finding.kind and other.closed_at is null
    )
  order by finding.closed_at desc
  limit 1;
$$;

create function private.reopen_refunded(intent_id text, stripe_refund text, problem text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reopened uuid;
begin
  update public.payment_findings
  set closed_at = null, outcome = null
  where id = private.finding_of_refund(intent_id, stripe_refund)
  returning id into reopened;
  if reopened is not null then
    perform private.add_finding_step(reopened, 'refund_failed', concat_ws(': ', stripe_refund, problem));
  end if;
end;
$$;

revoke all on function
  public.take_payment_sweep, public.unrecorded_intents, public.note_unmatched_intent
  from public, anon, authenticated, service_role;
grant execute on function
  public.take_payment_sweep, public.unrecorded_intents, public.note_unmatched_intent, private.reopen_refunded
  to service_role;

create function private.booking_money_facts(
  target_booking_id uuid, out received integer, out kept integer, out outside integer, out arrived integer
)
language sql stable set search_path = ''
as $$
  select
    private.collected_cents(target_booking_id),
    coalesce(sum(private.keepable_cents(payment) - least(payment.tip_cents, private.keepable_cents(payment))), 0)::integer,
    coalesce(sum(greatest(0, payment.reported_refunded_cents - back.own, back.others)), 0)::integer,
    count(payment.id)::integer
  from public.payments as payment
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where reason <> 'made_outside' and status <> 'failed'), 0)::integer as own,
      coalesce(sum(amount_cents) filter (where reason = 'made_outside' and status <> 'failed'), 0)::integer as others
    from public.refunds
    where payment_id = payment.id
  ) as back
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
$$;

create function private.said_to_be_paid_cents(booking public.bookings) returns integer
language sql stable set search_path = ''
as $$
  select case
    when booking.status = 'paid' and exists (
      select from public.booking_changes as change
      where change.booking_id = booking.id and change."is" ->> 'status' = 'paid'
    ) then booking.total_cents
    else booking.due_now_cents
  end;
$$;

create function private.money_of_rained_out()
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select money.*
  from (
    select distinct booking.booking_date
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.state in ('asked', 'declined') and booking.booking_date < private.local_today()
  ) as rained
  cross join lateral private.money_by_booking(
    rained.booking_date, rained.booking_date, '-infinity', '00:00', '00000000-0000-0000-0000-000000000000', null
  ) as money
  where private.is_rained_out((money.booking).id);
$$;

create function private.look_at_booking(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  money record;
  asked integer;
  seen public.payment_findings;
begin
  select * into booking from public.bookings where id = target_booking_id for key share skip locked;
  if not found then
    return;
  end if;
  select * into money from private.booking_money_facts(booking.id);
  asked := private.said_to_be_paid_cents(booking);
  seen.subject := 'booking:' || booking.id;
  seen.booking_id := booking.id;

  seen.kind := 'booking_without_payment';
  seen.facts := jsonb_build_object('expected_cents', asked);
  seen.reason := case
    -- Bookings by phone are paid later and recorded by hand.
    when booking.source = 'phone' or not private.is_standing(booking.status) then null
    when money.arrived = 0 then 'nothing_recorded'
    when money.received = 0 then 'all_given_back'
  end;
  if seen.reason is null then
    perform private.close_finding(seen.kind, seen.subject);
  else
    perform private.open_finding(seen);
  end if;

  seen.kind := 'amount_unlike';
  seen.facts := jsonb_build_object(
    'expected_cents', asked, 'total_cents', booking.total_cents, 'received_cents', money.received,
    'kept_cents', money.kept, 'outside_cents', money.outside
  );
  seen.reason := case
    when money.outside > 0 then 'refunded_outside'
    when not private.is_standing(booking.status) then null
    when money.kept > booking.total_cents then 'overpaid'
    when money.received > 0 and money.received < asked then 'underpaid'
  end;
  if seen.reason is null then
    perform private.close_finding(seen.kind, seen.subject);
  else
    perform private.open_finding(seen);
  end if;
end;
$$;

create function private.look_at_refund(target_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refund public.refunds;
  payment public.payments;
  seen public.payment_findings;
begin
  select * into refund from public.refunds where id = target_refund_id;
  if not found then
    return;
  end if;
  select * into payment from public.payments where id = refund.payment_id;
  -- The booking first, as in look_at_booking.
  perform from public.bookings where id = payment.booking_id for key share skip locked;
  if not found then
    return;
  end if;
  seen.kind := 'refund_stuck';
  seen.subject := 'refund:' || refund.id;
  seen.booking_id := payment.booking_id;
  seen.refund_id := refund.id;
  seen.stripe_payment_intent_id := payment.stripe_payment_intent_id;
  seen.facts := jsonb_build_object('amount_cents', refund.amount_cents);
  seen.reason := case
    when refund.replaced_by is not null then null
    when refund.status = 'owed' then 'owed_by_hand'
    -- The owner keeps the money with a reason: settled.
    when payment.method <> 'online' then null
    -- Paid back in another way: no longer owed.
    when refund.status = 'failed' and private.keepable_cents(payment) >= refund.amount_cents then 'failed'
    when refund.status = 'pending' and refund.created_at < now() - interval '1 hour' then 'not_sent'
    when refund.status = 'sent' and refund.created_at < now() - interval '10 days' then 'not_arrived'
  end;
  if seen.reason is null then
    perform private.close_finding(seen.kind, seen.subject);
  else
    perform private.open_finding(seen);
  end if;
end;
$$;

create function private.look_again(finding public.payment_findings) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if finding.kind = 'refund_stuck' then
    perform private.look_at_refund(finding.refund_id);
  elsif finding.subject like 'booking:%' then
    perform private.look_at_booking(finding.booking_id);
  elsif exists (
    select from public.payments
    where stripe_payment_intent_id = finding.stripe_payment_intent_id and status in ('succeeded', 'canceled')
  ) then
    perform private.close_finding(finding.kind, finding.subject);
  end if;
end;
$$;

create function private.look_at_open_findings() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings;
  looked integer := 0;
begin
  for finding in select * from public.payment_findings where closed_at is null order by found_at limit 500 loop
    perform private.look_again(finding);
    looked := looked + 1;
  end loop;
  return looked;
end;
$$;

create function private.scan_bookings(scan public.payment_scans, batch integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  changed record;
  looked integer := 0;
begin
  for changed in
    select id, updated_at from public.bookings
    where updated_at >= scan.bookings_until and (updated_at, id) > (scan.bookings_until, scan.last_booking_id)
    order by updated_at, id limit batch
  loop
    perform private.look_at_booking(changed.id);
    looked := looked + 1;
  end loop;
  if looked = batch then
    update public.payment_scans set bookings_until = changed.updated_at, last_booking_id = changed.id;
  else
    update public.payment_scans
    set bookings_until = greatest(bookings_until, now() - interval '1 minute'), last_booking_id = default;
  end if;
end;
$$;

create function private.scan_changed_payments(scan public.payment_scans, batch integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  changed record;
  looked integer := 0;
begin
  for changed in
    select id, booking_id, updated_at from public.payments
    where updated_at >= scan.payments_until and (updated_at, id) > (scan.payments_until, scan.last_payment_id)
    order by updated_at, id limit batch
  loop
    perform private.look_at_booking(changed.booking_id);
    looked := looked + 1;
  end loop;
  if looked = batch then
    update public.payment_scans set payments_until = changed.updated_at, last_payment_id = changed.id;
  else
    update public.payment_scans
    set payments_until = greatest(payments_until, now() - interval '1 minute'), last_payment_id = default;
  end if;
end;
$$;

create function public.scan_payments(batch integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  scan public.payment_scans;
  unfinished uuid;
begin
  -- One scan at a time; the second has nothing to do.
  select * into scan from public.payment_scans for update skip locked;
  if found then
    perform private.scan_bookings(scan, batch);
    perform private.scan_changed_payments(scan, batch);
    for unfinished in
      select id from public.refunds
      where status in ('pending', 'sent', 'failed') and replaced_by is null
        and created_at between now() - interval '1 year' and now()
      order by created_at limit batch
    loop
      perform private.look_at_refund(unfinished);
    end loop;
    perform private.look_at_open_findings();
  end if;
  return (select count(*) from public.payment_findings where closed_at is null);
end;
$$;

revoke all on function public.scan_payments from public, anon, authenticated, service_role;
grant execute on function private.look_at_refund, public.scan_payments to service_role;

create function private.mended(finding public.payment_findings) returns void
language sql set search_path = ''
as $$
  update public.payment_findings set closed_at = now(), outcome = 'mended' where id = finding.id and closed_at is null;
$$;

create function private.take_finding(target_finding_id uuid, acting_admin uuid) returns public.payment_findings
language plpgsql set search_path = ''
as $$
declare
  finding public.payment_findings;
begin
  perform private.act_as(acting_admin);
  -- The booking before its payments and findings, as everywhere.
  perform from public.bookings
  where id = (select booking_id from public.payment_findings where id = target_finding_id)
  for update;
  select * into finding from public.payment_findings where id = target_finding_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'finding_not_found';
  end if;
  if finding.closed_at is not null then
    raise exception using errcode = 'PT409', message = 'finding_closed';
  end if;
  perform set_config('app.mending', finding.id::text, true);
  return finding;
end;
$$;

create function private.keep_payment(intent_id text, booking public.bookings, cents integer) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at)
  values (booking.id, intent_id, cents, 'succeeded', now())
  on conflict (stripe_payment_intent_id) do update
  set amount_cents = excluded.amount_cents, status = 'succeeded', settled_at = now(), last_error = null
  where payments.status <> 'succeeded';
  if booking.payment_option <> 'pay_full_online' and private.due_on_site_cents(booking) = 0 then
    update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
  end if;
  return jsonb_build_object(
    'outcome', 'attached',
    'booking_id', booking.id,
    'status', (select status from public.bookings where id = booking.id),
    'refund_id', null
  );
end;
$$;

create function public.finding_to_mend(target_finding_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.finding_data(finding) || jsonb_build_object('payments', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'payment_intent_id', payment.stripe_payment_intent_id, 'status', payment.status
    ) order by payment.created_at), '[]')
    from public.payments as payment
    where payment.booking_id = finding.booking_id and payment.method = 'online'
  ))
  from public.payment_findings as finding
  where finding.id = target_finding_id;
$$;

create function public.note_finding_asked(target_finding_id uuid, note text, acting_admin uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
begin
  if note is not null then
    perform private.add_finding_step(finding.id, 'asked', note);
  end if;
  perform private.look_again(finding);
  return exists (select from public.payment_findings where id = finding.id and closed_at is null);
end;
$$;

create function public.bookings_to_attach(search text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(btrim(search));
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', found.id, 'customer_name', found.customer_name, 'service_name', found.service_name,
      'booking_date', found.booking_date, 'booking_time', found.booking_time, 'status', found.status,
      'total_cents', found.total_cents, 'collected_cents', private.collected_cents(found.id),
      'due_now_cents', found.due_now_cents
    ) order by found.created_at desc), '[]')
    from (
      select * from public.bookings
      where status <> 'cancelled' and (
        customer_email = wanted
        or id = case
          when wanted ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then wanted::uuid
        end
      )
      order by created_at desc
      limit 5
    ) as found
  );
end;
$$;

create function public.attach_payment(
  target_finding_id uuid, intent_id text, target_booking_id uuid, cents integer, acting_admin uuid
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  finding public.payment_findings;
  settlement jsonb;
begin
  -- The booking before the rest, as everywhere.
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  finding := private.take_finding(target_finding_id, acting_admin);
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  end if;
  if exists (
    select from public.payments where stripe_payment_intent_id = intent_id and booking_id <> booking.id
  ) then
    raise exception using errcode = 'PT409', message = 'payment_of_another_booking';
  end if;
  if cents > booking.total_cents - private.collected_cents(booking.id)
    or (booking.status = 'pending_payment' and cents <> booking.due_now_cents) then
    raise exception using errcode = 'PT409', message = 'attach_amount_differs';
  end if;
  update public.payment_findings set booking_id = booking.id where id = finding.id;
  perform private.add_finding_step(finding.id, 'attached');
  if booking.status = 'pending_payment' then
    settlement := private.settle(intent_id, booking.id, cents);
  else
    settlement := private.keep_payment(intent_id, booking, cents);
  end if;
  perform private.mended(finding);
  return settlement;
end;
$$;

create function public.accept_finding(target_finding_id uuid, note text, acting_admin uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
begin
  if length(btrim(coalesce(note, ''))) < 3 then
    raise exception using errcode = 'PT400', message = 'note_needed';
  end if;
  -- A refund that is not paid back by hand stays received.
  if finding.reason = 'owed_by_hand' then
    perform private.lock_stuck_refund(finding);
    update public.refunds set status = 'failed' where id = finding.refund_id;
  end if;
  perform private.add_finding_step(finding.id, 'accepted', note);
  update public.payment_findings set closed_at = now(), outcome = 'accepted' where id = finding.id;
end;
$$;

revoke all on function
  public.finding_to_mend, public.note_finding_asked, public.bookings_to_attach, public.attach_payment,
  public.accept_finding
  from public, anon, authenticated, service_role;
grant execute on function
  public.finding_to_mend, public.note_finding_asked, public.attach_payment, public.accept_finding
  to service_role;
grant execute on function public.bookings_to_attach to authenticated;

create function private.lock_stuck_refund(finding public.payment_findings) returns public.refunds
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  payment public.payments;
begin
  select * into payment from public.payments
  where id = (select payment_id from public.refunds where id = finding.refund_id) for update;
  select * into refund from public.refunds where id = finding.refund_id for update;
  if refund.status in ('sent', 'succeeded') then
    raise exception using errcode = 'PT409', message = 'refund_on_its_way';
  end if;
  if refund.id is null or refund.replaced_by is not null
    or (refund.status = 'failed' and private.keepable_cents(payment) < refund.amount_cents) then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  return refund;
end;
$$;

create function public.refund_excess(target_finding_id uuid, acting_admin uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  finding public.payment_findings;
  excess integer;
  new_refunds jsonb;
begin
  select * into booking from public.bookings
  where id = (select booking_id from public.payment_findings where id = target_finding_id) for update;
  finding := private.take_finding(target_finding_id, acting_admin);
  excess := (select kept from private.booking_money_facts(booking.id)) - booking.total_cents;
  if finding.kind <> 'amount_unlike' or coalesce(excess, 0) <= 0 then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id, 'payment_intent_id', payment.stripe_payment_intent_id, 'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(booking.id, excess, 'overpaid') as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.add_finding_step(finding.id, 'refunded');
  perform private.look_again(finding);
  return new_refunds;
end;
$$;

create function public.note_intent_refunded(target_finding_id uuid, note text, acting_admin uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
begin
  perform private.add_finding_step(finding.id, 'refunded', note);
  perform private.mended(finding);
end;
$$;

create function public.note_given_back(target_finding_id uuid, note text, acting_admin uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  refund public.refunds := private.lock_stuck_refund(finding);
  by_hand_id uuid;
begin
  if length(btrim(coalesce(note, ''))) < 3 then
    raise exception using errcode = 'PT400', message = 'note_needed';
  end if;
  -- A refund that a worker is sending may reach Stripe at any moment.
  if refund.sending_until > now() then
    raise exception using errcode = 'PT409', message = 'refund_on_its_way';
  end if;
  insert into public.refunds (payment_id, amount_cents, reason, status)
  values (refund.payment_id, refund.amount_cents, 'given_back_by_hand', 'succeeded')
  returning id into by_hand_id;
  update public.refunds set status = 'failed', replaced_by = by_hand_id where id = refund.id;
  perform private.sum_refunds(refund.payment_id);
  perform private.add_finding_step(finding.id, 'by_hand', note);
  perform private.look_again(finding);
end;
$$;

create function public.retry_refund(target_finding_id uuid, acting_admin uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  refund public.refunds := private.lock_stuck_refund(finding);
  sending_id uuid := refund.id;
begin
  -- Nothing to send: the payment was not made by card online.
  if refund.status = 'owed' then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  if refund.status = 'failed' then
    insert into public.refunds (payment_id, amount_cents, reason, attempts, next_attempt_at, sending_until)
    values (
      refund.payment_id, refund.amount_cents, refund.reason, 1,
      now() + interval '2 minutes', now() + interval '2 minutes'
    )
    returning id into sending_id;
    update public.refunds set replaced_by = sending_id where id = refund.id;
  else
    update public.refunds
    set
      attempts = attempts + 1,
      next_attempt_at = now() + interval '2 minutes',
      sending_until = now() + interval '2 minutes'
    where id = refund.id;
  end if;
  perform private.add_finding_step(finding.id, 'retried');
  perform private.look_again(finding);
  return jsonb_build_object(
    'id', sending_id,
    'payment_intent_id', finding.stripe_payment_intent_id,
    'amount_cents', refund.amount_cents
  );
end;
$$;

revoke all on function
  public.refund_excess, public.note_intent_refunded, public.note_given_back, public.retry_refund
  from public, anon, authenticated, service_role;
grant execute on function
  public.refund_excess, public.note_intent_refunded, public.note_given_back, public.retry_refund
  to service_role;

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (length(key) between 1 and 200),
  template_type text not null check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  to_email text not null check (length(to_email) between 3 and 254 and to_email !~ '[[:cntrl:]]'),
  booking_id uuid references public.bookings (id) on delete cascade,
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index mail_outbox_booking_id_idx on public.mail_outbox (booking_id);
create index mail_outbox_queued_idx on public.mail_outbox (next_attempt_at) where status = 'queued';
create index mail_outbox_review_requests_idx on public.mail_outbox (to_email, created_at)
  where template_type = 'review_request';
create index mail_outbox_to_email_idx on public.mail_outbox (lower(to_email));
create index mail_outbox_failed_idx on public.mail_outbox (created_at desc) where status = 'failed';
create index mail_outbox_inquiries_idx on public.mail_outbox (lower(btrim(data ->> 'customer_email')))
  where template_type = 'inquiry_received';

alter table public.mail_outbox enable row level security;
revoke all on public.mail_outbox from public, anon, authenticated, service_role;
grant all on public.mail_outbox to service_role;

create function private.wait_after(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select (array[1, 5, 15, 60, 240, 720, 1440])[attempts] * interval '1 minute';
$$;

create function public.enqueue_mail(
  mail_key text,
  template text,
  recipient text,
  target_booking_id uuid,
  mail_data jsonb
) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (key, template_type, to_email, booking_id, data)
  select mail_key, template, recipient, target_booking_id, coalesce(mail_data, '{}')
  where recipient is not null
    and not private.is_forgotten(recipient)
    and private.mail_is_on(template)
    and not (template = 'review_request' and private.has_unsubscribed(recipient))
  on conflict (key) do nothing;
$$;

create function public.claim_mail(batch integer, lease_seconds integer) returns setof public.mail_outbox
language sql set search_path = ''
as $$
  update public.mail_outbox
  set attempts = attempts + 1, locked_until = now() + lease_seconds * interval '1 second'
  where id = any (array(
    select id
    from public.mail_outbox
    where status = 'queued'
      and next_attempt_at <= now()
      and (locked_until is null or locked_until <= now())
    order by next_attempt_at
    limit batch
    for update skip locked
  ))
  returning *;
$$;

create function public.finish_mail(mail_id uuid, error text default null) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set
    locked_until = null,
    last_error = left(error, 1000),
    status = case
      when error is null then 'sent'
      when private.wait_after(attempts) is null then 'failed'
      else 'queued'
    end,
    sent_at = case when error is null then now() end,
    next_attempt_at = case when error is null then next_attempt_at
      else now() + coalesce(private.wait_after(attempts), interval '0') end,
    data = case when error is null and booking_id is null then '{}' else data end
  where id = mail_id and status = 'queued';
$$;

create function private.mail_delay() returns jsonb
language sql stable set search_path = ''
as $$
  select case when count(*) > 0 then jsonb_build_object(
    'waiting', count(*),
    'since', min(created_at),
    'reason', (array_agg(last_error order by created_at))[1]
  ) end
  from (
    select created_at, last_error
    from public.mail_outbox
    where status = 'queued' and last_error is not null and created_at < now() - interval '10 minutes'
    order by next_attempt_at
    limit 1000
  ) as late;
$$;

create function public.postpone_mail(mail_id uuid, error text) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set
    locked_until = null,
    attempts = greatest(attempts - 1, 0),
    last_error = left(error, 1000),
    status = case when created_at < now() - interval '3 days' then 'failed' else 'queued' end
  where id = mail_id and status = 'queued';
$$;

create function public.refuse_mail(mail_id uuid, error text) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set locked_until = null, last_error = left(error, 1000), status = 'failed'
  where id = mail_id and status = 'queued';
$$;

create function public.drop_mail(mail_id uuid) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set locked_until = null, status = 'dropped', data = case when booking_id is null then '{}' else data end
  where id = mail_id and status = 'queued';
$$;

create function private.undelivered_mails() returns setof public.mail_outbox
language sql stable set search_path = ''
as $$
  select mail.*
  from public.mail_outbox as mail
  where mail.status = 'failed'
    and mail.created_at > now() - interval '14 days'
    and not exists (
      select from public.mail_outbox as again
      where again.booking_id = mail.booking_id
        and again.template_type = mail.template_type
        and again.to_email = mail.to_email
        and again.status = 'sent'
        and again.created_at >= mail.created_at
        and starts_with(again.key, 'again:')
    );
$$;

create function private.mail_state_of(offer public.offered_times) returns text
language sql stable set search_path = ''
as $$
  select status from public.mail_outbox where key = 'waiting_list_offer:' || offer.id;
$$;

create function private.may_be_heard_of(offer public.offered_times) returns boolean
language sql stable set search_path = ''
as $$
  select offer.outcome = 'lapsed' and private.mail_state_of(offer) = 'queued';
$$;

create function private.was_never_heard_of(offer public.offered_times) returns boolean
language sql stable set search_path = ''
as $$
  select offer.outcome = 'lapsed' and private.mail_state_of(offer) = 'dropped';
$$;

create function public.mail_offer_stands(mail_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case mail.template_type
    when 'waiting_list_offer' then exists (
      select from public.offered_times as offer
      where offer.id = split_part(mail.key, ':', 2)::uuid and offer.closed_at is null and offer.expires_at > now()
    )
    when 'rain_day' then private.rain_mail_stands(mail)
    else true
  end
  from public.mail_outbox as mail
  where mail.id = mail_id;
$$;

create function private.rain_mail_stands(mail public.mail_outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.rain_answers as answer, private.rain_offer_of(answer) as told
    where answer.token_hash = private.hash_of_token(split_part(mail.data -> 'offer' ->> 'path', 'token=', 2))
      and told ->> 'state' = 'asked'
      and told -> 'times' <> '[]'
  );
$$;

create function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'receipt') then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

revoke all on function
  public.enqueue_mail, public.claim_mail, public.finish_mail, public.postpone_mail, public.refuse_mail,
  public.drop_mail, public.mail_offer_stands
  from public, anon, authenticated, service_role;
grant execute on function
  private.wait_after, public.enqueue_mail, public.claim_mail, public.finish_mail, public.postpone_mail,
  public.refuse_mail, public.drop_mail, private.mail_state_of, private.may_be_heard_of, private.was_never_heard_of,
  public.mail_offer_stands
  to service_role;

create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  subject text not null check (length(subject) between 1 and 300),
  content text not null check (length(content) between 1 and 200000),
  template_type text not null default 'booking_confirmation' check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index email_templates_template_type_idx on public.email_templates (template_type, updated_at desc);

alter table public.email_templates enable row level security;
revoke all on public.email_templates from public, anon, authenticated, service_role;
grant select on public.email_templates to authenticated;
grant insert (name, subject, content, template_type) on public.email_templates to authenticated;
grant update (name, subject, content, template_type) on public.email_templates to authenticated;
grant all on public.email_templates to service_role;

create table public.default_mails (
  template_type text primary key,
  name text not null,
  subject text not null,
  content text not null
);

alter table public.default_mails enable row level security;
revoke all on public.default_mails from public, anon, authenticated, service_role;
grant select on public.default_mails to authenticated;
grant all on public.default_mails to service_role;

create table public.mail_settings (
  template_type text primary key check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  is_on boolean not null default true,
  wait_hours integer check (wait_hours between 0 and 8760),
  send_at time,
  most integer not null default 1 check (most between 1 and 5),
  updated_at timestamptz not null default now()
);

alter table public.mail_settings enable row level security;
revoke all on public.mail_settings from public, anon, authenticated, service_role;
grant select on public.mail_settings to authenticated;
grant update (is_on, wait_hours, send_at, most) on public.mail_settings to authenticated;
grant all on public.mail_settings to service_role;

create function private.mail_is_on(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select is_on from public.mail_settings where template_type = kind), true);
$$;

create function private.mail_frame(preview text, heading text, body text) returns text
language sql immutable set search_path = ''
as $framed$
  select replace(replace(replace($html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>{{ business_name }}</title>
</head>
<body style="margin:0;padding:0;background-color:#e9e4d8;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">@preview@</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#e9e4d8;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#f6f3ec;border:1px solid #d9d2c1;">
<tr><td style="background-color:#10231f;padding:28px 32px 24px;border-bottom:3px solid #b98a2f;">
<p style="margin:0;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:18px;line-height:24px;font-weight:700;letter-spacing:0.04em;color:#f6f3ec;">{{ business_name }}</p>
</td></tr>
<tr><td style="padding:36px 32px 40px;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:26px;color:#26352f;">
<h1 style="margin:0 0 16px;font-size:26px;line-height:34px;font-weight:700;color:#10231f;">@heading@</h1>
@body@
</td></tr>
<tr><td style="padding:20px 32px 28px;border-top:1px solid #d9d2c1;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:13px;line-height:20px;color:#5b675f;">
<p style="margin:0;">{{ business_name }} &middot; {{ business_phone }} &middot; <a href="mailto:{{ business_email }}" style="color:#5b675f;">{{ business_email }}</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
$html$, '@preview@', preview), '@heading@', heading), '@body@', body);
$framed$;

create function private.mail_paragraph(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p style="margin:0 0 16px;">' || content || '</p>' || chr(10);
$$;

create function private.mail_small_print(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b675f;">' || content || '</p>' || chr(10);
$$;

create function private.mail_button(label text, href text) returns text
language sql immutable set search_path = ''
as $$
  select '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 8px;"><tr>'
    || '<td style="background-color:#10231f;border-bottom:3px solid #b98a2f;">'
    || '<a href="' || href || '" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;'
    || 'font-weight:700;color:#f6f3ec;text-decoration:none;">' || label || '</a></td></tr></table>' || chr(10);
$$;

create function private.mail_line(label text, value text) returns text
language sql immutable set search_path = ''
as $$
  select '<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">' || label
    || '</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;">'
    || value || '</td></tr>' || chr(10);
$$;

create function private.mail_line_unless_zero(label text, name text, sign text default '') returns text
language sql immutable set search_path = ''
as $$
  select '{% if ' || name || ' != "$0.00" %}' || private.mail_line(label, sign || '{{ ' || name || ' }}') || '{% endif %}' || chr(10);
$$;

create function private.mail_list(variadic lines text[]) returns text
language sql immutable set search_path = ''
as $$
  select '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" '
    || 'style="margin:8px 0 20px;border-top:1px solid #e2dccd;font-size:15px;line-height:22px;">' || chr(10)
    || array_to_string(lines, '') || '</table>' || chr(10);
$$;

create function private.add_default_mail(kind text, label text, subject_line text, html text) returns void
language sql set search_path = ''
as $$
  insert into public.email_templates (name, template_type, subject, content) values (label, kind, subject_line, html);
  insert into public.default_mails (name, template_type, subject, content) values (label, kind, subject_line, html);
$$;

create trigger touch_updated_at before update on public.email_templates
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.mail_settings
  for each row execute function private.touch_updated_at();

create policy "E-mail templates can be read by administrators"
  on public.email_templates for select to authenticated
  using ((select public.is_admin()));

create policy "E-mail templates can be added by administrators"
  on public.email_templates for insert to authenticated
  with check ((select public.is_admin()));

create policy "E-mail templates can be edited by administrators"
  on public.email_templates for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create policy "Default mails can be read by administrators"
  on public.default_mails for select to authenticated
  using ((select public.is_admin()));

create policy "Mail settings can be read by administrators"
  on public.mail_settings for select to authenticated
  using ((select public.is_admin()));

create policy "Mail settings can be changed by administrators"
  on public.mail_settings for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

grant execute on function private.mail_is_on to service_role;

create table public.mail_choices (
  email text primary key,
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now()
);

alter table public.mail_choices enable row level security;
revoke all on public.mail_choices from public, anon, authenticated, service_role;
grant all on public.mail_choices to service_role;

create function private.unsubscribe_token(whose text) returns text
language sql set search_path = ''
as $$
  insert into public.mail_choices (email) values (whose) on conflict (email) do nothing;
  select token from public.mail_choices where email = whose;
$$;

create function private.has_unsubscribed(whose text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.mail_choices
    where email in (whose, private.mark_of(whose)) and unsubscribed_at is not null
  );
$$;

create function private.may_ask_for_review(whose text) returns boolean
language sql stable set search_path = ''
as $$
  select whose is not null
    and not private.is_forgotten(whose)
    and not private.has_unsubscribed(whose)
    and not exists (
      select
      from public.bookings as booking
      join public.reviews as review on review.booking_id = booking.id
      where booking.customer_email = whose
    );
$$;

create function public.choose_mail(secret text, wanted boolean default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  choice public.mail_choices;
begin
  select * into choice from public.mail_choices where token = secret for update;
  if not found then
    return null;
  end if;
  if wanted is not null then
    update public.mail_choices
    set unsubscribed_at = case when not wanted then coalesce(unsubscribed_at, now()) end
    where email = choice.email
    returning * into choice;
  end if;
  if choice.unsubscribed_at is not null then
    delete from public.mail_outbox
    where template_type = 'review_request' and to_email = choice.email and status = 'queued';
  end if;
  return jsonb_build_object(
    'address', private.hinted(choice.email),
    'is_subscribed', choice.unsubscribed_at is null
  );
end;
$$;

create function private.hinted(whose text) returns text
language sql immutable set search_path = ''
as $$
  select case when whose like 'forgotten:%' then '' else
    left(split_part(whose, '@', 1), case when length(split_part(whose, '@', 1)) > 3 then 2 else 1 end)
    || '…@' || split_part(whose, '@', 2)
  end;
$$;

revoke all on function public.choose_mail from public, anon, authenticated, service_role;
grant execute on function
  private.unsubscribe_token, private.has_unsubscribed, private.may_ask_for_review, public.choose_mail,
  private.hinted
  to service_role;

create function private.is_paid_in_full(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.status = 'paid'
    or (booking.status = 'confirmed' and booking.payment_option = 'pay_full_online');
$$;

create function private.receipt_facts(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'payments', coalesce(jsonb_agg(jsonb_build_object(
      'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', payment.tip_cents,
      'settled_at', payment.settled_at
    ) order by payment.settled_at), '[]'),
    'given_back_cents', coalesce(sum(
      payment.amount_cents - private.keepable_cents(payment) - (
        select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = payment.id and status = 'owed'
      )
    ), 0)
  )
  from public.payments as payment
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
$$;

create function private.mail_after_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  setting public.mail_settings;
  is_done_now boolean := old.done_at is null and new.done_at is not null;
begin
  if (new.status = 'paid' and old.status <> 'paid') or (is_done_now and private.is_paid_in_full(new)) then
    perform public.enqueue_mail(
      'receipt:' || new.id, 'receipt', new.customer_email, new.id, private.receipt_facts(new.id)
    );
  end if;
  if is_done_now then
    select * into setting
    from public.mail_settings
    where template_type = 'review_request' and is_on and coalesce(wait_hours, 0) = 0;
    if found then
      perform private.ask_for_review(new, setting, new.done_at);
    end if;
  end if;
  return null;
end;
$$;

create function private.queue_reminders(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := private.local_day(as_of);
  due_since timestamptz;
  due integer;
begin
  select private.instant_of(today, coalesce(send_at, '00:00')) into due_since
  from public.mail_settings
  where template_type = 'booking_reminder' and is_on;
  if due_since is null or as_of < due_since then
    return 0;
  end if;
  perform public.enqueue_mail(
    'booking_reminder:' || booking.id || ':' || booking.booking_date,
    'booking_reminder',
    booking.customer_email,
    booking.id,
    '{}'
  )
  from public.bookings as booking
  where booking.booking_date = today + 1
    and booking.customer_email is not null
    and private.is_standing(booking.status)
    and booking.done_at is null
    and booking.no_show_at is null
    -- No reminder of a visit cancelled because of rain.
    and not exists (
      select
      from public.rain_answers as answer
      where answer.booking_id = booking.id
        and answer.was_date = booking.booking_date
        and answer.state in ('asked', 'declined')
    )
    and not exists (
      select
      from public.mail_outbox as told
      where told.booking_id = booking.id
        and (
          told.key = 'booking_reminder:' || booking.id || ':' || booking.booking_date
          or (
            told.created_at >= due_since
            and told.template_type in ('booking_confirmation', 'booking_rescheduled', 'phone_booking')
          )
        )
    );
  get diagnostics due = row_count;
  return due;
end;
$$;

create function private.ask_for_review(booking public.bookings, setting public.mail_settings, as_of timestamptz)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  first_due timestamptz := booking.done_at + coalesce(setting.wait_hours, 0) * interval '1 hour';
  -- How many requests are due by now.
  turn integer := floor(extract(epoch from as_of - first_due) / (7 * 86400))::integer + 1;
  mail_key text := 'review_request:' || booking.id || ':' || turn;
begin
  if turn not between 1 and setting.most
    or as_of - (first_due + (turn - 1) * interval '7 days') > interval '2 days'
    or not private.may_ask_for_review(booking.customer_email)
    or exists (select from public.mail_outbox where key = mail_key)
    or setting.most <= (
      select count(*)
      from public.mail_outbox
      where template_type = 'review_request'
        and to_email = booking.customer_email
        and created_at > as_of - interval '90 days'
    )
  then
    return false;
  end if;
  perform public.enqueue_mail(
    mail_key,
    'review_request',
    booking.customer_email,
    booking.id,
    jsonb_build_object('unsubscribe_token', private.unsubscribe_token(booking.customer_email))
  );
  return true;
end;
$$;

create function private.queue_review_requests(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  setting public.mail_settings;
  booking public.bookings;
  written integer := 0;
begin
  select * into setting from public.mail_settings where template_type = 'review_request' and is_on;
  if not found then
    return 0;
  end if;
  for booking in
    select *
    from public.bookings as visit
    where visit.done_at <= as_of - coalesce(setting.wait_hours, 0) * interval '1 hour'
      and visit.done_at > as_of - coalesce(setting.wait_hours, 0) * interval '1 hour'
        - (setting.most - 1) * interval '7 days' - interval '2 days'
      and private.is_standing(visit.status)
    order by visit.done_at
  loop
    -- One after the other, so that two cars of one customer get one request.
    if private.ask_for_review(booking, setting, as_of) then
      written := written + 1;
    end if;
  end loop;
  return written;
end;
$$;

create function public.queue_due_mails(as_of timestamptz default now()) returns integer
language sql set search_path = ''
as $$
  select private.queue_reminders(as_of) + private.queue_review_requests(as_of)
    + private.queue_held_back_notice(as_of);
$$;

create trigger mail_after_visit after update of status, done_at on public.bookings
  for each row execute function private.mail_after_visit();

revoke all on function public.queue_due_mails from public, anon, authenticated, service_role;
grant execute on function
  private.queue_reminders, private.ask_for_review, private.queue_review_requests, public.queue_due_mails
  to service_role;

create function private.send_again(mail public.mail_outbox, booking public.bookings, mail_key text) returns void
language sql set search_path = ''
as $$
  select public.enqueue_mail(
    mail_key,
    mail.template_type,
    mail.to_email,
    mail.booking_id,
    mail.data || case when mail.data ? 'sequence'
      then jsonb_build_object('sequence', booking.calendar_sequence) else '{}' end
  );
$$;

create function public.resend_mail(mail_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mail public.mail_outbox;
  booking public.bookings;
  again text := 'again:' || resend_mail.mail_id || ':';
  sent_id uuid;
begin
  perform private.require_admin();
  select * into mail from public.mail_outbox where id = resend_mail.mail_id and booking_id is not null for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'mail_not_found';
  end if;
  select id into sent_id from public.mail_outbox as other
  where other.booking_id = mail.booking_id and starts_with(other.key, again)
    and other.created_at > now() - interval '1 minute'
  limit 1;
  if sent_id is not null then
    return jsonb_build_object('mail_id', sent_id, 'outcome', 'just_sent');
  end if;
  select * into booking from public.bookings where id = mail.booking_id;
  perform private.check_mail_is_true(mail, booking);
  -- A reminder's key ends with its day.
  perform private.send_again(mail, booking, again || (
    select count(*) + 1 from public.mail_outbox as other
    where other.booking_id = mail.booking_id and starts_with(other.key, again)
  ) || ':' || booking.booking_date);
  select id into sent_id from public.mail_outbox as other
  where other.booking_id = mail.booking_id and starts_with(other.key, again) and other.created_at = now();
  if sent_id is null then
    raise exception using errcode = 'PT409', message = 'mail_refused';
  end if;
  perform private.note_change(mail.booking_id, 'mail_resent', null, jsonb_build_object(
    'mail_id', sent_id, 'template_type', mail.template_type
  ));
  return jsonb_build_object('mail_id', sent_id, 'outcome', 'queued');
end;
$$;

revoke all on function public.resend_mail from public, anon, authenticated, service_role;
grant execute on function public.resend_mail to authenticated;

create function private.is_booked_as(stored public.bookings, wanted public.bookings) returns boolean
language sql immutable set search_path = ''
as $$
  select stored.source = 'phone' and (
    stored.customer_name, stored.customer_email, stored.customer_phone, stored.service_id, stored.vehicle_type,
    stored.car_model, stored.car_year, stored.booking_date, stored.booking_time, stored.coupon_code, stored.address,
    stored.city, stored.province, stored.postal_code
  ) is not distinct from (
    wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.service_id, wanted.vehicle_type,
    wanted.car_model, wanted.car_year, wanted.booking_date, wanted.booking_time, wanted.coupon_code, wanted.address,
    wanted.city, wanted.province, wanted.postal_code
  );
$$;

create function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  earlier public.bookings;
  replaced uuid[];
begin
  perform private.act_as(acting_admin);
  wanted.customer_email := nullif(lower(btrim(wanted.customer_email)), '');
  -- By the id: the same request again may name another customer.
  perform private.lock_form(wanted.id);
  select * into earlier from public.bookings where id = wanted.id;
  if found then
    if not private.is_booked_as(earlier, wanted) then
      raise exception using errcode = 'PT409', message = 'already_booked_otherwise';
    end if;
    return wanted.id;
  end if;
  replaced := private.lock_replaced(array(
    select private.replaceable_holds(null, null, null, wanted.customer_email)
  ));
  perform private.give_up_holds(
    array(select id from unnest(replaced) as id where not private.has_open_payment(id))
  );
  perform private.lock_email(coalesce(wanted.customer_email, wanted.customer_phone));
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code,
    free_cancellation_hours, location_type, address, city, province, postal_code
  )
  values (
    wanted.id, 'phone', 'confirmed', wanted.customer_name, wanted.customer_email, wanted.customer_phone,
    wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.car_model, wanted.car_year,
    wanted.booking_date, wanted.booking_time, wanted.duration_minutes, 'pay_later', wanted.price_cents,
    coalesce(wanted.discount_cents, 0), coalesce(wanted.tip_cents, 0), 0, wanted.total_cents, 0, 0,
    coalesce(wanted.tax_label, ''), wanted.coupon_code, wanted.free_cancellation_hours, 'mobile', wanted.address,
    wanted.city, wanted.province, wanted.postal_code
  );
  perform private.use_offer((booking ->> 'offer_id')::uuid, wanted);
  perform private.take_time(wanted, null);
  perform private.redeem_coupon(wanted);
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

create function public.mark_done(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
begin
  perform private.check_stands(booking);
  if booking.booking_date > private.local_today() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set done_at = coalesce(done_at, now()), no_show_at = null where id = booking.id;
end;
$$;

create function public.mark_no_show(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
begin
  perform private.check_stands(booking);
  if lower(private.span_of(booking)) > now() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set no_show_at = coalesce(no_show_at, now()), done_at = null where id = booking.id;
end;
$$;

create function public.undo_visit_mark(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_booking(target_booking_id);
  update public.bookings set done_at = null, no_show_at = null where id = target_booking_id;
end;
$$;

revoke all on function
  public.book_by_phone, public.mark_done, public.mark_no_show, public.undo_visit_mark
  from public, anon, authenticated, service_role;
grant execute on function private.is_booked_as, public.book_by_phone to service_role;
grant execute on function public.mark_done, public.mark_no_show, public.undo_visit_mark to authenticated;

create function private.booking_timeline(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries (at, place, entry) as (
    select
      coalesce(mail.sent_at, mail.created_at), 3,
      jsonb_build_object(
        'kind', 'mail', 'id', mail.id, 'template_type', mail.template_type, 'to_email', mail.to_email,
        'status', mail.status, 'last_error', mail.last_error,
        'by', private.actor_of(target_booking_id, 'mail_resent', 'mail_id', mail.id)
      )
    from public.mail_outbox as mail
    where mail.booking_id = target_booking_id
    union all
    select
      coalesce(payment.settled_at, payment.created_at), 1,
      jsonb_build_object(
        'kind', 'payment', 'id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents, 'status', payment.status, 'last_error', payment.last_error,
        'by', private.actor_of(target_booking_id, 'payment_recorded', 'payment_id', payment.id)
      )
    from public.payments as payment
    where payment.booking_id = target_booking_id
      and (payment.status not in ('requires_payment', 'canceled') or payment.method <> 'online')
    union all
    select
      refund.created_at, 2,
      jsonb_build_object(
        'kind', 'refund', 'id', refund.id, 'method', payment.method, 'amount_cents', refund.amount_cents,
        'status', refund.status, 'reason', refund.reason, 'last_error', refund.last_error,
        'finding_id', (
          select id from public.payment_findings
          where refund_id = refund.id and reason = 'owed_by_hand' and closed_at is null
        )
      )
    from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where payment.booking_id = target_booking_id
    union all
    select
      change.at, 0,
      jsonb_build_object(
        'kind', 'change', 'id', change.id, 'action', change.action, 'by', change.actor_label,
        'was', change.was, 'is', change."is"
      )
    from public.booking_changes as change
    where change.booking_id = target_booking_id and change.action not in ('payment_recorded', 'mail_resent')
  )
  select coalesce(
    jsonb_agg(entry || jsonb_build_object('at', at) order by at desc, place desc, entry ->> 'id' desc), '[]'
  )
  from entries;
$$;

create function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address',
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      )
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'timeline', private.booking_timeline(booking.id)
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

revoke all on function public.booking_page from public, anon, authenticated, service_role;
grant execute on function public.booking_page to authenticated;

create function private.booking_patterns(search text) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return private.search_patterns((
    select string_agg(
      case when word ~ '^[-+0-9().]*[0-9][-+0-9().]*$' then regexp_replace(word, '[^0-9]', '', 'g') else word end, ' '
    )
    from regexp_split_to_table(btrim(left(coalesce(search, ''), 200)), '\s+') as word
  ));
end;
$$;

create function private.booking_search_text(
  id uuid, customer_name text, customer_email text, customer_phone text, car_year integer, car_model text
) returns text
language sql immutable set search_path = ''
as $$
  select lower(
    ' ' || customer_name || ' ' || coalesce(customer_email, '') || ' ' || customer_phone || ' ' || car_year::text
    || ' ' || car_model || ' ' || id::text || ' ' || replace(id::text, '-', '')
  );
$$;

create index bookings_search_idx on public.bookings using gin (
  private.booking_search_text(id, customer_name, customer_email, customer_phone, car_year, car_model)
  extensions.gin_trgm_ops
);

create function private.booking_tags(
  status text, payment_option text, total_cents integer, due_now_cents integer, done_at timestamptz,
  no_show_at timestamptz
) returns text[]
language sql immutable set search_path = ''
as $$
  select array_remove(array[
    status,
    case when status in ('deposit_paid', 'confirmed', 'paid') and done_at is null and no_show_at is null
      then 'booked' end,
    case when status <> 'cancelled' and done_at is not null then 'done' end,
    case when status <> 'cancelled' and no_show_at is not null then 'no_show' end,
    case when no_show_at is null and total_cents > due_now_cents
      and (status = 'deposit_paid' or (status = 'confirmed' and payment_option = 'pay_later')) then 'due' end
  ], null);
$$;

create index bookings_tags_idx on public.bookings using gin (
  private.booking_tags(status, payment_option, total_cents, due_now_cents, done_at, no_show_at)
);

create function private.booking_line(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'service_name', booking.service_name,
    'customer_name', booking.customer_name,
    'has_email', booking.customer_email is not null,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'city', booking.city,
    'status', booking.status,
    'done_at', booking.done_at,
    'no_show_at', booking.no_show_at,
    'called_off', private.called_off(booking),
    'due_cents', case when booking.status in ('deposit_paid', 'confirmed') and booking.no_show_at is null
      then private.due_on_site_cents(booking) else 0 end
  );
$$;

create function public.find_bookings(
  search text default '',
  statuses text[] default null,
  from_day date default null,
  until_day date default null,
  beyond jsonb default null,
  batch integer default 25,
  soonest_first boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  patterns text[] := private.booking_patterns(search);
  wanted text[] := case
    when cardinality(statuses) > 0 then statuses
    when patterns is null then array['deposit_paid', 'confirmed', 'paid', 'cancelled']
  end;
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  -- The direction is part of the statement, because an index scan needs a known order. A dynamic statement is planned
  -- for its search: a rare word is found by its letters, a frequent one along the order.
  execute format(
    $statement$
      select jsonb_agg(
        private.booking_line(booking) order by booking.booking_date %1$s, booking.booking_time %1$s, booking.id %1$s
      )
      from (
        select *
        from public.bookings as one
        where one.booking_date between $1 and $2
          and ($3 is null or (
            private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like $3[1]
            and private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like all ($3)
          ))
          and ($4 is null or private.booking_tags(
            one.status, one.payment_option, one.total_cents, one.due_now_cents, one.done_at, one.no_show_at
          ) && $4)
          and ($5 is null or (one.booking_date, one.booking_time, one.id) %2$s ($5, $6, $7))
        order by one.booking_date %1$s, one.booking_time %1$s, one.id %1$s
        limit $8
      ) as booking
    $statement$,
    case when soonest_first then 'asc' else 'desc' end,
    case when soonest_first then '>' else '<' end
  )
  into found
  using
    coalesce(from_day, '-infinity'), coalesce(until_day, 'infinity'), patterns, wanted,
    (beyond ->> 'booking_date')::date, (beyond ->> 'booking_time')::time, (beyond ->> 'id')::uuid, size;
  found := coalesce(found, '[]');
  return jsonb_build_object(
    'bookings', found,
    'next', case when jsonb_array_length(found) = size then jsonb_build_object(
      'booking_date', found -> -1 -> 'booking_date', 'booking_time', found -> -1 -> 'booking_time',
      'id', found -> -1 -> 'id'
    ) end
  );
end;
$$;

revoke all on function public.find_bookings from public, anon, authenticated, service_role;
grant execute on function private.booking_search_text, private.booking_tags to anon, authenticated, service_role;
grant execute on function public.find_bookings to authenticated;

create function private.stretch_of_claim(claim public.slot_claims) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', claim.id,
    'day', claim.local_date,
    'from', private.local_time(lower(claim.during)),
    'until', case
      when private.local_day(upper(claim.during)) > claim.local_date then '24:00'
      else private.local_time(upper(claim.during))
    end,
    'crew', claim.crew
  );
$$;

create function public.calendar_range(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  if from_day is null or until_day is null or until_day - from_day not between 0 and 61 then
    raise exception using errcode = 'PT400', message = 'range_too_long';
  end if;
  return jsonb_build_object(
    'crews', (select crews from public.time_settings),
    'days', (
      select jsonb_agg(
        jsonb_build_object('day', one.day, 'is_special', exception.day is not null, 'label', exception.label)
        || coalesce(private.hours_of_day(one.day), '{"from": null, "until": null}')
        order by one.day
      )
      from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as one
      left join public.opening_exceptions as exception on exception.day = one.day
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_line(booking)
        || jsonb_build_object('crew', claim.crew, 'hold_expires_at', claim.expires_at)
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.bookings as booking
      left join public.slot_claims as claim
        on claim.booking_id = booking.id and claim.local_date between from_day and until_day
      where booking.booking_date between from_day and until_day
        and (
          private.is_standing(booking.status)
          or (booking.status = 'pending_payment' and (claim.expires_at is null or claim.expires_at > now())
            and claim.id is not null)
        )
    ),
    'timeOff', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(off) || jsonb_build_object('reason', off.reason) order by lower(off.during)
      ), '[]')
      from public.slot_claims as off
      where off.local_date between from_day and until_day and off.reason is not null
    ),
    'offers', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(held) || jsonb_build_object(
          'kind', offer.kind,
          'name', coalesce(booking.customer_name, waiting.name),
          'service_name', offer.service_name,
          'booking_id', offer.booking_id,
          'expires_at', held.expires_at
        ) order by lower(held.during)
      ), '[]')
      from public.slot_claims as held
      join public.offered_times as offer on offer.id = held.offer_id
      left join public.bookings as booking on booking.id = offer.booking_id
      left join public.waiting_list as waiting on waiting.id = offer.waiting_id
      where held.local_date between from_day and until_day
        and held.offer_id is not null and (held.expires_at is null or held.expires_at > now())
    )
  );
end;
$$;

revoke all on function public.calendar_range from public, anon, authenticated, service_role;
grant execute on function public.calendar_range to authenticated;

create table public.calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references auth.users (id) on delete cascade,
  label text not null check (length(btrim(label)) between 1 and 60),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index calendar_feeds_owner_id_idx on public.calendar_feeds (owner_id);

alter table public.calendar_feeds enable row level security;
revoke all on public.calendar_feeds from public, anon, authenticated, service_role;
grant all on public.calendar_feeds to service_role;

create function public.calendar_feeds() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', feed.id, 'label', feed.label, 'owner', owner.email,
      'created_at', feed.created_at, 'last_used_at', feed.last_used_at
    ) order by feed.created_at desc, feed.id), '[]')
    from public.calendar_feeds as feed
    join auth.users as owner on owner.id = feed.owner_id
  );
end;
$$;

create function public.revoke_calendar_feed(feed_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.calendar_feeds where id = feed_id;
end;
$$;

create function public.create_calendar_feed(label text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.new_token();
  new_id uuid;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  if coalesce(length(btrim(label)), 0) not between 1 and 60 then
    raise exception using errcode = 'PT400', message = 'label_missing';
  end if;
  perform private.lock_counted('public.calendar_feeds');
  if (select count(*) >= 10 from public.calendar_feeds where owner_id = (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'too_many_feeds';
  end if;
  insert into public.calendar_feeds (owner_id, label, token_hash)
  values ((select auth.uid()), btrim(create_calendar_feed.label), private.hash_of_token(token))
  returning id into new_id;
  return jsonb_build_object('id', new_id, 'token', token);
end;
$$;

create function public.read_calendar_feed(secret text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  feed public.calendar_feeds;
  first_day date := private.local_today() - 30;
begin
  select * into feed from public.calendar_feeds where token_hash = private.hash_of_token(secret);
  if feed.id is null or not exists (select from public.admins where user_id = feed.owner_id) then
    return null;
  end if;
  update public.calendar_feeds set last_used_at = now()
  where id = feed.id and (last_used_at is null or last_used_at < now() - interval '15 minutes');
  return jsonb_build_object(
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', booking.id, 'calendar_uid', booking.calendar_uid, 'service_name', booking.service_name,
        'customer_name', booking.customer_name, 'customer_phone', booking.customer_phone,
        'car', concat_ws(' ', booking.car_year, booking.car_model),
        'address', booking.address, 'city', booking.city, 'province', booking.province,
        'postal_code', booking.postal_code,
        'starts_at', private.instant_of(booking.booking_date, booking.booking_time),
        'duration_minutes', booking.duration_minutes, 'calendar_sequence', booking.calendar_sequence,
        'due_cents', private.due_on_site_cents(booking),
        'is_called_off', private.is_rained_out(booking.id),
        'updated_at', greatest(booking.updated_at, private.rain_told_at(booking.id))
      ) order by booking.booking_date, booking.booking_time, booking.id), '[]')
      from (
        select * from public.bookings
        where booking_date >= first_day and private.is_standing(status)
        order by booking_date
        limit 5000
      ) as booking
    ),
    'time_off', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', claim.id, 'reason', claim.reason, 'crew', claim.crew, 'day', claim.local_date,
        'starts_at', lower(claim.during), 'ends_at', upper(claim.during),
        'is_whole_day', lower(claim.during) = private.instant_of(claim.local_date, '00:00')
          and upper(claim.during) = private.instant_of(claim.local_date + 1, '00:00'),
        'created_at', claim.created_at
      ) order by lower(claim.during), claim.id), '[]')
      from (
        select * from public.slot_claims
        where local_date >= first_day and reason is not null
        order by local_date
        limit 2000
      ) as claim
    )
  );
end;
$$;

revoke all on function
  public.calendar_feeds, public.revoke_calendar_feed, public.create_calendar_feed, public.read_calendar_feed
  from public, anon, authenticated, service_role;
grant execute on function
  public.calendar_feeds, public.revoke_calendar_feed, public.create_calendar_feed
  to authenticated;
grant execute on function public.read_calendar_feed to service_role;

create function private.past_visits_due() returns setof public.bookings
language sql stable set search_path = ''
as $$
  select visit.*
  from (
    select * from public.bookings
    where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
      and booking_date < private.local_today()
    order by booking_date desc, booking_time desc, id
    limit 1000
  ) as visit
  where private.due_on_site_cents(visit) > 0 and not private.is_rained_out(visit.id)
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
$$;

create function private.week_ahead() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'day', private.local_today() + ahead, 'cars', coalesce(booked.cars, 0), 'due_cents', coalesce(booked.due_cents, 0),
    'closed', private.closed_day(private.local_today() + ahead)
  ) order by ahead)
  from generate_series(1, 7) as ahead
  left join (
    select booking_date, count(*) as cars, sum(private.due_on_site_cents(booking)) as due_cents
    from public.bookings as booking
    where booking_date between private.local_today() + 1 and private.local_today() + 7
      and private.is_standing(status)
      and not private.is_rained_out(booking.id)
    group by booking_date
  ) as booked on booked.booking_date = private.local_today() + ahead;
$$;

create function private.owner_needs() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'past_visits', (select count(*) from private.past_visits_due()),
    'reviews', (
      select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
    ),
    'inquiries', private.inquiry_count('new'),
    'payments', (select count(*) from public.payment_findings where closed_at is null),
    'rain_unanswered', count(*) filter (where answer.state = 'asked'),
    'rain_declined', count(*) filter (where answer.state = 'declined'),
    'offers', (
      select count(*) from public.offered_times
      where closed_at is null and expires_at > now() and kind = 'waiting'
    ),
    'mails', (select count(*) from private.undelivered_mails()),
    'mail_delay', private.mail_delay()
  )
  from public.rain_answers as answer
  where answer.state in ('asked', 'declined');
$$;

create function public.owner_needs() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.owner_needs();
end;
$$;

create function public.owner_dashboard() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.local_today();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'today', today,
    'cars', (
      select coalesce(jsonb_agg(private.car_of_day(booking) order by booking_time, id), '[]')
      from public.bookings as booking
      where booking_date = today and private.is_standing(status)
    ),
    'needs', private.owner_needs(),
    'past_visits', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', visit.id, 'day', visit.booking_date, 'customer_name', visit.customer_name,
        'due_cents', private.due_on_site_cents(visit)
      ) order by visit.booking_date desc, visit.booking_time desc, visit.id), '[]')
      from (select * from private.past_visits_due() limit 5) as visit
    ),
    'outside_rules', (select count(*) from private.misfits()),
    'failed_mails', (
      select coalesce(jsonb_agg(to_jsonb(mail)), '[]')
      from (
        select id, template_type, to_email, booking_id, created_at
        from private.undelivered_mails()
        order by created_at desc
        limit 5
      ) as mail
    ),
    'week', private.week_ahead(),
    'next', (
      select jsonb_build_object(
        'id', id, 'day', booking_date, 'booking_time', to_char(booking_time, 'HH24:MI'),
        'customer_name', customer_name, 'service_name', service_name
      )
      from public.bookings
      where booking_date > today and private.is_standing(status) and not private.is_rained_out(id)
      order by booking_date, booking_time
      limit 1
    )
  );
end;
$$;

revoke all on function public.owner_needs, public.owner_dashboard from public, anon, authenticated, service_role;
grant execute on function public.owner_needs, public.owner_dashboard to authenticated;

create function private.parts_of(
  payment public.payments, booking public.bookings, out tax_cents integer, out tip_cents integer
)
language plpgsql stable set search_path = ''
as $$
declare
  untaxed integer := booking.price_cents - booking.discount_cents;
  taxed integer := untaxed + booking.tax_cents;
  covered integer := 0;
  reaches integer;
begin
  if booking.tax_cents + booking.tip_cents = 0 then
    tax_cents := 0;
    tip_cents := payment.tip_cents;
    return;
  end if;
  -- A payment refunded in full by then covers nothing.
  select coalesce(sum(earlier.amount_cents - earlier.tip_cents), 0) into covered
  from public.payments as earlier
  where earlier.booking_id = booking.id
    and earlier.status = 'succeeded'
    and (earlier.settled_at, earlier.id) < (payment.settled_at, payment.id)
    and earlier.amount_cents > (
      select coalesce(sum(refund.amount_cents), 0)
      from public.refunds as refund
      where refund.payment_id = earlier.id
        and refund.status <> 'failed'
        and refund.created_at <= payment.settled_at
    );
  reaches := covered + payment.amount_cents - payment.tip_cents;
  tax_cents := greatest(0, least(reaches, taxed) - greatest(covered, untaxed));
  tip_cents := payment.tip_cents
    + greatest(0, least(reaches, booking.total_cents) - greatest(covered, taxed));
end;
$$;

create function private.money_moves(
  begins timestamptz, ends timestamptz, after_at timestamptz, after_id uuid, most integer
) returns table (
  id uuid, at timestamptz, kind text, booking_id uuid, payment_id uuid, service_name text, customer_name text,
  method text, status text, amount_cents integer, tax_cents integer, tip_cents integer, stripe_id text
)
language sql stable set search_path = ''
as $$
  select * from (
    select
      (move.payment).id, (move.payment).settled_at as at, 'payment', booking.id, (move.payment).id,
      booking.service_name, booking.customer_name, (move.payment).method, (move.payment).status,
      (move.payment).amount_cents, parts.tax_cents, parts.tip_cents, (move.payment).stripe_payment_intent_id
    from (
      select arrived as payment
      from public.payments as arrived
      where arrived.status = 'succeeded'
        and arrived.settled_at >= begins and arrived.settled_at < ends
        and (arrived.settled_at, arrived.id) > (after_at, after_id)
      order by arrived.settled_at, arrived.id
      limit most
    ) as move
    join public.bookings as booking on booking.id = (move.payment).booking_id
    cross join lateral private.parts_of(move.payment, booking) as parts
    union all
    select
      move.id, move.created_at, 'refund', booking.id, payment.id, booking.service_name, booking.customer_name,
      payment.method, move.status, -move.amount_cents,
      -- From the running sum, so that all refunds of a payment together take exactly its tax.
      round(parts.tax_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        parts.tax_cents::numeric * least(earlier.cents + move.amount_cents, payment.amount_cents) / payment.amount_cents
      )::integer,
      round(parts.tip_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        parts.tip_cents::numeric * least(earlier.cents + move.amount_cents, payment.amount_cents) / payment.amount_cents
      )::integer,
      move.stripe_refund_id
    from (
      select *
      from public.refunds as decided
      where decided.status not in ('failed', 'owed')
        and decided.created_at >= begins and decided.created_at < ends
        and (decided.created_at, decided.id) > (after_at, after_id)
      order by decided.created_at, decided.id
      limit most
    ) as move
    join public.payments as payment on payment.id = move.payment_id
    join public.bookings as booking on booking.id = payment.booking_id
    cross join lateral private.parts_of(payment, booking) as parts
    cross join lateral (
      select coalesce(sum(other.amount_cents), 0)::integer as cents
      from public.refunds as other
      where other.payment_id = move.payment_id
        and other.status not in ('failed', 'owed')
        and (other.created_at, other.id) < (move.created_at, move.id)
    ) as earlier
  ) as moves (
    id, at, kind, booking_id, payment_id, service_name, customer_name, method, status, amount_cents, tax_cents,
    tip_cents, stripe_id
  )
  order by at, id
  limit most;
$$;

create function private.money_outstanding(from_day date, until_day date) returns jsonb
language sql stable set search_path = ''
as $$
  with
    to_come as (
      -- No booking is further ahead than this.
      select * from private.money_by_booking(
        private.local_today(), private.local_today() + 1100, '-infinity', '00:00',
        '00000000-0000-0000-0000-000000000000', null
      ) as money
      where (money.booking).status <> 'cancelled'
        and (money.booking).done_at is null and (money.booking).no_show_at is null
      union all
      select * from private.money_of_rained_out()
    ),
    over as (
      select * from private.money_by_booking(
        from_day, least(until_day, private.local_today()), '-infinity', '00:00',
        '00000000-0000-0000-0000-000000000000', null
      ) as money
      where money.due_cents > 0
        and ((money.booking).booking_date < private.local_today() or (money.booking).done_at is not null)
        and not private.is_rained_out((money.booking).id)
    )
  select jsonb_build_object(
    'held_cents', (select coalesce(sum(paid_cents - refunded_cents), 0) from to_come),
    'held_bookings', (select count(*) from to_come where paid_cents > refunded_cents),
    'due_cents', (select coalesce(sum(due_cents), 0) from to_come),
    'due_bookings', (select count(*) from to_come where due_cents > 0),
    'open_cents', (select coalesce(sum(due_cents), 0) from over),
    'open_bookings', (select count(*) from over)
  );
$$;

create function public.money_report(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  with
    moves as materialized (
      select private.local_day(move.at) as day, move.service_name, move.method, move.kind, move.amount_cents,
        move.tax_cents, move.tip_cents
      from private.money_moves(
        private.instant_of(from_day, '00:00'), private.instant_of(until_day + 1, '00:00'), '-infinity',
        '00000000-0000-0000-0000-000000000000', null
      ) as move
    ),
    sums as (
      select
        day, service_name, method, grouping(day, service_name, method) as left_out,
        jsonb_build_object(
          'received_cents', coalesce(sum(amount_cents) filter (where kind = 'payment'), 0),
          'refunded_cents', -coalesce(sum(amount_cents) filter (where kind = 'refund'), 0),
          'tax_cents', sum(tax_cents),
          'tip_cents', sum(tip_cents),
          'payments', count(*) filter (where kind = 'payment'),
          'refunds', count(*) filter (where kind = 'refund')
        ) as figures,
        sum(amount_cents) as net_cents
      from moves
      group by grouping sets ((day), (service_name), (method))
    )
  select jsonb_build_object(
    'days', coalesce(
      jsonb_agg(figures || jsonb_build_object('day', day) order by day) filter (where left_out = 3), '[]'
    ),
    'services', coalesce(
      jsonb_agg(figures || jsonb_build_object('service_name', service_name) order by net_cents desc, service_name)
        filter (where left_out = 5),
      '[]'
    ),
    'methods', coalesce(
      jsonb_agg(figures || jsonb_build_object('method', method) order by net_cents desc, method)
        filter (where left_out = 6),
      '[]'
    ),
    'outstanding', private.money_outstanding(from_day, until_day)
  )
  into report
  from sums;
  return report;
end;
$$;

revoke all on function public.money_report from public, anon, authenticated, service_role;
grant execute on function public.money_report to authenticated;

create function private.receipt_of(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'booking', to_jsonb(booking) - array['client_address', 'user_id'],
    'due_on_site_cents', private.due_on_site_cents(booking),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', payment.tip_cents,
        'settled_at', payment.settled_at
      ) order by payment.settled_at, payment.id), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id and payment.status = 'succeeded'
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', payment.method, 'amount_cents', refund.amount_cents, 'created_at', refund.created_at,
        'status', refund.status
      ) order by refund.created_at, refund.id), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id and refund.status <> 'failed'
    )
  );
$$;

create function public.booking_receipt(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return private.receipt_of(booking);
end;
$$;

create function private.money_by_booking(from_day date, until_day date, after_date date, after_time time, after_id uuid, most integer)
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select
    page.booking,
    money.paid_cents,
    money.refunded_cents,
    case
      when (page.booking).status in ('paid', 'cancelled') or (page.booking).no_show_at is not null then 0
      else greatest(
        0, (page.booking).total_cents - greatest((page.booking).due_now_cents, money.collected_cents)
      )
    end
  from (
    select standing as booking
    from public.bookings as standing
    where standing.booking_date between greatest(from_day, after_date) and until_day
      and standing.status <> 'pending_payment'
      and (standing.booking_date, standing.booking_time, standing.id) > (after_date, after_time, after_id)
    order by standing.booking_date, standing.booking_time, standing.id
    limit most
  ) as page
  cross join lateral (
    select
      coalesce(sum(payment.amount_cents), 0)::integer as paid_cents,
      coalesce(sum(back.cents - back.owed_cents), 0)::integer as refunded_cents,
      coalesce(sum(payment.amount_cents - payment.tip_cents) filter (where payment.amount_cents > back.cents), 0)::integer
        as collected_cents
    from public.payments as payment
    cross join lateral (
      select
        greatest(
          payment.refunded_cents, coalesce(sum(refund.amount_cents) filter (where refund.status <> 'failed'), 0)
        ) as cents,
        coalesce(sum(refund.amount_cents) filter (where refund.status = 'owed'), 0) as owed_cents
      from public.refunds as refund
      where refund.payment_id = payment.id
    ) as back
    where payment.booking_id = (page.booking).id and payment.status = 'succeeded'
  ) as money
  order by (page.booking).booking_date, (page.booking).booking_time, (page.booking).id;
$$;

create function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(line.row), '[]') into rows
  from (
    select jsonb_build_object(
      'id', (money.booking).id,
      'booking_date', (money.booking).booking_date,
      'booking_time', (money.booking).booking_time,
      'service_name', (money.booking).service_name,
      'vehicle_type', (money.booking).vehicle_type,
      'customer_name', (money.booking).customer_name,
      'customer_email', (money.booking).customer_email,
      'status', (money.booking).status,
      'source', (money.booking).source,
      'payment_option', (money.booking).payment_option,
      'price_cents', (money.booking).price_cents,
      'discount_cents', (money.booking).discount_cents,
      'coupon_code', (money.booking).coupon_code,
      'tax_cents', (money.booking).tax_cents,
      'tax_label', (money.booking).tax_label,
      'tip_cents', (money.booking).tip_cents,
      'total_cents', (money.booking).total_cents,
      'created_at', (money.booking).created_at,
      'cancelled_at', (money.booking).cancelled_at,
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_cents', money.due_cents
    ) as row
    from private.money_by_booking(
      from_day, until_day,
      coalesce((after ->> 'date')::date, '-infinity'),
      coalesce((after ->> 'time')::time, '00:00'),
      coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
      most
    ) as money
  ) as line;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows) when most then jsonb_build_object(
      'date', rows -> -1 -> 'booking_date', 'time', rows -> -1 -> 'booking_time', 'id', rows -> -1 -> 'id'
    ) end,
    'total', case when after is null then (
      select count(*) from public.bookings
      where booking_date between from_day and until_day and status <> 'pending_payment'
    ) end
  );
end;
$$;

create function public.export_payments(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  begins timestamptz := private.instant_of(from_day, '00:00');
  ends timestamptz := private.instant_of(until_day + 1, '00:00');
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(to_jsonb(move) order by move.at, move.id), '[]') into rows
  from private.money_moves(
    begins, ends,
    coalesce((after ->> 'at')::timestamptz, '-infinity'),
    coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
    most
  ) as move;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows)
      when most then jsonb_build_object('at', rows -> -1 -> 'at', 'id', rows -> -1 -> 'id')
    end,
    'total', case when after is null then (
      select count(*) from public.payments
      where status = 'succeeded' and settled_at >= begins and settled_at < ends
    ) + (
      select count(*) from public.refunds
      where status not in ('failed', 'owed') and created_at >= begins and created_at < ends
    ) end
  );
end;
$$;

revoke all on function
  public.booking_receipt, public.export_bookings, public.export_payments
  from public, anon, authenticated, service_role;
grant execute on function private.receipt_of to service_role;
grant execute on function public.booking_receipt, public.export_bookings, public.export_payments to authenticated;

create table public.customers (
  email text primary key,
  name text not null,
  phone text not null,
  note text not null default '' check (length(note) <= 4000),
  first_booked_at timestamptz not null,
  last_booked_at timestamptz not null,
  search_text text not null generated always as (' ' || lower(name || ' ' || email || ' ' || phone)) stored,
  note_version integer not null default 0
);

create index customers_last_booked_idx on public.customers (last_booked_at, email);
create index customers_search_idx on public.customers using gin (search_text extensions.gin_trgm_ops);

alter table public.customers enable row level security;
revoke all on public.customers from public, anon, authenticated, service_role;
grant all on public.customers to service_role;

create function private.spend_of(whose text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(private.keepable_cents(payment)), 0)::bigint
  from public.bookings as booking
  join public.payments as payment on payment.booking_id = booking.id
  where booking.customer_email = whose and payment.status = 'succeeded';
$$;

create function private.is_forgotten(email text) returns boolean
language sql immutable set search_path = ''
as $$
  select email like 'deleted-%@account.invalid';
$$;

create function private.keep_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.customer_email is distinct from new.customer_email
    and not exists (select from public.bookings where customer_email = old.customer_email) then
    delete from public.customers where email = old.customer_email;
  end if;
  if private.is_standing(new.status) and not private.is_forgotten(new.customer_email) then
    insert into public.customers as customer (email, name, phone, first_booked_at, last_booked_at)
    values (new.customer_email, new.customer_name, new.customer_phone, new.created_at, new.created_at)
    on conflict (email) do update
    set
      name = case when excluded.last_booked_at >= customer.last_booked_at then excluded.name else customer.name end,
      phone = case when excluded.last_booked_at >= customer.last_booked_at then excluded.phone else customer.phone end,
      first_booked_at = least(customer.first_booked_at, excluded.first_booked_at),
      last_booked_at = greatest(customer.last_booked_at, excluded.last_booked_at);
  end if;
  return null;
end;
$$;

create function private.cars_of(whose text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(car order by latest desc), '[]')
  from (
    select car_year || ' ' || car_model as car, max(booking_date) as latest
    from public.bookings
    where customer_email = whose and status <> 'pending_payment'
    group by 1
  ) as driven;
$$;

create function private.customer_figures(whose text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking))
    )[1],
    'cars', private.cars_of(whose),
    'spend_cents', private.spend_of(whose)
  )
  from public.bookings as booking
  where booking.customer_email = whose;
$$;

create function public.find_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.search_patterns(search);
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email', customer.email, 'name', customer.name, 'phone', customer.phone,
      'has_note', customer.note <> '', 'last_booked_at', customer.last_booked_at
    ) || private.customer_figures(customer.email)
    order by customer.last_booked_at desc, customer.email desc
  ), '[]')
  into found
  from (
    select *
    from public.customers as candidate
    where (patterns is null or (candidate.search_text like patterns[1] and candidate.search_text like all (patterns)))
      and (
        before is null
        or (candidate.last_booked_at, candidate.email)
          < ((before ->> 'last_booked_at')::timestamptz, before ->> 'email')
      )
    order by candidate.last_booked_at desc, candidate.email desc
    limit size
  ) as customer;
  return jsonb_build_object(
    'customers', found,
    'next', case when jsonb_array_length(found) = size then
      jsonb_build_object('last_booked_at', found -> -1 ->> 'last_booked_at', 'email', found -> -1 ->> 'email')
    end
  );
end;
$$;

create function public.customer_bookings(target_email text, before jsonb default null, batch integer default 20)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(line) order by line.booking_date desc, line.booking_time desc, line.id desc), '[]')
  into found
  from (
    select
      booking.id, booking.service_name, booking.car_year, booking.car_model, booking.booking_date,
      booking.booking_time, booking.status, booking.total_cents, booking.done_at, booking.no_show_at
    from public.bookings as booking
    where booking.customer_email = lower(btrim(target_email))
      and (
        before is null
        or (booking.booking_date, booking.booking_time, booking.id)
          < ((before ->> 'booking_date')::date, (before ->> 'booking_time')::time, (before ->> 'id')::uuid)
      )
    order by booking.booking_date desc, booking.booking_time desc, booking.id desc
    limit size
  ) as line;
  return jsonb_build_object(
    'bookings', found,
    'next', case when jsonb_array_length(found) = size then
      (found -> -1) - array[
        'service_name', 'car_year', 'car_model', 'status', 'total_cents', 'done_at', 'no_show_at'
      ]
    end
  );
end;
$$;

create function public.save_customer_note(target_email text, new_note text, version integer default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  earlier public.customers;
  written text := btrim(new_note);
begin
  perform private.require_admin();
  if length(written) > 4000 then
    raise exception using errcode = 'PT400', message = 'note_too_long';
  end if;
  select * into earlier from public.customers where email = lower(btrim(target_email)) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if earlier.note = written then
    return jsonb_build_object('text', earlier.note, 'version', earlier.note_version);
  end if;
  if earlier.note_version <> save_customer_note.version then
    raise exception using errcode = 'PT409', message = 'note_changed';
  end if;
  update public.customers
  set note = written, note_version = earlier.note_version + 1
  where email = earlier.email;
  return jsonb_build_object('text', written, 'version', earlier.note_version + 1);
end;
$$;

create trigger keep_customer
  after insert or update of status, customer_email, customer_name, customer_phone on public.bookings
  for each row execute function private.keep_customer();

revoke all on function
  public.find_customers, public.customer_bookings, public.save_customer_note
  from public, anon, authenticated, service_role;
grant execute on function private.is_forgotten to service_role;
grant execute on function public.find_customers, public.customer_bookings, public.save_customer_note to authenticated;

create function private.check_person() returns void
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

create function private.own_bookings() returns setof public.bookings
language sql stable security definer rows 20 set search_path = ''
as $$
  select *
  from public.bookings
  where user_id = (select auth.uid())
    or (user_id is null and customer_email = (select private.confirmed_email()));
$$;

create function private.own_mails() returns setof public.mail_outbox
language sql stable security definer set search_path = ''
as $$
  select mail.*
  from public.mail_outbox as mail
  where mail.id in (
    select about.id
    from private.own_bookings() as booking
    join public.mail_outbox as about on about.booking_id = booking.id
    union
    select sent.id
    from public.mail_outbox as sent
    where lower(sent.to_email) = (select private.confirmed_email())
      and lower(sent.to_email) not in (select info_email from private.business)
    union
    select told.id
    from public.mail_outbox as told
    where told.template_type = 'inquiry_received'
      and lower(btrim(told.data ->> 'customer_email')) = (select private.confirmed_email())
  );
$$;

create function private.booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'coupon_used', (select code from public.coupon_redemptions where booking_id = booking.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', payment.amount_cents, 'status', payment.status, 'created_at', payment.created_at,
        'stripe_payment_intent_id', payment.stripe_payment_intent_id, 'refunded_cents', payment.refunded_cents,
        'method', payment.method, 'tip_cents', payment.tip_cents
      ) order by payment.created_at), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', refund.amount_cents, 'status', refund.status, 'created_at', refund.created_at
      ) order by refund.created_at), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', change.at, 'action', change.action, 'was', change.was, 'is', change."is",
        'by', case when change.actor_label in ('Customer', 'Guest', 'System') then change.actor_label
          else 'Administrator' end
      ) order by change.id), '[]')
      from public.booking_changes as change
      where change.booking_id = booking.id and change.action <> 'note'
    )
  );
$$;

create function private.own_booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select data || jsonb_build_object('changes', (
    select coalesce(jsonb_agg(
      case when jsonb_typeof(change -> 'is') = 'object'
        then change || jsonb_build_object('is', (change -> 'is') - 'note')
        else change
      end
      order by place
    ), '[]')
    from jsonb_array_elements(data -> 'changes') with ordinality as listed (change, place)
  ))
  from private.booking_data(booking) as data;
$$;

create function private.account_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.account_data_of((select auth.uid()));
$$;

create function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_person();
  perform private.require_fresh_proof();
  return jsonb_build_object(
    'exported_at', now(),
    'account', private.account_data(),
    'bookings', (
      select coalesce(jsonb_agg(private.own_booking_data(booking) order by booking.created_at), '[]')
      from private.own_bookings() as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) - 'is_held_back' order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id in (select id from private.own_bookings())
    ),
    'inquiries', (
      select coalesce(jsonb_agg(
        to_jsonb(inquiry)
          || case when inquiry.status = 'held_back' then jsonb_build_object('status', 'new') else '{}' end
        order by inquiry.created_at
      ), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = private.confirmed_email()
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = private.confirmed_email()
    ),
    'unsubscribed_at', (
      select unsubscribed_at from public.mail_choices where email = private.confirmed_email()
    ),
    -- Without their data, which may hold a token that still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at), '[]')
      from private.own_mails() as mail
    )
  );
end;
$$;

create function private.check_may_leave() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_fresh_proof();
  -- Administrators who leave at once go one after the other.
  perform from public.admins order by user_id for update;
  if exists (select from public.admins where user_id = (select auth.uid()))
    and not exists (select from public.admins where user_id <> (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'last_administrator';
  end if;
  if exists (
    select
    from private.own_bookings() as booking
    where private.is_standing(booking.status)
      and upper(private.span_of(booking)) > now()
  ) then
    raise exception using errcode = 'PT409', message = 'upcoming_bookings';
  end if;
end;
$$;

create function public.delete_my_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- From here on nothing new is linked to the account.
  perform from auth.users where id = (select auth.uid()) for update;
  perform private.check_person();
  perform from public.bookings
  where id in (select id from private.own_bookings()) order by id for update;
  perform private.lock_email(coalesce(private.confirmed_email(), ''));
  perform private.check_may_leave();
  perform private.forget_person(
    array(select id from private.own_bookings()), private.confirmed_email(), (select auth.uid())
  );
  delete from auth.users where id = (select auth.uid());
end;
$$;

revoke all on function public.my_data, public.delete_my_account from public, anon, authenticated, service_role;
grant execute on function public.my_data, public.delete_my_account to authenticated;

create function private.bookings_of(whose text) returns setof public.bookings
language sql stable security definer set search_path = ''
as $$
  select *
  from public.bookings
  where customer_email = whose
    or user_id = (select private.account_of(whose))
    or (customer_email is null and customer_phone = whose);
$$;

create function private.account_of(whose text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from auth.users where email = whose order by created_at limit 1;
$$;

create function private.account_data_of(person_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', person.id,
    'email', person.email,
    'email_confirmed_at', person.email_confirmed_at,
    'phone', person.phone,
    'phone_confirmed_at', person.phone_confirmed_at,
    'details', person.raw_user_meta_data,
    'created_at', person.created_at,
    'last_sign_in_at', person.last_sign_in_at,
    'is_administrator', exists (select from public.admins where user_id = person.id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'created_at', session.created_at, 'device', session.user_agent, 'address', session.ip
      ) order by session.created_at), '[]')
      from auth.sessions as session
      where session.user_id = person.id
    ),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', factor.friendly_name, 'type', factor.factor_type, 'status', factor.status,
        'created_at', factor.created_at
      ) order by factor.created_at), '[]')
      from auth.mfa_factors as factor
      where factor.user_id = person.id
    ),
    'recovery_codes_left', (
      select count(*) from private.recovery_codes as code where code.user_id = person.id
    )
  )
  from auth.users as person
  where person.id = person_id;
$$;

create function private.mails_of(booking_ids uuid[], whose text) returns setof public.mail_outbox
language sql stable security definer set search_path = ''
as $$
  -- A union, so that each part uses an index.
  select mail.*
  from public.mail_outbox as mail
  where mail.id in (
    select id from public.mail_outbox where booking_id = any (booking_ids)
    union
    select id from public.mail_outbox
    where lower(to_email) = whose and whose not in (select info_email from private.business)
    union
    select told.id
    from public.inquiries as inquiry
    join public.mail_outbox as told on told.key = 'inquiry_received:' || inquiry.id
    where lower(btrim(inquiry.email)) = whose
  );
$$;

create function private.whose(target_email text, target_phone text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(lower(btrim(target_email)), btrim(target_phone));
$$;

create function private.kept_about(booking_ids uuid[], whose text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'bookings', cardinality(booking_ids),
    'reviews', (select count(*) from public.reviews where booking_id = any (booking_ids)),
    'inquiries', (select count(*) from public.inquiries where lower(btrim(email)) = whose),
    'waiting', (select count(*) from public.waiting_list where email = whose),
    'mails', (select count(*) from private.mails_of(booking_ids, whose))
  );
$$;

create function private.other_accounts_of(whose text) returns table (id uuid, email text)
language sql stable security definer set search_path = ''
as $$
  select person.id, person.email
  from auth.users as person
  where person.id in (select user_id from public.bookings where customer_email = whose)
    and person.email <> whose
    and not private.runs_the_business(person.id, person.email);
$$;

create function private.booking_in_the_way(whose text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', id, 'booking_date', booking_date, 'booking_time', booking_time)
  from private.bookings_of(whose) as booking
  where private.is_ahead(booking)
  order by booking_date, booking_time
  limit 1;
$$;

create function private.other_account_in_page(account uuid, address text, whose text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with hanging as (
    select id, customer_email
    from private.bookings_of(address)
    where customer_email is distinct from whose
  )
  select jsonb_build_object(
    'id', account,
    'email', address,
    'addresses', array(select distinct customer_email from hanging where customer_email is not null order by 1),
    'in_the_way', private.booking_in_the_way(address),
    'kept', private.kept_about(array(select id from hanging), address)
  );
$$;

create function private.caller_in_page(number text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'phone', number,
    'name', (array_agg(customer_name order by latest desc))[1],
    'names', coalesce(array_agg(customer_name order by latest desc), '{}')
  )
  from (
    select customer_name, max(created_at) as latest
    from private.bookings_of(number)
    group by 1
  ) as called;
$$;

create function private.customer_data_of(whose text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  booking_ids uuid[];
begin
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  return jsonb_build_object(
    'customer', (select to_jsonb(customer) - 'search_text' from public.customers as customer where email = whose),
    'account', private.account_data_of(private.account_of(whose)),
    'unsubscribed_at', (select unsubscribed_at from public.mail_choices where email = whose),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_data(booking) || jsonb_build_object(
          'note', (select note from public.booking_notes where booking_id = booking.id)
        ) order by booking.created_at
      ), '[]')
      from private.bookings_of(whose) as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id = any (booking_ids)
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(inquiry) order by inquiry.created_at), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = whose
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = whose
    ),
    -- Without their data, which may hold a token that still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at), '[]')
      from private.mails_of(booking_ids, whose) as mail
    )
  );
end;
$$;

create function public.customer_page(target_email text default null, target_phone text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  whose text := private.whose(target_email, target_phone);
  booking_ids uuid[];
  page jsonb;
begin
  perform private.require_admin();
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  select jsonb_build_object(
    'email', case when target_email is not null then whose end,
    'name', customer.name,
    'phone', customer.phone,
    'note', coalesce(customer.note, ''),
    'note_version', coalesce(customer.note_version, 0),
    'is_customer', customer.email is not null,
    'first_booked_at', customer.first_booked_at,
    'has_account', private.account_of(whose) is not null,
    'is_administrator', exists (select from public.admins where user_id = private.account_of(whose)),
    'has_unsubscribed', private.has_unsubscribed(whose),
    'in_the_way', private.booking_in_the_way(whose),
    'kept', private.kept_about(booking_ids, whose),
    'other_addresses', array(
      select distinct customer_email from private.bookings_of(whose) where customer_email <> whose order by 1
    ),
    'other_accounts', (
      select coalesce(jsonb_agg(private.other_account_in_page(account.id, account.email, whose) order by account.email), '[]')
      from private.other_accounts_of(whose) as account
    )
  ) || case when target_email is null then private.caller_in_page(whose) else private.customer_figures(whose) end
  into page
  from (select whose as email) as asked
  left join public.customers as customer using (email);
  if not (page ->> 'is_customer')::boolean
    and not (page ->> 'has_account')::boolean
    and page -> 'kept' = '{"bookings": 0, "reviews": 0, "inquiries": 0, "waiting": 0, "mails": 0}'
  then
    return null;
  end if;
  return page;
end;
$$;

create function public.customer_data(
  target_email text default null, target_phone text default null, other_accounts uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  whose text := private.whose(target_email, target_phone);
begin
  perform private.require_admin();
  return jsonb_build_object(
    'exported_at', now(),
    'email', case when target_email is not null then whose end,
    'phone', case when target_email is null then whose end,
    'other_accounts', (
      select coalesce(jsonb_agg(private.customer_data_of(account.email) order by account.email), '[]')
      from private.other_accounts_of(whose) as account
      where account.id = any (other_accounts)
    )
  ) || private.customer_data_of(whose);
end;
$$;

revoke all on function public.customer_page, public.customer_data from public, anon, authenticated, service_role;
grant execute on function public.customer_page, public.customer_data to authenticated;

create table private.forgetting (
  only_row boolean primary key default true check (only_row),
  pepper text not null default gen_random_uuid()::text || gen_random_uuid()::text
);

alter table private.forgetting enable row level security;
revoke all on private.forgetting from public, anon, authenticated, service_role;

create function private.forget_waiting(whose text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.waiting_list where email = whose order by id for update;
  perform private.close_offers(array_agg(offer.id), 'withdrawn')
  from public.offered_times as offer
  join public.waiting_list as waiting on waiting.id = offer.waiting_id
  where waiting.email = whose and offer.closed_at is null
  having count(*) > 0;
  delete from public.waiting_list where email = whose;
end;
$$;

create function private.forget_choice(whose text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.mail_choices where email = whose and unsubscribed_at is null;
  delete from public.mail_choices
  where email = private.mark_of(whose) and exists (select from public.mail_choices where email = whose);
  update public.mail_choices set email = private.mark_of(whose) where email = whose;
end;
$$;

create function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_choice(whose);
  perform private.cancel(id)
  from public.bookings
  where id = any (booking_ids) and status = 'pending_payment'
  order by id;
  update public.coupon_redemptions
  set email = private.mark_of(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  update public.bookings
  set
    user_id = null,
    customer_name = 'A former customer',
    customer_email = 'deleted-' || id || '@account.invalid',
    customer_phone = '+00000000',
    address = 'Removed',
    city = 'Removed',
    postal_code = 'A0A 0A0',
    client_address = null
  where id = any (booking_ids);
  delete from public.customers where email = forget_person.whose;
end;
$$;

create function private.forget_words_of(booking_ids uuid[], whose text) returns void
language sql security definer set search_path = ''
as $$
  delete from public.mail_outbox
  where booking_id is null and id in (select id from private.mails_of(booking_ids, whose));
  update public.mail_outbox
  set
    to_email = 'deleted-' || booking_id || '@account.invalid',
    data = '{}',
    status = case when status in ('queued', 'failed') then 'dropped' else status end,
    last_error = null
  where id in (select id from private.mails_of(booking_ids, whose));
  delete from public.inquiries where lower(btrim(email)) = whose;
  update public.reviews set customer_name = 'A customer' where booking_id = any (booking_ids);
  -- Findings about their money stay, without the customer and without notes.
  update public.payment_finding_steps
  set note = null
  where finding_id in (
    select id from public.payment_findings
    where booking_id = any (booking_ids) or lower(facts ->> 'email') = whose
  );
  update public.payment_findings
  set facts = facts - array['email', 'description']
  where booking_id = any (booking_ids) or lower(facts ->> 'email') = whose;
$$;

create function private.erase_all_of(people text[], accounts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  whose text;
begin
  perform from public.bookings
  where id in (select booking.id from unnest(people) as one, private.bookings_of(one) as booking)
  order by id for update;
  perform private.lock_email(one) from (select unnest(people) as one order by 1) as ordered;
  if exists (select from unnest(people) as one where private.booking_in_the_way(one) is not null) then
    raise exception using errcode = 'PT409', message = 'upcoming_bookings';
  end if;
  foreach whose in array people loop
    perform private.forget_person(
      array(select id from private.bookings_of(whose)), whose, private.account_of(whose)
    );
  end loop;
  delete from auth.users where id = any (accounts);
end;
$$;

create function public.erase_customer(
  target_email text default null, target_phone text default null, other_accounts uuid[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  whose text := private.whose(target_email, target_phone);
  leaving uuid[];
begin
  perform private.require_admin();
  if public.customer_page(target_email, target_phone) is null then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if private.runs_the_business(private.account_of(whose), whose) then
    raise exception using errcode = 'PT409', message = 'administrator_account';
  end if;
  -- From here on nothing new is linked to the account.
  leaving := array(
    select id
    from auth.users
    where id = private.account_of(whose)
      or (id = any (other_accounts) and id in (select other.id from private.other_accounts_of(whose) as other))
    order by id
    for update
  );
  perform private.erase_all_of(
    array(select whose union select email from auth.users where id = any (leaving)), leaving
  );
end;
$$;

revoke all on function public.erase_customer from public, anon, authenticated, service_role;
grant execute on function public.erase_customer to authenticated;

create function private.photo_at(bucket text, address text) returns text
language sql immutable set search_path = ''
as $$
  select replace(
    substring(address from '^(?:https?://[^/?#]+)?/storage/v1/object/public/' || bucket || '/([^?#]+)$'), '%20', ' '
  );
$$;

create function private.photo_metadata(bucket text, address text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  known jsonb;
begin
  select coalesce(metadata, '{}') into known
  from storage.objects
  where bucket_id = bucket and name = private.photo_at(bucket, address);
  if not found then
    raise exception using errcode = 'PT400', message = 'unknown_photo';
  end if;
  return known;
end;
$$;

create function public.unused_photos() returns table (bucket_id text, name text)
language sql stable set search_path = ''
as $$
  select object.bucket_id, object.name
  from storage.objects as object
  where object.created_at < now() - interval '1 day' and (
    object.bucket_id = 'reviews' and not exists (
      select from public.reviews where private.photo_at('reviews', photo_url) = object.name
    )
    or object.bucket_id = 'gallery' and not exists (
      select from public.gallery_photos where private.photo_at('gallery', image_url) = object.name
    )
  );
$$;

create policy "Photos of reviews can be uploaded by everyone"
  on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'reviews' and storage.foldername(name) = '{public}');

create policy "Photos of reviews can be listed by those who manage reviews"
  on storage.objects for select to authenticated
  using (bucket_id = 'reviews' and (select private.manages_reviews()));

create policy "Photos of reviews can be removed by those who manage reviews"
  on storage.objects for delete to authenticated
  using (bucket_id = 'reviews' and (select private.manages_reviews()));

create policy "Photos of the gallery can be uploaded by administrators"
  on storage.objects for insert to authenticated
  with check (bucket_id = 'gallery' and (select public.is_admin()));

create policy "Photos of the gallery can be listed by administrators"
  on storage.objects for select to authenticated
  using (bucket_id = 'gallery' and (select public.is_admin()));

create policy "Photos of the gallery can be removed by administrators"
  on storage.objects for delete to authenticated
  using (bucket_id = 'gallery' and (select public.is_admin()));

revoke all on function public.unused_photos from public, anon, authenticated, service_role;
grant execute on function private.photo_at, public.unused_photos to service_role;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.bookings (id) on delete set null,
  customer_name text not null check (length(btrim(customer_name)) between 1 and 100),
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) <= 2000),
  photo_url text check (length(photo_url) <= 1000),
  is_approved boolean not null default false,
  created_at timestamptz not null default now(),
  photo_width integer check (photo_width > 0),
  photo_height integer check (photo_height > 0),
  photo_name text unique,
  is_held_back boolean not null default false,
  constraint reviews_held_back_check check (not (is_approved and is_held_back))
);

create index reviews_created_at_idx on public.reviews (is_approved, created_at desc);
create index reviews_booking_id_idx on public.reviews (booking_id);
create index reviews_public_rating_idx on public.reviews (rating) where is_approved;
create index reviews_held_back_idx on public.reviews (created_at desc, id desc) where is_held_back;
create index reviews_waiting_idx on public.reviews (created_at desc, id desc)
  where not is_approved and not is_held_back;

alter table public.reviews enable row level security;
revoke all on public.reviews from public, anon, authenticated, service_role;
grant select (
  id, customer_name, rating, comment, photo_url, is_approved, created_at, photo_width, photo_height
) on public.reviews to anon;
grant insert (
  booking_id, customer_name, rating, comment, photo_url, is_approved
) on public.reviews to anon, authenticated;
grant delete on public.reviews to authenticated;
grant select (
  id, customer_name, rating, comment, photo_url, is_approved, created_at, photo_width, photo_height, is_held_back
) on public.reviews to authenticated;
grant update (is_approved, is_held_back) on public.reviews to authenticated;
grant all on public.reviews to service_role;

create function private.size_review_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := '{}';
begin
  if new.photo_url is not null then
    known := private.photo_metadata('reviews', new.photo_url);
  end if;
  new.photo_width := known ->> 'width';
  new.photo_height := known ->> 'height';
  return new;
end;
$$;

create function private.name_review_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.photo_name := private.photo_at('reviews', new.photo_url);
  if exists (select from public.reviews where photo_name = new.photo_name and id <> new.id) then
    raise exception using errcode = 'PT409', message = 'photo_taken';
  end if;
  return new;
end;
$$;

create function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_counted('public.reviews');
  if (
    select count(*) >= 200 from public.reviews
    where not is_held_back and created_at > now() - interval '1 hour'
  ) then
    if (
      select count(*) >= 4000 from public.reviews where is_held_back and created_at > now() - interval '1 day'
    ) then
      raise exception using errcode = 'PT429', message = 'too_many_reviews';
    end if;
    new.is_held_back := true;
  end if;
  return new;
end;
$$;

create function public.review_rating() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('count', count(*), 'average', round(avg(rating), 1))
  from public.reviews where is_approved;
$$;

create trigger refuse_many after insert on public.reviews
  referencing new table as written
  for each statement execute function private.refuse_many();

create trigger size_photo before insert or update of photo_url on public.reviews
  for each row execute function private.size_review_photo();

create trigger name_photo before insert or update of photo_url on public.reviews
  for each row execute function private.name_review_photo();

create trigger limit_reviews before insert on public.reviews
  for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.limit_reviews();

create policy "Approved reviews can be read by everyone"
  on public.reviews for select to anon, authenticated
  using (is_approved);

create policy "All reviews can be read by those who manage them"
  on public.reviews for select to authenticated
  using ((select private.manages_reviews()));

create policy "Reviews can be written by everyone, unapproved"
  on public.reviews for insert to anon, authenticated
  with check (not is_approved);

create policy "Reviews can be approved by those who manage them"
  on public.reviews for update to authenticated
  using ((select private.manages_reviews()))
  with check ((select private.manages_reviews()));

create policy "Reviews can be deleted by those who manage them"
  on public.reviews for delete to authenticated
  using ((select private.manages_reviews()));

revoke all on function public.review_rating from public, anon, authenticated, service_role;
grant execute on function public.review_rating to anon, authenticated, service_role;

create table public.gallery_photos (
  id uuid primary key default gen_random_uuid(),
  image_url text not null check (length(image_url) between 1 and 1000),
  description text not null default '' check (length(description) <= 300),
  created_at timestamptz not null default now(),
  image_width integer check (image_width > 0),
  image_height integer check (image_height > 0)
);

create index gallery_photos_created_at_idx on public.gallery_photos (created_at desc);

alter table public.gallery_photos enable row level security;
revoke all on public.gallery_photos from public, anon, authenticated, service_role;
grant select on public.gallery_photos to anon;
grant select, delete on public.gallery_photos to authenticated;
grant insert (image_url, description) on public.gallery_photos to authenticated;
grant update (description) on public.gallery_photos to authenticated;
grant all on public.gallery_photos to service_role;

create function private.size_gallery_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := '{}';
begin
  -- Besides the storage's photos only those that come with the site: a path without an origin.
  if new.image_url !~ '^/[^/\\]' or new.image_url like '/storage/%' then
    known := private.photo_metadata('gallery', new.image_url);
  end if;
  new.image_width := known ->> 'width';
  new.image_height := known ->> 'height';
  return new;
end;
$$;

create trigger size_photo before insert or update of image_url on public.gallery_photos
  for each row execute function private.size_gallery_photo();

create policy "Gallery photos can be seen by everyone"
  on public.gallery_photos for select to anon, authenticated
  using (true);

create policy "Gallery photos can be added by administrators"
  on public.gallery_photos for insert to authenticated
  with check ((select public.is_admin()));

create policy "Gallery photos can be deleted by administrators"
  on public.gallery_photos for delete to authenticated
  using ((select public.is_admin()));

create policy "Descriptions of gallery photos can be changed by administrators"
  on public.gallery_photos for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create table public.inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 100),
  email text not null check (length(email) <= 254 and email like '%_@_%'),
  subject text not null check (length(btrim(subject)) between 1 and 150),
  message text not null check (length(btrim(message)) between 1 and 5000),
  booking_id uuid,
  created_at timestamptz not null default now(),
  status text not null default 'new' check (status in ('new', 'answered', 'closed', 'held_back'))
);

create index inquiries_created_at_idx on public.inquiries (created_at desc);
create index inquiries_email_idx on public.inquiries (lower(btrim(email)));
create index inquiries_status_idx on public.inquiries (status, created_at desc, id desc);

alter table public.inquiries enable row level security;
revoke all on public.inquiries from public, anon, authenticated, service_role;
grant insert (name, email, subject, message, booking_id) on public.inquiries to anon, authenticated;
grant select on public.inquiries to authenticated;
grant all on public.inquiries to service_role;

create table public.inquiry_changes (
  id bigint generated by default as identity primary key,
  inquiry_id uuid not null references public.inquiries (id) on delete cascade,
  at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  actor_label text not null check (length(actor_label) between 1 and 254),
  was text not null,
  "is" text not null
);

create index inquiry_changes_inquiry_id_idx on public.inquiry_changes (inquiry_id, id);
create index inquiry_changes_actor_idx on public.inquiry_changes (actor) where actor is not null;

alter table public.inquiry_changes enable row level security;
revoke all on public.inquiry_changes from public, anon, authenticated, service_role;
grant select on public.inquiry_changes to service_role;
revoke all on sequence public.inquiry_changes_id_seq from public, anon, authenticated, service_role;

create function private.limit_inquiries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_counted('public.inquiries');
  if (
    select count(*) >= 5 from public.inquiries
    where lower(btrim(email)) = lower(btrim(new.email)) and created_at > now() - interval '1 hour'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_inquiries';
  end if;
  if (
    select count(*) >= 60 from public.inquiries
    where status <> 'held_back' and created_at > now() - interval '1 hour'
  ) then
    if (
      select count(*) >= 1200 from public.inquiries
      where status = 'held_back' and created_at > now() - interval '1 day'
    ) then
      raise exception using errcode = 'PT429', message = 'too_many_inquiries';
    end if;
    new.status := 'held_back';
  end if;
  return new;
end;
$$;

create function private.mail_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.enqueue_mail(
    'inquiry_received:' || new.id,
    'inquiry_received',
    (select info_email from private.business),
    null,
    jsonb_build_object(
      'reply_to', new.email,
      'customer_name', new.name,
      'customer_email', new.email,
      'inquiry_subject', new.subject,
      'inquiry_message', new.message,
      'booking_id', coalesce(new.booking_id::text, ''),
      'booking', case when new.booking_id is null then '' else private.booking_in_words(new.booking_id) end
    )
  );
  return null;
end;
$$;

create function private.inquiry_count(wanted text) returns integer
language sql stable set search_path = ''
as $$
  select count(*)::integer
  from (select from public.inquiries where status = wanted limit 1000) as counted;
$$;

create function public.inquiry_page(target_inquiry_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select to_jsonb(inquiry) || jsonb_build_object(
    'booking', (
      select jsonb_build_object(
        'id', id, 'customer_name', customer_name, 'service_name', service_name,
        'booking_date', booking_date, 'booking_time', to_char(booking_time, 'HH24:MI'), 'status', status
      )
      from public.bookings where id = inquiry.booking_id
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', at, 'actor_label', actor_label, 'was', was, 'is', "is"
      ) order by id desc), '[]')
      from public.inquiry_changes where inquiry_id = inquiry.id
    )
  )
  into page
  from public.inquiries as inquiry
  where inquiry.id = target_inquiry_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
  return page;
end;
$$;

create function public.mark_inquiry(target_inquiry_id uuid, new_status text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  was text;
begin
  perform private.require_admin();
  if new_status is null or new_status not in ('new', 'answered', 'closed') then
    raise exception using errcode = 'PT400', message = 'unknown_status';
  end if;
  select status into was from public.inquiries where id = target_inquiry_id for update;
  if was is null then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
  if was <> new_status then
    update public.inquiries set status = new_status where id = target_inquiry_id;
    insert into public.inquiry_changes (inquiry_id, actor, actor_label, was, "is")
    values (target_inquiry_id, private.actor(), private.actor_label(null), was, new_status);
  end if;
  return was;
end;
$$;

create function public.find_inquiries(
  wanted text default 'new', before jsonb default null, batch integer default 25
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  before_at timestamptz := coalesce((before ->> 'created_at')::timestamptz, 'infinity');
  before_id uuid := coalesce((before ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id desc), '[]')
  into found
  from (
    select id, created_at, name, email, subject, left(message, 160) as beginning, booking_id, status
    from public.inquiries
    where status = wanted and (created_at, id) < (before_at, before_id)
    order by created_at desc, id desc
    limit size + 1
  ) as page;
  return jsonb_build_object(
    'inquiries', case when jsonb_array_length(found) > size then found - size else found end,
    'next', case when jsonb_array_length(found) > size
      then jsonb_build_object('created_at', found -> (size - 1) ->> 'created_at', 'id', found -> (size - 1) ->> 'id') end,
    'counts', jsonb_build_object(
      'new', private.inquiry_count('new'),
      'answered', private.inquiry_count('answered'),
      'closed', private.inquiry_count('closed'),
      'held_back', private.inquiry_count('held_back')
    )
  );
end;
$$;

create function public.delete_held_back_inquiry(target_inquiry_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.inquiries where id = target_inquiry_id and status = 'held_back';
  if not found then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
end;
$$;

create function public.delete_held_back_inquiries(up_to timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  perform private.require_admin();
  delete from public.inquiries where status = 'held_back' and created_at <= up_to;
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

create function private.queue_held_back_notice(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  latest timestamptz := (
    select max(created_at) from public.inquiries
    where status = 'held_back'
      and created_at >= as_of - interval '1 day' and created_at < date_trunc('hour', as_of)
  );
  key_of_hour text := 'inquiries_held_back:' || to_char(latest at time zone 'UTC', 'YYYY-MM-DD"T"HH24');
  how_many integer;
begin
  if latest is null or exists (select from public.mail_outbox where key = key_of_hour) then
    return 0;
  end if;
  how_many := private.inquiry_count('held_back');
  perform public.enqueue_mail(
    key_of_hour,
    'inquiries_held_back',
    (select info_email from private.business),
    null,
    jsonb_build_object('held_back', case
      when how_many >= 1000 then 'More than 999 inquiries'
      when how_many = 1 then '1 inquiry'
      else how_many || ' inquiries'
    end)
  );
  return (select count(*) from public.mail_outbox where key = key_of_hour);
end;
$$;

create trigger refuse_many after insert on public.inquiries
  referencing new table as written
  for each statement execute function private.refuse_many();

create trigger limit_inquiries before insert on public.inquiries
  for each row execute function private.limit_inquiries();

create trigger mail_inquiry after insert on public.inquiries
  for each row when (new.status <> 'held_back') execute function private.mail_inquiry();

create policy "Inquiries can be sent by everyone"
  on public.inquiries for insert to anon, authenticated
  with check (true);

create policy "Inquiries can be read by administrators"
  on public.inquiries for select to authenticated
  using ((select public.is_admin()));

revoke all on function
  public.inquiry_page, public.mark_inquiry, public.find_inquiries, public.delete_held_back_inquiry,
  public.delete_held_back_inquiries
  from public, anon, authenticated, service_role;
grant execute on function private.inquiry_count, private.queue_held_back_notice to service_role;
grant execute on function
  public.inquiry_page, public.mark_inquiry, public.find_inquiries, public.delete_held_back_inquiry,
  public.delete_held_back_inquiries
  to authenticated;

create function private.tell_live() returns trigger
language plpgsql set search_path = ''
as $$
declare
  topic text;
begin
  if exists (select from changed) then
    foreach topic in array tg_argv loop
      perform pg_notify('live', topic);
    end loop;
  end if;
  return null;
end;
$$;

create function private.tell_live_about(target regclass, variadic topics text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  quoted text := (select string_agg(quote_literal(topic), ', ') from unnest(topics) as topic);
  kind text;
begin
  -- A trigger with a transition table takes one kind of statement.
  foreach kind in array array['insert', 'update', 'delete'] loop
    execute format(
      'create trigger tell_live_of_%1$s after %1$s on %2$s referencing %3$s table as changed
         for each statement execute function private.tell_live(%4$s)',
      kind, target, case kind when 'delete' then 'old' else 'new' end, quoted
    );
  end loop;
end;
$$;

select private.tell_live_about('public.slot_claims', 'times');
select private.tell_live_about('public.time_settings', 'times');
select private.tell_live_about('public.opening_hours', 'times');
select private.tell_live_about('public.opening_exceptions', 'times');
select private.tell_live_about('public.service_area', 'times');
select private.tell_live_about('public.bookings', 'bookings');
select private.tell_live_about('public.booking_notes', 'bookings');
select private.tell_live_about('public.payments', 'payments');
select private.tell_live_about('public.refunds', 'payments');
select private.tell_live_about('public.payment_findings', 'payments');
select private.tell_live_about('public.inquiries', 'inquiries');
select private.tell_live_about('public.reviews', 'reviews');
select private.tell_live_about('public.gallery_photos', 'gallery');
select private.tell_live_about('public.offered_times', 'offers');
select private.tell_live_about('public.rain_days', 'offers');
select private.tell_live_about('public.rain_answers', 'offers');
select private.tell_live_about('public.waiting_list', 'offers');

insert into private.business (info_email) values ('info@lustre.example');
insert into private.security_settings default values;
insert into private.forgetting default values;
insert into public.payment_scans default values;
insert into public.time_settings default values;
insert into public.opening_hours (weekday) select generate_series(1, 7);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket, bucket, true, 10 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif,image/gif}'
from unnest('{reviews,gallery}'::text[]) as bucket;

insert into public.mail_settings (template_type, wait_hours, send_at) values
  ('rain_day', null, null),
  ('rain_day_called_off', null, null),
  ('waiting_list_offer', null, null),
  ('booking_reminder', null, '17:00'),
  ('review_request', 24, null),
  ('receipt', null, null);

insert into public.service_area (prefix)
select prefix
from unnest(
  array['M', 'L5', 'L6', 'L7']
  || array['L1B', 'L1C', 'L1E', 'L1G', 'L1H', 'L1J', 'L1K', 'L1L', 'L1M', 'L1N', 'L1P', 'L1R', 'L1S', 'L1T', 'L1V']
  || array['L1W', 'L1X', 'L1Y', 'L1Z', 'L9L', 'L9P', 'L0B', 'L0C']
  || array['L3L', 'L3P', 'L3R', 'L3S', 'L3T', 'L3X', 'L3Y', 'L4A', 'L4B', 'L4C', 'L4E', 'L4G', 'L4H', 'L4J', 'L4K']
  || array['L4L', 'L4P', 'L4S', 'L9N', 'L0E', 'L0G', 'L0H', 'L0J']
  || array['L4T', 'L4V', 'L4W', 'L4X', 'L4Y', 'L4Z']
  || array['L9E', 'L9T', 'L0P']
) as prefix
where not exists (select from auth.users);

select private.add_default_mail(
  'booking_confirmation',
  'Booking confirmation',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your car has an appointment',
    private.mail_paragraph('Hello {{ customer_name }}, thank you for your booking. We come to you with everything we need: please leave the car where we can reach it on all sides, and the keys within reach.')
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_line_unless_zero('{{ tax_label }}', 'tax'),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_line('<strong>Total</strong>', '<strong>{{ total }}</strong>'),
      private.mail_line('Paid<br>{{ payment_option_label }}', '{{ amount_paid }}'),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file puts the appointment into your calendar.')
  )
);

select private.add_default_mail(
  'phone_booking',
  'Booking by phone',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your car has an appointment',
    private.mail_paragraph(
      'Hello {{ customer_name }}, thank you for your call. Here is what we agreed on. We come to you with everything '
      || 'we need: please leave the car where we can reach it on all sides, and the keys within reach.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_line_unless_zero('Paid', 'amount_paid'),
      private.mail_line('<strong>To pay on site</strong>', '<strong>{{ due_on_site }}</strong>')
    )
    || private.mail_paragraph('You pay when the work is done: cash, card or e-transfer.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Something is not right, or your plans change? Use the button, or call us at {{ business_phone }}. {{ cancellation_policy }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file puts the appointment into your calendar.')
  )
);

select private.add_default_mail(
  'booking_rescheduled',
  'Booking rescheduled',
  'New time for your {{ service_name }}: {{ date }}, {{ time }}',
  private.mail_frame(
    'Now {{ date }} at {{ time }}. We come to you.',
    'Your appointment has a new time',
    rtrim(
      private.mail_paragraph('Hello {{ customer_name }}, your booking has been moved. Everything else stays as it was, and what you paid counts for the new time.')
      || private.mail_list(
        private.mail_line('New time', '<strong>{{ date }}<br>{{ time }}</strong>'),
        replace(
          private.mail_line('Before', '<s>{{ old_date }}<br>{{ old_time }}</s>'),
          'color:#10231f;', 'color:#5b675f;'
        ),
        private.mail_line('Service', '{{ service_name }}'),
        private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Paid', '{{ amount_paid }}'),
        '{% if due_on_site != "$0.00" %}',
        private.mail_line('<strong>Due on site</strong>', '<strong>{{ due_on_site }}</strong>'),
        '{% endif %}'
      )
      || private.mail_paragraph('Did you not ask for this? Call us at {{ business_phone }}.')
      || private.mail_button('See your booking', '{{ booking_url }}')
      || private.mail_small_print('{{ cancellation_policy }}')
      || private.mail_small_print('Booking {{ booking_id }}. The attached file moves the appointment in your calendar.'),
      chr(10)
    )
  )
);

select private.add_default_mail(
  'booking_cancellation',
  'Booking cancellation',
  'Cancelled: {{ service_name }} on {{ date }}',
  private.mail_frame(
    'Your booking of {{ date }} is cancelled.',
    'Your booking is cancelled',
    private.mail_paragraph('Hello {{ customer_name }}, your appointment below is cancelled, and its time is free again.')
    || private.mail_list(
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}'),
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || '{% if refund_amount != "$0.00" %}'
    || private.mail_paragraph(
      '{% if refund_to_card != "$0.00" %}{{ refund_to_card }} goes back to the card you paid with. Banks usually need '
      || 'five to ten days to show it.{% endif %}{% if refund_by_hand != "$0.00" %} {{ refund_by_hand }} that you '
      || 'paid on site we give back to you ourselves.{% endif %}'
    )
    || '{% else %}'
    || private.mail_paragraph('{{ cancellation_policy }}')
    || '{% endif %}'
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file takes the appointment out of your calendar.')
  )
);

select private.add_default_mail(
  'payment_refunded',
  'Payment refunded',
  'We are refunding your payment of {{ refund_amount }}',
  private.mail_frame(
    'Your payment of {{ refund_amount }} goes back to your card in full.',
    'Your payment goes back in full',
    private.mail_paragraph('Hello {{ customer_name }}, we received a payment of {{ refund_amount }} for the booking below that we cannot keep: the time was no longer held when it arrived, or the booking was already paid or cancelled. All of it goes back to the card you paid with. Banks usually need five to ten days to show it.')
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Time asked for', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || private.mail_paragraph('We are sorry for the trouble. You can see how the booking stands, or call us at {{ business_phone }} and we will find you a time.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Booking {{ booking_id }}')
  )
);

select private.add_default_mail(
  'booking_reminder',
  'Reminder of the day before',
  'Tomorrow at {{ time }}: your {{ service_name }}',
  private.mail_frame(
    'We come to you tomorrow, {{ date }}, at {{ time }}.',
    'See you tomorrow at {{ time }}',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'your {{ service_name }} is tomorrow, {{ date }}. Please leave the car where we can walk around it, '
        || 'and take out what you would miss.'
      )
      || private.mail_list(
        private.mail_line('When', '{{ date }}, {{ time }}'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_unless_zero('To pay on site', 'due_on_site')
      )
      || private.mail_button('View Your Booking', '{{ booking_url }}')
      || private.mail_small_print('Something came up? Call {{ business_phone }}. {{ cancellation_policy }}')
  )
);

select private.add_default_mail(
  'review_request',
  'Request for a review',
  'How was your {{ service_name }}?',
  private.mail_frame(
    'Two sentences and a few stars help the next person decide.',
    'How did we do?',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'thank you for having us look after your {{ car }}. If you have a minute, tell others how it went: two '
        || 'sentences and a few stars are plenty, and a photo is welcome.'
      )
      || private.mail_button('Leave a Review', '{{ review_url }}')
      || private.mail_small_print(
        'Was something not right? Reply to this mail or call {{ business_phone }}, and we make it good. '
        || '<a href="{{ booking_url }}" style="color:#5b675f;">See your booking</a>'
      )
      || private.mail_small_print(
        'You get this because we detailed your car on {{ date }}. {{ business_name }}, {{ business_address }}, '
        || '{{ business_phone }}, {{ business_email }}. Mails about your own bookings come in any case. '
        || '<a href="{{ unsubscribe_url }}" style="color:#5b675f;">Unsubscribe from review requests</a>'
      )
  )
);

select private.add_default_mail(
  'receipt',
  'Receipt',
  'Your receipt for {{ service_name }}, {{ date }}',
  private.mail_frame(
    'Paid in full. Thank you.',
    'Paid in full. Thank you.',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph('this is your receipt for the {{ service_name }} of {{ date }}.')
      || private.mail_list(
        private.mail_line('Service', '{{ service_name }}, {{ vehicle }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line('Price', '{{ price }}'),
        private.mail_line_unless_zero('Discount', 'discount', '&minus;'),
        private.mail_line_unless_zero('{{ tax_label }}', 'tax'),
        private.mail_line_unless_zero('Tip', 'receipt_tip'),
        private.mail_line('<strong>Total</strong>', '<strong>{{ receipt_total }}</strong>'),
        private.mail_line('Paid', '{{ receipt_payments }}'),
        private.mail_line_unless_zero('Given back', 'receipt_given_back')
      )
      || private.mail_small_print(
        'Receipt {{ receipt_number }}. {{ business_name }}, {{ business_address }}. Keep this mail for your records.'
      )
  )
);

select private.add_default_mail(
  'rain_day',
  'Rain day: three other times',
  'Rain on {{ date }}: pick another time for your {{ service_name }}',
  private.mail_frame(
    'We hold three times for you until {{ offered_until }}.',
    'Rained out. When suits you instead?',
    private.mail_paragraph(
      'Hello {{ customer_name }}, it is too wet for good work on {{ date }}, so your appointment at {{ time }} is off. '
        || 'We are sorry. We hold three other times for you, free of charge:'
    )
    || private.mail_list(
      '{% assign starts = offered_times | split: "\n" %}{% for start in starts %}',
      private.mail_line('{{ forloop.index }}', '<strong>{{ start }}</strong>'),
      '{% endfor %}'
    )
    || private.mail_button('Choose a time', '{{ offer_url }}')
    || '<p style="margin:20px 0 16px;">'
    || (
      'We hold them until {{ offered_until }}. What you paid counts for the new time, and nothing else about your '
        || 'booking changes. None of them suits? Say so behind the same button, or call us at {{ business_phone }}.</p>'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_small_print('<a href="{{ booking_url }}" style="color:#5b675f;">Booking {{ booking_id }}</a>. The button needs no login: whoever has this mail can choose.')
  )
);

select private.add_default_mail(
  'rain_day_called_off',
  'Rain day called off',
  'Good news: we come on {{ date }} after all',
  private.mail_frame(
    'Your appointment stands: {{ date }} at {{ time }}.',
    'The weather holds: we come as booked.',
    private.mail_paragraph(
      'Hello {{ customer_name }}, we wrote to you about rain on {{ date }}. It looks dry after all, so your appointment '
        || 'stands as you booked it, and the other times are no longer held.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Does that no longer suit you? Call us at {{ business_phone }}.')
  )
);

select private.add_default_mail(
  'waiting_list_offer',
  'Waiting list: a time is free',
  'A time is free: {{ offered_times }}',
  private.mail_frame(
    'Yours until {{ offered_until }}. We come to you.',
    'A time is free, and it is yours first.',
    private.mail_paragraph(
      'Hello {{ customer_name }}, you asked us to tell you when a time is free. One is now, and we hold it for you '
        || 'until <strong>{{ offered_until }}</strong>:'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ offered_times }}</strong>'),
      private.mail_line('Service', '{{ service_name }}')
    )
    || private.mail_button('Book this time', '{{ offer_url }}')
    || '<p style="margin:20px 0 16px;">'
    || (
      'After that it goes to the next in line. Not needed any more? '
        || '<a href="{{ decline_url }}" style="color:#10231f;">Give it to the next</a>, and somebody else is glad.</p>'
    )
    || private.mail_small_print('You get this mail because this address was left on our waiting list for that day.')
  )
);

select private.add_default_mail(
  'signup_confirmation',
  'Sign-up confirmation',
  'Confirm your e-mail address for {{ business_name }}',
  private.mail_frame(
    'One click, and your account is ready.',
    'Confirm your e-mail address',
    private.mail_paragraph('Somebody, hopefully you, made an account at {{ business_name }} with the address {{ email }}. Confirm it, and you can see, move and cancel your bookings in one place.')
    || private.mail_button('Confirm e-mail address', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it was not you, ignore this mail: without the confirmation nothing happens.')
  )
);

select private.add_default_mail(
  'password_recovery',
  'Password recovery',
  'Choose a new password for {{ business_name }}',
  private.mail_frame(
    'A link to choose a new password.',
    'Choose a new password',
    private.mail_paragraph('Somebody asked for a new password for the account of {{ email }}. The link works once and for a short time.')
    || private.mail_button('Choose a new password', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it was not you, ignore this mail: your password stays as it is.')
  )
);

select private.add_default_mail(
  'email_change',
  'Change of e-mail address',
  'Confirm the change of your e-mail address',
  private.mail_frame(
    'Your account is about to get another e-mail address.',
    'Confirm the change of your e-mail address',
    private.mail_paragraph('The e-mail address of your account at {{ business_name }} is about to change to {{ new_email }}. Please confirm that this is what you want.')
    || private.mail_button('Confirm the change', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it was not you, do not confirm, and choose a new password.')
  )
);

select private.add_default_mail(
  'magic_link',
  'Sign-in link',
  'Your sign-in link for {{ business_name }}',
  private.mail_frame(
    'A link that signs you in, without a password.',
    'Sign in to your account',
    rtrim(
      private.mail_paragraph('Somebody, hopefully you, wants to sign in as {{ email }}. The link works once, and for an hour.')
      || private.mail_button('Sign in', '{{ confirmation_url }}')
      || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
      || private.mail_small_print('If it was not you, ignore this mail, and pass neither link nor code on.'),
      chr(10)
    )
  )
);

select private.add_default_mail(
  'reauthentication',
  'Code to confirm it is you',
  'Your code for {{ business_name }} is {{ token }}',
  private.mail_frame(
    'A code to confirm that it is you.',
    'Confirm that it is you',
    rtrim(
      private.mail_paragraph('Enter this code to change the password of your account. It works once, and for an hour.')
      || '<p style="margin:24px 0 8px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:0.18em;color:#10231f;">'
      || '{{ token }}</p>' || chr(10)
      || private.mail_small_print('If it was not you, somebody is signed in as {{ email }}: choose a new password, which signs out everyone else.'),
      chr(10)
    )
  )
);

select private.add_default_mail(
  'sign_in_changed',
  'Changed sign-in details',
  'Your sign-in details for {{ business_name }} changed',
  private.mail_frame(
    '{{ change }}',
    'Your sign-in details changed',
    private.mail_paragraph('{{ change }} It happened on {{ changed_at }}, in the account of {{ email }}.')
    || private.mail_paragraph('If it was you, there is nothing to do.')
    || private.mail_paragraph(
      '<strong style="color:#10231f;">If it wasn’t you:</strong> open the login page, enter your email address and choose '
      || '“Forgot Password?”. A new password logs out every other device. Then check the phone number and the second '
      || 'factor in your account.'
    )
    || private.mail_button('Open the login page', '{{ login_url }}')
    || private.mail_paragraph('If you can’t log in, call us at {{ business_phone }} or write to {{ business_email }}.')
    || private.mail_paragraph(
      '<strong style="color:#10231f;">These sign in to the account now:</strong>'
      || '{% assign methods = sign_in_methods | split: "\n" %}{% for method in methods %}<br>{{ method }}{% endfor %}'
    )
  )
);

select private.add_default_mail(
  'inquiry_received',
  'Inquiry received',
  'Inquiry from {{ customer_name }}: {{ inquiry_subject }}',
  private.mail_frame(
    '{{ inquiry_message | truncate: 120 }}',
    '{{ inquiry_subject }}',
    rtrim(
      private.mail_paragraph('{{ customer_name }} wrote through the contact form:')
      || '<p style="margin:0 0 20px;padding:16px 20px;border-left:3px solid #b98a2f;background-color:#fcfbf7;color:#10231f;">'
      || '{% assign lines = inquiry_message | split: "\n" %}{% for line in lines %}{{ line }}'
      || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>' || chr(10)
      || private.mail_list(
        private.mail_line('From', '{{ customer_name }}<br><a href="mailto:{{ customer_email }}" style="color:#10231f;">{{ customer_email }}</a>'),
        '{% if booking_id != "" %}',
        private.mail_line('About booking', '{{ booking }}<br>{{ booking_id }}'),
        '{% endif %}'
      )
      || private.mail_small_print('Reply to this mail, and your answer goes to {{ customer_email }}. Nobody has checked that the address is theirs: say nothing about a booking that its own customer would not want told.'),
      chr(10)
    )
  )
);

select private.add_default_mail(
  'inquiries_held_back',
  'Inquiries held back',
  'Held back: {{ held_back }}',
  private.mail_frame(
    'More messages than usual came in. Nothing is lost.',
    'Held back: {{ held_back }}',
    private.mail_paragraph(
      'More messages than usual came through the contact form within an hour. '
      || 'What came after the first 60 is kept in your inbox and not sent to you by email.'
    )
    || private.mail_paragraph('Release the real ones, and delete the rest.')
    || private.mail_button('Open held-back inquiries', '{{ inbox_url }}')
  )
);

revoke all on all functions in schema private from public;

reset check_function_bodies;
