-- Each move of a customer takes a time from others for a while and sends an email, so there are only so many in a day.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether a customer has moved this booking 5 times, or their bookings 20 times, in the last 24 hours. Moves by the
-- owner, and to a time offered because of rain, don't count.
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

-- Asks who is writing, so it must run with their rights. Raises too_many_moves (429).
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

-- Moves of one booking wait for its row lock, so no race gets past.
create trigger limit_moves before update of booking_date, booking_time on public.bookings
  for each row
  when ((new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time))
  execute function private.limit_moves();

revoke all on function private.limit_moves(), private.has_moved_often(uuid) from public;
grant execute on function private.has_moved_often(uuid) to anon, authenticated, service_role;
