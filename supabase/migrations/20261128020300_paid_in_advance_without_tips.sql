-- Money paid in advance counts without tips.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.money_outstanding(from_day date, until_day date) returns jsonb
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
          sums.paid_cents - sums.refunded_cents - sums.disputed_cents + sums.owed_cents - tips.cents as held_cents,
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
      )
    select jsonb_build_object(
      'held_cents', (select coalesce(sum(held_cents), 0) from to_come),
      'held_bookings', (select count(*) from to_come where held_cents > 0),
      'due_cents', (select coalesce(sum(due_cents), 0) from to_come),
      'due_bookings', (select count(*) from to_come where due_cents > 0),
      'open_cents', (select coalesce(sum(due_cents), 0) from over),
      'open_bookings', (select count(*) from over where due_cents > 0)
    )
  );
end;
$$;
