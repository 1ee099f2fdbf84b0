-- Holds: a time held while a customer pays.

-- Whether a payment intent of this booking could still succeed, as far as the provider has reported. A declined card
-- leaves its intent open.
create function private.has_open_payment(target_booking_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.payments
    where booking_id = target_booking_id and status in ('requires_payment', 'processing', 'failed')
  );
$$;

-- Limits the open holds of one network and one email address. An address counts within its network, so a stranger
-- elsewhere who types it takes nothing from its owner; an account's holds count for the account, wherever. A /56 network may have half as many again and a /48 twice as many, as in
-- server/networks.ts. Holds of one network start one after the other. Raises too_many_holds (429).
-- Without the generic plan, PostgreSQL plans again whenever a value is null: that plan looks cheaper.
create function private.check_open_holds(
  booking public.bookings,
  max_open_holds integer,
  max_open_holds_of_email integer
) returns void
language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  here text := booking.client_address;
  widest text := private.network_of(here, 48);
  is_too_many boolean;
begin
  if widest is not null then
    perform private.lock_network(widest);
  end if;
  -- Each kind of neighbour by its own index, because all others may hold times, too.
  select
    count(*) filter (where private.network_of(other.client_address, 64) = private.network_of(here, 64))
      >= max_open_holds
    or count(*) filter (where private.network_of(other.client_address, 56) = private.network_of(here, 56))
      >= ceil(max_open_holds * 1.5)
    or count(*) filter (where private.network_of(other.client_address, 48) = private.network_of(here, 48))
      >= max_open_holds * 2
    or count(*) filter (
      where case
        when booking.user_id is null then
          other.user_id is null and other.customer_email = booking.customer_email
          and private.network_of(other.client_address, 48) is not distinct from widest
        else other.user_id = booking.user_id
      end
    ) >= max_open_holds_of_email
  into is_too_many
  from (
    select id from public.bookings
    where status = 'pending_payment' and client_address is not null and private.network_of(client_address, 48) = widest
    union
    select id from public.bookings
    where status = 'pending_payment' and customer_email = booking.customer_email
    union
    select id from public.bookings where user_id = booking.user_id
  ) as near
  join public.bookings as other on other.id = near.id
  -- By key: statistics are older than the holds of this minute, so a join would read all of them.
  where (select expires_at from public.slot_claims where booking_id = near.id) > now()
    and (select status from public.bookings where id = near.id) = 'pending_payment'
    and near.id <> booking.id;
  if is_too_many then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_holds',
      detail = 'Too many unpaid bookings were started from this connection or with this email address.';
  end if;
end;
$$;

-- Refuses the next online booking of an address with `most` bookings that its customer paid for and cancelled within a
-- day: each sends email to an address that nobody proved. The confirmed owner of the address, signed in, is counted by
-- account, with twice as many. Raises too_many_cancelled (429).
create function private.check_cancelled(booking public.bookings, most integer default 5) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_owner boolean := exists (
    select from auth.users
    where id = booking.user_id and email_confirmed_at is not null and lower(email) = booking.customer_email
  );
begin
  if (
    select count(*)
    from public.bookings as other
    where other.customer_email = booking.customer_email and other.status = 'cancelled' and other.source = 'online'
      and other.cancelled_at > now() - interval '24 hours'
      and (not is_owner or other.user_id = booking.user_id)
      and exists (select from public.payments where booking_id = other.id and status = 'succeeded')
      and exists (
        select from public.booking_changes
        where booking_id = other.id and action = 'cancelled' and actor_label in ('Customer', 'Guest')
      )
  ) >= (case when is_owner then 2 * most else most end) then
    raise exception using errcode = 'PT429', message = 'too_many_cancelled';
  end if;
end;
$$;

-- The unpaid bookings that a new one replaces: the named one, and the holds of the browser with this token, of the
-- account or, when the owner books for a caller, of the email address. Null matches nothing. The id alone replaces only
-- a hold without a token; any other takes its token, its account or its email address.
create function private.replaceable_holds(
  named_booking_id uuid,
  holder_token text,
  account uuid,
  email text,
  named_email text default null
)
returns setof uuid
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  -- Status and claim by key, as in check_open_holds.
  return query
    select named_booking_id
    where (select status from public.bookings where id = named_booking_id) = 'pending_payment'
      and (
        (select user_id from public.bookings where id = named_booking_id) = account
        or (select customer_email from public.bookings where id = named_booking_id) = lower(btrim(named_email))
        or exists (
          select from public.slot_claims
          where booking_id = named_booking_id
            and (holder_hash is null or holder_hash = sha256(convert_to(holder_token, 'UTF8')))
        )
      )
    union
    select own.id
    from (
      select booking_id as id from public.slot_claims
      where holder_hash = sha256(convert_to(holder_token, 'UTF8'))
      union
      select id from public.bookings where user_id = account
      union
      select id from public.bookings where status = 'pending_payment' and customer_email = lower(btrim(email))
    ) as own
    where (select status from public.bookings where id = own.id) = 'pending_payment'
      and (select expires_at from public.slot_claims where booking_id = own.id) > now();
end;
$$;

-- Locks unpaid bookings that are about to be replaced, so that no payment of them can begin. Returns those that are
-- still there. Bookings are locked before addresses and days.
create function private.lock_replaced(booking_ids uuid[]) returns uuid[]
language sql set search_path = ''
as $$
  select coalesce(array_agg(locked.id), '{}')
  from (
    select id from public.bookings
    where id = any (booking_ids) and status = 'pending_payment'
    order by id
    for update
  ) as locked;
$$;

-- Frees the times and coupons of unpaid bookings that another one replaces. They must be locked.
create function private.give_up_holds(booking_ids uuid[]) returns void
language sql set search_path = ''
as $$
  update public.bookings set replaced_at = now() where id = any (booking_ids);
  delete from public.coupon_redemptions where booking_id = any (booking_ids);
  delete from public.slot_claims where booking_id = any (booking_ids) and expires_at is not null;
$$;

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
  -- The account first; when it is being deleted, the customer books as a guest. Then in the order of 01_locks.sql.
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
  target public.bookings := private.locked_booking(target_booking_id);
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
