set local lock_timeout = '5s';
set local statement_timeout = '60s';

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

revoke all on function private.check_cancelled from public, anon, authenticated, service_role;
grant execute on function private.check_cancelled to service_role;

create or replace function public.hold_slot(
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
