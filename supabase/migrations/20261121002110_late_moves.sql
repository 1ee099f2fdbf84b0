-- Moving a booking is no way around its cancellation policy: a deposit that could no longer be had back
-- stays with the business when the customer moves the booking, however far ahead.

alter table public.bookings
  -- The moment of the first such move; null as long as the policy alone decides.
  add column deposit_kept_since timestamptz;

grant select (deposit_kept_since) on public.bookings to anon;

-- Asks who is writing, so it must run with the rights of whoever does: what the business moves itself
-- costs the customer nothing.
create function private.keep_deposit_of_late_move() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated'
    and now() > lower(private.span_of(old)) - old.free_cancellation_hours * interval '1 hour'
    and not public.is_admin()
  then
    new.deposit_kept_since := coalesce(old.deposit_kept_since, now());
  end if;
  return new;
end;
$$;

create trigger keep_deposit_of_late_move before update of booking_date, booking_time on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    and old.status in ('deposit_paid', 'confirmed', 'paid')
  )
  execute function private.keep_deposit_of_late_move();

revoke all on function private.keep_deposit_of_late_move() from public;
