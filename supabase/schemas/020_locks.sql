-- Every lock of the database that is not a row's, by name. The host's own are in
-- server/backend/database/advisory-locks.ts. All are held until the transaction ends.
--
-- They are in plpgsql, whose plans a session keeps: PostgreSQL plans the query of an SQL function at each call.
--
-- Locks are taken in this order: account, browser (or form, or rain day), booking, email address, network, day,
-- waiting-list place, offer, claim, coupon; and booking, counted refunds, payment, refund, finding. A coupon's row goes before the claim.

-- Everything that claims or moves a time of this local day. Without it, two overlapping claims written at the same
-- moment wait for each other instead of one being refused.
create function private.lock_day(day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223911, day - date '2000-01-01');
end;
$$;

-- Holds and payments of one customer, by email address.
create function private.lock_email(email text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223912, hashtext(email));
end;
$$;

-- New holds from one network.
create function private.lock_network(network text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223913, hashtext(network));
end;
$$;

-- Marking and revoking the parts of one rain day.
create function private.lock_rain_day(day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223914, day - date '2000-01-01');
end;
$$;

-- A form that may be sent twice, by the id of what it makes.
create function private.lock_form(form_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223915, hashtext(form_id::text));
end;
$$;

-- Redemptions of one coupon.
create function private.lock_coupon(code text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223916, hashtext(code));
end;
$$;

-- New holds of one browser, and of one account. Only hold_slot takes this lock; null is skipped.
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

-- Inserts into a table whose recent rows are counted for a limit, so that concurrent ones count too.
create function private.lock_counted(relation regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223919, relation::oid::integer);
end;
$$;

-- An account's row, so that it is not deleted meanwhile. Null when it was.
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
