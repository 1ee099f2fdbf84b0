-- A time stays held while its payment is under way at the provider.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Lets the hold of this payment's booking last for `hold_minutes` from now, at most `most_minutes` from when the payment
-- was begun. A hold that ran out counts as long as its claim is there: then nobody took the time. True when it is held.
create function public.keep_hold_for_payment(
  payment_intent_id text,
  hold_minutes integer,
  most_minutes integer default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  paying public.payments;
  held_until timestamptz;
begin
  select * into paying from public.payments where stripe_payment_intent_id = payment_intent_id;
  -- Null, without a limit, leaves the other.
  held_until := least(
    now() + hold_minutes * interval '1 minute',
    paying.created_at + most_minutes * interval '1 minute'
  );
  update public.slot_claims as claim
  set expires_at = greatest(claim.expires_at, held_until)
  from public.bookings as booking
  where booking.id = paying.booking_id
    and booking.status = 'pending_payment'
    and claim.booking_id = booking.id
    and claim.expires_at is not null
    and lower(claim.during) > now()
    and held_until > now();
  return found;
end;
$$;

revoke all on function public.keep_hold_for_payment(text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.keep_hold_for_payment(text, integer, integer) to service_role;
