-- Everything that takes or moves a time of a day goes one after the other. Without this, two claims that
-- are written at the same moment would wait for each other instead of one being refused.
create function private.lock_day(day date) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223911, day - date '2000-01-01');
$$;

-- Holds and payments of one customer go one after the other.
create function private.lock_email(email text) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223912, hashtext(email));
$$;

-- Holds an account until the end of the transaction; null when it is gone.
create function private.lock_person(person_id uuid) returns uuid
language sql security definer set search_path = ''
as $$
  select id from auth.users where id = person_id for key share;
$$;

-- Starts of one browser, and of one account, go one after the other. Nothing but hold_slot waits for this.
create function private.lock_holder(holder_token text, account uuid) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(7223917, hashtext(holder_token)) where holder_token is not null;
  select pg_advisory_xact_lock(7223918, hashtext(account::text)) where account is not null;
$$;

grant execute on function
  private.lock_day, private.lock_email, private.lock_person, private.lock_holder
  to service_role;
