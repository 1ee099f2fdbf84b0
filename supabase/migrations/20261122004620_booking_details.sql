-- The address, the money and the hold of a booking: for its account, or for a guest who knows both its id and its email
-- address. The id alone, which stands in links, opens nothing of these.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- -> [{booking_id, the customer's name, email, phone and address, the parts of the price, paid_cents, refunded_cents,
-- due_now_cents (0 unless a payment is awaited), due_on_site_cents, hold_expires_at (null: not held, or for good),
-- hold_extensions}], one for each of the bookings that the caller may see. An email address opens one booking.
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
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'tip_cents', booking.tip_cents,
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'hold_expires_at', claim.expires_at,
    'hold_extensions', booking.hold_extensions
  )), '[]')
  from public.bookings as booking
  cross join lateral private.money_of(booking.id) as money
  left join public.slot_claims as claim on claim.booking_id = booking.id
  where booking.id = any (target_booking_ids)
    and (
      (
        cardinality(target_booking_ids) = 1
        and booking.customer_email = nullif(lower(btrim(booking_details.email)), '')
      )
      or (booking.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
$$;

revoke all on function public.booking_details(uuid[], text) from public, anon, authenticated, service_role;
grant execute on function public.booking_details(uuid[], text) to anon, authenticated;
