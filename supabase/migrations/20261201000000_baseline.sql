-- The baseline: the files of supabase/schemas in one, without their comments. Made by "npm run baseline".
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
language sql stable
return (now() at time zone 'America/Toronto')::date;

create function private.local_day(moment timestamptz) returns date
language sql stable
return (moment at time zone 'America/Toronto')::date;

create function private.local_time(moment timestamptz) returns text
language sql stable
return to_char(moment at time zone 'America/Toronto', 'HH24:MI');

create function private.instant_of(day date, wall_time time) returns timestamptz
language sql stable
return (day + wall_time) at time zone 'America/Toronto';

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

create function private.clean_text(typed text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  cleaned text := translate(regexp_replace(normalize(typed, NFC), '\r\n?', E'\n', 'g'), E'\t', ' ');
begin
  cleaned := regexp_replace(
    cleaned,
    '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F'
    || '\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]',
    '', 'g'
  );
  -- Joiners, accents and selectors belong to letters and emoji, and show nothing alone.
  if cleaned !~ '[^ \n\u00A0\u0300-\u036F\u1680\u2000-\u200D\u2028\u2029\u202F\u205F\u3000\uFE00-\uFE0F]' then
    return '';
  end if;
  return btrim(regexp_replace(cleaned, ' +(?=\n)', '', 'g'), E' \n');
end;
$$;

create function private.clean_line(typed text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return btrim(regexp_replace(
    private.clean_text(typed), '[ \n\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'
  ));
end;
$$;

create function private.plain_line(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return private.clean_line(regexp_replace(
    regexp_replace(normalize(coalesce(typed, ''), NFKC), '[\u2010-\u2015\u2043\u2212\u2E3A\u2E3B]', '-', 'g'),
    '[\u200C\u200D\uFE00-\uFE0F]', '', 'g'
  ));
end;
$$;

create function private.clean_typed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  typed jsonb := to_jsonb(new);
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(
      name,
      case when is_line then private.clean_line(typed ->> name) else private.clean_text(typed ->> name) end
    )
    from (
      select name, true as is_line from string_to_table(tg_argv[0], ',') as name
      union all
      select name, false from string_to_table(tg_argv[1], ',') as name
    ) as named
  ));
end;
$$;

create function private.is_one_address(typed text) returns boolean
language sql immutable set search_path = ''
as $$
  select length(typed) <= 254
    and btrim(typed) ~ '^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$'
    and typed !~ '[\u0001-\u001F\u007F-\u009F\u00A0\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]';
$$;

create function private.refuse_other_than_an_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text := to_jsonb(new) ->> tg_argv[0];
begin
  if not private.is_one_address(address)
    and (tg_op = 'INSERT' or address is distinct from to_jsonb(old) ->> tg_argv[0]) then
    raise exception using errcode = 'check_violation', message = 'email_invalid';
  end if;
  return new;
end;
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
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when client_address ~* '^[0-9a-f:]*:[0-9a-f:]*(/64)?$'
      then network(set_masklen(split_part(client_address, '/', 1)::inet, bits))::text
    else client_address
  end;
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

create function private.search_words(search text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return regexp_replace(private.plain_line(left(search, 200)), '^(tel|mailto): ?', '', 'i');
end;
$$;

create function private.search_patterns(search text) returns text[]
language sql immutable set search_path = ''
as $$
  with wanted as (select private.search_words(search) as words)
  select array_agg(
    case when length(word) < 3 then '% ' else '%' end
    || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    order by length(word) desc
  )
  from wanted, regexp_split_to_table(
    case
      when words ~ '^[-+0-9(). ]*[0-9][-+0-9(). ]*$' then regexp_replace(words, '[^0-9]', '', 'g')
      else lower(words)
    end,
    ' '
  ) as word
  where word <> '';
$$;

grant execute on function
  private.local_today, private.local_day, private.local_time, private.instant_of, private.hash_of_token,
  private.new_token, private.network_of
  to service_role;
grant execute on function private.network_of to anon, authenticated;

create function private.lock_day(day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223911, day - date '2000-01-01');
end;
$$;

create function private.lock_email(email text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223912, hashtext(email));
end;
$$;

create function private.lock_network(network text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223913, hashtext(network));
end;
$$;

create function private.lock_rain_day(day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223914, day - date '2000-01-01');
end;
$$;

create function private.lock_form(form_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223915, hashtext(form_id::text));
end;
$$;

create function private.lock_coupon(code text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223916, hashtext(code));
end;
$$;

create function private.lock_holder(holder_token text, account uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if holder_token is not null then
    perform pg_advisory_xact_lock(7223917, hashtext(holder_token));
  end if;
  if account is not null then
    perform pg_advisory_xact_lock(7223918, hashtext(account::text));
  end if;
end;
$$;

create function private.lock_counted(relation regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223919, relation::oid::integer);
end;
$$;

create function private.lock_person(person_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  return (select id from auth.users where id = person_id for key share);
end;
$$;

grant execute on function
  private.lock_day, private.lock_email, private.lock_network, private.lock_form, private.lock_coupon,
  private.lock_holder, private.lock_counted, private.lock_person
  to service_role;

create table public.retention (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,39}$'),
  keep_days integer not null,
  -- What the law or the product needs at least.
  least_days integer not null check (least_days > 0),
  constraint retention_is_long_enough check (keep_days >= least_days)
);

alter table public.retention enable row level security;
create policy "Server functions may do what they are granted"
  on public.retention for all to service_role using (true) with check (true);
revoke all on public.retention from public, anon, authenticated, service_role;
grant select on public.retention to service_role;

create function private.kept_since(kind text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select now() - keep_days * interval '1 day' from public.retention where retention.kind = kept_since.kind;
$$;

grant execute on function private.kept_since to service_role;

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

create function private.proves_enough() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not private.has_second_factor() or private.session_is_verified();
end;
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
      detail = 'You have been signed out. Please sign in again.';
  end if;
end;
$$;

create function private.actor() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select auth.uid()), nullif(current_setting('app.acting_user', true), '')::uuid);
end;
$$;

create function private.act_as(administrator uuid) returns void
language sql set search_path = ''
as $$
  select set_config('app.acting_user', coalesce(administrator::text, ''), true);
$$;

create function private.act_as_customer() returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('app.acting_customer', 'yes', true);
end;
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
  update private.business set info_email = lower(btrim(address)) where only_row;
$$;

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

create table private.security_settings (
  only_row boolean primary key default true check (only_row),
  -- Whether an administrator needs a second factor.
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
  update private.security_settings set requires_second_factor = required
  where only_row and requires_second_factor <> required;
  if found then
    perform private.notify_administrators(
      case when required then 'Every administrator now needs a second factor.'
        else 'Administrators no longer need a second factor.' end
    );
  end if;
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

create table private.sign_up_passwords (
  contact text primary key,
  encrypted_password text not null,
  created_at timestamptz not null
);

create index sign_up_passwords_created_at_idx on private.sign_up_passwords (created_at);

alter table private.sign_up_passwords enable row level security;
revoke all on private.sign_up_passwords from public, anon, authenticated, service_role;

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

create function private.notify_administrators(change text, occasion text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key text := 'security_notice:' || coalesce(
    occasion || ':' || coalesce(private.actor()::text, '') || ':' || to_char(now(), 'YYYYMMDDHH24'),
    gen_random_uuid()::text
  );
begin
  perform public.enqueue_mail(
    key || ':' || person.id, 'security_notice', person.email, null,
    jsonb_build_object(
      'change', change,
      'changed_by', private.actor_label(null),
      'changed_at', to_char(now() at time zone 'America/Toronto', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM')
    )
  )
  from public.admins as administrator
  -- With a limit it is one index lookup for each administrator, otherwise a scan of all accounts.
  cross join lateral (
    select id, email from auth.users where id = administrator.user_id and email_confirmed_at is not null limit 1
  ) as person
  order by person.id;
end;
$$;

create function private.guard_deleted_rows() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Within a function of ours it is another role.
  if current_user = 'authenticated' and (select count(*) > 1 from deleted_rows) then
    perform public.require_fresh_proof();
  end if;
  return null;
end;
$$;

create function private.tell_of_new_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.admins where user_id <> new.user_id) then
    perform private.notify_administrators(
      (select email from auth.users where id = new.user_id) || ' is now an administrator.'
    );
  end if;
  return null;
end;
$$;

create trigger tell_of_new_administrator
  after insert on public.admins
  for each row execute function private.tell_of_new_administrator();

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

create table public.business_versions (
  version integer primary key check (version > 0),
  business jsonb not null check (jsonb_typeof(business) = 'object'),
  published_at timestamptz not null default now(),
  -- The account behind it; null for the default, and once the account is deleted.
  published_by uuid references auth.users (id) on delete set null,
  -- An administrator's email address, or System.
  publisher_label text not null default 'System' check (length(publisher_label) between 1 and 254),
  -- A sentence for each change: "Basic Wash, Sedan: $65.00 → $70.00".
  changes text[] not null default '{}',
  -- The version that this one restored.
  restored_version integer references public.business_versions (version)
);

create index business_versions_published_by_idx on public.business_versions (published_by)
where published_by is not null;
create index business_versions_restored_version_idx on public.business_versions (restored_version)
where restored_version is not null;

alter table public.business_versions enable row level security;
create policy "Server functions may do what they are granted"
  on public.business_versions for all to service_role using (true) with check (true);
revoke all on public.business_versions from public, anon, authenticated, service_role;
grant select on public.business_versions to service_role;

create table public.business_draft (
  only_row boolean primary key default true check (only_row),
  -- Null when there are no unpublished changes. May be incomplete: only publication validates it.
  business jsonb check (jsonb_typeof(business) = 'object' and length(business::text) <= 300000),
  -- Goes up with every save, discard and publication, so that nobody overwrites what they have not read.
  revision integer not null default 0 check (revision >= 0),
  saved_at timestamptz,
  saved_by text check (length(saved_by) between 1 and 254)
);

alter table public.business_draft enable row level security;
create policy "Server functions may do what they are granted"
  on public.business_draft for all to service_role using (true) with check (true);
revoke all on public.business_draft from public, anon, authenticated, service_role;
grant select on public.business_draft to service_role;

create function public.current_business() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'version', version,
    'business', business,
    'arrivalWindowMinutes', (select arrival_window_minutes from public.time_settings)
  )
  from public.business_versions
  order by version desc
  limit 1;
$$;

create function public.published_business() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'version', version,
    'business', business || jsonb_build_object(
      'services', jsonb_path_query_array(business, '$.services[*] ? (@.isVisible == true)'),
      'addOns', jsonb_path_query_array(business, '$.addOns[*] ? (@.isVisible == true)'),
      'coupons', jsonb_path_query_array(business, '$.coupons[*] ? (@.isAdvertised == true)')
    ),
    'arrivalWindowMinutes', (select arrival_window_minutes from public.time_settings)
  )
  from public.business_versions
  order by version desc
  limit 1;
$$;

create function private.business_page() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'version', newest.version,
    'published', newest.business,
    'draft', draft.business,
    'revision', draft.revision,
    'savedAt', draft.saved_at,
    'savedBy', draft.saved_by
  )
  from public.business_draft as draft, (
    select version, business from public.business_versions order by version desc limit 1
  ) as newest;
$$;

create function public.business_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.business_page();
end;
$$;

create function private.lock_business_draft(expected integer) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.business_draft where revision = expected for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'business_changed';
  end if;
end;
$$;

create function public.save_business_draft(draft jsonb, expected integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted jsonb := nullif(draft, 'null');
begin
  perform private.require_admin();
  if jsonb_typeof(wanted) <> 'object' or length(wanted::text) > 300000 then
    raise exception using errcode = 'PT400', message = 'business_invalid';
  end if;
  perform private.lock_business_draft(expected);
  update public.business_draft
  set business = nullif(wanted, (select newest.business from public.business_versions as newest
      order by newest.version desc limit 1)),
    revision = revision + 1,
    saved_at = now(),
    saved_by = private.actor_label(null)
  where only_row;
  return private.business_page();
end;
$$;

create function public.publish_business(
  document jsonb, expected integer, administrator uuid, changes text[], areas text[], restored integer default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former public.business_versions;
  new_info_email text;
begin
  perform private.lock_business_draft(expected);
  perform private.act_as(administrator);
  select * into strict former from public.business_versions order by version desc limit 1;
  insert into public.business_versions
    (version, business, published_by, publisher_label, changes, restored_version)
  values
    (former.version + 1, document, administrator, private.actor_label(null), changes, restored);
  update public.business_draft
  set business = null, revision = revision + 1, saved_at = null, saved_by = null
  where only_row;
  if document #>> '{facts,infoEmail}' is distinct from former.business #>> '{facts,infoEmail}' then
    new_info_email := document #>> '{facts,infoEmail}';
    perform public.set_info_email(new_info_email);
  end if;
  perform private.notify_administrators(concat_ws(' ',
    coalesce(
      'Version ' || restored || ' of prices and facts was restored.', 'Prices and facts were published.'
    ),
    'Changed: ' || array_to_string(areas, ', ') || '.',
    'The account of ' || new_info_email || ' manages reviews from now on.'
  ));
  return private.business_page();
end;
$$;

create function public.business_history(before integer default null, batch integer default 20) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'version', one.version,
      'publishedAt', one.published_at,
      'publishedBy', one.publisher_label,
      'changes', to_jsonb(one.changes),
      'restored', one.restored_version
    ) order by one.version desc), '[]')
    from (
      select * from public.business_versions
      where before is null or version < before
      order by version desc
      limit least(greatest(batch, 1), 100)
    ) as one
  );
end;
$$;

create function public.require_fresh_proof() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_fresh_proof();
end;
$$;

revoke all on function
  public.current_business, public.published_business, public.business_page, public.save_business_draft,
  public.publish_business, public.business_history, public.require_fresh_proof
  from public, anon, authenticated, service_role;
grant execute on function public.published_business to anon, authenticated, service_role;
grant execute on function public.current_business, public.publish_business to service_role;
grant execute on function
  public.business_page, public.save_business_draft, public.business_history, public.require_fresh_proof
  to authenticated;

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
  -- The minimum notice for a new booking, and how many days ahead it may be.
  least_notice_minutes integer not null default 120 check (least_notice_minutes between 0 and 20160),
  window_days integer not null default 90 check (window_days between 1 and 365),
  -- How many days ahead a booking may be moved.
  move_window_days integer not null default 365 check (move_window_days between 1 and 730),
  -- Free minutes between two bookings of one crew on one day.
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  crews smallint not null default 1 check (crews between 1 and 20),
  updated_at timestamptz not null default now(),
  -- Customers are told that the crew arrives within so many minutes from the start on; 0: at the start.
  arrival_window_minutes smallint not null default 0 check (arrival_window_minutes between 0 and 240)
);

alter table public.time_settings enable row level security;
create policy "Server functions may do what they are granted"
  on public.time_settings for all to service_role using (true) with check (true);
revoke all on public.time_settings from public, anon, authenticated, service_role;
grant select on public.time_settings to authenticated, service_role;

create table public.opening_hours (
  -- 1 is Monday, 7 is Sunday.
  weekday smallint primary key check (weekday between 1 and 7),
  is_open boolean not null default true,
  -- Starts of new bookings, and when their work must end.
  starts time[] not null default '{09:00,12:00,15:00}' check (private.are_starts(starts, 0)),
  ends_by time not null default '18:00' check (ends_by < '24:00' and extract(second from ends_by) = 0),
  -- Starts of moved bookings: from the first to the last of these, every so many minutes.
  move_from time not null default '08:30' check (extract(second from move_from) = 0),
  move_until time not null default '16:00' check (extract(second from move_until) = 0),
  move_every_minutes integer not null default 30 check (move_every_minutes between 5 and 720),
  move_ends_by time not null default '17:00' check (move_ends_by < '24:00' and extract(second from move_ends_by) = 0),
  updated_at timestamptz not null default now(),
  constraint opening_hours_move_forward check (move_from <= move_until and move_until < '24:00')
);

alter table public.opening_hours enable row level security;
create policy "Server functions may do what they are granted"
  on public.opening_hours for all to service_role using (true) with check (true);
revoke all on public.opening_hours from public, anon, authenticated, service_role;
grant select on public.opening_hours to authenticated, service_role;

create table public.opening_exceptions (
  day date primary key,
  is_open boolean not null,
  -- Starts of new and moved bookings on that day.
  starts time[] check (private.are_starts(starts, 1)),
  ends_by time check (ends_by < '24:00' and extract(second from ends_by) = 0),
  -- Only the owner sees it.
  label text not null default '' check (length(label) <= 80),
  updated_at timestamptz not null default now(),
  constraint opening_exceptions_closed_have_no_times check (is_open or (starts is null and ends_by is null))
);

alter table public.opening_exceptions enable row level security;
create policy "Server functions may do what they are granted"
  on public.opening_exceptions for all to service_role using (true) with check (true);
revoke all on public.opening_exceptions from public, anon, authenticated, service_role;
grant select on public.opening_exceptions to authenticated, service_role;

create table public.service_area (
  prefix text primary key check (prefix ~ '^[A-Z]([0-9]([A-Z]([0-9]([A-Z][0-9]?)?)?)?)?$'),
  created_at timestamptz not null default now()
);

alter table public.service_area enable row level security;
create policy "Server functions may do what they are granted"
  on public.service_area for all to service_role using (true) with check (true);
revoke all on public.service_area from public, anon, authenticated, service_role;
grant select on public.service_area to authenticated, service_role;

create function private.clock_times(times time[]) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when times is not null then coalesce(jsonb_agg(to_char(one, 'HH24:MI') order by one), '[]') end
    from unnest(times) as one
  );
end;
$$;

create function public.opening_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'leastNoticeMinutes', settings.least_notice_minutes,
      'windowDays', settings.window_days,
      'moveWindowDays', settings.move_window_days,
      'bufferMinutes', settings.buffer_minutes,
      'crews', settings.crews,
      'arrivalWindowMinutes', settings.arrival_window_minutes,
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
      ),
      'needsPlace', (select travel.is_on from public.travel_settings as travel),
      'timesFrom', case when private.times_need_server() then 'server' else 'rules' end
    )
    from public.time_settings as settings
  );
end;
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

create function private.closed_day(day date) returns text
language sql stable set search_path = ''
as $$
  with open as (
    select tstzrange(ends.from_at, ends.until_at, '[)') as span
    from private.hours_of_day(closed_day.day) as hours
    cross join lateral (
      select
        private.instant_of(closed_day.day, (hours ->> 'from')::time) as from_at,
        private.instant_of(closed_day.day, (hours ->> 'until')::time) as until_at
    ) as ends
    -- An exception may start after the weekday's end, once that was brought forward.
    where ends.from_at < ends.until_at
  ), working as (
    select
    from open
    cross join public.crews as crew
    where not open.span <@ coalesce((
      select range_agg(off.during)
      from public.slot_claims as off
      where off.local_date = closed_day.day and off.reason is not null and (off.crew is null or off.crew = crew.number)
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
  gone public.crews;
begin
  select * into given from jsonb_to_record(wanted) as one(
    "leastNoticeMinutes" integer, "windowDays" integer, "moveWindowDays" integer, "bufferMinutes" integer,
    crews integer, "arrivalWindowMinutes" integer
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
  elsif given."arrivalWindowMinutes" not between 0 and 240 then
    perform private.refuse_rules('arrival_out_of_range');
  end if;
  for gone in select * from public.crews order by number offset coalesce(given.crews, 20) loop
    perform private.drop_crew(gone);
  end loop;
  update public.time_settings
  set least_notice_minutes = coalesce(given."leastNoticeMinutes", least_notice_minutes),
    window_days = coalesce(given."windowDays", window_days),
    move_window_days = coalesce(given."moveWindowDays", move_window_days),
    buffer_minutes = coalesce(given."bufferMinutes", buffer_minutes),
    crews = coalesce(given.crews, crews),
    arrival_window_minutes = coalesce(given."arrivalWindowMinutes", arrival_window_minutes)
  where id;
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

create table public.postal_areas (
  area text primary key check (area ~ '^[A-Z][0-9][A-Z]$'),
  centre point not null
);

alter table public.postal_areas enable row level security;
create policy "Server functions may do what they are granted"
  on public.postal_areas for all to service_role using (true) with check (true);
revoke all on public.postal_areas from public, anon, authenticated, service_role;
grant select on public.postal_areas to service_role;

create table public.travel_settings (
  id boolean primary key default true check (id),
  is_on boolean not null default false,
  -- Where the vans are in the morning and in the evening. Without it, only the ways between visits count.
  base_postal_code text check (base_postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$'),
  -- When a van leaves the base at the earliest, and is back at the latest.
  leaves_at time not null default '07:00' check (extract(second from leaves_at) = 0),
  back_by time not null default '20:00' check (extract(second from back_by) = 0),
  -- How much longer a way is than the straight line, and the average speed on it.
  road_factor numeric(3, 2) not null default 1.30 check (road_factor between 1 and 3),
  speed_kmh smallint not null default 50 check (speed_kmh between 10 and 120),
  -- No way is shorter: two addresses may share a postal area without being neighbours.
  least_minutes smallint not null default 10 check (least_minutes between 0 and 60),
  -- Before the work begins, and after it ends.
  setup_minutes smallint not null default 10 check (setup_minutes between 0 and 120),
  packing_minutes smallint not null default 10 check (packing_minutes between 0 and 120),
  updated_at timestamptz not null default now(),
  -- How far a visit may be from a start next to it that is marked as nearby, null for no marks, and what such a booking
  -- costs less.
  nearby_minutes smallint check (nearby_minutes between 1 and 120),
  nearby_discount_cents integer not null default 0 check (nearby_discount_cents between 0 and 100000),
  -- When the measured ways (travel_ways) last changed; null while there are none, and none is looked up.
  ways_at timestamptz,
  -- A swap of two visits is suggested when it saves so many minutes of driving; null for no suggestions.
  swap_minutes smallint check (swap_minutes between 1 and 240),
  constraint travel_settings_day_has_time check (leaves_at < back_by)
);

alter table public.travel_settings enable row level security;
create policy "Server functions may do what they are granted"
  on public.travel_settings for all to service_role using (true) with check (true);
revoke all on public.travel_settings from public, anon, authenticated, service_role;
grant select on public.travel_settings to authenticated, service_role;

create policy "Travel settings can be read by administrators"
  on public.travel_settings for select to authenticated
  using ((select public.is_admin()));

create trigger touch_updated_at before update on public.travel_settings
  for each row execute function private.touch_updated_at();

create function private.times_need_server() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select is_on from public.travel_settings) or private.crews_differ()
    -- Browsers count crews from 1.
    or (select max(number) > count(*) from public.crews);
end;
$$;

create function private.place_of(postal_code text) returns point
language plpgsql stable set search_path = ''
as $$
begin
  return (select centre from public.postal_areas where area = upper(left(postal_code, 3)));
end;
$$;

create function private.kilometres(one point, other point) returns double precision
language sql immutable
return 2 * 6371 * asin(sqrt(least(1,
  power(sind((other[1] - one[1]) / 2), 2)
  + cosd(one[1]) * cosd(other[1]) * power(sind((other[0] - one[0]) / 2), 2)
)));

create function private.drive_minutes(travel public.travel_settings, one point, other point) returns integer
language plpgsql stable strict set search_path = ''
as $$
declare
  one_key bigint;
  other_key bigint;
  measured integer;
begin
  if travel.ways_at is not null then
    one_key := private.place_key(one);
    other_key := private.place_key(other);
    measured := (
      select seconds from public.travel_ways
      where one_place = least(one_key, other_key) and other_place = greatest(one_key, other_key)
    );
  end if;
  return greatest(travel.least_minutes, case
    when measured is null then
      ceil(private.kilometres(one, other) * travel.road_factor::double precision * 60 / travel.speed_kmh)::integer
    else (measured + 59) / 60
  end);
end;
$$;

create function private.taken_times(
  from_day date, until_day date, place point, except_booking_id uuid default null, except_offer_id uuid default null,
  service text default null
)
returns table (local_date date, during tstzrange, crew smallint, is_time_off boolean, gap_minutes integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
  between_visits integer := (select buffer_minutes from public.time_settings);
  base point;
  leg integer;
begin
  select * into strict travel from public.travel_settings;
  select van.base into base from private.van_of(travel, null, from_day) as van;
  return query
    select claim.local_date, claim.during, claim.crew, claim.reason is not null,
      case
        when claim.reason is not null then 0
        when travel.is_on and claim.longitude is not null and taken_times.place is not null then
          travel.packing_minutes
          + private.drive_minutes(travel, point(claim.longitude, claim.latitude), taken_times.place)
          + travel.setup_minutes
        else between_visits
      end
    from public.slot_claims as claim
    where claim.local_date between from_day and until_day
      and (claim.expires_at is null or claim.expires_at > now())
      and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
      and (claim.offer_id is null or claim.offer_id is distinct from except_offer_id);
  if private.crews_differ() then
    return query select * from private.times_off_duty(travel, from_day, until_day, place, service);
    return;
  elsif not travel.is_on or base is null then
    return;
  end if;
  leg := coalesce(private.drive_minutes(travel, base, place), 0);
  return query
    select days.day, tstzrange(rest.starts_at, rest.ends_at, '[)'), null::smallint, false, leg + rest.work_minutes
    from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as days
    cross join lateral private.van_of(travel, null, days.day) as van
    cross join lateral (
      values
        (private.instant_of(days.day, '00:00'), private.instant_of(days.day, van.leaves_at), travel.setup_minutes),
        (private.instant_of(days.day, van.back_by), private.instant_of(days.day + 1, '00:00'), travel.packing_minutes)
    ) as rest (starts_at, ends_at, work_minutes)
    -- A van that leaves at midnight has no hours at the base before.
    where rest.starts_at < rest.ends_at;
end;
$$;

grant execute on function private.times_need_server to anon, authenticated, service_role;
grant execute on function
  private.place_of, private.kilometres, private.drive_minutes, private.taken_times
  to service_role;

create table private.travel_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  -- An administrator's email address, or System.
  actor_label text not null,
  was jsonb not null,
  "is" jsonb not null
);

alter table private.travel_changes enable row level security;
revoke all on private.travel_changes from public, anon, authenticated, service_role;

create function private.travel_told(travel public.travel_settings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'isOn', travel.is_on,
    'basePostalCode', travel.base_postal_code,
    'leavesAt', to_char(travel.leaves_at, 'HH24:MI'),
    'backBy', to_char(travel.back_by, 'HH24:MI'),
    'roadFactor', travel.road_factor,
    'speedKmh', travel.speed_kmh,
    'leastMinutes', travel.least_minutes,
    'setupMinutes', travel.setup_minutes,
    'packingMinutes', travel.packing_minutes,
    'nearbyMinutes', travel.nearby_minutes,
    'nearbyDiscountCents', travel.nearby_discount_cents,
    'swapMinutes', travel.swap_minutes
  );
$$;

create function private.record_travel_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := private.travel_told(old);
  is_now jsonb := private.travel_told(new);
begin
  if was is distinct from is_now then
    insert into private.travel_changes (actor_label, was, "is") values (private.actor_label(null), was, is_now);
  end if;
  return null;
end;
$$;

create trigger record_travel_change after update on public.travel_settings
  for each row execute function private.record_travel_change();

create function private.travel_with(travel public.travel_settings, changes jsonb) returns public.travel_settings
language plpgsql stable set search_path = ''
as $$
declare
  given record;
  wrong text;
begin
  select * into given from jsonb_to_record(private.travel_told(travel) || changes) as one(
    "isOn" boolean, "basePostalCode" text, "leavesAt" time, "backBy" time, "roadFactor" numeric,
    "speedKmh" integer, "leastMinutes" integer, "setupMinutes" integer, "packingMinutes" integer,
    "nearbyMinutes" integer, "nearbyDiscountCents" integer, "swapMinutes" integer
  );
  wrong := case
    when given."isOn" is null then 'isOn'
    when given."basePostalCode" !~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$' then 'basePostalCode'
    when given."leavesAt" is null or extract(second from given."leavesAt") <> 0 then 'leavesAt'
    when given."backBy" is null or extract(second from given."backBy") <> 0
      or given."backBy" <= given."leavesAt" or given."backBy" >= '24:00' then 'backBy'
    when coalesce(given."roadFactor" not between 1 and 3, true) then 'roadFactor'
    when coalesce(given."speedKmh" not between 10 and 120, true) then 'speedKmh'
    when coalesce(given."leastMinutes" not between 0 and 60, true) then 'leastMinutes'
    when coalesce(given."setupMinutes" not between 0 and 120, true) then 'setupMinutes'
    when coalesce(given."packingMinutes" not between 0 and 120, true) then 'packingMinutes'
    when given."nearbyMinutes" not between 1 and 120 then 'nearbyMinutes'
    when coalesce(given."nearbyDiscountCents" not between 0 and 100000, true) then 'nearbyDiscountCents'
    when given."swapMinutes" not between 1 and 240 then 'swapMinutes'
  end;
  if wrong is not null then
    perform private.refuse_rules('travel_invalid', wrong);
  elsif given."basePostalCode" is not null and private.place_of(given."basePostalCode") is null then
    perform private.refuse_rules('base_unknown');
  end if;
  travel.is_on := given."isOn";
  travel.base_postal_code := given."basePostalCode";
  travel.leaves_at := given."leavesAt";
  travel.back_by := given."backBy";
  travel.road_factor := given."roadFactor";
  travel.speed_kmh := given."speedKmh";
  travel.least_minutes := given."leastMinutes";
  travel.setup_minutes := given."setupMinutes";
  travel.packing_minutes := given."packingMinutes";
  travel.nearby_minutes := given."nearbyMinutes";
  travel.nearby_discount_cents := given."nearbyDiscountCents";
  travel.swap_minutes := given."swapMinutes";
  return travel;
exception
  -- A value that is no time, number or flag.
  when data_exception then
    raise exception using errcode = 'PT400', message = 'travel_invalid', detail = sqlerrm;
end;
$$;

create function private.late_visits(travel public.travel_settings)
returns table (booking_id uuid, during tstzrange, leg text, from_booking_id uuid, needs integer, there_are integer)
language sql stable set search_path = ''
as $$
  with stop as (
    select claim.booking_id, claim.during, claim.local_date, claim.crew, point(claim.longitude, claim.latitude) as place
    from public.slot_claims as claim
    join public.bookings as booking on booking.id = claim.booking_id
    where claim.local_date >= private.local_today()
      and claim.expires_at is null and claim.longitude is not null
      and not exists (select from private.rain_of(booking))
  ), work as materialized (
    select
      stop.*,
      van.base,
      private.instant_of(stop.local_date, van.leaves_at) as leaves_at,
      private.instant_of(stop.local_date, van.back_by) as back_by,
      -- The neighbour in order, and no join of the visits with themselves: pairs of all visits take seconds.
      lag(stop.booking_id) over of_van as before_id,
      lag(stop.place) over of_van as before_place,
      lag(upper(stop.during)) over of_van as before_until
    from stop
    cross join lateral private.van_of(travel, stop.crew, stop.local_date) as van
    window of_van as (partition by stop.local_date, stop.crew order by lower(stop.during))
  ), leg as (
    select
      work.booking_id, work.during, 'between' as leg, work.before_id as from_booking_id,
      travel.packing_minutes + private.drive_minutes(travel, work.before_place, work.place) + travel.setup_minutes
        as needs,
      lower(work.during) - work.before_until as there_is
    from work
    union all
    select
      work.booking_id, work.during, 'out', null,
      private.drive_minutes(travel, work.base, work.place) + travel.setup_minutes,
      lower(work.during) - work.leaves_at
    from work
    union all
    select
      work.booking_id, work.during, 'home', null,
      travel.packing_minutes + private.drive_minutes(travel, work.base, work.place),
      work.back_by - upper(work.during)
    from work
  )
  select distinct on (leg.booking_id)
    leg.booking_id, leg.during, leg.leg, leg.from_booking_id, leg.needs,
    (extract(epoch from leg.there_is) / 60)::integer
  from leg
  where leg.needs * interval '1 minute' > leg.there_is
    and lower(leg.during) > now()
  order by leg.booking_id, leg.needs * interval '1 minute' - leg.there_is desc;
$$;

create function private.travel_page(travel public.travel_settings) returns jsonb
language sql stable set search_path = ''
as $$
  with late as materialized (select * from private.late_visits(travel))
  select jsonb_build_object(
    'settings', private.travel_told(travel),
    'late', jsonb_build_object(
      'total', (select count(*) from late),
      'visits', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', booking.id,
          'customerName', booking.customer_name,
          'day', booking.booking_date,
          'time', to_char(booking.booking_time, 'HH24:MI'),
          'serviceName', booking.service_name,
          'leg', first.leg,
          'from', case when earlier.id is not null then jsonb_build_object(
            'customerName', earlier.customer_name,
            'time', to_char(earlier.booking_time, 'HH24:MI')
          ) end,
          'needs', first.needs,
          'thereAre', first.there_are
        ) order by lower(first.during), booking.id), '[]')
        from (select * from late order by lower(during), booking_id limit 100) as first
        join public.bookings as booking on booking.id = first.booking_id
        left join public.bookings as earlier on earlier.id = first.from_booking_id
      )
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', last.changed_at, 'by', last.actor_label, 'was', last.was, 'is', last."is"
      ) order by last.id desc), '[]')
      from (select * from private.travel_changes order by id desc limit 10) as last
    )
  );
$$;

create function public.travel_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select private.travel_page(travel) from public.travel_settings as travel);
end;
$$;

create function public.change_travel(changes jsonb, seen jsonb default null, is_preview boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  travel public.travel_settings;
  overtaken text;
begin
  perform private.require_admin();
  select * into strict travel from public.travel_settings for update;
  select key into overtaken
  from jsonb_object_keys(changes) as key
  where seen -> key is distinct from private.travel_told(travel) -> key
  limit 1;
  if seen is not null and overtaken is not null then
    raise exception using errcode = 'PT409', message = 'travel_changed', detail = overtaken;
  end if;
  travel := private.travel_with(travel, changes);
  if not is_preview then
    update public.travel_settings
    set is_on = travel.is_on, base_postal_code = travel.base_postal_code, leaves_at = travel.leaves_at,
      back_by = travel.back_by, road_factor = travel.road_factor, speed_kmh = travel.speed_kmh,
      least_minutes = travel.least_minutes, setup_minutes = travel.setup_minutes,
      packing_minutes = travel.packing_minutes, nearby_minutes = travel.nearby_minutes,
      nearby_discount_cents = travel.nearby_discount_cents, swap_minutes = travel.swap_minutes
    where id;
  end if;
  return private.travel_page(travel);
end;
$$;

create function public.example_drive(from_postal_code text, to_postal_code text, changes jsonb default '{}')
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  travel public.travel_settings;
  one point := private.place_of(from_postal_code);
  other point := private.place_of(to_postal_code);
  minutes integer;
  measured public.travel_ways;
begin
  perform private.require_admin();
  select * into strict travel from public.travel_settings;
  travel := private.travel_with(travel, changes);
  minutes := private.drive_minutes(travel, one, other);
  if minutes is null then
    return null;
  end if;
  select * into measured from public.travel_ways
  where one_place = least(private.place_key(one), private.place_key(other))
    and other_place = greatest(private.place_key(one), private.place_key(other))
    and seconds is not null;
  return jsonb_build_object(
    'kilometres', round(coalesce(
      measured.metres / 1000.0,
      (private.kilometres(one, other) * travel.road_factor::double precision)::numeric
    ), 1),
    'minutes', minutes,
    'gapMinutes', travel.packing_minutes + minutes + travel.setup_minutes,
    'isMeasured', measured.one_place is not null
  );
end;
$$;

revoke all on function public.travel_page, public.change_travel, public.example_drive
  from public, anon, authenticated, service_role;
grant execute on function public.travel_page, public.change_travel, public.example_drive to authenticated;

create table public.crews (
  -- As on the claims whose time it takes.
  number smallint primary key check (number between 1 and 20),
  -- Empty for a crew without a name of its own.
  name text not null default '' check (length(name) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Where its van is in the morning and in the evening; null as in the travel settings.
  base_postal_code text check (base_postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$'),
  -- The ids of the services that it does; null for all of them.
  skills text[] check (cardinality(skills) between 1 and 100 and array_position(skills, null) is null)
);

alter table public.crews enable row level security;
create policy "Server functions may do what they are granted"
  on public.crews for all to service_role using (true) with check (true);
revoke all on public.crews from public, anon, authenticated, service_role;
grant select on public.crews to authenticated, service_role;

create policy "Crews can be read by administrators"
  on public.crews for select to authenticated
  using ((select public.is_admin()));

create trigger touch_updated_at before update on public.crews
  for each row execute function private.touch_updated_at();

create table public.crew_hours (
  crew smallint not null references public.crews (number) on delete cascade,
  -- 1 is Monday, 7 is Sunday.
  weekday smallint not null check (weekday between 1 and 7),
  works_from time not null check (extract(second from works_from) = 0),
  works_until time not null check (extract(second from works_until) = 0),
  primary key (crew, weekday),
  constraint crew_hours_have_time check (works_from < works_until)
);

alter table public.crew_hours enable row level security;
create policy "Server functions may do what they are granted"
  on public.crew_hours for all to service_role using (true) with check (true);
revoke all on public.crew_hours from public, anon, authenticated, service_role;
grant select on public.crew_hours to service_role;

create table public.crew_members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  crew smallint not null references public.crews (number) on delete cascade,
  created_at timestamptz not null default now()
);

create index crew_members_crew_idx on public.crew_members (crew);

alter table public.crew_members enable row level security;
create policy "Server functions may do what they are granted"
  on public.crew_members for all to service_role using (true) with check (true);
revoke all on public.crew_members from public, anon, authenticated, service_role;
grant select on public.crew_members to service_role;

create function private.keep_crews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.crews
  where number in (select number from public.crews order by number offset new.crews);
  insert into public.crews (number)
  select number from generate_series(1, 20) as number
  where number not in (select number from public.crews)
  order by number
  limit new.crews - (select count(*) from public.crews);
  return null;
end;
$$;

create trigger keep_crews after insert or update of crews on public.time_settings
  for each row execute function private.keep_crews();

create function private.crews_differ() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.crew_hours)
    or exists (select from public.crews where base_postal_code is not null or skills is not null);
end;
$$;

create function private.counted_crews() returns table (number smallint, place integer)
language sql stable set search_path = ''
as $$
  select crews.number, (row_number() over (order by crews.number))::integer from public.crews;
$$;

create function private.van_of(travel public.travel_settings, its_crew smallint, day date)
returns table (
  base_postal_code text, base point, leaves_at time, back_by time, has_hours boolean, is_off boolean
)
language sql stable
begin atomic
  select
    coalesce(crew.base_postal_code, travel.base_postal_code),
    private.place_of(coalesce(crew.base_postal_code, travel.base_postal_code)),
    coalesce(hours.works_from, travel.leaves_at),
    coalesce(hours.works_until, travel.back_by),
    own.has_hours,
    own.has_hours and hours.crew is null
  from (
    select exists (select from public.crew_hours as listed where listed.crew = van_of.its_crew) as has_hours
  ) as own
  left join public.crews as crew on crew.number = van_of.its_crew
  left join public.crew_hours as hours
    on hours.crew = van_of.its_crew and hours.weekday = extract(isodow from van_of.day);
end;

create function private.times_off_duty(
  travel public.travel_settings, from_day date, until_day date, place point, service text
)
returns table (local_date date, during tstzrange, crew smallint, is_time_off boolean, gap_minutes integer)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select days.day, rest.during, one.number, leg.minutes is null, coalesce(leg.minutes + rest.work_minutes, 0)
    from (
      select
        crews.number,
        van.base,
        service is null or crews.skills is null or service = any (crews.skills) as is_skilled
      from public.crews
      -- The base is the same on all days.
      cross join lateral private.van_of(travel, crews.number, from_day) as van
    ) as one
    cross join lateral (
      select case when travel.is_on and one.base is not null and one.is_skilled then
        coalesce(private.drive_minutes(travel, one.base, place), 0)
      end as minutes
    ) as leg
    cross join (select from_day + ahead as day from generate_series(0, until_day - from_day) as ahead) as days
    cross join lateral private.van_of(travel, one.number, days.day) as van
    cross join lateral (
      select
        case
          when not one.is_skilled or van.is_off then time '24:00'
          when van.has_hours or leg.minutes is not null then van.leaves_at
        end as morning,
        case
          when not one.is_skilled or van.is_off then null
          when van.has_hours or leg.minutes is not null then van.back_by
        end as evening
    ) as ends
    cross join lateral (
      values
        (private.instant_of(days.day, '00:00'), private.instant_of(days.day, ends.morning), travel.setup_minutes),
        (private.instant_of(days.day, ends.evening), private.instant_of(days.day, '24:00'), travel.packing_minutes)
    ) as span (starts_at, ends_at, work_minutes)
    cross join lateral (
      select tstzrange(span.starts_at, span.ends_at, '[)') as during, span.work_minutes
    ) as rest
    where span.starts_at < span.ends_at;
end;
$$;

create function private.my_crew() returns smallint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select crew from public.crew_members where user_id = (select auth.uid()) and private.meets_second_factor()
  );
end;
$$;

create function private.works_for(crew smallint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(works_for.crew = private.my_crew(), false);
end;
$$;

create function private.works_on(target_booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.slot_claims as claim
    where claim.booking_id = target_booking_id
      and claim.expires_at is null
      and claim.local_date between private.local_today() - 1 and private.local_today() + 7
      and private.works_for(claim.crew)
  );
end;
$$;

create function private.worked_booking(visit uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  its_booking uuid := coalesce((select booking_id from public.slot_claims where id = visit), visit);
begin
  if not (public.is_admin() or private.works_on(its_booking)) then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
  return its_booking;
end;
$$;

grant execute on function private.van_of, private.crews_differ, private.counted_crews, private.times_off_duty
  to service_role;
grant execute on function private.my_crew, private.works_for, private.works_on, private.worked_booking
  to authenticated, service_role;

create function private.place_key(place point) returns bigint
language sql immutable
return round((place[1] + 90) * 1000)::bigint * 1000000 + round((place[0] + 180) * 1000)::bigint;

create function private.place_told(key bigint) returns jsonb
language sql immutable
return jsonb_build_object(
  'key', key, 'longitude', (key % 1000000) / 1000.0 - 180, 'latitude', key / 1000000 / 1000.0 - 90
);

create table public.travel_ways (
  one_place bigint not null,
  other_place bigint not null check (one_place < other_place),
  -- Of the slower direction; null when the service knows no road, and the estimate counts.
  seconds integer check (seconds between 0 and 86400),
  metres integer check (metres >= 0),
  asked_at timestamptz not null default now(),
  primary key (one_place, other_place) include (seconds)
);

alter table public.travel_ways enable row level security;
create policy "Server functions may do what they are granted"
  on public.travel_ways for all to service_role using (true) with check (true);
revoke all on public.travel_ways from public, anon, authenticated, service_role;
grant select on public.travel_ways to service_role;

create table private.travel_services (
  name text primary key check (name in ('routing', 'geocoder')),
  failures integer not null default 0,
  try_again_at timestamptz not null default '-infinity'
);

alter table private.travel_services enable row level security;
revoke all on private.travel_services from public, anon, authenticated, service_role;

create function public.travel_service_failed(service text) returns integer
language sql security definer set search_path = ''
as $$
  insert into private.travel_services as known (name, failures, try_again_at)
  values (service, 1, now() + interval '1 minute')
  on conflict (name) do update
  set failures = known.failures + 1,
    try_again_at = now() + least(power(2, least(known.failures, 10)), 60) * interval '1 minute'
  returning failures;
$$;

create function public.ways_to_ask(most integer default 90) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen bigint;
  missing bigint[];
begin
  if exists (select from private.travel_services where name = 'routing' and try_again_at > now()) then
    return null;
  end if;
  with ahead as materialized (
    select claim.booking_id, private.place_key(point(claim.longitude, claim.latitude)) as key
    from public.slot_claims as claim
    where claim.local_date >= private.local_today() and claim.longitude is not null
  ), hub as materialized (
    select distinct private.place_key(area.centre) as key
    from public.postal_areas as area
    where area.area = (select left(base_postal_code, 3) from public.travel_settings)
      or area.area in (select left(base_postal_code, 3) from public.crews)
      or exists (select from public.service_area where area.area like prefix || '%')
      or area.area in (
        select left(booking.postal_code, 3) from ahead join public.bookings as booking on booking.id = ahead.booking_id
      )
    order by key
    limit 150
  ), place as materialized (
    select key from hub union select key from ahead
  ), wanted as (
    select hub.key as hub, place.key as place
    from hub
    join place on place.key <> hub.key
    left join public.travel_ways as way
      on way.one_place = least(hub.key, place.key) and way.other_place = greatest(hub.key, place.key)
    where way.one_place is null or way.asked_at < now() - interval '30 days'
  )
  select wanted.hub, array_agg(wanted.place order by wanted.place) into chosen, missing
  from wanted
  group by wanted.hub
  order by count(*) desc, wanted.hub
  limit 1;
  if chosen is null then
    return null;
  end if;
  return jsonb_build_object(
    'hub', private.place_told(chosen),
    'places', (
      select jsonb_agg(private.place_told(one.key) order by one.key) from unnest(missing[1:most]) as one(key)
    )
  );
end;
$$;

create function public.keep_ways(hub bigint, ways jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  -- Before the rows: every writer locks the settings first.
  perform from public.travel_settings for update;
  with given as (
    select least(hub, way.place) as one, greatest(hub, way.place) as other, way.seconds, way.metres
    from jsonb_to_recordset(ways) as way(place bigint, seconds integer, metres integer)
    where way.place <> hub
  ), differing as (
    select count(*)::integer as number
    from given
    left join public.travel_ways as known on known.one_place = given.one and known.other_place = given.other
    where known.seconds is distinct from given.seconds
  ), written as (
    insert into public.travel_ways (one_place, other_place, seconds, metres)
    select given.one, given.other, given.seconds, given.metres from given
    on conflict (one_place, other_place) do update
    set seconds = excluded.seconds, metres = excluded.metres, asked_at = now()
  )
  select differing.number into changed from differing;
  insert into private.travel_services (name) values ('routing')
  on conflict (name) do update set failures = 0, try_again_at = '-infinity';
  if changed > 0 then
    update public.travel_settings set ways_at = now() where id;
  end if;
  return changed;
end;
$$;

create function public.forget_old_ways() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten integer;
begin
  perform from public.travel_settings for update;
  delete from public.travel_ways where asked_at < now() - interval '60 days';
  get diagnostics forgotten = row_count;
  if forgotten > 0 then
    update public.travel_settings
    set ways_at = case when exists (select from public.travel_ways) then now() end
    where id;
  end if;
  return forgotten;
end;
$$;

revoke all on function
  public.travel_service_failed, public.ways_to_ask, public.keep_ways, public.forget_old_ways
  from public, anon, authenticated, service_role;
grant execute on function
  public.travel_service_failed, public.ways_to_ask, public.keep_ways, public.forget_old_ways, private.place_key
  to service_role;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  customer_name text not null check (length(customer_name) between 1 and 100),
  -- Lower case. Null only for a phone booking.
  customer_email text check (
    customer_email = lower(btrim(customer_email))
    and length(customer_email) <= 254
    and customer_email like '%_@_%'
  ),
  customer_phone text not null check (customer_phone ~ '^\+[0-9]{8,15}$'),
  -- The account it belongs to; null for a guest's.
  user_id uuid references auth.users (id) on delete set null,
  service_id text not null check (length(service_id) between 1 and 60),
  service_name text not null check (length(service_name) between 1 and 100),
  vehicle_type text not null check (vehicle_type ~ '^[a-z0-9-]{1,40}$'),
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
  -- What the card is charged when booking.
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
  -- Counts the changes of the appointment, for calendars that already have it.
  calendar_sequence integer not null default 0 check (calendar_sequence >= 0),
  -- The network it was made from, to limit open holds.
  client_address text check (length(client_address) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  -- When the customer first moved it after free cancellation had ended: from then on the deposit is kept.
  -- Null as long as the policy alone decides.
  deposit_kept_since timestamptz,
  source text not null default 'online' check (source in ('online', 'phone')),
  -- When the owner marked the visit as done, or the customer as absent.
  done_at timestamptz,
  no_show_at timestamptz,
  -- How often its hold was extended. Kept when the claim is deleted.
  hold_extensions smallint not null default 0,
  -- Names the appointment in calendar files for as long as the booking exists.
  calendar_uid uuid not null default gen_random_uuid(),
  -- What the customer told besides; empty or null when not given.
  gate_access text default '' check (length(gate_access) <= 200),
  has_water text default '' check (has_water in ('', 'Yes', 'No')),
  has_power text default '' check (has_power in ('', 'Yes', 'No')),
  customer_notes text default '' check (length(customer_notes) <= 1000),
  -- As sold: the name of the vehicle class, and the taxes as [{label, basisPoints, cents, registrationNumber}]. Null for
  -- bookings that were sold before these were kept.
  vehicle_name text check (length(vehicle_name) <= 100),
  tax_lines jsonb check (jsonb_typeof(tax_lines) = 'array'),
  -- As sold, in the price and in the duration: [{id, name, priceCents, minutes}]. Null without add-ons.
  add_ons jsonb check (jsonb_typeof(add_ons) = 'array'),
  -- When a later hold of the same customer replaced it. A payment that still arrives confirms it all the same.
  replaced_at timestamptz,
  -- The features of the service as sold, as texts. Null for bookings that were sold before these were kept.
  sold_features jsonb check (jsonb_typeof(sold_features) = 'array'),
  -- When the crew set out, the minutes it said that it needs, and when the work began.
  on_my_way_at timestamptz,
  arriving_in_minutes smallint check (arriving_in_minutes between 1 and 600),
  work_began_at timestamptz,
  -- The part of the discount that it got for a start near another visit; the rest is the coupon's.
  nearby_discount_cents integer not null default 0,
  -- When the owner last changed what was sold. From then on due_now_cents doesn't follow the total.
  sale_changed_at timestamptz,
  -- Whether its id alone opens it. Not once its email address was corrected: emails with the id went to a stranger.
  opens_by_id boolean not null default true,
  -- When the business moved it: cancelling stays free until the moment promised before, if the hours end sooner.
  cancellation_free_until timestamptz,
  constraint bookings_total_adds_up check (
    total_cents = price_cents - discount_cents + tax_cents + tip_cents
  ),
  constraint bookings_nearby_is_part_of_the_discount check (nearby_discount_cents between 0 and discount_cents),
  constraint bookings_discount_has_a_coupon check (
    (coupon_code is null) = (discount_cents = nearby_discount_cents)
  ),
  constraint bookings_cancelled_has_a_moment check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint bookings_due_now_follows_the_option check (
    case
      -- All of it on site, without a deposit; confirmed from the start.
      when payment_option = 'pay_later' then deposit_cents = 0 and due_now_cents = 0
        and status in ('confirmed', 'paid', 'cancelled')
      -- What the card was charged when booking, less refunds of what was paid too much.
      when sale_changed_at is not null then due_now_cents > 0
      when payment_option = 'pay_full_online' then due_now_cents = total_cents and due_now_cents > 0
      else due_now_cents = least(deposit_cents, total_cents) and due_now_cents > 0
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
create index bookings_customer_phone_idx on public.bookings (customer_phone);
create index bookings_of_customer_idx on public.bookings (customer_email, booking_date, booking_time, id);
create index bookings_done_at_idx on public.bookings (done_at) where done_at is not null;
create index bookings_unpaid_idx on public.bookings (customer_email, created_at) where status = 'pending_payment';
create index bookings_unpaid_network_idx on public.bookings (private.network_of(client_address, 48))
  where status = 'pending_payment' and client_address is not null;
create index bookings_of_number_idx on public.bookings (customer_phone) where customer_email is null;
create unique index bookings_calendar_uid_idx on public.bookings (calendar_uid);
create index bookings_unmarked_idx on public.bookings (booking_date desc, booking_time desc, id)
  where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null;
create index bookings_paid_unmarked_idx on public.bookings (booking_date desc, booking_time desc, id)
  where status = 'paid' and done_at is null and no_show_at is null;
create index bookings_done_unpaid_idx on public.bookings (booking_date)
  where status in ('deposit_paid', 'confirmed') and done_at is not null;

alter table public.bookings enable row level security;
create policy "Server functions may do what they are granted"
  on public.bookings for all to service_role using (true) with check (true);
revoke all on public.bookings from public, anon, authenticated, service_role;
grant select (
  id, customer_name, service_id, service_name, vehicle_type, car_model, car_year, booking_date, booking_time,
  duration_minutes, status, deposit_paid, payment_option, free_cancellation_hours, calendar_sequence, created_at,
  deposit_kept_since, cancellation_free_until, done_at, calendar_uid, replaced_at
) on public.bookings to anon;
grant update (status, deposit_paid, stripe_checkout_session_id) on public.bookings to anon;
grant select on public.bookings to authenticated;
grant update (
  user_id, booking_date, booking_time, status, deposit_paid, stripe_checkout_session_id
) on public.bookings to authenticated;
grant all on public.bookings to service_role;

create function private.store_booking(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    address, city, province, postal_code, client_address, gate_access, has_water, has_power, customer_notes,
    vehicle_name, tax_lines, add_ons, nearby_discount_cents
  )
  values (
    booking.id, booking.source, booking.status, booking.customer_name, booking.customer_email, booking.customer_phone,
    booking.user_id, booking.service_id, booking.service_name, booking.vehicle_type, booking.car_model,
    booking.car_year, booking.booking_date, booking.booking_time, booking.duration_minutes, booking.payment_option,
    booking.price_cents, coalesce(booking.discount_cents, 0), coalesce(booking.tip_cents, 0),
    coalesce(booking.tax_cents, 0), booking.total_cents, booking.due_now_cents, booking.deposit_cents,
    coalesce(booking.tax_label, ''), booking.coupon_code, booking.free_cancellation_hours, booking.address,
    booking.city, booking.province, booking.postal_code, booking.client_address, coalesce(booking.gate_access, ''),
    coalesce(booking.has_water, ''), coalesce(booking.has_power, ''), coalesce(booking.customer_notes, ''),
    booking.vehicle_name, booking.tax_lines, booking.add_ons, coalesce(booking.nearby_discount_cents, 0)
  );
end;
$$;

create function private.optional_details(booking public.bookings) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'gate_access', coalesce(booking.gate_access, ''),
    'has_water', coalesce(booking.has_water, ''),
    'has_power', coalesce(booking.has_power, ''),
    'customer_notes', coalesce(booking.customer_notes, '')
  );
$$;

create function private.personal_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'customer_name', 'customer_email', 'customer_phone', 'user_id', 'car_model', 'address', 'city', 'postal_code',
    'note', 'gate_access', 'has_water', 'has_power', 'customer_notes'
  ];
$$;

create function private.clear_personal_columns(booking_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.bookings
  set
    user_id = null,
    customer_name = 'A former customer',
    customer_email = 'deleted-' || id || '@account.invalid',
    customer_phone = '+00000000',
    car_model = 'Removed',
    address = 'Removed',
    city = 'Removed',
    postal_code = 'A0A 0A0',
    client_address = null,
    gate_access = '',
    has_water = '',
    has_power = '',
    customer_notes = '',
    opens_by_id = false
  where id = any (booking_ids);
$$;

create function private.named_booking_id() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  named text := nullif(current_setting('request.headers', true), '')::json ->> 'x-booking-id';
begin
  return case
    when named ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then named::uuid
  end;
end;
$$;

create function private.is_forgotten(email text) returns boolean
language sql immutable
return email like 'deleted-%@account.invalid';

create function private.named_email(typed text) returns text
language sql immutable set search_path = ''
as $$
  select address
  from nullif(lower(btrim(typed)), '') as address
  where not private.is_forgotten(address);
$$;

grant execute on function private.is_forgotten, private.named_email to service_role;

create function private.named_booking_email() returns text
language sql stable security definer set search_path = ''
as $$
  select private.named_email(nullif(current_setting('request.headers', true), '')::json ->> 'x-booking-email');
$$;

create function public.booking_of_entry(target_calendar_uid uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select id from public.bookings where calendar_uid = target_calendar_uid);
end;
$$;

create trigger clean_typed before insert or update of customer_name, car_model, address, city, gate_access, customer_notes on public.bookings
  for each row execute function private.clean_typed('customer_name,car_model,address,city,gate_access', 'customer_notes');

create trigger refuse_other_than_an_address before insert or update of customer_email on public.bookings
  for each row execute function private.refuse_other_than_an_address('customer_email');

create trigger touch_updated_at before update on public.bookings
  for each row execute function private.touch_updated_at();

create policy "A booking can be read by a visitor who holds its id"
  on public.bookings for select to anon
  using (
    id = (select private.named_booking_id())
    and (opens_by_id or customer_email = (select private.named_booking_email()))
  );

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
  using (
    id = (select private.named_booking_id())
    and (opens_by_id or customer_email = (select private.named_booking_email()))
  )
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
grant execute on function private.named_booking_id, private.named_booking_email to anon, authenticated, service_role;
grant execute on function private.store_booking, private.optional_details to service_role;
grant execute on function public.booking_of_entry to authenticated;

create function private.span_of(booking public.bookings) returns tstzrange
language sql stable
return tstzrange(
  (booking.booking_date + booking.booking_time) at time zone 'America/Toronto',
  (booking.booking_date + booking.booking_time) at time zone 'America/Toronto'
    + booking.duration_minutes * interval '1 minute',
  '[)'
);

create function private.is_standing(status text) returns boolean
language sql immutable
return status in ('deposit_paid', 'confirmed', 'paid');

create function private.is_ahead(booking public.bookings) returns boolean
language sql stable
return private.is_standing(booking.status)
  and booking.no_show_at is null
  and booking.done_at is null
  and upper(private.span_of(booking)) > now();

create function private.has_begun(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.done_at is not null
    or booking.no_show_at is not null
    or (lower(private.span_of(booking)) <= now() and not private.is_rained_out(booking.id));
$$;

create function private.was_visited(booking public.bookings, rain text) returns boolean
language sql stable
return private.is_standing(booking.status)
  and booking.no_show_at is null
  and (booking.done_at is not null or (upper(private.span_of(booking)) <= now() and rain is null));

create function private.require_confirmed_booking(booking public.bookings) returns void
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
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

create function private.lock_booking_for_owner(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.lock_booking(target_booking_id);
end;
$$;

create function private.lock_visit(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
begin
  return private.lock_booking(private.worked_booking(target_booking_id));
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

create function private.customer_note(booking public.bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    case when booking.customer_email is null then (
      select note from public.phone_customers
      where phone = booking.customer_phone and name_key = lower(booking.customer_name)
    ) else (
      select note from public.customers where email = booking.customer_email
    ) end,
    ''
  );
end;
$$;

create function private.car_of_day(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', booking.id,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'duration_minutes', booking.duration_minutes,
      'service_name', booking.service_name,
      'add_ons', booking.add_ons,
      'customer_name', booking.customer_name,
      'customer_phone', booking.customer_phone,
      'car', concat_ws(' ', booking.car_year, booking.car_model),
      'vehicle_type', booking.vehicle_type,
      'address', booking.address,
      'city', booking.city,
      'province', booking.province,
      'postal_code', booking.postal_code,
      'more', private.optional_details(booking),
      'photos', private.photos_of(booking.id),
      'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
      'on_my_way_at', booking.on_my_way_at,
      'arriving_in_minutes', booking.arriving_in_minutes,
      'drive_minutes', private.drive_to(booking),
      'work_began_at', booking.work_began_at,
      'done_at', booking.done_at,
      'no_show_at', booking.no_show_at,
      'called_off', (select state from private.rain_of(booking)),
      'crew', (select crew from public.slot_claims where booking_id = booking.id),
      'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), ''),
      'customer_note', left(private.customer_note(booking), 300)
    )
    from private.payment_sums(booking.id) as sums
  );
end;
$$;

grant execute on function private.span_of to authenticated, service_role;
grant execute on function private.is_standing, private.lock_booking to service_role;

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
  if by_hand and old.status <> 'pending_payment'
    and new.stripe_checkout_session_id is distinct from old.stripe_checkout_session_id then
    raise exception using
      errcode = 'PT409',
      message = 'payment_not_verified',
      detail = 'The payment of a paid booking cannot be renamed.';
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
  -- The account behind it; null for a guest, for the system, and once the account is deleted.
  actor uuid references auth.users (id) on delete set null,
  -- The email address of an administrator or of a crew's member; else Customer, Guest or System.
  actor_label text not null check (length(actor_label) between 1 and 254),
  action text not null check (action ~ '^[a-z][a-z_]{0,39}$'),
  -- Only what changed, by column; null where there was nothing before, or is nothing now.
  was jsonb check (jsonb_typeof(was) = 'object'),
  "is" jsonb check (jsonb_typeof("is") = 'object')
);

create index booking_changes_booking_id_idx on public.booking_changes (booking_id, id);
create index booking_changes_copies_idx on public.booking_changes (id)
  where action = 'created' and "is" ? 'address';
create index booking_changes_actor_idx on public.booking_changes (actor) where actor is not null;

alter table public.booking_changes enable row level security;
create policy "Server functions may do what they are granted"
  on public.booking_changes for all to service_role using (true) with check (true);
revoke all on public.booking_changes from public, anon, authenticated, service_role;
grant select on public.booking_changes to service_role;
revoke all on sequence public.booking_changes_id_seq from public, anon, authenticated, service_role;

create table public.booking_notes (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- Empty once it was deleted, so that its version counts on.
  note text not null check (length(note) <= 4000),
  -- Goes up with every change, so that nobody overwrites what they have not read.
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null default now()
);

alter table public.booking_notes enable row level security;
create policy "Server functions may do what they are granted"
  on public.booking_notes for all to service_role using (true) with check (true);
revoke all on public.booking_notes from public, anon, authenticated, service_role;
grant all on public.booking_notes to service_role;

create function private.name_of_change(was jsonb, is_now jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when is_now ->> 'status' = 'cancelled' then 'cancelled'
    when is_now ? 'sale_changed_at' then 'sale_changed'
    when is_now ?| array['booking_date', 'booking_time'] then 'moved'
    when is_now ? 'on_my_way_at' then 'on_my_way'
    when is_now ? 'work_began_at' then 'work_began'
    when is_now ? 'done_at' then 'done'
    when is_now ? 'no_show_at' then 'no_show'
    when was ?| array['done_at', 'no_show_at'] then 'visit_mark_undone'
    when was ?| array['on_my_way_at', 'work_began_at'] then 'visit_step_undone'
    when is_now ? 'status' then 'status'
    when is_now ? 'user_id' then 'linked'
    else 'changed'
  end;
$$;

create function private.kept_columns(booking jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_strip_nulls(
    booking - array[
      'id', 'client_address', 'created_at', 'updated_at', 'calendar_sequence', 'calendar_uid', 'hold_extensions',
      'opens_by_id'
    ]
  );
end;
$$;

create function private.first_columns(booking jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(key, value)
  from jsonb_each(booking)
  where key in (
    'status', 'source', 'booking_date', 'booking_time', 'service_name', 'vehicle_type', 'total_cents', 'payment_option'
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
    perform private.note_change(new.id, 'created', null, private.first_columns(after));
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
language plpgsql security definer set search_path = ''
as $$
begin
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
end;
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
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
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

create trigger clean_typed before insert or update of note on public.booking_notes
  for each row execute function private.clean_typed('', 'note');

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
    when private.has_begun(old_row) then 'booking_past'
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
  before smallint;
  its_crew smallint;
begin
  perform private.lock_day(new.booking_date);
  select crew into before from public.slot_claims where booking_id = new.id;
  if not found then
    if new.status = 'cancelled' then
      return null;
    end if;
    raise exception using errcode = 'PT409', message = 'hold_lapsed', detail = 'The time of this booking is no longer held.';
  end if;
  its_crew := private.free_crew(
    private.span_of(new), private.place_of(new.postal_code), new.id, new.service_id
  );
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  update public.slot_claims set during = private.span_of(new), crew = its_crew where booking_id = new.id;
  if its_crew <> before then
    perform private.note_change(
      new.id, 'crew_changed',
      jsonb_build_object('crew', private.crew_name(before)),
      jsonb_build_object('crew', private.crew_name(its_crew))
    );
  end if;
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
  perform private.enqueue_text(
    'moved:' || new.id || ':' || new.calendar_sequence, 'moved', new.id,
    jsonb_build_object('sequence', new.calendar_sequence)
  );
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

create function private.free_until(booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$
  select least(
    lower(private.span_of(booking)),
    greatest(
      lower(private.span_of(booking)) - booking.free_cancellation_hours * interval '1 hour',
      booking.cancellation_free_until
    )
  );
$$;

create function private.keep_deposit_of_late_move() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated' and not public.is_admin() and not private.is_rained_out(old.id) then
    if old.deposit_cents > 0 and now() > private.free_until(old) then
      new.deposit_kept_since := coalesce(old.deposit_kept_since, now());
    end if;
    new.cancellation_free_until := null;
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

create function private.start_refusal(day date, start time, duration_minutes integer) returns text
language plpgsql stable set search_path = ''
as $$
declare
  starts_at timestamptz := private.instant_of(day, start);
begin
  return case
    when starts_at < now() then 'time_in_past'
    when day > private.local_today() + 730 then 'date_too_far'
    -- The hour that the spring change skips does not exist, and work ends on the day it began.
    when (starts_at at time zone 'America/Toronto') <> day + start
      or extract(epoch from start) / 60 + duration_minutes > 24 * 60 then 'time_not_offered'
  end;
end;
$$;

create function public.move_booking(
  target_booking_id uuid, new_date date, new_time time, anyway boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  new_start timestamptz := private.instant_of(new_date, new_time);
  refusal text;
begin
  perform private.require_confirmed_booking(booking);
  if new_date is null or new_time is null or extract(second from new_time) <> 0 or new_time = '24:00' then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  if (new_date, new_time) = (booking.booking_date, booking.booking_time) then
    return;
  end if;
  refusal := case
    when private.has_begun(booking) and not private.is_settled_by_phone(booking) then 'booking_past'
    else private.start_refusal(new_date, new_time, booking.duration_minutes)
  end;
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  perform private.end_swap_of(booking.id);
  -- A taken time is refused as slot_taken, outside the opening hours too.
  perform private.lock_day(new_date);
  if private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'),
    private.place_of(booking.postal_code),
    booking.id,
    booking.service_id
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
    cancellation_free_until = private.free_until(booking)
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
grant execute on function private.check_new_time, private.free_until, public.move_booking to authenticated;
grant execute on function private.has_moved_often to anon, authenticated, service_role;
grant execute on function private.start_refusal to service_role;

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

create function private.is_owners_refund(reason text) returns boolean
language sql immutable set search_path = ''
as $$
  select reason in ('chosen_by_owner', 'cancelled_by_business', 'overpaid');
$$;

create function private.require_proof_of_refund(refund_cents integer, proven boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if refund_cents <= 0 then
    return;
  end if;
  perform private.lock_counted('public.refunds');
  if proven is not true and refund_cents + (
    select coalesce(sum(amount_cents), 0)
    from public.refunds
    where created_at > now() - interval '24 hours' and status <> 'failed'
      and private.is_owners_refund(reason)
  ) > 50000 then
    raise exception using errcode = 'PT403', message = 'reauthentication_needed';
  end if;
end;
$$;

create function public.release_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  reason text,
  acting_admin uuid default null,
  policy_cents integer default null,
  anyway boolean default false,
  proven boolean default true
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  money record;
  new_refunds jsonb;
begin
  if booking.status = 'cancelled' then
    return jsonb_build_object('outcome', 'already_cancelled', 'refunds', '[]'::jsonb);
  end if;
  if acting_admin is null and (booking.done_at is not null or booking.no_show_at is not null) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  if acting_admin is not null then
    perform private.require_proof_of_refund(refund_cents, proven);
  end if;
  select * into money from private.money_of(booking);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  if refund_cents not between 0 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  end if;
  if acting_admin is null then
    perform private.act_as_customer();
  else
    if refund_cents > 0 then
      perform private.ask_about_dispute(booking.id, anyway);
    end if;
    perform private.act_as(acting_admin);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
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
          where refund ->> 'payment_intent_id' is null
        )
      ))
    );
  end if;
  return jsonb_build_object('outcome', 'cancelled', 'refunds', new_refunds);
end;
$$;

revoke all on function public.release_booking from public, anon, authenticated, service_role;
grant execute on function
  private.cancel, private.is_owners_refund,
  private.require_proof_of_refund, public.release_booking
  to service_role;

create table public.slot_claims (
  id uuid primary key default gen_random_uuid(),
  during tstzrange not null,
  local_date date not null generated always as (
    ((lower(during) at time zone 'America/Toronto')::date)
  ) stored,
  -- What takes the time: a booking, a time offered to a customer, or the business itself with a reason.
  booking_id uuid unique references public.bookings (id) on delete cascade,
  reason text check (length(reason) between 1 and 200),
  service_name text,
  -- When a hold ends; null for a claim that stays.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  -- The crew whose time it is. Null for blocked time of all crews.
  crew smallint default 1 check (crew between 1 and 100),
  offer_id uuid unique,
  -- SHA-256 of the hold token that the browser sent; null without one.
  holder_hash bytea,
  -- Where the visit is. Null when that is not known, and for blocked time.
  longitude double precision,
  latitude double precision,
  constraint slot_claims_are_within_one_local_day check (
    not isempty(during)
    and lower_inc(during) and not upper_inc(during)
    and not lower_inf(during) and not upper_inf(during)
    and (lower(during) at time zone 'America/Toronto')::date
      = ((upper(during) - interval '1 microsecond') at time zone 'America/Toronto')::date
  ),
  constraint slot_claims_have_one_cause check (num_nonnulls(booking_id, reason, offer_id) = 1),
  constraint slot_claims_are_a_crews_or_time_off check (crew is not null or reason is not null),
  -- Blocked time may overlap bookings: they stay.
  constraint slot_claims_of_a_crew_never_overlap
    exclude using gist (crew with =, during with &&) where (reason is null),
  -- Readers of booked times distinguish blocked time from visits by this.
  constraint slot_claims_name_the_service_or_a_reason check ((reason is null) = (service_name is not null))
);

create index slot_claims_local_date_idx on public.slot_claims (local_date);
create index slot_claims_expires_at_idx on public.slot_claims (expires_at) where expires_at is not null;
create index slot_claims_holder_hash_idx on public.slot_claims (holder_hash) where holder_hash is not null;
create index slot_claims_time_off_idx on public.slot_claims (local_date) where reason is not null;

alter table public.slot_claims enable row level security;
create policy "Server functions may do what they are granted"
  on public.slot_claims for all to service_role using (true) with check (true);
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
language plpgsql stable security definer set search_path = ''
as $$
declare
  named text := nullif(current_setting('request.headers', true), '')::json ->> 'x-offer-token';
begin
  if named is null then
    return null;
  end if;
  return (
    select offer.id
    from public.offered_times as offer
    where offer.token_hash = private.hash_of_token(named)
      and offer.closed_at is null
      and offer.expires_at > now()
  );
end;
$$;

create function private.with_gap(during tstzrange, gap_minutes integer) returns tstzrange
language sql immutable
return case when isempty(during) then during else tstzrange(
  lower(during) - gap_minutes * interval '1 minute', upper(during) + gap_minutes * interval '1 minute', '[)'
) end;

create function private.free_crew(
  wanted tstzrange, place point, except_booking_id uuid default null, service text default null
) returns smallint
language plpgsql set search_path = ''
as $$
declare
  day date := private.local_day(lower(wanted));
  there_are smallint[] := array(select number from public.crews);
  busy smallint[];
  present smallint;
  travel public.travel_settings;
begin
  delete from public.slot_claims
  where local_date = day and expires_at <= now()
    and (except_booking_id is null or booking_id is distinct from except_booking_id);
  select
    coalesce(array_agg(distinct taken.crew) filter (
      where private.with_gap(taken.during, taken.gap_minutes) && wanted
        -- A removed crew is not missed.
        and (not taken.is_time_off or taken.crew is null or taken.crew = any (there_are))
    ), '{}')
  into busy
  from private.taken_times(day, day, free_crew.place, except_booking_id, null, free_crew.service) as taken;
  if array_position(busy, null) is not null or cardinality(busy) >= cardinality(there_are) then
    return null;
  end if;
  select crew into present from public.slot_claims where booking_id = except_booking_id;
  select * into strict travel from public.travel_settings;
  return (
    select number
    from unnest(there_are) as number
    cross join lateral private.van_of(travel, number, day) as van
    left join lateral (
      select
        private.drive_minutes(travel, van.base, free_crew.place) as from_base,
        (
          select min(private.drive_minutes(travel, point(claim.longitude, claim.latitude), free_crew.place))
          from public.slot_claims as claim
          where claim.local_date = day and claim.crew = number and claim.reason is null
            and (claim.expires_at is null or claim.expires_at > now())
            and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
        ) as from_visit
      where travel.is_on
    ) as way on true
    where number <> all (busy)
    order by number = present desc nulls last,
      least(way.from_base, way.from_visit), coalesce(way.from_visit > way.from_base, true), number
    limit 1
  );
end;
$$;

create function private.take_time(booking public.bookings, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  span tstzrange := private.span_of(booking);
  its_place point := private.place_of(booking.postal_code);
  its_crew smallint;
begin
  perform private.lock_day(booking.booking_date);
  if lower(span) < now() then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'This time is in the past.';
  end if;
  its_crew := private.free_crew(span, its_place, booking.id, booking.service_id);
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  insert into public.slot_claims (during, booking_id, service_name, expires_at, crew, longitude, latitude)
  values (
    span, booking.id, booking.service_name, held_until, its_crew, its_place[0], its_place[1]
  )
  on conflict (booking_id) do update
  set during = excluded.during, expires_at = excluded.expires_at, crew = excluded.crew,
    longitude = excluded.longitude, latitude = excluded.latitude;
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
    return case sqlerrm
      when 'slot_taken' then 'time_gone'
      when 'coupon_held' then 'coupon_used'
      else sqlerrm
    end;
end;
$$;

create function private.open_offer(offer_token text, offer_id uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select offer.id from public.offered_times as offer
    where (offer.token_hash = private.hash_of_token(offer_token) or offer.id = open_offer.offer_id)
      and offer.closed_at is null and offer.expires_at > now()
    limit 1
  );
end;
$$;

create function public.times_taken_for(
  postal_code text, from_day date, until_day date, own_booking_id uuid default null, offer_token text default null,
  service text default null, own_offer_id uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.check_range(from_day, until_day);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'booking_date', taken.local_date,
      'booking_time', private.local_time(lower(taken.during)),
      -- Real minutes, as on a booking.
      'duration_minutes', (extract(epoch from upper(taken.during) - lower(taken.during)) / 60)::integer,
      'crew', coalesce(crew.place, 100 + taken.crew),
      'is_time_off', taken.is_time_off,
      'gap_minutes', taken.gap_minutes
    ) order by taken.during, taken.crew), '[]')
    from private.taken_times(
      from_day, until_day, private.place_of(times_taken_for.postal_code), own_booking_id,
      private.open_offer(offer_token, own_offer_id),
      times_taken_for.service
    ) as taken
    left join private.counted_crews() as crew on crew.number = taken.crew
  );
end;
$$;

create function private.nearby_starts(
  wanted tstzrange[], place point, service text, except_booking_id uuid default null, except_offer_id uuid default null
) returns setof tstzrange
language plpgsql stable set search_path = '' set enable_nestloop = off
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
  there_are smallint[] := array(select number from public.crews);
  from_day date := (select private.local_day(min(lower(span))) from unnest(wanted) as span);
  until_day date := (select private.local_day(max(lower(span))) from unnest(wanted) as span);
begin
  select * into strict travel from public.travel_settings;
  if not travel.is_on or travel.nearby_minutes is null or nearby_starts.place is null or from_day is null then
    return;
  end if;
  return query
    with visits as materialized (
      select claim.local_date, claim.during, claim.crew,
        claim.expires_at is null and claim.booking_id is not null
          and private.drive_minutes(travel, point(claim.longitude, claim.latitude), nearby_starts.place)
            <= travel.nearby_minutes as is_near
      from public.slot_claims as claim
      where claim.local_date between from_day and until_day
        and claim.reason is null
        and (claim.expires_at is null or claim.expires_at > now())
        and (claim.booking_id is null or claim.booking_id is distinct from except_booking_id)
        and (claim.offer_id is null or claim.offer_id is distinct from except_offer_id)
    ), pairs as materialized (
      select distinct start.span, visits.local_date, visits.crew
      from visits
      join unnest(nearby_starts.wanted) as start(span) on private.local_day(lower(start.span)) = visits.local_date
      where visits.is_near
        and visits.crew = any (there_are)
        and not visits.during && start.span
        -- Directly before or after: no visit of the crew lies between.
        and not exists (
          select from visits as other
          where other.local_date = visits.local_date
            and other.crew = visits.crew
            and other.during && tstzrange(
              least(upper(visits.during), upper(start.span)), greatest(lower(visits.during), lower(start.span)), '[)'
            )
        )
    ), taken as materialized (
      select * from private.taken_times(
        from_day, until_day, nearby_starts.place, except_booking_id, except_offer_id, nearby_starts.service
      )
      where exists (select from pairs)
    )
    select distinct pairs.span
    from pairs
    where not exists (
      select from taken
      where taken.local_date = pairs.local_date
        and (taken.crew is null or taken.crew = pairs.crew)
        and private.with_gap(taken.during, taken.gap_minutes) && pairs.span
    );
end;
$$;

create function public.nearby_starts_for(
  postal_code text, starts jsonb, duration_minutes integer, service text, own_booking_id uuid default null,
  offer_token text default null, own_offer_id uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'starts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', private.local_day(lower(near)), 'time', private.local_time(lower(near))
      ) order by near), '[]')
      from private.nearby_starts(
        array(
          select tstzrange(
            private.instant_of(start.date, start.time),
            private.instant_of(start.date, start.time)
              + nearby_starts_for.duration_minutes * interval '1 minute',
            '[)'
          )
          from jsonb_to_recordset(nearby_starts_for.starts) as start(date date, time time)
        ),
        private.place_of(nearby_starts_for.postal_code),
        nearby_starts_for.service,
        own_booking_id,
        private.open_offer(offer_token, own_offer_id)
      ) as near
    ),
    'discount_cents', (select nearby_discount_cents from public.travel_settings)
  );
end;
$$;

create policy "Taken times can be read by everyone, without what a visitor names as their own"
  on public.slot_claims for select to anon, authenticated
  using (
    (not (select private.times_need_server()) or (select public.is_admin()))
    and (booking_id is null or booking_id is distinct from (select private.named_booking_id()))
    and (offer_id is null or offer_id is distinct from (select private.named_offer_id()))
  );

grant execute on function private.named_offer_id to anon, authenticated, service_role;
revoke all on function public.times_taken_for, public.nearby_starts_for
  from public, anon, authenticated, service_role;
grant execute on function
  private.check_range, private.open_offer, private.with_gap, private.free_crew, private.take_time,
  private.make_permanent, private.nearby_starts, public.times_taken_for, public.nearby_starts_for
  to service_role;

create table private.visit_places (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- Null when the geocoder does not know the address, or has not answered yet.
  longitude double precision,
  latitude double precision,
  tries smallint not null default 1,
  -- When it may be asked again; null when it has answered.
  try_again_at timestamptz,
  constraint visit_places_are_whole check ((longitude is null) = (latitude is null))
);

alter table private.visit_places enable row level security;
revoke all on private.visit_places from public, anon, authenticated, service_role;

create function private.prefer_found_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  found_place private.visit_places;
begin
  select * into found_place from private.visit_places
  where booking_id = new.booking_id and longitude is not null;
  if found then
    new.longitude := found_place.longitude;
    new.latitude := found_place.latitude;
  end if;
  return new;
end;
$$;

create trigger prefer_found_place before insert or update of longitude, latitude on public.slot_claims
  for each row when (new.booking_id is not null)
  execute function private.prefer_found_place();

create function private.keep_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  its_place point := private.place_of(new.postal_code);
begin
  delete from private.visit_places where booking_id = new.id;
  update public.slot_claims set longitude = its_place[0], latitude = its_place[1] where booking_id = new.id;
  return null;
end;
$$;

create trigger keep_place after update of address, city, postal_code on public.bookings
  for each row
  when ((new.address, new.city, new.postal_code) is distinct from (old.address, old.city, old.postal_code))
  execute function private.keep_place();

create function public.address_to_find() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select one.* into booking
  from public.slot_claims as claim
  join public.bookings as one on one.id = claim.booking_id
  left join private.visit_places as place on place.booking_id = one.id
  where claim.local_date >= private.local_today()
    and claim.expires_at is null
    and (place.booking_id is null or place.try_again_at <= now())
  order by claim.local_date, lower(claim.during), one.id
  limit 1;
  if not found then
    return null;
  end if;
  insert into private.travel_services as known (name, try_again_at)
  values ('geocoder', clock_timestamp() + interval '1 second')
  on conflict (name) do update set try_again_at = excluded.try_again_at
  where known.try_again_at <= clock_timestamp();
  if not found then
    return null;
  end if;
  insert into private.visit_places as known (booking_id, try_again_at)
  values (booking.id, now() + interval '10 minutes')
  on conflict (booking_id) do update
  set tries = known.tries + 1, try_again_at = now() + power(2, least(known.tries, 8)) * interval '10 minutes';
  return jsonb_build_object(
    'bookingId', booking.id, 'street', booking.address, 'postalCode', booking.postal_code
  );
end;
$$;

create function public.keep_found_place(
  target_booking_id uuid, street text, postal_code text, longitude double precision, latitude double precision
) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  booking public.bookings;
  is_near boolean := coalesce(
    private.kilometres(
      private.place_of(keep_found_place.postal_code), point(keep_found_place.longitude, keep_found_place.latitude)
    ) <= 40,
    false
  );
begin
  insert into private.travel_services as known (name) values ('geocoder')
  on conflict (name) do update set failures = 0;
  select * into booking from public.bookings where id = target_booking_id for update;
  if booking.address is distinct from street or booking.postal_code is distinct from keep_found_place.postal_code then
    return false;
  end if;
  update private.visit_places
  set longitude = case when is_near then keep_found_place.longitude end,
    latitude = case when is_near then keep_found_place.latitude end,
    try_again_at = null
  where booking_id = target_booking_id;
  if is_near then
    -- The trigger writes the place.
    update public.slot_claims set longitude = longitude where booking_id = target_booking_id;
  end if;
  return is_near;
end;
$$;

revoke all on function public.address_to_find, public.keep_found_place from public, anon, authenticated, service_role;
grant execute on function public.address_to_find, public.keep_found_place to service_role;

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
  if crew not in (select number from public.crews) then
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

revoke all on function public.add_time_off, public.end_time_off from public, anon, authenticated, service_role;
grant execute on function public.add_time_off, public.end_time_off to authenticated;

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
language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  here text := booking.client_address;
  widest text := private.network_of(here, 48);
  is_too_many boolean;
begin
  if widest is not null then
    perform private.lock_network(widest);
  end if;
  -- Each kind of neighbour by its own index, because all others may hold times, too.
  select
    count(*) filter (where private.network_of(other.client_address, 64) = private.network_of(here, 64))
      >= max_open_holds
    or count(*) filter (where private.network_of(other.client_address, 56) = private.network_of(here, 56))
      >= ceil(max_open_holds * 1.5)
    or count(*) filter (where private.network_of(other.client_address, 48) = private.network_of(here, 48))
      >= max_open_holds * 2
    or count(*) filter (
      where case
        when booking.user_id is null then
          other.user_id is null
          and private.mailbox_of(other.customer_email) = private.mailbox_of(booking.customer_email)
          and private.network_of(other.client_address, 48) is not distinct from widest
        else other.user_id = booking.user_id
      end
    ) >= max_open_holds_of_email
  into is_too_many
  from (
    select id from public.bookings
    where status = 'pending_payment' and client_address is not null and private.network_of(client_address, 48) = widest
    union
    select id from public.bookings
    where status = 'pending_payment' and customer_email = booking.customer_email
    union
    select id from public.bookings where user_id = booking.user_id
  ) as near
  join public.bookings as other on other.id = near.id
  -- By key: statistics are older than the holds of this minute, so a join would read all of them.
  where (select expires_at from public.slot_claims where booking_id = near.id) > now()
    and (select status from public.bookings where id = near.id) = 'pending_payment'
    and near.id <> booking.id;
  if is_too_many then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_holds',
      detail = 'Too many unpaid bookings were started from this connection or with this email address.';
  end if;
end;
$$;

create function private.check_cancelled(booking public.bookings, most integer default 5) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_owner boolean := exists (
    select from auth.users
    where id = booking.user_id and email_confirmed_at is not null and lower(email) = booking.customer_email
  );
begin
  if (
    select count(*)
    from public.bookings as other
    where other.customer_email in (
        select email from public.customers
        where private.mailbox_of(email) = private.mailbox_of(booking.customer_email)
      )
      and other.status = 'cancelled' and other.source = 'online'
      and other.cancelled_at > now() - interval '24 hours'
      and (not is_owner or other.user_id = booking.user_id)
      and exists (select from public.payments where booking_id = other.id and status = 'succeeded')
      and exists (
        select from public.booking_changes
        where booking_id = other.id and action = 'cancelled' and actor_label in ('Customer', 'Guest')
      )
  ) >= (case when is_owner then 2 * most else most end) then
    raise exception using errcode = 'PT429', message = 'too_many_cancelled';
  end if;
end;
$$;

create function private.replaceable_holds(
  named_booking_id uuid,
  holder_token text,
  account uuid,
  email text,
  named_email text default null
)
returns setof uuid
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  -- Status and claim by key, as in check_open_holds.
  return query
    select named_booking_id
    where (select status from public.bookings where id = named_booking_id) = 'pending_payment'
      and (
        (select user_id from public.bookings where id = named_booking_id) = account
        or (select customer_email from public.bookings where id = named_booking_id) = lower(btrim(named_email))
        or exists (
          select from public.slot_claims
          where booking_id = named_booking_id
            and (holder_hash is null or holder_hash = sha256(convert_to(holder_token, 'UTF8')))
        )
      )
    union
    select own.id
    from (
      select booking_id as id from public.slot_claims
      where holder_hash = sha256(convert_to(holder_token, 'UTF8'))
      union
      select id from public.bookings where user_id = account
      union
      select id from public.bookings where status = 'pending_payment' and customer_email = lower(btrim(email))
    ) as own
    where (select status from public.bookings where id = own.id) = 'pending_payment'
      and (select expires_at from public.slot_claims where booking_id = own.id) > now();
end;
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
  update public.bookings set replaced_at = now() where id = any (booking_ids);
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
  is_nearby boolean;
begin
  wanted.id := private.new_booking_id();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  -- The account first; when it is being deleted, the customer books as a guest. Then in the order of 020_locks.sql.
  wanted.user_id := private.lock_person(wanted.user_id);
  perform private.lock_holder(booking ->> 'hold_token', wanted.user_id);
  replaced := array(
    select private.replaceable_holds(
      (booking ->> 'replaces_booking_id')::uuid, booking ->> 'hold_token', wanted.user_id, null, wanted.customer_email
    )
  );
  if cardinality(replaced) > 0 then
    replaced := private.lock_replaced(replaced);
    if exists (select from unnest(replaced) as id where private.has_open_payment(id)) then
      raise exception using
        errcode = 'PT409',
        message = 'payment_processing',
        detail = 'The payment of the booking to be replaced is still open.';
    end if;
    perform private.give_up_holds(replaced);
  end if;
  -- A page that does not know of the payment yet: another tab, or Back after paying.
  if exists (
    select from public.bookings as named
    join public.slot_claims as claim on claim.booking_id = named.id
    where named.id = (booking ->> 'replaces_booking_id')::uuid
      and private.is_standing(named.status)
      and claim.holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
  ) then
    raise exception using errcode = 'PT409', message = 'replaced_is_paid';
  end if;
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds, max_open_holds_of_email);
  perform private.check_cancelled(wanted);
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  is_nearby := exists (
    select from private.nearby_starts(
      array[private.span_of(wanted)], private.place_of(wanted.postal_code), wanted.service_id, null,
      private.named_offer_id()
    )
  );
  if is_nearby and booking ->> 'if_nearby' is not null then
    wanted := jsonb_populate_record(wanted, booking -> 'if_nearby');
  end if;
  wanted.source := 'online';
  wanted.status := 'pending_payment';
  perform private.store_booking(wanted);
  perform private.take_time(wanted, held_until);
  if booking ->> 'hold_token' is not null then
    update public.slot_claims
    set holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
    where booking_id = wanted.id;
  end if;
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'booking_form', wanted.user_id);
  end if;
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until, 'is_nearby', is_nearby);
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
  target public.bookings := private.lock_booking(target_booking_id);
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  is_held boolean;
begin
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if target.replaced_at is not null then
    raise exception using errcode = 'PT410', message = 'hold_lapsed';
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

create function public.holds_being_paid(
  named_booking_id uuid,
  holder_token text,
  account uuid,
  email text,
  named_email text default null
)
returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(id), '{}')
  from private.replaceable_holds(named_booking_id, holder_token, account, email, named_email) as id
  where private.has_open_payment(id);
$$;

create function public.own_hold(named_booking_id uuid, holder_token text, account uuid) returns uuid
language sql stable set search_path = ''
as $$
  select id
  from private.replaceable_holds(named_booking_id, holder_token, account, null) as id
  where id = named_booking_id;
$$;

revoke all on function
  public.hold_slot, public.extend_hold, public.holds_being_paid, public.own_hold
  from public, anon, authenticated, service_role;
grant execute on function
  private.has_open_payment, private.check_open_holds, private.check_cancelled, private.replaceable_holds,
  private.lock_replaced, private.give_up_holds, public.hold_slot, public.extend_hold, public.holds_being_paid,
  public.own_hold
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
    'more', private.optional_details(booking),
    'photos', private.photos_of(booking.id),
    'tax_lines', booking.tax_lines,
    'add_ons', booking.add_ons,
    'coupon_code', booking.coupon_code,
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'nearby_discount_cents', booking.nearby_discount_cents,
    'tip_cents', booking.tip_cents,
    'later_tip_cents', money.tip_cents,
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'owed_cents', money.owed_cents,
    'disputed_cents', money.disputed_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', money.due_on_site_cents,
    'reduced_cents', money.reduced_cents,
    'reduced_tax_cents', money.reduced_tax_cents,
    'hold_expires_at', claim.expires_at,
    'hold_extensions', booking.hold_extensions
  )), '[]')
  from public.bookings as booking
  cross join lateral private.money_of(booking) as money
  left join public.slot_claims as claim on claim.booking_id = booking.id
  where booking.id = any (target_booking_ids)
    and (
      (
        cardinality(target_booking_ids) = 1
        and booking.customer_email = private.named_email(booking_details.email)
      )
      or (booking.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
$$;

create function private.is_holder(booking public.bookings, email text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(booking.customer_email = private.named_email(is_holder.email), false)
    or (
      coalesce(booking.user_id = (select auth.uid()), false)
      and private.proves_enough() and private.session_stands()
    );
end;
$$;

create function private.booking_of_holder(target_booking_id uuid, email text) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id;
  if not found or not private.is_holder(booking, booking_of_holder.email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  booking := private.lock_booking(target_booking_id);
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  elsif private.has_begun(booking) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  return booking;
end;
$$;

create function private.is_record_of_texts(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(value) = 'object', false)
    and not jsonb_path_exists(value, 'strict $.* ? (@.type() != "string" && @.type() != "null")');
$$;

create function public.save_booking_more(target_booking_id uuid, more jsonb, email text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.booking_of_holder(target_booking_id, save_booking_more.email);
begin
  if not private.is_record_of_texts(more) then
    raise exception using errcode = 'PT400', message = 'more_invalid';
  end if;
  begin
    update public.bookings
    set
      gate_access = coalesce(btrim(more ->> 'gate_access'), ''),
      has_water = coalesce(more ->> 'has_water', ''),
      has_power = coalesce(more ->> 'has_power', ''),
      customer_notes = coalesce(btrim(more ->> 'customer_notes'), '')
    where id = booking.id
    returning * into booking;
  exception when check_violation then
    raise exception using errcode = 'PT400', message = 'more_invalid';
  end;
  return private.optional_details(booking);
end;
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
  if paying.purpose = 'balance' then
    return held_until > now();
  end if;
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
    and booking.created_at < private.kept_since('unpaid_bookings')
    and not exists (
      select from public.slot_claims
      where booking_id = booking.id and (expires_at is null or expires_at > private.kept_since('unpaid_bookings'))
    )
    and not exists (
      select from public.payments as payment
      where payment.booking_id = booking.id
        and (
          payment.status <> 'canceled'
          or payment.updated_at > private.kept_since('unpaid_bookings')
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
      and booking.created_at < private.kept_since('unpaid_bookings')
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
  public.booking_details, public.save_booking_more, public.keep_hold_for_payment, public.forget_unpaid_bookings
  from public, anon, authenticated, service_role;
grant execute on function public.booking_details, public.save_booking_more to anon, authenticated;
grant execute on function
  public.keep_hold_for_payment, private.is_given_up, public.forget_unpaid_bookings
  to service_role;

create table public.offered_times (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('rain', 'waiting')),
  -- The booking that may move there, or the place on the waiting list.
  booking_id uuid references public.bookings (id) on delete cascade,
  waiting_id uuid,
  service_name text not null check (length(service_name) between 1 and 100),
  starts_at timestamptz not null,
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  -- Until when it is held.
  expires_at timestamptz not null,
  -- SHA-256 of the token in the email's link; null where one link is for several times.
  token_hash bytea unique,
  -- Null while it is held.
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
create policy "Server functions may do what they are granted"
  on public.offered_times for all to service_role using (true) with check (true);
revoke all on public.offered_times from public, anon, authenticated, service_role;
grant all on public.offered_times to service_role;

create function private.hold_offer(offer public.offered_times) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted tstzrange := tstzrange(
    offer.starts_at, offer.starts_at + offer.duration_minutes * interval '1 minute', '[)'
  );
  its_place point := private.place_of(coalesce(
    (select postal_code from public.bookings where id = offer.booking_id),
    (select postal_code from public.waiting_list where id = offer.waiting_id)
  ));
  its_service text := coalesce(
    (select service_id from public.bookings where id = offer.booking_id),
    (select service_id from public.waiting_list where id = offer.waiting_id)
  );
  free smallint;
begin
  if offer.starts_at >= now() then
    free := private.free_crew(wanted, its_place, null, its_service);
  end if;
  if free is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
  end if;
  insert into public.slot_claims (during, crew, offer_id, service_name, expires_at, longitude, latitude)
  values (
    wanted, free, offer.id, offer.service_name, offer.expires_at, its_place[0], its_place[1]
  );
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
  -- The whole day, until noon, or from noon on.
  part text not null check (part in ('day', 'morning', 'afternoon')),
  -- For how many hours the customers' times are held.
  answer_hours integer not null check (answer_hours between 1 and 168),
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  -- The blocked time.
  claim_id uuid
);

create unique index rain_days_once_idx on public.rain_days (day, part) where taken_back_at is null;

alter table public.rain_days enable row level security;
create policy "Server functions may do what they are granted"
  on public.rain_days for all to service_role using (true) with check (true);
revoke all on public.rain_days from public, anon, authenticated, service_role;
grant all on public.rain_days to service_role;

create table public.rain_answers (
  id uuid primary key default gen_random_uuid(),
  rain_day_id uuid not null references public.rain_days (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- When the appointment was to be.
  was_date date not null,
  was_time time not null,
  -- asked: no answer yet. declined: no held time suited. settled: arranged by phone. closed: the booking says how, as
  -- private.rain_state.
  state text not null default 'asked' check (state in ('asked', 'declined', 'settled', 'closed')),
  -- SHA-256 of the token in the email's link.
  token_hash bytea not null unique,
  changed_at timestamptz not null default now(),
  -- Until when the times are held; null when there were none to offer.
  expires_at timestamptz,
  -- Checked at the end of a statement, so that one can exchange two answers.
  constraint rain_answers_once_a_booking unique (rain_day_id, booking_id) deferrable
);

create index rain_answers_booking_id_idx on public.rain_answers (booking_id);
create unique index rain_answers_open_idx on public.rain_answers (booking_id) where state in ('asked', 'declined');

alter table public.rain_answers enable row level security;
create policy "Server functions may do what they are granted"
  on public.rain_answers for all to service_role using (true) with check (true);
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

create function private.rained_out(day date, part text) returns setof public.bookings
language sql stable set search_path = ''
as $$
  select booking.*
  from public.bookings as booking
  where booking.booking_date = rained_out.day
    and private.is_standing(booking.status)
    and private.span_of(booking) && private.rainy_span(rained_out.day, rained_out.part)
    and booking.done_at is null
    and lower(private.span_of(booking)) > now();
$$;

create function private.open_rain_answers() returns setof public.rain_answers
language sql stable set search_path = ''
as $$
  select answer.*
  from public.rain_answers as answer
  join public.bookings as booking on booking.id = answer.booking_id
  where answer.state in ('asked', 'declined') and booking.done_at is null and booking.no_show_at is null;
$$;

create function private.rain_state(answer public.rain_answers, booking public.bookings) returns text
language sql stable set search_path = ''
as $$
  select case
    when booking.status = 'cancelled' then 'cancelled'
    when answer.state = 'settled' then 'settled'
    when answer.state <> 'closed' then
      case when coalesce(booking.done_at, booking.no_show_at) is null then answer.state else 'over' end
    when (answer.was_date, answer.was_time) = (booking.booking_date, booking.booking_time) then 'called_off'
    when exists (
      select from public.offered_times
      where booking_id = booking.id and outcome = 'taken' and starts_at = lower(private.span_of(booking))
    ) then 'chosen'
    else 'moved'
  end;
$$;

create function private.called_off(booking public.bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select state from private.rain_of(booking));
end;
$$;

create function private.is_rained_out(target_booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as booking cross join lateral private.rain_of(booking)
    where booking.id = target_booking_id
  );
end;
$$;

create function public.rained_out_bookings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(id), '[]')
  from public.bookings
  where (
      user_id = (select auth.uid())
      or (
        id = (select private.named_booking_id())
        and (opens_by_id or customer_email = (select private.named_booking_email()))
      )
    )
    and private.is_rained_out(id);
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

create function private.free_held_times(target_booking_id uuid) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), 'withdrawn')
  from public.offered_times
  where booking_id = target_booking_id and kind = 'rain' and closed_at is null
  having count(*) > 0;
$$;

create function private.end_rain_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.rain_answers
  set
    state = case
      when new.status = 'cancelled' or coalesce(new.done_at, new.no_show_at) is null then 'closed'
      else state
    end,
    expires_at = least(expires_at, now()),
    changed_at = now()
  where booking_id = new.id and state in ('asked', 'declined');
  if found then
    perform private.free_held_times(new.id);
  end if;
  return null;
end;
$$;

create trigger end_rain_question
  after update of booking_date, booking_time, status, done_at, no_show_at on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    or (new.status = 'cancelled' and old.status <> 'cancelled')
    or coalesce(new.done_at, new.no_show_at) is not null
  )
  execute function private.end_rain_question();

revoke all on function public.rained_out_bookings from public, anon, authenticated, service_role;
grant execute on function private.is_rained_out to authenticated, service_role;
grant execute on function public.rained_out_bookings to anon, authenticated;

create function private.rainy_booking(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(told)
  from (
    select
      booking.id, booking.customer_name, booking.customer_email, booking.customer_phone, booking.service_name,
      booking.booking_date, to_char(booking.booking_time, 'HH24:MI') as booking_time, booking.duration_minutes
  ) as told;
$$;

create function private.rain_answer_data(answer public.rain_answers, booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(told)
  from (
    select
      booking.id as booking_id, booking.customer_name, booking.service_name, booking.booking_date,
      to_char(booking.booking_time, 'HH24:MI') as booking_time, answer.was_date,
      to_char(answer.was_time, 'HH24:MI') as was_time, private.rain_state(answer, booking) as state,
      answer.expires_at, (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'date', private.local_day(starts_at), 'time', private.local_time(starts_at)
        ) order by starts_at), '[]')
        from public.offered_times
        where answer.state = 'asked' and booking_id = booking.id and closed_at is null and expires_at > now()
      ) as times
  ) as told;
$$;

create function private.lock_days_of(one_day date, plan jsonb) returns void
language sql set search_path = ''
as $$
  select private.lock_day(day)
  from (
    select one_day as day
    union
    select (start ->> 'date')::date from jsonb_path_query(plan, '$[*].times[*]') as start
    order by day
  ) as days;
$$;

create function private.ask_about_rain(rain public.rain_days, plan jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  may_be_unreachable boolean := private.times_need_server();
  asked record;
  offer public.offered_times;
  held jsonb;
  token text;
begin
  for asked in
    select booking.*, question -> 'times' as times, (
      select least(
        now() + rain.answer_hours * interval '1 hour',
        min(private.instant_of((start ->> 'date')::date, (start ->> 'time')::time))
          - (select least_notice_minutes from public.time_settings) * interval '1 minute'
      )
      from jsonb_array_elements(question -> 'times') as start
      having count(*) > 0
    ) as held_until
    from jsonb_array_elements(plan) as question
    join public.bookings as booking on booking.id = (question ->> 'bookingId')::uuid
  loop
    if asked.held_until <= now() or jsonb_array_length(asked.times) > 3 then
      raise exception using errcode = 'PT400', message = 'invalid_times';
    end if;
    insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash, expires_at)
    values (
      rain.id, asked.id, asked.booking_date, asked.booking_time, private.hash_of_token(private.new_token()),
      asked.held_until
    )
    on conflict (booking_id) where state in ('asked', 'declined') do update
    set state = 'asked', token_hash = excluded.token_hash, expires_at = excluded.expires_at, changed_at = now();
  end loop;
  -- Everybody's first time before anybody's second, as the plan was made: so each finds a crew.
  for offer in
    insert into public.offered_times (kind, booking_id, service_name, starts_at, duration_minutes, expires_at)
    select
      'rain', booking.id, booking.service_name,
      private.instant_of((start ->> 'date')::date, (start ->> 'time')::time), booking.duration_minutes,
      answer.expires_at
    from jsonb_array_elements(plan) with ordinality as questions (question, turn)
    cross join jsonb_array_elements(question -> 'times') with ordinality as starts (start, round)
    join public.bookings as booking on booking.id = (question ->> 'bookingId')::uuid
    join public.rain_answers as answer on answer.booking_id = booking.id and answer.state = 'asked'
    order by round, turn
    returning *
  loop
    begin
      perform private.hold_offer(offer);
    exception when sqlstate 'PT409' then
      if not may_be_unreachable then
        raise;
      end if;
      delete from public.offered_times where id = offer.id;
    end;
  end loop;
  for asked in
    select booking.*, answer.id as answer_id, answer.expires_at as held_until, question -> 'times' as times
    from jsonb_array_elements(plan) as question
    join public.bookings as booking on booking.id = (question ->> 'bookingId')::uuid
    join public.rain_answers as answer on answer.booking_id = booking.id and answer.state = 'asked'
  loop
    select coalesce(jsonb_agg(start order by round), '[]') into held
    from jsonb_array_elements(asked.times) with ordinality as starts (start, round)
    where exists (
      select from public.offered_times as one
      where one.booking_id = asked.id and one.kind = 'rain' and one.closed_at is null
        and one.starts_at = private.instant_of((start ->> 'date')::date, (start ->> 'time')::time)
    );
    if held = '[]' then
      if jsonb_array_length(plan) = 1 and asked.times <> '[]' then
        raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'None of these times is free.';
      end if;
      update public.rain_answers set expires_at = null where id = asked.answer_id;
      continue;
    end if;
    token := private.new_token();
    update public.rain_answers set token_hash = private.hash_of_token(token) where id = asked.answer_id;
    perform private.note_change(asked.id, 'rain_times_offered', null, jsonb_build_object('times', held));
    perform public.enqueue_mail(
      -- One email each time a customer is asked.
      'rain_day:' || asked.answer_id || ':' || left(token, 12),
      'rain_day',
      asked.customer_email,
      asked.id,
      jsonb_build_object(
        'sequence', asked.calendar_sequence,
        'offer', private.offer_in_mail('/rain?token=' || token, null, held, asked.held_until)
      )
    );
  end loop;
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
      select coalesce(jsonb_agg(
        private.rainy_booking(booking) || jsonb_build_object(
          'is_asked', exists (
            select from public.rain_answers where booking_id = booking.id and state in ('asked', 'declined')
          ),
          'gaps', (
            select coalesce(jsonb_object_agg(other.id, travel.packing_minutes + travel.setup_minutes
              + private.drive_minutes(travel, private.place_of(booking.postal_code), private.place_of(other.postal_code))
            ), '{}')
            from private.rained_out(on_day, day_part) as other
            join public.travel_settings as travel on travel.is_on
            where private.place_of(booking.postal_code) is not null and private.place_of(other.postal_code) is not null
          )
        )
        order by booking.booking_time, booking.id
      ), '[]')
      from private.rained_out(on_day, day_part) as booking
    )
  );
end;
$$;

create function public.times_taken_for_visit(target_booking_id uuid, from_day date, until_day date) returns jsonb
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
  return public.times_taken_for(booking.postal_code, from_day, until_day, service => booking.service_id);
end;
$$;

create function public.mark_rain_day(on_day date, day_part text, hours integer, seen uuid[], plan jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
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
  perform private.lock_days_of(on_day, plan);
  insert into public.rain_days (day, part, answer_hours, claim_id)
  values (on_day, day_part, hours, (public.add_time_off(
    on_day, (case day_part when 'afternoon' then '12:00' end)::time,
    on_day, (case day_part when 'morning' then '12:00' end)::time,
    'Rain'
  ) -> 'ids' ->> 0)::uuid)
  returning * into rain;
  perform private.ask_about_rain(rain, plan);
  return rain.id;
end;
$$;

create function public.send_rain_times(target_rain_day_id uuid, target_booking_id uuid, times jsonb)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rain public.rain_days;
  plan jsonb := jsonb_build_array(jsonb_build_object('bookingId', target_booking_id, 'times', times));
  answered text;
begin
  perform private.require_admin();
  perform from public.bookings where id = target_booking_id for update;
  select * into rain from public.rain_days where id = target_rain_day_id;
  select private.rain_state(answer, booking) into answered
  from public.rain_answers as answer
  join public.bookings as booking on booking.id = answer.booking_id
  where answer.rain_day_id = rain.id and booking.id = target_booking_id;
  if answered is null and not exists (
    select from private.rained_out(rain.day, rain.part) where id = target_booking_id and rain.taken_back_at is null
  ) then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  if answered not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.free_held_times(target_booking_id);
  perform private.lock_days_of(rain.day, plan);
  perform private.ask_about_rain(rain, plan);
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
        'answers', (
          select coalesce(jsonb_agg(
            private.rainy_booking(booking) || private.rain_answer_data(answer, booking)
              || jsonb_build_object('id', answer.id)
            order by answer.was_time, answer.id
          ), '[]')
          from public.rain_answers as answer
          join public.bookings as booking on booking.id = answer.booking_id
          where answer.rain_day_id = rain.id
        ),
        'unasked', (
          select coalesce(jsonb_agg(private.rainy_booking(booking) order by booking.booking_time), '[]')
          from private.rained_out(rain.day, rain.part) as booking
          where rain.taken_back_at is null and not exists (
            select from public.rain_answers
            where booking_id = booking.id and (rain_day_id = rain.id or state in ('asked', 'declined'))
          )
        )
      ) order by rain.day, rain.part), '[]')
      from public.rain_days as rain
      where (rain.taken_back_at is null and rain.day >= private.local_today() - 7)
        or rain.id in (select rain_day_id from private.open_rain_answers())
    )
  );
end;
$$;

create function public.take_back_rain_day(rain_day_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  rain public.rain_days;
  closed record;
begin
  perform private.require_admin();
  select * into rain from public.rain_days where id = take_back_rain_day.rain_day_id;
  -- No other part of the day is marked or revoked meanwhile.
  perform private.lock_rain_day(rain.day);
  perform from public.bookings
  where id in (select booking_id from public.rain_answers where rain_day_id = rain.id)
  order by id
  for update;
  update public.rain_days set taken_back_at = now() where id = rain.id and taken_back_at is null returning * into rain;
  if not found then
    raise exception using errcode = 'PT404', message = 'answer_not_found';
  end if;
  if upper(private.rainy_span(rain.day, rain.part)) <= now() then
    raise exception using errcode = 'PT409', message = 'rain_day_over';
  end if;
  delete from public.slot_claims where id = rain.claim_id;
  update public.rain_answers as answer
  set rain_day_id = case answer.rain_day_id when rain.id then open.other_id else rain.id end
  from (
    select booking.id as booking_id, (
      select other.id
      from public.rain_days as other
      where other.day = booking.booking_date and other.taken_back_at is null
        and private.span_of(booking) && private.rainy_span(other.day, other.part)
      order by other.created_at, other.id
      limit 1
    ) as other_id
    from public.rain_answers as asked
    join public.bookings as booking on booking.id = asked.booking_id
    where asked.rain_day_id = rain.id and asked.state in ('asked', 'declined')
  ) as open
  -- An earlier answer in the other part is exchanged for the question.
  where answer.booking_id = open.booking_id and answer.rain_day_id in (rain.id, open.other_id)
    and open.other_id is not null;
  for closed in
    update public.rain_answers as answer
    set state = 'closed', changed_at = now()
    from public.bookings as booking
    where answer.rain_day_id = rain.id
      and answer.state in ('asked', 'declined')
      and booking.id = answer.booking_id
      and lower(private.span_of(booking)) > now()
    returning answer.id as answer_id, booking.*
  loop
    perform private.free_held_times(closed.id);
    continue when coalesce(closed.done_at, closed.no_show_at) is not null;
    perform public.enqueue_mail(
      'rain_day_called_off:' || closed.answer_id, 'rain_day_called_off', closed.customer_email, closed.id,
      jsonb_build_object('sequence', closed.calendar_sequence)
    );
  end loop;
end;
$$;

revoke all on function
  public.rain_day_preview, public.mark_rain_day, public.send_rain_times, public.rain_days_with_answers,
  public.take_back_rain_day, public.times_taken_for_visit
  from public, anon, authenticated, service_role;
grant execute on function
  public.rain_day_preview, public.mark_rain_day, public.send_rain_times, public.rain_days_with_answers,
  public.take_back_rain_day, public.times_taken_for_visit
  to authenticated;

create function public.rain_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select private.rain_answer_data(answer, booking) || jsonb_build_object(
      'vehicle_type', booking.vehicle_type, 'vehicle_name', booking.vehicle_name, 'car_model', booking.car_model,
      'car_year', booking.car_year, 'duration_minutes', booking.duration_minutes
    ) || case
      when private.rain_state(answer, booking) in ('asked', 'over')
        and (coalesce(answer.expires_at <= now(), true) or private.has_begun(booking)) then '{"state": "lapsed"}'
      else '{}'
    end::jsonb
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  elsif offer ->> 'state' <> 'asked' then
    return offer || jsonb_build_object(
      'booking_id', '', 'customer_name', '', 'vehicle_type', '', 'vehicle_name', null, 'car_model', '', 'car_year', 0
    );
  end if;
  return offer;
end;
$$;

create function private.locked_answer(answer_id uuid, token text default null) returns public.rain_answers
language plpgsql set search_path = ''
as $$
declare
  its_id uuid := coalesce(answer_id, (
    select id from public.rain_answers where token_hash = private.hash_of_token(token)
  ));
  booking public.bookings;
  answer public.rain_answers;
begin
  select * into booking from public.bookings
  where id = (select booking_id from public.rain_answers where id = its_id)
  for update;
  if not found then
    raise exception using
      errcode = 'PT404', message = case when token is null then 'answer_not_found' else 'offer_not_found' end;
  end if;
  select * into answer from public.rain_answers where id = its_id for update;
  answer.state := private.rain_state(answer, booking);
  return answer;
end;
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
  if answer.state not in ('asked', 'declined', 'over') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  -- Also when the visit took place in spite of the rain.
  if chosen.closed_at is not null or chosen.expires_at <= now() or (
    select private.has_begun(booking) from public.bookings as booking where id = answer.booking_id
  ) then
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.lock_day(private.local_day(chosen.starts_at));
  perform private.close_offers(array[chosen.id], 'taken');
  perform private.free_held_times(answer.booking_id);
  update public.bookings
  set
    booking_date = private.local_day(chosen.starts_at),
    booking_time = private.local_time(chosen.starts_at)::time
  where id = answer.booking_id;
end;
$$;

create function private.answer_without_time(answer public.rain_answers, new_state text, action text) returns void
language plpgsql set search_path = ''
as $$
begin
  if answer.state not in ('asked', 'declined') then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.free_held_times(answer.booking_id);
  update public.rain_answers set state = new_state, changed_at = now() where id = answer.id;
  perform private.note_change(answer.booking_id, action, null, '{}');
end;
$$;

create function public.choose_rain_time(token text, offer_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.choose_held_time(private.locked_answer(null, token), offer_id);
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
  answer public.rain_answers := private.locked_answer(null, token);
begin
  if answer.state <> 'declined' then
    perform private.answer_without_time(answer, 'declined', 'rain_times_declined');
  end if;
  return public.rain_offer(token);
end;
$$;

create function public.settle_rain_answer(answer_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.answer_without_time(private.locked_answer(answer_id), 'settled', 'rain_settled_by_phone');
end;
$$;

revoke all on function
  public.rain_offer, public.choose_rain_time, public.choose_rain_time_for, public.decline_rain_times,
  public.settle_rain_answer
  from public, anon, authenticated, service_role;
grant execute on function
  public.rain_offer, public.choose_rain_time, public.decline_rain_times
  to anon, authenticated;
grant execute on function public.choose_rain_time_for, public.settle_rain_answer to authenticated;

create table public.waiting_list (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  service_id text not null check (length(service_id) between 1 and 60),
  service_name text not null check (length(service_name) between 1 and 100),
  vehicle_type text not null check (vehicle_type ~ '^[a-z0-9-]{1,40}$'),
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  name text not null check (length(name) between 1 and 100),
  email text not null check (email = lower(btrim(email)) and length(email) <= 254 and email like '%_@_%'),
  phone text not null check (phone ~ '^\+[0-9]{8,15}$'),
  created_at timestamptz not null default now(),
  -- The booking it became, or when the customer gave up the place; null while waiting.
  booking_id uuid references public.bookings (id) on delete set null,
  booked_at timestamptz,
  left_at timestamptz,
  -- As on a booking, with the prices of that day; in the duration. Null without add-ons.
  add_ons jsonb check (jsonb_typeof(add_ons) = 'array'),
  -- Where the visit is to be. Null where times did not depend on it.
  postal_code text check (postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$')
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
create policy "Server functions may do what they are granted"
  on public.waiting_list for all to service_role using (true) with check (true);
revoke all on public.waiting_list from public, anon, authenticated, service_role;
grant all on public.waiting_list to service_role;

create trigger refuse_other_than_an_address before insert or update of email on public.waiting_list
  for each row execute function private.refuse_other_than_an_address('email');

create function public.join_waiting_list(entry jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted public.waiting_list := jsonb_populate_record(null::public.waiting_list, entry);
begin
  perform private.lock_counted('public.waiting_list');
  if (
    select count(*) >= 1200
      or count(*) filter (
        where private.mailbox_of(email) = private.mailbox_of(wanted.email) and created_at > now() - interval '1 hour'
      ) >= 10
    from public.waiting_list
    where created_at > now() - interval '1 day'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_waiting';
  end if;
  insert into public.waiting_list
    (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone, add_ons, postal_code)
  values (
    wanted.day, wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.duration_minutes, wanted.name,
    wanted.email, wanted.phone, wanted.add_ons, wanted.postal_code
  )
  on conflict (day, service_id, email) where booked_at is null and left_at is null do nothing;
  if (entry ->> 'text_consent')::boolean then
    -- Texts go to the phone that is on the list, so a second request with another one changes nothing.
    perform private.take_waiting_consent(place)
    from public.waiting_list as place
    where (day, service_id, email, phone) = (wanted.day, wanted.service_id, wanted.email, wanted.phone)
      and booked_at is null and left_at is null;
  end if;
end;
$$;

create function private.free_times_of_place(place_id uuid, how text) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), how)
  from public.offered_times
  where waiting_id = place_id and closed_at is null
  having count(*) > 0;
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
  perform private.free_times_of_place(target_waiting_id, 'withdrawn');
end;
$$;

create function public.forget_old_waiting() returns integer
language sql set search_path = ''
as $$
  with gone as (
    delete from public.waiting_list where day < private.local_day(private.kept_since('waiting_list')) returning id
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
      'add_ons', entry.add_ons,
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
      and service_id in (
        select service ->> 'id'
        from jsonb_array_elements(public.current_business() #> '{business,services}') as service
        where service -> 'isVisible' = 'true'
      )
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
        'serviceId', entry.service_id,
        'durationMinutes', entry.duration_minutes,
        'postalCode', entry.postal_code,
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
        'date', wanted.day,
        'serviceId', wanted.service_id,
        'time', private.local_time(lower(taken.during)),
        'durationMinutes', (extract(epoch from upper(taken.during) - lower(taken.during)) / 60)::integer,
        'crew', coalesce(crew.place, 100 + taken.crew),
        'isTimeOff', taken.is_time_off,
        'gapMinutes', taken.gap_minutes
      )), '[]')
      from (select distinct day, service_id from entries) as wanted
      cross join lateral private.taken_times(wanted.day, wanted.day, null, null, null, wanted.service_id) as taken
      left join private.counted_crews() as crew on crew.number = taken.crew
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
      'add_ons', entry.add_ons,
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
    'add_ons', entry.add_ons,
    'is_waiting', entry.booked_at is null and entry.left_at is null
  ) || case when offer.closed_at is null and offer.expires_at > now() then
    jsonb_build_object('name', entry.name, 'email', entry.email, 'phone', entry.phone, 'postal_code', entry.postal_code)
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
    perform private.free_times_of_place(offer.waiting_id, 'declined');
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

create table public.crew_changes (
  id bigint generated by default as identity primary key,
  at timestamptz not null default now(),
  crew smallint not null,
  -- The administrator's email address.
  actor_label text not null check (length(actor_label) between 1 and 254),
  action text not null check (action in (
    'added', 'changed', 'removed', 'member_invited', 'invitation_withdrawn', 'member_added', 'member_removed'
  )),
  -- Only what changed.
  was jsonb check (jsonb_typeof(was) = 'object'),
  "is" jsonb check (jsonb_typeof("is") = 'object')
);

alter table public.crew_changes enable row level security;
create policy "Server functions may do what they are granted"
  on public.crew_changes for all to service_role using (true) with check (true);
revoke all on public.crew_changes from public, anon, authenticated, service_role;
grant select on public.crew_changes to service_role;
revoke all on sequence public.crew_changes_id_seq from public, anon, authenticated, service_role;

create function private.note_crew_change(crew smallint, action text, was jsonb, is_now jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if was is distinct from is_now then
    insert into public.crew_changes (crew, actor_label, action, was, "is")
    values (
      note_crew_change.crew, private.actor_label(null), note_crew_change.action, note_crew_change.was, is_now
    );
  end if;
end;
$$;

create function private.crew_name(crew smallint) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select nullif(name, '') from public.crews where number = crew_name.crew), 'Crew ' || crew_name.crew);
end;
$$;

create function private.ways_of_crew(crew public.crews) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'name', crew.name,
    'base', crew.base_postal_code,
    'hours', (
      select jsonb_agg(jsonb_build_object(
        'weekday', hours.weekday,
        'from', to_char(hours.works_from, 'HH24:MI'),
        'until', to_char(hours.works_until, 'HH24:MI')
      ) order by hours.weekday)
      from public.crew_hours as hours
      where hours.crew = ways_of_crew.crew.number
    ),
    'skills', to_jsonb(crew.skills)
  );
end;
$$;

create function private.work_ahead(crew smallint) returns setof public.slot_claims
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select claim.* from public.slot_claims as claim
    where claim.crew = work_ahead.crew and claim.reason is null
      and claim.local_date >= private.local_today() and upper(claim.during) > now()
      and (claim.expires_at is null or claim.expires_at > now())
      and not exists (
        select from public.bookings as booking
        where booking.id = claim.booking_id and (booking.done_at is not null or booking.no_show_at is not null)
      );
end;
$$;

create function private.visits_ahead(crew smallint) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)
    from private.work_ahead(visits_ahead.crew) as claim
    join public.bookings as booking on booking.id = claim.booking_id
    where private.is_standing(booking.status) and not exists (select from private.rain_of(booking))
  );
end;
$$;

create function public.crews_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_agg(jsonb_build_object(
      'number', crew.number,
      'title', private.crew_name(crew.number),
      'ways', private.ways_of_crew(crew),
      'members', (
        select coalesce(jsonb_agg(
          jsonb_build_object('user_id', member.user_id, 'email', coalesce(person.email, '')) order by person.email
        ), '[]')
        from public.crew_members as member
        join auth.users as person on person.id = member.user_id
        where member.crew = crew.number
      ),
      'invitations', (
        select coalesce(jsonb_agg(invitation.email order by invitation.email), '[]')
        from public.crew_invitations as invitation
        where invitation.crew = crew.number and private.invitation_stands(invitation.invited_at)
      ),
      'ahead', private.visits_ahead(crew.number),
      'first_work', (select min(local_date) from private.work_ahead(crew.number)),
      'days_off', (
        select coalesce(jsonb_agg(
          private.stretch_of_claim(off) || jsonb_build_object('reason', off.reason) order by off.during
        ), '[]')
        from (
          select * from public.slot_claims as claim
          where claim.reason is not null and claim.crew = crew.number and claim.local_date >= private.local_today()
          order by claim.local_date limit 60
        ) as off
      )
    ) order by crew.number)
    from public.crews as crew
  );
end;
$$;

create function private.lock_crew(crew smallint) returns public.crews
language plpgsql security definer set search_path = ''
as $$
declare
  found_crew public.crews;
begin
  perform private.require_admin();
  perform from public.time_settings for update;
  select * into found_crew from public.crews where number = lock_crew.crew for update;
  if found_crew.number is null then
    raise exception using errcode = 'PT404', message = 'crew_not_found';
  end if;
  return found_crew;
end;
$$;

create function public.add_crew(name text) returns smallint
language plpgsql security definer set search_path = ''
as $$
declare
  earlier smallint[];
  added smallint;
begin
  perform private.require_admin();
  perform from public.time_settings for update;
  earlier := array(select number from public.crews);
  if cardinality(earlier) >= 20 then
    raise exception using errcode = 'PT409', message = 'too_many_crews';
  elsif length(btrim(add_crew.name)) > 40 then
    raise exception using errcode = 'PT400', message = 'crew_name_invalid';
  end if;
  update public.time_settings set crews = crews + 1 where id;
  update public.crews set name = coalesce(btrim(add_crew.name), '') where number <> all (earlier)
  returning number into added;
  perform private.note_crew_change(added, 'added', null, jsonb_build_object('name', private.crew_name(added)));
  return added;
end;
$$;

create function private.drop_crew(gone public.crews) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  first_day date := (select min(local_date) from private.work_ahead(gone.number));
begin
  if first_day is not null then
    raise exception using errcode = 'PT409', message = 'crew_has_visits', detail = first_day::text;
  end if;
  perform private.note_crew_change(
    gone.number, 'removed', jsonb_build_object('name', private.crew_name(gone.number)), null
  );
  delete from public.slot_claims
  where slot_claims.crew = gone.number and reason is not null and local_date >= private.local_today();
  delete from public.crews where number = gone.number;
end;
$$;

create function public.remove_crew(crew smallint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  gone public.crews := private.lock_crew(crew);
begin
  if (select count(*) = 1 from public.crews) then
    raise exception using errcode = 'PT409', message = 'last_crew';
  end if;
  perform private.drop_crew(gone);
  update public.time_settings set crews = crews - 1 where id;
end;
$$;

create function public.save_crew(crew smallint, ways jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before public.crews := private.lock_crew(crew);
  was jsonb := private.ways_of_crew(before);
  is_now jsonb;
  new_base text := nullif(upper(btrim(ways ->> 'base')), '');
begin
  if length(btrim(ways ->> 'name')) > 40 then
    raise exception using errcode = 'PT400', message = 'crew_name_invalid';
  elsif new_base is not null
    and (new_base !~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$' or private.place_of(new_base) is null) then
    raise exception using errcode = 'PT400', message = 'base_unknown';
  elsif jsonb_typeof(ways -> 'skills') = 'array' and jsonb_array_length(ways -> 'skills') not between 1 and 100 then
    raise exception using errcode = 'PT400', message = 'crew_skills_invalid';
  elsif jsonb_typeof(ways -> 'hours') = 'array' and jsonb_array_length(ways -> 'hours') not between 1 and 7 then
    raise exception using errcode = 'PT400', message = 'crew_hours_invalid';
  end if;
  update public.crews
  set
    name = coalesce(btrim(ways ->> 'name'), ''),
    base_postal_code = new_base,
    skills = case when jsonb_typeof(ways -> 'skills') = 'array' then
      array(select distinct skill from jsonb_array_elements_text(ways -> 'skills') as skill order by skill)
    end
  where number = before.number
  returning * into before;
  begin
    delete from public.crew_hours as hours where hours.crew = before.number;
    insert into public.crew_hours (crew, weekday, works_from, works_until)
    select before.number, given.weekday, given."from", given."until"
    from jsonb_to_recordset(case when jsonb_typeof(ways -> 'hours') = 'array' then ways -> 'hours' else '[]' end)
      as given(weekday smallint, "from" time, "until" time);
  exception
    when data_exception or integrity_constraint_violation then
      raise exception using errcode = 'PT400', message = 'crew_hours_invalid';
  end;
  is_now := private.ways_of_crew(before);
  perform private.note_crew_change(
    before.number, 'changed',
    (select jsonb_object_agg(key, value) from jsonb_each(was) where is_now -> key is distinct from value),
    (select jsonb_object_agg(key, value) from jsonb_each(is_now) where was -> key is distinct from value)
  );
end;
$$;

revoke all on function public.crews_page, public.add_crew, public.remove_crew, public.save_crew
  from public, anon, authenticated, service_role;
grant execute on function public.crews_page, public.add_crew, public.remove_crew, public.save_crew to authenticated;

create table public.crew_invitations (
  email text primary key check (email = lower(btrim(email)) and length(email) <= 254 and email like '%_@_%'),
  crew smallint not null references public.crews (number) on delete cascade,
  -- Of the last email.
  invited_at timestamptz not null default now(),
  -- The administrator's email address.
  invited_by text not null check (length(invited_by) between 1 and 254)
);

create index crew_invitations_crew_idx on public.crew_invitations (crew);

alter table public.crew_invitations enable row level security;
create policy "Server functions may do what they are granted"
  on public.crew_invitations for all to service_role using (true) with check (true);
revoke all on public.crew_invitations from public, anon, authenticated, service_role;
grant select on public.crew_invitations to service_role;

create function private.join_crew(account uuid, address text, crew smallint, actor text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  before smallint := (select member.crew from public.crew_members as member where member.user_id = account);
  facts jsonb := jsonb_build_object('email', address);
begin
  if before = join_crew.crew then
    return false;
  end if;
  insert into public.crew_members (user_id, crew) values (account, join_crew.crew)
  on conflict (user_id) do update set crew = excluded.crew;
  if before is not null then
    insert into public.crew_changes (crew, actor_label, action, was)
    values (before, actor, 'member_removed', facts);
  end if;
  insert into public.crew_changes (crew, actor_label, action, "is")
  values (join_crew.crew, actor, 'member_added', facts);
  return true;
end;
$$;

create function private.tell_of_crew_access(address text, crew smallint) returns void
language sql set search_path = ''
as $$
  select private.notify_administrators(
    address || ' can now see the visits of ' || private.crew_name(crew) || ', with customers’ names, phone numbers and addresses.'
  );
$$;

create function public.add_crew_member(crew smallint, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew public.crews := private.lock_crew(crew);
  account auth.users;
begin
  perform private.require_fresh_proof();
  select * into account from auth.users as person
  where lower(person.email) = lower(btrim(add_crew_member.email)) and person.email_confirmed_at is not null;
  if account.id is null then
    raise exception using errcode = 'PT404', message = 'account_not_found';
  end if;
  if private.join_crew(account.id, account.email, its_crew.number, private.actor_label(null)) then
    perform public.enqueue_mail(
      'crew_member_added:' || gen_random_uuid(), 'crew_member_added', account.email, null,
      jsonb_build_object('crew', private.crew_name(its_crew.number))
    );
    perform private.tell_of_crew_access(account.email, its_crew.number);
  end if;
end;
$$;

create function public.remove_crew_member(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew smallint;
begin
  perform private.require_admin();
  delete from public.crew_members where user_id = member_id returning crew into its_crew;
  if its_crew is not null then
    perform private.note_crew_change(
      its_crew, 'member_removed',
      jsonb_build_object('email', (select email from auth.users where id = member_id)), null
    );
  end if;
end;
$$;

create function private.invitation_stands(invited_at timestamptz) returns boolean
language sql stable set search_path = ''
return invited_at > now() - interval '14 days';

create function private.drop_invitation_mails(address text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox set status = 'dropped'
  where lower(to_email) = address and template_type = 'crew_invitation' and status = 'queued'
    and coalesce(locked_until, '-infinity') <= now();
end;
$$;

create function public.invite_crew_member(crew smallint, email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(invite_crew_member.email));
  its_crew public.crews;
  before smallint;
  facts jsonb := jsonb_build_object('email', address);
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  -- It may be confirmed at this moment.
  perform private.lock_email(address);
  its_crew := private.lock_crew(invite_crew_member.crew);
  if exists (
    select from auth.users as person where lower(person.email) = address and person.email_confirmed_at is not null
  ) then
    perform public.add_crew_member(its_crew.number, address);
    return false;
  end if;
  if private.is_one_address(address) is not true or private.is_forgotten(address) then
    raise exception using errcode = 'PT400', message = 'email_invalid';
  end if;
  delete from public.crew_invitations as invitation where not private.invitation_stands(invitation.invited_at);
  select invitation.crew into before from public.crew_invitations as invitation where invitation.email = address;
  insert into public.crew_invitations (email, crew, invited_by)
  values (address, its_crew.number, private.actor_label(null))
  on conflict on constraint crew_invitations_pkey
  do update set crew = excluded.crew, invited_at = excluded.invited_at, invited_by = excluded.invited_by;
  if before is distinct from its_crew.number then
    if before is not null then
      perform private.note_crew_change(before, 'invitation_withdrawn', facts, null);
    end if;
    perform private.note_crew_change(its_crew.number, 'member_invited', null, facts);
    perform private.tell_of_crew_access(address, its_crew.number);
  end if;
  perform private.drop_invitation_mails(address);
  perform public.enqueue_mail(
    'crew_invitation:' || gen_random_uuid(), 'crew_invitation', address, null,
    jsonb_build_object('crew', private.crew_name(its_crew.number))
  );
  return true;
end;
$$;

create function public.withdraw_crew_invitation(email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(withdraw_crew_invitation.email));
  its_crew smallint;
begin
  perform private.require_admin();
  delete from public.crew_invitations as invitation where invitation.email = address
  returning invitation.crew into its_crew;
  if its_crew is not null then
    perform private.note_crew_change(
      its_crew, 'invitation_withdrawn', jsonb_build_object('email', address), null
    );
    perform private.drop_invitation_mails(address);
  end if;
end;
$$;

create function private.accept_crew_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(new.email);
  invitation public.crew_invitations;
begin
  -- The address may be invited at this moment.
  perform private.lock_email(address);
  -- A crew is locked before its invitations, as by its removal.
  perform from public.crews
  where number = (select crew from public.crew_invitations where email = address)
  for key share;
  delete from public.crew_invitations where email = address returning * into invitation;
  if private.invitation_stands(invitation.invited_at) then
    perform private.join_crew(new.id, address, invitation.crew, invitation.invited_by);
  end if;
  return null;
end;
$$;

create trigger accept_crew_invitation
  after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null)
  execute function private.accept_crew_invitation();

revoke all on function
  public.add_crew_member, public.remove_crew_member, public.invite_crew_member, public.withdraw_crew_invitation
  from public, anon, authenticated, service_role;
grant execute on function
  public.add_crew_member, public.remove_crew_member, public.invite_crew_member, public.withdraw_crew_invitation
  to authenticated;

create table private.outbox_hold (
  only_row boolean primary key default true check (only_row),
  -- Whatever was queued until then waits.
  restored_at timestamptz not null,
  -- When the backup was made; null for a copied folder.
  backup_of timestamptz
);

alter table private.outbox_hold enable row level security;
revoke all on private.outbox_hold from public, anon, authenticated, service_role;

create function private.held_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select coalesce((select restored_at from private.outbox_hold), '-infinity');
$$;

create function private.held_outbox() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'restored_at', hold.restored_at,
      'backup_of', hold.backup_of,
      'mails', (
        select count(*) from public.mail_outbox where status = 'queued' and created_at <= hold.restored_at
      ),
      'texts', (
        select count(*) from public.text_outbox where status = 'queued' and created_at <= hold.restored_at
      ),
      'refunds', (
        select count(*) from public.refunds where status = 'pending' and created_at <= hold.restored_at
      )
    )
    from private.outbox_hold as hold
  );
end;
$$;

create function private.release_outbox(discards boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  until timestamptz;
  later_mails text[];
  later_texts text[];
begin
  delete from private.outbox_hold where restored_at is not null returning restored_at into until;
  if until is null or not discards then
    return;
  end if;
  later_mails := array(select id::text from public.mail_outbox where status = 'queued' and created_at > until);
  later_texts := array(select id::text from public.text_outbox where status = 'queued' and created_at > until);
  -- What is due by now is discarded, too.
  perform public.queue_due_mails(), public.queue_due_texts();
  update public.mail_outbox
  set status = 'dropped', locked_until = null, data = case when booking_id is null then '{}' else data end
  where status = 'queued' and id::text <> all (later_mails);
  update public.text_outbox
  set status = 'dropped', locked_until = null, data = '{}'
  where status = 'queued' and id::text <> all (later_texts);
  update public.refunds
  set status = 'failed', last_error = 'Not sent: it may have been sent already.'
  where status = 'pending' and created_at <= until;
end;
$$;

grant execute on function private.held_until to service_role;

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete restrict,
  stripe_payment_intent_id text unique check (length(stripe_payment_intent_id) between 1 and 255),
  -- The whole payment, with a tip given on site.
  amount_cents integer not null check (amount_cents > 0),
  -- canceled: the intent was cancelled, or a payment recorded by hand was undone.
  status text not null default 'requires_payment' check (
    status in ('requires_payment', 'processing', 'succeeded', 'failed', 'canceled')
  ),
  -- Our own refunds that were sent, or what Stripe reports when that is more.
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  reported_refunded_cents integer not null default 0 check (reported_refunded_cents >= 0),
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  -- When Stripe was last asked about it.
  reconciled_at timestamptz,
  method text not null default 'online' check (method in ('online', 'cash', 'card', 'e_transfer')),
  -- The part of the amount that is a tip given on site.
  tip_cents integer not null default 0 check (tip_cents between 0 and amount_cents),
  -- The administrator or member of a crew who recorded it.
  recorded_by uuid references auth.users (id) on delete set null,
  -- The form it was recorded with: sent twice, it counts once.
  request_id uuid unique,
  -- balance: what was due on site, paid online. Null for the deposit or the full price, which confirms the booking, and
  -- for payments on site.
  purpose text check (purpose = 'balance'),
  -- Cash that a member of a crew took and the owner has not yet received.
  crew_holds boolean not null default false,
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
create index payments_crew_holds_idx on public.payments (recorded_by) where crew_holds;
create index payments_settled_at_idx on public.payments (settled_at, id) where status = 'succeeded';
create index payments_updated_at_idx on public.payments (updated_at, id);

alter table public.payments enable row level security;
create policy "Server functions may do what they are granted"
  on public.payments for all to service_role using (true) with check (true);
revoke all on public.payments from public, anon, authenticated, service_role;
grant all on public.payments to service_role;

create table public.stripe_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) between 1 and 100),
  received_at timestamptz not null default now()
);

create index stripe_events_received_at_idx on public.stripe_events (received_at);

alter table public.stripe_events enable row level security;
create policy "Server functions may do what they are granted"
  on public.stripe_events for all to service_role using (true) with check (true);
revoke all on public.stripe_events from public, anon, authenticated, service_role;
grant all on public.stripe_events to service_role;

create function private.keepable_cents(payment public.payments) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case payment.status
      when 'succeeded' then payment.amount_cents - refunded.cents - disputed.cents
      else -refunded.cents
    end
    from private.refunded_of(payment) as refunded
    cross join lateral private.disputed_of(payment, payment.amount_cents - refunded.cents) as disputed
  );
end;
$$;

create function private.due_on_site_cents(booking public.bookings, collected_cents integer) returns integer
language sql immutable
return case
  when booking.status in ('paid', 'cancelled') then 0
  else greatest(0, booking.total_cents - greatest(booking.due_now_cents, collected_cents))
end;

create function private.reduced_cents(price_cents integer, kept_cents integer, refunded_cents integer, due_cents integer)
returns integer
language sql immutable
return greatest(0, least(refunded_cents, price_cents - kept_cents - due_cents));

create function private.due_on_site_cents(booking public.bookings) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (select due_on_site_cents from private.money_of(booking));
end;
$$;

create function public.begin_payment(target_booking_id uuid, payment_intent_id text, amount_cents integer)
returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  if (private.lock_booking(target_booking_id)).status <> 'pending_payment' then
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
    'given_tip_cents', money.tip_on_site_cents,
    'is_rained_out', private.is_rained_out(booking.id),
    'more', private.optional_details(booking),
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'owed_cents', money.owed_cents,
    'disputed_cents', money.disputed_cents,
    'has_open_dispute', private.has_open_dispute(booking.id),
    'due_on_site_cents', money.due_on_site_cents,
    'later_tip_cents', money.tip_cents,
    'overpaid_cents', money.overpaid_cents,
    'reduced_cents', money.reduced_cents,
    'reduced_tax_cents', money.reduced_tax_cents,
    'online_kept_cents', money.online_kept_cents,
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
  cross join lateral private.money_of(booking) as money
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
    case payment.purpose when 'balance' then private.is_balance_over(payment) else not exists (
      select
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.booking_id = payment.booking_id
        and booking.status = 'pending_payment'
        and claim.expires_at > now()
    ) end;
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
  private.keepable_cents,
  private.due_on_site_cents(public.bookings), private.due_on_site_cents(public.bookings, integer),
  private.reduced_cents,
  public.begin_payment, public.booking_for_payment, public.payments_to_reconcile,
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
  booking public.bookings := private.lock_booking(target_booking_id);
  payment public.payments;
  refusal text;
  new_refund_id uuid;
begin
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
  set
    amount_cents = excluded.amount_cents,
    tip_cents = least(payments.tip_cents, excluded.amount_cents),
    status = 'succeeded',
    settled_at = now(),
    last_error = null
  returning * into payment;

  refusal := case payment.purpose
    when 'balance' then private.refusal_of_balance(booking, payment)
    else private.refusal_of(booking, payment)
  end;
  if refusal is not null then
    if booking.status = 'pending_payment' then
      perform private.cancel(booking.id);
    end if;
    new_refund_id := private.refund_payment(payment, booking, refusal);
  elsif payment.purpose = 'balance' then
    -- The last of the price is collected: its receipt follows from the status.
    if private.due_on_site_cents(booking) = 0 then
      update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
    end if;
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
  -- owed: the payment was not made online, or a bank has taken it back, so the owner refunds it by hand and nothing is
  -- sent to Stripe.
  status text not null default 'pending' check (status in ('pending', 'sent', 'succeeded', 'failed', 'owed')),
  stripe_refund_id text unique check (length(stripe_refund_id) between 1 and 255),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  -- The refund that was made in place of one that failed.
  replaced_by uuid references public.refunds (id) on delete set null,
  -- The lease of the worker that is sending it.
  sending_until timestamptz,
  -- The form the owner refunded it with, without cancelling. What it refunds is not due again (docs/decisions/0112).
  request_id uuid,
  -- The part of it that was paid too much. It is due again when the price rises. Null like 0.
  overpaid_cents integer,
  -- What it was paid back with by hand. Null: as the payment was made.
  method text check (method in ('cash', 'card', 'e_transfer'))
);

create index refunds_payment_id_idx on public.refunds (payment_id);
create index refunds_pending_idx on public.refunds (next_attempt_at) where status = 'pending';
create index refunds_created_at_idx on public.refunds (created_at, id) where status <> 'failed';
create index refunds_replaced_by_idx on public.refunds (replaced_by) where replaced_by is not null;
create index refunds_unfinished_idx on public.refunds (created_at)
  where status in ('pending', 'sent', 'failed') and replaced_by is null;

alter table public.refunds enable row level security;
create policy "Server functions may do what they are granted"
  on public.refunds for all to service_role using (true) with check (true);
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
  cents integer := private.keepable_cents(payment);
begin
  if cents <= 0 then
    return null;
  end if;
  insert into public.refunds (payment_id, amount_cents, reason, status)
  values (payment.id, cents, why, case when private.takes_refunds(payment) then 'pending' else 'owed' end)
  returning id into new_refund_id;
  perform private.look_at_refund(new_refund_id);
  perform public.enqueue_mail(
    'payment_refunded:' || payment.id,
    'payment_refunded',
    booking.customer_email,
    booking.id,
    jsonb_build_object('refund_cents', cents)
  );
  return case when cents = payment.amount_cents and private.takes_refunds(payment) then new_refund_id end;
end;
$$;

create function private.add_refunds(
  target_booking_id uuid, refund_cents integer, why text, request uuid default null, excess_cents integer default 0
)
returns setof public.refunds
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  refund public.refunds;
  left_cents integer := refund_cents;
  excess_left integer := excess_cents;
  part integer;
begin
  for payment in
    select * from public.payments
    where booking_id = target_booking_id and status = 'succeeded'
    order by private.takes_refunds(payments) desc, settled_at desc
    for update
  loop
    part := least(left_cents, private.keepable_cents(payment));
    if part > 0 then
      left_cents := left_cents - part;
      insert into public.refunds (payment_id, amount_cents, reason, status, request_id, overpaid_cents)
      values (
        payment.id, part, why, case when private.takes_refunds(payment) then 'pending' else 'owed' end, request,
        nullif(least(excess_left, part), 0)
      )
      returning * into refund;
      excess_left := excess_left - coalesce(refund.overpaid_cents, 0);
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
      where waiting.status = 'pending'
        and waiting.next_attempt_at <= now()
        and waiting.created_at > (select private.held_until())
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

create function private.refunds_of_request(target_booking_id uuid, request uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
    'amount_cents', refund.amount_cents
  ) order by refund.created_at, refund.id)
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  where refund.request_id = request
    and payment.booking_id = target_booking_id
    and not exists (select from public.refunds as failed where failed.replaced_by = refund.id);
$$;

create function public.refund_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  request uuid,
  acting_admin uuid,
  note text default '',
  anyway boolean default false,
  proven boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  made jsonb := private.refunds_of_request(booking.id, request);
  money record;
  written text := btrim(coalesce(refund_booking.note, ''));
begin
  if made is not null then
    if refund_cents <> (select sum((one ->> 'amount_cents')::integer) from jsonb_array_elements(made) as one) then
      raise exception using errcode = 'PT409', message = 'already_refunded_otherwise';
    end if;
    return jsonb_build_object('outcome', 'already_refunded', 'refunds', made);
  end if;
  perform private.require_proof_of_refund(refund_cents, proven);
  select * into money from private.money_of(booking);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  elsif refund_cents not between 1 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  elsif length(written) > 200 then
    raise exception using errcode = 'PT400', message = 'reason_too_long';
  end if;
  perform private.ask_about_dispute(booking.id, anyway);
  perform private.act_as(acting_admin);
  perform private.add_refunds(
    booking.id, refund_cents, 'chosen_by_owner', request, least(refund_cents, money.overpaid_cents)
  );
  made := private.refunds_of_request(booking.id, request);
  perform private.note_change(
    booking.id, 'refunded', null, jsonb_build_object('refund_cents', refund_cents, 'note', written)
  );
  perform private.look_at_no_show(booking.id);
  perform public.enqueue_mail(
    'refund:' || request, 'refund', booking.customer_email, booking.id,
    jsonb_build_object(
      'refund_cents', refund_cents,
      'by_hand_cents', (
        select coalesce(sum((one ->> 'amount_cents')::integer), 0)
        from jsonb_array_elements(made) as one
        where one ->> 'payment_intent_id' is null
      ),
      'refund_reason', written
    )
  );
  return jsonb_build_object('outcome', 'refunded', 'refunds', made);
end;
$$;

revoke all on function public.refund_booking from public, anon, authenticated, service_role;
grant execute on function private.refunds_of_request, public.refund_booking to service_role;

create function private.note_refund(target_refund_id uuid, stripe_id text, new_status text, problem text) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  next_status text := new_status;
  wait interval;
begin
  -- The booking and its payment first, as everywhere, so that two reports about it go one after the other.
  perform from public.bookings
  where id = (
    select payment.booking_id
    from public.refunds as sent join public.payments as payment on payment.id = sent.payment_id
    where sent.id = target_refund_id
  )
  for update;
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
  if next_status = 'failed' and refund.status <> 'failed'
    and coalesce(refund.stripe_refund_id, stripe_id) is not null then
    perform public.enqueue_mail(
      'refund_failed:' || refund.id, 'refund_failed', booking.customer_email, booking.id,
      jsonb_build_object('refund_cents', refund.amount_cents)
    )
    from public.payments as payment
    join public.bookings as booking on booking.id = payment.booking_id
    where payment.id = refund.payment_id;
  end if;
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
  -- Marks of the mailbox and the phone number of its person, which outlast their erasure.
  marks text[] not null default '{}',
  constraint coupon_redemptions_once_an_email unique (code, email),
  constraint coupon_redemptions_once_an_account unique (code, user_id)
);

create index coupon_redemptions_email_idx on public.coupon_redemptions (email);
create index coupon_redemptions_user_id_idx on public.coupon_redemptions (user_id);
create index coupon_redemptions_marks_idx on public.coupon_redemptions using gin (marks);
create index coupon_redemptions_code_idx on public.coupon_redemptions (code);

alter table public.coupon_redemptions enable row level security;
create policy "Server functions may do what they are granted"
  on public.coupon_redemptions for all to service_role using (true) with check (true);
revoke all on public.coupon_redemptions from public, anon, authenticated, service_role;
grant all on public.coupon_redemptions to service_role;

create function private.keyed_hash(email text) returns text
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
    private.keyed_hash(private.mailbox_of(email)),
    private.keyed_hash('phone:+' || nullif(ltrim(regexp_replace(phone, '\D', '', 'g'), '0'), ''))
  ], null);
$$;

create function private.has_other_visit(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as other
    where other.customer_email in (
        select email from public.customers
        where private.mailbox_of(email) = private.mailbox_of(booking.customer_email)
      )
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  ) or exists (
    select from public.bookings as other
    where other.customer_phone = booking.customer_phone
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  ) or exists (
    select from public.bookings as other
    where other.user_id = booking.user_id
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  );
end;
$$;

create function private.uses_of_coupon(coupon_code text, apart uuid[], most integer default null) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  left_out bigint;
begin
  select count(*) into left_out
  from (
    select id from public.bookings as unpaid
    where unpaid.status = 'pending_payment'
      and unpaid.coupon_code = uses_of_coupon.coupon_code
      and not exists (select from public.slot_claims where booking_id = unpaid.id and expires_at > now())
    union
    select unnest(apart)
  ) as those
  join public.coupon_redemptions as redemption on redemption.booking_id = those.id
  where redemption.code = uses_of_coupon.coupon_code;
  return (
    select count(*)
    from (
      select from public.coupon_redemptions where code = uses_of_coupon.coupon_code limit most + left_out
    ) as used
  ) - left_out;
end;
$$;

create function private.coupon_refusal_of_booking(booking public.bookings, apart uuid[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Computed once, not for each redemption.
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone)
    || private.keyed_hash(booking.customer_email);
  coupon jsonb;
  most integer;
  is_held boolean;
begin
  select bool_and(other.status = 'pending_payment') into is_held
  from (
    -- A union, so that each part uses an index.
    select booking_id, code from public.coupon_redemptions where marks && person
    union
    select booking_id, code from public.coupon_redemptions where user_id = booking.user_id
  ) as redemption
  join public.bookings as other on other.id = redemption.booking_id
  where redemption.code = booking.coupon_code
    and redemption.booking_id <> all (apart)
    and (
      other.status <> 'pending_payment'
      or exists (select from public.slot_claims where booking_id = other.id and expires_at > now())
    );
  if is_held is not null then
    return case when is_held then 'coupon_held' else 'coupon_used' end;
  end if;
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = booking.coupon_code;
  most := coupon ->> 'maxUses';
  return case
    when (coupon ->> 'isFirstVisitOnly')::boolean and private.has_other_visit(booking) then 'coupon_first_visit'
    when most is not null and private.uses_of_coupon(booking.coupon_code, apart, most) >= most then 'coupon_used_up'
  end;
end;
$$;

create function public.coupon_refusal(code text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted public.bookings;
begin
  wanted.id := gen_random_uuid();
  wanted.coupon_code := upper(regexp_replace(coupon_refusal.code, '\s+', '', 'g'));
  wanted.user_id := (select auth.uid());
  wanted.customer_email := private.confirmed_email();
  wanted.customer_phone := (
    select '+' || nullif(phone, '') from auth.users where id = wanted.user_id and phone_confirmed_at is not null
  );
  return private.coupon_refusal_of_booking(
    wanted, array(select id from public.bookings where user_id = wanted.user_id and status = 'pending_payment')
  );
end;
$$;

create function public.coupon_offer(code text, own_booking_id uuid default null, holder_token text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := upper(regexp_replace(coupon_offer.code, '\s+', '', 'g'));
  coupon jsonb;
  most integer;
  own_hold uuid;
begin
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = wanted;
  if coupon is null then
    return null;
  end if;
  if own_booking_id is not null then
    own_hold := public.own_hold(own_booking_id, holder_token, (select auth.uid()));
  end if;
  most := coupon ->> 'maxUses';
  return jsonb_build_object(
    'discount', coupon -> 'discount',
    'validFrom', coupon -> 'validFrom',
    'validUntil', coupon -> 'validUntil',
    'isUsedUp', most is not null
      and private.uses_of_coupon(wanted, array_remove(array[own_hold], null), most) >= most
  );
end;
$$;

create function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  refusal text;
begin
  if booking.coupon_code is null then
    return;
  end if;
  -- Two bookings with one phone number may have two addresses, so redemptions of a coupon are serialized.
  perform private.lock_coupon(booking.coupon_code);
  refusal := private.coupon_refusal_of_booking(booking, array[booking.id]);
  if refusal = 'coupon_used' then
    raise unique_violation;
  elsif refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id, marks)
  values (
    booking.id, booking.coupon_code, coalesce(booking.customer_email, 'phone:' || booking.customer_phone),
    booking.user_id, private.marks_of_person(booking.customer_email, booking.customer_phone)
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
  person text[];
begin
  if booking.coupon_code is null then
    return;
  end if;
  person := private.marks_of_person(booking.customer_email, booking.customer_phone);
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

revoke all on function public.coupon_offer from public, anon, authenticated, service_role;
grant execute on function public.coupon_offer to anon, authenticated;
revoke all on function public.coupon_refusal from public, anon, authenticated, service_role;
grant execute on function public.coupon_refusal to authenticated;
grant execute on function
  private.keyed_hash, private.mailbox_of, private.marks_of_person, private.has_other_visit, private.uses_of_coupon,
  private.coupon_refusal_of_booking, private.redeem_coupon, private.free_unheld_coupons
  to service_role;

create function public.coupon_uses(codes text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_object_agg(wanted.code, private.uses_of_coupon(wanted.code, '{}')), '{}')
    from unnest(codes) as wanted (code)
  );
end;
$$;

revoke all on function public.coupon_uses from public, anon, authenticated, service_role;
grant execute on function public.coupon_uses to authenticated;

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

create function private.store_payment(
  booking public.bookings, method text, amount_cents integer, tip_cents integer, request uuid
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  stored_id uuid;
begin
  if (method in ('cash', 'card', 'e_transfer') and amount_cents > 0 and tip_cents between 0 and amount_cents)
    is not true then
    raise exception using errcode = 'PT400', message = 'invalid_payment';
  elsif tip_cents > 50000 or amount_cents > 2000000 then
    raise exception using errcode = 'PT400', message = 'payment_too_large';
  end if;
  if not public.is_admin() and exists (
    select
    from public.payments as payment
    where payment.booking_id = booking.id and payment.method <> 'online' and payment.status = 'succeeded'
    having coalesce(sum(payment.amount_cents - payment.tip_cents), 0)
        + store_payment.amount_cents - store_payment.tip_cents > booking.total_cents
      or coalesce(sum(payment.tip_cents), 0) + store_payment.tip_cents > greatest(booking.total_cents, 10000)
  ) then
    raise exception using errcode = 'PT409', message = 'more_than_it_costs';
  end if;
  insert into public.payments
    (booking_id, method, amount_cents, tip_cents, status, settled_at, recorded_by, request_id, crew_holds)
  values (
    booking.id, store_payment.method, store_payment.amount_cents, store_payment.tip_cents, 'succeeded', now(),
    (select auth.uid()), request, store_payment.method = 'cash' and not public.is_admin()
  )
  returning id into stored_id;
  perform private.note_change(booking.id, 'payment_recorded', null, jsonb_build_object(
    'payment_id', stored_id, 'method', method, 'amount_cents', amount_cents, 'tip_cents', tip_cents
  ));
  if booking.status <> 'cancelled' and private.due_on_site_cents(booking) = 0 then
    update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
  end if;
  return stored_id;
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
  booking public.bookings := private.lock_visit(target_booking_id);
  noted_id uuid;
begin
  noted_id := private.payment_noted_as(booking.id, request_id, method, amount_cents, tip_cents);
  if noted_id is null then
    perform private.require_confirmed_booking(booking);
    if amount_cents - tip_cents > private.due_on_site_cents(booking) then
      raise exception using errcode = 'PT409', message = 'amount_too_large';
    end if;
    noted_id := private.store_payment(booking, method, amount_cents, tip_cents, request_id);
  end if;
  select * into booking from public.bookings where id = booking.id;
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

create function private.revert_paid_status(booking public.bookings, payment public.payments) returns void
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
    or booking.total_cents > greatest(booking.due_now_cents, (select collected_cents from private.payment_sums(booking.id)))
  ) then
    update public.bookings set status = made_paid.was ->> 'status' where id = booking.id;
  end if;
end;
$$;

create function public.undo_payment(target_payment_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(
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
    perform private.revert_paid_status(booking, payment);
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

create function public.crew_cash() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'email', coalesce(person.email, ''),
      'crew', (
        select private.crew_name(member.crew) from public.crew_members as member where member.user_id = person.id
      ),
      'cents', held.cents,
      'payments', held.payments
    ) order by person.email), '[]')
    from (
      select
        payment.recorded_by,
        sum(payment.amount_cents - payment.refunded_cents) as cents,
        jsonb_agg(jsonb_build_object(
          'id', payment.id, 'booking_id', booking.id, 'customer_name', booking.customer_name,
          'booking_date', booking.booking_date, 'cents', payment.amount_cents - payment.refunded_cents
        ) order by booking.booking_date, payment.settled_at) as payments
      from public.payments as payment
      join public.bookings as booking on booking.id = payment.booking_id
      where payment.crew_holds and payment.status = 'succeeded' and payment.amount_cents > payment.refunded_cents
      group by payment.recorded_by
    ) as held
    left join auth.users as person on person.id = held.recorded_by
  );
end;
$$;

create function public.receive_crew_cash(payment_ids uuid[], received boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  payment public.payments;
begin
  perform private.require_admin();
  for payment in
    update public.payments
    set crew_holds = not received
    where id = any (payment_ids) and method = 'cash' and status = 'succeeded' and crew_holds = received
    returning *
  loop
    perform private.note_change(
      payment.booking_id, case when received then 'cash_received' else 'cash_with_crew' end, null,
      jsonb_build_object('payment_id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents)
    );
  end loop;
end;
$$;

revoke all on function public.record_payment, public.undo_payment, public.crew_cash, public.receive_crew_cash
  from public, anon, authenticated, service_role;
grant execute on function public.record_payment, public.undo_payment, public.crew_cash, public.receive_crew_cash
  to authenticated;

create table public.payment_findings (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (
    kind in ('paid_without_booking', 'booking_without_payment', 'refund_stuck', 'amount_unlike')
  ),
  -- intent:…, booking:…, refund:…, no_show:… or handed_over:…; each is open once a kind.
  subject text not null check (length(subject) between 1 and 300),
  -- The case within the kind.
  reason text not null check (reason ~ '^[a-z][a-z_]{0,39}$'),
  booking_id uuid references public.bookings (id) on delete cascade,
  refund_id uuid references public.refunds (id) on delete cascade,
  stripe_payment_intent_id text check (length(stripe_payment_intent_id) between 1 and 255),
  -- Amounts in cents, and other facts that make a new finding of an accepted one when they change.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  found_at timestamptz not null default now(),
  closed_at timestamptz,
  -- mended by an administrator; cleared by itself; accepted until the facts change.
  outcome text check (outcome in ('mended', 'cleared', 'accepted')),
  -- Its history: [{at, by, step, note}].
  steps jsonb not null default '[]',
  constraint payment_findings_closed_have_an_outcome check ((closed_at is null) = (outcome is null))
);

create unique index payment_findings_open_once on public.payment_findings (kind, subject) where closed_at is null;
create index payment_findings_subject_idx on public.payment_findings (subject);
create index payment_findings_closed_idx on public.payment_findings (closed_at, id) where closed_at is not null;
create index payment_findings_outside_idx on public.payment_findings (closed_at, id) where reason = 'outside';
create index payment_findings_booking_id_idx on public.payment_findings (booking_id) where booking_id is not null;
create index payment_findings_email_idx on public.payment_findings (lower(facts ->> 'email'));
create index payment_findings_refund_id_idx on public.payment_findings (refund_id) where refund_id is not null;

alter table public.payment_findings enable row level security;
create policy "Server functions may do what they are granted"
  on public.payment_findings for all to service_role using (true) with check (true);
revoke all on public.payment_findings from public, anon, authenticated, service_role;
grant select on public.payment_findings to service_role;

create table public.payment_scans (
  id boolean primary key default true check (id),
  scanned_until timestamptz not null default '-infinity',
  last_id uuid not null default '00000000-0000-0000-0000-000000000000',
  swept_at timestamptz not null default '-infinity'
);

alter table public.payment_scans enable row level security;
revoke all on public.payment_scans from public, anon, authenticated, service_role;

create function private.add_finding_step(target_finding_id uuid, step text, note text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings;
  person text := (
    select nullif(email, '') from auth.users where id = private.actor() and step not in ('found', 'cleared')
  );
  words text := left(nullif(btrim(note), ''), 1000);
begin
  update public.payment_findings
  set steps = steps || jsonb_build_object('at', now(), 'by', coalesce(person, 'System'), 'step', step, 'note', words)
  where id = target_finding_id
  returning * into finding;
  if person is not null and finding.booking_id is not null then
    perform private.note_change(
      finding.booking_id, 'payment_' || step, null,
      jsonb_strip_nulls(jsonb_build_object('finding', finding.kind, 'reason', finding.reason, 'note', words))
    );
  end if;
end;
$$;

create function private.record_finding(
  its_kind text, its_subject text, its_reason text, its_facts jsonb, its_booking_id uuid, its_refund_id uuid default null,
  intent_id text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known public.payment_findings;
begin
  if its_reason is null then
    update public.payment_findings
    set
      closed_at = now(),
      outcome = case current_setting('app.mending', true) when id::text then 'mended' else 'cleared' end
    where kind = its_kind and subject = its_subject and closed_at is null
    returning * into known;
    if known.outcome = 'cleared' then
      perform private.add_finding_step(known.id, 'cleared');
    end if;
  elsif not exists (
    select from public.payment_findings
    where subject = its_subject and kind = its_kind and reason = its_reason and facts = its_facts
      and (closed_at is null or outcome = 'accepted')
  ) then
    insert into public.payment_findings
      (kind, subject, reason, booking_id, refund_id, stripe_payment_intent_id, facts)
    values (its_kind, its_subject, its_reason, its_booking_id, its_refund_id, intent_id, its_facts)
    on conflict (kind, subject) where closed_at is null
    do update set reason = excluded.reason, facts = excluded.facts
    returning * into known;
    if known.steps = '[]' then
      perform private.add_finding_step(known.id, 'found');
    end if;
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
      select to_jsonb(told)
      from (
        select id, customer_name, service_name, booking_date, booking_time, status, created_at
        from public.bookings where id = finding.booking_id
      ) as told
    ),
    'refund', (
      select to_jsonb(told)
      from (
        select
          refund.id, refund.amount_cents, refund.status, refund.last_error, refund.attempts, refund.created_at,
          payment.method
        from public.refunds as refund
        join public.payments as payment on payment.id = refund.payment_id
        where refund.id = finding.refund_id
      ) as told
    ),
    'steps', finding.steps
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
    where closed_at is not null and reason <> 'outside'
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
    'outside', (
      select coalesce(jsonb_agg(private.finding_data(page.finding) order by (page.finding).closed_at desc), '[]')
      from (
        select outside as finding from public.payment_findings as outside
        where reason = 'outside' and closed_at is not null
        order by closed_at desc, id desc
        limit 50
      ) as page
    ),
    'next', case jsonb_array_length(closed) when most then jsonb_build_object(
      'closed_at', closed -> -1 -> 'closed_at', 'id', closed -> -1 -> 'id'
    ) end
  );
end;
$$;

create function public.reopen_outside_payment(target_finding_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.payment_findings
  set closed_at = null, outcome = null, reason = 'unknown_intent'
  where id = target_finding_id and reason = 'outside';
  if not found then
    raise exception using errcode = 'PT404', message = 'finding_not_found';
  end if;
  perform private.add_finding_step(target_finding_id, 'reopened');
end;
$$;

revoke all on function public.payments_to_look_at, public.reopen_outside_payment from public, anon, authenticated, service_role;
grant execute on function public.payments_to_look_at, public.reopen_outside_payment to authenticated;

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

create function private.awaits_payment(cents integer, email text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as booking
    cross join lateral (select booking.total_cents - (select collected_cents from private.payment_sums(booking.id)) as cents) as open
    where booking.booking_date >= private.local_today() - 30
      and booking.status <> 'cancelled'
      and open.cents > 0
      and (
        lower(booking.customer_email) = lower(awaits_payment.email)
        or awaits_payment.cents = open.cents
        or awaits_payment.cents = booking.due_now_cents and booking.status = 'pending_payment'
      )
  );
end;
$$;

create function public.note_unmatched_intent(
  intent_id text, target_booking_id uuid, why text, detail jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_kind text := case why when 'not_settled' then 'booking_without_payment' else 'paid_without_booking' end;
  its_subject text := 'intent:' || intent_id;
begin
  -- Mended and cleared are final: refunded money stays in Stripe's list for days. An open finding
  -- must not name a customer whose data was erased.
  if not exists (
    select from public.payment_findings
    where subject = its_subject and kind = its_kind
      and case when closed_at is null then facts = detail - array['email', 'description'] else why <> 'not_settled' end
  ) then
    if why = 'unknown_intent'
      and not exists (select from public.payment_findings where subject = its_subject)
      and not private.awaits_payment((detail ->> 'amount_cents')::integer, detail ->> 'email') then
      insert into public.payment_findings
        (id, kind, subject, reason, stripe_payment_intent_id, facts, closed_at, outcome)
      -- One id for one payment: the webhook and the sweep may come at once.
      values (md5(its_subject)::uuid, its_kind, its_subject, 'outside', intent_id, detail, now(), 'accepted')
      on conflict (id) do nothing;
      return;
    end if;
    perform private.record_finding(
      its_kind, its_subject, why, detail, (select id from public.bookings where id = target_booking_id), null, intent_id
    );
  end if;
end;
$$;

create function private.finding_of_refund(intent_id text, stripe_refund text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select finding.id
  from public.payment_findings as finding
  cross join lateral (
    select
      (array_agg(step ->> 'note' order by place desc) filter (where step ->> 'step' = 'refunded'))[1] as refunded,
      bool_or(step ->> 'step' = 'refund_failed' and strpos(step ->> 'note', stripe_refund) > 0) as has_failed
    from jsonb_array_elements(finding.steps) with ordinality as steps (step, place)
  ) as told
  where finding.subject = 'intent:' || intent_id
    and finding.outcome = 'mended'
    and (strpos(told.refunded, stripe_refund) > 0 or told.refunded not like '%re\_%')
    -- A refund recorded as failed says nothing about later refunds.
    and not told.has_failed
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

create function private.arrived_of(target_booking_id uuid, out outside integer, out payments integer)
language plpgsql stable set search_path = ''
as $$
begin
  select
    coalesce(sum(greatest(0, payment.reported_refunded_cents - back.own, back.others)), 0)::integer,
    count(payment.id)::integer
  into outside, payments
  from public.payments as payment
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where reason <> 'made_outside' and status <> 'failed'), 0)::integer as own,
      coalesce(sum(amount_cents) filter (where reason = 'made_outside' and status <> 'failed'), 0)::integer as others
    from public.refunds
    where payment_id = payment.id
  ) as back
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
end;
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

create function private.look_at_booking(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  money record;
  arrived record;
  asked integer;
  is_standing boolean;
begin
  select * into booking from public.bookings where id = target_booking_id for key share skip locked;
  if not found then
    return;
  end if;
  select * into money from private.money_of(booking);
  select * into arrived from private.arrived_of(booking.id);
  asked := private.said_to_be_paid_cents(booking);
  is_standing := private.is_standing(booking.status);
  perform private.record_finding(
    'booking_without_payment', 'booking:' || booking.id,
    case
      -- Bookings by phone are paid later and recorded by hand.
      when booking.source = 'phone' or not is_standing then null
      when arrived.payments = 0 then 'nothing_recorded'
      when money.collected_cents = 0 then 'all_given_back'
    end,
    jsonb_build_object('expected_cents', asked), booking.id
  );
  perform private.record_finding(
    'amount_unlike', 'booking:' || booking.id,
    case
      when arrived.outside > 0 then 'refunded_outside'
      when not is_standing then null
      when money.overpaid_cents > 0 then 'overpaid'
      when money.collected_cents > 0 and money.collected_cents < asked then 'underpaid'
    end,
    jsonb_build_object(
      'expected_cents', asked, 'total_cents', booking.total_cents, 'received_cents', money.collected_cents,
      'kept_cents', money.kept_without_tips_cents, 'outside_cents', arrived.outside
    ),
    booking.id
  );
end;
$$;

create function private.refund_trouble(refund public.refunds, payment public.payments, as_of timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when refund.replaced_by is not null then null
    when refund.status = 'owed' then 'owed_by_hand'
    -- The owner keeps the money with a reason: settled.
    when payment.method <> 'online' then null
    -- Paid back in another way: no longer owed.
    when refund.status = 'failed' and private.keepable_cents(payment) >= refund.amount_cents then 'failed'
    when refund.status = 'pending' and refund.created_at < as_of - interval '1 hour' then 'not_sent'
    when refund.status = 'sent' and refund.created_at < as_of - interval '10 days' then 'not_arrived'
  end;
end;
$$;

create function private.look_at_refund(target_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refund public.refunds;
  payment public.payments;
begin
  select * into refund from public.refunds where id = target_refund_id;
  select * into payment from public.payments where id = refund.payment_id;
  -- The booking first, as in look_at_booking.
  perform from public.bookings where id = payment.booking_id for key share skip locked;
  if not found then
    return;
  end if;
  perform private.record_finding(
    'refund_stuck', 'refund:' || refund.id,
    private.refund_trouble(refund, payment, now()),
    jsonb_build_object('amount_cents', refund.amount_cents), payment.booking_id, refund.id,
    payment.stripe_payment_intent_id
  );
end;
$$;

create function private.look_at_no_show(target_booking_id uuid, is_new boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_subject text := 'no_show:' || target_booking_id;
  booking public.bookings;
  kept integer;
  is_undecided boolean;
begin
  if not is_new and not exists (
    select from public.payment_findings where subject = its_subject and closed_at is null
  ) then
    return;
  end if;
  -- The booking first, as in look_at_booking.
  select * into booking from public.bookings where id = target_booking_id for key share skip locked;
  if not found then
    return;
  end if;
  kept := (select kept_cents from private.money_of(booking));
  is_undecided := booking.no_show_at is not null and private.is_standing(booking.status) and kept > 0
    and coalesce(booking.sale_changed_at < booking.no_show_at, true)
    and not exists (
      select
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id and refund.reason = 'chosen_by_owner'
        and refund.created_at >= booking.no_show_at
    );
  perform private.record_finding(
    'amount_unlike', its_subject, case when is_undecided then 'no_show_undecided' end,
    jsonb_build_object('kept_cents', kept, 'marked_at', booking.no_show_at), booking.id
  );
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
  elsif finding.subject like 'no_show:%' then
    perform private.look_at_no_show(finding.booking_id);
  elsif exists (
    select from public.payments
    where stripe_payment_intent_id = finding.stripe_payment_intent_id and status in ('succeeded', 'canceled')
  ) then
    perform private.record_finding(finding.kind, finding.subject, null, null, null);
  end if;
end;
$$;

create function private.look_at_open_findings() returns void
language sql security definer set search_path = ''
as $$
  select private.look_again(open.finding)
  from (
    select finding from public.payment_findings as finding where closed_at is null order by found_at limit 500
  ) as open;
$$;

create function public.scan_payments(batch integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  scan public.payment_scans;
  changed record;
  looked integer := 0;
begin
  -- One scan at a time; the second has nothing to do.
  select * into scan from public.payment_scans for update skip locked;
  if found then
    for changed in
      (
        select id, id as booking_id, updated_at from public.bookings
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
          -- Without a payment, a hold has no money that could differ.
          and (status <> 'pending_payment' or exists (select from public.payments where booking_id = bookings.id))
        order by updated_at, id limit 2 * batch
      )
      union all
      (
        select id, booking_id, updated_at from public.payments
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
        order by updated_at, id limit 2 * batch
      )
      order by updated_at, id limit 2 * batch
    loop
      perform private.look_at_booking(changed.booking_id);
      looked := looked + 1;
    end loop;
    if looked = 2 * batch then
      update public.payment_scans set scanned_until = changed.updated_at, last_id = changed.id where id;
    else
      update public.payment_scans
      set scanned_until = greatest(scanned_until, now() - interval '1 minute'), last_id = default
      where id;
    end if;
    perform private.look_at_refund(unfinished.id)
    from (
      select id from public.refunds
      where status in ('pending', 'sent', 'failed') and replaced_by is null
        and created_at between now() - interval '1 year' and now()
      order by created_at limit batch
    ) as unfinished;
    perform private.look_at_open_findings();
  end if;
  return (select count(*) from public.payment_findings where closed_at is null);
end;
$$;

revoke all on function public.scan_payments from public, anon, authenticated, service_role;
grant execute on function private.look_at_refund, private.look_at_no_show, public.scan_payments to service_role;

create function private.close_finding(target_finding_id uuid, how text) returns void
language sql set search_path = ''
as $$
  update public.payment_findings set closed_at = now(), outcome = how where id = target_finding_id and closed_at is null;
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
  if not private.is_paid_in_full(booking) and private.due_on_site_cents(booking) = 0 then
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

create function public.bookings_to_attach(search text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(private.search_words(search));
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', found.id, 'customer_name', found.customer_name, 'service_name', found.service_name,
      'booking_date', found.booking_date, 'booking_time', found.booking_time, 'status', found.status,
      'total_cents', found.total_cents, 'collected_cents', (select collected_cents from private.payment_sums(found.id)),
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
  target_finding_id uuid, intent_id text, target_booking_id uuid, cents integer, acting_admin uuid,
  proven boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- The booking before the rest, as everywhere.
  booking public.bookings := private.lock_booking(target_booking_id);
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  settlement jsonb;
begin
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  end if;
  if exists (
    select from public.payments where stripe_payment_intent_id = intent_id and booking_id <> booking.id
  ) then
    raise exception using errcode = 'PT409', message = 'payment_of_another_booking';
  end if;
  if cents > booking.total_cents - (select collected_cents from private.payment_sums(booking.id))
    or (booking.status = 'pending_payment' and cents <> booking.due_now_cents) then
    raise exception using errcode = 'PT409', message = 'attach_amount_differs';
  end if;
  update public.payment_findings set booking_id = booking.id where id = finding.id;
  perform private.add_finding_step(finding.id, 'attached');
  if booking.status = 'pending_payment' then
    settlement := private.settle(intent_id, booking.id, cents);
    if settlement ->> 'outcome' = 'refund_due' and not proven then
      raise exception using errcode = 'PT403', message = 'reauthentication_needed';
    end if;
  else
    settlement := private.keep_payment(intent_id, booking, cents);
  end if;
  perform private.close_finding(finding.id, 'mended');
  return settlement;
end;
$$;

create function public.mend_finding(
  target_finding_id uuid, step text, note text, acting_admin uuid, method text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
begin
  if step in ('accepted', 'by_hand') and length(btrim(coalesce(note, ''))) < 3 then
    raise exception using errcode = 'PT400', message = 'note_needed';
  end if;
  if step = 'by_hand' then
    perform private.pay_back_by_hand(finding, method);
  elsif step = 'accepted' and finding.reason = 'owed_by_hand' then
    perform private.lock_stuck_refund(finding);
    update public.refunds set status = 'failed' where id = finding.refund_id;
  end if;
  if note is not null then
    perform private.add_finding_step(finding.id, step, note);
  end if;
  if step in ('accepted', 'refunded') then
    perform private.close_finding(finding.id, case step when 'accepted' then 'accepted' else 'mended' end);
  else
    perform private.look_again(finding);
  end if;
  return exists (select from public.payment_findings where id = finding.id and closed_at is null);
end;
$$;

revoke all on function
  public.finding_to_mend, public.bookings_to_attach, public.attach_payment, public.mend_finding
  from public, anon, authenticated, service_role;
grant execute on function public.finding_to_mend, public.attach_payment, public.mend_finding to service_role;
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

create function public.refund_excess(
  target_finding_id uuid, acting_admin uuid, anyway boolean default false, proven boolean default false
)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  excess integer := (
    select money.overpaid_cents
    from public.bookings as booking, private.money_of(booking) as money
    where booking.id = finding.booking_id
  );
  new_refunds jsonb;
begin
  if finding.kind <> 'amount_unlike' or coalesce(excess, 0) <= 0 then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  perform private.require_proof_of_refund(excess, proven);
  perform private.ask_about_dispute(finding.booking_id, anyway);
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(finding.booking_id, excess, 'overpaid', null, excess) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.add_finding_step(finding.id, 'refunded');
  perform private.look_again(finding);
  return new_refunds;
end;
$$;

create function private.pay_back_by_hand(finding public.payment_findings, paid_with text) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds := private.lock_stuck_refund(finding);
  by_hand_id uuid;
begin
  -- A refund that a worker is sending may reach Stripe at any moment.
  if refund.sending_until > now() then
    raise exception using errcode = 'PT409', message = 'refund_on_its_way';
  end if;
  insert into public.refunds (payment_id, amount_cents, reason, status, request_id, overpaid_cents, method)
  values (
    refund.payment_id, refund.amount_cents, 'given_back_by_hand', 'succeeded', refund.request_id,
    refund.overpaid_cents, paid_with
  )
  returning id into by_hand_id;
  update public.refunds set status = 'failed', replaced_by = by_hand_id where id = refund.id;
  perform private.sum_refunds(refund.payment_id);
end;
$$;

create function public.retry_refund(
  target_finding_id uuid, acting_admin uuid, anyway boolean default false, proven boolean default false
)
returns jsonb
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
  perform private.ask_about_dispute(finding.booking_id, anyway);
  if refund.status = 'failed' then
    if private.is_owners_refund(refund.reason) then
      perform private.require_proof_of_refund(refund.amount_cents, proven);
    end if;
    insert into public.refunds (
      payment_id, amount_cents, reason, attempts, next_attempt_at, sending_until, request_id, overpaid_cents
    )
    values (
      refund.payment_id, refund.amount_cents, refund.reason, 1,
      now() + interval '2 minutes', now() + interval '2 minutes', refund.request_id, refund.overpaid_cents
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

revoke all on function public.refund_excess, public.retry_refund from public, anon, authenticated, service_role;
grant execute on function public.refund_excess, public.retry_refund to service_role;

create table public.disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  stripe_dispute_id text not null unique check (length(stripe_dispute_id) between 1 and 255),
  amount_cents integer not null check (amount_cents > 0),
  -- Both in Stripe's words.
  reason text not null check (reason ~ '^[a-z][a-z_]{0,59}$'),
  status text not null check (status ~ '^[a-z][a-z_]{0,59}$'),
  -- When the evidence must have been sent; null when none is asked for.
  due_by timestamptz,
  has_evidence boolean not null default false,
  opened_at timestamptz not null,
  -- When Stripe made the report that is stored here.
  reported_at timestamptz not null,
  -- What was taken from the account, and what came back.
  withdrawn_cents integer not null default 0 check (withdrawn_cents >= 0),
  withdrawn_at timestamptz,
  reinstated_cents integer not null default 0 check (reinstated_cents >= 0),
  reinstated_at timestamptz,
  -- Stripe's fee for the dispute.
  fee_cents integer not null default 0,
  constraint disputes_moves_have_a_moment check (
    (withdrawn_cents > 0) = (withdrawn_at is not null) and (reinstated_cents > 0) = (reinstated_at is not null)
  )
);

create index disputes_payment_id_idx on public.disputes (payment_id);
create index disputes_withdrawn_at_idx on public.disputes (withdrawn_at) where withdrawn_at is not null;
create index disputes_opened_at_idx on public.disputes (opened_at desc);

alter table public.disputes enable row level security;
create policy "Server functions may do what they are granted"
  on public.disputes for all to service_role using (true) with check (true);
revoke all on public.disputes from public, anon, authenticated, service_role;
grant select on public.disputes to service_role;

create function private.is_dispute_over(status text) returns boolean
language sql immutable
return status in ('won', 'lost', 'warning_closed', 'prevented');

create function private.is_charged_back(status text) returns boolean
language sql immutable
return status in ('needs_response', 'under_review', 'lost');

create function private.held_cents(dispute public.disputes) returns integer
language sql immutable
return case
  when dispute.status = 'won' then 0
  else greatest(0, case
    when private.is_charged_back(dispute.status) then greatest(dispute.amount_cents, dispute.withdrawn_cents)
    else dispute.withdrawn_cents
  end - dispute.reinstated_cents)
end;

create function private.takes_refunds(payment public.payments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return payment.method = 'online' and not exists (
    select from public.disputes as dispute
    where dispute.payment_id = payment.id and private.is_charged_back(dispute.status)
  );
end;
$$;

create function private.has_open_dispute(target_booking_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select
    from public.payments as payment
    join public.disputes as dispute on dispute.payment_id = payment.id
    where payment.booking_id = target_booking_id and not private.is_dispute_over(dispute.status)
  );
end;
$$;

create function private.ask_about_dispute(target_booking_id uuid, anyway boolean) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not anyway and private.has_open_dispute(target_booking_id) then
    raise exception using errcode = 'PT409', message = 'payment_disputed';
  end if;
end;
$$;

create function private.dispute_data(dispute public.disputes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(dispute) - array['payment_id', 'reported_at', 'withdrawn_at', 'reinstated_at'] || jsonb_build_object(
    'booking', jsonb_build_object(
      'id', booking.id, 'customer_name', booking.customer_name, 'service_name', booking.service_name,
      'booking_date', booking.booking_date, 'booking_time', booking.booking_time
    )
  )
  from public.payments as payment
  join public.bookings as booking on booking.id = payment.booking_id
  where payment.id = dispute.payment_id;
$$;

create function public.apply_dispute(
  event_id text, event_type text, reported_at timestamptz, payment_intent_id text, report jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  payment public.payments;
  told public.disputes := jsonb_populate_record(null::public.disputes, report - 'id');
  known public.disputes;
  is_newer boolean;
begin
  select * into payment from public.payments as one where one.stripe_payment_intent_id = payment_intent_id;
  if not private.is_new_event(event_id, event_type) then
    return private.duplicate_event(payment.booking_id);
  end if;
  if payment.id is null then
    return jsonb_build_object('outcome', 'ignored', 'booking_id', null, 'status', null, 'refund_id', null);
  end if;
  -- The booking before its payments, as everywhere.
  perform from public.bookings where id = payment.booking_id for update;
  select * into known from public.disputes where stripe_dispute_id = report ->> 'id' for update;
  is_newer := known.id is null or reported_at > known.reported_at
    or (reported_at = known.reported_at and not private.is_dispute_over(known.status));
  insert into public.disputes as stored (
    payment_id, stripe_dispute_id, amount_cents, reason, status, due_by, has_evidence, opened_at, reported_at,
    withdrawn_cents, withdrawn_at, reinstated_cents, reinstated_at, fee_cents
  )
  values (
    payment.id, report ->> 'id', told.amount_cents, told.reason, told.status, told.due_by, told.has_evidence,
    told.opened_at, reported_at, told.withdrawn_cents, told.withdrawn_at, told.reinstated_cents, told.reinstated_at,
    coalesce(told.fee_cents, 0)
  )
  on conflict (stripe_dispute_id) do update
  set
    status = case when is_newer then excluded.status else stored.status end,
    due_by = case when is_newer then excluded.due_by else stored.due_by end,
    has_evidence = stored.has_evidence or excluded.has_evidence,
    reported_at = greatest(stored.reported_at, excluded.reported_at),
    withdrawn_cents = greatest(stored.withdrawn_cents, excluded.withdrawn_cents),
    withdrawn_at = coalesce(stored.withdrawn_at, excluded.withdrawn_at),
    reinstated_cents = greatest(stored.reinstated_cents, excluded.reinstated_cents),
    reinstated_at = coalesce(stored.reinstated_at, excluded.reinstated_at),
    fee_cents = case when is_newer then coalesce(told.fee_cents, stored.fee_cents) else stored.fee_cents end;
  if known.id is null then
    perform private.note_change(payment.booking_id, 'dispute_opened', null, jsonb_build_object(
      'disputed_cents', told.amount_cents, 'reason', told.reason
    ));
    perform public.enqueue_mail(
      'payment_disputed:' || left(report ->> 'id', 150), 'payment_disputed', (select info_email from private.business),
      null,
      jsonb_build_object('dispute', jsonb_build_object(
        'amount_cents', told.amount_cents, 'reason', told.reason, 'due_by', told.due_by, 'booking_id', payment.booking_id,
        'customer_name', (select customer_name from public.bookings where id = payment.booking_id)
      ))
    );
  end if;
  if is_newer and private.is_dispute_over(told.status) and known.status is distinct from told.status then
    perform private.note_change(payment.booking_id, 'dispute_closed', null, jsonb_build_object('status', told.status));
  end if;
  return jsonb_build_object(
    'outcome', 'recorded',
    'booking_id', payment.booking_id,
    'status', (select status from public.bookings where id = payment.booking_id),
    'refund_id', null
  );
end;
$$;

create function public.payment_disputes() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(
      private.dispute_data(page.dispute) order by page.is_over, (page.dispute).due_by, (page.dispute).opened_at desc
    ), '[]')
    from (
      select dispute, private.is_dispute_over(dispute.status) as is_over
      from public.disputes as dispute
      where dispute.opened_at > now() - interval '1 year'
      order by is_over, dispute.opened_at desc
      limit 100
    ) as page
  );
end;
$$;

revoke all on function public.apply_dispute, public.payment_disputes from public, anon, authenticated, service_role;
grant execute on function
  private.is_dispute_over, private.is_charged_back, private.held_cents, private.takes_refunds, private.has_open_dispute,
  private.ask_about_dispute, public.apply_dispute
  to service_role;
grant execute on function public.payment_disputes to authenticated;

create function private.refunded_of(payment public.payments) returns table (cents integer, owed_cents integer)
language sql stable
begin atomic
  select
    greatest(
      payment.refunded_cents, coalesce(sum(refund.amount_cents) filter (where refund.status <> 'failed'), 0)
    )::integer,
    coalesce(sum(refund.amount_cents) filter (where refund.status = 'owed'), 0)::integer
  from public.refunds as refund
  where refund.payment_id = payment.id;
end;

create function private.tip_on_receipt(payment public.payments) returns integer
language sql stable set search_path = ''
as $$
  select greatest(0, least(payment.tip_cents, payment.amount_cents - refunded.cents))
  from private.refunded_of(payment) as refunded;
$$;

create function private.disputed_of(payment public.payments, rest integer)
returns table (cents integer, is_charged_back boolean)
language sql stable
begin atomic
  select
    greatest(0, least(rest, coalesce(sum(private.held_cents(dispute)), 0)))::integer,
    coalesce(bool_or(private.is_charged_back(dispute.status)), false)
  from public.disputes as dispute
  where dispute.payment_id = payment.id;
end;

create function private.payment_sums(target_booking_id uuid) returns table (
  paid_cents integer, refunded_cents integer, owed_cents integer, disputed_cents integer, collected_cents integer,
  online_kept_cents integer, tip_cents integer, tip_on_site_cents integer, undisputed_tip_cents integer
)
language sql stable
begin atomic
  select
    coalesce(sum(payment.amount_cents), 0)::integer,
    coalesce(sum(refunded.cents), 0)::integer,
    coalesce(sum(refunded.owed_cents), 0)::integer,
    coalesce(sum(disputed.cents), 0)::integer,
    greatest(0, coalesce(
      sum(payment.amount_cents - payment.tip_cents - chosen.overpaid_cents)
        filter (where payment.amount_cents > refunded.cents - chosen.cents), 0
    ))::integer,
    coalesce(
      sum(payment.amount_cents - refunded.cents - disputed.cents)
        filter (where payment.method = 'online' and not disputed.is_charged_back), 0
    )::integer,
    coalesce(sum(tip.cents), 0)::integer,
    coalesce(sum(tip.cents) filter (where payment.method <> 'online'), 0)::integer,
    coalesce(sum(greatest(0, least(tip.cents, payment.amount_cents - refunded.cents - disputed.cents))), 0)::integer
  from public.payments as payment
  cross join lateral private.refunded_of(payment) as refunded
  cross join lateral private.disputed_of(payment, payment.amount_cents - refunded.cents) as disputed
  cross join lateral (
    select
      coalesce(sum(refund.amount_cents) filter (where refund.request_id is not null), 0) as cents,
      coalesce(sum(refund.overpaid_cents), 0) as overpaid_cents
    from public.refunds as refund
    where refund.payment_id = payment.id and refund.status <> 'failed'
  ) as chosen
  cross join lateral (
    select greatest(0, least(payment.tip_cents, payment.amount_cents - refunded.cents)) as cents
  ) as tip
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
end;

create function private.forfeited_at(booking public.bookings) returns timestamptz
language sql immutable
return case when booking.done_at is null then least(booking.cancelled_at, booking.no_show_at) end;

create function private.split_of(
  booking public.bookings, kept_cents integer, given_cents integer, given_on_site_cents integer, reduced_cents integer
) returns table (tax_cents integer, tip_cents integer)
language sql immutable
begin atomic
  select
    coalesce(round(
      greatest(0, least(kept_cents - given.cents, sold.goods_cents)) * booking.tax_cents
      / nullif(booking.total_cents - booking.tip_cents, 0)
    ), 0)::integer,
    (given.cents + round(greatest(0, least(kept_cents - given.cents - sold.goods_cents, sold.tip_cents))))::integer
  from (
    select 1 - coalesce(reduced_cents::numeric / nullif(booking.total_cents + given_cents, 0), 0) as part
  ) as left_over
  cross join lateral (
    select
      case
        when private.forfeited_at(booking) is not null then kept_cents
        else (booking.total_cents - booking.tip_cents) * left_over.part
      end as goods_cents,
      case when private.forfeited_at(booking) is not null then 0 else booking.tip_cents * left_over.part end as tip_cents,
      case
        when private.forfeited_at(booking) is not null then given_on_site_cents
        else round(given_cents * left_over.part)
      end as given_cents
  ) as sold
  cross join lateral (select greatest(0, least(sold.given_cents, kept_cents)) as cents) as given;
end;

create function private.money_of(booking public.bookings) returns table (
  price_cents integer, paid_cents integer, refunded_cents integer, owed_cents integer, disputed_cents integer,
  kept_cents integer, collected_cents integer, due_on_site_cents integer, overpaid_cents integer,
  online_kept_cents integer, kept_without_tips_cents integer, tip_cents integer, tip_on_site_cents integer,
  reduced_cents integer, reduced_tax_cents integer
)
language sql stable
begin atomic
  select
    booking.total_cents + sums.tip_cents,
    sums.paid_cents, sums.refunded_cents, sums.owed_cents, sums.disputed_cents,
    sums.paid_cents - sums.refunded_cents - sums.disputed_cents,
    sums.collected_cents,
    due.cents,
    case
      when private.is_standing(booking.status) then greatest(0, kept.without_tips_cents - booking.total_cents) else 0
    end,
    sums.online_kept_cents,
    kept.without_tips_cents,
    sums.tip_cents,
    sums.tip_on_site_cents,
    reduced.cents,
    booking.tax_cents - split.tax_cents
  from private.payment_sums(booking.id) as sums
  cross join lateral (select private.due_on_site_cents(booking, sums.collected_cents) as cents) as due
  cross join lateral (
    select sums.paid_cents - sums.refunded_cents - sums.disputed_cents - sums.undisputed_tip_cents as without_tips_cents
  ) as kept
  cross join lateral (
    select case
      when booking.status = 'cancelled'
        then greatest(0, booking.total_cents + sums.tip_cents - sums.paid_cents + sums.refunded_cents)
      else private.reduced_cents(
        booking.total_cents + sums.tip_cents, sums.paid_cents - sums.refunded_cents, sums.refunded_cents, due.cents
      )
    end as cents
  ) as reduced
  cross join lateral private.split_of(
    booking, booking.total_cents + sums.tip_cents - reduced.cents, sums.tip_cents, sums.tip_on_site_cents,
    reduced.cents
  ) as split;
end;

create function private.rain_of(booking public.bookings) returns table (state text)
language sql stable
begin atomic
  select answer.state
  from public.rain_answers as answer
  where answer.booking_id = booking.id
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
    );
end;

grant execute on function
  private.refunded_of, private.disputed_of, private.payment_sums, private.forfeited_at, private.split_of, private.money_of
  to service_role;

create table private.money_moves (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- The payment's, the refund's or the dispute's, also of the row that takes it off again; its own for a change.
  id uuid not null,
  -- Of a change: the booking's latest.
  payment_id uuid not null,
  at timestamptz not null,
  -- payment, refund, dispute; change: nothing moved, but another part of what is kept is tax or tip.
  kind text not null,
  -- The service and the method as of then.
  service_name text not null,
  method text not null,
  -- Less than 0 when money goes back.
  amount_cents integer not null,
  tax_cents integer not null,
  tip_cents integer not null,
  -- The local day of `at`.
  day date not null,
  primary key (booking_id, id, at)
);

create index money_moves_at_idx on private.money_moves (at, id);

alter table private.money_moves enable row level security;
revoke all on private.money_moves from public, anon, authenticated, service_role;

create function private.missing_moves() returns table (
  booking_id uuid, id uuid, payment_id uuid, at timestamptz, kind text, service_name text, method text,
  amount_cents integer, tax_cents integer, tip_cents integer, day date
)
language sql stable
begin atomic
  select
    move.booking_id, move.id, move.payment_id, move.at, move.kind, move.service_name, move.method,
    move.amount_cents, move.tax_cents, move.tip_cents, private.local_day(move.at)
  from (
    select
      step.*,
      booking.service_name,
      split.tax_cents - coalesce(lag(split.tax_cents) over missing, step.booked_tax_cents) as tax_cents,
      split.tip_cents - coalesce(lag(split.tip_cents) over missing, step.booked_tip_cents) as tip_cents
    from (
      select
        part.*,
        coalesce(sum(part.cents) filter (where part.kind <> 'dispute') over in_order, 0)::integer as kept_cents,
        coalesce(-sum(part.cents) filter (where part.kind = 'refund') over in_order, 0)::integer as refunded_cents,
        sum(part.given_cents) over in_order::integer as given_cents_so_far,
        coalesce(sum(part.given_cents) filter (where part.method <> 'online') over in_order, 0)::integer
          as given_on_site_cents
      from (
        select
          source.booking_id, source.id, source.kind, source.cents, source.given_cents,
          coalesce(source.payment_id, latest.payment_id) as payment_id,
          coalesce(source.method, latest.method) as method,
          source.cents - coalesce(booked.cents, 0) as amount_cents,
          case when booked.cents is null then source.at else now() end as at,
          source.kind <> 'change' and source.cents = coalesce(booked.cents, 0) as is_booked,
          coalesce(together.tax_cents, 0) as booked_tax_cents,
          coalesce(together.tip_cents, 0) as booked_tip_cents
        from (
          select
            payment.booking_id, payment.id, payment.id as payment_id, payment.settled_at as at, 'payment' as kind,
            payment.method, case payment.status when 'succeeded' then payment.amount_cents else 0 end as cents,
            -- A refund takes the rest of the payment first.
            case payment.status
              when 'succeeded' then greatest(0, least(payment.tip_cents, payment.amount_cents - refunded.cents))
              else 0
            end as given_cents
          from public.payments as payment
          cross join lateral (
            select coalesce(sum(refund.amount_cents), 0)::integer as cents
            from public.refunds as refund
            where refund.payment_id = payment.id and refund.status not in ('failed', 'owed')
          ) as refunded
          union all
          select
            payment.booking_id, refund.id, payment.id, refund.created_at, 'refund',
            coalesce(refund.method, payment.method),
            case when refund.status in ('failed', 'owed') then 0 else -refund.amount_cents end, 0
          from public.refunds as refund
          join public.payments as payment on payment.id = refund.payment_id
          union all
          -- What a bank took, and positive when it came back.
          select payment.booking_id, move.id, payment.id, move.at, 'dispute', payment.method, move.cents, 0
          from public.disputes as dispute
          join public.payments as payment on payment.id = dispute.payment_id
          cross join lateral (
            values
              (dispute.id, dispute.withdrawn_at, -dispute.withdrawn_cents),
              -- An id of its own that stays the same.
              (md5(dispute.id || ':reinstated')::uuid, dispute.reinstated_at, dispute.reinstated_cents)
          ) as move (id, at, cents)
          union all
          select booking.id, md5(booking.id || ':change:' || now())::uuid, null, now(), 'change', null, 0, 0
          from public.bookings as booking
        ) as source
        left join lateral (
          select sum(row.amount_cents)::integer as cents
          from private.money_moves as row
          where row.booking_id = source.booking_id and row.id = source.id
        ) as booked on true
        left join lateral (
          select sum(row.tax_cents)::integer as tax_cents, sum(row.tip_cents)::integer as tip_cents
          from private.money_moves as row
          where row.booking_id = source.booking_id
        ) as together on true
        left join lateral (
          select row.payment_id, row.method
          from private.money_moves as row
          where source.kind = 'change' and row.booking_id = source.booking_id
          order by row.at desc, row.id
          limit 1
        ) as latest on true
      ) as part
      window in_order as (
        partition by part.booking_id
        order by not part.is_booked, part.kind = 'change', part.at, part.kind, part.id
        rows unbounded preceding
      )
    ) as step
    join public.bookings as booking on booking.id = step.booking_id
    cross join lateral private.payment_sums(booking.id) as sums
    cross join lateral private.split_of(
      booking, step.kept_cents, step.given_cents_so_far, step.given_on_site_cents,
      private.reduced_cents(
        booking.total_cents + step.given_cents_so_far, step.kept_cents, step.refunded_cents,
        private.due_on_site_cents(booking, sums.collected_cents)
      )
    ) as split
    window missing as (
      partition by step.booking_id, step.is_booked
      order by step.kind = 'change', step.at, step.kind, step.id
    )
  ) as move
  where not move.is_booked
    and move.payment_id is not null
    and (move.amount_cents, move.tax_cents, move.tip_cents) <> (0, 0, 0);
end;

create function private.add_moves(target_booking_id uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform from public.bookings where id = target_booking_id for no key update;
  insert into private.money_moves select * from private.missing_moves() as move where move.booking_id = target_booking_id;
end;
$$;

create function private.rebuild_moves() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.payments, public.refunds, public.disputes in share row exclusive mode;
  -- Without statistics, as after a restore, the sums are planned for tables of a few rows. With those of an empty
  -- table, later statements would be planned for an empty one.
  if exists (select from public.payments) then
    analyze public.bookings, public.payments, public.refunds;
  end if;
  insert into private.money_moves select * from private.missing_moves() as move order by move.at;
end;
$$;

create function private.add_moves_of_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_moves(new.id);
  return null;
end;
$$;

create function private.add_moves_of_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_moves(new.booking_id);
  return null;
end;
$$;

create function private.add_moves_about_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_moves((select booking_id from public.payments where id = new.payment_id));
  return null;
end;
$$;

create constraint trigger count_payment after insert on public.payments
  deferrable initially deferred
  for each row when (new.status = 'succeeded')
  execute function private.add_moves_of_payment();

create constraint trigger count_changed_payment after update of status, amount_cents, tip_cents on public.payments
  deferrable initially deferred
  for each row
  when (
    (old.status = 'succeeded' or new.status = 'succeeded')
    and (old.status, old.amount_cents, old.tip_cents) is distinct from (new.status, new.amount_cents, new.tip_cents)
  )
  execute function private.add_moves_of_payment();

create constraint trigger count_refund after insert on public.refunds
  deferrable initially deferred
  for each row when (new.status <> 'failed')
  execute function private.add_moves_about_payment();

create constraint trigger count_changed_refund after update of status, amount_cents on public.refunds
  deferrable initially deferred
  for each row
  when (
    (old.status = 'failed', old.status = 'owed', old.amount_cents)
      is distinct from (new.status = 'failed', new.status = 'owed', new.amount_cents)
  )
  execute function private.add_moves_about_payment();

create constraint trigger count_dispute after insert or update on public.disputes
  deferrable initially deferred
  for each row execute function private.add_moves_about_payment();

create constraint trigger count_changed_booking
  after update of
    price_cents, discount_cents, tax_cents, tip_cents, total_cents, due_now_cents, status, cancelled_at, no_show_at, done_at
  on public.bookings
  deferrable initially deferred
  for each row
  when (
    (
      old.price_cents, old.discount_cents, old.tax_cents, old.tip_cents, old.due_now_cents,
      old.status in ('paid', 'cancelled'), old.cancelled_at, old.no_show_at, old.done_at
    ) is distinct from (
      new.price_cents, new.discount_cents, new.tax_cents, new.tip_cents, new.due_now_cents,
      new.status in ('paid', 'cancelled'), new.cancelled_at, new.no_show_at, new.done_at
    )
  )
  execute function private.add_moves_of_booking();

create table public.payment_links (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  token_hash bytea not null unique,
  -- Whether the owner emailed it; otherwise the customer opened it from their bookings.
  is_mailed boolean not null,
  expires_at timestamptz not null,
  -- Set when a later email replaced it.
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

create index payment_links_booking_id_idx on public.payment_links (booking_id);
create index payment_links_expires_at_idx on public.payment_links (expires_at);

alter table public.payment_links enable row level security;
revoke all on public.payment_links from public, anon, authenticated, service_role;

create function private.balance_cents(booking public.bookings) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when private.is_standing(booking.status) and not private.is_rained_out(booking.id)
      then private.due_on_site_cents(booking)
    else 0
  end;
end;
$$;

create function private.is_chargeable(cents integer) returns boolean
language sql immutable
return cents >= 50;

create function private.check_balance(booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  due_cents integer := private.balance_cents(booking);
begin
  if due_cents = 0 then
    raise exception using errcode = 'PT409', message = 'nothing_due';
  elsif not private.is_chargeable(due_cents) then
    raise exception using errcode = 'PT409', message = 'too_little_to_charge';
  end if;
end;
$$;

create function private.add_payment_link(target_booking_id uuid, mailed boolean, lasts interval) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.new_token();
begin
  delete from public.payment_links where booking_id = target_booking_id and expires_at < now();
  insert into public.payment_links (booking_id, token_hash, is_mailed, expires_at)
  values (target_booking_id, private.hash_of_token(token), mailed, now() + lasts);
  return token;
end;
$$;

create function private.payment_link_of(token text) returns public.payment_links
language sql stable security definer set search_path = ''
as $$
  select link
  from public.payment_links as link
  where link.token_hash = private.hash_of_token(token) and link.revoked_at is null and link.expires_at > now();
$$;

create function public.open_balance(target_booking_id uuid, email text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking
  from public.bookings as one
  where one.id = target_booking_id
    and (
      one.customer_email = private.named_email(open_balance.email)
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  perform private.check_balance(booking);
  return private.add_payment_link(booking.id, false, interval '1 hour');
end;
$$;

create function public.send_payment_link(target_booking_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  due_cents integer := private.balance_cents(booking);
  token text;
  link_id uuid;
begin
  perform private.require_confirmed_booking(booking);
  perform private.check_balance(booking);
  if booking.customer_email is null then
    raise exception using errcode = 'PT409', message = 'no_email';
  elsif exists (
    select from public.payment_links
    where booking_id = booking.id and is_mailed and created_at > now() - interval '1 minute'
  ) then
    raise exception using errcode = 'PT409', message = 'just_sent';
  end if;
  update public.payment_links set revoked_at = now()
  where booking_id = booking.id and is_mailed and revoked_at is null;
  token := private.add_payment_link(booking.id, true, interval '30 days');
  select id into link_id from public.payment_links where token_hash = private.hash_of_token(token);
  perform public.enqueue_mail(
    'payment_link:' || link_id, 'payment_link', booking.customer_email, booking.id,
    jsonb_build_object('pay', jsonb_build_object('path', '/pay?token=' || token))
  );
  perform private.note_change(booking.id, 'payment_link_sent', null, jsonb_build_object('due_cents', due_cents));
  return jsonb_build_object('to_email', booking.customer_email, 'due_cents', due_cents);
end;
$$;

create function public.balance_of_link(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'booking_id', booking.id,
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when private.due_on_site_cents(booking) = 0 then 'paid'
      when private.is_rained_out(booking.id) then 'rained_out'
      when exists (
        select from public.payments
        where booking_id = booking.id and purpose = 'balance' and status = 'processing'
      ) then 'processing'
      else 'due'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'total_cents', money.price_cents,
    'reduced_cents', money.reduced_cents,
    'reduced_tax_cents', money.reduced_tax_cents,
    'tip_cents', booking.tip_cents + money.tip_cents,
    'tax_cents', booking.tax_cents,
    'tax_label', booking.tax_label,
    'tax_lines', booking.tax_lines,
    'paid_cents', money.kept_cents,
    'due_cents', private.balance_cents(booking),
    'latest', (
      select jsonb_build_object(
        'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents,
        'settled_at', payment.settled_at,
        'is_refunded', private.keepable_cents(payment) = 0
      )
      from public.payments as payment
      where payment.booking_id = booking.id and payment.purpose = 'balance' and payment.status = 'succeeded'
      order by payment.settled_at desc
      limit 1
    )
  )
  from private.payment_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking) as money;
$$;

create function public.begin_balance(
  target_booking_id uuid, payment_intent_id text, amount_cents integer, tip_cents integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  refusal text := case
    when booking.status = 'cancelled' then 'booking_cancelled'
    when not private.is_standing(booking.status) or private.is_rained_out(booking.id) then 'not_awaiting_payment'
    when private.due_on_site_cents(booking) = 0 then 'already_paid'
    when amount_cents - tip_cents <> private.due_on_site_cents(booking) then 'balance_changed'
    when not private.is_chargeable(amount_cents - tip_cents) then 'too_little_to_charge'
    when exists (
      select from public.payments as other
      where other.booking_id = booking.id
        and other.status in ('requires_payment', 'processing', 'failed')
        and other.stripe_payment_intent_id <> begin_balance.payment_intent_id
    ) then 'payment_open'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, tip_cents, purpose)
  values (
    booking.id, begin_balance.payment_intent_id, begin_balance.amount_cents, begin_balance.tip_cents, 'balance'
  )
  on conflict (stripe_payment_intent_id) do nothing;
end;
$$;

create function private.refusal_of_balance(booking public.bookings, payment public.payments) returns text
language plpgsql stable set search_path = ''
as $$
declare
  towards_price integer := payment.amount_cents - payment.tip_cents;
  due_cents integer := private.due_on_site_cents(booking, (select collected_cents from private.payment_sums(booking.id)) - towards_price);
begin
  return case
    when booking.status = 'cancelled' then 'booking_cancelled'
    when due_cents = 0 then 'already_paid'
    when towards_price > due_cents then 'amount_mismatch'
  end;
end;
$$;

create function private.is_balance_over(payment public.payments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return payment.created_at < now() - interval '1 hour'
    or not private.is_chargeable(payment.amount_cents - payment.tip_cents)
    or payment.amount_cents - payment.tip_cents <> (
      select private.balance_cents(booking) from public.bookings as booking where booking.id = payment.booking_id
    );
end;
$$;

revoke all on function
  public.open_balance, public.send_payment_link, public.balance_of_link, public.begin_balance
  from public, anon, authenticated, service_role;
grant execute on function public.open_balance to anon, authenticated;
grant execute on function public.send_payment_link to authenticated;
grant execute on function
  private.refusal_of_balance, private.is_balance_over, private.is_chargeable, private.balance_cents, public.balance_of_link,
  public.begin_balance
  to service_role;

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (length(key) between 1 and 200),
  template_type text not null check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  to_email text not null check (length(to_email) between 3 and 254 and to_email !~ '[[:cntrl:]]'),
  booking_id uuid references public.bookings (id) on delete cascade,
  -- Facts that only its cause has; the rest is read from the booking when the email is sent.
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- dropped: not sent, because it was no longer relevant or its reader's data was erased.
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  -- The lease of the worker that is sending it.
  locked_until timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index mail_outbox_booking_id_idx on public.mail_outbox (booking_id);
create index mail_outbox_created_at_idx on public.mail_outbox (created_at);
create index mail_outbox_queued_idx on public.mail_outbox (next_attempt_at) where status = 'queued';
create index mail_outbox_review_requests_idx on public.mail_outbox (to_email, created_at)
  where template_type = 'review_request';
create index mail_outbox_to_email_idx on public.mail_outbox (lower(to_email));
create index mail_outbox_failed_idx on public.mail_outbox (created_at desc) where status = 'failed';
create index mail_outbox_inquiries_idx on public.mail_outbox (lower(btrim(data ->> 'customer_email')))
  where template_type = 'inquiry_received';
create index mail_outbox_new_address_idx on public.mail_outbox (lower(data ->> 'new_email'))
  where template_type = 'email_change';

alter table public.mail_outbox enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_outbox for all to service_role using (true) with check (true);
revoke all on public.mail_outbox from public, anon, authenticated, service_role;
grant all on public.mail_outbox to service_role;

create function private.without_links(data jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select (data - array['confirmation_url', 'token', 'unsubscribe_token', 'photo_token'])
    #- '{offer,path}' #- '{offer,decline_path}' #- '{pay,path}' #- '{visit,path}'
    || case when token <> '' then
      jsonb_build_object('link_hash', encode(private.hash_of_token(token), 'hex'))
    else '{}' end
  from (
    select split_part(coalesce(data #>> '{offer,path}', data #>> '{pay,path}', ''), '?token=', 2) as token
  ) as link;
$$;

create function private.drop_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.data := private.without_links(new.data);
  return new;
end;
$$;

create trigger drop_links before insert or update on public.mail_outbox
  for each row when (new.status <> 'queued') execute function private.drop_links();

create function private.link_hash_of(mail public.mail_outbox) returns bytea
language sql immutable set search_path = ''
as $$
  select decode(private.without_links(mail.data) ->> 'link_hash', 'hex');
$$;

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
  select private.text_beside_mail(mail_key, template, target_booking_id, mail_data);
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
      and created_at > (select private.held_until())
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

create function private.undelivered_mails(as_of timestamptz default now()) returns setof public.mail_outbox
language sql stable set search_path = ''
as $$
  select mail.*
  from public.mail_outbox as mail
  where mail.status = 'failed'
    and mail.created_at > as_of - interval '14 days'
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
    when 'payment_link' then private.payment_mail_stands(mail)
    when 'on_my_way' then private.on_my_way_mail_stands(mail)
    when 'swap_request' then private.swap_mail_stands(mail)
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
    from public.rain_answers
    where token_hash = private.link_hash_of(mail)
      and state = 'asked'
      and expires_at > now()
      and private.is_rained_out(booking_id)
  );
$$;

create function private.payment_mail_stands(mail public.mail_outbox) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.payment_links as link
    join public.bookings as booking on booking.id = link.booking_id
    where link.token_hash = private.link_hash_of(mail) and link.revoked_at is null and link.expires_at > now()
      and private.is_chargeable(private.balance_cents(booking))
  );
end;
$$;

create function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'refund', 'refund_failed', 'receipt', 'booking_message')
      then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
    when mail.template_type = 'payment_link' and not private.payment_mail_stands(mail) then 'payment_link_over'
    when mail.template_type = 'swap_request' and not private.swap_mail_stands(mail) then 'swap_over'
    when mail.template_type = 'on_my_way' and not private.on_my_way_mail_stands(mail) then 'not_on_the_way'
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
  -- HTML.
  content text not null check (length(content) between 1 and 200000),
  template_type text not null default 'booking_confirmation' check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index email_templates_template_type_idx on public.email_templates (template_type, updated_at desc);

alter table public.email_templates enable row level security;
create policy "Server functions may do what they are granted"
  on public.email_templates for all to service_role using (true) with check (true);
revoke all on public.email_templates from public, anon, authenticated, service_role;
grant select on public.email_templates to authenticated;
grant insert (name, subject, content, template_type) on public.email_templates to authenticated;
grant update (name, subject, content, template_type) on public.email_templates to authenticated;
grant all on public.email_templates to service_role;

create table public.default_mails (
  template_type text primary key,
  name text not null,
  subject text not null,
  -- HTML.
  content text not null
);

alter table public.default_mails enable row level security;
create policy "Server functions may do what they are granted"
  on public.default_mails for all to service_role using (true) with check (true);
revoke all on public.default_mails from public, anon, authenticated, service_role;
grant select on public.default_mails to authenticated;
grant all on public.default_mails to service_role;

create table public.mail_settings (
  template_type text primary key check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  is_on boolean not null default true,
  -- How long before or after its occasion it is sent; null for at once.
  wait_hours integer check (wait_hours between 0 and 8760),
  -- The local time of day it is sent; null for any.
  send_at time,
  -- How often for one occasion.
  most integer not null default 1 check (most between 1 and 5),
  updated_at timestamptz not null default now()
);

alter table public.mail_settings enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_settings for all to service_role using (true) with check (true);
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
as $$
  select '<p class="preview" style="display:none">' || preview || '</p>' || chr(10)
    || '<h1>' || heading || '</h1>' || chr(10)
    || body;
$$;

create function private.mail_paragraph(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p>' || content || '</p>' || chr(10);
$$;

create function private.mail_sign_off(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="sign-off">' || content || '</p>' || chr(10);
$$;

create function private.mail_small_print(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="small-print">' || content || '</p>' || chr(10);
$$;

create function private.mail_button(label text, href text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="button"><a href="' || href || '">' || label || '</a></p>' || chr(10);
$$;

create function private.mail_code(name text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="code">{{ ' || name || ' }}</p>' || chr(10);
$$;

create function private.mail_line(label text, value text) returns text
language sql immutable set search_path = ''
as $$
  select '<tr><th scope="row">' || label || '</th><td>' || value || '</td></tr>' || chr(10);
$$;

create function private.mail_line_unless_zero(label text, name text, sign text default '') returns text
language sql immutable set search_path = ''
as $$
  select '{% if ' || name || ' != "$0.00" %}' || private.mail_line(label, sign || '{{ ' || name || ' }}') || '{% endif %}' || chr(10);
$$;

create function private.mail_line_if(label text, name text) returns text
language sql immutable set search_path = ''
as $$
  select '{% if ' || name || ' %}{% if ' || name || ' != "" %}' || private.mail_line(label, '{{ ' || name || ' }}')
    || '{% endif %}{% endif %}' || chr(10);
$$;

create function private.mail_nearby_discount() returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version doesn't know the amount.
  select '{% if nearby_discount %}'
    || private.mail_line_unless_zero('Nearby discount', 'nearby_discount', '−')
    || '{% endif %}' || chr(10);
$$;

create function private.mail_tax_lines(prefix text default '') returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version has no tax_lines.
  select '{% if tax_lines %}{% assign taxes = tax_lines | split: "\n" %}{% for tax_line in taxes %}'
    || '{% assign parts = tax_line | split: ": $" %}'
    || private.mail_line(prefix || '{{ parts[0] }}', '${{ parts[1] }}')
    || '{% endfor %}{% else %}' || private.mail_line_unless_zero(prefix || '{{ tax_label }}', 'tax')
    || '{% endif %}' || chr(10);
$$;

create function private.mail_paid_lines(paid_line text) returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version doesn't know the amounts.
  select '{% if later_tip %}'
    || private.mail_line_unless_zero('Tip when paying', 'later_tip')
    || private.mail_line_unless_zero('{{ reduction_label }}', 'reduction', '−')
    || '{% endif %}' || chr(10)
    || paid_line
    || private.mail_refunded_lines();
$$;

create function private.mail_refunded_lines() returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version doesn't know the amounts.
  select '{% if amount_owed_back %}'
    || private.mail_line_unless_zero('Refunded', 'amount_refunded', '−')
    || private.mail_line_unless_zero('To be refunded', 'amount_owed_back', '−')
    || '{% endif %}' || chr(10);
$$;

create function private.mail_untaxed_line() returns text
language sql immutable set search_path = ''
as $$
  select '{% if tax == "$0.00" %}' || private.mail_line_if('Tax', 'due_on_site_tax') || '{% endif %}' || chr(10);
$$;

create function private.mail_list(variadic lines text[]) returns text
language sql immutable set search_path = ''
as $$
  select '<table class="details">' || chr(10) || array_to_string(lines, '') || '</table>' || chr(10);
$$;

create function private.add_default_mail(kind text, label text, subject_line text, html text) returns void
language sql set search_path = ''
as $$
  insert into public.email_templates (name, template_type, subject, content) values (label, kind, subject_line, html);
  insert into public.default_mails (name, template_type, subject, content) values (label, kind, subject_line, html);
$$;

create function private.guard_template() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    perform private.require_fresh_proof();
    perform private.notify_administrators('The wording of the email “' || new.name || '” was changed.');
  end if;
  return null;
end;
$$;

create trigger guard_template after insert or update on public.email_templates
  for each row execute function private.guard_template();

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
  -- An email address; after erasure, a mark of it.
  email text primary key,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now()
);

alter table public.mail_choices enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_choices for all to service_role using (true) with check (true);
revoke all on public.mail_choices from public, anon, authenticated, service_role;
grant all on public.mail_choices to service_role;

create table public.mail_choice_links (
  token_hash bytea primary key,
  email text not null references public.mail_choices (email) on update cascade on delete cascade,
  created_at timestamptz not null default now()
);

create index mail_choice_links_email_idx on public.mail_choice_links (email);

alter table public.mail_choice_links enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_choice_links for all to service_role using (true) with check (true);
revoke all on public.mail_choice_links from public, anon, authenticated, service_role;
grant all on public.mail_choice_links to service_role;

create function private.unsubscribe_token(whose text) returns text
language plpgsql set search_path = ''
as $$
declare
  token text := private.new_token();
begin
  insert into public.mail_choices (email) values (whose) on conflict (email) do nothing;
  insert into public.mail_choice_links (token_hash, email) values (private.hash_of_token(token), whose);
  return token;
end;
$$;

create function private.has_unsubscribed(whose text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.mail_choices
    where email in (whose, private.keyed_hash(whose)) and unsubscribed_at is not null
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
  select * into choice from public.mail_choices
  where email = (
    select link.email from public.mail_choice_links as link where link.token_hash = private.hash_of_token(secret)
  )
  for update;
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
    or (
      booking.status = 'confirmed' and booking.payment_option = 'pay_full_online'
      and booking.total_cents <= booking.due_now_cents
    );
$$;

create function private.receipt_facts(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'payments', coalesce(jsonb_agg(jsonb_build_object(
      'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', private.tip_on_receipt(payment),
      'settled_at', payment.settled_at
    ) order by payment.settled_at), '[]'),
    'given_back_cents', coalesce(sum(
      payment.amount_cents - private.keepable_cents(payment) - (
        select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = payment.id and status = 'owed'
      )
    ), 0),
    'owed_cents', (select sums.owed_cents from private.payment_sums(target_booking_id) as sums),
    'reduction', (
      select jsonb_build_object('cents', money.reduced_cents, 'tax_cents', money.reduced_tax_cents)
      from public.bookings as booking, private.money_of(booking) as money
      where booking.id = target_booking_id
    )
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
    private.visit_link_data(booking)
  )
  from public.bookings as booking
  where booking.booking_date = today + 1
    and booking.customer_email is not null
    and private.is_standing(booking.status)
    and booking.done_at is null
    and booking.no_show_at is null
    -- No reminder of a visit cancelled because of rain.
    and not private.is_rained_out(booking.id)
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
    private.visit_link_data(booking)
      || jsonb_build_object('unsubscribe_token', private.unsubscribe_token(booking.customer_email))
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
  select case when private.held_until() > '-infinity' then 0
    else private.queue_reminders(as_of) + private.queue_review_requests(as_of)
      + private.queue_held_back_notice(as_of) + private.queue_trouble_notices(as_of)
  end;
$$;

create trigger mail_after_visit after update of status, done_at on public.bookings
  for each row execute function private.mail_after_visit();

revoke all on function public.queue_due_mails from public, anon, authenticated, service_role;
grant execute on function
  private.is_paid_in_full, private.queue_reminders, private.ask_for_review, private.queue_review_requests,
  public.queue_due_mails
  to service_role;

create function private.with_new_links(mail public.mail_outbox, booking public.bookings) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  data jsonb := mail.data - 'link_hash';
  former bytea := private.link_hash_of(mail);
  token text := private.new_token();
  hash bytea := private.hash_of_token(token);
begin
  if data ? 'visit' then
    data := jsonb_set(data, '{visit,path}', to_jsonb(private.add_visit_link(booking)));
  end if;
  if data ? 'pay' then
    insert into public.payment_links (booking_id, token_hash, is_mailed, expires_at)
    select booking.id, hash, true, link.expires_at from public.payment_links as link where link.token_hash = former;
    data := jsonb_set(data, '{pay,path}', to_jsonb('/pay?token=' || token));
  elsif data ? 'offer' then
    update public.rain_answers as answer set token_hash = hash
    where mail.template_type = 'rain_day' and answer.booking_id = booking.id and answer.state = 'asked';
    update public.swap_answers as answer set token_hash = hash
    where mail.template_type = 'swap_request' and answer.booking_id = booking.id and answer.is_open;
    update public.mail_outbox as other
    set data = other.data || jsonb_build_object('link_hash', encode(hash, 'hex'))
    where other.booking_id = booking.id and other.data ->> 'link_hash' = encode(former, 'hex');
    data := jsonb_set(data, '{offer,path}', to_jsonb(
      case mail.template_type when 'rain_day' then '/rain' else '/swap' end || '?token=' || token
    ));
  end if;
  return data || case mail.template_type
    when 'review_request' then jsonb_build_object('unsubscribe_token', private.unsubscribe_token(mail.to_email))
    when 'work_photos' then jsonb_build_object('photo_token', private.photo_token(booking.id))
    else '{}'
  end;
end;
$$;

create function private.send_again(mail public.mail_outbox, booking public.bookings, mail_key text) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.booking_changes as change
    where change.booking_id = booking.id and change.was ->> 'customer_email' = mail.to_email
  ) then
    mail.to_email := booking.customer_email;
  end if;
  if mail.to_email is null then
    return;
  end if;
  perform public.enqueue_mail(
    mail_key,
    mail.template_type,
    mail.to_email,
    mail.booking_id,
    private.with_new_links(mail, booking) || case when mail.data ? 'sequence'
      then jsonb_build_object('sequence', booking.calendar_sequence) else '{}' end
  );
end;
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

create table private.backup_state (
  only_row boolean primary key default true check (only_row),
  scheduled_since timestamptz not null,
  -- The newest backup has everything until then.
  succeeded_at timestamptz,
  -- What went wrong since then.
  failure text check (length(failure) <= 1000),
  next_attempt_at timestamptz not null,
  -- The lease of the server that is making one.
  leased_until timestamptz,
  -- The attempts that failed since the newest backup.
  failures integer not null default 0
);

alter table private.backup_state enable row level security;
revoke all on private.backup_state from public, anon, authenticated, service_role;

create function private.backup_trouble(as_of timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('last', succeeded_at, 'reason', coalesce(failure, ''))
  from private.backup_state
  where failure is not null or coalesce(succeeded_at, scheduled_since) < as_of - interval '36 hours';
$$;

create function private.queue_backup_notice(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  trouble jsonb := private.backup_trouble(as_of);
  key_of_day text := 'backup_missing:' || private.local_day(as_of);
begin
  if trouble is null or exists (select from public.mail_outbox where key = key_of_day) then
    return 0;
  end if;
  perform public.enqueue_mail(
    key_of_day,
    'backup_missing',
    (select info_email from private.business),
    null,
    jsonb_build_object(
      'reason', trouble ->> 'reason',
      'last_backup', coalesce(to_char(
        (trouble ->> 'last')::timestamptz at time zone 'America/Toronto', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM'
      ), '')
    )
  );
  return (select count(*) from public.mail_outbox where key = key_of_day);
end;
$$;

create table private.outside_world (
  part text primary key check (part in ('mail', 'payments', 'texts', 'address', 'files', 'backups')),
  name text not null check (length(name) between 1 and 300),
  connected_at timestamptz not null default now()
);

alter table private.outside_world enable row level security;
revoke all on private.outside_world from public, anon, authenticated, service_role;

create function public.correct_booking(target_booking_id uuid, was jsonb, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.lock_booking_for_owner(target_booking_id);
  after public.bookings;
  correctable jsonb := private.correctable_columns(before);
  owners_note text;
  notified text[];
begin
  perform private.require_confirmed_booking(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if coalesce(jsonb_typeof(was) <> 'object', true) or coalesce(jsonb_typeof(changes) <> 'object', true) then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end if;
  if changes = '{}' or not correctable @> was
    or array(select jsonb_object_keys(changes) order by 1) <> array(select jsonb_object_keys(was) order by 1) then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := jsonb_populate_record(before, changes);
  after.customer_email := nullif(lower(btrim(after.customer_email)), '');
  select note into owners_note from public.customers where email = before.customer_email and note <> '';
  begin
    update public.bookings
    set
      customer_name = after.customer_name,
      customer_email = after.customer_email,
      customer_phone = after.customer_phone,
      car_model = after.car_model,
      car_year = after.car_year,
      address = after.address,
      city = after.city,
      province = after.province,
      postal_code = after.postal_code,
      gate_access = after.gate_access,
      has_water = after.has_water,
      has_power = after.has_power,
      customer_notes = after.customer_notes,
      opens_by_id = before.opens_by_id
        and (before.customer_email is null or before.customer_email is not distinct from after.customer_email)
    where id = before.id
    returning * into after;
  exception when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end;
  if before.customer_email is distinct from after.customer_email then
    -- The owner's note about the customer goes along when this was their last booking with the former address.
    update public.customers
    set note = owners_note, note_version = note_version + 1
    where email = after.customer_email and note = '' and owners_note is not null
      and not exists (select from public.customers where email = before.customer_email);
    perform private.move_mails(before, after);
  end if;
  perform private.mail_correction(before, after, changes);
  return jsonb_build_object('notified', after.customer_email);
end;
$$;

create function private.move_mails(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  mail public.mail_outbox;
  asked uuid[] := array(
    select distinct on (one.template_type) one.id
    from public.mail_outbox as one
    where one.booking_id = after.id and one.status = 'sent' and one.to_email = before.customer_email
      and (
        (one.template_type = 'rain_day' and private.rain_mail_stands(one))
        or (one.template_type = 'swap_request' and private.swap_mail_stands(one))
      )
    order by one.template_type, one.created_at desc
  );
begin
  update public.bookings
  set user_id = null
  where id = after.id and user_id in (
    select person.id
    from auth.users as person
    join public.booking_changes as change on change.booking_id = after.id and change.action = 'linked'
    where person.email = before.customer_email and change."is" ->> 'user_id' = person.id::text
  );
  perform private.revoke_links(array[after.id]);
  for mail in
    select * from public.mail_outbox
    where booking_id = after.id and status = 'queued' and to_email = before.customer_email
    order by created_at
  loop
    mail.to_email := coalesce(after.customer_email, mail.to_email);
    update public.mail_outbox
    set
      to_email = mail.to_email,
      data = private.with_new_links(mail, after),
      status = case when after.customer_email is null then 'dropped' else status end
    where id = mail.id;
  end loop;
  for mail in select * from public.mail_outbox where id = any (asked) loop
    perform private.send_again(mail, after, 'corrected:' || mail.id || ':' || (
      select max(id) from public.booking_changes where booking_id = after.id
    ));
  end loop;
end;
$$;

create function private.correctable_columns(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'customer_name', booking.customer_name, 'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone, 'car_model', booking.car_model, 'car_year', booking.car_year,
    'address', booking.address, 'city', booking.city, 'province', booking.province,
    'postal_code', booking.postal_code
  ) || private.optional_details(booking);
$$;

create function private.mail_correction(before public.bookings, after public.bookings, changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  occasion text := 'booking_corrected:' || after.id || ':' || (
    select max(id) from public.booking_changes where booking_id = after.id
  );
  -- `former`: the reader is no longer the booking's.
  shared jsonb := jsonb_build_object('reply_to', (select info_email from private.business), 'former', '');
begin
  perform public.enqueue_mail(
    occasion, 'booking_corrected', after.customer_email, after.id,
    shared || jsonb_build_object('changes', private.correction_in_words(after, changes))
  );
  if before.customer_email is distinct from after.customer_email then
    perform public.enqueue_mail(
      occasion || ':former', 'booking_corrected', before.customer_email, after.id,
      shared || jsonb_build_object(
        'changes', 'Emails about this booking now go to another address.', 'former', 'yes'
      )
    );
  end if;
end;
$$;

create function private.correction_in_words(booking public.bookings, changes jsonb) returns text
language sql stable set search_path = ''
as $$
  select string_agg(line, chr(10) order by place)
  from (
    values
      (1, array['customer_name'], 'Name: ' || booking.customer_name),
      (2, array['customer_email'], 'Email: ' || booking.customer_email),
      (3, array['customer_phone'], 'Phone: ' || private.phone_in_words(booking.customer_phone)),
      (4, array['car_model', 'car_year'], concat_ws(' ', 'Car:', booking.car_year, booking.car_model)),
      (5, array['address', 'city', 'province', 'postal_code'], format(
        'Address: %s, %s, %s %s', booking.address, booking.city, booking.province, booking.postal_code
      )),
      (6, array['gate_access', 'has_water', 'has_power', 'customer_notes'], 'Notes and access: updated')
  ) as told (place, columns, line)
  where changes ?| columns;
$$;

create function private.phone_in_words(phone text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(phone, '^\+1(\d{3})(\d{3})(\d{4})$', '(\1) \2-\3');
$$;

create function public.send_booking_message(target_booking_id uuid, message text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  written text := btrim(send_booking_message.message, E' \t\r\n');
begin
  if booking.customer_email is null or private.is_forgotten(booking.customer_email) then
    raise exception using errcode = 'PT409', message = 'no_email_address';
  end if;
  if coalesce(length(written), 0) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'message_invalid';
  end if;
  if exists (
    select
    from public.mail_outbox
    where key = 'booking_message:' || request_id
      and (booking_id, data ->> 'message') is distinct from (booking.id, written)
  ) then
    raise exception using errcode = 'PT409', message = 'operation_key_used';
  end if;
  perform public.enqueue_mail(
    'booking_message:' || request_id, 'booking_message', booking.customer_email, booking.id,
    jsonb_build_object('message', written, 'reply_to', (select info_email from private.business))
  );
  perform private.note_change(booking.id, 'message_sent', null, jsonb_build_object('mail_id', mail.id))
  from public.mail_outbox as mail
  where mail.key = 'booking_message:' || request_id and mail.created_at = now();
end;
$$;

revoke all on function public.correct_booking, public.send_booking_message
  from public, anon, authenticated, service_role;
grant execute on function public.correct_booking, public.send_booking_message to authenticated;

create function private.sale_of(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'service_id', booking.service_id, 'service_name', booking.service_name, 'vehicle_type', booking.vehicle_type,
    'vehicle_name', booking.vehicle_name, 'add_ons', booking.add_ons, 'duration_minutes', booking.duration_minutes,
    'price_cents', booking.price_cents, 'discount_cents', booking.discount_cents,
    'nearby_discount_cents', booking.nearby_discount_cents, 'tax_cents', booking.tax_cents,
    'tax_lines', booking.tax_lines, 'total_cents', booking.total_cents
  );
end;
$$;

create function private.misfit_of_sale(before public.bookings, after public.bookings) returns text
language plpgsql set search_path = ''
as $$
declare
  is_longer boolean := after.duration_minutes > before.duration_minutes;
begin
  if private.has_begun(before) or (not is_longer and before.service_id = after.service_id) then
    return null;
  end if;
  perform private.lock_day(before.booking_date);
  if not is_longer and exists (
    select from public.slot_claims as claim
    join public.crews on crews.number = claim.crew
    where claim.booking_id = before.id and (crews.skills is null or after.service_id = any (crews.skills))
  ) then
    return null;
  end if;
  return case
    -- Work ends on the day it began.
    when extract(epoch from after.booking_time) / 60 + after.duration_minutes > 24 * 60 then 'slot_taken'
    when private.free_crew(
      private.span_of(after), private.place_of(after.postal_code), after.id, after.service_id
    ) is null then 'slot_taken'
    when is_longer and not private.is_within_hours(after.booking_date, after.booking_time, after.duration_minutes)
      then 'outside_hours'
  end;
end;
$$;

create function private.resize_claim(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  claim public.slot_claims;
  span tstzrange := private.span_of(after);
begin
  perform private.lock_day(after.booking_date);
  select * into claim from public.slot_claims where booking_id = after.id;
  if not found then
    return;
  end if;
  if private.has_begun(before) then
    span := tstzrange(lower(span), least(
      upper(span),
      private.instant_of(after.booking_date + 1, '00:00'),
      (
        select min(lower(other.during)) from public.slot_claims as other
        where other.local_date = claim.local_date and other.crew = claim.crew and other.reason is null
          and other.id <> claim.id and lower(other.during) >= upper(claim.during)
      )
    ), '[)');
  elsif after.duration_minutes > before.duration_minutes or after.service_id <> before.service_id then
    -- Null in blocked time, which a visit that is not longer keeps.
    claim.crew := coalesce(
      private.free_crew(span, private.place_of(after.postal_code), after.id, after.service_id), claim.crew
    );
  end if;
  update public.slot_claims set during = span, crew = claim.crew, service_name = after.service_name where id = claim.id;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

create function private.runs_into_next(before public.bookings, after public.bookings) returns boolean
language sql stable set search_path = ''
return private.has_begun(before) and exists (
  select from public.slot_claims as claim
  join public.slot_claims as other on other.local_date = claim.local_date and other.crew = claim.crew
  where claim.booking_id = after.id and other.id <> claim.id and other.reason is null
    and lower(other.during) >= upper(claim.during)
    and lower(other.during) < upper(private.span_of(after))
);

create function private.with_sale(before public.bookings, sale jsonb) returns public.bookings
language plpgsql stable set search_path = ''
as $$
declare
  after public.bookings := jsonb_populate_record(before, sale);
  collected integer := (select collected_cents from private.payment_sums(before.id));
begin
  after.sale_changed_at := now();
  if exists (
    select from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where payment.booking_id = before.id and refund.overpaid_cents > 0 and refund.status <> 'failed'
  ) then
    after.due_now_cents := least(before.due_now_cents, greatest(1, collected));
  end if;
  if after.service_id <> before.service_id then
    after.sold_features := private.features_of(after.service_id);
  end if;
  if after.duration_minutes <> before.duration_minutes then
    after.calendar_sequence := before.calendar_sequence + 1;
  end if;
  if before.status = 'paid' then
    after.status := case before.deposit_paid when true then 'deposit_paid' else 'confirmed' end;
    if after.total_cents <= before.total_cents or private.due_on_site_cents(after, collected) = 0 then
      after.status := 'paid';
    end if;
  elsif private.due_on_site_cents(before, collected) > 0 and private.due_on_site_cents(after, collected) = 0
    and not private.is_paid_in_full(after) then
    after.status := 'paid';
  end if;
  return after;
end;
$$;

create function private.keep_mails_of_sale(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox
  set data = data || jsonb_build_object('sequence', after.calendar_sequence)
  where booking_id = after.id and template_type = 'booking_rescheduled' and status = 'queued'
    and (data ->> 'sequence')::integer = before.calendar_sequence;
  update public.text_outbox
  set data = data || jsonb_build_object('sequence', after.calendar_sequence)
  where booking_id = after.id and kind = 'moved' and status = 'queued'
    and (data ->> 'sequence')::integer = before.calendar_sequence;
  if before.status = 'paid' and after.status <> 'paid' then
    update public.mail_outbox
    set
      key = key || ':changed:' || id,
      status = case when status = 'queued' and coalesce(locked_until, '-infinity') <= now() then 'dropped' else status end
    where key = 'receipt:' || after.id;
  end if;
end;
$$;

create function private.money_in_words(cents integer) returns text
language sql immutable set search_path = ''
return case when cents < 0 then '−' else '' end || '$' || to_char(abs(cents) / 100.0, 'FM999,999,990.00');

create function private.taxes_of(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when booking.tax_cents = 0 then '[]'
    when sum((line ->> 'cents')::integer) = booking.tax_cents then jsonb_agg(line)
    else jsonb_build_array(jsonb_build_object('label', coalesce(nullif(booking.tax_label, ''), 'Tax'), 'cents', booking.tax_cents))
  end
  from jsonb_array_elements(coalesce(nullif(booking.tax_lines, 'null'), '[]')) as line
  where (line ->> 'cents')::integer > 0;
$$;

create function private.reduction_in_words(tax_cents integer) returns text
language sql immutable set search_path = ''
return 'Reduced by refund' || case when tax_cents > 0 then ', with ' || private.money_in_words(tax_cents) || ' tax' else '' end;

create function private.sale_in_words(before public.bookings, after public.bookings) returns text
language sql stable set search_path = ''
as $$
  with
    money as (
      select
        sums.*,
        (before.price_cents, before.discount_cents, before.tax_cents, before.total_cents)
          is distinct from (after.price_cents, after.discount_cents, after.tax_cents, after.total_cents) as is_changed
      from private.money_of(after) as sums
    ),
    amounts (place, is_told, label, cents) as (
      select line.*
      from money
      cross join lateral (
        values
          (10, true, 'Price', after.price_cents),
          (
            11, after.discount_cents > after.nearby_discount_cents,
            coalesce('Coupon ' || after.coupon_code, 'Discount'), after.nearby_discount_cents - after.discount_cents
          ),
          (12, after.nearby_discount_cents > 0, 'Nearby discount', -after.nearby_discount_cents),
          (15, after.tip_cents > 0, 'Tip when booking', after.tip_cents),
          (16, money.tip_cents > 0, 'Tip when paying', money.tip_cents),
          (17, money.reduced_cents > 0, private.reduction_in_words(money.reduced_tax_cents), -money.reduced_cents),
          (18, true, 'Total', money.price_cents - money.reduced_cents),
          (19, money.paid_cents > 0, 'Paid', money.paid_cents),
          (20, money.refunded_cents > money.owed_cents, 'Refunded', money.owed_cents - money.refunded_cents),
          (21, money.owed_cents > 0, 'To be refunded', -money.owed_cents),
          (22, money.disputed_cents > 0, 'Disputed by your bank', -money.disputed_cents)
      ) as line
      where money.is_changed
      union all
      select 13, true, tax ->> 'label', (tax ->> 'cents')::integer
      from money, jsonb_array_elements(private.taxes_of(after)) as tax
      where money.is_changed
      union all
      select 30, true, case when money.overpaid_cents > 0 then 'Overpaid' else 'Still to pay' end,
        case when money.overpaid_cents > 0 then money.overpaid_cents else money.due_on_site_cents end
      from money
    )
  select string_agg(line, chr(10) order by place)
  from (
    select place, is_true, line
    from (
      values
        (1, before.service_name <> after.service_name, 'Service: ' || after.service_name),
        (2, before.vehicle_type <> after.vehicle_type, 'Vehicle: ' || coalesce(after.vehicle_name, after.vehicle_type)),
        (3, before.add_ons is distinct from after.add_ons, 'Add-ons: ' || coalesce((
          select string_agg(value ->> 'name', ', ' order by ordinality)
          from jsonb_array_elements(after.add_ons) with ordinality
        ), 'none')),
        (
          4, before.duration_minutes <> after.duration_minutes,
          'Length: ' || concat_ws(
            ' ',
            case after.duration_minutes / 60 when 0 then null when 1 then '1 hour' else after.duration_minutes / 60 || ' hours' end,
            case after.duration_minutes % 60 when 0 then null when 1 then '1 minute' else after.duration_minutes % 60 || ' minutes' end
          )
        )
    ) as work (place, is_true, line)
    union all
    select place, is_told, label || ': ' || private.money_in_words(cents) from amounts
  ) as told
  where is_true;
$$;

create function private.shown_columns(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'service_id', booking.service_id, 'vehicle_type', booking.vehicle_type,
    'add_ons', coalesce(jsonb_path_query_array(booking.add_ons, '$[*].id'), '[]'),
    'price_cents', booking.price_cents, 'total_cents', booking.total_cents
  );
end;
$$;

create function public.change_visit(
  target_booking_id uuid, seen jsonb, sale jsonb, anyway boolean, acting_admin uuid, only_preview boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.lock_booking(target_booking_id);
  after public.bookings;
  misfit text;
  runs_over boolean;
  is_same boolean := private.sale_of(before) = sale;
begin
  perform private.act_as(acting_admin);
  perform private.require_confirmed_booking(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  elsif private.is_rained_out(before.id) then
    raise exception using errcode = 'PT409', message = 'visit_rained_out';
  elsif not is_same and private.shown_columns(before) <> seen then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := case when is_same then before else private.with_sale(before, sale) end;
  misfit := private.misfit_of_sale(before, after);
  runs_over := private.runs_into_next(before, after);
  if not only_preview and misfit is not null and not (misfit = 'outside_hours' and anyway) then
    raise exception using errcode = 'PT409', message = misfit;
  end if;
  if not only_preview and not is_same then
    perform private.store_sale(before, after);
    perform private.look_at_no_show(before.id);
  end if;
  return jsonb_build_object(
    'problem', misfit, 'overlaps', runs_over, 'status', after.status,
    'due_on_site_cents', private.due_on_site_cents(after),
    'overpaid_cents', (select overpaid_cents from private.money_of(after)),
    'notified', after.customer_email
  );
end;
$$;

create function private.store_sale(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if (before.duration_minutes, before.service_id) is distinct from (after.duration_minutes, after.service_id) then
    perform private.end_swap_of(before.id);
  end if;
  update public.bookings
  set
    service_id = after.service_id, service_name = after.service_name, vehicle_type = after.vehicle_type,
    vehicle_name = after.vehicle_name, add_ons = after.add_ons, sold_features = after.sold_features,
    duration_minutes = after.duration_minutes, price_cents = after.price_cents,
    discount_cents = after.discount_cents, nearby_discount_cents = after.nearby_discount_cents,
    tax_cents = after.tax_cents, tax_lines = after.tax_lines, total_cents = after.total_cents,
    due_now_cents = after.due_now_cents, status = after.status, calendar_sequence = after.calendar_sequence,
    sale_changed_at = after.sale_changed_at
  where id = before.id;
  if (before.duration_minutes, before.service_id, before.service_name)
    is distinct from (after.duration_minutes, after.service_id, after.service_name) then
    perform private.resize_claim(before, after);
  end if;
  perform private.keep_mails_of_sale(before, after);
  perform public.enqueue_mail(
    'booking_corrected:' || after.id || ':' || (
      select max(id) from public.booking_changes where booking_id = after.id
    ),
    'booking_corrected', after.customer_email, after.id,
    jsonb_build_object(
      'reply_to', (select info_email from private.business), 'former', '',
      'changes', private.sale_in_words(before, after)
    )
  );
end;
$$;

revoke all on function public.change_visit from public, anon, authenticated, service_role;
grant execute on function public.change_visit to service_role;

create table public.text_settings (
  id boolean primary key default true check (id),
  is_on boolean not null default false,
  kinds text[] not null default '{confirmation,reminder,on_my_way,rain_day,offer,moved,cancelled}' check (
    kinds <@ '{confirmation,reminder,on_my_way,rain_day,offer,moved,cancelled}'::text[]
  ),
  -- The reminder comes at this local time on the day before, or that many hours before the visit.
  reminder_at time default '18:00' check (extract(second from reminder_at) = 0),
  reminder_hours smallint check (reminder_hours between 1 and 48),
  -- From this local time on until that one in the morning, texts wait.
  quiet_from time not null default '21:00' check (extract(second from quiet_from) = 0),
  quiet_until time not null default '08:00' check (extract(second from quiet_until) = 0),
  -- What the service charges for: one text has one to three, see domain/contact/text-segments.ts.
  segments_a_day integer not null default 200 check (segments_a_day between 1 and 10000),
  updated_at timestamptz not null default now(),
  constraint text_settings_remind_in_one_way check ((reminder_at is null) <> (reminder_hours is null)),
  constraint text_settings_day_has_time check (quiet_until < quiet_from)
);

alter table public.text_settings enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_settings for all to service_role using (true) with check (true);
revoke all on public.text_settings from public, anon, authenticated, service_role;
grant select on public.text_settings to authenticated, service_role;
grant update (is_on, kinds, reminder_at, reminder_hours, quiet_from, quiet_until, segments_a_day)
  on public.text_settings to authenticated;

create policy "Text settings can be read by administrators"
  on public.text_settings for select to authenticated
  using ((select public.is_admin()));

create policy "Text settings can be changed by administrators"
  on public.text_settings for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create trigger touch_updated_at before update on public.text_settings
  for each row execute function private.touch_updated_at();

create table public.text_consents (
  id uuid primary key default gen_random_uuid(),
  phone text not null check (phone ~ '^\+[0-9]{8,15}$'),
  booking_id uuid references public.bookings (id) on delete cascade,
  waiting_id uuid references public.waiting_list (id) on delete cascade,
  -- As the customer read or heard it.
  wording text not null check (length(wording) between 1 and 500),
  given_in text not null check (
    given_in in ('booking_form', 'waiting_list', 'my_bookings', 'phone_call', 'text_reply')
  ),
  given_at timestamptz not null default now(),
  -- The customer's account, or the administrator who recorded it.
  given_by uuid references auth.users (id) on delete set null,
  -- A keyed hash of the visitor's network address.
  address_mark text check (length(address_mark) <= 100),
  withdrawn_at timestamptz,
  withdrawn_in text check (withdrawn_in in ('text_reply', 'my_bookings', 'owner', 'service')),
  constraint text_consents_are_about_one_thing check (num_nonnulls(booking_id, waiting_id) = 1),
  constraint text_consents_end_in_one_way check ((withdrawn_at is null) = (withdrawn_in is null))
);

create unique index text_consents_of_booking_idx on public.text_consents (booking_id) where withdrawn_at is null;
create unique index text_consents_of_waiting_idx on public.text_consents (waiting_id) where withdrawn_at is null;
create index text_consents_given_at_idx on public.text_consents (given_at);
create index text_consents_booking_id_idx on public.text_consents (booking_id);
create index text_consents_waiting_id_idx on public.text_consents (waiting_id);
create index text_consents_given_by_idx on public.text_consents (given_by);
create index text_consents_phone_idx on public.text_consents (phone);

alter table public.text_consents enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_consents for all to service_role using (true) with check (true);
revoke all on public.text_consents from public, anon, authenticated, service_role;
grant all on public.text_consents to service_role;

create table public.text_stops (
  -- A phone; after erasure, a mark of it.
  phone text primary key,
  stopped_at timestamptz not null default now()
);

alter table public.text_stops enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_stops for all to service_role using (true) with check (true);
revoke all on public.text_stops from public, anon, authenticated, service_role;
grant all on public.text_stops to service_role;

create function private.text_is_on(kind text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.text_settings where is_on and text_is_on.kind = any (kinds));

grant execute on function private.text_is_on to service_role;

create table public.text_outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (length(key) between 1 and 200),
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{0,59}$'),
  phone text not null check (phone ~ '^\+[0-9]{8,15}$'),
  booking_id uuid references public.bookings (id) on delete cascade,
  waiting_id uuid references public.waiting_list (id) on delete cascade,
  -- Facts that only its cause has; the rest is read from the booking when the text is sent.
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- As it was sent; empty until then.
  body text not null default '' check (length(body) <= 1000),
  -- What the service charges for.
  segments smallint not null default 0 check (segments between 0 and 10),
  -- sent: accepted by the service. dropped: not sent, because it was no longer relevant, consent was withdrawn, or the
  -- customer's data was erased.
  status text not null default 'queued' check (status in ('queued', 'sent', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  -- The lease of the worker that is sending it.
  locked_until timestamptz,
  -- When a worker began to hand it to the service. It is not sent a second time unless the service refused it.
  begun_at timestamptz,
  -- The service's name of the message.
  provider_id text unique check (length(provider_id) between 1 and 100),
  error_code integer,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz
);

create index text_outbox_booking_id_idx on public.text_outbox (booking_id);
create index text_outbox_waiting_id_idx on public.text_outbox (waiting_id);
create index text_outbox_phone_idx on public.text_outbox (phone);
create index text_outbox_queued_idx on public.text_outbox (next_attempt_at) where status = 'queued';
create index text_outbox_begun_idx on public.text_outbox (begun_at) where begun_at is not null;
create index text_outbox_created_at_idx on public.text_outbox (created_at);
create index text_outbox_words_idx on public.text_outbox (created_at)
  where status <> 'queued' and (body <> '' or data <> '{}');
create index text_outbox_failed_idx on public.text_outbox (created_at desc) where status = 'failed';

alter table public.text_outbox enable row level security;
create policy "Server functions may do what they are granted"
  on public.text_outbox for all to service_role using (true) with check (true);
revoke all on public.text_outbox from public, anon, authenticated, service_role;
grant all on public.text_outbox to service_role;

create function private.drop_text_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.data := private.without_links(new.data);
  if new.provider_id is not null or new.status = 'failed' then
    new.body := regexp_replace(new.body, '(/visit/|[?&]token=)[A-Za-z0-9_-]+', '\1…', 'g');
  end if;
  return new;
end;
$$;

create trigger drop_text_links before insert or update on public.text_outbox
  for each row when (new.status <> 'queued') execute function private.drop_text_links();

create function private.can_be_texted(number text) returns boolean
language sql stable security definer set search_path = ''
return number ~ '^\+1[2-9][0-9]{2}[2-9][0-9]{6}$'
  and number !~ '^\+1(800|833|844|855|866|877|888|900)'
  and not exists (select from public.text_stops where phone in (number, private.keyed_hash(number)))
  and not exists (
    select from public.text_outbox
    where phone = number and error_code in (21211, 21614, 30005, 30006) and created_at > now() - interval '90 days'
  );

create function private.enqueue_text(text_key text, kind text, target_booking_id uuid, text_data jsonb default '{}')
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.text_is_on(enqueue_text.kind) then
    insert into public.text_outbox (key, kind, phone, booking_id, data)
    select text_key, enqueue_text.kind, booking.customer_phone, booking.id, coalesce(text_data, '{}')
    from public.bookings as booking
    join public.text_consents as consent
      on consent.booking_id = booking.id and consent.phone = booking.customer_phone and consent.withdrawn_at is null
    where booking.id = target_booking_id and private.can_be_texted(booking.customer_phone)
    on conflict (key) do nothing;
  end if;
end;
$$;

grant execute on function private.can_be_texted, private.enqueue_text to service_role;

create function private.is_quiet(as_of timestamptz) returns boolean
language sql stable security definer set search_path = ''
return (
  select private.local_time(as_of)::time >= quiet_from or private.local_time(as_of)::time < quiet_until
  from public.text_settings
);

create function private.morning_after(as_of timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
return (
  select private.instant_of(
    private.local_day(as_of) + (private.local_time(as_of)::time >= quiet_until)::integer, quiet_until
  )
  from public.text_settings
);

create function private.before_quiet(moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
return (
  select case when private.is_quiet(moment) then
    private.instant_of(
      private.local_day(moment) - (private.local_time(moment)::time < quiet_until)::integer, quiet_from
    ) - interval '30 minutes'
  else moment end
  from public.text_settings
);

create function private.text_ends_at(data jsonb) returns timestamptz
language sql stable set search_path = ''
return private.instant_of((data #>> '{offer,until,date}')::date, (data #>> '{offer,until,time}')::time);

create function private.text_is_true(message public.text_outbox, as_of timestamptz) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  if not private.text_is_on(message.kind) or not private.can_be_texted(message.phone) or not exists (
    select from public.text_consents as consent
    where consent.phone = message.phone and consent.withdrawn_at is null
      and (consent.booking_id = message.booking_id or consent.waiting_id = message.waiting_id)
  ) then
    return false;
  end if;
  if message.kind = 'offer' then
    return exists (
      select from public.offered_times
      where id = split_part(message.key, ':', 2)::uuid and closed_at is null and expires_at > as_of
    );
  end if;
  select * into booking from public.bookings where id = message.booking_id;
  if message.kind = 'cancelled' then
    return booking.status = 'cancelled' and lower(private.span_of(booking)) > as_of;
  end if;
  if not private.is_standing(booking.status) or coalesce(booking.done_at, booking.no_show_at) is not null then
    return false;
  end if;
  return case message.kind
    when 'on_my_way' then message.created_at > as_of - interval '30 minutes'
    when 'rain_day' then (message.data ->> 'sequence')::integer = booking.calendar_sequence and
      case when message.data ? 'offer' then
        private.rain_mail_stands(jsonb_populate_record(null::public.mail_outbox, jsonb_build_object('data', message.data)))
      else not private.is_rained_out(booking.id) end
    when 'reminder' then message.key = private.reminder_key(booking) and not private.is_rained_out(booking.id)
    when 'moved' then (message.data ->> 'sequence')::integer = booking.calendar_sequence
    else true
  end and (message.kind = 'on_my_way' or lower(private.span_of(booking)) > as_of);
end;
$$;

create function public.next_text(as_of timestamptz default now(), lease_seconds integer default 60) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
  is_night boolean := private.is_quiet(as_of);
begin
  update public.text_outbox
  set status = 'failed', last_error = 'outcome_unknown', locked_until = null
  where status = 'queued' and begun_at is not null and locked_until <= as_of;
  loop
    select * into message
    from public.text_outbox
    where status = 'queued'
      and begun_at is null
      and next_attempt_at <= as_of
      and (locked_until is null or locked_until <= as_of)
      and created_at > private.held_until()
      -- In the night, only what would be too late in the morning.
      and (not is_night or kind = 'on_my_way' or private.text_ends_at(data) < private.morning_after(as_of))
    order by next_attempt_at, created_at
    limit 1
    for update skip locked;
    if not found then
      return null;
    end if;
    exit when private.text_is_true(message, as_of);
    update public.text_outbox set status = 'dropped', locked_until = null, data = '{}' where id = message.id;
  end loop;
  update public.text_outbox
  set attempts = attempts + 1, locked_until = as_of + lease_seconds * interval '1 second'
  where id = message.id;
  return jsonb_build_object('id', message.id, 'kind', message.kind, 'phone', message.phone, 'data', message.data)
    || private.text_facts(message);
end;
$$;

create function private.text_facts(message public.text_outbox) returns jsonb
language sql stable security definer set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'service_name', service_name, 'date', booking_date, 'time', to_char(booking_time, 'HH24:MI')
    )
    from public.bookings where id = message.booking_id
  ),
  (
    select jsonb_build_object(
      'service_name', service_name, 'date', message.data #> '{offer,times,0,date}',
      'time', message.data #> '{offer,times,0,time}'
    )
    from public.waiting_list where id = message.waiting_id
  )
);

create function private.text_segments_of_day(as_of timestamptz) returns integer
language sql stable security definer set search_path = ''
return (
  select coalesce(sum(segments), 0)::integer
  from public.text_outbox
  where begun_at >= private.instant_of(private.local_day(as_of), '00:00')
    and begun_at < private.instant_of(private.local_day(as_of) + 1, '00:00')
);

create function public.begin_text(text_id uuid, words text, segment_count integer, as_of timestamptz default now())
returns text
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
begin
  -- All workers count one after the other.
  perform private.lock_counted('public.text_outbox');
  select * into message from public.text_outbox
  where id = text_id and status = 'queued' and begun_at is null
  for update;
  if not found then
    return 'dropped';
  end if;
  if not private.text_is_true(message, as_of) then
    update public.text_outbox set status = 'dropped', locked_until = null, data = '{}' where id = message.id;
    return 'dropped';
  end if;
  if private.text_segments_of_day(as_of) + segment_count > (select segments_a_day from public.text_settings) then
    update public.text_outbox
    set
      status = case when kind in ('on_my_way', 'offer') then 'dropped' else status end,
      attempts = greatest(attempts - 1, 0),
      locked_until = null,
      last_error = 'daily_limit',
      next_attempt_at = private.instant_of(
        private.local_day(as_of) + 1, (select quiet_until from public.text_settings)
      )
    where id = message.id;
    return case when message.kind in ('on_my_way', 'offer') then 'dropped' else 'waits' end;
  end if;
  update public.text_outbox
  set begun_at = as_of, locked_until = as_of + interval '2 minutes', body = words, segments = segment_count
  where id = message.id;
  return 'send';
end;
$$;

create function public.finish_text(
  text_id uuid, outcome text, provider_id text default null, error text default null,
  error_code integer default null, as_of timestamptz default now()
) returns void
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
  wait interval;
begin
  select * into message from public.text_outbox where id = text_id for update;
  -- The service's report may have arrived before its answer.
  if message.status not in ('queued', 'failed') or message.begun_at is null then
    return;
  end if;
  wait := case when outcome = 'retry' then private.wait_after(message.attempts) end;
  update public.text_outbox
  set
    provider_id = coalesce(finish_text.provider_id, text_outbox.provider_id),
    status = case when outcome = 'sent' then 'sent' when wait is not null then 'queued' else 'failed' end,
    sent_at = case when outcome = 'sent' then as_of end,
    begun_at = case when outcome in ('retry', 'refused') then null else begun_at end,
    locked_until = null,
    next_attempt_at = coalesce(as_of + wait, next_attempt_at),
    last_error = case when outcome = 'unknown' then 'outcome_unknown' else left(error, 1000) end,
    error_code = finish_text.error_code
  where id = message.id;
  if outcome = 'sent' then
    perform public.report_trouble('text_keys', null);
  end if;
  if finish_text.error_code = 21610 then
    perform private.stop_texts(message.phone, 'service');
  end if;
end;
$$;

create function private.stop_texts(number text, heard_from text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.text_stops (phone) values (number) on conflict (phone) do nothing;
  update public.text_consents set withdrawn_at = now(), withdrawn_in = heard_from
  where phone = number and withdrawn_at is null;
  update public.text_outbox set status = 'dropped', locked_until = null, data = '{}'
  where phone = number and status = 'queued' and begun_at is null;
end;
$$;

revoke all on function public.next_text, public.begin_text, public.finish_text
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_quiet, private.morning_after, private.text_ends_at, private.text_is_true, private.text_facts,
  private.text_segments_of_day, private.stop_texts, public.next_text, public.begin_text, public.finish_text
  to service_role;

create function private.text_beside_mail(mail_key text, template text, target_booking_id uuid, mail_data jsonb)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text := case template
    when 'booking_confirmation' then 'confirmation'
    when 'phone_booking' then 'confirmation'
    when 'on_my_way' then 'on_my_way'
    when 'rain_day' then 'rain_day'
    when 'rain_day_called_off' then 'rain_day'
    when 'waiting_list_offer' then 'offer'
    when 'booking_cancellation' then 'cancelled'
  end;
begin
  if kind is null or starts_with(mail_key, 'again:') or not private.text_is_on(kind) then
    return;
  end if;
  if kind = 'offer' then
    insert into public.text_outbox (key, kind, phone, waiting_id, data)
    select mail_key, 'offer', waiting.phone, waiting.id, mail_data
    from public.offered_times as offer
    join public.waiting_list as waiting on waiting.id = offer.waiting_id
    join public.text_consents as consent
      on consent.waiting_id = waiting.id and consent.phone = waiting.phone and consent.withdrawn_at is null
    where offer.id = split_part(mail_key, ':', 2)::uuid and private.can_be_texted(waiting.phone)
    on conflict (key) do nothing;
  else
    perform private.enqueue_text(mail_key, kind, target_booking_id, mail_data);
  end if;
end;
$$;

create function private.reminder_key(booking public.bookings) returns text
language sql immutable set search_path = ''
return 'reminder:' || booking.id || ':' || booking.booking_date || ':' || to_char(booking.booking_time, 'HH24:MI');

create function public.queue_due_texts(as_of timestamptz default now()) returns integer
language plpgsql set search_path = ''
as $$
declare
  settings public.text_settings;
  due integer;
begin
  select * into settings from public.text_settings;
  if not private.text_is_on('reminder') or private.is_quiet(as_of) or private.held_until() > '-infinity' then
    return 0;
  end if;
  perform private.enqueue_text(private.reminder_key(booking), 'reminder', booking.id)
  from public.bookings as booking
  join public.text_consents as consent
    on consent.booking_id = booking.id and consent.phone = booking.customer_phone and consent.withdrawn_at is null
  cross join lateral (
    select private.before_quiet(case
      when settings.reminder_hours is null then private.instant_of(booking.booking_date - 1, settings.reminder_at)
      else lower(private.span_of(booking)) - settings.reminder_hours * interval '1 hour'
    end) as due_at
  ) as reminder
  where booking.booking_date between private.local_day(as_of) and private.local_day(as_of) + 3
    and reminder.due_at <= as_of
    and lower(private.span_of(booking)) > as_of
    and private.is_standing(booking.status)
    and booking.done_at is null
    and booking.no_show_at is null
    and not private.is_rained_out(booking.id)
    and booking.created_at < reminder.due_at
    and private.can_be_texted(booking.customer_phone)
    and not exists (
      select from public.text_outbox as told
      where told.booking_id = booking.id
        and (
          told.key = private.reminder_key(booking)
          or (told.kind in ('confirmation', 'moved') and told.created_at >= reminder.due_at)
        )
    );
  get diagnostics due = row_count;
  return due;
end;
$$;

revoke all on function public.queue_due_texts from public, anon, authenticated, service_role;
grant execute on function
  private.text_beside_mail, private.reminder_key, private.before_quiet, public.queue_due_texts
  to service_role;

create function private.consent_wording(how text) returns text
language sql stable security definer set search_path = ''
return (
  select case how
    when 'phone_call' then 'The customer agreed on the phone to text messages from ' || name
      || ' about this appointment. Message rates may apply, and the reply STOP ends them.'
    when 'waiting_list' then 'Text me when a time becomes available. ' || name || ' sends text messages about this '
      || 'waiting list to the phone number above. Message rates may apply. Reply STOP to end.'
    else 'Text me about this appointment. ' || name || ' sends text messages to the phone number of the booking. '
      || 'Message rates may apply. Reply STOP to end.'
  end
  from (select public.current_business() #>> '{business,facts,name}' as name) as business
);

create function public.text_offer(how text default 'booking_form') returns text
language sql stable security definer set search_path = ''
return (select private.consent_wording(how) from public.text_settings where is_on);

create function private.take_consent(booking public.bookings, how text, giver uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.text_consents (phone, booking_id, wording, given_in, given_by, address_mark)
  select booking.customer_phone, booking.id, public.text_offer(how), how, giver, private.keyed_hash(booking.client_address)
  from public.text_settings
  where is_on
  on conflict (booking_id) where withdrawn_at is null do nothing;
end;
$$;

create function private.take_waiting_consent(place public.waiting_list) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.text_consents (phone, waiting_id, wording, given_in)
  select place.phone, place.id, public.text_offer('waiting_list'), 'waiting_list'
  from public.text_settings
  where is_on
  on conflict (waiting_id) where withdrawn_at is null do nothing;
end;
$$;

create function private.withdraw_consent(target_booking_id uuid, how text) returns void
language sql security definer set search_path = ''
begin atomic
  update public.text_consents set withdrawn_at = now(), withdrawn_in = how
  where booking_id = target_booking_id and withdrawn_at is null;
  update public.text_outbox set status = 'dropped', locked_until = null, data = '{}'
  where booking_id = target_booking_id and status = 'queued' and begun_at is null;
end;

create function public.choose_texts(target_booking_id uuid, email text default null, wanted boolean default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  is_stopped boolean;
begin
  select * into booking
  from public.bookings as one
  where one.id = target_booking_id
    and (
      one.customer_email = private.named_email(choose_texts.email)
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  is_stopped := exists (select from public.text_stops where phone = booking.customer_phone);
  if public.text_offer() is null or not (is_stopped or private.can_be_texted(booking.customer_phone)) then
    return null;
  end if;
  if wanted and private.is_ahead(booking) then
    -- A corrected phone number needs a consent of its own.
    update public.text_consents set withdrawn_at = now(), withdrawn_in = 'my_bookings'
    where booking_id = booking.id and phone <> booking.customer_phone and withdrawn_at is null;
    perform private.take_consent(booking, 'my_bookings', (select auth.uid()));
  elsif not wanted then
    perform private.withdraw_consent(booking.id, 'my_bookings');
  end if;
  return jsonb_build_object(
    'is_on', not is_stopped and exists (
      select from public.text_consents
      where booking_id = booking.id and phone = booking.customer_phone and withdrawn_at is null
    ),
    'wording', public.text_offer('my_bookings'),
    'phone', right(booking.customer_phone, 4),
    'is_stopped', is_stopped
  );
end;
$$;

revoke all on function public.text_offer, public.choose_texts from public, anon, authenticated, service_role;
grant execute on function public.text_offer to anon, authenticated, service_role;
grant execute on function public.choose_texts to anon, authenticated;
grant execute on function private.take_consent, private.take_waiting_consent to service_role;

create table public.received_texts (
  message_id text primary key check (length(message_id) between 1 and 100),
  phone text not null check (phone ~ '^\+[0-9]{3,15}$'),
  body text not null check (length(body) <= 2000),
  -- stopped, started, help, kept: shown as an inquiry.
  meaning text not null check (meaning in ('stopped', 'started', 'help', 'kept')),
  received_at timestamptz not null default now()
);

create index received_texts_phone_idx on public.received_texts (phone, received_at);
create index received_texts_received_at_idx on public.received_texts (received_at);

alter table public.received_texts enable row level security;
create policy "Server functions may do what they are granted"
  on public.received_texts for all to service_role using (true) with check (true);
revoke all on public.received_texts from public, anon, authenticated, service_role;
grant all on public.received_texts to service_role;

create function private.plain_sentences(words text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  plain text := normalize(words, NFKD);
begin
  -- Accents, what no screen shows, and apostrophes, which people leave out.
  plain := regexp_replace(
    plain,
    '[\u0001-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u0300-\u036F\u061C\u180E\u200B-\u200F\u202A-\u202E'
    || '\u2060-\u206F\uFE00-\uFE0F\uFEFF''`\u2018\u2019\u02BC]',
    '', 'g'
  );
  plain := upper(regexp_replace(plain, '[\r\n\u2028\u2029]+', E'\n', 'g'));
  plain := regexp_replace(plain, '\n *(-{2,} *(\n|$)|SENT FROM |ENVOYE (DE|DEPUIS) |GET OUTLOOK FOR ).*$', '');
  plain := replace(regexp_replace(plain, '[.!;]+', E'\n', 'g'), '?', ' ? ');
  -- Other punctuation, symbols and emoji.
  plain := regexp_replace(
    plain, '[ -/:<->@[-_{-\u00BF\u2000-\u2027\u202F-\u205F\u2190-\u2BFF\u3000-\u303F\U0001F000-\U0001FAFF]+', ' ', 'g'
  );
  return array(
    select btrim(sentence) from string_to_table(plain, E'\n') as sentence where btrim(sentence) <> ''
  );
end;
$$;

create function private.asks_to_stop(said text) returns boolean
language sql immutable set search_path = ''
return said ~ (
  '^(((PLEASE|PLS|PLZ|KINDLY|HI|HELLO|HEY|OK|OKAY|SVP|BONJOUR) )*('
  || 'STOP( ?ALL)?|UNSUBSCRIBE( ME)?|REVOKE|OPT ?OUT|OPT ME OUT'
  || '|(STOP|END|QUIT|CANCEL)( SENDING( ME)?)?( ALL)?( THE| THESE| THIS| YOUR| MY| ANY| ANY MORE| MORE)?'
  || ' (TEXTS?|TEXT MESSAGES?|MESSAGES?|SMS)'
  || '|(STOP|QUIT) (TEXTING|MESSAGING|CONTACTING)( ME| US)?'
  || '|(DONT|DO NOT) (TEXT|MESSAGE)( ME)?|NO MORE (TEXTS|TEXT MESSAGES|MESSAGES)'
  || '|(TAKE|REMOVE) ME (OFF|FROM) (THE|THIS|YOUR) LIST'
  || '|ARRETT?|ARRETER|ARRETEZ?(( DE MENVOYER)? (CES|LES|DES|VOS) (TEXTOS|MESSAGES|SMS))?'
  || '|(ME |SE )?DESABONNER|DESABONNEMENT|DESABONNEZ? MOI|PLUS DE (TEXTOS|MESSAGES|SMS)'
  || ')( (PLEASE|PLS|PLZ|NOW|AGAIN|ANYMORE|ANY MORE|THANKS|THANK YOU|THX|TY|SVP|SIL (VOUS|TE) PLAIT|MERCI))*( |$))+$'
);

create function private.meaning_of_reply(words text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  sentences text[] := private.plain_sentences(words);
  said text := array_to_string(sentences, ' ');
begin
  return case
    when private.asks_to_stop(said) or private.asks_to_stop(sentences[1])
      or said in ('CANCEL', 'END', 'QUIT', 'REMOVE', 'TD', 'FIN', 'ANNULER') then 'stopped'
    when said in ('START', 'YES', 'UNSTOP') then 'started'
    when said in ('HELP', 'INFO', 'AIDE') then 'help'
    else 'kept'
  end;
end;
$$;

create function private.start_texts(number text) returns void
language sql security definer set search_path = ''
begin atomic
  delete from public.text_stops where phone in (number, private.keyed_hash(number));
  insert into public.text_consents (phone, booking_id, wording, given_in)
  select distinct on (consent.booking_id) number, consent.booking_id, 'START. Before: ' || left(consent.wording, 480), 'text_reply'
  from public.text_consents as consent
  join public.bookings as booking on booking.id = consent.booking_id and booking.customer_phone = number
  where consent.phone = number and consent.withdrawn_in in ('text_reply', 'service') and private.is_ahead(booking)
  order by consent.booking_id, consent.given_at desc
  on conflict (booking_id) where withdrawn_at is null do nothing;
end;

create function public.receive_text(message_id text, from_phone text, words text) returns text
language plpgsql set search_path = ''
as $$
declare
  meaning text := private.meaning_of_reply(words);
  sentences text[] := private.plain_sentences(words);
  said text := array_to_string(sentences, ' ');
  customer public.bookings;
begin
  -- "Yes" answers many questions.
  if meaning = 'started' and said = 'YES'
    and not exists (select from public.text_stops where phone in (from_phone, private.keyed_hash(from_phone))) then
    meaning := 'kept';
  end if;
  insert into public.received_texts (message_id, phone, body, meaning)
  values (receive_text.message_id, from_phone, left(words, 2000), meaning)
  on conflict do nothing;
  if not found then
    return null;
  end if;
  if meaning = 'stopped' then
    perform private.stop_texts(from_phone, 'text_reply');
  elsif meaning = 'started' then
    perform private.start_texts(from_phone);
  end if;
  -- CANCEL may mean the appointment, and what follows STOP may be for the owner.
  if (
    meaning = 'kept'
    or meaning = 'stopped' and (
      said ~ 'CANCEL|ANNULER' or cardinality(sentences) > 1 and not private.asks_to_stop(said)
    )
  ) and private.clean_text(words) <> '' and 20 >= (
    select count(*) from public.received_texts as earlier
    where earlier.phone = from_phone and earlier.received_at > now() - interval '1 hour'
  ) then
    select * into customer from public.bookings
    where id = (
      select booking_id from public.text_outbox as told
      where told.phone = from_phone and told.booking_id is not null
      order by told.created_at desc limit 1
    );
    begin
      insert into public.inquiries (name, email, subject, message, booking_id)
      values (
        coalesce(customer.customer_name, from_phone),
        coalesce(customer.customer_email, ltrim(from_phone, '+') || '@text.invalid'),
        'Text from ' || from_phone,
        left(btrim(words), 2000),
        customer.id
      );
    exception when sqlstate 'PT429' then
      -- Kept in received_texts.
      null;
    end;
  end if;
  return meaning;
end;
$$;

create function public.note_text_status(
  text_id uuid, message_id text, reported text, code integer default null, as_of timestamptz default now()
) returns void
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
begin
  select * into message from public.text_outbox
  where id = text_id or (text_id is null and provider_id = message_id)
  for update;
  -- Not ours, of another message, dropped, or settled already.
  if message.id is null or message.begun_at is null or message.provider_id <> message_id
    or message.status in ('delivered', 'dropped')
    or (message.status = 'failed' and message.last_error <> 'outcome_unknown')
  then
    return;
  end if;
  update public.text_outbox
  set
    provider_id = message_id,
    status = case
      when reported = 'delivered' then 'delivered'
      when reported in ('undelivered', 'failed') then 'failed'
      else 'sent'
    end,
    sent_at = case when reported in ('undelivered', 'failed') then sent_at else coalesce(sent_at, as_of) end,
    delivered_at = case when reported = 'delivered' then as_of end,
    locked_until = null,
    error_code = code,
    last_error = case when reported in ('undelivered', 'failed') then reported end
  where id = message.id;
  if code = 21610 then
    perform private.stop_texts(message.phone, 'service');
  end if;
end;
$$;

revoke all on function public.receive_text, public.note_text_status from public, anon, authenticated, service_role;
grant execute on function
  private.clean_text, private.plain_sentences, private.asks_to_stop, private.meaning_of_reply, private.start_texts,
  public.receive_text, public.note_text_status
  to service_role;

create function public.forget_old_texts() returns integer
language plpgsql set search_path = ''
as $$
declare
  cleared integer;
  deleted integer;
begin
  update public.text_outbox set body = '', data = '{}'
  where id = any (array(
    select id from public.text_outbox
    where created_at < private.kept_since('text_words') and status <> 'queued' and (body <> '' or data <> '{}')
    order by created_at
    limit 1000
    for update skip locked
  ));
  get diagnostics cleared = row_count;
  delete from public.received_texts
  where message_id = any (array(
    select message_id from public.received_texts
    where received_at < private.kept_since('text_words')
    order by received_at
    limit 1000
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return cleared + deleted;
end;
$$;

create function private.forget_texts(booking_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  phones text[] := array(
    select distinct customer_phone from public.bookings as booking
    where id = any (booking_ids) and not exists (
      select from public.bookings as other
      where other.customer_phone = booking.customer_phone and not other.id = any (booking_ids)
    )
  );
begin
  delete from public.text_consents where booking_id = any (booking_ids);
  update public.text_outbox
  set
    phone = '+00000000', body = '', data = '{}', last_error = null,
    status = case when status in ('queued', 'failed') then 'dropped' else status end
  where booking_id = any (booking_ids);
  delete from public.received_texts where phone = any (phones);
  delete from public.inquiries
  where lower(btrim(email)) in (select ltrim(one, '+') || '@text.invalid' from unnest(phones) as one);
  insert into public.text_stops (phone, stopped_at)
  select private.keyed_hash(phone), stopped_at from public.text_stops where phone = any (phones)
  on conflict (phone) do nothing;
  delete from public.text_stops where phone = any (phones);
end;
$$;

create function private.texts_of(booking_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'text_consents', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'phone', phone, 'booking_id', booking_id, 'wording', wording, 'given_in', given_in, 'given_at', given_at,
      'withdrawn_at', withdrawn_at, 'withdrawn_in', withdrawn_in
    ) order by given_at), '[]')
    from public.text_consents where booking_id = any (booking_ids)
  ),
  'texts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'to', phone, 'kind', kind, 'booking_id', booking_id, 'status', status, 'created_at', created_at,
      'sent_at', sent_at, 'delivered_at', delivered_at
    ) order by created_at), '[]')
    from public.text_outbox where booking_id = any (booking_ids)
  ),
  'text_replies', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'from', phone, 'message', body, 'received_at', received_at
    ) order by received_at), '[]')
    from public.received_texts
    where phone in (select customer_phone from public.bookings where id = any (booking_ids))
  )
);

create function private.undelivered_texts(as_of timestamptz default now()) returns setof public.text_outbox
language sql stable set search_path = ''
as $$
  select * from public.text_outbox where status = 'failed' and created_at > as_of - interval '14 days';
$$;

create function private.text_needs() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'texts', (select count(*) from private.undelivered_texts()),
  'texts_over_limit', (
    select count(*) from public.text_outbox
    where last_error = 'daily_limit' and status in ('queued', 'dropped')
      and created_at > private.instant_of(private.local_today(), '00:00')
  )
);

create function public.texts_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'segments_today', private.text_segments_of_day(now()),
    'failed', (
      select coalesce(jsonb_agg(to_jsonb(failed) order by failed.created_at desc), '[]')
      from (
        select id, booking_id, kind, phone, error_code, last_error, created_at
        from private.undelivered_texts()
        order by created_at desc
        limit 20
      ) as failed
    )
  );
end;
$$;

revoke all on function public.forget_old_texts, public.texts_today from public, anon, authenticated, service_role;
grant execute on function public.forget_old_texts to service_role;
grant execute on function public.texts_today to authenticated;

create table public.visit_links (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  token_hash bytea not null unique,
  -- The start it was sent for: the page says when the visit was moved since.
  told_date date not null,
  told_time time not null,
  -- Null for a link that was sent: it is valid until 14 days after the visit.
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

create index visit_links_booking_id_idx on public.visit_links (booking_id);
create index visit_links_told_date_idx on public.visit_links (told_date);

alter table public.visit_links enable row level security;
revoke all on public.visit_links from public, anon, authenticated, service_role;

create function private.add_visit_link(booking public.bookings, lasts interval default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := translate(
    rtrim(encode(substring(private.hash_of_token(private.new_token()) from 1 for 16), 'base64'), '='), '+/', '-_'
  );
begin
  delete from public.visit_links where booking_id = booking.id and expires_at < now();
  insert into public.visit_links (booking_id, token_hash, told_date, told_time, expires_at)
  values (booking.id, private.hash_of_token(token), booking.booking_date, booking.booking_time, now() + lasts);
  return '/visit/' || token;
end;
$$;

create function private.visit_link_data(booking public.bookings) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return jsonb_build_object('visit', jsonb_build_object('path', private.add_visit_link(booking)));
end;
$$;

create function private.visit_link_of(token text) returns public.visit_links
language sql stable security definer set search_path = ''
as $$
  select link
  from public.visit_links as link
  join public.bookings as booking on booking.id = link.booking_id
  where link.token_hash = private.hash_of_token(token)
    and now() < coalesce(link.expires_at, upper(private.span_of(booking)) + interval '14 days')
    and booking.status <> 'pending_payment';
$$;

create function public.open_visit(target_booking_id uuid, email text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking
  from public.bookings as one
  where one.id = target_booking_id
    and one.status <> 'pending_payment'
    and (
      one.customer_email = private.named_email(open_visit.email)
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return private.add_visit_link(booking, interval '1 day');
end;
$$;

create function public.visit_status(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when booking.done_at is not null then 'done'
      when booking.no_show_at is not null then 'missed'
      when private.is_rained_out(booking.id) then 'rained_out'
      when booking.work_began_at is not null then 'working'
      when booking.on_my_way_at is not null then 'on_the_way'
      else 'booked'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'add_ons', booking.add_ons,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'told', case when (link.told_date, link.told_time) <> (booking.booking_date, booking.booking_time) then
      jsonb_build_object('date', link.told_date, 'time', to_char(link.told_time, 'HH24:MI'))
    end,
    'on_my_way_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute',
    'work_began_at', booking.work_began_at,
    'done_at', booking.done_at,
    'money', case when booking.done_at is not null and booking.status <> 'cancelled' then jsonb_build_object(
      'total_cents', money.price_cents - money.reduced_cents,
      'reduced_cents', money.reduced_cents,
      'reduced_tax_cents', money.reduced_tax_cents,
      'tax_cents', booking.tax_cents,
      'tax_label', booking.tax_label,
      'tip_cents', booking.tip_cents + money.tip_cents,
      'paid_cents', money.kept_cents,
      'due_cents', private.balance_cents(booking)
    ) end
  )
  from private.visit_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking) as money;
$$;

create function public.open_balance_of_visit(token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select one.* into booking
  from private.visit_link_of(token) as link
  join public.bookings as one on one.id = link.booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'link_unknown';
  end if;
  perform private.check_balance(booking);
  return private.add_payment_link(booking.id, false, interval '1 hour');
end;
$$;

create function private.revoke_links(booking_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.visit_links where booking_id = any (booking_ids);
  update public.payment_links set revoked_at = now() where booking_id = any (booking_ids) and revoked_at is null;
  delete from public.photo_links where booking_id = any (booking_ids);
  update public.rain_answers
  set token_hash = private.hash_of_token(private.new_token())
  where booking_id = any (booking_ids);
  update public.swap_answers
  set token_hash = private.hash_of_token(private.new_token())
  where booking_id = any (booking_ids);
  update public.offered_times
  set token_hash = null
  where waiting_id in (select id from public.waiting_list where booking_id = any (booking_ids));
end;
$$;

revoke all on function public.open_visit, public.visit_status, public.open_balance_of_visit
  from public, anon, authenticated, service_role;
grant execute on function public.open_visit, public.visit_status, public.open_balance_of_visit to anon, authenticated;
grant execute on function private.add_visit_link, private.visit_link_data to service_role;

create function private.lock_visit_of_today(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.require_confirmed_booking(booking);
  if private.is_rained_out(booking.id) then
    raise exception using errcode = 'PT409', message = 'visit_rained_out';
  elsif booking.booking_date <> private.local_today() then
    raise exception using errcode = 'PT409', message = 'not_today';
  end if;
  return booking;
end;
$$;

create function public.set_on_my_way(target_booking_id uuid, minutes integer default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
  emailed text;
begin
  if minutes not between 1 and 600 then
    raise exception using errcode = 'PT400', message = 'estimate_invalid';
  elsif coalesce(booking.done_at, booking.no_show_at) is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  end if;
  if booking.on_my_way_at is null and booking.work_began_at is null then
    update public.bookings set on_my_way_at = now(), arriving_in_minutes = minutes
    where id = booking.id
    returning * into booking;
    if private.times_told_on_my_way(booking.id) < 3 then
      perform private.tell_on_my_way(booking);
    end if;
  end if;
  select to_email into emailed from public.mail_outbox where key = private.key_of_step(booking);
  return jsonb_build_object(
    'is_emailed', emailed is not null,
    'to_email', case when public.is_admin() then emailed end,
    'is_texted', exists (select from public.text_outbox where key = private.key_of_step(booking))
  );
end;
$$;

create function private.key_of_step(booking public.bookings) returns text
language sql stable set search_path = ''
as $$
  select 'on_my_way:' || booking.id || ':' || extract(epoch from booking.on_my_way_at);
$$;

create function private.times_told_on_my_way(target_booking_id uuid) returns bigint
language sql stable set search_path = ''
as $$
  select count(distinct key)
  from (
    select key from public.mail_outbox
    where booking_id = target_booking_id and template_type = 'on_my_way' and status <> 'dropped'
      and created_at > now() - interval '1 day'
    union all
    select key from public.text_outbox
    where booking_id = target_booking_id and kind = 'on_my_way' and status <> 'dropped'
      and created_at > now() - interval '1 day'
  ) as told;
$$;

create function private.tell_on_my_way(booking public.bookings) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_key text := private.key_of_step(booking);
  visit jsonb := jsonb_build_object('visit', jsonb_build_object(
    'path', private.add_visit_link(booking),
    'left_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute'
  ));
begin
  perform public.enqueue_mail(its_key, 'on_my_way', booking.customer_email, booking.id, visit);
  update public.mail_outbox set next_attempt_at = now() + interval '10 seconds' where key = its_key;
  update public.text_outbox set next_attempt_at = now() + interval '10 seconds' where key = its_key;
end;
$$;

create function public.undo_on_my_way(target_booking_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
  its_key text := private.key_of_step(booking);
  outcomes text[];
begin
  if coalesce(booking.work_began_at, booking.done_at, booking.no_show_at) is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  end if;
  update public.mail_outbox set status = 'dropped'
  where key = its_key and status = 'queued' and (locked_until is null or locked_until <= now());
  update public.text_outbox set status = 'dropped'
  where key = its_key and status = 'queued' and (locked_until is null or locked_until <= now());
  outcomes := array(
    select status from public.mail_outbox where key = its_key
    union all
    select status from public.text_outbox where key = its_key
  );
  update public.bookings set on_my_way_at = null, arriving_in_minutes = null where id = booking.id;
  return jsonb_build_object('messages', case
    when outcomes && '{queued,sent,delivered}' then 'sent' when 'dropped' = any (outcomes) then 'stopped' else 'none'
  end);
end;
$$;

create function public.set_work_began(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
begin
  if coalesce(booking.done_at, booking.no_show_at) is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  end if;
  update public.bookings set work_began_at = coalesce(work_began_at, now()) where id = booking.id;
end;
$$;

create function public.undo_work_began(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
begin
  if coalesce(booking.done_at, booking.no_show_at) is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  end if;
  update public.bookings set work_began_at = null where id = booking.id;
end;
$$;

create function private.on_my_way_mail_stands(mail public.mail_outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.bookings as booking
    where booking.id = mail.booking_id
      and private.is_standing(booking.status)
      and booking.on_my_way_at = (mail.data -> 'visit' ->> 'left_at')::timestamptz
      and booking.on_my_way_at > now() - interval '3 hours'
      and coalesce(booking.work_began_at, booking.done_at, booking.no_show_at) is null
  );
$$;

create function private.drive_to(booking public.bookings) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.drive_minutes(
      travel,
      case when before.booking_id is null then van.base else before.place end,
      point(claim.longitude, claim.latitude)
    )
    from public.travel_settings as travel
    join public.slot_claims as claim on claim.booking_id = booking.id
    cross join lateral private.van_of(travel, claim.crew, claim.local_date) as van
    left join lateral (
      select earlier.booking_id, point(earlier.longitude, earlier.latitude) as place
      from public.slot_claims as earlier
      join public.bookings as other on other.id = earlier.booking_id
      where earlier.local_date = claim.local_date
        and earlier.crew = claim.crew
        and private.is_standing(other.status)
        and not exists (select from private.rain_of(other))
        and upper(earlier.during) <= lower(claim.during)
      order by earlier.during desc
      limit 1
    ) as before on true
    where travel.is_on
  );
end;
$$;

create function private.reset_steps() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.on_my_way_at := null;
  new.arriving_in_minutes := null;
  new.work_began_at := null;
  return new;
end;
$$;

create trigger reset_steps before update of booking_date, booking_time on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    and coalesce(old.on_my_way_at, old.work_began_at) is not null
  )
  execute function private.reset_steps();

revoke all on function
  public.set_on_my_way, public.undo_on_my_way, public.set_work_began, public.undo_work_began
  from public, anon, authenticated, service_role;
grant execute on function
  public.set_on_my_way, public.undo_on_my_way, public.set_work_began, public.undo_work_began
  to authenticated;

create table private.service_troubles (
  part text not null check (part in ('payments', 'payment_keys', 'text_keys', 'disk')),
  place text not null check (length(place) <= 100),
  since timestamptz not null,
  seen_at timestamptz not null,
  reason text not null check (length(reason) <= 500),
  primary key (part, place)
);

alter table private.service_troubles enable row level security;
revoke all on private.service_troubles from public, anon, authenticated, service_role;

create function private.is_recent_report(trouble private.service_troubles, as_of timestamptz) returns boolean
language sql immutable set search_path = ''
return trouble.seen_at > as_of - case trouble.part when 'text_keys' then interval '2 days' else interval '30 minutes' end;

create function public.report_trouble(
  its_part text, its_reason text, its_place text default '', as_of timestamptz default now()
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if its_reason is null then
    delete from private.service_troubles where part = its_part and place = its_place;
  else
    insert into private.service_troubles as known (part, place, since, seen_at, reason)
    values (its_part, its_place, as_of, as_of, left(its_reason, 500))
    on conflict (part, place) do update
    set
      since = case when private.is_recent_report(known, as_of) then known.since else as_of end,
      seen_at = as_of,
      reason = excluded.reason;
  end if;
end;
$$;

create function private.waiting_too_long(as_of timestamptz default now())
returns table (kind text, id text, what text, status text, attempts integer, since timestamptz, reason text)
language sql stable set search_path = ''
as $$
  (
    select
      'mail', mail.id::text, mail.template_type, mail.status, mail.attempts, mail.created_at,
      coalesce(mail.last_error, '')
    from public.mail_outbox as mail
    where mail.status = 'queued' and (mail.attempts > 0 or mail.next_attempt_at <= as_of)
      and mail.created_at < as_of - interval '10 minutes'
    order by mail.next_attempt_at
    limit 1000
  )
  union all
  (
    select
      'mail_failed', mail.id::text, mail.template_type, mail.status, mail.attempts, mail.created_at,
      coalesce(mail.last_error, '')
    from private.undelivered_mails(as_of) as mail
    limit 1000
  )
  union all
  (
    select
      'text', message.id::text, message.kind, message.status, message.attempts, message.created_at,
      coalesce(message.last_error, '')
    from public.text_outbox as message
    cross join public.text_settings as settings
    where message.status = 'queued' and (message.attempts > 0 or message.next_attempt_at <= as_of)
      and not private.is_quiet(as_of)
      and greatest(message.created_at, private.instant_of(private.local_day(as_of), settings.quiet_until))
        < as_of - interval '10 minutes'
    order by message.next_attempt_at
    limit 1000
  )
  union all
  (
    select
      'text_failed', message.id::text, message.kind, message.status, message.attempts, message.created_at,
      coalesce(message.last_error, '')
    from private.undelivered_texts(as_of) as message
    limit 1000
  )
  union all
  (
    select
      'refund', refund.id::text, refund.amount_cents || ' cents', refund.status, refund.attempts, refund.created_at,
      coalesce(refund.last_error, '')
    from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where refund.status in ('pending', 'sent', 'failed') and refund.replaced_by is null
      and private.refund_trouble(refund, payment, as_of) is not null
      and not exists (
        select from public.payment_findings as finding
        where finding.refund_id = refund.id and (finding.closed_at is null or finding.outcome = 'accepted')
      )
    limit 1000
  )
  union all
  (
    select 'finding', finding.id::text, finding.kind || ': ' || finding.reason, 'open', 0, finding.found_at, ''
    from public.payment_findings as finding
    where finding.closed_at is null
    limit 1000
  )
  union all
  select 'webhook', '', 'events of the payment provider', 'missing', 0, paid.settled_at, ''
  from (
    select settled_at from public.payments
    where status = 'succeeded' and method = 'online'
      and settled_at between as_of - interval '7 days' and as_of - interval '30 minutes'
    order by settled_at desc
    limit 1
  ) as paid
  where (exists (select from private.outside_world where part = 'payments') or (select max(received_at) from public.stripe_events) is not null)
    and not exists (
      select from public.stripe_events where received_at > paid.settled_at - interval '10 minutes'
    )
  union all
  select 'backup', '', 'scheduled backup', 'missing', state.failures, coalesce(state.succeeded_at, state.scheduled_since), trouble.it ->> 'reason'
  from private.backup_state as state
  cross join lateral private.backup_trouble(as_of) as trouble (it)
  where trouble.it is not null
  union all
  select trouble.part, '', trouble.place, 'reported', 0, trouble.since, trouble.reason
  from private.service_troubles as trouble
  where private.is_recent_report(trouble, as_of)
    and (trouble.part <> 'payments' or trouble.since < as_of - interval '15 minutes');
$$;

create function private.mail_delay(as_of timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select case when count(*) > 0 then jsonb_build_object(
    'waiting', count(*),
    'since', min(since),
    'reason', coalesce((array_agg(reason order by since) filter (where reason <> ''))[1], '')
  ) end
  from private.waiting_too_long(as_of)
  where kind = 'mail';
$$;

create function private.owner_troubles(as_of timestamptz default now())
returns table (kind text, waiting bigint, since timestamptz, reason text)
language sql stable set search_path = ''
as $$
  select
    late.kind, count(*), min(late.since),
    coalesce((array_agg(late.reason order by late.since) filter (where late.reason <> ''))[1], '')
  from private.waiting_too_long(as_of) as late
  where late.kind in ('payments', 'payment_keys', 'webhook', 'refund', 'text', 'text_keys', 'disk')
  group by late.kind;
$$;

create function private.trouble_in_words(kind text) returns text
language sql immutable set search_path = ''
as $$
  select case kind
    when 'payments' then 'The payment provider does not answer'
    when 'payment_keys' then 'The payment provider refuses your keys'
    when 'webhook' then 'Messages of the payment provider don’t arrive'
    when 'refund' then 'A refund could not be sent'
    when 'text' then 'Text messages are delayed'
    when 'text_keys' then 'The text message service refuses your keys'
    when 'disk' then 'The server’s disk is nearly full'
  end;
$$;

create function private.queue_trouble_notices(as_of timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  trouble record;
  key_of_day text;
  queued integer := 0;
begin
  for trouble in select * from private.owner_troubles(as_of) loop
    key_of_day := 'service_trouble:' || trouble.kind || ':' || private.local_day(as_of);
    if not exists (select from public.mail_outbox where key = key_of_day) then
      perform public.enqueue_mail(
        key_of_day,
        'service_trouble',
        (select info_email from private.business),
        null,
        jsonb_build_object(
          'trouble', private.trouble_in_words(trouble.kind),
          'trouble_since', to_char(trouble.since at time zone 'America/Toronto', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM'),
          'reason', trouble.reason
        )
      );
      queued := queued + (select count(*) from public.mail_outbox where key = key_of_day);
    end if;
  end loop;
  return queued;
end;
$$;

revoke all on function public.report_trouble from public, anon, authenticated, service_role;
grant execute on function public.report_trouble to service_role;
grant execute on function private.queue_trouble_notices to service_role;

create function private.is_booked_as(stored public.bookings, wanted public.bookings) returns boolean
language sql immutable set search_path = ''
as $$
  select stored.source = 'phone' and (
    stored.customer_name, stored.customer_email, stored.customer_phone, stored.service_id, stored.vehicle_type,
    stored.car_model, stored.car_year, stored.booking_date, stored.booking_time, stored.coupon_code, stored.address,
    stored.city, stored.province, stored.postal_code, private.optional_details(stored),
    jsonb_path_query_array(stored.add_ons, '$[*].id')
  ) is not distinct from (
    wanted.customer_name, wanted.customer_email, wanted.customer_phone, wanted.service_id, wanted.vehicle_type,
    wanted.car_model, wanted.car_year, wanted.booking_date, wanted.booking_time, wanted.coupon_code, wanted.address,
    wanted.city, wanted.province, wanted.postal_code, private.optional_details(wanted),
    jsonb_path_query_array(wanted.add_ons, '$[*].id')
  );
$$;

create function private.why_no_crew(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when bool_or(lower(private.span_of(booking)) < now())
      or bool_or(coalesce(way.present ->> 'why', '') not in ('service', 'hours')) then null
    when bool_and(way.present ->> 'why' = 'service') then 'no_crew_for_service'
    when bool_or(
      way.present ->> 'why' = 'hours' and not van.is_off
      and private.span_of(booking) <@ tstzrange(
        private.instant_of(booking.booking_date, van.leaves_at), private.instant_of(booking.booking_date, van.back_by)
      )
    ) then 'van_not_there'
    when bool_or(way.present ->> 'why' = 'hours' and van.has_hours) then 'crews_off'
    else 'van_not_there'
  end
  from public.crews as crew
  cross join public.travel_settings as travel
  cross join lateral private.van_of(travel, crew.number, booking.booking_date) as van
  cross join lateral (select private.in_the_way(crew.number, booking) as present) as way;
$$;

create function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  earlier public.bookings;
  replaced uuid[];
  refusal text;
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
  if (booking ->> 'anyway')::boolean then
    refusal := private.start_refusal(wanted.booking_date, wanted.booking_time, wanted.duration_minutes);
    if refusal is not null then
      raise exception using errcode = 'PT409', message = refusal;
    end if;
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
  wanted.source := 'phone';
  wanted.status := 'confirmed';
  wanted.user_id := null;
  wanted.payment_option := 'pay_later';
  wanted.due_now_cents := 0;
  wanted.deposit_cents := 0;
  wanted.client_address := null;
  perform private.store_booking(wanted);
  perform private.use_offer((booking ->> 'offer_id')::uuid, wanted);
  begin
    perform private.take_time(wanted, null);
  exception
    when sqlstate 'PT409' then
      raise exception using errcode = 'PT409', message = coalesce(private.why_no_crew(wanted), sqlerrm);
  end;
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'phone_call', acting_admin);
  end if;
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

create function public.mark_done(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.require_confirmed_booking(booking);
  if booking.booking_date > private.local_today() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set done_at = coalesce(done_at, now()), no_show_at = null where id = booking.id;
  perform private.look_at_no_show(booking.id);
end;
$$;

create function private.note_no_show(booking public.bookings, is_decided boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_confirmed_booking(booking);
  if lower(private.span_of(booking)) > now() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set no_show_at = coalesce(no_show_at, now()), done_at = null where id = booking.id;
  if booking.no_show_at is null and not (coalesce(is_decided, false) and public.is_admin()) then
    perform private.look_at_no_show(booking.id, is_new => true);
  end if;
end;
$$;

create function public.mark_no_show(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_no_show(private.lock_visit(target_booking_id), is_decided => false);
end;
$$;

create function public.undo_visit_mark(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  update public.bookings set done_at = null, no_show_at = null where id = booking.id;
  perform private.look_at_no_show(booking.id);
end;
$$;

revoke all on function
  public.book_by_phone, public.mark_done, public.mark_no_show, public.undo_visit_mark
  from public, anon, authenticated, service_role;
grant execute on function private.is_booked_as, private.why_no_crew, public.book_by_phone to service_role;
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
        'by', private.actor_of(target_booking_id, 'mail_resent', 'mail_id', mail.id),
        'message', case mail.template_type when 'booking_message' then mail.data ->> 'message' end
      )
    from public.mail_outbox as mail
    where mail.booking_id = target_booking_id
    union all
    select
      coalesce(message.delivered_at, message.sent_at, message.created_at), 4,
      jsonb_build_object(
        'kind', 'text', 'id', message.id, 'text_kind', message.kind, 'phone', message.phone,
        'status', message.status, 'last_error', message.last_error
      )
    from public.text_outbox as message
    where message.booking_id = target_booking_id
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
        'kind', 'refund', 'id', refund.id, 'method', coalesce(refund.method, payment.method), 'amount_cents', refund.amount_cents,
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
    where change.booking_id = target_booking_id and change.action not in ('payment_recorded', 'mail_resent', 'payment_link_sent', 'message_sent')
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
    'booking', to_jsonb(booking) - 'client_address' || jsonb_build_object('more', private.optional_details(booking)),
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'drive_minutes', private.drive_to(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'disputed_cents', money.disputed_cents,
      'due_on_site_cents', money.due_on_site_cents,
      'online_kept_cents', money.online_kept_cents,
      'tip_on_site_cents', money.tip_cents,
      'overpaid_cents', money.overpaid_cents,
      'reduced_cents', money.reduced_cents,
      'reduced_tax_cents', money.reduced_tax_cents
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'customer_note', private.customer_note(booking),
    'photos', private.photos_of(booking.id),
    'no_show_finding', (
      select id from public.payment_findings where subject = 'no_show:' || booking.id and closed_at is null
    ),
    'timeline', private.booking_timeline(booking.id),
    'disputes', (
      select coalesce(jsonb_agg(private.dispute_data(dispute) order by dispute.opened_at desc), '[]')
      from public.disputes as dispute
      join public.payments as payment on payment.id = dispute.payment_id
      where payment.booking_id = booking.id
    )
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

revoke all on function public.booking_page from public, anon, authenticated, service_role;
grant execute on function public.booking_page to authenticated;

create function private.number_letter(bits integer) returns text
language sql immutable
return substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', bits + 1, 1);

create function private.booking_number(id uuid) returns text
language sql immutable
return private.number_letter(get_byte(uuid_send(id), 0) >> 3)
  || private.number_letter((get_byte(uuid_send(id), 0) & 7) << 2 | (get_byte(uuid_send(id), 1) >> 6))
  || private.number_letter((get_byte(uuid_send(id), 1) >> 1) & 31)
  || private.number_letter((get_byte(uuid_send(id), 1) & 1) << 4 | (get_byte(uuid_send(id), 2) >> 4))
  || '-'
  || private.number_letter((get_byte(uuid_send(id), 2) & 15) << 1 | (get_byte(uuid_send(id), 3) >> 7))
  || private.number_letter((get_byte(uuid_send(id), 3) >> 2) & 31)
  || private.number_letter((get_byte(uuid_send(id), 3) & 3) << 3 | (get_byte(uuid_send(id), 4) >> 5))
  || private.number_letter(get_byte(uuid_send(id), 4) & 31);

create index bookings_number_idx on public.bookings (private.booking_number(id));

create function private.new_booking_id() returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  drawn uuid;
begin
  loop
    drawn := gen_random_uuid();
    exit when not exists (
      select from public.bookings where private.booking_number(bookings.id) = private.booking_number(drawn)
    );
  end loop;
  return drawn;
end;
$$;

create function private.typed_booking_number(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  letters text := upper(regexp_replace(left(coalesce(typed, ''), 200), '[\s-]', '', 'g'));
begin
  return case when letters ~ '^[2-9A-HJ-NP-Z]{8}$' then left(letters, 4) || '-' || right(letters, 4) end;
end;
$$;

create function public.booking_of_number(number text, email text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  typed text := private.typed_booking_number(booking_of_number.number);
begin
  return (
    select booking.id
    from public.bookings as booking
    where private.booking_number(booking.id) = typed
      and booking.customer_email = private.named_email(booking_of_number.email)
    limit 1
  );
end;
$$;

revoke all on function public.booking_of_number from public, anon, authenticated, service_role;
grant execute on function public.booking_of_number to anon, authenticated;

create function private.searched_booking(search text) returns uuid
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  number text := private.typed_booking_number(private.search_words(search));
begin
  if number is null then
    return null;
  end if;
  -- By the index of numbers alone, also where many bookings have one number.
  return (select id from public.bookings where private.booking_number(id) = number limit 1);
end;
$$;

create function private.booking_patterns(search text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  words text := private.search_words(search);
begin
  return private.search_patterns(coalesce(private.searched_booking(search)::text, (
    select string_agg(
      case when word ~ '^[-+0-9().]*[0-9][-+0-9().]*$' then regexp_replace(word, '[^0-9]', '', 'g') else word end, ' '
    )
    from regexp_split_to_table(words, ' ') as word
  )));
end;
$$;

create function private.searched_people(search text, out addresses text[], out phones text[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  words text := lower(private.search_words(search));
  digits text := regexp_replace(words, '[^0-9]', '', 'g');
begin
  if words ~ '^[^@ ]+@[^@ ]*$' then
    select array_agg(email) into addresses
    from (
      select email from public.customers
      where email ~>=~ words and email ~<~ (words || chr(1114111))
      limit 21
    ) as beginning;
    if cardinality(addresses) > 20 then
      addresses := null;
    end if;
  elsif words ~ '^[-+0-9(). ]+$' and length(digits) between 10 and 15 then
    select array_agg(distinct customer_phone) into phones
    from public.bookings
    where customer_phone in ('+' || digits, '+1' || digits);
  end if;
end;
$$;

create function private.booking_search_text(
  id uuid, customer_name text, customer_email text, customer_phone text, car_year integer, car_model text
) returns text
language sql immutable
return lower(
  ' ' || customer_name || ' ' || coalesce(customer_email, '') || ' ' || customer_phone || ' ' || car_year::text
  || ' ' || car_model || ' ' || id::text || ' ' || replace(id::text, '-', '')
);

create index bookings_search_idx on public.bookings using gin (
  private.booking_search_text(id, customer_name, customer_email, customer_phone, car_year, car_model)
  extensions.gin_trgm_ops
);

create function private.booking_tags(
  status text, payment_option text, total_cents integer, due_now_cents integer, done_at timestamptz,
  no_show_at timestamptz
) returns text[]
language plpgsql immutable set search_path = '' cost 10000
as $$
begin
  return array_remove(array[
    status,
    case when status in ('deposit_paid', 'confirmed', 'paid') and done_at is null and no_show_at is null
      then 'booked' end,
    case when status <> 'cancelled' and done_at is not null then 'done' end,
    case when status <> 'cancelled' and no_show_at is not null then 'no_show' end,
    case when no_show_at is null and total_cents > due_now_cents and status in ('deposit_paid', 'confirmed')
      then 'due' end
  ], null);
end;
$$;

create index bookings_tags_idx on public.bookings using gin (
  private.booking_tags(status, payment_option, total_cents, due_now_cents, done_at, no_show_at)
);

create function private.booking_line(booking public.bookings, rain text, collected_cents integer) returns jsonb
language sql stable
return jsonb_build_object(
  'id', booking.id,
  'booking_date', booking.booking_date,
  'booking_time', to_char(booking.booking_time, 'HH24:MI'),
  'duration_minutes', booking.duration_minutes,
  'service_name', booking.service_name,
  'add_ons', booking.add_ons,
  'customer_name', booking.customer_name,
  'has_email', booking.customer_email is not null,
  'car', concat_ws(' ', booking.car_year, booking.car_model),
  'city', booking.city,
  'status', booking.status,
  'done_at', booking.done_at,
  'no_show_at', booking.no_show_at,
  'called_off', rain,
  'due_cents', case when booking.status in ('deposit_paid', 'confirmed') and booking.no_show_at is null
    then private.due_on_site_cents(booking, collected_cents) else 0 end
);

create function public.find_bookings(
  search text default '',
  statuses text[] default null,
  from_day date default null,
  until_day date default null,
  beyond jsonb default null,
  batch integer default 25,
  soonest_first boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  patterns text[] := private.booking_patterns(search);
  wanted text[] := case
    when cardinality(statuses) > 0 then statuses
    when patterns is null then array['deposit_paid', 'confirmed', 'paid', 'cancelled']
  end;
  size integer := least(greatest(batch, 1), 100);
  numbered uuid := private.searched_booking(search);
  people record;
  found jsonb;
begin
  perform private.require_admin();
  select * into people from private.searched_people(search);
  if numbered is not null or people.addresses is not null or people.phones is not null then
    patterns := array['%'];
  end if;
  -- The direction is part of the statement, because an index scan needs a known order. A dynamic statement is planned
  -- for its search: a rare word is found by its letters, a frequent one along the order.
  execute format(
    $statement$
      select jsonb_agg(
        private.booking_line(booking, rain.state, sums.collected_cents) || jsonb_build_object('crew', claim.crew)
        order by booking.booking_date %1$s, booking.booking_time %1$s, booking.id %1$s
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
          and ($3 is not null or one.replaced_at is null or one.status <> 'pending_payment')
          and ($9 is null or one.customer_email = any ($9))
          and ($10 is null or one.customer_phone = any ($10))
          and ($11 is null or one.id = $11)
          and ($5 is null or (one.booking_date, one.booking_time, one.id) %2$s ($5, $6, $7))
        order by one.booking_date %1$s, one.booking_time %1$s, one.id %1$s
        limit $8
      ) as booking
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral private.payment_sums(booking.id) as sums
      left join public.slot_claims as claim on claim.booking_id = booking.id
    $statement$,
    case when soonest_first then 'asc' else 'desc' end,
    case when soonest_first then '>' else '<' end
  )
  into found
  using
    coalesce(from_day, '-infinity'), coalesce(until_day, 'infinity'), patterns, wanted,
    (beyond ->> 'booking_date')::date, (beyond ->> 'booking_time')::time, (beyond ->> 'id')::uuid, size,
    people.addresses, people.phones, numbered;
  found := coalesce(found, '[]');
  return jsonb_build_object(
    'bookings', found,
    'crews', (select crews from public.time_settings),
    'next', case when jsonb_array_length(found) = size then jsonb_build_object(
      'booking_date', found -> -1 -> 'booking_date', 'booking_time', found -> -1 -> 'booking_time',
      'id', found -> -1 -> 'id'
    ) end
  );
end;
$$;

revoke all on function public.find_bookings from public, anon, authenticated, service_role;
grant execute on function private.booking_search_text, private.booking_tags, private.booking_number, private.number_letter
  to anon, authenticated, service_role;
grant execute on function private.new_booking_id to service_role;
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
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
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
    'crewHours', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'day', one.day,
          'crew', crew.number,
          'from', to_char(own.works_from, 'HH24:MI'),
          'until', to_char(own.works_until, 'HH24:MI')
        )
        order by one.day, crew.number
      ), '[]')
      from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as one
      cross join public.crews as crew
      left join public.crew_hours as own on own.crew = crew.number and own.weekday = extract(isodow from one.day)
      where exists (select from public.crew_hours as listed where listed.crew = crew.number)
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_line(booking, rain.state, sums.collected_cents)
        || jsonb_build_object('crew', claim.crew, 'hold_expires_at', claim.expires_at)
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.bookings as booking
      -- By its booking, one at a time: a join could read all claims of the range for each booking.
      left join lateral (
        select held.* from public.slot_claims as held where held.booking_id = booking.id limit 1
      ) as claim on true
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral private.payment_sums(booking.id) as sums
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
  -- It is closed once this person is no longer an administrator.
  owner_id uuid not null references auth.users (id) on delete cascade,
  label text not null check (length(btrim(label)) between 1 and 60),
  -- SHA-256 of the secret, which is shown once and stored nowhere.
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  -- To the quarter hour.
  last_used_at timestamptz
);

create index calendar_feeds_owner_id_idx on public.calendar_feeds (owner_id);

alter table public.calendar_feeds enable row level security;
create policy "Server functions may do what they are granted"
  on public.calendar_feeds for all to service_role using (true) with check (true);
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
  perform private.notify_administrators('A calendar address was made. Anyone with it can read all visits.');
  return jsonb_build_object('id', new_id, 'token', token);
end;
$$;

create function private.calendar_content() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  first_day date := private.local_today() - 30;
  has_crews boolean := (select count(*) > 1 from public.crews);
begin
  return jsonb_build_object(
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', booking.id, 'calendar_uid', booking.calendar_uid, 'service_name', booking.service_name,
        'add_ons', booking.add_ons,
        'customer_name', booking.customer_name, 'customer_phone', booking.customer_phone,
        'car', concat_ws(' ', booking.car_year, booking.car_model),
        'address', booking.address, 'city', booking.city, 'province', booking.province,
        'postal_code', booking.postal_code,
        'starts_at', private.instant_of(booking.booking_date, booking.booking_time),
        'duration_minutes', booking.duration_minutes, 'calendar_sequence', booking.calendar_sequence,
        'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
        'crew_title', case when has_crews and claim.crew is not null
          then coalesce(nullif(crew.name, ''), 'Crew ' || claim.crew) end,
        'is_called_off', rain.state is not null,
        'updated_at', greatest(booking.updated_at, answers.changed_at)
      ) order by booking.booking_date, booking.booking_time, booking.id), '[]')
      from (
        select * from public.bookings
        where booking_date >= first_day and private.is_standing(status)
        order by booking_date
        limit 5000
      ) as booking
      cross join lateral private.payment_sums(booking.id) as sums
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral (
        select max(changed_at) as changed_at from public.rain_answers where booking_id = booking.id
      ) as answers
      left join public.slot_claims as claim on claim.booking_id = booking.id
      left join public.crews as crew on crew.number = claim.crew
    ),
    'time_off', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', claim.id, 'reason', claim.reason, 'crew', claim.crew,
        'crew_title', case when claim.crew is not null then private.crew_name(claim.crew) end, 'day', claim.local_date,
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

create function private.calendar_version() returns text
language plpgsql stable security definer set search_path = '' set jit = off
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  first_day date := private.local_today() - 30;
  -- Arrays, so that the rows of these bookings are read by index, however many others there are.
  visits uuid[] := array(
    select id from public.bookings where booking_date >= first_day and private.is_standing(status)
  );
  paid uuid[] := array(select id from public.payments where booking_id = any (visits));
  rows_read text;
begin
  with read (key, written) as (
    select id::text, xmin from public.bookings where booking_date >= first_day and private.is_standing(status)
    union all
    select id::text, xmin from public.payments where booking_id = any (visits)
    union all
    select id::text, xmin from public.refunds where payment_id = any (paid)
    union all
    select rain_day_id || ' ' || booking_id, xmin from public.rain_answers where booking_id = any (visits)
    union all
    select id::text, xmin from public.slot_claims where booking_id = any (visits)
    union all
    select id::text, xmin from public.slot_claims where local_date >= first_day and reason is not null
    union all
    select 'crew ' || number, xmin from public.crews
  )
  select sum(hashtextextended(key || ' ' || written, 0))::text into rows_read from read;
  return left(encode(sha256(convert_to(first_day || ' ' || rows_read, 'UTF8')), 'hex'), 32);
end;
$$;

create function public.read_calendar_feed(secret text, known text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  feed public.calendar_feeds;
  version text;
begin
  select * into feed from public.calendar_feeds where token_hash = private.hash_of_token(secret);
  if feed.id is null or not exists (select from public.admins where user_id = feed.owner_id) then
    return null;
  end if;
  update public.calendar_feeds set last_used_at = now()
  where id = feed.id and (last_used_at is null or last_used_at < now() - interval '15 minutes');
  -- Before the content: a change in between makes a reader come once more, and is never missed.
  version := private.calendar_version();
  return jsonb_build_object('version', version)
    || case when known is not distinct from version then '{}' else private.calendar_content() end;
end;
$$;

revoke all on function
  public.calendar_feeds, public.revoke_calendar_feed, public.create_calendar_feed, public.read_calendar_feed
  from public, anon, authenticated, service_role;
grant execute on function
  public.calendar_feeds, public.revoke_calendar_feed, public.create_calendar_feed
  to authenticated;
grant execute on function public.read_calendar_feed to service_role;

create function public.my_crew() returns smallint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.my_crew();
end;
$$;

create function public.crew_days() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  its_crew smallint := private.my_crew();
  today date := private.local_today();
begin
  if its_crew is null then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
  return jsonb_build_object(
    'crew', jsonb_build_object('number', its_crew, 'title', private.crew_name(its_crew)),
    'today', today,
    'visits', (
      select coalesce(jsonb_agg(
        private.car_of_day(booking) || jsonb_build_object(
          'id', claim.id,
          'day', booking.booking_date,
          'note', '',
          'customer_note', '',
          'add_ons', (
            select jsonb_agg(jsonb_build_object('name', sold ->> 'name'))
            from jsonb_array_elements(booking.add_ons) as sold
          )
        )
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.local_date between today - 1 and today + 7
        and claim.crew = its_crew and claim.expires_at is null
        and private.is_standing(booking.status)
    )
  );
end;
$$;

create function private.in_the_way(crew smallint, booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when booking.service_id <> all (its.skills) then '{"why": "service"}'
    when other.id is not null then jsonb_build_object(
      'why', 'visit', 'booking_id', other.id, 'customer_name', other.customer_name,
      'time', to_char(other.booking_time, 'HH24:MI')
    )
    when claim.reason is not null then jsonb_build_object('why', 'blocked_time', 'reason', claim.reason)
    when claim.id is not null then '{"why": "offered_time"}'
    else '{"why": "hours"}'
  end
  from private.taken_times(
    booking.booking_date, booking.booking_date, private.place_of(booking.postal_code), booking.id, null,
    booking.service_id
  ) as taken
  left join public.slot_claims as claim
    on claim.local_date = taken.local_date and claim.during = taken.during and claim.crew is not distinct from taken.crew
  left join public.bookings as other on other.id = claim.booking_id
  left join public.crews as its on its.number = in_the_way.crew
  where (taken.crew is null or taken.crew = in_the_way.crew)
    and private.with_gap(taken.during, taken.gap_minutes) && private.span_of(booking)
  -- What is on at that time before what only leaves too little for the way.
  order by not taken.during && private.span_of(booking), other.id is null, claim.id is null
  limit 1;
$$;

create function public.crews_for_visit(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if booking.id is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return (
    select jsonb_agg(jsonb_build_object(
      'number', crew.number,
      'title', private.crew_name(crew.number),
      'is_present', claim.crew is not null,
      'is_free', way.present is null,
      'in_the_way', way.present
    ) order by crew.number)
    from public.crews as crew
    cross join lateral (select private.in_the_way(crew.number, booking) as present) as way
    left join public.slot_claims as claim on claim.booking_id = booking.id and claim.crew = crew.number
  );
end;
$$;

create function public.crew_after_move(target_booking_id uuid, new_date date, new_time time) returns smallint
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  new_start timestamptz := private.instant_of(new_date, new_time);
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if booking.id is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  elsif new_start is null then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  perform private.lock_day(new_date);
  return private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'),
    private.place_of(booking.postal_code),
    booking.id,
    booking.service_id
  );
end;
$$;

create function public.change_crew(target_booking_id uuid, crew smallint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  present smallint;
begin
  perform private.require_confirmed_booking(booking);
  perform private.lock_day(booking.booking_date);
  if not exists (select from public.crews where number = change_crew.crew) then
    raise exception using errcode = 'PT404', message = 'crew_not_found';
  end if;
  select claim.crew into present from public.slot_claims as claim where claim.booking_id = booking.id;
  if present = change_crew.crew then
    return;
  elsif upper(private.span_of(booking)) <= now() or booking.done_at is not null or booking.no_show_at is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  elsif present is null or private.in_the_way(change_crew.crew, booking) is not null then
    raise exception using errcode = 'PT409', message = 'crew_unavailable';
  end if;
  -- An expired hold may still have the crew's time.
  delete from public.slot_claims where local_date = booking.booking_date and expires_at <= now();
  update public.slot_claims set crew = change_crew.crew where booking_id = booking.id;
  perform private.note_change(
    booking.id, 'crew_changed',
    jsonb_build_object('crew', private.crew_name(present)),
    jsonb_build_object('crew', private.crew_name(change_crew.crew))
  );
exception
  when exclusion_violation or sqlstate 'PT409' then
    raise exception using
      errcode = 'PT409', message = case when sqlerrm in ('booking_cancelled', 'not_confirmed', 'visit_over') then sqlerrm
        else 'crew_unavailable' end;
end;
$$;

revoke all on function public.my_crew, public.crew_days, public.crews_for_visit, public.crew_after_move,
  public.change_crew
  from public, anon, authenticated, service_role;
grant execute on function public.my_crew, public.crew_days, public.crews_for_visit, public.crew_after_move,
  public.change_crew to authenticated;

create function private.unmarked_visits() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    (
      select * from public.bookings
      where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
    union all
    (
      select * from public.bookings
      where status = 'paid' and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

create function private.past_balances() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('visits', count(*), 'due_cents', coalesce(sum(due.cents), 0))
    from (
      (
        select * from public.bookings
        where status in ('deposit_paid', 'confirmed') and done_at is not null
          and booking_date < private.local_today()
        order by booking_date desc
        limit 1000
      )
      union all
      (
        select * from public.bookings
        where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
          and booking_date < private.local_today()
        order by booking_date desc, booking_time desc, id
        limit 1000
      )
    ) as visit
    cross join lateral private.payment_sums(visit.id) as sums
    cross join lateral (select private.due_on_site_cents(visit, sums.collected_cents) as cents) as due
    where due.cents > 0 and not exists (select from private.rain_of(visit))
  );
end;
$$;

create function private.week_ahead() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'day', private.local_today() + ahead, 'cars', coalesce(booked.cars, 0), 'due_cents', coalesce(booked.due_cents, 0),
      'closed', private.closed_day(private.local_today() + ahead)
    ) order by ahead)
    from generate_series(1, 7) as ahead
    left join (
      select
        booking_date, count(*) as cars, sum(private.due_on_site_cents(booking, sums.collected_cents)) as due_cents
      from public.bookings as booking
      cross join lateral private.payment_sums(booking.id) as sums
      where booking_date between private.local_today() + 1 and private.local_today() + 7
        and private.is_standing(status)
        and not exists (select from private.rain_of(booking))
      group by booking_date
    ) as booked on booked.booking_date = private.local_today() + ahead
  );
end;
$$;

create function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.unmarked_visits()),
      'past_balances', private.past_balances(),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null)
        + (select count(*) from public.disputes where status in ('needs_response', 'warning_needs_response')),
      'refunds_by_hand', (
        select jsonb_build_object('refunds', count(*), 'cents', coalesce(sum(refund.amount_cents), 0))
        from public.payment_findings as finding
        join public.refunds as refund on refund.id = finding.refund_id
        where finding.closed_at is null and finding.reason = 'owed_by_hand'
      ),
      'to_decide', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'finding_id', finding.id, 'reason', finding.reason, 'booking_id', finding.booking_id,
          'customer_name', coalesce(booking.customer_name, finding.facts ->> 'description', ''),
          'cents', coalesce(finding.facts -> 'amount_cents', finding.facts -> 'kept_cents')
        ) order by finding.found_at desc, finding.id), '[]')
        from (
          select * from public.payment_findings
          where closed_at is null and reason in ('no_show_undecided', 'handed_over')
          order by found_at desc, id
          limit 20
        ) as finding
        left join public.bookings as booking on booking.id = finding.booking_id
      ),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble(),
      'troubles', (
        select coalesce(jsonb_agg(to_jsonb(trouble) order by trouble.since), '[]')
        from private.owner_troubles() as trouble
      ),
      'held', private.held_outbox()
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;

create function public.owner_needs() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.require_admin();
  return private.owner_needs();
end;
$$;

create function public.owner_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
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
    'route', private.route_of_day(today),
    'needs', private.owner_needs(),
    'past_visits', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', visit.id, 'day', visit.booking_date, 'customer_name', visit.customer_name,
        'due_cents', visit.due_cents
      ) order by visit.booking_date desc, visit.booking_time desc, visit.id), '[]')
      from (select * from private.unmarked_visits() limit 5) as visit
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
      from public.bookings as booking
      where booking_date > today and private.is_standing(status) and not exists (select from private.rain_of(booking))
      order by booking_date, booking_time
      limit 1
    )
  );
end;
$$;

revoke all on function public.owner_needs, public.owner_dashboard from public, anon, authenticated, service_role;
grant execute on function public.owner_needs, public.owner_dashboard to authenticated;

create function private.money_outstanding(from_day date, until_day date) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  today date := private.local_today();
begin
  return (
    with
      ahead as (
        select *
        from public.bookings
        -- No booking is further ahead than this.
        where booking_date between today and today + 1100
          and status not in ('pending_payment', 'cancelled')
          and done_at is null and no_show_at is null
        union all
        select booking.*
        from public.rain_answers as answer
        join public.bookings as booking on booking.id = answer.booking_id
        where answer.state in ('asked', 'declined')
          and booking.booking_date < today
          and booking.status not in ('pending_payment', 'cancelled')
          and exists (select from private.rain_of(booking))
      ),
      past as (
        select *
        from public.bookings
        where booking_date between from_day and least(until_day, today - 1)
          and status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        union all
        select *
        from public.bookings
        where booking_date between from_day and least(until_day, today)
          and status in ('deposit_paid', 'confirmed') and done_at is not null
      ),
      to_come as (
        select
          sums.paid_cents - sums.refunded_cents - sums.disputed_cents - tips.cents as held_cents,
          private.due_on_site_cents(ahead, sums.collected_cents) as due_cents
        from ahead
        cross join lateral private.payment_sums(ahead.id) as sums
        cross join lateral (
          select coalesce(sum(tip_cents), 0) as cents from private.money_moves where booking_id = ahead.id
        ) as tips
      ),
      over as (
        select private.due_on_site_cents(past, sums.collected_cents) as due_cents
        from past
        cross join lateral private.payment_sums(past.id) as sums
        where not exists (select from private.rain_of(past))
      ),
      owed as (
        select refund.amount_cents as cents
        from public.payment_findings as finding
        join public.refunds as refund on refund.id = finding.refund_id
        where finding.closed_at is null and finding.reason = 'owed_by_hand' and refund.status = 'owed'
      )
    select jsonb_build_object(
      'held_cents', (select coalesce(sum(held_cents), 0) from to_come),
      'held_bookings', (select count(*) from to_come where held_cents > 0),
      'owed_cents', (select coalesce(sum(cents), 0) from owed),
      'owed_refunds', (select count(*) from owed),
      'due_cents', (select coalesce(sum(due_cents), 0) from to_come),
      'due_bookings', (select count(*) from to_come where due_cents > 0),
      'open_cents', (select coalesce(sum(due_cents), 0) from over),
      'open_bookings', (select count(*) from over where due_cents > 0)
    )
  );
end;
$$;

create function public.money_report(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
declare
  report jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  with
    -- The sums of a day first: far fewer than its moves.
    moves as materialized (
      select
        move.day, move.service_name, move.method,
        coalesce(sum(move.amount_cents) filter (where move.kind = 'payment'), 0) as received_cents,
        coalesce(-sum(move.amount_cents) filter (where move.kind = 'refund'), 0) as refunded_cents,
        sum(move.tax_cents) as tax_cents,
        sum(move.tip_cents) as tip_cents,
        coalesce(-sum(move.amount_cents) filter (where move.kind = 'dispute'), 0) as disputed_cents,
        coalesce(sum(sign(move.amount_cents)) filter (where move.kind = 'payment'), 0)::integer as payments,
        coalesce(-sum(sign(move.amount_cents)) filter (where move.kind = 'refund'), 0)::integer as refunds
      from private.money_moves as move
      where move.at >= private.instant_of(from_day, '00:00') and move.at < private.instant_of(until_day + 1, '00:00')
      group by move.day, move.service_name, move.method
    ),
    sums as (
      select
        day, service_name, method, grouping(day, service_name, method) as left_out,
        jsonb_build_object(
          'received_cents', sum(received_cents),
          'refunded_cents', sum(refunded_cents),
          'disputed_cents', sum(disputed_cents),
          'tax_cents', sum(tax_cents),
          'tip_cents', sum(tip_cents),
          'payments', sum(payments),
          'refunds', sum(refunds)
        ) as figures,
        sum(received_cents - refunded_cents - disputed_cents) as net_cents
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
    'dispute_fee_cents', (
      select coalesce(sum(fee_cents), 0) from public.disputes
      where withdrawn_at >= private.instant_of(from_day, '00:00')
        and withdrawn_at < private.instant_of(until_day + 1, '00:00')
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
    'due_on_site_cents', money.due_on_site_cents,
    'reduced_cents', money.reduced_cents,
    'reduced_tax_cents', money.reduced_tax_cents,
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', private.tip_on_receipt(payment),
        'settled_at', payment.settled_at
      ) order by payment.settled_at, payment.id), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id and payment.status = 'succeeded'
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', coalesce(refund.method, payment.method), 'amount_cents', refund.amount_cents,
        'created_at', refund.created_at,
        'status', refund.status
      ) order by refund.created_at, refund.id), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id and refund.status <> 'failed'
    )
  )
  from private.money_of(booking) as money;
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
returns table (
  booking public.bookings, paid_cents integer, refunded_cents integer, owed_cents integer, later_tip_cents integer,
  due_cents integer
)
language sql stable set search_path = ''
as $$
  select
    page.booking,
    sums.paid_cents,
    sums.refunded_cents - sums.owed_cents,
    sums.owed_cents,
    sums.tip_cents,
    case
      when (page.booking).no_show_at is not null then 0
      else private.due_on_site_cents(page.booking, sums.collected_cents)
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
  cross join lateral private.payment_sums((page.booking).id) as sums
  order by (page.booking).booking_date, (page.booking).booking_time, (page.booking).id;
$$;

create function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  perform private.notify_administrators('The bookings of some days were exported to a file.', 'export_bookings');
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(line.row), '[]') into rows
  from (
    select jsonb_build_object(
      'id', (money.booking).id,
      'booking_date', (money.booking).booking_date,
      'booking_time', (money.booking).booking_time,
      'service_name', (money.booking).service_name,
      'add_ons', (money.booking).add_ons,
      'vehicle_type', (money.booking).vehicle_type,
      'vehicle_name', (money.booking).vehicle_name,
      'customer_name', (money.booking).customer_name,
      'customer_email', (money.booking).customer_email,
      'status', (money.booking).status,
      'done_at', (money.booking).done_at,
      'no_show_at', (money.booking).no_show_at,
      'called_off', rain.state,
      'source', (money.booking).source,
      'payment_option', (money.booking).payment_option,
      'price_cents', (money.booking).price_cents,
      'discount_cents', (money.booking).discount_cents,
      'nearby_discount_cents', (money.booking).nearby_discount_cents,
      'coupon_code', (money.booking).coupon_code,
      'tax_cents', (money.booking).tax_cents,
      'tax_label', (money.booking).tax_label,
      'tip_cents', (money.booking).tip_cents,
      'total_cents', (money.booking).total_cents,
      'created_at', (money.booking).created_at,
      'cancelled_at', (money.booking).cancelled_at,
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'owed_cents', money.owed_cents,
      'later_tip_cents', money.later_tip_cents,
      'due_cents', money.due_cents,
      'customer_phone', (money.booking).customer_phone,
      'crew', claim.crew,
      'crew_name', crew.name
    ) as row
    from private.money_by_booking(
      from_day, until_day,
      coalesce((after ->> 'date')::date, '-infinity'),
      coalesce((after ->> 'time')::time, '00:00'),
      coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
      most
    ) as money
    left join lateral private.rain_of(money.booking) as rain on true
    -- With a limit it is one index lookup for each row, otherwise a scan of all claims.
    left join lateral (
      select crew from public.slot_claims where booking_id = (money.booking).id limit 1
    ) as claim on true
    left join public.crews as crew on crew.number = claim.crew
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
language plpgsql security definer set search_path = ''
as $$
declare
  begins timestamptz := private.instant_of(from_day, '00:00');
  ends timestamptz := private.instant_of(until_day + 1, '00:00');
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  perform private.notify_administrators('The payments of some days were exported to a file.', 'export_payments');
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', move.id, 'at', move.at, 'kind', move.kind, 'booking_id', move.booking_id, 'payment_id', move.payment_id,
    'service_name', move.service_name, 'customer_name', booking.customer_name, 'method', move.method,
    'status', coalesce(refund.status, payment.status), 'amount_cents', move.amount_cents,
    'tax_cents', move.tax_cents, 'tip_cents', move.tip_cents,
    'stripe_id', case move.kind
      when 'refund' then refund.stripe_refund_id
      when 'change' then null
      else payment.stripe_payment_intent_id
    end
  ) order by move.at, move.id), '[]') into rows
  from (
    select *
    from private.money_moves as one
    where one.at >= begins and one.at < ends
      and (
        after is null or (one.at, one.id) > ((after ->> 'at')::timestamptz, (after ->> 'id')::uuid)
      )
    order by one.at, one.id
    limit most
  ) as move
  join public.bookings as booking on booking.id = move.booking_id
  join public.payments as payment on payment.id = move.payment_id
  -- With a limit it is one index lookup for each row, otherwise a scan of all refunds.
  left join lateral (
    select status, stripe_refund_id from public.refunds where move.kind = 'refund' and id = move.id limit 1
  ) as refund on true;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows)
      when most then jsonb_build_object('at', rows -> -1 -> 'at', 'id', rows -> -1 -> 'id')
    end,
    'total', case when after is null then (
      select count(*) from private.money_moves where at >= begins and at < ends
    ) end
  );
end;
$$;

revoke all on function
  public.booking_receipt, public.export_bookings, public.export_payments
  from public, anon, authenticated, service_role;
grant execute on function private.receipt_of to service_role;
grant execute on function public.booking_receipt, public.export_bookings, public.export_payments to authenticated;

create table private.first_visits (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- The booking's date.
  day date not null
);

create index first_visits_day_idx on private.first_visits (day);

alter table private.first_visits enable row level security;
revoke all on private.first_visits from public, anon, authenticated, service_role;

create function private.mark_first_visit(email text, phone text) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  of_customer uuid[];
  first_id uuid;
begin
  if email is null then
    of_customer := array(select id from public.bookings where customer_email is null and customer_phone = phone);
  elsif private.is_forgotten(email) then
    return;
  else
    -- Two bookings of one customer are confirmed one after the other.
    perform from public.customers as customer where customer.email = mark_first_visit.email for no key update;
    of_customer := array(select id from public.bookings where customer_email = email);
  end if;
  select id into first_id
  from public.bookings
  where id = any (of_customer) and private.is_standing(status) and no_show_at is null
  order by booking_date, booking_time, id
  limit 1;
  delete from private.first_visits where booking_id = any (of_customer) and booking_id is distinct from first_id;
  insert into private.first_visits as mark
  select id, booking_date from public.bookings where id = first_id
  on conflict (booking_id) do update set day = excluded.day where mark.day <> excluded.day;
end;
$$;

create function private.keep_first_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' then
    perform private.mark_first_visit(new.customer_email, new.customer_phone);
  end if;
  if tg_op = 'DELETE'
    or (
      tg_op = 'UPDATE'
      and not coalesce(private.is_forgotten(new.customer_email), false)
      and (coalesce(old.customer_email, old.customer_phone) is distinct from coalesce(new.customer_email, new.customer_phone))
    )
  then
    perform private.mark_first_visit(old.customer_email, old.customer_phone);
  end if;
  return null;
end;
$$;

create trigger keep_first_visit after insert on public.bookings
  for each row when (new.status <> 'pending_payment')
  execute function private.keep_first_visit();

create trigger remark_first_visit
  after update of status, no_show_at, booking_date, booking_time, customer_email, customer_phone on public.bookings
  for each row
  when (
    (old.status <> 'pending_payment' or new.status <> 'pending_payment')
    and (
      old.status, old.no_show_at is null, old.booking_date, old.booking_time, old.customer_email, old.customer_phone
    ) is distinct from (
      new.status, new.no_show_at is null, new.booking_date, new.booking_time, new.customer_email, new.customer_phone
    )
  )
  execute function private.keep_first_visit();

create trigger keep_first_visit_deleted after delete on public.bookings
  for each row when (old.status <> 'pending_payment')
  execute function private.keep_first_visit();

create function private.rebuild_first_visits() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.bookings in share row exclusive mode;
  delete from private.first_visits as mark
  using public.bookings as booking
  where booking.id = mark.booking_id and not coalesce(private.is_forgotten(booking.customer_email), false);
  insert into private.first_visits
  select distinct on (coalesce(customer_email, customer_phone)) id, booking_date
  from public.bookings
  where private.is_standing(status) and no_show_at is null
    and not coalesce(private.is_forgotten(customer_email), false)
  order by coalesce(customer_email, customer_phone), booking_date, booking_time, id;
end;
$$;

create function private.open_minutes(from_day date, until_day date) returns integer
language sql stable set search_path = ''
as $$
  with
    days as (
      select
        from_day + number as day,
        coalesce(exception.starts, hours.starts) as starts,
        coalesce(exception.ends_by, hours.ends_by) as ends_by
      from generate_series(0, until_day - from_day) as number
      join public.opening_hours as hours on hours.weekday = extract(isodow from from_day + number)
      left join public.opening_exceptions as exception on exception.day = from_day + number
      where coalesce(exception.is_open, hours.is_open)
    ),
    spans as (
      select
        days.day, crews.number as crew, tstzrange(private.instant_of(days.day, ends.first), private.instant_of(days.day, ends.last)) as during
      from days
      cross join public.crews
      left join public.crew_hours as own on own.crew = crews.number and own.weekday = extract(isodow from days.day)
      cross join lateral (
        select greatest(days.starts[1], own.works_from) as first, least(days.ends_by, own.works_until) as last
      ) as ends
      where ends.first < ends.last
        and (own.crew is not null or not exists (select from public.crew_hours as other where other.crew = crews.number))
    ),
    blocked as (
      select
        span.day,
        span.crew,
        sum(extract(epoch from upper(off.during * span.during) - lower(off.during * span.during))) as seconds
      from public.slot_claims as off
      join spans as span on span.day = off.local_date and span.during && off.during
      where off.reason is not null and off.local_date between from_day and until_day
        and (off.crew is null or off.crew = span.crew)
      group by span.day, span.crew
    )
  select coalesce(sum(
    greatest(0, extract(epoch from upper(during) - lower(during)) - coalesce(blocked.seconds, 0)) / 60
  ), 0)::integer
  from spans
  left join blocked using (day, crew);
$$;

create function public.visit_report(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
declare
  report jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  with
    rained_out as (
      select booking.id
      from public.rain_answers as answer
      join public.bookings as booking on booking.id = answer.booking_id
      where answer.state in ('asked', 'declined')
        and booking.booking_date between from_day and until_day
        and exists (select from private.rain_of(booking))
    ),
    visits as materialized (
      select
        service_name,
        left(postal_code, 3) as area,
        price_cents - discount_cents as sales_cents,
        duration_minutes,
        no_show_at is not null as is_missed,
        case when private.is_forgotten(customer_email) then null else coalesce(customer_email, customer_phone) end as who,
        id in (select booking_id from private.first_visits where day between from_day and until_day) as is_first,
        add_ons
      from public.bookings
      where booking_date between from_day and until_day
        and private.is_standing(status)
        and id not in (select id from rained_out)
    ),
    -- The sums of a service in an area first: far fewer than the visits.
    parts as materialized (
      select
        service_name, case when who is null then '' else area end as area, is_missed,
        count(*) as visits, sum(sales_cents) as sales_cents, sum(duration_minutes) as minutes,
        count(*) filter (where is_first) as first_visits,
        count(*) filter (where is_first and who is not null) as known_first_visits
      from visits
      group by service_name, case when who is null then '' else area end, is_missed
    ),
    lists as (
      select 'services' as list, service_name as name, sum(visits) as visits, sum(sales_cents) as sales_cents
      from parts where not is_missed group by service_name
      union all
      select 'areas', area, sum(visits), sum(sales_cents) from parts where not is_missed group by area
      union all
      select 'add_ons', one ->> 'name', count(*), sum((one ->> 'priceCents')::integer)
      from visits cross join jsonb_array_elements(add_ons) as one
      where not is_missed and add_ons is not null
      group by one ->> 'name'
    )
  select jsonb_build_object(
    'visits', coalesce(sum(visits) filter (where not is_missed), 0),
    'sales_cents', coalesce(sum(sales_cents) filter (where not is_missed), 0),
    'no_shows', coalesce(sum(visits) filter (where is_missed), 0),
    'new_customers', coalesce(sum(first_visits), 0),
    'returning_customers', (
      select count(*) from (select from visits where not is_missed and who is not null group by who) as known
    ) - coalesce(sum(known_first_visits), 0),
    'booked_minutes', coalesce(sum(minutes), 0),
    'open_minutes', private.open_minutes(from_day, until_day)
  ) || (
    select jsonb_object_agg(list, coalesce(rows, '[]'))
    from (values ('services'), ('add_ons'), ('areas')) as wanted (list)
    left join lateral (
      select jsonb_agg(
        jsonb_build_object('name', name, 'visits', visits, 'sales_cents', sales_cents)
        order by lists.sales_cents desc, lists.visits desc, name
      ) as rows
      from lists where lists.list = wanted.list
    ) as of_list on true
  )
  into report
  from parts;
  return report;
end;
$$;

revoke all on function public.visit_report from public, anon, authenticated, service_role;
grant execute on function public.visit_report to authenticated;

create function private.road_kilometres(travel public.travel_settings, one point, other point) returns numeric
language sql stable strict
return round(coalesce(
  (
    select way.metres / 1000.0
    from public.travel_ways as way
    where way.one_place = least(private.place_key(one), private.place_key(other))
      and way.other_place = greatest(private.place_key(one), private.place_key(other))
  ),
  (private.kilometres(one, other) * travel.road_factor::double precision)::numeric
), 1);

create function private.legs_of_days(from_day date, until_day date) returns table (
  day date, crew smallint, number integer, from_id uuid, to_id uuid, minutes integer, kilometres numeric,
  leaves_at timestamptz, spare_minutes integer
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
begin
  select * into strict travel from public.travel_settings;
  return query
    with stop as (
      select
        claim.local_date as day, claim.crew, booking.id, claim.during, van.base,
        private.instant_of(claim.local_date, van.leaves_at) as leaves_at,
        private.instant_of(claim.local_date, van.back_by) as back_by,
        -- The postal code of erased bookings is of no place.
        case when claim.longitude is not null and booking.postal_code <> 'A0A 0A0' then
          point(claim.longitude, claim.latitude)
        end as place
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      cross join lateral private.van_of(travel, claim.crew, claim.local_date) as van
      where claim.local_date between from_day and until_day
        and private.is_standing(booking.status)
        and not exists (select from private.rain_of(booking))
    ), pair as (
      select
        day, crew, base, lag(id) over van as from_id, id as to_id,
        case when lag(id) over van is null then base else lag(place) over van end as from_place, place as to_place,
        coalesce(lag(upper(during)) over van + travel.packing_minutes * interval '1 minute', leaves_at) as ready_at,
        lower(during) - travel.setup_minutes * interval '1 minute' as due_at
      from stop
      window van as (partition by day, crew order by lower(during))
      union all
      select
        day, crew, base, id, null, place, base, upper(during) + travel.packing_minutes * interval '1 minute', back_by
      from (select distinct on (day, crew) * from stop order by day, crew, lower(during) desc) as last_stop
    ), way as (
      select pair.*, private.drive_minutes(travel, from_place, to_place) as minutes
      from pair
      where base is not null or (from_id is not null and to_id is not null)
    )
    select
      day, crew, row_number() over (partition by day, crew order by to_id is null, due_at)::integer,
      from_id, to_id, minutes, private.road_kilometres(travel, from_place, to_place),
      case when to_id is null then ready_at else due_at - minutes * interval '1 minute' end,
      (extract(epoch from due_at - ready_at) / 60)::integer - minutes
    from way;
end;
$$;

create function private.base_told(postal_code text, place point) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when place is not null then
    jsonb_build_object('postal_code', postal_code, 'longitude', place[0], 'latitude', place[1])
  end;
$$;

create function private.route_of_day(day date, of_crew smallint default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  travel public.travel_settings;
begin
  select * into strict travel from public.travel_settings;
  if not travel.is_on then
    return null;
  end if;
  return jsonb_build_object(
    'day', route_of_day.day,
    'base', private.base_told(travel.base_postal_code, private.place_of(travel.base_postal_code)),
    'crews', (
      with leg as (
        select * from private.legs_of_days(route_of_day.day, route_of_day.day)
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'crew', van.crew,
        'base', (
          select private.base_told(its.base_postal_code, its.base)
          from private.van_of(travel, van.crew, route_of_day.day) as its
        ),
        'minutes', (select coalesce(sum(minutes), 0) from leg where crew = van.crew),
        'kilometres', (select coalesce(sum(kilometres), 0) from leg where crew = van.crew),
        'stops', van.stops,
        'legs', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'from', from_id, 'to', to_id, 'minutes', minutes, 'kilometres', kilometres,
            'leave_at', private.local_time(leaves_at), 'spare_minutes', spare_minutes
          ) order by number), '[]')
          from leg where crew = van.crew
        )
      ) order by van.crew), '[]')
      from (
        select
          claim.crew,
          jsonb_agg(jsonb_build_object(
            'id', booking.id,
            'booking_time', to_char(booking.booking_time, 'HH24:MI'),
            'duration_minutes', booking.duration_minutes,
            'customer_name', booking.customer_name,
            'service_name', booking.service_name,
            'add_ons', booking.add_ons,
            'address', booking.address, 'city', booking.city,
            'province', booking.province, 'postal_code', booking.postal_code,
            'longitude', claim.longitude, 'latitude', claim.latitude,
            'is_over', booking.done_at is not null or booking.no_show_at is not null,
            'is_no_show', booking.no_show_at is not null
          ) order by lower(claim.during)) as stops
        from public.slot_claims as claim
        join public.bookings as booking on booking.id = claim.booking_id
        where claim.local_date = route_of_day.day
          and (of_crew is null or claim.crew = of_crew)
          and private.is_standing(booking.status)
          and not exists (select from private.rain_of(booking))
        group by claim.crew
      ) as van
    )
  );
end;
$$;

create function public.owner_route(day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.require_admin();
  return private.route_of_day(owner_route.day) || jsonb_build_object('swaps', private.swaps_of(owner_route.day));
end;
$$;

create table public.mileage_days (
  day date not null,
  crew smallint not null check (crew between 1 and 100),
  visits smallint not null check (visits > 0),
  -- The towns, in the order of the day.
  destinations text not null check (length(destinations) <= 1000),
  -- From the settings for travel; the log shows the owner's figure where there is one.
  kilometres numeric(6, 1) not null check (kilometres >= 0),
  corrected_kilometres numeric(6, 1) check (corrected_kilometres between 0 and 2000),
  primary key (day, crew)
);

alter table public.mileage_days enable row level security;
create policy "Server functions may do what they are granted"
  on public.mileage_days for all to service_role using (true) with check (true);
revoke all on public.mileage_days from public, anon, authenticated, service_role;
grant select, insert, update on public.mileage_days to service_role;

create function public.keep_mileage() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  since date := greatest(today - 366, (select max(day) - 7 from public.mileage_days));
  written integer;
begin
  if not (select is_on from public.travel_settings) then
    return 0;
  end if;
  insert into public.mileage_days as log (day, crew, visits, destinations, kilometres)
  select leg.day, leg.crew, count(leg.to_id),
    left(string_agg(booking.city, ', ' order by leg.number), 1000), sum(leg.kilometres)
  from private.legs_of_days(since, today - 1) as leg
  left join public.bookings as booking on booking.id = leg.to_id
  group by leg.day, leg.crew
  having sum(leg.kilometres) is not null and count(leg.to_id) > 0
    -- A place that is no longer known takes nothing from what was written.
    and (
      bool_and(leg.kilometres is not null)
      or not exists (select from public.mileage_days as old where old.day = leg.day and old.crew = leg.crew)
    )
  on conflict (day, crew) do update
  set visits = excluded.visits, destinations = excluded.destinations, kilometres = excluded.kilometres
  where (log.visits, log.destinations, log.kilometres)
    is distinct from (excluded.visits, excluded.destinations, excluded.kilometres);
  get diagnostics written = row_count;
  return written;
end;
$$;

create function public.mileage_log(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.require_admin();
  if from_day is null or until_day is null or until_day - from_day not between 0 and 731 then
    raise exception using errcode = 'PT400', message = 'range_too_long';
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(log) order by log.day, log.crew), '[]')
    from public.mileage_days as log
    where log.day between from_day and until_day
  );
end;
$$;

create function public.correct_mileage(day date, crew smallint, kilometres numeric default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.mileage_days as log
  set corrected_kilometres = correct_mileage.kilometres
  where log.day = correct_mileage.day and log.crew = correct_mileage.crew;
  if not found then
    raise exception using errcode = 'PT404', message = 'mileage_not_found';
  end if;
end;
$$;

revoke all on function public.owner_route, public.mileage_log, public.correct_mileage, public.keep_mileage
  from public, anon, authenticated, service_role;
grant execute on function public.owner_route, public.mileage_log, public.correct_mileage to authenticated;
grant execute on function private.road_kilometres, private.legs_of_days, public.keep_mileage to service_role;

create table public.swap_proposals (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  saved_minutes integer not null check (saved_minutes > 0),
  expires_at timestamptz not null,
  -- Null while it waits for the customers.
  outcome text check (outcome in ('swapped', 'declined', 'withdrawn', 'expired', 'impossible')),
  -- The blocked time that holds what the swap needs beyond the two visits.
  claim_id uuid,
  created_at timestamptz not null default now()
);

create index swap_proposals_open_idx on public.swap_proposals (day) where outcome is null;

alter table public.swap_proposals enable row level security;
create policy "Server functions may do what they are granted"
  on public.swap_proposals for all to service_role using (true) with check (true);
revoke all on public.swap_proposals from public, anon, authenticated, service_role;
grant select on public.swap_proposals to service_role;

create table public.swap_answers (
  proposal_id uuid not null references public.swap_proposals (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  old_time time not null,
  new_time time not null,
  -- SHA-256 of the token in the email's link.
  token_hash bytea not null unique,
  agreed_at timestamptz,
  -- False once the proposal has an outcome.
  is_open boolean not null default true,
  primary key (proposal_id, booking_id)
);

create unique index swap_answers_open_idx on public.swap_answers (booking_id) where is_open;
create index swap_answers_booking_id_idx on public.swap_answers (booking_id);

alter table public.swap_answers enable row level security;
create policy "Server functions may do what they are granted"
  on public.swap_answers for all to service_role using (true) with check (true);
revoke all on public.swap_answers from public, anon, authenticated, service_role;
grant select on public.swap_answers to service_role;

create function private.close_swap(proposal uuid, how text) returns void
language sql set search_path = ''
as $$
  delete from public.slot_claims where id = (select claim_id from public.swap_proposals where id = proposal);
  update public.swap_answers set is_open = false where proposal_id = proposal;
  update public.swap_proposals set outcome = how where id = proposal and outcome is null;
$$;

create function private.end_swap_of(target_booking_id uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.close_swap(proposal_id, 'impossible')
  from public.swap_answers
  where booking_id = target_booking_id and is_open;
$$;

create function private.end_swap() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_swap_of(new.id);
  return new;
end;
$$;

create trigger end_swap before update of booking_date, booking_time, status on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    or (new.status = 'cancelled' and old.status <> 'cancelled')
  )
  execute function private.end_swap();

create function private.swap_saves(first_id uuid, second_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  travel public.travel_settings;
  van public.slot_claims;
  base point;
  leaves_at timestamptz;
  back_by timestamptz;
begin
  select * into strict travel from public.travel_settings;
  select * into van from public.slot_claims where booking_id = first_id;
  select its.base, private.instant_of(van.local_date, its.leaves_at), private.instant_of(van.local_date, its.back_by)
  into base, leaves_at, back_by
  from private.van_of(travel, van.crew, van.local_date) as its;
  return (
    with stop as (
      select
        claim.booking_id, lower(claim.during) as at, upper(claim.during) - lower(claim.during) as work, point(claim.longitude, claim.latitude) as place,
        case claim.booking_id when first_id then second_id when second_id then first_id else claim.booking_id end as then_id
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.local_date = van.local_date and claim.crew = van.crew
        and private.is_standing(booking.status)
        and not exists (select from private.rain_of(booking))
    ), turn as (
      select stop.at, stop.at + other.work as ends_at, stop.place as now_place, other.place as then_place
      from stop join stop as other on other.booking_id = stop.then_id
    ), way as (
      select
        private.drive_minutes(travel, lag(now_place, 1, base) over (order by at), now_place) as now_minutes,
        private.drive_minutes(travel, lag(then_place, 1, base) over (order by at), then_place) as then_minutes,
        coalesce(lag(ends_at) over (order by at), leaves_at) as from_at,
        case when row_number() over (order by at) > 1 then travel.packing_minutes else 0 end + travel.setup_minutes as work,
        at as until_at, row_number() over (order by at) as number
      from turn
      union all
      (
        select
          private.drive_minutes(travel, now_place, base), private.drive_minutes(travel, then_place, base), ends_at,
          travel.packing_minutes, back_by, 0
        from turn order by at desc limit 1
      )
    )
    -- Without a base the day begins at the first visit and ends at the last.
    select case when bool_and(coalesce(
      now_minutes is not null and from_at + (work + then_minutes) * interval '1 minute' <= until_at, false
    )) then (sum(now_minutes) - sum(then_minutes))::integer end
    from way
    where base is not null or number > 1
  );
end;
$$;

create function private.exchange_times(first public.bookings, second public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  its_crew smallint;
  second_claim public.slot_claims;
begin
  perform private.lock_day(first.booking_date);
  select crew into its_crew from public.slot_claims where booking_id = first.id;
  delete from public.slot_claims where booking_id = second.id returning * into second_claim;
  update public.bookings
  set
    booking_time = second.booking_time,
    cancellation_free_until = private.free_until(first)
  where id = first.id;
  -- The trigger of the move finds its claim at the new time.
  second_claim.during := tstzrange(
    lower(private.span_of(first)), lower(private.span_of(first)) + second.duration_minutes * interval '1 minute', '[)'
  );
  insert into public.slot_claims (id, during, booking_id, service_name, crew, longitude, latitude, created_at)
  values (
    second_claim.id, second_claim.during, second.id, second_claim.service_name, its_crew, second_claim.longitude,
    second_claim.latitude, second_claim.created_at
  );
  update public.bookings
  set
    booking_time = first.booking_time,
    cancellation_free_until = private.free_until(second)
  where id = second.id;
  -- Another van would drive another way.
  if exists (select from public.slot_claims where booking_id in (first.id, second.id) and crew <> its_crew) then
    raise exception using errcode = 'PT409', message = 'slot_taken';
  end if;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken';
end;
$$;

create function private.can_exchange(first public.bookings, second public.bookings) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.exchange_times(first, second);
  -- Undoes the trial.
  raise exception using errcode = 'PT200', message = 'possible';
exception
  when sqlstate 'PT200' then
    return true;
  when sqlstate 'PT409' then
    return false;
end;
$$;

create function private.best_swap(target_day date) returns jsonb
language sql stable set search_path = ''
as $$
  with settings as (
    select swap_minutes from public.travel_settings where is_on and swap_minutes is not null
  ), visit as materialized (
    select booking.id, claim.crew, claim.during
    from settings
    join public.slot_claims as claim on claim.local_date = target_day and claim.expires_at is null
    join public.bookings as booking on booking.id = claim.booking_id
    where private.is_standing(booking.status)
      and booking.customer_email is not null
      and lower(claim.during) > now() + interval '3 hours'
      and not exists (select from private.rain_of(booking))
      and not exists (
        select from public.swap_answers as asked
        join public.swap_proposals as proposal on proposal.id = asked.proposal_id
        where asked.booking_id = booking.id and proposal.day = target_day
          and (proposal.outcome = 'declined' or (proposal.outcome is null and proposal.expires_at > now()))
      )
  )
  select jsonb_build_object('first', one.id, 'second', other.id, 'saved_minutes', saved.minutes)
  from visit as one
  join visit as other on other.crew = one.crew and lower(other.during) > lower(one.during)
  cross join lateral (select private.swap_saves(one.id, other.id) as minutes) as saved
  where saved.minutes >= (select swap_minutes from settings)
  order by saved.minutes desc, one.id
  limit 1;
$$;

create function private.swaps_of(target_day date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'best', private.best_swap(target_day),
    'asked', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', proposal.id, 'saved_minutes', proposal.saved_minutes, 'expires_at', proposal.expires_at,
        'visits', (
          select jsonb_agg(jsonb_build_object(
            'id', booking.id, 'customer_name', booking.customer_name,
            'old_time', to_char(asked.old_time, 'HH24:MI'), 'new_time', to_char(asked.new_time, 'HH24:MI'),
            'has_agreed', asked.agreed_at is not null
          ) order by asked.old_time)
          from public.swap_answers as asked
          join public.bookings as booking on booking.id = asked.booking_id
          where asked.proposal_id = proposal.id
        )
      ) order by proposal.created_at), '[]')
      from public.swap_proposals as proposal
      where proposal.day = target_day and proposal.outcome is null and proposal.expires_at > now()
    )
  );
$$;

create function public.propose_swap(first_booking_id uuid, second_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one public.bookings;
  other public.bookings;
  saved integer;
  proposal public.swap_proposals;
  its_crew smallint;
  asked record;
  token text;
begin
  perform private.require_admin();
  -- In one order, so that two proposals don't wait for each other.
  perform private.lock_booking(id) from unnest(array[first_booking_id, second_booking_id]) as id order by id;
  select * into one from public.bookings where id = first_booking_id;
  select * into other from public.bookings where id = second_booking_id;
  select private.swap_saves(one.id, other.id) into saved;
  if one.id = other.id or one.booking_date <> other.booking_date
    or not private.is_ahead(one) or not private.is_ahead(other)
    or one.customer_email is null or other.customer_email is null
    or coalesce(saved, 0) <= 0 or not private.can_exchange(one, other)
  then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
  end if;
  -- Questions that expired without an answer.
  perform private.close_swap(old.id, 'expired')
  from public.swap_proposals as old
  join public.swap_answers as answer on answer.proposal_id = old.id
  where old.outcome is null and old.expires_at <= now() and answer.booking_id in (one.id, other.id);
  insert into public.swap_proposals (day, saved_minutes, expires_at)
  values (
    one.booking_date, saved,
    least(
      now() + interval '24 hours',
      least(lower(private.span_of(one)), lower(private.span_of(other))) - interval '1 hour'
    )
  )
  returning * into proposal;
  if proposal.expires_at <= now() then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
  end if;
  select crew into its_crew from public.slot_claims where booking_id = one.id;
  insert into public.slot_claims (during, reason, crew, expires_at)
  select
    tstzrange(
      least(lower(private.span_of(one)), lower(private.span_of(other))),
      greatest(
        lower(private.span_of(one)) + other.duration_minutes * interval '1 minute',
        lower(private.span_of(other)) + one.duration_minutes * interval '1 minute',
        upper(private.span_of(one)), upper(private.span_of(other))
      ),
      '[)'
    ),
    'Held for a swap', its_crew, proposal.expires_at
  returning id into proposal.claim_id;
  update public.swap_proposals set claim_id = proposal.claim_id where id = proposal.id;
  for asked in
    select pair.booking, pair.new_time
    from (values (one, other.booking_time), (other, one.booking_time)) as pair (booking, new_time)
  loop
    token := private.new_token();
    insert into public.swap_answers (proposal_id, booking_id, old_time, new_time, token_hash)
    values (
      proposal.id, (asked.booking).id, (asked.booking).booking_time, asked.new_time, private.hash_of_token(token)
    );
    perform private.note_change((asked.booking).id, 'swap_asked', null, jsonb_build_object('time', asked.new_time));
    perform public.enqueue_mail(
      'swap_request:' || proposal.id || ':' || (asked.booking).id,
      'swap_request',
      (asked.booking).customer_email,
      (asked.booking).id,
      jsonb_build_object(
        'sequence', (asked.booking).calendar_sequence,
        'offer', private.offer_in_mail(
          '/swap?token=' || token, null,
          jsonb_build_array(jsonb_build_object(
            'date', (asked.booking).booking_date, 'time', to_char(asked.new_time, 'HH24:MI')
          )),
          proposal.expires_at
        )
      )
    );
  end loop;
exception
  when unique_violation then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
end;
$$;

create function public.withdraw_swap(proposal_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.close_swap(withdraw_swap.proposal_id, 'withdrawn');
end;
$$;

revoke all on function public.propose_swap, public.withdraw_swap from public, anon, authenticated, service_role;
grant execute on function public.propose_swap, public.withdraw_swap to authenticated;

create function public.swap_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select jsonb_build_object(
      'state', case
        when proposal.outcome = 'swapped' then 'swapped'
        when proposal.outcome is not null or proposal.expires_at <= now() or booking.status = 'cancelled' then 'over'
        when answer.agreed_at is not null then 'agreed'
        else 'asked'
      end,
      'customer_name', split_part(booking.customer_name, ' ', 1),
      'service_name', booking.service_name,
      'day', proposal.day,
      'old_time', to_char(answer.old_time, 'HH24:MI'),
      'new_time', to_char(answer.new_time, 'HH24:MI'),
      'expires_at', proposal.expires_at
    )
    from public.swap_answers as answer
    join public.swap_proposals as proposal on proposal.id = answer.proposal_id
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return offer || case when offer ->> 'state' = 'asked' then '{}' else '{"customer_name": ""}' end::jsonb;
end;
$$;

create function public.answer_swap(token text, agrees boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  hashed bytea := private.hash_of_token(token);
  its_id uuid := (select answer.proposal_id from public.swap_answers as answer where answer.token_hash = hashed);
  proposal public.swap_proposals;
  one public.bookings;
  other public.bookings;
begin
  perform private.lock_booking(booking_id)
  from public.swap_answers as answer
  where answer.proposal_id = its_id
  order by booking_id;
  select * into proposal from public.swap_proposals where id = its_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  if proposal.outcome is not null or proposal.expires_at <= now() then
    if proposal.outcome in ('swapped', 'declined') then
      return public.swap_offer(token);
    end if;
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.act_as_customer();
  if not coalesce(agrees, false) then
    perform private.close_swap(proposal.id, 'declined');
    return public.swap_offer(token);
  end if;
  update public.swap_answers set agreed_at = coalesce(agreed_at, now()) where token_hash = hashed;
  if exists (
    select from public.swap_answers as answer where answer.proposal_id = proposal.id and agreed_at is null
  ) then
    return public.swap_offer(token);
  end if;
  select booking.* into one
  from public.swap_answers as answer join public.bookings as booking on booking.id = answer.booking_id
  where answer.proposal_id = proposal.id order by booking.id limit 1;
  select booking.* into other
  from public.swap_answers as answer join public.bookings as booking on booking.id = answer.booking_id
  where answer.proposal_id = proposal.id order by booking.id desc limit 1;
  delete from public.slot_claims where id = proposal.claim_id;
  if not private.is_ahead(one) or not private.is_ahead(other) or not private.can_exchange(one, other) then
    perform private.close_swap(proposal.id, 'impossible');
  else
    perform private.close_swap(proposal.id, 'swapped');
    perform private.exchange_times(one, other);
  end if;
  return public.swap_offer(token);
end;
$$;

create function private.swap_mail_stands(mail public.mail_outbox) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.swap_answers as answer
    join public.swap_proposals as proposal on proposal.id = answer.proposal_id
    where answer.token_hash = private.link_hash_of(mail)
      and answer.is_open and proposal.expires_at > now()
  );
end;
$$;

revoke all on function public.swap_offer, public.answer_swap from public, anon, authenticated, service_role;
grant execute on function public.swap_offer, public.answer_swap to anon, authenticated;

create table private.visit_operations (
  key uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- The account that did it; null once the account is deleted.
  actor uuid references auth.users (id) on delete set null,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- Of the input, to tell another operation under the same key.
  input_hash bytea not null check (octet_length(input_hash) = 32),
  result jsonb not null check (jsonb_typeof(result) = 'object'),
  created_at timestamptz not null default now()
);

create index visit_operations_booking_id_idx on private.visit_operations (booking_id);
create index visit_operations_actor_idx on private.visit_operations (actor) where actor is not null;
create index visit_operations_created_at_idx on private.visit_operations (created_at);

alter table private.visit_operations enable row level security;
revoke all on private.visit_operations from public, anon, authenticated, service_role;

create table private.former_visits (
  claim_id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  ended_at timestamptz not null default now()
);

create index former_visits_booking_id_idx on private.former_visits (booking_id);
create index former_visits_ended_at_idx on private.former_visits (ended_at);

alter table private.former_visits enable row level security;
revoke all on private.former_visits from public, anon, authenticated, service_role;

create function private.remember_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_visits (claim_id, booking_id)
  select old.id, booking.id from public.bookings as booking where booking.id = old.booking_id
  on conflict (claim_id) do nothing;
  return null;
end;
$$;

create trigger remember_visit after delete on public.slot_claims
  for each row when (old.booking_id is not null and old.expires_at is null)
  execute function private.remember_visit();

create function private.visit_state(target_booking_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'status', booking.status,
      'booking_date', booking.booking_date,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'mark', private.mark_of_visit(booking),
      'due_cents', private.due_on_site_cents(booking),
      'note', case when public.is_admin() then
        jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0))
      end
    )
    from public.bookings as booking
    left join public.booking_notes as note on note.booking_id = booking.id
    where booking.id = target_booking_id
  );
end;
$$;

create function private.mark_of_visit(booking public.bookings) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when booking.done_at is not null then 'done' when booking.no_show_at is not null then 'no_show' end;
end;
$$;

create function private.check_seen(booking public.bookings, seen jsonb, wanted_mark text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  mark text := private.mark_of_visit(booking);
begin
  if (booking.booking_date, booking.booking_time) is distinct from (
    coalesce((seen ->> 'booking_date')::date, booking.booking_date),
    coalesce((seen ->> 'booking_time')::time, booking.booking_time)
  ) then
    raise exception using errcode = 'PT409', message = 'visit_moved';
  end if;
  if seen ? 'mark' and mark is distinct from seen ->> 'mark' and mark is distinct from wanted_mark then
    raise exception using errcode = 'PT409', message = 'visit_marked_otherwise';
  end if;
end;
$$;

create function private.record_received(
  booking public.bookings, method text, amount_cents integer, tip_cents integer, request uuid
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  payment_id uuid := private.payment_noted_as(booking.id, request, method, amount_cents, tip_cents);
  refund_id uuid;
begin
  if payment_id is not null then
    return payment_id;
  end if;
  if booking.status = 'pending_payment' then
    perform private.require_confirmed_booking(booking);
  end if;
  payment_id := private.store_payment(booking, method, amount_cents, tip_cents, request);
  if booking.status = 'cancelled' then
    insert into public.refunds (payment_id, amount_cents, reason, status)
    values (payment_id, record_received.amount_cents, 'paid_when_cancelled', 'owed')
    returning id into refund_id;
    perform private.look_at_refund(refund_id);
  else
    perform private.look_at_booking(booking.id);
  end if;
  return payment_id;
end;
$$;

create function private.run_visit_operation(
  operation_key uuid, kind text, target_booking_id uuid, input jsonb, seen jsonb
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  case kind
    when 'done' then
      perform private.check_seen(booking, seen, 'done');
      perform public.mark_done(booking.id);
      return '{}';
    when 'no_show' then
      perform private.check_seen(booking, seen, 'no_show');
      perform private.note_no_show(booking, (input ->> 'is_decided')::boolean);
      return '{}';
    when 'undo_mark' then
      perform private.check_seen(booking, seen, null);
      perform public.undo_visit_mark(booking.id);
      return '{}';
    when 'payment' then
      return jsonb_build_object('payment_id', case
        when (input ->> 'keeps_all')::boolean then private.record_received(
          booking, input ->> 'method', (input ->> 'amount_cents')::integer, (input ->> 'tip_cents')::integer,
          operation_key
        )::text
        else public.record_payment(
          booking.id, coalesce(input ->> 'method', ''), (input ->> 'amount_cents')::integer,
          (input ->> 'tip_cents')::integer, operation_key
        ) ->> 'payment_id'
      end);
    when 'note' then
      if seen ->> 'note_version' is null then
        raise exception using errcode = 'PT400', message = 'operation_invalid';
      end if;
      return jsonb_build_object('note_version', public.save_booking_note(
        booking.id, coalesce(input ->> 'text', ''), (seen ->> 'note_version')::integer
      ) -> 'version');
    when 'tick' then
      perform public.tick_item(
        operation_key, booking.id, input ->> 'item', (input ->> 'is_ticked')::boolean,
        (input ->> 'happened_at')::timestamptz
      );
      return '{}';
    else
      raise exception using errcode = 'PT400', message = 'operation_invalid';
  end case;
end;
$$;

create function public.do_visit_operation(
  operation_key uuid, kind text, target_booking_id uuid, input jsonb default '{}', based_on jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  its_booking uuid;
  hash bytea := sha256(convert_to((coalesce(input, '{}') - 'keeps_all')::text, 'UTF8'));
  earlier private.visit_operations;
  made jsonb;
  refusal text;
  facts text;
begin
  perform private.lock_form(operation_key);
  select * into earlier from private.visit_operations where key = operation_key;
  if (earlier.actor, earlier.kind, earlier.input_hash)
    = ((select auth.uid()), do_visit_operation.kind, hash)
    and not (public.is_admin() or private.works_on(earlier.booking_id))
  then
    return jsonb_build_object('result', earlier.result, 'visit', null);
  end if;
  its_booking := private.worked_booking(target_booking_id);
  begin
    if earlier.key is null then
      made := private.run_visit_operation(
        operation_key, kind, its_booking, coalesce(input, '{}'), coalesce(based_on, '{}')
      );
      insert into private.visit_operations (key, booking_id, actor, kind, input_hash, result)
      values (operation_key, its_booking, (select auth.uid()), do_visit_operation.kind, hash, made);
    elsif (earlier.booking_id, earlier.kind, earlier.actor, earlier.input_hash)
      is distinct from (its_booking, do_visit_operation.kind, (select auth.uid()), hash)
    then
      if (earlier.kind, kind) = ('payment', 'payment') then
        perform private.payment_noted_as(
          its_booking, operation_key, input ->> 'method', (input ->> 'amount_cents')::integer,
          (input ->> 'tip_cents')::integer
        );
      end if;
      raise exception using errcode = 'PT409', message = 'operation_key_used';
    else
      made := earlier.result;
    end if;
  exception when sqlstate 'PT409' then
    get stacked diagnostics refusal = message_text, facts = pg_exception_detail;
    raise exception using
      errcode = 'PT409',
      message = refusal,
      detail = coalesce(nullif(facts, ''), private.visit_state(its_booking)::text, '');
  end;
  return jsonb_build_object('result', made, 'visit', private.visit_state(its_booking));
end;
$$;

create function private.check_handed_over(booking public.bookings, cents integer) returns void
language plpgsql set search_path = ''
as $$
begin
  if (select count(*) >= 10 from public.payment_findings where booking_id = booking.id and reason = 'handed_over')
    or cents > booking.total_cents + greatest(booking.total_cents, 10000) - (
      select coalesce(sum(amount_cents), 0) from public.payments
      where booking_id = booking.id and method <> 'online' and status = 'succeeded'
    ) - (
      select coalesce(sum((facts ->> 'amount_cents')::integer), 0) from public.payment_findings
      where booking_id = booking.id and reason = 'handed_over' and closed_at is null
    )
  then
    raise exception using errcode = 'PT409', message = 'more_than_it_costs';
  end if;
end;
$$;

create function public.hand_over_payment(operation_key uuid, visit uuid, in_words text, input jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_subject text := 'handed_over:' || operation_key;
  its_booking uuid;
  cents integer := (input ->> 'amount_cents')::integer;
  tip integer := coalesce((input ->> 'tip_cents')::integer, 0);
begin
  if not public.is_admin() and private.my_crew() is null then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  elsif operation_key is null or coalesce(cents, 0) not between 1 and 10000000 or tip not between 0 and cents
    or coalesce(input ->> 'method', '') not in ('cash', 'card', 'e_transfer') then
    raise exception using errcode = 'PT400', message = 'operation_invalid';
  end if;
  perform private.lock_form(operation_key);
  if exists (select from public.payments where request_id = operation_key)
    or exists (select from public.payment_findings where subject = its_subject) then
    return;
  end if;
  its_booking := coalesce(
    (select booking_id from public.slot_claims where id = visit),
    (select booking_id from private.former_visits where claim_id = visit),
    (select id from public.bookings where id = visit and public.is_admin())
  );
  if not public.is_admin() then
    perform private.check_handed_over(private.lock_booking(its_booking), cents);
  end if;
  perform from public.bookings where id = its_booking for key share;
  perform private.record_finding(
    'paid_without_booking', its_subject, 'handed_over',
    jsonb_build_object('method', input ->> 'method', 'amount_cents', cents, 'tip_cents', tip)
      || case when its_booking is null then jsonb_build_object('description', left(in_words, 200)) else '{}' end,
    its_booking
  );
  perform private.add_finding_step(id, 'handed_over', '$' || to_char(cents / 100.0, 'FM9999990.00')) from public.payment_findings where subject = its_subject;
end;
$$;

create function public.record_handed_over(target_finding_id uuid, target_booking_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  finding public.payment_findings;
begin
  perform private.require_admin();
  -- The booking before the finding, as everywhere.
  booking := private.lock_booking(coalesce(
    (select booking_id from public.payment_findings where id = target_finding_id), target_booking_id
  ));
  finding := private.take_finding(target_finding_id, (select auth.uid()));
  if finding.reason <> 'handed_over' then
    raise exception using errcode = 'PT404', message = 'finding_not_found';
  end if;
  perform private.record_received(
    booking, finding.facts ->> 'method', (finding.facts ->> 'amount_cents')::integer,
    (finding.facts ->> 'tip_cents')::integer, split_part(finding.subject, ':', 2)::uuid
  );
  perform private.add_finding_step(finding.id, 'attached');
  perform private.close_finding(finding.id, 'mended');
end;
$$;

create function public.forget_old_operations() returns integer
language sql security definer set search_path = ''
as $$
  delete from private.former_visits where ended_at < private.kept_since('operations');
  with gone as (
    delete from private.visit_operations where created_at < private.kept_since('operations') returning key
  )
  select count(*)::integer from gone;
$$;

create function private.work_to_keep(booking_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(public.visit_work(id) || jsonb_build_object('booking_id', id)), '[]')
    from unnest(booking_ids) as id
  );
end;
$$;

create function public.visits_to_keep() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  today date := private.local_today();
  standing uuid[];
begin
  perform private.require_admin();
  select coalesce(array_agg(id), '{}') into standing
  from public.bookings
  where booking_date between today and today + 1 and private.is_standing(status);
  return (
    select jsonb_build_object(
      'work', private.work_to_keep(standing),
      'days', (
        select jsonb_agg(jsonb_build_object('day', today + ahead, 'cars', coalesce(
          (
            select jsonb_agg(private.car_of_day(booking) order by booking_time, id)
            from public.bookings as booking
            where booking_date = today + ahead and private.is_standing(status)
          ), '[]'
        )) order by ahead)
        from generate_series(0, 1) as ahead
      ),
      'pages', (
        select coalesce(jsonb_agg(
          jsonb_set(
            jsonb_set(
              public.booking_page(id) || '{"timeline": [], "disputes": []}', '{booking,customer_email}', 'null'
            ),
            '{booking,coupon_code}', 'null'
          )
          order by booking_date, booking_time, id
        ), '[]')
        from public.bookings
        where id = any (standing)
      )
    )
  );
end;
$$;

create function public.crew_visits_to_keep() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  days jsonb := public.crew_days();
  visits jsonb;
  kept uuid[];
begin
  select
    coalesce(jsonb_agg(visit order by place), '[]'),
    coalesce(array_agg((visit ->> 'id')::uuid order by place), '{}')
  into visits, kept
  from jsonb_array_elements(days -> 'visits') with ordinality as listed (visit, place)
  where (visit ->> 'day')::date between private.local_today() and private.local_today() + 1;
  return jsonb_build_object(
    'days', days || jsonb_build_object('visits', visits), 'work', private.work_to_keep(kept)
  );
end;
$$;

revoke all on function public.do_visit_operation, public.forget_old_operations, public.visits_to_keep,
  public.crew_visits_to_keep, public.hand_over_payment, public.record_handed_over
  from public, anon, authenticated, service_role;
grant execute on function public.do_visit_operation, public.visits_to_keep, public.crew_visits_to_keep,
  public.hand_over_payment, public.record_handed_over
  to authenticated;
grant execute on function public.forget_old_operations to service_role;

create table public.customers (
  email text primary key,
  -- As in their most recent booking.
  name text not null,
  phone text not null,
  -- Only the owner sees it.
  note text not null default '' check (length(note) <= 4000),
  first_booked_at timestamptz not null,
  last_booked_at timestamptz not null,
  -- Begins with a blank, so that the beginning of every word can be found.
  search_text text not null generated always as (' ' || lower(name || ' ' || email || ' ' || phone)) stored,
  -- Goes up with every change of the note, so that nobody overwrites what they have not read.
  note_version integer not null default 0
);

create index customers_last_booked_idx on public.customers (last_booked_at, email);
create index customers_search_idx on public.customers using gin (search_text extensions.gin_trgm_ops);
create index customers_email_beginning_idx on public.customers (email text_pattern_ops);
create index customers_mailbox_idx on public.customers (private.mailbox_of(email));

alter table public.customers enable row level security;
create policy "Server functions may do what they are granted"
  on public.customers for all to service_role using (true) with check (true);
revoke all on public.customers from public, anon, authenticated, service_role;
grant all on public.customers to service_role;

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

create function private.customer_figures(whose text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking) and rain.state is null)
    )[1],
    'cars', (
      select coalesce(jsonb_agg(car order by latest desc), '[]')
      from (
        select car_year || ' ' || car_model as car, max(booking_date) as latest
        from public.bookings
        where customer_email = whose and status <> 'pending_payment'
        group by 1
      ) as driven
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents - sums.disputed_cents), 0),
    'owed_cents', coalesce(
      sum(private.due_on_site_cents(booking, sums.collected_cents))
        filter (where private.was_visited(booking, rain.state)),
      0
    )
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email = whose;
end;

create function public.find_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.search_patterns(search);
  addresses text[] := (select people.addresses from private.searched_people(search) as people);
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email', customer.email, 'name', customer.name, 'phone', customer.phone,
      'has_note', customer.note <> '', 'last_booked_at', customer.last_booked_at
    ) || its.figures
    order by customer.last_booked_at desc, customer.email desc
  ), '[]')
  into found
  from (
    select *
    from public.customers as candidate
    where (patterns is null or (candidate.search_text like patterns[1] and candidate.search_text like all (patterns)))
      and (addresses is null or candidate.email = any (addresses))
      and (
        before is null
        or (candidate.last_booked_at, candidate.email)
          < ((before ->> 'last_booked_at')::timestamptz, before ->> 'email')
      )
    order by candidate.last_booked_at desc, candidate.email desc
    limit size
  ) as customer
  cross join lateral private.customer_figures(customer.email) as its;
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
      booking.booking_time, booking.status, booking.total_cents, booking.done_at, booking.no_show_at,
      case when private.is_standing(booking.status) and booking.no_show_at is null then
        private.due_on_site_cents(booking)
      else 0 end as due_cents
    from public.bookings as booking
    where booking.customer_email = lower(btrim(target_email))
      and (booking.replaced_at is null or booking.status <> 'pending_payment')
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
        'service_name', 'car_year', 'car_model', 'status', 'total_cents', 'done_at', 'no_show_at', 'due_cents'
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

create trigger clean_typed before update of note on public.customers
  for each row execute function private.clean_typed('', 'note');

create trigger keep_customer
  after insert or update of status, customer_email, customer_name, customer_phone on public.bookings
  for each row execute function private.keep_customer();

revoke all on function
  public.find_customers, public.customer_bookings, public.save_customer_note
  from public, anon, authenticated, service_role;
grant execute on function public.find_customers, public.customer_bookings, public.save_customer_note to authenticated;

create table public.phone_customers (
  phone text not null,
  -- As in their most recent booking; another spelling in capitals is the same person.
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  -- Only the owner sees it.
  note text not null default '' check (length(note) <= 4000),
  -- Goes up with every change of the note, so that nobody overwrites what they have not read.
  note_version integer not null default 0,
  first_booked_at timestamptz not null,
  last_booked_at timestamptz not null,
  -- Begins with a blank, so that the beginning of every word can be found.
  search_text text not null generated always as (' ' || lower(name || ' ' || phone)) stored,
  primary key (phone, name_key)
);

create index phone_customers_last_booked_idx on public.phone_customers (last_booked_at, phone, name_key);
create index phone_customers_search_idx on public.phone_customers using gin (search_text extensions.gin_trgm_ops);

alter table public.phone_customers enable row level security;
create policy "Server functions may do what they are granted"
  on public.phone_customers for all to service_role using (true) with check (true);
revoke all on public.phone_customers from public, anon, authenticated, service_role;
grant all on public.phone_customers to service_role;

create function private.bookings_of_caller(number text, called text) returns setof public.bookings
language sql stable set search_path = ''
as $$
  select *
  from public.bookings
  where customer_email is null and customer_phone = number and lower(customer_name) = lower(called);
$$;

create function private.keep_phone_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.customer_email is null
    and not exists (select from private.bookings_of_caller(old.customer_phone, old.customer_name)) then
    if new.customer_email is null
      and not exists (
        select from public.phone_customers where phone = new.customer_phone and name_key = lower(new.customer_name)
      ) then
      update public.phone_customers set phone = new.customer_phone, name = new.customer_name
      where phone = old.customer_phone and name_key = lower(old.customer_name);
    else
      delete from public.phone_customers where phone = old.customer_phone and name_key = lower(old.customer_name);
    end if;
  end if;
  if private.is_standing(new.status) and new.customer_email is null then
    insert into public.phone_customers as customer (phone, name, first_booked_at, last_booked_at)
    values (new.customer_phone, new.customer_name, new.created_at, new.created_at)
    on conflict (phone, name_key) do update
    set
      name = case when excluded.last_booked_at >= customer.last_booked_at then excluded.name else customer.name end,
      first_booked_at = least(customer.first_booked_at, excluded.first_booked_at),
      last_booked_at = greatest(customer.last_booked_at, excluded.last_booked_at);
  end if;
  return null;
end;
$$;

create function private.phone_customer_figures(number text, called text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking) and rain.state is null)
    )[1],
    'cars', coalesce(
      jsonb_agg(distinct booking.car_year || ' ' || booking.car_model)
        filter (where booking.status <> 'pending_payment'),
      '[]'
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents - sums.disputed_cents), 0),
    'owed_cents', coalesce(
      sum(private.due_on_site_cents(booking, sums.collected_cents))
        filter (where private.was_visited(booking, rain.state)),
      0
    )
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email is null and booking.customer_phone = number
    and lower(booking.customer_name) = called;
end;

create function public.find_phone_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.search_patterns(search);
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'phone', customer.phone, 'name', customer.name, 'has_note', customer.note <> '',
      'last_booked_at', customer.last_booked_at
    ) || its.figures
    order by customer.last_booked_at desc, customer.phone desc, customer.name_key desc
  ), '[]')
  into found
  from (
    select *
    from public.phone_customers as candidate
    where (patterns is null or (candidate.search_text like patterns[1] and candidate.search_text like all (patterns)))
      and (
        before is null
        or (candidate.last_booked_at, candidate.phone, candidate.name_key)
          < ((before ->> 'last_booked_at')::timestamptz, before ->> 'phone', lower(before ->> 'name'))
      )
    order by candidate.last_booked_at desc, candidate.phone desc, candidate.name_key desc
    limit size
  ) as customer
  cross join lateral private.phone_customer_figures(customer.phone, customer.name_key) as its;
  return jsonb_build_object(
    'customers', found,
    'next', case when jsonb_array_length(found) = size then jsonb_build_object(
      'last_booked_at', found -> -1 ->> 'last_booked_at', 'phone', found -> -1 ->> 'phone',
      'name', found -> -1 ->> 'name'
    ) end
  );
end;
$$;

create function public.find_all_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  with_email jsonb;
  by_phone jsonb;
begin
  perform private.require_admin();
  with_email := public.find_customers(search, nullif(before -> 'with_email', 'null'), size);
  by_phone := public.find_phone_customers(search, nullif(before -> 'by_phone', 'null'), size);
  return (
    with found as (
      select customer, place, row_number() over (order by (customer ->> 'last_booked_at')::timestamptz desc, place) as at
      from (
        select customer, place from jsonb_array_elements(with_email -> 'customers') with ordinality as of_email (customer, place)
        union all
        select customer, place from jsonb_array_elements(by_phone -> 'customers') with ordinality as of_phone (customer, place)
      ) as one
    ),
    shown as (select customer, at, customer ? 'email' as has_email from found where at <= size)
    select jsonb_build_object(
      'customers', coalesce((select jsonb_agg(customer order by at) from shown), '[]'),
      'next', case
        when (select count(*) from found) > size or with_email ->> 'next' is not null or by_phone ->> 'next' is not null
        then jsonb_build_object(
          'with_email', coalesce(
            (
              select jsonb_build_object('last_booked_at', customer -> 'last_booked_at', 'email', customer -> 'email')
              from shown where has_email order by at desc limit 1
            ),
            before -> 'with_email'
          ),
          'by_phone', coalesce(
            (
              select jsonb_build_object(
                'last_booked_at', customer -> 'last_booked_at', 'phone', customer -> 'phone', 'name', customer -> 'name'
              )
              from shown where not has_email order by at desc limit 1
            ),
            before -> 'by_phone'
          )
        )
      end
    )
  );
end;
$$;

create function public.phone_customer_page(target_phone text, target_name text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'phone', customer.phone, 'name', customer.name, 'note', customer.note, 'note_version', customer.note_version,
      'first_booked_at', customer.first_booked_at,
      'bookings', (
        select coalesce(
          jsonb_agg(to_jsonb(line) order by line.booking_date desc, line.booking_time desc, line.id desc), '[]'
        )
        from (
          select
            id, service_name, car_year, car_model, booking_date, booking_time, status, total_cents, done_at, no_show_at,
            case when private.is_standing(status) and no_show_at is null then
              private.due_on_site_cents(booking)
            else 0 end as due_cents
          from private.bookings_of_caller(customer.phone, customer.name) as booking
          order by booking_date desc, booking_time desc, id desc
          limit 100
        ) as line
      )
    ) || its.figures
    from public.phone_customers as customer
    cross join lateral private.phone_customer_figures(customer.phone, customer.name_key) as its
    where customer.phone = target_phone and customer.name_key = lower(target_name)
  );
end;
$$;

create function public.save_phone_customer_note(
  target_phone text, target_name text, new_note text, version integer default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  earlier public.phone_customers;
  written text := btrim(new_note);
begin
  perform private.require_admin();
  if length(written) > 4000 then
    raise exception using errcode = 'PT400', message = 'note_too_long';
  end if;
  select * into earlier from public.phone_customers
  where phone = target_phone and name_key = lower(target_name) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if earlier.note = written then
    return jsonb_build_object('text', earlier.note, 'version', earlier.note_version);
  end if;
  if earlier.note_version <> save_phone_customer_note.version then
    raise exception using errcode = 'PT409', message = 'note_changed';
  end if;
  update public.phone_customers
  set note = written, note_version = earlier.note_version + 1
  where phone = earlier.phone and name_key = earlier.name_key;
  return jsonb_build_object('text', written, 'version', earlier.note_version + 1);
end;
$$;

create trigger clean_typed before update of note on public.phone_customers
  for each row execute function private.clean_typed('', 'note');

create trigger keep_phone_customer
  after insert or update of status, customer_email, customer_name, customer_phone on public.bookings
  for each row execute function private.keep_phone_customer();

revoke all on function
  public.find_phone_customers, public.find_all_customers, public.phone_customer_page, public.save_phone_customer_note
  from public, anon, authenticated, service_role;
grant execute on function
  public.find_phone_customers, public.find_all_customers, public.phone_customer_page, public.save_phone_customer_note
  to authenticated;

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
    'photos', jsonb_array_length(private.photos_of(booking.id)),
    'work_photos', jsonb_array_length(private.work_photos_of(booking.id)),
    'condition', (
      select coalesce(jsonb_agg(mark - 'made_by'), '[]')
      from jsonb_array_elements(private.condition_marks_of(booking.id)) as mark
    ),
    'photo_consent', (
      select jsonb_build_object('given_at', given_at, 'revoked_at', revoked_at, 'wording', wording)
      from public.photo_consents where booking_id = booking.id
    ),
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
    'phone_customers', (
      select coalesce(jsonb_agg(to_jsonb(customer) - array['search_text', 'name_key'] order by customer.name_key), '[]')
      from public.phone_customers as customer
      where phone = whose
    ),
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
      select coalesce(jsonb_agg(to_jsonb(inquiry) || jsonb_build_object('answers', (
        select coalesce(jsonb_agg(jsonb_build_object('at', at, 'message', message) order by at), '[]')
        from public.inquiry_replies where inquiry_id = inquiry.id
      )) order by inquiry.created_at), '[]')
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
        'created_at', mail.created_at, 'sent_at', mail.sent_at,
        'message', case mail.template_type when 'booking_message' then mail.data ->> 'message' end
      ) order by mail.created_at), '[]')
      from private.mails_of(booking_ids, whose) as mail
    )
  ) || private.texts_of(booking_ids);
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
  ) || case when target_email is null then private.caller_in_page(whose)
  else (select figures from private.customer_figures(whose)) end
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
  perform private.require_fresh_proof();
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
  pepper text not null default gen_random_uuid()::text || gen_random_uuid()::text,
  -- Whether files of the embedded database may still have what was erased. Its next backup rewrites them first.
  rewrite_due boolean not null default false
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
  where email = private.keyed_hash(whose) and exists (select from public.mail_choices where email = whose);
  update public.mail_choices set email = private.keyed_hash(whose) where email = whose;
end;
$$;

create function private.forget_sign_ins(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_hosted boolean := to_regclass('auth.sms_outbox') is null;
  phones text[] := array(
    select ltrim(phone, '+') from auth.users where id = account and phone <> ''
    union
    select ltrim(phone_change, '+') from auth.users where id = account and phone_change <> ''
    union
    select ltrim(customer_phone, '+') from public.bookings where id = any (booking_ids) and customer_phone <> ''
  );
begin
  delete from private.sign_up_passwords
  where contact = whose or contact = any (phones)
    or contact in (select email_change from auth.users where id = account);
  delete from public.mail_outbox where template_type = 'email_change' and lower(data ->> 'new_email') = whose;
  delete from auth.one_time_tokens as token
  where token.user_id = any (array(select id from auth.users where lower(email_change) = whose))
    and token.token_type::text in ('email_change_current', 'email_change_new', 'email_change_token_current', 'email_change_token_new');
  update auth.users
  set
    email_change = case when is_hosted then '' end,
    email_change_confirm_status = 0
  where lower(email_change) = whose;
  if not is_hosted then
    execute 'delete from auth.sms_outbox where phone = any ($1)' using phones;
  end if;
end;
$$;

create function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_texts(booking_ids);
  perform private.forget_choice(whose);
  perform private.forget_sign_ins(booking_ids, whose, account);
  perform private.cancel(id)
  from public.bookings
  where id = any (booking_ids) and status = 'pending_payment'
  order by id;
  update public.coupon_redemptions
  set email = private.keyed_hash(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  perform private.clear_personal_columns(booking_ids);
  perform private.forget_photos(booking_ids);
  perform private.revoke_links(booking_ids);
  delete from public.crew_invitations where email = forget_person.whose;
  delete from public.customers where email = forget_person.whose;
  update private.forgetting set rewrite_due = true where not rewrite_due;
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
  update public.payment_findings
  set
    facts = facts - array['email', 'description'],
    steps = (select coalesce(jsonb_agg(step || '{"note": null}'), '[]') from jsonb_array_elements(steps) as step)
  where id in (
    -- A union, so that each part uses an index.
    select id from public.payment_findings where booking_id = any (booking_ids)
    union
    select id from public.payment_findings where lower(facts ->> 'email') = whose
  );
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
  perform private.require_fresh_proof();
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
  -- Without the name, which is erased.
  perform private.notify_administrators('A customer’s data was erased.');
end;
$$;

revoke all on function public.erase_customer from public, anon, authenticated, service_role;
grant execute on function public.erase_customer to authenticated;

create table public.booking_photos (
  id uuid primary key default gen_random_uuid(),
  -- Null: removed. A job deletes the file, then the row.
  booking_id uuid references public.bookings (id) on delete set null,
  place smallint not null,
  created_at timestamptz not null default now(),
  -- customer: shows the car's condition when booking. The others are of the work.
  kind text not null default 'customer' check (kind in ('customer', 'before', 'after', 'condition')),
  -- Who took a photo of the work, as in the history of the booking; null for a customer's.
  taken_by text check (length(taken_by) between 1 and 254),
  -- When a photo of the work was removed, which can be undone for two minutes.
  removed_at timestamptz,
  -- Who removed it, as in the history of the booking; null for one removed by the former version.
  removed_by text check (length(removed_by) between 1 and 254),
  constraint booking_photos_place_check check (place between 1 and case kind when 'customer' then 4 else 12 end)
);

create unique index booking_photos_place_idx on public.booking_photos (booking_id, kind, place);
create index booking_photos_removed_idx on public.booking_photos (created_at) where booking_id is null;
create index booking_photos_undoable_idx on public.booking_photos (removed_at) where removed_at is not null;
create index booking_photos_of_work_idx on public.booking_photos (created_at)
  where kind <> 'customer' and booking_id is not null;

alter table public.booking_photos enable row level security;
revoke all on public.booking_photos from public, anon, authenticated, service_role;

create function private.photo_id_of(name text) returns uuid
language sql immutable set search_path = ''
as $$
  select case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name::uuid end;
$$;

create function private.awaits_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.booking_photos
    where id = private.photo_id_of(awaits_photo.name)
      and booking_id is not null and removed_at is null and created_at > now() - interval '15 minutes'
      and (kind = 'customer' or public.is_admin() or private.works_on(booking_id))
  );
end;
$$;

create function private.photo_is_stored(photo_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from storage.objects where bucket_id = 'bookings' and name = photo_id::text);
end;
$$;

create function private.photos_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(id order by place), '[]')
    from public.booking_photos
    where booking_id = target_booking_id and kind = 'customer' and private.photo_is_stored(id)
  );
end;
$$;

create function private.place_photo(
  target_booking_id uuid, photo_kind text, photo_id uuid default gen_random_uuid(), photographer text default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  places integer := case photo_kind when 'customer' then 4 else 12 end;
begin
  update public.booking_photos
  set booking_id = null
  where booking_id = target_booking_id and kind = photo_kind
    and created_at < now() - interval '15 minutes' and not private.photo_is_stored(id);
  if places <= (
    select count(*) from public.booking_photos where booking_id = target_booking_id and kind = photo_kind
  ) then
    update public.booking_photos
    set booking_id = null
    where booking_id = target_booking_id and kind = photo_kind and removed_at is not null;
  end if;
  insert into public.booking_photos (id, booking_id, kind, place, taken_by)
  select photo_id, target_booking_id, photo_kind, min(free), photographer
  from generate_series(1, places) as free
  where not exists (
    select from public.booking_photos where booking_id = target_booking_id and kind = photo_kind and place = free
  )
  having count(*) > 0;
  return case when found then photo_id end;
end;
$$;

create function public.add_booking_photo(target_booking_id uuid, email text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.booking_of_holder(target_booking_id, add_booking_photo.email);
  added uuid := private.place_photo(booking.id, 'customer');
begin
  if added is null then
    raise exception using errcode = 'PT409', message = 'too_many_photos';
  end if;
  return added;
end;
$$;

create function private.customer_sees(photo public.booking_photos, booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select photo.removed_at is null
    and (photo.kind = 'customer' or (photo.kind in ('before', 'after') and booking.done_at is not null));
$$;

create function public.holds_booking_photo(photo_id uuid, email text default null) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.booking_photos as photo
    join public.bookings as booking on booking.id = photo.booking_id
    where photo.id = photo_id and private.is_holder(booking, holds_booking_photo.email)
      and private.customer_sees(photo, booking)
  );
end;
$$;

create function public.remove_booking_photo(photo_id uuid, email text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  if not public.holds_booking_photo(photo_id, remove_booking_photo.email) then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  select * into booking
  from public.bookings
  where id = (select booking_id from public.booking_photos where id = photo_id and kind = 'customer');
  if not found then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  if booking.status <> 'cancelled' and private.has_begun(booking) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  update public.booking_photos set booking_id = null where id = photo_id;
end;
$$;

create function private.forget_photos(booking_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.booking_photos set booking_id = null where booking_id = any (booking_ids);
  delete from public.condition_marks where booking_id = any (booking_ids);
  select private.take_pair_down(id) from unnest(booking_ids) as id;
  delete from public.photo_consents where booking_id = any (booking_ids);
$$;

create function public.removed_booking_photos() returns setof uuid
language sql security definer set search_path = ''
as $$
  update public.booking_photos
  set booking_id = null
  where removed_at < now() - interval '2 minutes' and booking_id is not null;
  select id from public.booking_photos where booking_id is null order by created_at limit 1000;
$$;

create function public.forget_booking_photos(photo_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from public.booking_photos
  where id = any (photo_ids) and booking_id is null and created_at < now() - interval '20 minutes';
$$;

create policy "Photos of bookings can be uploaded under an id of a holder"
  on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'bookings' and private.awaits_photo(name));

create policy "Photos of bookings can be read by administrators"
  on storage.objects for select to authenticated
  using (bucket_id = 'bookings' and (select public.is_admin()));

revoke all on function
  public.add_booking_photo, public.holds_booking_photo, public.remove_booking_photo, public.removed_booking_photos,
  public.forget_booking_photos
  from public, anon, authenticated, service_role;
grant execute on function private.awaits_photo to anon, authenticated;
grant execute on function public.add_booking_photo, public.remove_booking_photo to anon, authenticated;
grant execute on function public.holds_booking_photo to authenticated, service_role;
grant execute on function public.removed_booking_photos, public.forget_booking_photos to service_role;

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

create table private.photo_sweep (
  only_row boolean primary key default true check (only_row),
  bucket_id text not null default '',
  name text not null default ''
);

alter table private.photo_sweep enable row level security;
revoke all on private.photo_sweep from public, anon, authenticated, service_role;

create function public.unused_photos() returns table (bucket_id text, name text)
language plpgsql security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  size constant integer := 2000;
  since private.photo_sweep;
begin
  insert into private.photo_sweep default values on conflict do nothing;
  select * into since from private.photo_sweep for update;
  return query
  with step as materialized (
    select object.bucket_id, object.name
    from storage.objects as object
    where (object.bucket_id, object.name) > (since.bucket_id, since.name)
    order by object.bucket_id, object.name
    limit size
  ), next_start as (
    update private.photo_sweep set (bucket_id, name) = (
      -- After the last photo the first one is next.
      select coalesce(max(step.bucket_id), ''), coalesce(max(step.name), '')
      from (select * from step order by bucket_id, name offset size - 1) as step
    )
    where bucket_id is not null
  ), unused as materialized (
    select *
    from step
    where case bucket_id
      -- No "not exists", which may read the whole table.
      when 'reviews' then (select photo_name from public.reviews where photo_name = step.name) is null
      when 'bookings' then (select id from public.booking_photos where id = private.photo_id_of(step.name)) is null
      when 'gallery' then not exists (
        select from public.gallery_photos where private.photo_at('gallery', image_url) = step.name
      ) and not exists (
        select from public.business_versions where private.photo_at('gallery', business #>> '{facts,logoUrl}') = step.name
      ) and not exists (
        select from public.business_draft where private.photo_at('gallery', business #>> '{facts,logoUrl}') = step.name
      )
    end
  )
  select bucket_id, name
  from unused
  where (
    select created_at from storage.objects as object
    where object.bucket_id = unused.bucket_id and object.name = unused.name
  ) < now() - interval '1 day';
end;
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

create table public.checklist_ticks (
  -- Made by the client, so that a tick that is sent again is the same one.
  id uuid primary key,
  number bigint generated always as identity,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- As private.checklist_of names it.
  item text not null check (length(item) between 1 and 200),
  is_ticked boolean not null,
  ticked_by text not null check (length(ticked_by) between 1 and 254),
  ticked_at timestamptz not null default now()
);

create index checklist_ticks_booking_id_idx on public.checklist_ticks (booking_id, item, number desc);
create index checklist_ticks_ticked_at_idx on public.checklist_ticks (ticked_at);

alter table public.checklist_ticks enable row level security;
revoke all on public.checklist_ticks from public, anon, authenticated, service_role;
revoke all on sequence public.checklist_ticks_number_seq from public, anon, authenticated, service_role;

create table public.condition_marks (
  -- Made by the client, so that a mark that is sent again is the same one.
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- As domain/visit/car-parts.ts names the parts.
  part text not null check (part ~ '^[a-z][a-z-]{0,39}$'),
  -- In thousandths of the drawing's width and height, from its upper left corner.
  x smallint not null check (x between 0 and 1000),
  y smallint not null check (y between 0 and 1000),
  kind text not null check (kind in ('scratch', 'dent', 'stain', 'chip', 'other')),
  note text not null default '' check (length(note) <= 200),
  made_by text not null check (length(made_by) between 1 and 254),
  made_at timestamptz not null default now(),
  -- Kept, so that the removal can be undone; deleted after a day.
  removed_at timestamptz,
  -- Who removed it; null for one removed by the former version.
  removed_by text check (length(removed_by) between 1 and 254)
);

create index condition_marks_booking_id_idx on public.condition_marks (booking_id, made_at);
create index condition_marks_made_at_idx on public.condition_marks (made_at);
create index condition_marks_removed_idx on public.condition_marks (removed_at) where removed_at is not null;

alter table public.condition_marks enable row level security;
revoke all on public.condition_marks from public, anon, authenticated, service_role;

create trigger clean_typed before insert on public.condition_marks
  for each row execute function private.clean_typed('note', '');

create function private.features_of(service_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_path_query_first(
      business, '$.services[*] ? (@.id == $id).features', jsonb_build_object('id', features_of.service_id)
    )
    from public.business_versions
    order by version desc
    limit 1
  );
end;
$$;

create function private.keep_sold_features() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.sold_features := coalesce(new.sold_features, private.features_of(new.service_id));
  return new;
end;
$$;

create trigger keep_sold_features before insert on public.bookings
  for each row execute function private.keep_sold_features();

create function private.checklist_of(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('item', sold.item, 'ticked_by', tick.ticked_by, 'ticked_at', tick.ticked_at)
        order by sold.place
      ),
      '[]'
    )
    from (
      select left(item, 200) as item, min(place) as place
      from (
        select value as item, ordinality as place
        from jsonb_array_elements_text(
          coalesce(booking.sold_features, private.features_of(booking.service_id), '[]')
        ) with ordinality
        union all
        select value ->> 'name', 1000 + ordinality
        from jsonb_array_elements(coalesce(booking.add_ons, '[]')) with ordinality
      ) as named
      group by 1
    ) as sold
    left join lateral (
      select * from (
        select is_ticked, ticks.ticked_by, ticks.ticked_at
        from public.checklist_ticks as ticks
        where ticks.booking_id = booking.id and ticks.item = sold.item
        order by ticks.number desc
        limit 1
      ) as last where last.is_ticked
    ) as tick on true
  );
end;
$$;

create function private.condition_marks_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', id, 'part', part, 'x', x, 'y', y, 'kind', kind, 'note', note, 'made_by', made_by, 'made_at', made_at
        )
        order by made_at, id
      ),
      '[]'
    )
    from public.condition_marks
    where booking_id = target_booking_id and removed_at is null
  );
end;
$$;

create function public.visit_work(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  its_booking uuid := private.worked_booking(target_booking_id);
  booking public.bookings;
begin
  select * into booking from public.bookings where id = its_booking;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return jsonb_build_object(
    'photos', private.work_photos_of(booking.id),
    'checklist', private.checklist_of(booking),
    'marks', private.condition_marks_of(booking.id),
    'consent', private.consent_of(booking.id),
    'is_in_gallery', exists (select from public.visit_pairs where visit_pairs.booking_id = booking.id)
  );
end;
$$;

create function private.lock_work(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.require_confirmed_booking(booking);
  if private.is_forgotten(booking.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

create function private.told_moment(moment timestamptz, booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$
  select least(greatest(coalesce(moment, now()), private.instant_of(booking.booking_date, '00:00')), now());
$$;

create function public.tick_item(
  tick_id uuid, target_booking_id uuid, item text, is_ticked boolean, happened_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
begin
  if not private.checklist_of(booking) @> jsonb_build_array(jsonb_build_object('item', tick_item.item)) then
    raise exception using errcode = 'PT400', message = 'unknown_item';
  end if;
  if exists (
    select
    from public.checklist_ticks as tick
    where tick.id = tick_id
      and (tick.booking_id, tick.item, tick.is_ticked) is distinct from (booking.id, tick_item.item, tick_item.is_ticked)
  ) then
    raise exception using errcode = 'PT409', message = 'operation_key_used';
  end if;
  insert into public.checklist_ticks (id, booking_id, item, is_ticked, ticked_by, ticked_at)
  values (
    tick_id, booking.id, tick_item.item, tick_item.is_ticked, private.actor_label(null),
    private.told_moment(happened_at, booking)
  )
  on conflict (id) do nothing;
end;
$$;

create function public.add_condition_mark(
  mark_id uuid, target_booking_id uuid, part text, x integer, y integer, kind text, note text default '',
  happened_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
  marked uuid := (select mark.booking_id from public.condition_marks as mark where mark.id = mark_id);
begin
  if marked = booking.id then
    return;
  elsif marked is not null then
    raise exception using errcode = 'PT400', message = 'mark_invalid';
  end if;
  if 60 <= (select count(*) from public.condition_marks as mark where mark.booking_id = booking.id and mark.removed_at is null) then
    raise exception using errcode = 'PT409', message = 'too_many_marks';
  end if;
  insert into public.condition_marks (id, booking_id, part, x, y, kind, note, made_by, made_at)
  values (
    mark_id, booking.id, add_condition_mark.part, add_condition_mark.x, add_condition_mark.y,
    add_condition_mark.kind, coalesce(add_condition_mark.note, ''), private.actor_label(null),
    private.told_moment(happened_at, booking)
  );
exception
  when check_violation or not_null_violation or numeric_value_out_of_range then
    raise exception using errcode = 'PT400', message = 'mark_invalid';
end;
$$;

create function public.remove_condition_mark(mark_id uuid, is_removed boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_visit(booking_id), private.require_maker(made_by) from public.condition_marks where id = mark_id;
  perform private.require_maker(removed_by) from public.condition_marks
  where id = mark_id and removed_at is not null and not is_removed;
  update public.condition_marks
  set
    removed_at = case when is_removed then coalesce(removed_at, now()) end,
    removed_by = case when is_removed then
      case when removed_at is null then private.actor_label(null) else removed_by end
    end
  where id = mark_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mark_not_found';
  end if;
end;
$$;

create function public.forget_old_work() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  last timestamptz := private.kept_since('work');
  photos integer;
  marks integer;
begin
  update public.booking_photos
  set booking_id = null
  where kind <> 'customer' and booking_id is not null and created_at < last;
  get diagnostics photos = row_count;
  delete from public.condition_marks where made_at < last or removed_at < now() - interval '1 day';
  get diagnostics marks = row_count;
  delete from public.checklist_ticks where ticked_at < last;
  return photos + marks;
end;
$$;

revoke all on function
  public.visit_work, public.tick_item, public.add_condition_mark, public.remove_condition_mark, public.forget_old_work
  from public, anon, authenticated, service_role;
grant execute on function
  public.visit_work, public.tick_item, public.add_condition_mark, public.remove_condition_mark
  to authenticated;
grant execute on function public.forget_old_work to service_role;

create function public.add_work_photo(photo_id uuid, target_booking_id uuid, photo_kind text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
  known public.booking_photos;
begin
  if photo_kind not in ('before', 'after', 'condition') then
    raise exception using errcode = 'PT400', message = 'unknown_photo_kind';
  end if;
  select * into known from public.booking_photos where id = photo_id for update;
  if found then
    if known.booking_id is null or known.removed_at is not null then
      raise exception using errcode = 'PT409', message = 'photo_removed';
    elsif (known.booking_id, known.kind) is distinct from (booking.id, photo_kind) then
      raise exception using errcode = 'PT409', message = 'photo_id_taken';
    elsif not private.photo_is_stored(photo_id) then
      update public.booking_photos set created_at = now() where id = photo_id;
    end if;
  elsif private.place_photo(booking.id, photo_kind, photo_id, private.actor_label(null)) is null then
    raise exception using errcode = 'PT409', message = 'too_many_photos';
  end if;
end;
$$;

create function private.lock_work_photo(photo_id uuid) returns public.booking_photos
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos;
begin
  -- The booking before the photo, as add_work_photo.
  perform private.lock_visit(booking_id)
  from public.booking_photos
  where id = photo_id and booking_id is not null and kind <> 'customer';
  select * into photo
  from public.booking_photos
  where id = photo_id and booking_id is not null and kind <> 'customer'
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  return photo;
end;
$$;

create function private.require_maker(label text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin() and label is distinct from private.actor_label(null) then
    raise exception using errcode = 'PT403', message = 'made_by_another';
  end if;
end;
$$;

create function public.remove_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  perform private.require_maker(photo.taken_by);
  update public.booking_photos
  set removed_at = now(), removed_by = private.actor_label(null)
  where id = photo.id and removed_at is null;
end;
$$;

create function public.restore_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  perform private.require_maker(photo.taken_by);
  if photo.removed_at is not null then
    perform private.require_maker(photo.removed_by);
  end if;
  update public.booking_photos set removed_at = null, removed_by = null where id = photo.id;
end;
$$;

create function private.work_photos_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', id, 'kind', kind, 'taken_by', taken_by, 'created_at', created_at)
        order by kind, place
      ),
      '[]'
    )
    from public.booking_photos
    where booking_id = target_booking_id and kind <> 'customer' and removed_at is null
      and private.photo_is_stored(id)
  );
end;
$$;

create function private.works_on_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.booking_photos
    where id = private.photo_id_of(works_on_photo.name) and removed_at is null and private.works_on(booking_id)
  );
end;
$$;

create policy "Photos of bookings can be read by the crew of the visit"
  on storage.objects for select to authenticated
  using (bucket_id = 'bookings' and private.works_on_photo(name));

revoke all on function public.add_work_photo, public.remove_work_photo, public.restore_work_photo
  from public, anon, authenticated, service_role;
grant execute on function private.works_on_photo, public.add_work_photo, public.remove_work_photo, public.restore_work_photo
  to authenticated;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.bookings (id) on delete set null,
  customer_name text not null check (length(btrim(customer_name)) between 1 and 100),
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) <= 2000),
  photo_url text check (length(photo_url) <= 1000),
  is_approved boolean not null default false,
  created_at timestamptz not null default now(),
  -- In pixels; null without a photo, or where the storage does not know. Set by a trigger.
  photo_width integer check (photo_width > 0),
  photo_height integer check (photo_height > 0),
  -- The photo's name in the storage, however its address was written. Set by a trigger. A photo belongs to one review.
  photo_name text unique,
  -- Too many came at once. The owner releases it before it waits for approval.
  is_held_back boolean not null default false,
  -- The name of the service of its booking, as it was when the review was written. Set by a trigger.
  service_name text,
  -- The owner's answer, public with the review.
  reply text check (length(btrim(reply)) between 1 and 2000),
  -- Set by a trigger.
  replied_at timestamptz,
  constraint reviews_held_back_check check (not (is_approved and is_held_back))
);

create index reviews_created_at_idx on public.reviews (is_approved, created_at desc);
create index reviews_booking_id_idx on public.reviews (booking_id);
create index reviews_public_rating_idx on public.reviews (rating) where is_approved;
create index reviews_of_service_idx on public.reviews (service_name, created_at desc, id desc) where is_approved;
create index reviews_held_back_idx on public.reviews (created_at desc, id desc) where is_held_back;
create index reviews_waiting_idx on public.reviews (created_at desc, id desc)
  where not is_approved and not is_held_back;

alter table public.reviews enable row level security;
create policy "Server functions may do what they are granted"
  on public.reviews for all to service_role using (true) with check (true);
revoke all on public.reviews from public, anon, authenticated, service_role;
grant select (
  id, customer_name, rating, comment, photo_url, is_approved, created_at, photo_width, photo_height, service_name,
  reply, replied_at
) on public.reviews to anon;
grant insert (
  booking_id, customer_name, rating, comment, photo_url, is_approved
) on public.reviews to anon, authenticated;
grant delete on public.reviews to authenticated;
grant select (
  id, customer_name, rating, comment, photo_url, is_approved, created_at, photo_width, photo_height, is_held_back,
  service_name, reply, replied_at
) on public.reviews to authenticated;
grant update (is_approved, is_held_back, reply) on public.reviews to authenticated;
grant all on public.reviews to service_role;

create trigger guard_deleted_rows after delete on public.reviews
  referencing old table as deleted_rows
  for each statement execute function private.guard_deleted_rows();

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

create function private.note_service() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.service_name := (select service_name from public.bookings where id = new.booking_id);
  return new;
end;
$$;

create function private.date_reply() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.replied_at := case when new.reply is not null then now() end;
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

create table private.review_totals (
  only_row boolean primary key default true check (only_row),
  approved integer not null default 0,
  ratings integer not null default 0
);

alter table private.review_totals enable row level security;
revoke all on private.review_totals from public, anon, authenticated, service_role;
insert into private.review_totals default values;

create table private.review_counts (
  service_name text not null,
  rating smallint not null,
  approved integer not null,
  primary key (service_name, rating)
);

alter table private.review_counts enable row level security;
revoke all on private.review_counts from public, anon, authenticated, service_role;

create function private.recount_reviews() returns void
language sql set search_path = ''
as $$
  update private.review_totals
  set (approved, ratings) = (select count(*), coalesce(sum(rating), 0) from public.reviews where is_approved)
  where only_row;
  delete from private.review_counts where true;
  insert into private.review_counts (service_name, rating, approved)
  select coalesce(service_name, ''), rating, count(*) from public.reviews where is_approved group by 1, 2;
$$;

create function private.count_rating(service text, stars integer, more integer) returns void
language sql set search_path = ''
as $$
  insert into private.review_counts (service_name, rating, approved) values (coalesce(service, ''), stars, more)
  on conflict (service_name, rating) do update set approved = review_counts.approved + more;
$$;

create function private.count_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was integer := case when tg_op <> 'INSERT' and old.is_approved then old.rating end;
  becomes integer := case when tg_op <> 'DELETE' and new.is_approved then new.rating end;
begin
  if was is distinct from becomes then
    update private.review_totals
    set
      approved = approved + (becomes is not null)::integer - (was is not null)::integer,
      ratings = ratings + coalesce(becomes, 0) - coalesce(was, 0)
    where only_row;
    if was is not null then
      perform private.count_rating(old.service_name, was, -1);
    end if;
    if becomes is not null then
      perform private.count_rating(new.service_name, becomes, 1);
    end if;
  end if;
  return null;
end;
$$;

create function public.review_rating() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('count', approved, 'average', round(ratings::numeric / nullif(approved, 0), 1))
  from private.review_totals;
$$;

create function public.review_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('service', nullif(service_name, ''), 'rating', rating, 'count', approved)
      order by service_name, rating
    ),
    '[]'
  )
  from private.review_counts where approved > 0;
$$;

create trigger clean_typed before insert or update of customer_name, comment, reply on public.reviews
  for each row execute function private.clean_typed('customer_name', 'comment,reply');

create trigger refuse_many after insert on public.reviews
  referencing new table as written
  for each statement execute function private.refuse_many();

create trigger count_review after insert or delete or update of is_approved, rating on public.reviews
  for each row execute function private.count_review();

create trigger note_service before insert on public.reviews
  for each row execute function private.note_service();

create trigger date_reply before update of reply on public.reviews
  for each row when (new.reply is distinct from old.reply)
  execute function private.date_reply();

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

revoke all on function public.review_counts from public, anon, authenticated, service_role;
grant execute on function public.review_counts to anon, authenticated, service_role;

create table public.gallery_photos (
  id uuid primary key default gen_random_uuid(),
  image_url text not null check (length(image_url) between 1 and 1000),
  description text not null default '' check (length(description) <= 300),
  created_at timestamptz not null default now(),
  -- In pixels; null where the storage does not know. Set by a trigger.
  image_width integer check (image_width > 0),
  image_height integer check (image_height > 0),
  -- The photo of the same car before the visit: both are shown as a pair. A photo is the first of one pair at most.
  before_id uuid unique references public.gallery_photos (id) on delete set null,
  constraint gallery_photos_before_check check (before_id <> id)
);

create index gallery_photos_created_at_idx on public.gallery_photos (created_at desc);

alter table public.gallery_photos enable row level security;
create policy "Server functions may do what they are granted"
  on public.gallery_photos for all to service_role using (true) with check (true);
revoke all on public.gallery_photos from public, anon, authenticated, service_role;
grant select on public.gallery_photos to anon;
grant select, delete on public.gallery_photos to authenticated;
grant insert (image_url, description) on public.gallery_photos to authenticated;
grant update (description, before_id) on public.gallery_photos to authenticated;
grant all on public.gallery_photos to service_role;

create trigger guard_deleted_rows after delete on public.gallery_photos
  referencing old table as deleted_rows
  for each statement execute function private.guard_deleted_rows();

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

create trigger clean_typed before insert or update of description on public.gallery_photos
  for each row execute function private.clean_typed('', 'description');

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

create table public.photo_consents (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  given_at timestamptz,
  revoked_at timestamptz,
  -- The words that the customer agreed to; empty until then.
  wording text not null default '' check (length(wording) <= 500),
  constraint photo_consents_have_words check ((given_at is null) = (wording = ''))
);

alter table public.photo_consents enable row level security;
revoke all on public.photo_consents from public, anon, authenticated, service_role;

create table public.photo_links (
  token_hash bytea primary key,
  booking_id uuid not null references public.photo_consents (booking_id) on delete cascade,
  -- Null for a link that was mailed.
  expires_at timestamptz
);

create index photo_links_booking_id_idx on public.photo_links (booking_id);

alter table public.photo_links enable row level security;
revoke all on public.photo_links from public, anon, authenticated, service_role;

create table public.visit_pairs (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  before_id uuid references public.gallery_photos (id) on delete set null,
  after_id uuid references public.gallery_photos (id) on delete set null,
  added_at timestamptz not null default now()
);

create index visit_pairs_before_id_idx on public.visit_pairs (before_id);
create index visit_pairs_after_id_idx on public.visit_pairs (after_id);

alter table public.visit_pairs enable row level security;
revoke all on public.visit_pairs from public, anon, authenticated, service_role;

create table public.removed_gallery_files (
  name text primary key
);

alter table public.removed_gallery_files enable row level security;
revoke all on public.removed_gallery_files from public, anon, authenticated, service_role;

create function private.photo_consent_wording() returns text
language sql immutable set search_path = ''
as $$
  select 'You may show one photo from before and one from after this visit in your public gallery, without my name.';
$$;

create function private.photo_token(target_booking_id uuid, lasts interval default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.new_token();
begin
  insert into public.photo_consents (booking_id) values (target_booking_id) on conflict (booking_id) do nothing;
  delete from public.photo_links where booking_id = target_booking_id and expires_at < now();
  insert into public.photo_links (token_hash, booking_id, expires_at)
  values (private.hash_of_token(token), target_booking_id, now() + lasts);
  return token;
end;
$$;

create function private.booking_of_photo_link(secret text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select booking_id from public.photo_links
  where token_hash = private.hash_of_token(secret) and coalesce(expires_at > now(), true);
$$;

create function private.shown_photos(booking public.bookings, photo_kind text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(photo.id order by photo.place), '[]')
  from public.booking_photos as photo
  where photo.booking_id = booking.id and photo.kind = photo_kind
    and private.customer_sees(photo, booking) and private.photo_is_stored(photo.id);
$$;

create function private.consent_of(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select jsonb_build_object(
        'state', case when revoked_at is not null then 'revoked' when given_at is not null then 'given' else 'none' end,
        'at', coalesce(revoked_at, given_at)
      )
      from public.photo_consents
      where booking_id = target_booking_id
    ),
    jsonb_build_object('state', 'none', 'at', null)
  );
$$;

create function private.take_pair_down(target_booking_id uuid) returns void
language sql security definer set search_path = ''
as $$
  with pair as (
    delete from public.visit_pairs where booking_id = target_booking_id returning before_id, after_id
  ),
  shown as (
    delete from public.gallery_photos
    where id in (select unnest(array[before_id, after_id]) from pair)
    returning image_url
  )
  insert into public.removed_gallery_files (name)
  select private.photo_at('gallery', image_url) from shown
  where private.photo_at('gallery', image_url) is not null
  on conflict (name) do nothing;
$$;

create function public.photos_of_link(secret text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = private.booking_of_photo_link(secret);
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'service_name', booking.service_name,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'before', private.shown_photos(booking, 'before'),
    'after', private.shown_photos(booking, 'after'),
    'wording', private.photo_consent_wording(),
    'is_shown', exists (select from public.visit_pairs where booking_id = booking.id)
  ) || private.consent_of(booking.id);
end;
$$;

create function public.choose_photo_consent(secret text, agrees boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  consent public.photo_consents;
begin
  -- The booking first, as add_pair_to_gallery.
  perform private.lock_booking(id) from private.booking_of_photo_link(secret) as id where id is not null;
  select * into consent from public.photo_consents
  where booking_id = private.booking_of_photo_link(secret)
  for update;
  if not found then
    return null;
  end if;
  if agrees then
    update public.photo_consents
    set given_at = now(), revoked_at = null, wording = private.photo_consent_wording()
    where booking_id = consent.booking_id and (given_at is null or revoked_at is not null);
  else
    update public.photo_consents
    set revoked_at = now()
    where booking_id = consent.booking_id and given_at is not null and revoked_at is null;
    perform private.take_pair_down(consent.booking_id);
  end if;
  perform private.note_change(
    consent.booking_id,
    case when agrees then 'photo_consent_given' else 'photo_consent_revoked' end,
    null,
    case when agrees then jsonb_build_object('wording', private.photo_consent_wording()) else '{}' end
  )
  where agrees is distinct from (consent.given_at is not null and consent.revoked_at is null);
  return public.photos_of_link(secret);
end;
$$;

create function public.link_shows_photo(photo_id uuid, secret text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.booking_photos as photo
    join public.bookings as booking on booking.id = photo.booking_id
    where booking.id = private.booking_of_photo_link(secret) and photo.id = photo_id and photo.kind <> 'customer'
      and private.customer_sees(photo, booking)
  );
end;
$$;

create function public.booking_photo_link(target_booking_id uuid, email text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id;
  if not found or not private.is_holder(booking, booking_photo_link.email)
    or private.shown_photos(booking, 'before') || private.shown_photos(booking, 'after') = '[]' then
    return null;
  end if;
  return private.photo_token(booking.id, interval '30 days');
end;
$$;

create function public.booking_photo_links(target_booking_ids uuid[], email text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(link) filter (where link ->> 'token' is not null), '[]')
    from (
      select jsonb_build_object(
        'booking_id', booking.id, 'token', public.booking_photo_link(booking.id, booking_photo_links.email)
      ) as link
      from public.bookings as booking
      where booking.id = any (target_booking_ids)
        and exists (select from public.booking_photos where booking_id = booking.id and kind in ('before', 'after'))
    ) as links
  );
end;
$$;

create function public.visit_photo_link(visit_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select visit.* into booking
  from private.visit_link_of(visit_token) as link
  join public.bookings as visit on visit.id = link.booking_id;
  if not found or private.shown_photos(booking, 'before') || private.shown_photos(booking, 'after') = '[]' then
    return null;
  end if;
  return private.photo_token(booking.id, interval '30 days');
end;
$$;

create function private.mail_photos(booking public.bookings, mail_key text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if booking.customer_email is null or private.is_forgotten(booking.customer_email)
    or private.shown_photos(booking, 'after') = '[]' then
    return false;
  end if;
  perform public.enqueue_mail(
    mail_key, 'work_photos', booking.customer_email, booking.id,
    jsonb_build_object('photo_token', private.photo_token(booking.id))
  );
  return true;
end;
$$;

create function private.mail_photos_of_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.mail_photos(new, 'work_photos:' || new.id);
  return null;
end;
$$;

create trigger mail_photos_of_visit after update of done_at on public.bookings
  for each row when (old.done_at is null and new.done_at is not null)
  execute function private.mail_photos_of_visit();

create function public.ask_photo_consent(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
begin
  if not private.mail_photos(
    booking, 'work_photos:' || booking.id || ':' || to_char(now() at time zone 'UTC', 'YYYYMMDDHH24')
  ) then
    raise exception using errcode = 'PT409', message = 'no_photos_to_send';
  end if;
end;
$$;

create function public.add_pair_to_gallery(
  target_booking_id uuid, before_url text, after_url text, description text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  first uuid;
  second uuid;
begin
  -- Locked, so that a customer who revokes meanwhile comes before or after.
  perform from public.photo_consents
  where booking_id = booking.id and given_at is not null and revoked_at is null
  for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'no_photo_consent';
  end if;
  if exists (select from public.visit_pairs where booking_id = booking.id) then
    raise exception using errcode = 'PT409', message = 'pair_exists';
  end if;
  insert into public.gallery_photos (image_url, description)
  values (before_url, add_pair_to_gallery.description)
  returning id into first;
  insert into public.gallery_photos (image_url, description, before_id)
  values (after_url, add_pair_to_gallery.description, first)
  returning id into second;
  insert into public.visit_pairs (booking_id, before_id, after_id) values (booking.id, first, second);
end;
$$;

create function public.remove_pair_from_gallery(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_booking_for_owner(target_booking_id);
  perform private.take_pair_down(target_booking_id);
end;
$$;

create function public.gallery_files_to_delete() returns setof text
language sql stable security definer set search_path = ''
as $$
  select name from public.removed_gallery_files limit 1000;
$$;

create function public.forget_gallery_files(names text[]) returns void
language sql security definer set search_path = ''
as $$
  delete from public.removed_gallery_files where name = any (names);
$$;

revoke all on function
  public.photos_of_link, public.choose_photo_consent, public.link_shows_photo, public.booking_photo_link,
  public.booking_photo_links, public.visit_photo_link,
  public.ask_photo_consent, public.add_pair_to_gallery, public.remove_pair_from_gallery,
  public.gallery_files_to_delete, public.forget_gallery_files
  from public, anon, authenticated, service_role;
grant execute on function
  public.photos_of_link, public.choose_photo_consent, public.booking_photo_link, public.booking_photo_links,
  public.visit_photo_link
  to anon, authenticated;
grant execute on function
  public.ask_photo_consent, public.add_pair_to_gallery, public.remove_pair_from_gallery
  to authenticated;
grant execute on function public.link_shows_photo, public.gallery_files_to_delete, public.forget_gallery_files
  to service_role;

create table public.inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 100),
  email text not null check (length(email) <= 254 and email like '%_@_%'),
  subject text not null check (length(btrim(subject)) between 1 and 150),
  message text not null check (length(btrim(message)) between 1 and 5000),
  -- As typed: no foreign key, which would reveal to a stranger which ids exist.
  booking_id uuid,
  created_at timestamptz not null default now(),
  -- held_back: too many came at once. It waits apart from the inbox, and no email announces it.
  status text not null default 'new' check (status in ('new', 'answered', 'closed', 'held_back'))
);

create index inquiries_created_at_idx on public.inquiries (created_at desc);
create index inquiries_email_idx on public.inquiries (lower(btrim(email)));
create index inquiries_status_idx on public.inquiries (status, created_at desc, id desc);

alter table public.inquiries enable row level security;
create policy "Server functions may do what they are granted"
  on public.inquiries for all to service_role using (true) with check (true);
revoke all on public.inquiries from public, anon, authenticated, service_role;
grant insert (name, email, subject, message, booking_id) on public.inquiries to anon, authenticated;
grant select on public.inquiries to authenticated;
grant all on public.inquiries to service_role;

create table public.inquiry_changes (
  id bigint generated by default as identity primary key,
  inquiry_id uuid not null references public.inquiries (id) on delete cascade,
  at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  -- The administrator's email address, which stays when the account is deleted.
  actor_label text not null check (length(actor_label) between 1 and 254),
  was text not null,
  "is" text not null
);

create index inquiry_changes_inquiry_id_idx on public.inquiry_changes (inquiry_id, id);
create index inquiry_changes_actor_idx on public.inquiry_changes (actor) where actor is not null;

alter table public.inquiry_changes enable row level security;
create policy "Server functions may do what they are granted"
  on public.inquiry_changes for all to service_role using (true) with check (true);
revoke all on public.inquiry_changes from public, anon, authenticated, service_role;
grant select on public.inquiry_changes to service_role;
revoke all on sequence public.inquiry_changes_id_seq from public, anon, authenticated, service_role;

create table public.inquiry_replies (
  id uuid primary key,
  inquiry_id uuid not null references public.inquiries (id) on delete cascade,
  at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  -- The administrator's email address, which stays when the account is deleted.
  actor_label text not null check (length(actor_label) between 1 and 254),
  message text not null check (length(message) between 1 and 2000)
);

create index inquiry_replies_inquiry_id_idx on public.inquiry_replies (inquiry_id, at);
create index inquiry_replies_actor_idx on public.inquiry_replies (actor) where actor is not null;

alter table public.inquiry_replies enable row level security;
create policy "Server functions may do what they are granted"
  on public.inquiry_replies for all to service_role using (true) with check (true);
revoke all on public.inquiry_replies from public, anon, authenticated, service_role;
grant select on public.inquiry_replies to service_role;

create function private.limit_inquiries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_counted('public.inquiries');
  if (
    select count(*) >= 5 from public.inquiries
    where private.mailbox_of(email) = private.mailbox_of(new.email) and created_at > now() - interval '1 hour'
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
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', reply.id, 'at', reply.at, 'actor_label', reply.actor_label, 'message', reply.message,
        'mail_status', mail.status
      ) order by reply.at desc, reply.id), '[]')
      from public.inquiry_replies as reply
      left join public.mail_outbox as mail on mail.key = 'inquiry_reply:' || reply.id
      where reply.inquiry_id = inquiry.id
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

create function public.answer_inquiry(target_inquiry_id uuid, message text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  inquiry public.inquiries;
  earlier public.inquiry_replies;
  written text := btrim(answer_inquiry.message, E' \t\r\n');
begin
  perform private.require_admin();
  select * into inquiry from public.inquiries where id = target_inquiry_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
  if coalesce(length(written), 0) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'message_invalid';
  end if;
  select * into earlier from public.inquiry_replies where id = request_id;
  if earlier.id is not null then
    if (earlier.inquiry_id, earlier.message) is distinct from (inquiry.id, written) then
      raise exception using errcode = 'PT409', message = 'operation_key_used';
    end if;
    return;
  end if;
  if private.is_forgotten(inquiry.email) or inquiry.email ~ '[[:cntrl:]]' then
    raise exception using errcode = 'PT409', message = 'no_email_address';
  end if;
  insert into public.inquiry_replies (id, inquiry_id, actor, actor_label, message)
  values (request_id, inquiry.id, private.actor(), private.actor_label(null), written);
  perform public.enqueue_mail(
    'inquiry_reply:' || request_id, 'inquiry_reply', btrim(inquiry.email), null,
    jsonb_build_object(
      'message', written,
      'reply_to', (select info_email from private.business),
      'customer_name', inquiry.name,
      'inquiry_subject', inquiry.subject,
      'inquiry_message', inquiry.message
    )
  );
  perform public.mark_inquiry(inquiry.id, 'answered');
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

create trigger clean_typed before insert on public.inquiries
  for each row execute function private.clean_typed('name,subject', 'message');
create trigger refuse_other_than_an_address before insert or update of email on public.inquiries
  for each row execute function private.refuse_other_than_an_address('email');
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
  public.delete_held_back_inquiries, public.answer_inquiry
  from public, anon, authenticated, service_role;
grant execute on function private.inquiry_count, private.queue_held_back_notice to service_role;
grant execute on function
  public.inquiry_page, public.mark_inquiry, public.find_inquiries, public.delete_held_back_inquiry,
  public.delete_held_back_inquiries, public.answer_inquiry
  to authenticated;

create table public.unanswered_questions (
  id uuid primary key default gen_random_uuid(),
  words text not null check (length(words) between 1 and 200),
  asked integer not null default 1 check (asked > 0),
  -- The local day when it was last asked.
  last_day date not null
);

create unique index unanswered_questions_words_idx on public.unanswered_questions (lower(words));
create index unanswered_questions_last_day_idx on public.unanswered_questions (last_day);

alter table public.unanswered_questions enable row level security;
create policy "Server functions may do what they are granted"
  on public.unanswered_questions for all to service_role using (true) with check (true);
revoke all on public.unanswered_questions from public, anon, authenticated, service_role;
grant select on public.unanswered_questions to service_role;

create function private.without_persons(question text) returns text
language sql immutable set search_path = ''
as $$
  select btrim(left(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    left(question, 1000),
    '[[:space:][:cntrl:]]+', ' ', 'g'),
    '\S+@\S+|\S+://\S+', '…', 'g'),
    '\m[a-z][0-9][a-z] ?[0-9][a-z][0-9]\M', '…', 'gi'),
    '\m[0-9]{1,6} ([[:alpha:]''.-]+ ){1,4}(street|st|road|rd|avenue|ave|drive|dr|court|crt|ct|crescent|cres|lane|ln|boulevard|blvd|way|line|trail)\M\.?', '…', 'gi'),
    '[+(]?[0-9][0-9 ().-]{3,}[0-9]', '…', 'g'), 200));
$$;

create function public.keep_unanswered_question(question text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  its_words text := private.without_persons(question);
begin
  -- Without a letter there is no question.
  if its_words is null or its_words !~ '[[:alpha:]]{2}' then
    return;
  end if;
  perform private.lock_counted('public.unanswered_questions');
  delete from public.unanswered_questions where last_day < today - 60;
  update public.unanswered_questions set asked = asked + 1, last_day = today where lower(words) = lower(its_words);
  if not found
    and (select count(*) from public.unanswered_questions) < 200
    and (select count(*) from public.unanswered_questions where last_day = today) < 50
  then
    insert into public.unanswered_questions (words, last_day) values (its_words, today);
  end if;
end;
$$;

create function public.unanswered_questions() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(to_jsonb(one) order by one.asked desc, one.last_day desc, one.id), '[]')
    from (
      select * from public.unanswered_questions order by asked desc, last_day desc, id limit 20
    ) as one
  );
end;
$$;

create function public.delete_unanswered_question(question_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.unanswered_questions where id = question_id;
end;
$$;

revoke all on function
  public.keep_unanswered_question, public.unanswered_questions, public.delete_unanswered_question
  from public, anon, authenticated, service_role;
grant execute on function public.keep_unanswered_question to anon, authenticated;
grant execute on function public.unanswered_questions, public.delete_unanswered_question to authenticated;

create table public.website_texts (
  name text primary key check (name in ('chat_answers', 'privacy', 'terms', 'cancellation')),
  -- A list of answers, or the text of a page. Null for the product's own wording (domain/texts, domain/chat).
  body jsonb,
  -- Goes up with every change, so that nobody overwrites what they have not read.
  revision integer not null default 0,
  constraint website_texts_body_check check (
    length(body::text) <= 100000
    and jsonb_typeof(body) = case name when 'chat_answers' then 'array' else 'string' end
  )
);

alter table public.website_texts enable row level security;
create policy "Server functions may do what they are granted"
  on public.website_texts for all to service_role using (true) with check (true);
revoke all on public.website_texts from public, anon, authenticated, service_role;
grant select on public.website_texts to anon, authenticated;
grant update (body) on public.website_texts to authenticated;
grant all on public.website_texts to service_role;

create policy "Texts of the website can be read by everyone"
  on public.website_texts for select to anon, authenticated
  using (true);

create policy "Texts of the website can be changed by administrators"
  on public.website_texts for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create function private.count_website_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.revision := old.revision + 1;
  return new;
end;
$$;

create trigger count_change before update on public.website_texts
  for each row execute function private.count_website_text();

create function private.tell_of_website_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    perform private.notify_administrators(
      case new.name
        when 'chat_answers' then 'The answers of the website’s chat were changed.'
        else 'The website’s ' || new.name || ' page was changed.'
      end,
      'website_text:' || new.name
    );
  end if;
  return null;
end;
$$;

create trigger tell_of_change after update of body on public.website_texts
  for each row when (new.body is distinct from old.body)
  execute function private.tell_of_website_text();

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
select private.tell_live_about('public.time_settings', 'times', 'business');
select private.tell_live_about('public.travel_settings', 'times');
select private.tell_live_about('public.opening_hours', 'times');
select private.tell_live_about('public.opening_exceptions', 'times');
select private.tell_live_about('public.service_area', 'times');
select private.tell_live_about('public.crews', 'times', 'crews');
select private.tell_live_about('public.crew_hours', 'times', 'crews');
select private.tell_live_about('public.crew_members', 'crews', 'rights');
select private.tell_live_about('public.crew_invitations', 'crews');
select private.tell_live_about('public.admins', 'rights');
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
select private.tell_live_about('public.business_versions', 'business');
select private.tell_live_about('public.website_texts', 'business');
select private.tell_live_about('public.business_draft', 'business_draft');

create index bookings_of_callers_idx on public.bookings (created_at) where customer_email is null;
create index bookings_of_callers_search_idx on public.bookings using gin (
  private.booking_search_text(id, customer_name, customer_email, customer_phone, car_year, car_model)
  extensions.gin_trgm_ops
) where customer_email is null;

create function private.visits_of_caller(email text, phone text, first_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        to_jsonb(visit) - array['id', 'booking_date', 'booking_time']
        order by visit.id is distinct from first_id, visit.booking_date desc, visit.booking_time desc
      ),
      '[]'
    )
    from (
      select
        booking.id, booking.service_id, booking.vehicle_type, booking.car_model, booking.car_year, booking.address,
        booking.city, booking.province, booking.postal_code, booking.booking_date, booking.booking_time,
        booking.add_ons
      from public.bookings as booking
      where booking.status <> 'pending_payment'
        and (
          booking.customer_email = visits_of_caller.email
          or (
            visits_of_caller.email is null and booking.customer_email is null
            and booking.customer_phone = visits_of_caller.phone
          )
        )
      order by
        case when first_id is not null then booking.id <> first_id end, booking.booking_date desc,
        booking.booking_time desc
      limit 12
    ) as visit
  );
end;
$$;

create function private.ahead_of_caller(email text, phone text) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(visit) order by visit.booking_date, visit.booking_time), '[]')
    from (
      select booking.id, booking.booking_date, booking.booking_time, booking.service_name
      from public.bookings as booking
      where private.is_ahead(booking)
        and (
          booking.customer_email = ahead_of_caller.email
          or (
            ahead_of_caller.email is null and booking.customer_email is null
            and booking.customer_phone = ahead_of_caller.phone
          )
        )
      order by booking.booking_date, booking.booking_time
      limit 3
    ) as visit
  );
end;
$$;

create function public.find_callers(search text default '', of_booking uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.booking_patterns(search);
  people record;
  named text[];
  found jsonb;
begin
  perform private.require_admin();
  select * into people from private.searched_people(search);
  named := case
    when people.phones is null then people.addresses
    else array(select customer_email from public.bookings where customer_phone = any (people.phones))
  end;
  if of_booking is null and length(regexp_replace(coalesce(search, ''), '[^[:alnum:]]', '', 'g')) < 3 then
    return jsonb_build_object('callers', '[]'::jsonb);
  end if;
  if of_booking is not null then
    select jsonb_agg(jsonb_build_object(
      'name', customer_name, 'email', customer_email, 'phone', customer_phone,
      'visits', private.visits_of_caller(customer_email, customer_phone, id),
      'ahead', private.ahead_of_caller(customer_email, customer_phone)
    ))
    into found
    from public.bookings
    where id = of_booking and not coalesce(private.is_forgotten(customer_email), false);
    return jsonb_build_object('callers', coalesce(found, '[]'));
  end if;
  select jsonb_agg(
    jsonb_build_object(
      'name', caller.name, 'email', caller.email, 'phone', caller.phone,
      'visits', private.visits_of_caller(caller.email, caller.phone),
      'ahead', private.ahead_of_caller(caller.email, caller.phone)
    ) order by caller.at desc, caller.phone
  )
  into found
  from (
    (
      select customer.name, customer.email, customer.phone, customer.last_booked_at as at
      from public.customers as customer
      where customer.search_text like patterns[1] and customer.search_text like all (patterns)
        and (named is null or customer.email = any (named))
      order by customer.last_booked_at desc
      limit 6
    )
    union all
    (
      select distinct on (one.customer_phone) one.customer_name, null, one.customer_phone, one.created_at
      from (
        select booking.customer_name, booking.customer_phone, booking.created_at
        from public.bookings as booking
        where booking.customer_email is null
          and private.booking_search_text(
            booking.id, booking.customer_name, booking.customer_email, booking.customer_phone, booking.car_year,
            booking.car_model
          ) like all (patterns)
          and (people.phones is null or booking.customer_phone = any (people.phones))
        order by booking.created_at desc
        limit 30
      ) as one
      order by one.customer_phone, one.created_at desc
    )
    order by at desc
    limit 6
  ) as caller;
  return jsonb_build_object('callers', coalesce(found, '[]'));
end;
$$;

revoke all on function public.find_callers from public, anon, authenticated, service_role;
grant execute on function public.find_callers to authenticated;

create index inquiries_search_idx on public.inquiries using gin (
  lower(' ' || name || ' ' || email || ' ' || subject) extensions.gin_trgm_ops
);
create index payments_amount_idx on public.payments (amount_cents, settled_at) where status = 'succeeded';

create function private.searched_cents(term text) returns integer
language sql immutable set search_path = ''
as $$
  select case when term ~ '^([$] ?)?[0-9]{1,6}([.,][0-9]{2})?( ?[$])?$'
    then (translate(term, ',$ ', '.')::numeric * 100)::integer end;
$$;

create function private.matching_payments(
  term text, patterns text[], addresses text[], phones text[], numbered uuid
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  cents integer := private.searched_cents(term);
  found jsonb;
begin
  select jsonb_agg(to_jsonb(line) order by line.settled_at desc, line.id)
  into found
  from (
    select
      payment.id, payment.booking_id, booking.customer_name, payment.amount_cents, payment.method, payment.settled_at
    from (
      (
        select id from public.payments
        where status = 'succeeded' and amount_cents = cents
        order by settled_at desc
        limit 5
      )
      union
      (
        select id from public.payments
        where stripe_payment_intent_id = term and status = 'succeeded'
      )
      union
      (
        select its.id
        from (
          select one.id from public.bookings as one
          where private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like patterns[1]
            and private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like all (patterns)
            and (addresses is null or one.customer_email = any (addresses))
            and (phones is null or one.customer_phone = any (phones))
            and (numbered is null or one.id = numbered)
          order by one.booking_date desc, one.booking_time desc, one.id desc
          limit 20
        ) as matching
        join public.payments as its on its.booking_id = matching.id and its.status = 'succeeded'
      )
    ) as fitting
    join public.payments as payment on payment.id = fitting.id
    join public.bookings as booking on booking.id = payment.booking_id
    order by payment.settled_at desc, payment.id
    limit 5
  ) as line;
  return coalesce(found, '[]');
end;
$$;

create function public.search_everything(term text) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted text := private.search_words(term);
  patterns text[] := private.booking_patterns(wanted);
  -- No booking has an amount in its text, and the letters of one are those of every year of a car.
  of_bookings text[] := case when wanted !~ '^[$][0-9]' then patterns end;
  numbered uuid := private.searched_booking(wanted);
  people record;
begin
  perform private.require_admin();
  select * into people from private.searched_people(term);
  if numbered is not null or people.addresses is not null or people.phones is not null then
    of_bookings := array['%'];
  end if;
  if length(regexp_replace(wanted, '[^[:alnum:]]', '', 'g')) < 2 then
    return '{"customers": [], "phone_customers": [], "bookings": [], "inquiries": [], "payments": []}'::jsonb;
  end if;
  return jsonb_build_object(
    'customers', (
      select coalesce(jsonb_agg(to_jsonb(line) - 'last_booked_at' order by line.last_booked_at desc, line.email), '[]')
      from (
        select email, name, phone, last_booked_at
        from public.customers
        where search_text like patterns[1] and search_text like all (patterns)
          and (people.addresses is null or email = any (people.addresses))
        order by last_booked_at desc, email
        limit 5
      ) as line
    ),
    'phone_customers', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'phone', phone) order by last_booked_at desc), '[]')
      from (
        select name, phone, last_booked_at
        from public.phone_customers
        where search_text like patterns[1] and search_text like all (patterns)
        order by last_booked_at desc, phone, name_key
        limit 5
      ) as line
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        to_jsonb(line) || jsonb_build_object('booking_time', to_char(line.booking_time, 'HH24:MI'))
        order by line.booking_date desc, line.booking_time desc, line.id desc
      ), '[]')
      from (
        select one.id, one.customer_name, one.booking_date, one.booking_time, one.service_name, one.status
        from public.bookings as one
        where private.booking_search_text(
            one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
          ) like of_bookings[1]
          and private.booking_search_text(
            one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
          ) like all (of_bookings)
          and (people.addresses is null or one.customer_email = any (people.addresses))
          and (people.phones is null or one.customer_phone = any (people.phones))
          and (numbered is null or one.id = numbered)
        order by one.booking_date desc, one.booking_time desc, one.id desc
        limit 5
      ) as line
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(line) order by line.created_at desc, line.id), '[]')
      from (
        select id, name, subject, created_at
        from public.inquiries
        where lower(' ' || name || ' ' || email || ' ' || subject) like patterns[1]
          and lower(' ' || name || ' ' || email || ' ' || subject) like all (patterns)
        order by created_at desc, id
        limit 5
      ) as line
    ),
    'payments', private.matching_payments(wanted, of_bookings, people.addresses, people.phones, numbered)
  );
end;
$$;

revoke all on function public.search_everything from public, anon, authenticated, service_role;
grant execute on function public.search_everything to authenticated;

insert into private.business (info_email) values ('info@lustre.example');
insert into private.security_settings default values;
insert into private.forgetting default values;
insert into public.payment_scans default values;
insert into public.time_settings default values;
insert into public.travel_settings default values;
insert into public.text_settings default values;
insert into public.opening_hours (weekday) select generate_series(1, 7);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket, bucket, bucket <> 'bookings', 10 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif,image/gif}'
from unnest('{reviews,gallery,bookings}'::text[]) as bucket;

insert into public.mail_settings (template_type, wait_hours, send_at) values
  ('rain_day', null, null),
  ('rain_day_called_off', null, null),
  ('waiting_list_offer', null, null),
  -- At this local time of the day before.
  ('booking_reminder', null, '17:00'),
  -- This many hours after a visit is done; at most `most` to one customer in 90 days, a week apart.
  ('review_request', 24, null),
  ('receipt', null, null),
  ('on_my_way', null, null),
  -- Of visits with a photo from after the work.
  ('work_photos', null, null),
  ('booking_news', null, null);

insert into public.service_area (prefix)
select prefix
from unnest(
  array['M', 'L5', 'L6', 'L7']
  -- Durham: Bowmanville, Courtice, Oshawa, Whitby, Ajax, Pickering, Port Perry, Uxbridge. L1A is Port Hope.
  || array['L1B', 'L1C', 'L1E', 'L1G', 'L1H', 'L1J', 'L1K', 'L1L', 'L1M', 'L1N', 'L1P', 'L1R', 'L1S', 'L1T', 'L1V']
  || array['L1W', 'L1X', 'L1Y', 'L1Z', 'L9L', 'L9P', 'L0B', 'L0C']
  -- York: Markham, Newmarket, Stouffville, Richmond Hill, Aurora, Vaughan, Keswick, East Gwillimbury, Georgina, King
  || array['L3L', 'L3P', 'L3R', 'L3S', 'L3T', 'L3X', 'L3Y', 'L4A', 'L4B', 'L4C', 'L4E', 'L4G', 'L4H', 'L4J', 'L4K']
  || array['L4L', 'L4P', 'L4S', 'L9N', 'L0E', 'L0G', 'L0H', 'L0J']
  -- Peel: the east of Mississauga
  || array['L4T', 'L4V', 'L4W', 'L4X', 'L4Y', 'L4Z']
  -- Halton: Milton, Campbellville
  || array['L9E', 'L9T', 'L0P']
) as prefix
where not exists (select from auth.users);

insert into public.business_versions (version, business) values (1, $business$
{
  "facts": {
    "name": "Lustre Mobile Detailing",
    "description": "A detailing studio that comes to you: hand washing, deep interior care and lasting protection, in your own driveway.",
    "foundedYear": 2024,
    "phone": "(905) 555-0142",
    "bookingEmail": "bookings@lustre.example",
    "infoEmail": "info@lustre.example",
    "location": "Caledon, Ontario",
    "mailingAddress": "1 Placeholder Road, Caledon, ON L7C 0A0",
    "serviceArea": "Greater Toronto Area",
    "socials": [],
    "logoUrl": null
  },
  "tax": {
    "rates": [
      {
        "label": "GST (5%)",
        "basisPoints": 500,
        "registrationNumber": ""
      }
    ],
    "coversOnSite": false
  },
  "deposit": {
    "kind": "amount",
    "cents": 2000
  },
  "freeCancellationHours": 24,
  "vehicleClasses": [
    {
      "id": "sedan",
      "name": "Sedan"
    },
    {
      "id": "suv",
      "name": "SUV / Compact SUV"
    }
  ],
  "services": [
    {
      "id": "basic-wash",
      "name": "Basic Wash",
      "priceCents": {
        "sedan": 6500,
        "suv": 8500
      },
      "durationMinutes": 120,
      "description": "The essentials, done properly: a careful hand wash, bright tires, a freshly vacuumed cabin and glass you forget is there.",
      "features": [
        "Exterior wash",
        "Tire cleaning",
        "Interior vacuuming",
        "Window cleaning"
      ],
      "isVisible": true
    },
    {
      "id": "premium-detailing",
      "name": "Premium Detailing",
      "priceCents": {
        "sedan": 9999,
        "suv": 11999
      },
      "durationMinutes": 180,
      "description": "A reset, inside and out. Clay leaves the paint smooth as glass, steam lifts what daily driving leaves behind, and the leather gets its suppleness back.",
      "features": [
        "Full exterior wash",
        "Interior deep cleaning (steam/vacuum)",
        "Odor elimination",
        "Clay bar treatment",
        "Leather conditioning",
        "Tire wax/shine"
      ],
      "isVisible": true
    },
    {
      "id": "luxury-package",
      "name": "Luxury Package",
      "priceCents": {
        "sedan": 12999,
        "suv": 14999
      },
      "durationMinutes": 240,
      "description": "Everything we know, on one car. From the engine bay to a ceramic coat that keeps its depth and sheds the weather, every surface is brought back and protected.",
      "features": [
        "Premium exterior wash",
        "Clay bar treatment",
        "Deep interior cleaning",
        "Engine bay cleaning",
        "Ceramic coating",
        "Odor elimination",
        "Leather conditioning",
        "Tire wax/shine"
      ],
      "isVisible": true
    }
  ],
  "addOns": [],
  "coupons": [
    {
      "code": "NEWCUSTOMER20",
      "discount": {
        "kind": "amount",
        "cents": 2000
      },
      "validFrom": null,
      "validUntil": null,
      "isFirstVisitOnly": true,
      "maxUses": null,
      "isAdvertised": true
    }
  ]
}
$business$);
insert into public.business_draft default values;
insert into public.website_texts (name) values ('chat_answers'), ('privacy'), ('terms'), ('cancellation');
insert into public.retention (kind, keep_days, least_days) values
  ('emails', 540, 90), ('texts', 540, 90), ('text_words', 90, 30), ('text_consents', 1460, 1460),
  ('history', 2555, 2555), ('visit_links', 60, 15), ('payment_links', 60, 1), ('provider_events', 90, 30),
  ('inquiries', 730, 30), ('waiting_list', 30, 1), ('unpaid_bookings', 30, 7), ('operations', 90, 30), ('work', 730, 180),
  ('sessions', 30, 30), ('used_tokens', 30, 7), ('codes', 1, 1);

insert into public.postal_areas (area, centre)
select words[1], point(words[2]::double precision, words[3]::double precision)
from string_to_table($areas$
A0A -52.9589 47.0073, A0B -53.9834 47.7609, A0C -53.9646 48.3464, A0E -54.8984 47.3597, A0G -54.1045 49.4536,
A0H -56.0845 49.1301, A0J -55.6739 49.5959, A0K -56.7969 51.2327, A0L -58.1009 48.9934, A0M -58.858 48.1816,
A0N -58.8736 48.6113, A0P -60.8805 55.8889, A0R -64.0145 53.5329, A1A -52.6961 47.571, A1B -52.7083 47.5736,
A1C -52.7031 47.5677, A1E -52.7147 47.5507, A1G -52.7417 47.5295, A1H -52.8123 47.4926, A1K -52.7367 47.6542,
A1L -52.8389 47.5363, A1M -52.8384 47.5982, A1N -52.7789 47.5203, A1S -52.7895 47.462, A1V -54.6169 48.9632,
A1W -52.9132 47.5329, A1X -52.9595 47.5238, A1Y -55.6613 48.9268, A2A -55.6493 48.9249, A2B -55.6725 48.949,
A2H -57.9225 48.9654, A2N -58.6 48.5656, A2V -66.9145 52.9348, A5A -53.9628 48.1666, A8A -57.413 49.1778,
B0C -60.2825 46.2811, B0E -60.966 45.5148, B0H -61.6975 45.6051, B0J -61.8108 45.1458, B0K -62.1969 45.5808,
B0L -64.6646 45.5802, B0M -64.7596 45.3317, B0N -63.7254 44.8794, B0P -64.8882 45.0191, B0R -65.5111 44.7424,
B0S -65.5472 44.6491, B0T -65.1119 43.7029, B0V -65.9445 44.03, B0W -65.9517 43.8187, B1A -59.9477 46.1794,
B1B -59.8717 46.1365, B1C -60.2452 46.2152, B1E -60.0215 46.2003, B1G -60.0255 46.2063, B1H -60.0941 46.2295,
B1J -60.4435 45.8365, B1K -60.1864 46.1309, B1L -60.2462 46.0911, B1M -60.1013 46.169, B1N -60.1943 46.167,
B1P -60.1939 46.1337, B1R -60.2236 46.1224, B1S -60.1947 46.1334, B1T -60.2372 46.1122, B1V -60.2165 46.2383,
B1W -60.6449 45.9245, B1X -60.4333 46.2667, B1Y -60.5067 46.1811, B2A -60.0998 46.2397, B2C -62.0004 45.6218,
B2E -61.9977 45.6272, B2G -61.9996 45.6243, B2H -62.6585 45.5937, B2J -63.2951 45.3747, B2N -63.3029 45.3486,
B2R -63.5144 44.7431, B2S -63.4209 44.9775, B2T -63.5999 44.8488, B2V -63.5019 44.669, B2W -63.5433 44.6449,
B2X -63.5442 44.6829, B2Y -63.6482 44.7314, B2Z -63.4759 44.7104, B3A -63.5763 44.6663, B3B -63.6076 44.6886,
B3E -63.3973 44.7227, B3G -63.4929 44.6156, B3H -63.5736 44.6224, B3J -63.5682 44.641, B3K -63.5818 44.6514,
B3L -63.5929 44.6464, B3M -63.6291 44.6617, B3N -63.6219 44.6327, B3P -63.596 44.6284, B3R -63.5671 44.5829,
B3S -63.6723 44.6408, B3T -63.6888 44.6404, B3V -63.6177 44.5682, B3Z -63.8307 44.5539, B4A -63.6676 44.7089,
B4B -63.6899 44.7235, B4C -63.6854 44.7765, B4E -63.6916 44.7803, B4G -63.667 44.805, B4H -64.2182 45.8353,
B4N -64.4963 45.0899, B4P -64.3599 45.0917, B4R -64.5197 44.3695, B4V -64.506 44.3683, B5A -66.1207 43.8245,
B9A -61.3486 45.612, C0A -62.6487 46.1668, C0B -63.5586 46.3182, C1A -63.1192 46.2318, C1B -63.0729 46.2067,
C1C -63.1097 46.2688, C1E -63.16 46.2607, C1N -63.7868 46.3907, E1A -64.7105 46.0625, E1B -64.755 46.0738,
E1C -64.7723 46.0888, E1E -64.844 46.0599, E1G -64.834 46.1117, E1J -64.8634 45.9829, E1N -65.5071 47.0155,
E1V -65.5833 47.0085, E1W -65.0324 47.7624, E1X -64.9189 47.4883, E2A -65.6414 47.6605, E2G -65.9392 45.4397,
E2J -66.0421 45.286, E2K -66.0871 45.2746, E2L -66.0645 45.2742, E2M -66.0845 45.2758, E2N -65.9615 45.3151,
E2P -66.0025 45.2488, E2R -66.0099 45.2735, E2S -65.9564 45.3679, E2V -66.467 45.8509, E3A -66.6905 45.9784,
E3B -66.6704 45.9535, E3E -66.932 45.8134, E3L -67.2946 45.1728, E3N -66.6707 48.0091, E3V -68.3218 47.3614,
E3Y -67.7368 47.052, E3Z -67.7527 47.0471, E4A -65.872 46.1655, E4B -66.09 45.9393, E4C -65.9652 45.808,
E4E -65.5108 45.7223, E4G -65.5334 45.9078, E4H -64.8245 45.9078, E4J -64.9898 45.9787, E4K -64.6202 46.0477,
E4L -64.3699 45.8919, E4M -63.9068 46.0957, E4N -64.2615 46.2313, E4P -64.5128 46.2165, E4R -64.785 46.2324,
E4S -64.9241 46.4171, E4T -64.9648 46.3026, E4V -64.5853 46.3131, E4W -64.8842 46.6493, E4X -64.9744 46.735,
E4Y -65.4489 46.7333, E4Z -65.048 45.751, E5A -66.9929 45.2441, E5B -67.0428 45.0732, E5C -66.9929 45.2441,
E5E -66.95 44.887, E5G -66.8625 44.6586, E5H -66.77 45.0766, E5J -66.3491 45.2116, E5K -66.2095 45.331,
E5L -66.511 45.5281, E5M -66.1751 45.6287, E5N -65.8155 45.5263, E5P -65.788 45.8489, E5R -65.6331 45.3849,
E5S -66.0858 45.3571, E5T -65.884 45.6769, E5V -66.9556 45.0481, E6A -66.7384 46.2767, E6B -66.6683 46.2324,
E6C -66.6717 45.9523, E6E -67.1953 46.1296, E6G -67.2397 45.9942, E6H -67.6516 45.7207, E6J -67.2973 45.5927,
E6K -66.9557 45.6975, E6L -66.9477 46.12, E7A -68.7211 47.2542, E7B -68.415 47.4785, E7C -68.2208 47.3516,
E7E -67.925 47.1717, E7G -67.3971 46.9097, E7H -67.7057 46.7284, E7J -67.5871 46.5082, E7K -67.7105 46.4328,
E7L -67.63 46.4418, E7M -67.5817 46.1368, E7N -67.7236 46.0089, E7P -67.445 46.3709, E8A -67.3897 47.5021,
E8B -67.3437 47.6454, E8C -66.4004 48.0477, E8E -66.5145 47.9879, E8G -65.9102 47.8741, E8J -65.8276 47.7634,
E8K -65.6795 47.6736, E8L -65.0979 47.5887, E8M -65.1862 47.8022, E8N -65.0917 47.8219, E8P -64.9543 47.6656,
E8R -64.7222 47.7443, E8S -64.7143 47.7456, E8T -64.652 47.792, E9A -65.8528 46.7385, E9B -65.8638 46.7772,
E9C -66.2584 46.4477, E9E -65.6715 46.9795, E9G -65.1378 47.2316, E9H -65.011 47.3272, G0A -72.0259 46.8524,
G0B -61.7742 47.3983, G0C -65.7053 48.1496, G0E -64.3438 48.9298, G0G -62.4136 50.1169, G0H -68.3335 49.1633,
G0J -66.8158 49.0226, G0K -68.3948 48.3473, G0L -68.8681 47.6843, G0M -70.8326 46.2057, G0N -71.4352 46.0651,
G0P -71.6523 45.8641, G0R -70.7456 46.9055, G0S -70.7929 46.2635, G0T -70.4067 47.6525, G0V -70.9869 48.3448,
G0W -72.4433 48.8854, G0X -72.643 46.6996, G0Y -71.0379 45.6544, G0Z -72.1347 46.152, G1A -71.2036 46.9181,
G1B -71.1964 46.9179, G1C -71.2212 46.8886, G1E -71.192 46.876, G1G -71.3056 46.8921, G1H -71.2698 46.8615,
G1J -71.234 46.8483, G1K -71.2431 46.8143, G1L -71.2506 46.8396, G1M -71.236 46.8165, G1N -71.2526 46.81,
G1P -71.331 46.8257, G1R -71.2194 46.8128, G1S -71.2436 46.7867, G1T -71.2579 46.7863, G1V -71.2936 46.789,
G1W -71.2857 46.7673, G1X -71.3149 46.7828, G1Y -71.3433 46.7595, G2A -71.3787 46.8681, G2B -71.3506 46.8569,
G2C -71.3463 46.8342, G2E -71.371 46.8175, G2G -71.3906 46.8119, G2J -71.2774 46.8428, G2K -71.2426 46.8105,
G2L -71.2732 46.8921, G2M -71.3163 46.9159, G2N -71.3446 46.9338, G3A -71.3734 46.7529, G3E -71.3233 46.8765,
G3G -71.4133 46.9445, G3H -71.6969 46.756, G3J -71.4241 46.8617, G3K -71.3998 46.8388, G3L -71.8349 46.8897,
G3M -71.7368 46.6725, G3Z -70.5199 47.4454, G4A -70.2239 47.695, G4R -66.3581 50.2206, G4S -66.3901 50.2309,
G4T -61.5387 47.5371, G4V -66.4906 49.1283, G4W -67.518 48.8526, G4X -64.4813 48.8319, G4Z -68.1442 49.2446,
G5A -70.0967 47.6259, G5B -66.8659 50.0382, G5C -68.2976 49.1962, G5H -68.1883 48.5949, G5J -67.4333 48.4584,
G5L -68.5232 48.4525, G5M -68.4973 48.4547, G5N -68.5122 48.4277, G5R -69.5376 47.8559, G5T -68.6441 47.5521,
G5V -70.5595 46.9984, G5X -70.7788 46.2093, G5Y -70.6557 46.13, G5Z -70.647 46.1231, G6A -70.6715 46.1379,
G6B -70.9176 45.5946, G6C -71.124 46.7557, G6E -71.0427 46.4691, G6G -71.3108 46.1134, G6H -71.356 46.0654,
G6J -71.3095 46.6561, G6K -71.2837 46.7038, G6L -71.7779 46.2255, G6P -71.9477 46.0606, G6R -71.9596 46.0388,
G6S -71.9332 46.0714, G6T -71.9549 46.0477, G6V -71.1787 46.8207, G6W -71.1885 46.7933, G6X -71.2788 46.7228,
G6Z -71.2055 46.7391, G7A -71.3548 46.6709, G7B -70.8557 48.3133, G7G -71.0591 48.4572, G7H -71.0225 48.4337,
G7J -71.1244 48.4377, G7K -71.11 48.3976, G7N -71.1104 48.3084, G7P -71.268 48.51, G7S -71.1961 48.4099,
G7T -71.2149 48.4112, G7X -71.2318 48.4359, G7Y -71.267 48.3933, G7Z -71.262 48.4327, G8A -71.2619 48.4244,
G8B -71.6399 48.5468, G8C -71.642 48.5292, G8E -71.6416 48.5592, G8G -71.8737 48.4223, G8H -72.2165 48.5044,
G8J -72.441 48.5774, G8K -72.4469 48.6556, G8L -72.2141 48.8707, G8M -72.1938 48.8892, G8N -71.6775 48.3942,
G8P -74.3601 49.9214, G8T -72.6006 46.419, G8V -72.4875 46.3887, G8W -72.5846 46.4024, G8Y -72.58 46.3688,
G8Z -72.5564 46.3648, G9A -72.5558 46.3647, G9B -72.5718 46.3111, G9C -72.6534 46.3938, G9H -72.4369 46.3445,
G9N -72.748 46.5429, G9P -72.7381 46.5258, G9R -72.7764 46.576, G9T -72.7336 46.6168, G9X -72.7729 47.4583,
H0M -73.5025 45.6986, H1A -73.5236 45.6587, H1B -73.5502 45.6454, H1C -73.5704 45.6596, H1E -73.5729 45.6595,
H1G -73.6389 45.6061, H1H -73.6524 45.5829, H1J -73.569 45.6036, H1K -73.5428 45.6077, H1L -73.5362 45.5943,
H1M -73.5559 45.5902, H1N -73.5499 45.5719, H1P -73.6048 45.6105, H1R -73.6229 45.5844, H1S -73.5985 45.5716,
H1T -73.5869 45.5653, H1V -73.551 45.5702, H1W -73.5616 45.5423, H1X -73.5935 45.5577, H1Y -73.598 45.5525,
H1Z -73.6444 45.5652, H2A -73.6118 45.5583, H2B -73.647 45.5664, H2C -73.6719 45.5593, H2E -73.6256 45.5522,
H2G -73.6061 45.5434, H2H -73.5837 45.5377, H2J -73.5928 45.5289, H2K -73.5672 45.53, H2L -73.5744 45.5252,
H2M -73.6515 45.55, H2N -73.659 45.5402, H2P -73.6418 45.5409, H2R -73.6266 45.5452, H2S -73.6144 45.5356,
H2T -73.6024 45.5278, H2V -73.6153 45.5298, H2W -73.5839 45.5194, H2X -73.5739 45.5148, H2Y -73.554 45.508,
H2Z -73.5623 45.5066, H3A -73.5804 45.5078, H3B -73.5672 45.5058, H3C -73.5679 45.503, H3E -73.5457 45.4679,
H3G -73.5853 45.5019, H3H -73.5967 45.5123, H3J -73.5725 45.4922, H3K -73.564 45.4858, H3L -73.6754 45.5529,
H3M -73.6979 45.5459, H3N -73.6464 45.5335, H3P -73.653 45.5209, H3R -73.6545 45.5181, H3S -73.6292 45.5155,
H3T -73.616 45.5115, H3V -73.6177 45.4965, H3W -73.6442 45.4988, H3X -73.6483 45.4915, H3Y -73.618 45.489,
H3Z -73.5885 45.4909, H4A -73.6252 45.4781, H4B -73.636 45.4681, H4C -73.5922 45.478, H4E -73.5863 45.468,
H4G -73.5798 45.4644, H4H -73.5818 45.4532, H4J -73.7231 45.5353, H4K -73.7392 45.5248, H4L -73.6974 45.5269,
H4M -73.6906 45.5067, H4N -73.6807 45.5329, H4P -73.6722 45.4991, H4R -73.7309 45.5148, H4S -73.754 45.4958,
H4T -73.6798 45.4954, H4V -73.6555 45.4755, H4W -73.6704 45.478, H4X -73.6649 45.4575, H4Y -73.6818 45.5103,
H4Z -73.5621 45.5003, H5A -73.5679 45.503, H5B -73.5623 45.5066, H7A -73.5919 45.6736, H7B -73.6769 45.6346,
H7C -73.6637 45.6176, H7E -73.669 45.6142, H7G -73.6791 45.5565, H7H -73.7494 45.6429, H7J -73.6728 45.6837,
H7K -73.7898 45.6121, H7L -73.7802 45.6303, H7M -73.7331 45.6089, H7N -73.7007 45.5772, H7P -73.8293 45.5917,
H7R -73.8578 45.5483, H7S -73.7444 45.5732, H7T -73.748 45.5569, H7V -73.7267 45.5364, H7W -73.7641 45.549,
H7X -73.8231 45.5359, H7Y -73.8354 45.5209, H8N -73.6084 45.4551, H8P -73.5979 45.4371, H8R -73.6557 45.4473,
H8S -73.6811 45.4496, H8T -73.7192 45.4648, H8Y -73.8162 45.5145, H8Z -73.8389 45.5135, H9A -73.823 45.5055,
H9B -73.8132 45.4937, H9C -73.9012 45.5141, H9E -73.91 45.5106, H9G -73.8446 45.4794, H9H -73.8635 45.4873,
H9J -73.8862 45.469, H9K -73.8936 45.4643, H9P -73.7305 45.4617, H9R -73.8207 45.4748, H9S -73.7733 45.4409,
H9W -73.8727 45.4407, H9X -73.9515 45.418, J0A -72.0033 45.6999, J0B -72.0177 45.242, J0C -72.3216 45.9914,
J0E -72.8797 45.3973, J0G -72.8043 46.0668, J0H -72.5205 45.6125, J0J -73.0291 45.0784, J0K -73.256 46.104,
J0L -73.2793 45.7317, J0M -70.0118 60.0342, J0N -73.6354 45.718, J0P -74.1015 45.4487, J0R -74.1387 45.8373,
J0S -74.1744 45.0131, J0T -74.7687 46.2634, J0V -74.4624 45.7631, J0W -75.437 46.7019, J0X -76.4392 45.5234,
J0Y -78.1936 48.4606, J0Z -79.2102 47.4822, J1A -71.8095 45.1563, J1E -71.8901 45.4301, J1G -71.8853 45.4038,
J1H -71.9074 45.4117, J1J -71.9188 45.4242, J1K -71.9441 45.3928, J1L -71.9387 45.4053, J1M -71.8692 45.3672,
J1N -71.9827 45.3814, J1S -72.0094 45.582, J1T -71.9348 45.7808, J1X -72.139 45.282, J1Z -72.414 45.8852,
J2A -72.44 45.8459, J2B -72.4841 45.8845, J2C -72.4808 45.9092, J2E -72.5297 45.9037, J2G -72.7103 45.4109,
J2H -72.7097 45.4036, J2J -72.7799 45.3915, J2K -72.7567 45.2214, J2L -72.6501 45.3161, J2N -72.978 45.2925,
J2R -73.0056 45.648, J2S -72.9726 45.6352, J2T -72.9243 45.6414, J2W -73.3723 45.3988, J2X -73.2338 45.3167,
J2Y -73.3346 45.3172, J3A -73.2662 45.334, J3B -73.2662 45.3234, J3E -73.336 45.5806, J3G -73.2339 45.5462,
J3H -73.2215 45.5413, J3L -73.289 45.4694, J3M -73.1738 45.4355, J3N -73.2719 45.5355, J3P -73.1172 46.045,
J3R -73.1263 46.0476, J3T -72.5995 46.2326, J3V -73.3598 45.5392, J3X -73.4312 45.6911, J3Y -73.4329 45.4841,
J3Z -73.3716 45.4732, J4B -73.423 45.5685, J4G -73.4987 45.5535, J4H -73.5083 45.5428, J4J -73.5039 45.529,
J4K -73.5246 45.5284, J4L -73.4708 45.5291, J4M -73.4505 45.544, J4N -73.4577 45.5382, J4P -73.5157 45.4993,
J4R -73.5092 45.4876, J4S -73.5067 45.4832, J4T -73.4481 45.4966, J4V -73.4473 45.4926, J4W -73.4992 45.4769,
J4X -73.4931 45.4564, J4Y -73.4651 45.4605, J4Z -73.4649 45.4814, J5A -73.5591 45.384, J5B -73.5376 45.4024,
J5J -73.8983 45.8184, J5K -74.1309 45.7334, J5L -74.1051 45.8052, J5M -73.7577 45.8522, J5R -73.5284 45.3973,
J5T -73.2594 45.905, J5V -72.9382 46.2675, J5W -73.4233 45.8313, J5X -73.4824 45.8508, J5Y -73.4343 45.7599,
J5Z -73.4907 45.7289, J6A -73.4778 45.7134, J6E -73.432 46.0551, J6J -73.7494 45.3944, J6K -73.7085 45.3631,
J6N -73.7851 45.3577, J6R -73.748 45.3063, J6S -74.1422 45.2788, J6T -74.12 45.2571, J6V -73.5298 45.7005,
J6W -73.6308 45.6908, J6X -73.6632 45.6986, J6Y -73.8112 45.6999, J6Z -73.7484 45.6693, J7A -73.8038 45.6179,
J7B -73.8092 45.6462, J7C -73.8466 45.6488, J7E -73.8261 45.6318, J7G -73.8301 45.5999, J7H -73.8564 45.62,
J7J -73.9753 45.6563, J7K -73.5959 45.7551, J7L -73.6263 45.7567, J7M -73.7559 45.7915, J7N -74.0327 45.72,
J7P -73.8881 45.5618, J7R -73.894 45.5321, J7T -74.0573 45.3135, J7V -74.034 45.4042, J7X -74.2078 45.2616,
J7Y -74.0176 45.814, J7Z -74.0017 45.795, J8A -74.0244 45.9261, J8B -74.1327 45.9454, J8C -74.2901 46.0469,
J8E -74.5627 46.156, J8G -74.4387 45.6068, J8H -74.3406 45.6484, J8L -75.4206 45.599, J8M -75.4352 45.5555,
J8N -75.7837 45.688, J8P -75.5883 45.495, J8R -75.6057 45.4914, J8T -75.7043 45.4979, J8V -75.7474 45.488,
J8X -75.7156 45.4465, J8Y -75.7606 45.4603, J8Z -75.7558 45.4659, J9A -75.7538 45.4206, J9B -75.826 45.4039,
J9E -75.9823 46.3741, J9H -75.8259 45.3958, J9J -75.7748 45.4202, J9L -75.4972 46.5442, J9P -77.7833 48.1068,
J9T -78.1002 48.5837, J9V -79.441 47.3288, J9X -79.0253 48.25, J9Y -79.1991 48.8054, J9Z -79.2026 48.8131,
K0A -76.1496 45.1953, K0B -74.9148 45.4131, K0E -75.7656 44.6478, K0G -75.6459 45.0113, K0J -78.0836 45.3985,
K0L -77.9302 44.8324, K0M -78.6828 44.438, K1A -75.7023 45.4207, K1B -75.5624 45.4325, K1C -75.5237 45.4805,
K1E -75.5199 45.4882, K1G -75.6304 45.4118, K1H -75.6639 45.3938, K1J -75.6303 45.422, K1K -75.6475 45.4354,
K1L -75.6524 45.44, K1M -75.6744 45.4461, K1N -75.895 45.3176, K1P -75.702 45.423, K1R -75.7235 45.4,
K1S -75.6742 45.4127, K1T -75.6421 45.352, K1V -75.6512 45.3523, K1W -75.5471 45.436, K1X -75.5992 45.2884,
K1Y -75.7304 45.399, K1Z -75.7462 45.3956, K2A -75.7632 45.3778, K2B -75.7888 45.3679, K2C -75.7523 45.3594,
K2E -75.7209 45.3353, K2G -75.7703 45.3286, K2H -75.837 45.3155, K2J -75.7566 45.2882, K2K -75.9098 45.3339,
K2L -75.8838 45.3125, K2M -75.8648 45.2884, K2P -75.6901 45.4129, K2R -75.7902 45.2776, K2S -75.9153 45.2573,
K2T -75.9217 45.3121, K2V -75.9081 45.3018, K2W -75.9445 45.3564, K4A -75.4835 45.4769, K4B -75.4288 45.4251,
K4C -75.4108 45.5177, K4K -75.3062 45.5415, K4M -75.6817 45.2289, K4P -75.5762 45.258, K4R -75.3675 45.2573,
K6A -74.6085 45.6101, K6H -74.7129 45.0186, K6J -74.7279 45.0149, K6K -74.7542 45.0607, K6T -75.6895 44.618,
K6V -75.6808 44.5906, K7A -76.021 44.8995, K7C -76.1313 45.135, K7G -76.1471 44.3319, K7H -76.2457 44.902,
K7K -76.4799 44.2322, K7L -76.4791 44.231, K7M -76.5134 44.2274, K7N -76.629 44.2255, K7P -76.5828 44.2507,
K7R -76.943 44.2538, K7S -76.3624 45.4238, K7V -76.6731 45.4779, K8A -77.1174 45.8173, K8B -77.1107 45.815,
K8H -77.2754 45.9151, K8N -77.369 44.1607, K8P -77.3846 44.1605, K8R -77.4521 44.1312, K8V -77.5569 44.1106,
K9A -78.1621 43.9851, K9H -78.3145 44.299, K9J -78.313 44.2763, K9K -78.3659 44.279, K9L -78.303 44.3238,
K9V -78.7192 44.3512$areas$, ',') as entry
cross join lateral string_to_array(trim(both E' \n' from entry), ' ') as words;

insert into public.postal_areas (area, centre)
select words[1], point(words[2]::double precision, words[3]::double precision)
from string_to_table($areas$
L0A -78.5563 44.1836, L0B -79.0015 44.0286, L0C -79.1964 44.0371, L0E -79.357 44.2406, L0G -79.8733 44.1595,
L0H -79.1201 43.9282, L0J -79.4991 43.7788, L0K -79.6291 44.6072, L0L -79.8683 44.1535, L0M -79.872 44.1476,
L0N -80.0696 43.8582, L0P -79.6754 43.7882, L0R -80.0702 43.1661, L0S -79.199 43.0796, L1A -78.2944 43.9427,
L1B -78.6309 43.8966, L1C -78.6755 43.9014, L1E -78.6925 43.914, L1G -78.8656 43.898, L1H -78.8641 43.8973,
L1J -78.8341 43.8587, L1K -78.8088 43.9091, L1L -78.8795 43.9527, L1M -78.9556 43.9561, L1N -78.9319 43.8581,
L1P -78.9638 43.8744, L1R -78.9347 43.9018, L1S -78.9991 43.8265, L1T -79.0434 43.8603, L1V -79.1307 43.8087,
L1W -79.0827 43.8125, L1X -79.0996 43.8449, L1Y -79.1004 43.9903, L1Z -79.0136 43.8627, L2A -78.9398 42.8845,
L2E -79.0699 43.0939, L2G -79.074 43.0963, L2H -79.1238 43.1148, L2J -79.0916 43.1155, L2M -79.2191 43.2237,
L2N -79.2389 43.1751, L2P -79.2133 43.1418, L2R -79.227 43.1719, L2S -79.2631 43.1275, L2T -79.1989 43.1334,
L2V -79.1997 43.1017, L2W -79.2744 43.1743, L3B -79.2232 42.9859, L3C -79.2466 42.9989, L3K -79.237 42.8754,
L3M -79.6292 43.2005, L3P -79.3279 43.8605, L3R -79.3605 43.86, L3S -79.2768 43.831, L3T -79.4186 43.7984,
L3V -79.4126 44.6039, L3X -79.4874 44.0464, L3Y -79.4534 44.0414, L3Z -79.5656 44.1208, L4A -79.2503 43.9707,
L4B -79.4011 43.8417, L4C -79.4381 43.8759, L4E -79.4595 43.9423, L4G -79.4639 43.9909, L4H -79.6089 43.8084,
L4J -79.4278 43.7964, L4K -79.4811 43.7848, L4L -79.5919 43.7886, L4M -79.6886 44.3885, L4N -79.6901 44.3891,
L4P -79.4818 44.2421, L4R -79.9005 44.7542, L4S -79.4415 43.8975, L4T -79.6525 43.6951, L4V -79.6072 43.6879,
L4W -79.6222 43.6272, L4X -79.5664 43.5996, L4Y -79.583 43.5854, L4Z -79.6201 43.6092, L5A -79.5985 43.5701,
L5B -79.6035 43.5665, L5C -79.6186 43.5591, L5E -79.5668 43.571, L5G -79.5738 43.5581, L5H -79.585 43.5472,
L5J -79.6063 43.5146, L5K -79.6403 43.5319, L5L -79.6667 43.5372, L5M -79.7278 43.5747, L5N -79.7239 43.5892,
L5P -79.6238 43.6904, L5R -79.6402 43.5974, L5S -79.6615 43.6975, L5T -79.6607 43.6578, L5V -79.704 43.6097,
L5W -79.729 43.6261, L6A -79.514 43.857, L6B -79.2339 43.8845, L6C -79.3359 43.8842, L6E -79.2641 43.8927,
L6G -79.3447 43.8478, L6H -79.6921 43.4543, L6J -79.6664 43.4427, L6K -79.669 43.4401, L6L -79.6934 43.4037,
L6M -79.7095 43.4453, L6P -79.7284 43.7794, L6R -79.7511 43.7494, L6S -79.7321 43.7153, L6T -79.7079 43.6892,
L6V -79.7853 43.7074, L6W -79.724 43.6746, L6X -79.7602 43.6858, L6Y -79.7444 43.6699, L6Z -79.8042 43.7304,
L7A -79.7909 43.7023, L7B -79.5104 43.9327, L7C -79.8304 43.7467, L7E -79.7147 43.8628, L7G -79.8787 43.644,
L7J -80.0491 43.634, L7L -79.7593 43.3479, L7M -79.8093 43.3585, L7N -79.7771 43.3336, L7P -79.8117 43.3503,
L7R -79.7957 43.3248, L7S -79.7991 43.304, L7T -79.8497 43.3018, L8E -79.7696 43.2318, L8G -79.7722 43.2298,
L8H -79.7991 43.2369, L8J -79.7878 43.1907, L8K -79.8192 43.2424, L8L -79.8664 43.2645, L8M -79.8489 43.2522,
L8N -79.8683 43.2566, L8P -79.8697 43.257, L8R -79.8676 43.2574, L8S -79.8961 43.2604, L8T -79.8338 43.2365,
L8V -79.8524 43.2428, L8W -79.8626 43.2141, L9A -79.8452 43.241, L9B -79.8915 43.2116, L9C -79.876 43.2432,
L9G -79.9874 43.2199, L9H -79.9505 43.2638, L9K -79.9403 43.2359, L9L -78.9479 44.0905, L9M -79.9385 44.7672,
L9N -79.4823 44.1315, L9P -79.1427 44.1065, L9R -79.8744 44.1513, L9S -79.6703 44.2871, L9T -79.8773 43.5034,
L9V -80.1091 43.9471, L9W -80.1056 43.9258, L9Y -80.2176 44.5029, L9Z -80.0162 44.5208, M1B -79.227 43.7976,
M1C -79.1911 43.7882, M1E -79.2021 43.7385, M1G -79.2224 43.7563, M1H -79.2417 43.7563, M1J -79.246 43.7315,
M1K -79.2656 43.7025, M1L -79.2857 43.6905, M1M -79.2446 43.7041, M1N -79.2764 43.6748, M1P -79.2818 43.7422,
M1R -79.3038 43.7293, M1S -79.2855 43.7807, M1T -79.3213 43.7719, M1V -79.2781 43.813, M1W -79.3261 43.7822,
M1X -79.2437 43.8275, M2H -79.3735 43.7895, M2J -79.3584 43.7685, M2K -79.3835 43.7657, M2L -79.3818 43.7352,
M2M -79.4263 43.784, M2N -79.4202 43.7521, M2P -79.4005 43.7393, M2R -79.4325 43.7648, M3A -79.328 43.7358,
M3B -79.3498 43.7363, M3C -79.3237 43.7122, M3H -79.4337 43.7387, M3J -79.4886 43.7496, M3K -79.4666 43.7271,
M3L -79.5119 43.7183, M3M -79.5085 43.72, M3N -79.5166 43.7387, M4A -79.3037 43.7159, M4B -79.2986 43.6979,
M4C -79.3218 43.68, M4E -79.296 43.6675, M4G -79.3708 43.6918, M4H -79.3578 43.7018, M4J -79.3412 43.6713,
M4K -79.3501 43.6668, M4L -79.3281 43.662, M4M -79.3369 43.6505, M4N -79.3998 43.7168, M4P -79.398 43.7066,
M4R -79.3996 43.7066, M4S -79.3953 43.6964, M4T -79.3897 43.6825, M4V -79.3992 43.6778, M4W -79.3887 43.6699,
M4X -79.3695 43.6647, M4Y -79.3847 43.6618, M5A -79.3505 43.6369, M5B -79.3796 43.6543, M5C -79.5318 43.687,
M5E -79.4499 43.639, M5G -79.3874 43.6519, M5H -79.3784 43.649, M5J -79.3801 43.6441, M5K -79.3823 43.6469,
M5L -79.3823 43.6492, M5M -79.4033 43.7248, M5N -79.4093 43.7043, M5P -79.3987 43.6981, M5R -79.3901 43.6705,
M5S -79.3952 43.6619, M5T -79.3952 43.6497, M5V -79.3686 43.6525, M5W -79.3787 43.6437, M5X -79.3823 43.6492,
M6A -79.43 43.7193, M6B -79.4272 43.7054, M6C -79.4184 43.683, M6E -79.4358 43.6797, M6G -79.4079 43.6565,
M6H -79.4258 43.6536, M6J -79.4062 43.644, M6K -79.4058 43.6392, M6L -79.4714 43.7103, M6M -79.4668 43.6815,
M6N -79.4515 43.668, M6P -79.4663 43.6558, M6R -79.4374 43.6403, M6S -79.4668 43.6358, M7A -79.3889 43.6641,
M7Y -79.2505 43.7804, M8V -79.4762 43.6305, M8W -79.5218 43.5908, M8X -79.4977 43.649, M8Y -79.4967 43.6181,
M8Z -79.5201 43.6053, M9A -79.5297 43.6434, M9B -79.5356 43.6383, M9C -79.5574 43.6088, M9L -79.5614 43.7494,
M9M -79.5216 43.7182, M9N -79.5287 43.7087, M9P -79.5367 43.6814, M9R -79.5438 43.6808, M9V -79.5542 43.73,
M9W -79.5894 43.6772, N0A -79.8509 42.9466, N0B -80.6586 43.7722, N0C -80.4804 44.2999, N0E -80.5633 43.0986,
N0G -81.4023 43.8567, N0H -80.914 44.3483, N0J -80.5613 43.221, N0K -81.2351 43.5838, N0L -81.6437 42.8188,
N0M -81.6986 43.5651, N0N -81.7938 42.7967, N0P -81.7991 42.5323, N0R -82.7075 42.2932, N1A -79.6101 42.9132,
N1C -80.2394 43.5036, N1E -80.2688 43.5749, N1G -80.2531 43.5325, N1H -80.2868 43.555, N1K -80.2827 43.5156,
N1L -80.2095 43.5225, N1M -80.387 43.7157, N1P -80.3021 43.3372, N1R -80.3191 43.3831, N1S -80.3457 43.3742,
N1T -80.3037 43.4067, N2A -80.4527 43.4353, N2B -80.4589 43.448, N2C -80.4532 43.4346, N2E -80.48 43.4236,
N2G -80.4893 43.4497, N2H -80.4849 43.4487, N2J -80.507 43.4613, N2K -80.4801 43.4801, N2L -80.5281 43.4529,
N2M -80.4968 43.4422, N2N -80.5214 43.4241, N2P -80.4443 43.3938, N2R -80.4575 43.3965, N2T -80.5572 43.4511,
N2V -80.5413 43.5036, N2Z -81.6373 44.1821, N3A -80.688 43.4161, N3B -80.5662 43.5852, N3C -80.3112 43.4317,
N3E -80.3364 43.4244, N3H -80.3503 43.4061, N3L -80.3749 43.1834, N3P -80.2422 43.1884, N3R -80.2766 43.1501,
N3S -80.2412 43.1242, N3T -80.275 43.1094, N3V -80.2937 43.1704, N3W -79.9639 43.0776, N3Y -80.3091 42.8126,
N4B -80.4811 42.824, N4G -80.7527 42.8806, N4K -80.9385 44.5519, N4L -80.5922 44.6079, N4N -81.0237 44.1385,
N4S -80.7743 43.1277, N4T -80.7285 43.1477, N4V -80.7368 43.1127, N4W -80.9533 43.7315, N4X -81.1516 43.261,
N4Z -80.9961 43.3555, N5A -80.9844 43.3717, N5C -80.8706 43.027, N5H -80.9864 42.7797, N5L -81.2018 42.6652,
N5P -81.2134 42.7788, N5R -81.2003 42.7725, N5V -81.1686 42.9927, N5W -81.1941 42.9778, N5X -81.2676 43.0303,
N5Y -81.21 43.0093, N5Z -81.1946 42.9743, N6A -81.2556 42.9793, N6B -81.229 42.9759, N6C -81.2609 42.9799,
N6E -81.2475 42.9419, N6G -81.2623 42.9943, N6H -81.2607 42.9899, N6J -81.2639 42.9797, N6K -81.2948 42.9627,
N6L -81.2802 42.9344, N6M -81.1398 42.9922, N6N -81.1916 42.9324, N6P -81.2999 42.9114, N7A -81.7105 43.7347,
N7G -81.6081 42.9625, N7L -82.1941 42.4029, N7M -82.1996 42.3997, N7S -82.3718 42.9607, N7T -82.4084 42.971,
N7V -82.399 42.9891, N7W -82.3214 42.9838, N7X -82.3417 43.0147, N8A -82.3823 42.5799, N8H -82.6029 42.0606,
N8M -82.8226 42.1754, N8N -82.8926 42.3326, N8P -82.9279 42.3391, N8R -82.9338 42.3136, N8S -82.9752 42.3307,
N8T -82.965 42.3188, N8V -82.9699 42.2679, N8W -83.0017 42.3062, N8X -83.0308 42.3039, N8Y -83.0171 42.3251,
N9A -83.0393 42.3159, N9B -83.0568 42.3158, N9C -83.0724 42.3077, N9E -83.0416 42.2736, N9G -82.9988 42.2581,
N9H -82.998 42.2351, N9J -83.1 42.247, N9K -83.1032 42.049, N9V -83.1115 42.1106, N9Y -82.7394 42.0377,
P0A -79.6728 45.4139, P0B -79.158 45.1103, P0C -79.7954 44.8462, P0E -79.741 44.8935, P0G -80.5762 45.9033,
P0H -79.8846 45.8738, P0J -79.5424 47.6756, P0K -80.0769 48.1346, P0L -82.4173 52.923, P0N -80.8161 48.4466,
P0P -82.2507 46.0182, P0R -82.8228 46.1849, P0S -84.5005 46.9551, P0T -89.0561 50.139, P0V -90.2024 50.2407,
P0W -93.962 48.7778, P0X -94.8583 49.7003, P0Y -95.1168 49.7857, P1A -79.4624 46.3036, P1B -79.464 46.3094,
P1C -79.4457 46.3411, P1H -79.2151 45.3272, P1L -79.3366 45.057, P1P -79.3549 44.9451, P2A -80.0365 45.3405,
P2B -79.9178 46.3664, P2N -80.0328 48.151, P3A -80.9872 46.5076, P3B -80.9099 46.4769, P3C -81.0291 46.4727,
P3E -80.9955 46.4918, P3G -81.0517 46.4106, P3L -80.8665 46.5625, P3N -81.0356 46.6191, P3P -81.0147 46.6318,
P3Y -81.1165 46.4223, P4N -81.3366 48.4757, P4P -81.3513 48.4951, P4R -81.3765 48.473, P5A -82.6721 46.372,
P5E -81.7719 46.2629, P5N -82.4203 49.4134, P6A -84.3414 46.5175, P6B -84.321 46.5105, P6C -84.3768 46.5245,
P7A -89.1885 48.4578, P7B -89.2192 48.4349, P7C -89.242 48.3852, P7E -89.2704 48.3775, P7G -89.273 48.4511,
P7J -89.3415 48.3187, P7K -89.3556 48.3959, P8N -92.8364 49.7856, P8T -91.9086 50.0885, P9A -93.3869 48.6075,
P9N -94.4848 49.7667, R0A -96.1126 49.0563, R0B -98.8348 55.8244, R0C -97.1462 50.7011, R0E -95.3439 50.4275,
R0G -98.7619 49.0698, R0H -99.0009 49.7223, R0J -99.5546 50.7774, R0K -99.527 49.0694, R0L -100.9577 52.4175,
R0M -101.3637 50.0226, R1A -96.8756 50.1483, R1B -96.9329 50.0958, R1N -98.3131 49.9694, R2C -97.0011 49.9069,
R2E -97.0212 49.9611, R2G -97.0585 49.9465, R2H -97.1062 49.8792, R2J -97.0765 49.8717, R2K -97.0947 49.9225,
R2L -97.0845 49.9069, R2M -97.0998 49.853, R2N -97.0926 49.819, R2P -97.1796 49.9585, R2R -97.1988 49.9324,
R2V -97.1183 49.9378, R2W -97.1292 49.9241, R2X -97.1618 49.928, R2Y -97.297 49.8963, R3A -97.1457 49.9004,
R3B -97.1366 49.8972, R3C -97.159 49.8788, R3E -97.1847 49.9139, R3G -97.1623 49.8826, R3H -97.2163 49.8971,
R3J -97.2601 49.8858, R3K -97.3194 49.8811, R3L -97.1225 49.8671, R3M -97.1639 49.8663, R3N -97.1888 49.8722,
R3P -97.1865 49.834, R3R -97.2712 49.854, R3S -97.3083 49.842, R3T -97.1497 49.849, R3V -97.1561 49.7732,
R3W -97.0279 49.8968, R3X -97.0675 49.8378, R3Y -97.183 49.8275, R4A -97.0633 49.977, R4H -97.3348 49.8628,
R4J -97.3843 49.8987, R4K -97.7549 49.8298, R4L -97.5178 49.8943, R5A -96.9867 49.7082, R5G -96.6867 49.5264,
R5H -96.648 49.6667, R6M -98.1204 49.1861, R6W -97.9396 49.1859, R7A -99.9452 49.8431, R7B -99.9747 49.8373,
R7C -99.9684 49.8688, R7N -100.0421 51.1465, R8A -101.8704 54.76, R8N -97.8779 55.7428, R9A -101.2356 53.8228,
S0A -103.5644 51.8194, S0C -104.4374 49.1895, S0E -104.6719 53.1325, S0G -105.9973 51.3669, S0H -105.8481 50.1971,
S0J -107.4669 52.7586, S0K -105.3626 52.807, S0L -108.702 51.2296, S0M -109.2415 54.2836, S0N -108.5139 50.3599,
S0P -102.0822 54.663, S2V -104.9291 50.7763, S3N -102.457 51.202, S4A -102.9987 49.1433, S4H -103.8491 49.6719,
S4L -104.5758 50.4395, S4N -104.574 50.4399, S4P -104.6116 50.4423, S4R -104.6116 50.4707, S4S -104.6347 50.4253,
S4T -104.6376 50.4552, S4V -104.5438 50.4364, S4W -104.6694 50.4896, S4X -104.6828 50.4722, S4Y -104.6987 50.478,
S4Z -104.5345 50.4529, S6H -105.5325 50.4019, S6J -105.5467 50.4241, S6K -105.5819 50.3768, S6V -105.7503 53.2027,
S6W -105.7636 53.1744, S6X -105.7055 53.1922, S7H -106.622 52.1131, S7J -106.6552 52.1068, S7K -106.6415 52.1542,
S7L -106.6704 52.1449, S7M -106.6985 52.1261, S7N -106.6594 52.1193, S7P -106.5869 52.1695, S7R -106.6765 52.2022,
S7S -106.5955 52.1584, S7T -106.7036 52.0554, S7V -106.5698 52.1103, S9A -108.2983 52.779, S9H -107.8113 50.2875,
S9V -110.0044 53.2719, S9X -108.4314 54.132, T0A -111.0585 53.9225, T0B -112.3067 53.0635, T0C -110.0761 51.9565,
T0E -114.4361 53.8486, T0G -115.3827 54.2653, T0H -117.2896 56.6598, T0J -110.78 49.8442, T0K -112.6171 49.7318,
T0L -113.5074 49.8736, T0M -113.9565 52.0306, T0P -111.0874 58.759, T0V -111.6329 59.8685, T1A -110.661 50.0365,
T1B -110.651 50.0172, T1C -110.6822 50.0556, T1G -112.158 49.7773, T1H -112.8196 49.7118, T1J -112.8294 49.6915,
T1K -112.8035 49.6765, T1L -115.5697 51.1791, T1M -112.6146 49.7285, T1P -113.3967 51.0459, T1R -111.8896 50.5659,
T1S -113.9554 50.7064, T1V -113.8747 50.5775, T1W -115.3384 51.0868, T1X -113.8155 51.0512, T1Y -114.0015 51.0759,
T2A -113.9844 51.0402, T2B -113.9786 51.0318, T2C -114.0001 50.9878, T2E -114.0614 51.0632, T2G -114.0599 51.0415,
T2H -114.0631 50.9857, T2J -114.0514 50.9693, T2K -114.0714 51.0857, T2L -114.1127 51.0917, T2M -114.0862 51.0696,
T2N -114.1146 51.0591, T2P -114.0802 51.0472, T2R -114.0791 51.0426, T2S -114.0812 51.0171, T2T -114.0994 51.0316,
T2V -114.074 50.9909, T2W -114.1001 50.9604, T2X -114.0674 50.9204, T2Y -114.0721 50.9093, T2Z -113.9873 50.9023,
T3A -114.1479 51.0922, T3B -114.1616 51.0809, T3C -114.098 51.0388, T3E -114.1342 51.0227, T3G -114.1796 51.1147,
T3H -114.1815 51.0566, T3J -113.9422 51.0999, T3K -114.0787 51.127, T3L -114.2089 51.1162, T3M -113.9892 50.8902,
T3N -114.0019 51.1494, T3P -114.1333 51.1793, T3R -114.2695 51.1497, T3Z -114.5178 50.9821, T4A -113.9909 51.2733,
T4B -114.0153 51.2816, T4C -114.4774 51.1896, T4E -113.7027 52.2911, T4G -113.9474 52.029, T4H -114.0944 51.7956,
T4J -113.5823 52.6649, T4L -114.3736 52.36, T4N -113.8237 52.2592, T4P -113.8394 52.2887, T4R -113.7855 52.2451,
T4S -114.0949 52.3083, T4T -114.9307 52.378, T4V -112.8129 53.0204, T4X -113.4129 53.3571, T5A -113.4413 53.5899,
T5B -113.4608 53.5766, T5C -113.4572 53.6129, T5E -113.5168 53.5923, T5G -113.4822 53.5682, T5H -113.4822 53.555,
T5J -113.4989 53.5421, T5K -113.501 53.535, T5L -113.541 53.5801, T5M -113.5461 53.5614, T5N -113.5453 53.5495,
T5P -113.584 53.5529, T5R -113.5763 53.5224, T5S -113.6249 53.5416, T5T -113.6339 53.5157, T5V -113.5873 53.58,
T5W -113.4036 53.5705, T5X -113.5183 53.6072, T5Y -113.3837 53.6026, T5Z -113.4882 53.5966, T6A -113.408 53.5483,
T6B -113.4404 53.5322, T6C -113.4769 53.5182, T6E -113.5078 53.5087, T6G -113.5334 53.5248, T6H -113.5227 53.4839,
T6J -113.5269 53.4822, T6K -113.4623 53.4816, T6L -113.4339 53.4681, T6M -113.6162 53.4967, T6N -113.4826 53.458,
T6P -113.3678 53.4996, T6R -113.5873 53.4782, T6S -113.3518 53.5729, T6T -113.3662 53.4768, T6V -113.543 53.6202,
T6W -113.4957 53.4129, T6X -113.4917 53.4154, T7A -114.9893 53.2165, T7E -116.4104 53.5908, T7N -114.3932 54.1136,
T7P -113.8452 54.166, T7S -115.6873 54.1407, T7V -117.5552 53.3981, T7X -113.8995 53.549, T7Y -113.7135 53.4495,
T7Z -114.0135 53.5202, T8A -113.3216 53.519, T8B -113.2706 53.4482, T8C -113.148 53.4162, T8E -113.0498 53.4548,
T8G -112.9512 53.4749, T8H -113.2562 53.5462, T8L -113.2286 53.6916, T8N -113.6377 53.6199, T8R -113.646 53.7903,
T8S -117.2849 56.2539, T8V -118.7997 55.1726, T8W -118.773 55.1389, T8X -118.7633 55.1749, T9A -113.3646 52.9741,
T9C -112.0636 53.4874, T9E -113.5388 53.2524, T9G -113.7286 53.3632, T9H -111.3389 56.6977, T9J -111.3723 56.7057,
T9K -111.4361 56.7273, T9M -110.2162 54.4127, T9N -110.7324 54.2678, T9S -113.2942 54.7139, T9V -110.0233 53.2786,
T9W -110.8704 52.8403, T9X -110.8451 53.3515, V0A -116.0019 50.5402, V0B -116.763 49.4539, V0C -120.8491 56.2478,
V0E -119.1638 50.9647, V0G -116.913 49.7332, V0H -119.0117 49.2357, V0J -129.0828 55.2046, V0K -121.2713 50.7372,
V0L -124.0226 52.4018, V0M -121.7705 49.2341, V0P -124.8633 50.898, V0R -126.0627 49.2818, V0S -123.4637 48.5788,
V0T -130.0782 54.7992, V0V -129.263 53.4242, V0W -133.6312 59.4808, V0X -122.476 49.0538, V1A -115.9667 49.6626,
V1B -119.2709 50.2158, V1C -115.7703 49.512, V1E -119.2915 50.6947, V1G -120.2533 55.7741, V1H -119.3037 50.2629,
V1J -120.8277 56.2306, V1K -120.7755 50.1076, V1L -117.3031 49.4832, V1M -122.656 49.164, V1N -117.6607 49.3298,
V1P -119.3647 49.8808, V1R -117.716 49.1135, V1S -120.3811 50.6553, V1T -119.2798 50.2533, V1V -119.4676 49.929,
V1W -119.4903 49.842, V1X -119.3958 49.8754, V1Y -119.5004 49.8803, V1Z -119.5355 49.88, V2A -119.5905 49.5031,
V2B -120.3634 50.6903, V2C -120.3399 50.6764, V2E -120.3837 50.6598, V2G -122.1271 52.1276, V2H -120.0461 50.6902,
V2J -122.5057 52.9692, V2K -122.7823 53.9313, V2L -122.728 53.9112, V2M -122.7878 53.928, V2N -122.7835 53.9103,
V2P -121.9459 49.1551, V2R -121.962 49.1409, V2S -122.3012 49.0312, V2T -122.335 49.0382, V2V -122.3434 49.1337,
V2W -122.4985 49.2201, V2X -122.6641 49.2007, V2Y -122.6684 49.1175, V2Z -122.6745 49.0501, V3A -122.6797 49.0764,
V3B -122.7965 49.2733, V3C -122.77 49.2334, V3E -122.8105 49.2796, V3G -122.2457 49.0625, V3H -122.883 49.2707,
V3J -122.9085 49.2536, V3K -122.8693 49.2358, V3L -122.8949 49.2136, V3M -122.9074 49.2007, V3N -122.9478 49.2201,
V3R -122.8193 49.1641, V3S -122.8141 49.1011, V3T -122.8665 49.1783, V3V -122.8487 49.1647, V3W -122.8691 49.0992,
V3X -122.8234 49.1173, V3Y -122.6883 49.2273, V4A -122.7738 49.0168, V4B -122.8369 49.0268, V4C -122.9131 49.1348,
V4E -122.9587 49.0482, V4G -123.0115 49.1367, V4K -123.0882 49.0798, V4L -123.0368 49.0023, V4M -123.0746 49.0025,
V4N -122.7677 49.1636, V4P -122.804 49.0499, V4R -122.4984 49.2225, V4S -122.3089 49.1589, V4T -119.6667 49.838,
V4V -119.4444 50.0734, V4W -122.5369 49.1307, V4X -122.4419 49.0024, V4Z -121.9435 49.146, V5A -122.958 49.2869,
V5B -122.9914 49.2846, V5C -123.0222 49.2848, V5E -122.9696 49.2124, V5G -123.0226 49.2591, V5H -123.0229 49.2371,
V5J -123.022 49.2218, V5K -123.0489 49.293, V5L -123.0786 49.2835, V5M -123.0556 49.2695, V5N -123.0765 49.2699,
V5P -123.0729 49.2393, V5R -123.0556 49.2499, V5S -123.057 49.2286, V5T -123.1038 49.2701, V5V -123.1037 49.2558,
V5W -123.0984 49.2396, V5X -123.1052 49.2249, V5Y -123.1017 49.2702, V5Z -123.1151 49.2658, V6A -123.0925 49.2862,
V6B -123.1041 49.2836, V6C -123.1142 49.2857, V6E -123.1228 49.2848, V6G -123.1294 49.289, V6H -123.1276 49.2661,
V6J -123.1469 49.2768, V6K -123.161 49.2738, V6L -123.1662 49.2571, V6M -123.1293 49.2417, V6N -123.1639 49.2376,
V6P -123.1176 49.2254, V6R -123.185 49.273, V6S -123.1836 49.2574, V6T -123.2177 49.2765, V6V -123.0912 49.1699,
V6W -123.0897 49.1261, V6X -123.1438 49.1701, V6Y -123.1469 49.1483, V6Z -123.12 49.2814, V7A -123.1463 49.1467,
V7B -123.1701 49.178, V7C -123.1978 49.1745, V7E -123.1897 49.1476, V7G -122.9689 49.304, V7H -123.0205 49.3011,
V7J -123.0309 49.3016, V7K -123.0518 49.3322, V7L -123.0651 49.3042, V7M -123.0798 49.3111, V7N -123.0674 49.3325,
V7P -123.096 49.3181, V7R -123.1043 49.3328, V7S -123.1186 49.3585, V7T -123.1036 49.324, V7V -123.1578 49.3271,
V7W -123.238 49.3465, V7X -123.1162 49.2935, V7Y -123.1247 49.2816, V8A -124.5124 49.8021, V8B -123.136 49.7497,
V8C -128.6508 54.0662, V8G -128.5823 54.5058, V8J -130.3413 54.3146, V8K -123.5657 48.9145, V8L -123.4198 48.6128,
V8M -123.4579 48.566, V8N -123.3438 48.471, V8P -123.3328 48.4458, V8R -123.3444 48.4266, V8S -123.3504 48.4061,
V8T -123.3574 48.4278, V8V -123.3856 48.4192, V8W -123.3671 48.4202, V8X -123.3501 48.4488, V8Y -123.3804 48.501,
V8Z -123.3745 48.4449, V9A -123.3842 48.449, V9B -123.4417 48.4519, V9C -123.458 48.4544, V9E -123.4538 48.4633,
V9G -125.3444 50.089, V9H -125.1875 49.9164, V9J -125.1252 49.8684, V9K -124.409 49.3506, V9L -123.7077 48.7768,
V9M -124.947 49.6728, V9N -125.0191 49.686, V9P -124.3227 49.3233, V9R -123.9483 49.136, V9S -123.9422 49.174,
V9T -123.979 49.2079, V9V -124.0501 49.2477, V9W -125.2343 50.0059, V9X -123.9284 49.1207, V9Y -124.8101 49.2197,
X0A -68.4789 70.4643, X0B -107.9068 67.6963, X0C -92.5904 62.2237, X0E -110.7417 62.4043, X0G -123.41 60.25,
X1A -114.3417 62.4725, Y0A -129.0159 60.1734, Y0B -139.4351 64.062, Y1A -135.0534 60.7227$areas$, ',') as entry
cross join lateral string_to_array(trim(both E' \n' from entry), ' ') as words;

insert into public.postal_areas (area, centre) values ('L7K', point(-80.03, 43.86)), ('L9E', point(-79.87, 43.49));

create function private.tell_owner_of_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  news text := case
    when new.action = 'status' and new.was ->> 'status' = 'pending_payment' then 'New booking'
    when new.actor_label not in ('Customer', 'Guest') then null
    when new.action = 'cancelled' and private.is_standing(new.was ->> 'status') then 'Booking cancelled'
    when new.action = 'moved' and exists (
      select from public.bookings where id = new.booking_id and private.is_standing(status)
    ) then 'Booking moved'
  end;
begin
  if news is not null then
    perform public.enqueue_mail(
      'booking_news:' || new.booking_id || ':' || new.id, 'booking_news', (select info_email from private.business), null,
      jsonb_build_object('news', news, 'about', jsonb_strip_nulls(jsonb_build_object(
        'booking_id', new.booking_id,
        'old_date', new.was ->> 'booking_date',
        'old_time', left(new.was ->> 'booking_time', 5)
      )))
    );
  end if;
  return null;
end;
$$;

create trigger tell_owner_of_change after insert on public.booking_changes
  for each row when (new.action in ('status', 'moved', 'cancelled'))
  execute function private.tell_owner_of_change();

select private.add_default_mail(
  'booking_news',
  'News of a booking',
  '{{ news }}: {{ service_name }}, {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ customer_name }}, {{ car }}',
    '{{ news }}',
    private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line_if('Before', 'former_time'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Customer', '{{ customer_name }}<br>{{ customer_phone }}'),
      private.mail_line('Where', '{{ address }}'),
      '{% if news != "Booking cancelled" %}'
        || private.mail_line_if('Gate code or access', 'gate_access')
        || private.mail_line_if('Water tap on site', 'has_water')
        || private.mail_line_if('Power outlet on site', 'has_power')
        || '{% endif %}' || chr(10),
      private.mail_line_if('Notes', 'customer_notes')
    )
    || private.mail_list(
      private.mail_line('Total', '{{ total }}'),
      private.mail_paid_lines(private.mail_line_unless_zero('Paid', 'amount_paid')),
      '{% if news != "Booking cancelled" %}'
        || private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site') || '{% endif %}' || chr(10)
    )
    || private.mail_button('Open the booking', '{{ owner_booking_url }}')
    || private.mail_small_print('You can switch this email off under Automatic emails.')
  )
);

revoke all on function private.tell_owner_of_change from public, anon, authenticated, service_role;

select private.add_default_mail(
  'booking_confirmation',
  'Booking confirmation',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your appointment is confirmed',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Thank you for your booking. We come to you. Please park with space all around and leave the keys handy. If there '
      || 'is no water tap or power outlet on site, please call us at {{ business_phone }}.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_nearby_discount(),
      private.mail_tax_lines(),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_line('<strong>Total</strong>', '<strong>{{ total }}</strong>'),
      private.mail_paid_lines(private.mail_line('Paid<br>{{ payment_option_label }}', '{{ amount_paid }}')),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site'),
      private.mail_untaxed_line()
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file adds the appointment to your calendar.')
  )
);

select private.add_default_mail(
  'phone_booking',
  'Phone booking',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your appointment is confirmed',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Thank you for your call. These are the details of your booking. We come to you. Please park with space all around '
      || 'and leave the keys handy. If there is no water tap or power outlet on site, please call us at {{ business_phone }}.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_nearby_discount(),
      private.mail_tax_lines(),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_paid_lines(private.mail_line_unless_zero('Paid', 'amount_paid')),
      private.mail_line('<strong>Due on site</strong>', '<strong>{{ due_on_site }}</strong>'),
      private.mail_untaxed_line()
    )
    || private.mail_paragraph('Please pay after the work by cash, card or e-transfer.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
    || private.mail_small_print('To change or cancel, use the button or call us at {{ business_phone }}. {{ cancellation_policy }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file adds the appointment to your calendar.')
  )
);

select private.add_default_mail(
  'booking_rescheduled',
  'Booking rescheduled',
  'New time for your {{ service_name }}: {{ date }}, {{ time }}',
  private.mail_frame(
    'Now {{ date }} at {{ time }}. We come to you.',
    'Your appointment has a new time',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Your booking has moved to the time below. Everything else stays the same, and your payments apply to the new time.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Before', '<s>{{ old_date }}<br>{{ old_time }}</s>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}'),
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_refunded_lines(),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site'),
      private.mail_line_if('Tax', 'due_on_site_tax')
    )
    || private.mail_paragraph('If you didn’t ask for this, call us at {{ business_phone }}.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you then,<br>{{ business_name }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file moves the appointment in your calendar.')
  )
);

select private.add_default_mail(
  'booking_cancellation',
  'Booking cancellation',
  'Cancelled: {{ service_name }} on {{ date }}',
  private.mail_frame(
    'Your booking on {{ date }} is cancelled.',
    'Your booking is cancelled',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('Your appointment below is cancelled.')
    || private.mail_list(
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}'),
      '{% if amount_paid != "$0.00" %}',
      private.mail_line('Paid', '{{ amount_paid }}'),
      '{% if refunded_before %}' || private.mail_line_unless_zero('Refunded before', 'refunded_before', '−')
        || '{% endif %}' || chr(10),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>'),
      '{% endif %}'
    )
    || '{% if refund_to_card != "$0.00" %}'
    || private.mail_paragraph(
      'We are refunding {{ refund_to_card }} the way you paid. Banks usually show a refund within 5 to 10 business days.'
    )
    || '{% endif %}' || chr(10)
    || '{% if refund_by_hand != "$0.00" %}'
    || private.mail_paragraph(
      '{{ refund_by_hand }} can’t go to a card. We will send it by e-transfer or pay it in cash, and contact you to arrange it.'
    )
    || '{% endif %}' || chr(10)
    || '{% if amount_disputed != "$0.00" %}'
    || private.mail_paragraph('Your bank disputes {{ amount_disputed }} of your payment, so we don’t refund that part.')
    || '{% elsif refund_amount == "$0.00" and cancellation_policy != "" %}'
    || private.mail_paragraph('{{ cancellation_policy }}')
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('We hope to see you another time,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file removes the appointment from your calendar.')
  )
);

select private.add_default_mail(
  'payment_refunded',
  'Payment refunded',
  'We are refunding your payment of {{ refund_amount }}',
  private.mail_frame(
    'We refund your payment of {{ refund_amount }} in full.',
    'We are refunding your payment in full',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We received a payment of {{ refund_amount }} for the booking below, but the time was no longer held, or the '
      || 'booking was already paid or cancelled. We are refunding all of it the way you paid. Banks usually '
      || 'show a refund within 5 to 10 business days.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || private.mail_paragraph(
      'We’re sorry for the trouble. A visit that is already booked and paid stays as it is. If you still need a time, '
      || 'call us at {{ business_phone }}.'
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}')
  )
);

select private.add_default_mail(
  'rain_day',
  'Rain day: other times',
  'Rain on {{ date }}: pick another time for your {{ service_name }}',
  private.mail_frame(
    'We hold other times for you until {{ offered_until }}.',
    'Rain day: please choose a new time',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We’re sorry: we can’t come on {{ date }} at {{ time }} because of rain. We hold these times for you, free of '
      || 'charge:'
    )
    || private.mail_list(
      -- A process of the former version has no offered_choices.
      '{% assign starts = offered_times | split: "\n" %}'
        || '{% if offered_choices %}{% assign choices = offered_choices | split: "\n" %}{% endif %}'
        || '{% for start in starts %}',
      private.mail_line(
        '{{ forloop.index }}',
        '{% if offered_choices %}<strong><a href="{{ offer_url }}&amp;choice={{ choices[forloop.index0] }}">{{ start }}</a></strong>'
          || '{% else %}<strong>{{ start }}</strong>{% endif %}'
      ),
      '{% endfor %}'
    )
    || private.mail_paragraph(
      'We hold them until <strong>{{ offered_until }}</strong>. Your payments apply to the new time, and nothing else '
      || 'about your booking changes.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('Choose a time', '{{ offer_url }}')
    || private.mail_sign_off('If none of them suits you, use the same button, or call us at {{ business_phone }}.')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
    || private.mail_small_print('The button needs no login, so don’t forward this email. <a href="{{ booking_url }}">Booking {{ booking_id }}</a>')
  )
);

select private.add_default_mail(
  'rain_day_called_off',
  'Rain day undone',
  'Good news: we come on {{ date }} after all',
  private.mail_frame(
    'Your appointment stands: {{ date }} at {{ time }}.',
    'Your appointment stands',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We emailed you about rain on {{ date }}. We can come after all, so your appointment stands. The other times are '
      || 'no longer held.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('If this no longer suits you, call us at {{ business_phone }}.')
    || private.mail_sign_off('See you then,<br>{{ business_name }}')
  )
);

select private.add_default_mail(
  'swap_request',
  'Swap of times: question to the customer',
  'Could we come at another time on {{ date }}?',
  private.mail_frame(
    'Please answer by {{ offered_until }}. Otherwise your appointment stands.',
    'Could we come at another time?',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Your {{ service_name }} is booked for {{ date }} at {{ time }}. Would you swap times '
      || 'with another customer that day? It saves us a long drive. We’re asking both of you.'
    )
    || private.mail_list(private.mail_line('New time', '<strong>{{ offered_times }}</strong>'))
    || private.mail_paragraph(
      'Please answer by <strong>{{ offered_until }}</strong>. We email you if the time changes. If either of you says no, '
      || 'or doesn’t answer, your appointment stands as it is.'
    )
    || private.mail_button('Answer', '{{ offer_url }}')
    || private.mail_sign_off('Thank you,<br>{{ business_name }}')
    || private.mail_small_print('The button needs no login, so don’t forward this email. <a href="{{ booking_url }}">Booking {{ booking_id }}</a>')
  )
);

select private.add_default_mail(
  'waiting_list_offer',
  'Waiting list offer',
  'A time is available: {{ offered_times }}',
  private.mail_frame(
    'Held for you until {{ offered_until }}.',
    'A time is available',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'A time on your waiting list is available. We hold it for you until <strong>{{ offered_until }}</strong>:'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ offered_times }}</strong>'),
      private.mail_line('Service', '{{ service_name }}')
    )
    || private.mail_button('Book this time', '{{ offer_url }}')
    || private.mail_sign_off(
      'After that, we offer it to the next customer. Don’t need it? <a href="{{ decline_url }}">Pass on this time</a>'
    )
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('You get this email because this address is on our waiting list for that day.')
  )
);

select private.add_default_mail(
  'booking_corrected',
  'Details corrected',
  'Details of your booking changed: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ service_name }} on {{ date }} at {{ time }}.',
    'Details of your booking changed',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('We changed these details of your {{ service_name }} on {{ date }} at {{ time }}:')
    || '<blockquote>{% assign lines = changes | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</blockquote>' || chr(10)
    || '{% if former == "" %}'
    || private.mail_paragraph('<a href="{{ booking_url }}">See your booking</a>')
    || '{% endif %}' || chr(10)
    || private.mail_paragraph('If something is wrong, reply to this email or call us at {{ business_phone }}.')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
  )
);

select private.add_default_mail(
  'booking_message',
  'Message to a customer',
  'About your booking on {{ date }}',
  private.mail_frame(
    '{{ message | truncate: 120 }}',
    'About your booking',
    private.mail_paragraph('Hello {{ customer_name }},')
    || '<p>{% assign lines = message | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>' || chr(10)
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print(
      'You can reply to this email. It is about your {{ service_name }} on {{ date }} at {{ time }}: '
      || '<a href="{{ booking_url }}">see your booking</a>.'
    )
  )
);

select private.add_default_mail(
  'inquiry_reply',
  'Answer to an inquiry',
  'Re: {{ inquiry_subject }}',
  private.mail_frame(
    '{{ message | truncate: 120 }}',
    'Our answer to your message',
    private.mail_paragraph('Hello {{ customer_name }},')
    || '<p>{% assign lines = message | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>' || chr(10)
    || private.mail_paragraph('You wrote:')
    || '<blockquote>{% assign written = inquiry_message | split: "\n" %}{% for line in written %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</blockquote>' || chr(10)
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('You can reply to this email, or call us at {{ business_phone }}.')
  )
);

select private.add_default_mail(
  'payment_link',
  'Payment link',
  'Pay {{ due_on_site }} online for your {{ service_name }}',
  private.mail_frame(
    '{{ due_on_site }} is left to pay. You can add a tip.',
    'Pay the balance online',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      '{{ due_on_site }} is left to pay for {{ service_name }} on {{ date }}. You can pay it '
      || 'online now, and add a tip if you like.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}'),
      private.mail_line('Total', '{{ total }}'),
      private.mail_tax_lines('of that, '),
      private.mail_paid_lines(private.mail_line_unless_zero('Paid', 'amount_paid')),
      private.mail_line('<strong>Balance</strong>', '<strong>{{ due_on_site }}</strong>')
    )
    -- A process of the former version has no pay_until.
    || '{% if pay_until %}' || private.mail_paragraph('The link works until {{ pay_until }}.') || '{% endif %}' || chr(10)
    || private.mail_button('Pay {{ due_on_site }}', '{{ pay_url }}')
    || private.mail_sign_off('Thank you,<br>{{ business_name }}')
    || private.mail_small_print(
      'The link needs no login. If you would rather pay by cash, card or e-transfer, tell us on site or call '
      || '{{ business_phone }}.'
    )
  )
);

select private.add_default_mail(
  'refund',
  'Refund',
  'We are refunding you {{ refund_amount }}',
  private.mail_frame(
    '{{ refund_amount }} of your payment for {{ service_name }}.',
    'We are refunding you {{ refund_amount }}',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('We are refunding you {{ refund_amount }} of what you paid for the booking below.')
    || '{% if refund_reason != "" %}'
    || private.mail_paragraph('{{ refund_reason }}')
    || '{% endif %}' || chr(10)
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || '{% if refund_to_card != "$0.00" %}'
    || private.mail_paragraph(
      'We are refunding {{ refund_to_card }} the way you paid. Banks usually show a refund within 5 to 10 business days.'
    )
    || '{% endif %}' || chr(10)
    || '{% if refund_by_hand != "$0.00" %}'
    || private.mail_paragraph(
      '{{ refund_by_hand }} can’t go to a card. We will send it by e-transfer or pay it in cash, and contact you to arrange it.'
    )
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}')
  )
);

select private.add_default_mail(
  'refund_failed',
  'Refund failed',
  'Your refund of {{ refund_amount }} did not arrive',
  private.mail_frame(
    'Our refund of {{ refund_amount }} came back.',
    'Your refund did not arrive',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We sent {{ refund_amount }} the way you paid, and it came back. Often a card has expired or was replaced.'
    )
    || private.mail_paragraph(
      'You don’t have to do anything: we will refund it to you another way. To tell us how, please reply to this email.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}')
  )
);

select private.add_default_mail(
  'payment_disputed',
  'Payment disputed',
  'A payment of {{ dispute_amount }} is disputed: answer by {{ dispute_due }}',
  private.mail_frame(
    '{{ customer_name }}’s bank asks about {{ dispute_amount }}.',
    'A payment is disputed',
    private.mail_paragraph(
      'The bank of {{ customer_name }} disputes a payment of {{ dispute_amount }}. Reason: {{ dispute_reason }}. Stripe '
      || 'takes the amount from your account until it is decided.'
    )
    || private.mail_paragraph(
      'Open the booking, save the evidence as a file, and send it in Stripe by {{ dispute_due }}. Without an answer the '
      || 'amount is lost.'
    )
    || private.mail_button('Open the booking', '{{ dispute_url }}')
  )
);

select private.add_default_mail(
  'booking_reminder',
  'Booking reminder',
  'Tomorrow at {{ time }}: your {{ service_name }}',
  private.mail_frame(
    'We come to you tomorrow, {{ date }}, at {{ time }}.',
    'See you tomorrow at {{ time }}',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'Your {{ service_name }} is tomorrow, {{ date }}. Please park with space all around and take your valuables out '
        || 'of the car.'
      )
      || private.mail_list(
        private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line_unless_zero('Due on site', 'due_on_site'),
        private.mail_line_if('Tax', 'due_on_site_tax')
      )
      -- Queued by a process of the former version, it has no visit_url.
      || '{% if visit_url %}'
      || private.mail_paragraph(
        'Tomorrow you can see here when we’re on our way: <a href="{{ visit_url }}">Follow your visit</a>'
      )
      || '{% endif %}' || chr(10)
      || private.mail_button('See your booking', '{{ booking_url }}')
      || private.mail_sign_off('See you tomorrow,<br>{{ business_name }}')
      || private.mail_small_print('To change your booking, call {{ business_phone }}. {{ cancellation_policy }}')
  )
);

select private.add_default_mail(
  'on_my_way',
  'On my way',
  'We’re on our way and arrive {{ arrival }}',
  private.mail_frame(
    'Follow your visit on its page.',
    'We’re on our way',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'We’re on our way to you for your {{ service_name }} and arrive <strong>{{ arrival }}</strong>. Please park with '
        || 'space all around and leave the keys handy.'
      )
      || private.mail_list(
        private.mail_line('Booked', '{{ date }}<br>{{ time }}'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line_unless_zero('Due on site', 'due_on_site'),
        private.mail_line_if('Tax', 'due_on_site_tax')
      )
      || private.mail_button('Follow your visit', '{{ visit_url }}')
      || private.mail_sign_off(
        'If something came up, call us at {{ business_phone }}. <a href="{{ booking_url }}">See your booking</a>'
      )
      || private.mail_sign_off('See you soon,<br>{{ business_name }}')
      || private.mail_small_print('The button needs no login. It shows how your visit stands, without your address.')
  )
);

select private.add_default_mail(
  'review_request',
  'Review request',
  'How was your {{ service_name }}?',
  private.mail_frame(
    'Your review helps other customers decide.',
    'How did we do?',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'Thank you for having us detail your {{ car }}. If you have a minute, please leave a review. Two sentences are '
        || 'enough, and a photo is welcome.'
      )
      || '{% if visit_url %}'
      || private.mail_paragraph('Your receipt and your balance: <a href="{{ visit_url }}">Your visit</a>')
      || '{% endif %}' || chr(10)
      || private.mail_button('Leave a Review', '{{ review_url }}')
      || private.mail_sign_off(
        'If something wasn’t right, reply to this email or call {{ business_phone }}, and we’ll fix it. '
        || '<a href="{{ booking_url }}">See your booking</a>'
      )
      || private.mail_sign_off('Thank you,<br>{{ business_name }}')
      || private.mail_small_print(
        'You get this email because we detailed your car on {{ date }}. You’ll still get emails about your bookings. '
        -- Last, so that no punctuation after it becomes part of the address.
        || '<a href="{{ unsubscribe_url }}">Unsubscribe from review requests</a>'
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
      || private.mail_paragraph('This is your receipt for {{ service_name }} on {{ date }}.')
      || private.mail_list(
        private.mail_line('Service', '{{ service_name }}, {{ vehicle }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line('Price', '{{ price }}'),
        private.mail_line_unless_zero('Discount', 'discount', '−'),
        private.mail_nearby_discount(),
        private.mail_tax_lines(),
        private.mail_line_unless_zero('Tip', 'receipt_tip'),
        '{% if receipt_reduction %}'
          || private.mail_line_unless_zero('{{ receipt_reduction_label }}', 'receipt_reduction', '−')
          || '{% endif %}' || chr(10),
        private.mail_line('<strong>Total</strong>', '<strong>{{ receipt_total }}</strong>'),
        private.mail_line('Paid', '{{ receipt_payments }}'),
        private.mail_line_unless_zero('Refunded', 'receipt_given_back', '−'),
        '{% if receipt_owed %}' || private.mail_line_unless_zero('Still to be refunded', 'receipt_owed', '−')
          || '{% endif %}' || chr(10)
      )
      || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
      || private.mail_small_print('Receipt {{ receipt_number }}. Keep this email for your records.')
  )
);

select private.add_default_mail(
  'work_photos',
  'Photos of the visit',
  'Your car, before and after',
  private.mail_frame(
    'See the photos of your {{ service_name }}.',
    'Your car, before and after',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('We took photos of your {{ car }} on {{ date }}. They are private: only you and we see them.')
    || private.mail_paragraph(
      'Do you like the result? On the same page you can let us show one pair in our gallery, without your name. '
      || 'Nothing is shown unless you agree, and you can change your mind at any time.'
    )
    || private.mail_button('See the Photos', '{{ photos_url }}')
    || private.mail_sign_off(
      'If something wasn’t right, reply to this email or call {{ business_phone }}, and we’ll fix it. '
      || '<a href="{{ booking_url }}">See your booking</a>'
    )
    || private.mail_sign_off('Thank you,<br>{{ business_name }}')
  )
);

select private.add_default_mail(
  'signup_confirmation',
  'Sign-up confirmation',
  'Confirm your email address for {{ business_name }}',
  private.mail_frame(
    'Confirm your address to finish your account.',
    'Confirm your email address',
    private.mail_paragraph('Please confirm {{ email }} to finish your account at {{ business_name }}. You can then see, move and cancel your bookings in one place.')
    || private.mail_button('Confirm email address', '{{ confirmation_url }}')
    || private.mail_sign_off('Or enter this code: <strong>{{ token }}</strong>')
    || private.mail_small_print('If it wasn’t you, ignore this email. Nothing happens without the confirmation.')
  )
);

select private.add_default_mail(
  'account_exists',
  'Sign-up with an account',
  'You already have an account at {{ business_name }}',
  private.mail_frame(
    'Sign in, or choose a new password.',
    'You already have an account',
    private.mail_paragraph('Somebody signed up with {{ email }}, which already has an account at {{ business_name }}. Please sign in instead.')
    || private.mail_paragraph('If you don’t know your password, choose “Forgot Password?” on the sign-in page.')
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_small_print('If it wasn’t you, ignore this email. Your account and its password stay as they are.')
  )
);

select private.add_default_mail(
  'password_recovery',
  'Password recovery',
  'Choose a new password for {{ business_name }}',
  private.mail_frame(
    'A link to choose a new password.',
    'Choose a new password',
    private.mail_paragraph('We received a request for a new password for the account of {{ email }}. The link works once, for a short time.')
    || private.mail_button('Choose a new password', '{{ confirmation_url }}')
    || private.mail_small_print('If it wasn’t you, ignore this email. Your password doesn’t change.')
  )
);

select private.add_default_mail(
  'email_change',
  'Change of email address',
  'Confirm the change of your email address',
  private.mail_frame(
    'Confirm the new email address of your account.',
    'Confirm the change of your email address',
    private.mail_paragraph('The email address of your account at {{ business_name }} will change to {{ new_email }}. Please confirm this change.')
    || private.mail_button('Confirm the change', '{{ confirmation_url }}')
    || private.mail_small_print('If it wasn’t you, don’t confirm. Choose a new password instead.')
  )
);

select private.add_default_mail(
  'magic_link',
  'Sign-in link',
  'Your sign-in link for {{ business_name }}',
  private.mail_frame(
    'A link that signs you in, without a password.',
    'Sign in to your account',
    private.mail_paragraph('Use this link to sign in as {{ email }}. It works once, within an hour of your request.')
    || private.mail_button('Sign in', '{{ confirmation_url }}')
    || private.mail_sign_off('Or enter this code: <strong>{{ token }}</strong>')
    || private.mail_small_print('If it wasn’t you, ignore this email. Don’t share the link or the code.')
  )
);

select private.add_default_mail(
  'reauthentication',
  'Code to confirm it is you',
  'Your code for {{ business_name }} is {{ token }}',
  private.mail_frame(
    'A code to confirm that it is you.',
    'Confirm that it is you',
    private.mail_paragraph('Enter this code to change the password of your account. It works once, within an hour of your request.')
    || private.mail_code('token')
    || private.mail_small_print('If it wasn’t you, another person is signed in as {{ email }}. Choose a new password, which signs out every other device.')
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
    || private.mail_paragraph('If it was you, you don’t need to do anything.')
    || private.mail_paragraph(
      '<strong>If it wasn’t you:</strong> open the sign-in page, enter your email address and choose “Forgot Password?”. '
      || 'A new password signs out every other device. Then check the phone number and the second factor in your account.'
    )
    || private.mail_paragraph('<strong>These sign-in methods work for the account:</strong>')
    || '<ul>{% assign methods = sign_in_methods | split: "\n" %}{% for method in methods %}<li>{{ method }}</li>{% endfor %}</ul>' || chr(10)
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_sign_off('If you can’t sign in, call us at {{ business_phone }} or email {{ business_email }}.')
  )
);

select private.add_default_mail(
  'security_notice',
  'Security notice',
  'Security notice for {{ business_name }}',
  private.mail_frame(
    '{{ change }}',
    'A change to your business',
    private.mail_paragraph('{{ change }} {{ changed_by }} did it on {{ changed_at }}.')
    || private.mail_paragraph('If you expected this, you don’t need to do anything.')
    || private.mail_paragraph(
      '<strong>If you didn’t:</strong> open the sign-in page, enter your email address and choose “Forgot Password?”. '
      || 'A new password signs out every other device. Then check your crews, calendar addresses and email templates.'
    )
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_small_print('Every administrator gets this email.')
  )
);

select private.add_default_mail(
  'crew_invitation',
  'Invitation to a crew',
  'You’re invited to work with {{ business_name }}',
  private.mail_frame(
    'Sign in or sign up to see the visits of your crew.',
    'You’re invited to {{ crew }}',
    private.mail_paragraph('{{ business_name }} invited you to see the visits of {{ crew }}.')
    || private.mail_paragraph('Sign in with {{ email }}, or sign up with this address and confirm it within 14 days. Then you see the visits.')
    || private.mail_button('Sign in or sign up', '{{ login_url }}')
    || private.mail_small_print('If you don’t work with {{ business_name }}, ignore this email. Nothing happens without an account.')
  )
);

select private.add_default_mail(
  'crew_member_added',
  'Added to a crew',
  'You can now see the visits of {{ crew }}',
  private.mail_frame(
    'Sign in to see the visits of your crew.',
    'You’re now in {{ crew }}',
    private.mail_paragraph('{{ business_name }} added you to {{ crew }}. Sign in with {{ email }} to see its visits.')
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_small_print('If you don’t work with {{ business_name }}, tell us at {{ business_email }}.')
  )
);

select private.add_default_mail(
  'inquiry_received',
  'Inquiry received',
  'Inquiry from {{ customer_name }}: {{ inquiry_subject }}',
  private.mail_frame(
    '{{ inquiry_message | truncate: 120 }}',
    '{{ inquiry_subject }}',
    private.mail_paragraph('{{ customer_name }} wrote through the contact form:')
    || '<blockquote>{% assign lines = inquiry_message | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</blockquote>' || chr(10)
    || private.mail_list(
      private.mail_line('From', '{{ customer_name }}<br><a href="mailto:{{ customer_email }}">{{ customer_email }}</a>'),
      '{% if booking_id != "" %}',
      private.mail_line('About booking', '{{ booking }}<br>{{ booking_id }}'),
      '{% endif %}'
    )
    || private.mail_small_print('Replies to this email go to {{ customer_email }}. This address is not verified, so don’t share private details of a booking.')
  )
);

select private.add_default_mail(
  'inquiries_held_back',
  'Inquiries held back',
  'Held back: {{ held_back }}',
  private.mail_frame(
    'More messages than usual came in. All are stored.',
    'Held back: {{ held_back }}',
    private.mail_paragraph(
      'More messages than usual came through the contact form within an hour. '
      || 'Messages after the first 60 are in your inquiries and aren’t emailed to you.'
    )
    || private.mail_paragraph('Release the genuine ones and delete the rest.')
    || private.mail_button('Open held-back inquiries', '{{ inbox_url }}')
  )
);

select private.add_default_mail(
  'backup_missing',
  'Backup missing',
  'Your bookings have no new backup',
  private.mail_frame(
    'The last backup failed or is missing.',
    'A backup is missing',
    '{% if last_backup == "" %}'
    || private.mail_paragraph('There is no backup of your bookings yet. If the server is lost, they are lost too.')
    || '{% else %}'
    || private.mail_paragraph('The newest backup of your bookings is from {{ last_backup }}. If the server is lost, everything after that is lost too.')
    || '{% endif %}' || chr(10)
    || '{% if reason != "" %}'
    || private.mail_paragraph('The latest attempt failed: {{ reason }}')
    || '{% endif %}' || chr(10)
    || private.mail_paragraph('Please forward this email to the person who looks after your server. The server tries again every hour.')
    || private.mail_small_print('You get this email once a day until a backup succeeds.')
  )
);

select private.add_default_mail(
  'service_trouble',
  'Trouble with a service',
  '{{ trouble }}',
  private.mail_frame(
    'Please pass this on to the person who looks after your server.',
    '{{ trouble }}',
    private.mail_paragraph('This began on {{ trouble_since }} and needs attention.')
    || '{% if reason != "" %}' || private.mail_paragraph('The reason: {{ reason }}') || '{% endif %}' || chr(10)
    || private.mail_paragraph('Please forward this email to the person who looks after your server.')
    || private.mail_small_print('You get this email once a day until it is resolved.')
  )
);

do $$
begin
  if exists (select from pg_extension where extname = 'supabase_vault')
    and 2 = (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    perform cron.schedule('run-jobs', '* * * * *', $job$
      select net.http_post(
        url := project.decrypted_secret || '/functions/v1/run-jobs',
        headers := jsonb_build_object('authorization', 'Bearer ' || secret.decrypted_secret),
        timeout_milliseconds := 60000
      )
      from vault.decrypted_secrets as project
      cross join vault.decrypted_secrets as secret
      where project.name = 'project_url' and secret.name = 'jobs_secret'
    $job$);
  end if;
end;
$$;

create function private.shorten_first_entries(batch integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  shortened integer;
begin
  update public.booking_changes
  set "is" = private.first_columns("is")
  where id = any (array(
    select id from public.booking_changes
    where action = 'created' and "is" ? 'address'
    order by id
    limit batch
    for update skip locked
  ));
  get diagnostics shortened = row_count;
  return shortened;
end;
$$;

create function public.delete_expired(batch integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
  total integer := private.shorten_first_entries(batch);
begin
  delete from public.mail_outbox
  where id = any (array(
    select id from public.mail_outbox
    where created_at < private.kept_since('emails') and status <> 'queued'
    order by created_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.text_outbox
  where id = any (array(
    select id from public.text_outbox
    where created_at < private.kept_since('texts') and status <> 'queued'
    order by created_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.text_consents
  where id = any (array(
    select id from public.text_consents
    where given_at < private.kept_since('text_consents')
      and coalesce(withdrawn_at, given_at) < private.kept_since('text_consents')
    order by given_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  -- The oldest entries have the lowest ids.
  delete from public.booking_changes
  where id = any (array(
    select id
    from (select id, at from public.booking_changes order by id limit batch) as oldest
    where at < private.kept_since('history')
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.visit_links
  where id = any (array(
    select link.id
    from public.visit_links as link
    join public.bookings as booking on booking.id = link.booking_id
    where link.told_date < private.local_day(private.kept_since('visit_links'))
      and booking.booking_date < private.local_day(private.kept_since('visit_links'))
      and (link.expires_at is null or link.expires_at < now())
    order by link.told_date limit batch
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.payment_links
  where id = any (array(
    select id from public.payment_links
    where expires_at < private.kept_since('payment_links')
    order by expires_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.stripe_events
  where id = any (array(
    select id from public.stripe_events
    where received_at < private.kept_since('provider_events')
    order by received_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  -- An inquiry that nobody answered stays.
  delete from public.inquiries
  where id = any (array(
    select id from public.inquiries
    where created_at < private.kept_since('inquiries') and status <> 'new'
    order by created_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  return total + deleted;
end;
$$;

create function public.retention_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_agg(jsonb_build_object('kind', kind, 'days', keep_days) order by kind) from public.retention
  );
end;
$$;

revoke all on function public.delete_expired, public.retention_page from public, anon, authenticated, service_role;
grant execute on function public.delete_expired to service_role;
grant execute on function public.retention_page to authenticated;

revoke all on all functions in schema private from public;

reset check_function_bodies;
