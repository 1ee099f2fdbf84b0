-- A visit that the business called off for rain costs its customer nothing, and is not over when its time has
-- come; one that is done is over, also before its time.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether the business called a booking off for rain, and nothing was found for it instead. Where it came in spite
-- of the rain (the visit is done or missed, or was paid on site when its time had come), it did not call it off.
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
      and not exists (
        select
        from public.payments as payment
        where payment.booking_id = booking.id
          and payment.method <> 'online'
          and payment.status = 'succeeded'
          and payment.settled_at >= lower(private.span_of(booking))
      )
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

-- Whoever holds the id of a booking sees that its visit is done: then nothing about it can be changed any more.
grant select (done_at) on public.bookings to anon;

-- The bookings that stand in that part of the day, have not begun and are not done, in their order.
create or replace function private.rained_out(day date, part text) returns setof public.bookings
language sql stable set search_path = ''
as $$
  select booking.*
  from public.bookings as booking
  where booking.booking_date = rained_out.day
    and booking.status in ('deposit_paid', 'confirmed', 'paid')
    and private.span_of(booking) && private.rainy_span(rained_out.day, rained_out.part)
    and booking.done_at is null
    and lower(private.span_of(booking)) > now()
  order by booking.booking_time, booking.id;
$$;

-- As before, and what is done is no longer moved.
-- Raises booking_cancelled, booking_past, time_not_offered, time_in_past, date_too_far (409).
create or replace function private.check_new_time(old_row public.bookings, new_row public.bookings) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  refusal text := case
    when old_row.status = 'cancelled' then 'booking_cancelled'
    -- From its start on: else it could be moved, and then cancelled for all of its money.
    when private.has_come(old_row) then 'booking_past'
    when not private.start_is_offered('move', new_row.booking_date, new_row.booking_time, new_row.duration_minutes)
      then 'time_not_offered'
    when lower(private.span_of(new_row)) < now() then 'time_in_past'
    when new_row.booking_date > today + (select move_window_days from public.time_settings) then 'date_too_far'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

-- As before, and a customer no longer cancels what is done or missed.
-- Raises booking_not_found (404), booking_past, booking_changed (409), refund_too_large (400).
create or replace function public.release_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  reason text,
  acting_admin uuid default null,
  policy_cents integer default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  money record;
  new_refunds jsonb;
begin
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if booking.status = 'cancelled' then
    return jsonb_build_object('outcome', 'already_cancelled', 'refunds', '[]'::jsonb);
  end if;
  if acting_admin is null and (booking.done_at is not null or booking.no_show_at is not null) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  select * into money from private.money_of(booking.id);
  if money.paid_cents - money.refunded_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  if refund_cents not between 0 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  end if;
  if acting_admin is null then
    perform private.act_as_customer();
  else
    perform private.act_as(acting_admin);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', payment.stripe_payment_intent_id,
    'method', payment.method,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(booking.id, refund_cents, release_booking.reason) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.cancel(booking.id);
  if policy_cents is not null then
    perform private.note_change(
      booking.id,
      'refund_chosen',
      jsonb_build_object('refund_cents', policy_cents),
      jsonb_build_object('refund_cents', refund_cents)
    );
  end if;
  -- An address that nobody paid with may be a stranger's: it gets no mail. One given by phone is known.
  if money.paid_cents > 0 or booking.source = 'phone' then
    perform public.enqueue_mail(
      'booking_cancellation:' || booking.id,
      'booking_cancellation',
      booking.customer_email,
      booking.id,
      jsonb_strip_nulls(jsonb_build_object(
        'refund_cents', refund_cents,
        'by_hand_cents', (
          select sum((refund ->> 'amount_cents')::integer)
          from jsonb_array_elements(new_refunds) as refund
          where refund ->> 'method' <> 'online'
        )
      ))
    );
  end if;
  return jsonb_build_object('outcome', 'cancelled', 'refunds', new_refunds);
end;
$$;

-- Whether the time of a booking has come, or it is over. A time that was called off does not count: the business
-- does not come then.
create or replace function private.has_come(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.done_at is not null
    or booking.no_show_at is not null
    or (lower(private.span_of(booking)) <= now() and not private.is_rained_out(booking.id));
$$;

-- Whether a booking stands where it was called off, since its customer was seen to by phone and it was not moved.
create function private.is_settled_by_phone(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.done_at is null and booking.no_show_at is null and exists (
    select
    from public.rain_answers as answer
    where answer.booking_id = booking.id
      and answer.state = 'settled'
      and (answer.was_date, answer.was_time) = (booking.booking_date, booking.booking_time)
  );
$$;

revoke all on function private.is_settled_by_phone(public.bookings) from public, anon, authenticated, service_role;

-- As before, and what was called off for rain is moved also after its start.
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_past,
-- time_in_past, date_too_far, outside_hours, slot_taken (409), invalid_time (400).
create or replace function public.move_booking(
  target_booking_id uuid, new_date date, new_time time, anyway boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  new_start timestamptz := private.instant_of(new_date, new_time);
  refusal text;
begin
  perform private.check_stands(booking);
  if new_date is null or new_time is null or extract(second from new_time) <> 0 or new_time = '24:00' then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  if (new_date, new_time) = (booking.booking_date, booking.booking_time) then
    return;
  end if;
  refusal := case
    when private.has_come(booking) and not private.is_settled_by_phone(booking) then 'booking_past'
    when new_start < now() then 'time_in_past'
    when new_date > private.local_today() + 730 then 'date_too_far'
    -- An hour that the spring change skips is none, and work ends on the day it began.
    when (new_start at time zone 'America/Toronto') <> new_date + new_time
      or extract(epoch from new_time) / 60 + booking.duration_minutes > 24 * 60 then 'time_not_offered'
  end;
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  -- What is taken is refused as that, also outside the opening hours.
  perform private.lock_day(new_date);
  if private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'), booking.id
  ) is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  if not coalesce(anyway, false) and not private.is_within_hours(new_date, new_time, booking.duration_minutes) then
    raise exception using errcode = 'PT409', message = 'outside_hours';
  end if;
  update public.bookings
  set
    booking_date = new_date,
    booking_time = new_time,
    free_cancellation_hours = private.free_hours_after_move(booking, new_start)
  where id = booking.id;
end;
$$;

-- A booking that was kept, as far as is known: marked as done, or over without a word that nobody was there, and
-- not called off.
create or replace function private.was_visited(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_standing(booking.status)
    and booking.no_show_at is null
    and (
      booking.done_at is not null
      or (upper(private.span_of(booking)) <= now() and not private.is_rained_out(booking.id))
    );
$$;

-- The question about rain is true before the time that was called off, and after it. A wording of the business's own
-- stays as it is.
create function pg_temp.called_off(content text) returns text
language sql immutable set search_path = ''
as $$
  select replace(
    replace(content, 'Rain is coming. When suits you instead?', 'Rained out. When suits you instead?'),
    'the forecast for {{ date }} is too wet for good work, so we cannot come at {{ time }}. We are sorry.',
    'it is too wet for good work on {{ date }}, so your appointment at {{ time }} is off. We are sorry.'
  );
$$;
update public.email_templates set content = pg_temp.called_off(content) where template_type = 'rain_day';
update public.default_mails set content = pg_temp.called_off(content) where template_type = 'rain_day';
drop function pg_temp.called_off(text);
