-- A cancelled booking owes nothing, wherever it is shown.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.due_on_site_cents(booking public.bookings, collected_cents integer) returns integer
language sql immutable
return case
  when booking.status in ('paid', 'cancelled') then 0
  else greatest(0, booking.total_cents - greatest(booking.due_now_cents, collected_cents))
end;

create or replace function public.booking_details(target_booking_ids uuid[], email text default null) returns jsonb
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
    'more', private.more_of(booking),
    'photos', private.photos_of(booking.id),
    'tax_lines', booking.tax_lines,
    'add_ons', booking.add_ons,
    'coupon_code', booking.coupon_code,
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'nearby_discount_cents', booking.nearby_discount_cents,
    'tip_cents', booking.tip_cents,
    'later_tip_cents', (
      select coalesce(sum(payment.tip_cents), 0) from public.payments as payment
      where payment.booking_id = booking.id and payment.status = 'succeeded'
    ),
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'disputed_cents', money.disputed_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', private.due_on_site_cents(booking),
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

create or replace function private.visit_state(target_booking_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'status', booking.status,
      'booking_date', booking.booking_date,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'mark', private.mark_of_visit(booking),
      'due_cents', private.due_on_site_cents(booking),
      'note', case when public.is_admin() then
        jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0))
      end
    )
    from public.bookings as booking
    left join public.booking_notes as note on note.booking_id = booking.id
    where booking.id = target_booking_id
  );
end;
$$;

create or replace function private.money_by_booking(from_day date, until_day date, after_date date, after_time time, after_id uuid, most integer)
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select
    page.booking,
    sums.paid_cents,
    sums.refunded_cents - sums.owed_cents,
    case
      when (page.booking).no_show_at is not null then 0
      else private.due_on_site_cents(page.booking, sums.collected_cents)
    end
  from (
    select standing as booking
    from public.bookings as standing
    where standing.booking_date between greatest(from_day, after_date) and until_day
      and standing.status <> 'pending_payment'
      and (standing.booking_date, standing.booking_time, standing.id) > (after_date, after_time, after_id)
    order by standing.booking_date, standing.booking_time, standing.id
    limit most
  ) as page
  cross join lateral private.payment_sums((page.booking).id) as sums
  order by (page.booking).booking_date, (page.booking).booking_time, (page.booking).id;
$$;
