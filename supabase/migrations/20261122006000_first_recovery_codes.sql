-- Notifies of replaced recovery codes only. The first ones come with the second factor, which has a notice of its own.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Ten new codes, told this once; older ones are void. The person is notified when there were any. Raises
-- second_factor_needed unless this session proved the second factor, and reauthentication_needed (403).
create or replace function public.create_recovery_codes() returns text[]
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
