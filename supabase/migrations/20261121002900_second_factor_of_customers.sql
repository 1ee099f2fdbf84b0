-- A stolen password opens no bookings of an account that has a second factor: not to read, not to move.

-- Whether this session proved the second factor, where the person has one.
create function private.proves_enough() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.has_second_factor() or private.session_is_verified();
$$;
revoke all on function private.proves_enough() from public;
grant execute on function private.proves_enough() to authenticated;

create policy "Bookings are closed until the second factor is proven"
  on public.bookings as restrictive for all to authenticated
  using ((select private.proves_enough()));
