-- Unpaid bookings: what a holder of the id may read, how long a payment keeps the hold, and when they are deleted.

-- What a booking's holder sees beyond its row, for each of the bookings that the caller may see. An email address
-- opens one booking.
-- -> [{booking_id, the customer's name, email, phone and address, more, the ids of photos, the parts of the price,
-- add_ons, later_tip_cents (with later payments, not in the total), paid_cents, refunded_cents, owed_cents (of that, to be refunded by hand), disputed_cents (of the
-- rest, held or taken by a bank), due_now_cents (0 unless a payment is awaited), due_on_site_cents, reduced_cents and
-- reduced_tax_cents (private.money_of), hold_expires_at (null: not held, or permanent), hold_extensions}]
create function public.booking_details(target_booking_ids uuid[], email text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'more', private.optional_details(booking),
    'photos', private.photos_of(booking.id),
    'tax_lines', booking.tax_lines,
    'add_ons', booking.add_ons,
    'coupon_code', booking.coupon_code,
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'nearby_discount_cents', booking.nearby_discount_cents,
    'tip_cents', booking.tip_cents,
    'later_tip_cents', money.tip_cents,
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'owed_cents', money.owed_cents,
    'disputed_cents', money.disputed_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', money.due_on_site_cents,
    'reduced_cents', money.reduced_cents,
    'reduced_tax_cents', money.reduced_tax_cents,
    'hold_expires_at', claim.expires_at,
    'hold_extensions', booking.hold_extensions
  )), '[]')
  from public.bookings as booking
  cross join lateral private.money_of(booking) as money
  left join public.slot_claims as claim on claim.booking_id = booking.id
  where booking.id = any (target_booking_ids)
    and (
      (
        cardinality(target_booking_ids) = 1
        and booking.customer_email = private.named_email(booking_details.email)
      )
      or (booking.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
$$;

-- Whether the caller holds a booking: they name its email address, or it is their account's.
create function private.is_holder(booking public.bookings, email text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(booking.customer_email = private.named_email(is_holder.email), false)
    or (
      coalesce(booking.user_id = (select auth.uid()), false)
      and private.proves_enough() and private.session_stands()
    );
end;
$$;

-- Locks a booking that its holder changes before the visit.
-- Raises booking_not_found (404), booking_cancelled, booking_past (409).
create function private.booking_of_holder(target_booking_id uuid, email text) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id;
  if not found or not private.is_holder(booking, booking_of_holder.email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  booking := private.lock_booking(target_booking_id);
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  elsif private.has_begun(booking) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  return booking;
end;
$$;

-- Whether a value is an object whose values are texts or null.
create function private.is_record_of_texts(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(value) = 'object', false)
    and not jsonb_path_exists(value, 'strict $.* ? (@.type() != "string" && @.type() != "null")');
$$;

-- Replaces the optional details of a booking (private.optional_details), before the visit; what `more` lacks is emptied.
-- By its holder, as for booking_details. -> private.optional_details
-- Raises as private.booking_of_holder, and more_invalid (400).
create function public.save_booking_more(target_booking_id uuid, more jsonb, email text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.booking_of_holder(target_booking_id, save_booking_more.email);
begin
  if not private.is_record_of_texts(more) then
    raise exception using errcode = 'PT400', message = 'more_invalid';
  end if;
  begin
    update public.bookings
    set
      gate_access = coalesce(btrim(more ->> 'gate_access'), ''),
      has_water = coalesce(more ->> 'has_water', ''),
      has_power = coalesce(more ->> 'has_power', ''),
      customer_notes = coalesce(btrim(more ->> 'customer_notes'), '')
    where id = booking.id
    returning * into booking;
  exception when check_violation then
    raise exception using errcode = 'PT400', message = 'more_invalid';
  end;
  return private.optional_details(booking);
end;
$$;

-- Keeps the hold of this payment's booking for `hold_minutes` from now, at most `most_minutes` after the payment
-- was started. An expired hold counts as long as its claim exists: then the time is still available. True when the
-- time is held; for a balance, whose time is booked, when the payment is within that limit.
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
  -- least() ignores a null limit.
  held_until := least(
    now() + hold_minutes * interval '1 minute',
    paying.created_at + most_minutes * interval '1 minute'
  );
  if paying.purpose = 'balance' then
    return held_until > now();
  end if;
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

-- Whether an unpaid booking has had no activity for as long as it is kept and can no longer be paid: each of its intents was
-- cancelled, which the provider never reverses. A booking that touched money is never abandoned.
create function private.is_given_up(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.status = 'pending_payment'
    and booking.created_at < private.kept_since('unpaid_bookings')
    and not exists (
      select from public.slot_claims
      where booking_id = booking.id and (expires_at is null or expires_at > private.kept_since('unpaid_bookings'))
    )
    and not exists (
      select from public.payments as payment
      where payment.booking_id = booking.id
        and (
          payment.status <> 'canceled'
          or payment.updated_at > private.kept_since('unpaid_bookings')
          or exists (select from public.refunds where payment_id = payment.id)
        )
    )
    and not exists (select from public.payment_findings where booking_id = booking.id);
$$;

-- Deletes up to `batch` abandoned unpaid bookings, with everything that belongs to them. Returns how many.
create function public.forget_unpaid_bookings(batch integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  given_up uuid[];
begin
  -- The booking first, as everywhere: while it is locked, no payment of it can begin.
  given_up := array(
    select booking.id
    from public.bookings as booking
    where booking.status = 'pending_payment'
      and booking.created_at < private.kept_since('unpaid_bookings')
      and private.is_given_up(booking)
    order by booking.created_at
    limit batch
    for update skip locked
  );
  -- A payment may have begun just before.
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

revoke all on function
  public.booking_details, public.save_booking_more, public.keep_hold_for_payment, public.forget_unpaid_bookings
  from public, anon, authenticated, service_role;
grant execute on function public.booking_details, public.save_booking_more to anon, authenticated;
grant execute on function
  public.keep_hold_for_payment, private.is_given_up, public.forget_unpaid_bookings
  to service_role;
