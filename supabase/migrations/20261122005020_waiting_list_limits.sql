-- No sender alone can shut the waiting list for all others: the limit that all senders share is out of the reach of one.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Puts somebody on the list; who is on it already keeps the place. `entry` has the columns of a row.
-- Raises too_many_waiting (429): from the eleventh of an address within an hour, and from the 1201st of all within a
-- day. A network has 15 an hour, and the widest that is counted 30, so 720 a day (server/networks.ts).
create or replace function public.join_waiting_list(entry jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted public.waiting_list := jsonb_populate_record(null::public.waiting_list, entry);
begin
  -- Entries are counted one after the other, so that no race gets past.
  perform pg_advisory_xact_lock(hashtext('public.waiting_list'));
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
