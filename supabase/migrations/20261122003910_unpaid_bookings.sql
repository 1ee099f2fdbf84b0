-- Whoever held a time and never paid is no customer, so what they typed is not kept for ever.

-- The index keeps bookings from being written while it is made.
set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Those that wait for a payment are few: found without reading the others. By e-mail address first, since whoever
-- holds another time is looked for among them, while the time is locked: by age alone that read them all.
create index bookings_unpaid_idx on public.bookings (customer_email, created_at) where status = 'pending_payment';

-- Whether nothing has happened to an unpaid booking for 30 days, and nobody can pay it any more: each of its
-- intents was cancelled, which the payment provider never takes back. What touches money stays.
create function private.is_given_up(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.status = 'pending_payment'
    and booking.created_at < now() - interval '30 days'
    and not exists (
      select from public.slot_claims
      where booking_id = booking.id and (expires_at is null or expires_at > now() - interval '30 days')
    )
    and not exists (
      select from public.payments as payment
      where payment.booking_id = booking.id
        and (
          payment.status <> 'canceled'
          or payment.updated_at > now() - interval '30 days'
          or exists (select from public.refunds where payment_id = payment.id)
        )
    )
    and not exists (select from public.payment_findings where booking_id = booking.id);
$$;

-- Removes up to `batch` unpaid bookings that were given up 30 days ago, with all that hangs on them. How many.
create function public.forget_unpaid_bookings(batch integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  given_up uuid[];
begin
  -- The booking first, as everywhere: while it is held no payment of it can begin.
  given_up := array(
    select booking.id
    from public.bookings as booking
    where booking.status = 'pending_payment'
      and booking.created_at < now() - interval '30 days'
      and private.is_given_up(booking)
    order by booking.created_at
    limit batch
    for update skip locked
  );
  -- One may have begun just before that.
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

revoke all on function public.forget_unpaid_bookings(integer) from public, anon, authenticated, service_role;
grant execute on function public.forget_unpaid_bookings(integer) to service_role;

revoke all on function private.is_given_up(public.bookings) from public;
grant execute on function private.is_given_up(public.bookings) to service_role;
