-- The dashboard: today's visits, what needs attention, the week ahead.

-- Past visits with neither mark, newest first: of the last thousand that are not fully paid, and of the last thousand that
-- are. Visits cancelled because of rain are left out.
create function private.unmarked_visits() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    (
      select * from public.bookings
      where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
    union all
    (
      select * from public.bookings
      where status = 'paid' and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

-- The past visits with a balance due, marked done or not, among the last thousand of either: {visits, due_cents}. No-shows
-- and visits cancelled because of rain are left out.
create function private.past_balances() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('visits', count(*), 'due_cents', coalesce(sum(due.cents), 0))
    from (
      (
        select * from public.bookings
        where status in ('deposit_paid', 'confirmed') and done_at is not null
          and booking_date < private.local_today()
        order by booking_date desc
        limit 1000
      )
      union all
      (
        select * from public.bookings
        where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
          and booking_date < private.local_today()
        order by booking_date desc, booking_time desc, id
        limit 1000
      )
    ) as visit
    cross join lateral private.payment_sums(visit.id) as sums
    cross join lateral (select private.due_on_site_cents(visit, sums.collected_cents) as cents) as due
    where due.cents > 0 and not exists (select from private.rain_of(visit))
  );
end;
$$;

-- For each of the seven days after today: the visits, the cents due on site, and `closed` as private.closed_day;
-- without visits cancelled because of rain.
create function private.week_ahead() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'day', private.local_today() + ahead, 'cars', coalesce(booked.cars, 0), 'due_cents', coalesce(booked.due_cents, 0),
      'closed', private.closed_day(private.local_today() + ahead)
    ) order by ahead)
    from generate_series(1, 7) as ahead
    left join (
      select
        booking_date, count(*) as cars, sum(private.due_on_site_cents(booking, sums.collected_cents)) as due_cents
      from public.bookings as booking
      cross join lateral private.payment_sums(booking.id) as sums
      where booking_date between private.local_today() + 1 and private.local_today() + 7
        and private.is_standing(status)
        and not exists (select from private.rain_of(booking))
      group by booking_date
    ) as booked on booked.booking_date = private.local_today() + ahead
  );
end;
$$;

-- Counts of what needs attention: {past_visits, past_balances, reviews, inquiries, payments, refunds_by_hand,
-- to_decide, rain_unanswered, rain_declined, offers, mails, mail_delay, backup, troubles, held, texts, texts_over_limit};
-- `past_balances` as private.past_balances, `troubles` as private.owner_troubles. `payments` counts the refunds_by_hand
-- and to_decide, too. `to_decide`: the newest 20 no-shows whose money nobody decided about, and payments that members
-- handed over.
-- Held-back reviews and inquiries don't count.
create function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.unmarked_visits()),
      'past_balances', private.past_balances(),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null)
        + (select count(*) from public.disputes where status in ('needs_response', 'warning_needs_response')),
      'refunds_by_hand', (
        select jsonb_build_object('refunds', count(*), 'cents', coalesce(sum(refund.amount_cents), 0))
        from public.payment_findings as finding
        join public.refunds as refund on refund.id = finding.refund_id
        where finding.closed_at is null and finding.reason = 'owed_by_hand'
      ),
      'to_decide', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'finding_id', finding.id, 'reason', finding.reason, 'booking_id', finding.booking_id,
          'customer_name', coalesce(booking.customer_name, finding.facts ->> 'description', ''),
          'cents', coalesce(finding.facts -> 'amount_cents', finding.facts -> 'kept_cents')
        ) order by finding.found_at desc, finding.id), '[]')
        from (
          select * from public.payment_findings
          where closed_at is null and reason in ('no_show_undecided', 'handed_over')
          order by found_at desc, id
          limit 20
        ) as finding
        left join public.bookings as booking on booking.id = finding.booking_id
      ),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble(),
      'troubles', (
        select coalesce(jsonb_agg(to_jsonb(trouble) order by trouble.since), '[]')
        from private.owner_troubles() as trouble
      ),
      'held', private.held_outbox()
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;

-- Counts of what needs attention, as private.owner_needs. Raises administrators_only (403).
create function public.owner_needs() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.require_admin();
  return private.owner_needs();
end;
$$;

-- The data of the dashboard: {today, cars, route, needs, past_visits, outside_rules, failed_mails, week, next}. `route`
-- as private.route_of_day; `past_visits` has the newest five; `next` is null when no visit is booked. Raises
-- administrators_only (403).
create function public.owner_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
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
      where booking_date = today and private.is_standing(status)
    ),
    'route', private.route_of_day(today),
    'needs', private.owner_needs(),
    'past_visits', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', visit.id, 'day', visit.booking_date, 'customer_name', visit.customer_name,
        'due_cents', visit.due_cents
      ) order by visit.booking_date desc, visit.booking_time desc, visit.id), '[]')
      from (select * from private.unmarked_visits() limit 5) as visit
    ),
    'outside_rules', (select count(*) from private.misfits()),
    'failed_mails', (
      select coalesce(jsonb_agg(to_jsonb(mail)), '[]')
      from (
        select id, template_type, to_email, booking_id, created_at
        from private.undelivered_mails()
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
      from public.bookings as booking
      where booking_date > today and private.is_standing(status) and not exists (select from private.rain_of(booking))
      order by booking_date, booking_time
      limit 1
    )
  );
end;
$$;

revoke all on function public.owner_needs, public.owner_dashboard from public, anon, authenticated, service_role;
grant execute on function public.owner_needs, public.owner_dashboard to authenticated;
