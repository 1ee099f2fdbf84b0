-- Changes of sign-in details: the fresh proof that they need, and the notices that they cause.

-- The password of the latest sign-up with an email address or phone number, whether or not an account has it. A sign-in
-- with it is answered as unconfirmed in either case (docs/decisions/0125). The hosted backend's own service has no use for it.
create table private.sign_up_passwords (
  contact text primary key,
  encrypted_password text not null,
  created_at timestamptz not null
);

create index sign_up_passwords_created_at_idx on private.sign_up_passwords (created_at);

alter table private.sign_up_passwords enable row level security;
revoke all on private.sign_up_passwords from public, anon, authenticated, service_role;

-- When the person last proved who they are, by a session's claim `amr`. Refreshing a token proves nothing.
create function private.last_proof_in(amr jsonb) returns timestamptz
language sql immutable set search_path = ''
as $$
  select to_timestamp(max((proof ->> 'timestamp')::bigint))
  from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) as proof
  where jsonb_typeof(proof) = 'object' and proof ->> 'method' is distinct from 'token_refresh';
$$;

-- Whether a sign-in, a code or a second factor was proved in the five minutes before `at`. The host's auth service
-- asks it about the session's row, SQL functions about the token.
create function private.proof_is_fresh(amr jsonb, at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(private.last_proof_in(amr) >= at - interval '5 minutes', false);
$$;

-- Raises reauthentication_needed (403) unless the signed-in person has proved who they are within five minutes, in a
-- session that still exists.
create function private.require_fresh_proof() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.proof_is_fresh(auth.jwt() -> 'amr', now()) and private.session_stands()) then
    raise exception using errcode = 'PT403', message = 'reauthentication_needed';
  end if;
end;
$$;

-- The ways to sign in to an account, as sentences for its screen and its emails. Phone numbers show their last digits
-- only, because a former mailbox reads them too.
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

-- The ways to sign in to the caller's account, as sentences. Raises as private.check_person.
create function public.sign_in_methods() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_person();
  return private.sign_in_methods((select auth.uid()));
end;
$$;

-- Queues the notice of a changed sign-in detail. Nothing happens for a person without an address.
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

-- Queues the notice of a changed sign-in detail to the person's confirmed address.
create function private.tell_person_of_sign_in_change(person_id uuid, change text) returns void
language sql security definer set search_path = ''
as $$
  select private.tell_of_sign_in_change(id, email, change)
  from auth.users
  where id = person_id and email_confirmed_at is not null;
$$;

-- Trigger: notifies the former address when an account's password, email address or phone number changes.
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

-- Trigger: notifies the person when a second factor is added or removed.
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

-- Notifies every administrator with a confirmed address of a change that outlasts a session. An `occasion` is told once
-- an hour for each person who causes it.
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

-- Trigger on a table from which rows are deleted over REST, for each statement: more than one row needs a fresh proof.
-- Raises reauthentication_needed (403).
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

-- Trigger: notifies the other administrators of a new one.
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
