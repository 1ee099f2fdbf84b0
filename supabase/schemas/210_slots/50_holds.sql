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

-- Limits the open holds of one network and one mailbox. A mailbox counts within its network, so a stranger
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
          other.user_id is null
          and private.mailbox_of(other.customer_email) = private.mailbox_of(booking.customer_email)
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

-- Refuses the next online booking of a mailbox with `most` bookings that its customer paid for and cancelled within a
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
    where other.customer_email in (
        select email from public.customers
        where private.mailbox_of(email) = private.mailbox_of(booking.customer_email)
      )
      and other.status = 'cancelled' and other.source = 'online'
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
