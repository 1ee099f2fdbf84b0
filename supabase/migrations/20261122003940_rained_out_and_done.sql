-- A visit that the business called off for rain costs its customer nothing, and is not over when its time has
-- come; one that is done is over, also before its time.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether the business called a booking off for rain, and nothing was found for it instead. Where it came in spite
-- of the rain, it did not call it off.
create or replace function private.is_rained_out(target_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.booking_id = target_booking_id
      and answer.state in ('asked', 'declined')
      and booking.done_at is null
      and booking.no_show_at is null
  );
$$;

-- As before, with whether it is rained out: then everything goes back.
create or replace function public.booking_for_payment(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'expires_at', claim.expires_at,
    'has_claim', claim.id is not null,
    'is_rained_out', private.is_rained_out(booking.id),
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'due_on_site_cents', private.due_on_site_cents(booking),
    'online_kept_cents', private.online_kept_cents(booking.id),
    'open_payment_intent_id', (
      select stripe_payment_intent_id
      from public.payments
      where booking_id = booking.id and status in ('requires_payment', 'processing', 'failed')
      order by created_at desc
      limit 1
    )
  )
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
$$;

-- Which bookings of whoever asks are rained out: those of the account, and the one whose id a visitor holds.
-- -> [id]
create function public.rained_out_bookings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(own.id), '[]')
  from (
    select id from public.bookings where user_id = (select auth.uid())
    union
    select id from public.bookings where id = (select private.named_booking_id())
  ) as own
  where private.is_rained_out(own.id);
$$;

revoke all on function public.rained_out_bookings() from public, anon, authenticated, service_role;
grant execute on function public.rained_out_bookings() to anon, authenticated;
