-- The owner's note about a customer stands at each visit, for the owner alone.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function private.customer_note(booking public.bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    case when booking.customer_email is null then (
      select note from public.phone_customers
      where phone = booking.customer_phone and name_key = lower(booking.customer_name)
    ) else (
      select note from public.customers where email = booking.customer_email
    ) end,
    ''
  );
end;
$$;

revoke all on function private.customer_note from public;

create or replace function private.car_of_day(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', booking.id,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'duration_minutes', booking.duration_minutes,
      'service_name', booking.service_name,
      'add_ons', booking.add_ons,
      'customer_name', booking.customer_name,
      'customer_phone', booking.customer_phone,
      'car', concat_ws(' ', booking.car_year, booking.car_model),
      'vehicle_type', booking.vehicle_type,
      'address', booking.address,
      'city', booking.city,
      'province', booking.province,
      'postal_code', booking.postal_code,
      'more', private.more_of(booking),
      'photos', private.photos_of(booking.id),
      'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
      'on_my_way_at', booking.on_my_way_at,
      'arriving_in_minutes', booking.arriving_in_minutes,
      'drive_minutes', private.drive_to(booking),
      'work_began_at', booking.work_began_at,
      'done_at', booking.done_at,
      'no_show_at', booking.no_show_at,
      'called_off', (select state from private.rain_of(booking)),
      'crew', (select crew from public.slot_claims where booking_id = booking.id),
      'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), ''),
      'customer_note', left(private.customer_note(booking), 300)
    )
    from private.payment_sums(booking.id) as sums
  );
end;
$$;

create or replace function public.crew_days() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  its_crew smallint := private.my_crew();
  today date := private.local_today();
begin
  if its_crew is null then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
  return jsonb_build_object(
    'crew', jsonb_build_object('number', its_crew, 'title', private.crew_name(its_crew)),
    'today', today,
    'visits', (
      select coalesce(jsonb_agg(
        private.car_of_day(booking) || jsonb_build_object(
          'id', claim.id,
          'day', booking.booking_date,
          'note', '',
          'customer_note', '',
          'add_ons', (
            select jsonb_agg(jsonb_build_object('name', sold ->> 'name'))
            from jsonb_array_elements(booking.add_ons) as sold
          )
        )
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.local_date between today - 1 and today + 7
        and claim.crew = its_crew and claim.expires_at is null
        and private.is_standing(booking.status)
    )
  );
end;
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
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      ),
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
