-- The second factor: a person who has one proves it in each session, and the owner can require it of every
-- administrator. Ten recovery codes replace a lost phone.

create table private.security_settings (
  only_row boolean primary key default true check (only_row),
  -- Whether an administrator needs a second factor.
  requires_second_factor boolean not null default false
);

alter table private.security_settings enable row level security;
revoke all on private.security_settings from public, anon, authenticated, service_role;

-- Hashes of recovery codes. Using a code deletes it.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

alter table private.recovery_codes enable row level security;
revoke all on private.recovery_codes from public, anon, authenticated, service_role;

-- Attempts with recovery codes within the hour that began with the first.
create table private.recovery_attempts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  attempts integer not null,
  began_at timestamptz not null
);

alter table private.recovery_attempts enable row level security;
revoke all on private.recovery_attempts from public, anon, authenticated, service_role;

-- A new code such as ABCD-EFGH-JK: 50 random bits in characters that are hard to confuse.
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

-- A salted hash of a recovery code, 1,000 rounds, so that a stolen backup doesn't reveal the codes.
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

-- Counts an attempt with a recovery code. Raises too_many_attempts (429) after ten within an hour.
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

-- The state for the account's screens.
-- -> {required, has_factor, session_is_verified, recovery_codes_left, is_administrator}
-- `is_administrator` doesn't depend on the second factor, so that the screen can ask an administrator to prove it.
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

-- Removes the person's second factors and ends their other sessions when the code is right, so that they can enrol
-- again. A code works once. False for a wrong code, and when there is nothing to remove. Raises too_many_attempts
-- (429).
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

-- Sets whether every administrator needs a second factor, and notifies them of a change. Raises administrator_needed, second_factor_needed unless
-- this session proved one (so that administrators can't lock themselves out), and reauthentication_needed (403).
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

-- Makes ten new recovery codes, returned this once, and voids older ones. Notifies the person when there were any.
-- Raises second_factor_needed unless this session proved the second factor, and reauthentication_needed (403).
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
