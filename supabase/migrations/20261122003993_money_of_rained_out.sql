-- A visit that was called off for rain is still to come, also after its day: what was paid for it is held, and what is
-- left is no debt.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- What was paid for bookings that were called off for rain before today, and what is left, as money_by_booking.
create function private.money_of_rained_out()
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select money.*
  from (
    select distinct booking.booking_date
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.state in ('asked', 'declined') and booking.booking_date < private.local_today()
  ) as rained
  cross join lateral private.money_by_booking(
    rained.booking_date, rained.booking_date, '-infinity', '00:00', '00000000-0000-0000-0000-000000000000', null
  ) as money
  where private.is_rained_out((money.booking).id);
$$;

revoke all on function private.money_of_rained_out() from public, anon, authenticated, service_role;

-- Paid for bookings still to come, those that were called off for rain among them, and what is left to be paid on
-- site: of those, and of the visits of some days that are over.
create or replace function private.money_outstanding(from_day date, until_day date) returns jsonb
language sql stable set search_path = ''
as $$
  with
    to_come as (
      -- Nobody books further ahead than this.
      select * from private.money_by_booking(
        private.local_today(), private.local_today() + 1100, '-infinity', '00:00',
        '00000000-0000-0000-0000-000000000000', null
      ) as money
      where (money.booking).status <> 'cancelled'
        and (money.booking).done_at is null and (money.booking).no_show_at is null
      union all
      select * from private.money_of_rained_out()
    ),
    over as (
      select * from private.money_by_booking(
        from_day, least(until_day, private.local_today()), '-infinity', '00:00',
        '00000000-0000-0000-0000-000000000000', null
      ) as money
      where money.due_cents > 0
        and ((money.booking).booking_date < private.local_today() or (money.booking).done_at is not null)
        and not private.is_rained_out((money.booking).id)
    )
  select jsonb_build_object(
    'held_cents', (select coalesce(sum(paid_cents - refunded_cents), 0) from to_come),
    'held_bookings', (select count(*) from to_come where paid_cents > refunded_cents),
    'due_cents', (select coalesce(sum(due_cents), 0) from to_come),
    'due_bookings', (select count(*) from to_come where due_cents > 0),
    'open_cents', (select coalesce(sum(due_cents), 0) from over),
    'open_bookings', (select count(*) from over)
  );
$$;
