-- Count the past visits with a balance due, and what they owe, on the owner's day.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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

create or replace function private.owner_needs() returns jsonb
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
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble()
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;

revoke all on function private.past_balances from public;
