-- A hold that lapsed is taken again under the same cap as a new one, and how often it was extended is known for as
-- long as the booking is: else a few bookings kept from lapsed holds would block the calendar without paying.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- What of a booking is worth keeping: neither where a visitor came from, nor how long they took to pay, nor what
-- follows from the rest.
create or replace function private.kept_columns(booking jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(
    booking - array['id', 'client_address', 'created_at', 'updated_at', 'calendar_sequence', 'hold_extensions']
  );
$$;

-- How often the time was held for longer. The claim goes when somebody else holds the time, and with it went the count.
alter table public.bookings add column hold_extensions smallint not null default 0;

update public.bookings as booking
set hold_extensions = claim.extensions
from public.slot_claims as claim
where claim.booking_id = booking.id and claim.extensions > 0 and booking.status = 'pending_payment';

drop function public.extend_hold(uuid, integer, integer);

-- Holds the time of an unpaid booking for another `hold_minutes` from now, `max_extensions` times in all. A hold that
-- stands is asked nothing more: whatever changed since, its time is its own. One that lapsed is taken again when its
-- time is free, and no more than `max_open_holds` are open from where it was made.
-- -> {booking_id, expires_at, extensions_left}
-- Raises booking_not_found (404), not_awaiting_payment, slot_taken, coupon_used, no_extensions_left (409),
-- too_many_holds (429).
create function public.extend_hold(
  target_booking_id uuid,
  hold_minutes integer,
  max_extensions integer,
  max_open_holds integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  target public.bookings;
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
begin
  select * into target from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if target.hold_extensions >= max_extensions then
    raise exception using errcode = 'PT409', message = 'no_extensions_left';
  end if;
  perform private.lock_email(target.customer_email);
  -- One that stands is among those that were let through, so with it there are never too many.
  perform private.check_open_holds(target, max_open_holds);
  perform private.lock_day(target.booking_date);
  select * into claim from public.slot_claims where booking_id = target.id for update;
  perform private.drop_other_holds(target);
  if claim.id is null or claim.expires_at <= now() or lower(claim.during) < now() then
    perform private.take_time(target, held_until);
  end if;
  perform private.redeem_coupon(target);
  update public.slot_claims set expires_at = held_until where booking_id = target.id;
  update public.bookings set hold_extensions = hold_extensions + 1 where id = target.id;
  return jsonb_build_object(
    'booking_id', target.id, 'expires_at', held_until, 'extensions_left', max_extensions - target.hold_extensions - 1
  );
end;
$$;

revoke all on function public.extend_hold(uuid, integer, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.extend_hold(uuid, integer, integer, integer) to service_role;

-- Only the former extend_hold() knew of it, and no server ever did.
-- squawk-ignore ban-drop-column
alter table public.slot_claims drop column extensions;
