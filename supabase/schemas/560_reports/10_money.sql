-- Reports of the money by local days of America/Toronto, from the ledger of 365_money_moves.sql.

-- Paid for bookings ahead without tips and without what is to be refunded, also for those cancelled because of rain; to
-- be refunded by hand; and due on site: of those ahead, and of past visits in the range.
create function private.money_outstanding(from_day date, until_day date) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  today date := private.local_today();
begin
  return (
    with
      ahead as (
        select *
        from public.bookings
        -- No booking is further ahead than this.
        where booking_date between today and today + 1100
          and status not in ('pending_payment', 'cancelled')
          and done_at is null and no_show_at is null
        union all
        select booking.*
        from public.rain_answers as answer
        join public.bookings as booking on booking.id = answer.booking_id
        where answer.state in ('asked', 'declined')
          and booking.booking_date < today
          and booking.status not in ('pending_payment', 'cancelled')
          and exists (select from private.rain_of(booking))
      ),
      past as (
        select *
        from public.bookings
        where booking_date between from_day and least(until_day, today - 1)
          and status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        union all
        select *
        from public.bookings
        where booking_date between from_day and least(until_day, today)
          and status in ('deposit_paid', 'confirmed') and done_at is not null
      ),
      to_come as (
        select
          sums.paid_cents - sums.refunded_cents - sums.disputed_cents - tips.cents as held_cents,
          private.due_on_site_cents(ahead, sums.collected_cents) as due_cents
        from ahead
        cross join lateral private.payment_sums(ahead.id) as sums
        cross join lateral (
          select coalesce(sum(tip_cents), 0) as cents from private.money_moves where booking_id = ahead.id
        ) as tips
      ),
      over as (
        select private.due_on_site_cents(past, sums.collected_cents) as due_cents
        from past
        cross join lateral private.payment_sums(past.id) as sums
        where not exists (select from private.rain_of(past))
      ),
      owed as (
        select refund.amount_cents as cents
        from public.payment_findings as finding
        join public.refunds as refund on refund.id = finding.refund_id
        where finding.closed_at is null and finding.reason = 'owed_by_hand' and refund.status = 'owed'
      )
    select jsonb_build_object(
      'held_cents', (select coalesce(sum(held_cents), 0) from to_come),
      'held_bookings', (select count(*) from to_come where held_cents > 0),
      'owed_cents', (select coalesce(sum(cents), 0) from owed),
      'owed_refunds', (select count(*) from owed),
      'due_cents', (select coalesce(sum(due_cents), 0) from to_come),
      'due_bookings', (select count(*) from to_come where due_cents > 0),
      'open_cents', (select coalesce(sum(due_cents), 0) from over),
      'open_bookings', (select count(*) from over where due_cents > 0)
    )
  );
end;
$$;

-- The money of a range of local days, both included, in cents.
-- -> {days: [{day, …}], services: [{service_name, …}], methods: [{method, …}], outstanding: {held_cents,
-- held_bookings, owed_cents, owed_refunds, due_cents, due_bookings, open_cents, open_bookings}, dispute_fee_cents}; … is received_cents,
-- refunded_cents, disputed_cents (taken by banks less what came back), tax_cents and tip_cents (both less refunds),
-- payments, refunds.
-- Raises administrators_only (403), invalid_range (400).
create function public.money_report(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
declare
  report jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  with
    -- The sums of a day first: far fewer than its moves.
    moves as materialized (
      select
        move.day, move.service_name, move.method,
        coalesce(sum(move.amount_cents) filter (where move.kind = 'payment'), 0) as received_cents,
        coalesce(-sum(move.amount_cents) filter (where move.kind = 'refund'), 0) as refunded_cents,
        sum(move.tax_cents) as tax_cents,
        sum(move.tip_cents) as tip_cents,
        coalesce(-sum(move.amount_cents) filter (where move.kind = 'dispute'), 0) as disputed_cents,
        coalesce(sum(sign(move.amount_cents)) filter (where move.kind = 'payment'), 0)::integer as payments,
        coalesce(-sum(sign(move.amount_cents)) filter (where move.kind = 'refund'), 0)::integer as refunds
      from private.money_moves as move
      where move.at >= private.instant_of(from_day, '00:00') and move.at < private.instant_of(until_day + 1, '00:00')
      group by move.day, move.service_name, move.method
    ),
    sums as (
      select
        day, service_name, method, grouping(day, service_name, method) as left_out,
        jsonb_build_object(
          'received_cents', sum(received_cents),
          'refunded_cents', sum(refunded_cents),
          'disputed_cents', sum(disputed_cents),
          'tax_cents', sum(tax_cents),
          'tip_cents', sum(tip_cents),
          'payments', sum(payments),
          'refunds', sum(refunds)
        ) as figures,
        sum(received_cents - refunded_cents - disputed_cents) as net_cents
      from moves
      group by grouping sets ((day), (service_name), (method))
    )
  select jsonb_build_object(
    'days', coalesce(
      jsonb_agg(figures || jsonb_build_object('day', day) order by day) filter (where left_out = 3), '[]'
    ),
    'services', coalesce(
      jsonb_agg(figures || jsonb_build_object('service_name', service_name) order by net_cents desc, service_name)
        filter (where left_out = 5),
      '[]'
    ),
    'methods', coalesce(
      jsonb_agg(figures || jsonb_build_object('method', method) order by net_cents desc, method)
        filter (where left_out = 6),
      '[]'
    ),
    'dispute_fee_cents', (
      select coalesce(sum(fee_cents), 0) from public.disputes
      where withdrawn_at >= private.instant_of(from_day, '00:00')
        and withdrawn_at < private.instant_of(until_day + 1, '00:00')
    ),
    'outstanding', private.money_outstanding(from_day, until_day)
  )
  into report
  from sums;
  return report;
end;
$$;

revoke all on function public.money_report from public, anon, authenticated, service_role;
grant execute on function public.money_report to authenticated;
