-- The owner's day on one screen: today's cars, what needs her, the week ahead.

-- The mails nobody got, newest first; few, among very many.
create index mail_outbox_failed_idx on public.mail_outbox (created_at desc) where status = 'failed';

-- How much of each waits for her. What is older than a fortnight she has seen, or will not mend.
create function private.owner_needs() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'reviews', (
      select count(*) from (select from public.reviews where not is_approved limit 1000) as waiting
    ),
    'inquiries', private.inquiry_count('new'),
    'payments', (select count(*) from public.payment_findings where closed_at is null),
    'rain_unanswered', count(*) filter (where answer.state = 'asked'),
    'rain_declined', count(*) filter (where answer.state = 'declined'),
    'offers', (
      select count(*) from public.offered_times
      where closed_at is null and expires_at > now() and kind = 'waiting'
    ),
    'mails', (
      select count(*) from public.mail_outbox
      where status = 'failed' and created_at > now() - interval '14 days'
    )
  )
  from public.rain_days as rain
  join public.rain_answers as answer on answer.rain_day_id = rain.id
  where rain.taken_back_at is null and rain.day >= private.local_today() - 14;
$$;

-- One car of a day, as whoever drives there needs it.
create function private.car_of_day(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'service_name', booking.service_name,
    'customer_name', booking.customer_name,
    'customer_phone', booking.customer_phone,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'vehicle_type', booking.vehicle_type,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'due_cents', private.due_on_site_cents(booking),
    'done_at', booking.done_at,
    'no_show_at', booking.no_show_at,
    'crew', (select crew from public.slot_claims where booking_id = booking.id),
    'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
  );
$$;

-- For each of the seven days after today: how many cars, and what is left to be paid on site.
create function private.week_ahead() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'day', private.local_today() + ahead, 'cars', coalesce(booked.cars, 0), 'due_cents', coalesce(booked.due_cents, 0)
  ) order by ahead)
  from generate_series(1, 7) as ahead
  left join (
    select booking_date, count(*) as cars, sum(private.due_on_site_cents(booking)) as due_cents
    from public.bookings as booking
    where booking_date between private.local_today() + 1 and private.local_today() + 7
      and status in ('deposit_paid', 'confirmed', 'paid')
    group by booking_date
  ) as booked on booked.booking_date = private.local_today() + ahead;
$$;

-- What waits for her, in numbers: {reviews, inquiries, payments, rain_unanswered, rain_declined, offers, mails}.
-- For administrators.
create function public.owner_needs() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.owner_needs();
end;
$$;

-- The whole screen: {today, cars, needs, outside_rules, failed_mails, week, next}; `next` is the first day
-- with a car after today, null where none is booked. For administrators.
create function public.owner_dashboard() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.local_today();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'today', today,
    'cars', (
      select coalesce(jsonb_agg(private.car_of_day(booking) order by booking_time, id), '[]')
      from public.bookings as booking
      where booking_date = today and status in ('deposit_paid', 'confirmed', 'paid')
    ),
    'needs', private.owner_needs(),
    'outside_rules', (select count(*) from private.misfits()),
    'failed_mails', (
      select coalesce(jsonb_agg(to_jsonb(mail)), '[]')
      from (
        select id, template_type, to_email, booking_id, created_at
        from public.mail_outbox
        where status = 'failed' and created_at > now() - interval '14 days'
        order by created_at desc
        limit 5
      ) as mail
    ),
    'week', private.week_ahead(),
    'next', (
      select jsonb_build_object(
        'id', id, 'day', booking_date, 'booking_time', to_char(booking_time, 'HH24:MI'),
        'customer_name', customer_name, 'service_name', service_name
      )
      from public.bookings
      where booking_date > today and status in ('deposit_paid', 'confirmed', 'paid')
      order by booking_date, booking_time
      limit 1
    )
  );
end;
$$;

revoke all on function
  private.owner_needs(), private.car_of_day(public.bookings), private.week_ahead(),
  public.owner_needs(), public.owner_dashboard()
  from public, anon, authenticated, service_role;
grant execute on function public.owner_needs(), public.owner_dashboard() to authenticated;
