set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The cents of tips paid after booking that are kept: a payment's refunds take the rest of it first.
create function private.later_tip_cents(target_booking_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(least(payment.tip_cents, greatest(0, private.keepable_cents(payment)))), 0)
    from public.payments as payment
    where payment.booking_id = target_booking_id and payment.status = 'succeeded'
  );
end;
$$;

revoke all on function private.later_tip_cents from public, anon, authenticated, service_role;
grant execute on function private.later_tip_cents to service_role;

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
    'later_tip_cents', private.later_tip_cents(booking.id),
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

create or replace function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address' || jsonb_build_object('more', private.more_of(booking)),
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'drive_minutes', private.drive_to(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'disputed_cents', money.disputed_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', private.later_tip_cents(booking.id),
      'overpaid_cents', private.overpaid_cents(booking)
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'customer_note', private.customer_note(booking),
    'photos', private.photos_of(booking.id),
    'timeline', private.booking_timeline(booking.id),
    'disputes', (
      select coalesce(jsonb_agg(private.dispute_data(dispute) order by dispute.opened_at desc), '[]')
      from public.disputes as dispute
      join public.payments as payment on payment.id = dispute.payment_id
      where payment.booking_id = booking.id
    )
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

create or replace function public.visit_status(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when booking.done_at is not null then 'done'
      when booking.no_show_at is not null then 'missed'
      when private.is_rained_out(booking.id) then 'rained_out'
      when booking.work_began_at is not null then 'working'
      when booking.on_my_way_at is not null then 'on_the_way'
      else 'booked'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'add_ons', booking.add_ons,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'told', case when (link.told_date, link.told_time) <> (booking.booking_date, booking.booking_time) then
      jsonb_build_object('date', link.told_date, 'time', to_char(link.told_time, 'HH24:MI'))
    end,
    'on_my_way_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute',
    'work_began_at', booking.work_began_at,
    'done_at', booking.done_at,
    'money', case when booking.done_at is not null and booking.status <> 'cancelled' then jsonb_build_object(
      'total_cents', booking.total_cents + later.tip_cents,
      'tax_cents', booking.tax_cents,
      'tax_label', booking.tax_label,
      'tip_cents', booking.tip_cents + later.tip_cents,
      'paid_cents', money.kept_cents,
      'due_cents', private.balance_cents(booking)
    ) end
  )
  from private.visit_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking.id) as money
  cross join lateral private.later_tip_cents(booking.id) as later (tip_cents);
$$;
