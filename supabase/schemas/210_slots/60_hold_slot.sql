-- Holding a time, for longer too, and whose hold it is.

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the table's columns as keys; id,
-- status and everything else that the database decides are ignored. The hold that the key replaces_booking_id names
-- is replaced, and so are those of the browser with the token hold_token and of the account. The key text_consent is
-- true when the customer asked for texts. The key if_nearby has the columns of the price for a start near another visit;
-- under the lock of the day it is decided whether it is one.
-- -> {booking_id, expires_at, is_nearby}
-- Raises slot_taken, coupon_used, coupon_held, payment_processing while a replaced hold can still be paid,
-- replaced_is_paid when this browser named one that is paid (409), too_many_holds, too_many_cancelled (429).
create function public.hold_slot(
  booking jsonb,
  hold_minutes integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  replaced uuid[];
  is_nearby boolean;
begin
  wanted.id := private.new_booking_id();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  -- The account first; when it is being deleted, the customer books as a guest. Then in the order of 020_locks.sql.
  wanted.user_id := private.lock_person(wanted.user_id);
  perform private.lock_holder(booking ->> 'hold_token', wanted.user_id);
  replaced := array(
    select private.replaceable_holds(
      (booking ->> 'replaces_booking_id')::uuid, booking ->> 'hold_token', wanted.user_id, null, wanted.customer_email
    )
  );
  if cardinality(replaced) > 0 then
    replaced := private.lock_replaced(replaced);
    if exists (select from unnest(replaced) as id where private.has_open_payment(id)) then
      raise exception using
        errcode = 'PT409',
        message = 'payment_processing',
        detail = 'The payment of the booking to be replaced is still open.';
    end if;
    perform private.give_up_holds(replaced);
  end if;
  -- A page that does not know of the payment yet: another tab, or Back after paying.
  if exists (
    select from public.bookings as named
    join public.slot_claims as claim on claim.booking_id = named.id
    where named.id = (booking ->> 'replaces_booking_id')::uuid
      and private.is_standing(named.status)
      and claim.holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
  ) then
    raise exception using errcode = 'PT409', message = 'replaced_is_paid';
  end if;
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds, max_open_holds_of_email);
  perform private.check_cancelled(wanted);
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  is_nearby := exists (
    select from private.nearby_starts(
      array[private.span_of(wanted)], private.place_of(wanted.postal_code), wanted.service_id, null,
      private.named_offer_id()
    )
  );
  if is_nearby and booking ->> 'if_nearby' is not null then
    wanted := jsonb_populate_record(wanted, booking -> 'if_nearby');
  end if;
  wanted.source := 'online';
  wanted.status := 'pending_payment';
  perform private.store_booking(wanted);
  perform private.take_time(wanted, held_until);
  if booking ->> 'hold_token' is not null then
    update public.slot_claims
    set holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
    where booking_id = wanted.id;
  end if;
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'booking_form', wanted.user_id);
  end if;
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until, 'is_nearby', is_nearby);
end;
$$;

-- Extends the hold of an unpaid booking to `hold_minutes` from now, `max_extensions` times in all. An expired hold
-- takes its time again if it is available, under the limits of a new hold, and replaces no other.
-- -> {booking_id, expires_at, extensions_left}
-- Raises booking_not_found (404), not_awaiting_payment, slot_taken, coupon_used, no_extensions_left (409),
-- hold_lapsed for a replaced one (410), too_many_holds (429).
create function public.extend_hold(
  target_booking_id uuid,
  hold_minutes integer,
  max_extensions integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  target public.bookings := private.lock_booking(target_booking_id);
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  is_held boolean;
begin
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if target.replaced_at is not null then
    raise exception using errcode = 'PT410', message = 'hold_lapsed';
  end if;
  if target.hold_extensions >= max_extensions then
    raise exception using errcode = 'PT409', message = 'no_extensions_left';
  end if;
  perform private.lock_email(target.customer_email);
  select * into claim from public.slot_claims where booking_id = target.id;
  is_held := claim.id is not null and claim.expires_at > now() and lower(claim.during) >= now();
  if not is_held then
    perform private.check_open_holds(target, max_open_holds, max_open_holds_of_email);
  end if;
  perform private.lock_day(target.booking_date);
  perform private.free_unheld_coupons(target);
  if not is_held then
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

-- The replaceable holds whose payment must be closed at the provider first.
create function public.holds_being_paid(
  named_booking_id uuid,
  holder_token text,
  account uuid,
  email text,
  named_email text default null
)
returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(id), '{}')
  from private.replaceable_holds(named_booking_id, holder_token, account, email, named_email) as id
  where private.has_open_payment(id);
$$;

-- The named hold when a browser with this token, or this account, may replace it; else null. Its time is open to them.
create function public.own_hold(named_booking_id uuid, holder_token text, account uuid) returns uuid
language sql stable set search_path = ''
as $$
  select id
  from private.replaceable_holds(named_booking_id, holder_token, account, null) as id
  where id = named_booking_id;
$$;

revoke all on function
  public.hold_slot, public.extend_hold, public.holds_being_paid, public.own_hold
  from public, anon, authenticated, service_role;
grant execute on function
  private.has_open_payment, private.check_open_holds, private.check_cancelled, private.replaceable_holds,
  private.lock_replaced, private.give_up_holds, public.hold_slot, public.extend_hold, public.holds_being_paid,
  public.own_hold
  to service_role;
