-- What happens away from the website: bookings taken by phone, visits that are done, money that is paid on site.

alter table public.bookings
  add column source text not null default 'online' check (source in ('online', 'phone')),
  -- When the visit was over; or when nobody was there.
  add column done_at timestamptz,
  add column no_show_at timestamptz,
  alter column customer_email drop not null,
  drop constraint bookings_payment_option_check,
  drop constraint bookings_due_now_cents_check,
  drop constraint bookings_due_now_follows_the_option,
  add constraint bookings_payment_option_check check (
    payment_option in ('pay_deposit', 'pay_full_online', 'pay_later')
  ),
  add constraint bookings_due_now_cents_check check (due_now_cents >= 0),
  add constraint bookings_due_now_follows_the_option check (
    case payment_option
      when 'pay_full_online' then due_now_cents = total_cents and due_now_cents > 0
      -- On site, without a deposit; it stands from the start.
      when 'pay_later' then tax_cents = 0 and deposit_cents = 0 and due_now_cents = 0
        and status in ('confirmed', 'paid', 'cancelled')
      else tax_cents = 0 and due_now_cents = least(deposit_cents, total_cents) and due_now_cents > 0
    end
  ),
  add constraint bookings_without_an_email_come_by_phone check (customer_email is not null or source = 'phone'),
  add constraint bookings_end_in_one_way check (done_at is null or no_show_at is null);

comment on column public.bookings.payment_option is 'pay_later: all of it on site.';

alter table public.payments
  add column method text not null default 'online' check (method in ('online', 'cash', 'card', 'e_transfer')),
  -- The part of the amount that is a tip given on site.
  add column tip_cents integer not null default 0 check (tip_cents between 0 and amount_cents),
  -- The administrator who noted it.
  add column recorded_by uuid references auth.users (id) on delete set null,
  -- The form it was noted with: sent twice, it counts once.
  add column request_id uuid unique,
  alter column stripe_payment_intent_id drop not null,
  add constraint payments_online_have_an_intent check (
    (method = 'online') = (stripe_payment_intent_id is not null)
  ),
  add constraint payments_on_site_have_arrived check (method = 'online' or status = 'succeeded');

create index payments_recorded_by_idx on public.payments (recorded_by) where recorded_by is not null;

-- What only the business knows of a booking.
create table public.booking_notes (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- Empty once it was taken away, so that its version goes on.
  note text not null check (length(note) <= 4000),
  -- Goes up with every change, so that nobody writes over what they have not read.
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null default now()
);

create trigger touch_updated_at before update on public.booking_notes
  for each row execute function private.touch_updated_at();

revoke all on public.booking_notes from public, anon, authenticated, service_role;
grant all on public.booking_notes to service_role;

-- The screens of the business read and write it through functions.
alter table public.booking_notes enable row level security;

-- A booking without its person keeps no memory of them: not in what changed, nor in a note.
create or replace function private.forget_changes(target_booking_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.booking_changes
  set was = was - private.personal_columns(), "is" = "is" - private.personal_columns()
  where booking_id = target_booking_id;
  delete from public.booking_notes where booking_id = target_booking_id;
$$;

-- What was paid towards the price of a booking: without tips given on site, and without payments that went
-- back as a whole. Part of a payment given back out of kindness is not asked for again.
create function private.collected_cents(target_booking_id uuid) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(sum(payment.amount_cents - payment.tip_cents), 0)::integer
  from public.payments as payment
  where payment.booking_id = target_booking_id
    and payment.status = 'succeeded'
    and private.keepable_cents(payment) > 0;
$$;

-- What is left to be paid on site.
create function private.due_on_site_cents(booking public.bookings) returns integer
language sql stable set search_path = ''
as $$
  select case booking.status
    when 'paid' then 0
    else greatest(0, booking.total_cents
      - greatest(booking.due_now_cents, private.collected_cents(booking.id)))
  end;
$$;

-- What was paid online and is not on its way back.
create function private.online_kept_cents(target_booking_id uuid) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(sum(private.keepable_cents(payment)), 0)::integer
  from public.payments as payment
  where payment.booking_id = target_booking_id and payment.status = 'succeeded' and payment.method = 'online';
$$;

revoke all on function
  private.collected_cents(uuid), private.due_on_site_cents(public.bookings), private.online_kept_cents(uuid)
  from public;
grant execute on function
  private.collected_cents(uuid), private.due_on_site_cents(public.bookings), private.online_kept_cents(uuid)
  to service_role;

-- As before, with what is left to be paid on site, and what could go back to a card.
create or replace function public.booking_for_payment(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'expires_at', claim.expires_at,
    'has_claim', claim.id is not null,
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

-- As before. Without an e-mail address a coupon counts once per phone number. Raises coupon_used (409).
create or replace function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  redeemer text := coalesce(booking.customer_email, 'phone:' || booking.customer_phone);
begin
  if booking.coupon_code is null then
    return;
  end if;
  if exists (
    select
    from public.coupon_redemptions
    where code = booking.coupon_code and email = private.mark_of(redeemer)
  ) then
    raise unique_violation;
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id)
  values (booking.id, booking.coupon_code, redeemer, booking.user_id)
  on conflict (booking_id) do nothing;
exception
  when unique_violation then
    raise exception using
      errcode = 'PT409',
      message = 'coupon_used',
      detail = 'This coupon was already used with this e-mail address or account.';
end;
$$;

-- As before: what was paid online goes back first, the newest before the others. What was paid on site is
-- given back by hand, so nothing is sent for it.
create or replace function private.add_refunds(target_booking_id uuid, refund_cents integer, why text)
returns setof public.refunds
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  left_cents integer := refund_cents;
  part integer;
begin
  for payment in
    select * from public.payments
    where booking_id = target_booking_id and status = 'succeeded'
    order by (method = 'online') desc, settled_at desc
    for update
  loop
    part := least(left_cents, private.keepable_cents(payment));
    if part > 0 then
      left_cents := left_cents - part;
      return query
        insert into public.refunds (payment_id, amount_cents, reason, status)
        values (payment.id, part, why, case payment.method when 'online' then 'pending' else 'succeeded' end)
        returning *;
      if payment.method <> 'online' then
        perform private.sum_refunds(payment.id);
      end if;
    end if;
  end loop;
end;
$$;

drop function public.release_booking(uuid, integer, integer, text);

-- Cancels a booking: its time is free at once, `refund_cents` wait to be sent or are given back by hand, and
-- whoever had paid or called is told. `expected_paid_cents` is what the caller reckoned with: paid and not on
-- its way back. `acting_admin` is who cancels for the business; without one the customer does. Where she gives
-- back another amount than `policy_cents`, that is kept.
-- -> {outcome: cancelled | already_cancelled, refunds: [{id, payment_intent_id, method, amount_cents}]}; what
-- was paid on site has no payment_intent_id.
-- Raises booking_not_found (404), booking_changed (409), refund_too_large (400).
create function public.release_booking(
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

revoke all on function public.release_booking(uuid, integer, integer, text, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.release_booking(uuid, integer, integer, text, uuid, integer) to service_role;

-- As before; a booking without a deposit has none to keep.
create or replace function private.keep_deposit_of_late_move() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated'
    and old.deposit_cents > 0
    and now() > lower(private.span_of(old)) - old.free_cancellation_hours * interval '1 hour'
    and not public.is_admin()
  then
    new.deposit_kept_since := coalesce(old.deposit_kept_since, now());
  end if;
  return new;
end;
$$;

-- As before, with how it was paid and what became of it. Who of the business did something, and what it wrote
-- down for itself, is the business's.
create or replace function private.booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'coupon_used', (select code from public.coupon_redemptions where booking_id = booking.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', payment.amount_cents, 'status', payment.status, 'created_at', payment.created_at,
        'stripe_payment_intent_id', payment.stripe_payment_intent_id, 'refunded_cents', payment.refunded_cents,
        'method', payment.method, 'tip_cents', payment.tip_cents
      ) order by payment.created_at), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', refund.amount_cents, 'status', refund.status, 'created_at', refund.created_at
      ) order by refund.created_at), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', change.at, 'action', change.action, 'was', change.was, 'is', change."is",
        'by', case when change.actor_label in ('Customer', 'Guest', 'System') then change.actor_label
          else 'Administrator' end
      ) order by change.id), '[]')
      from public.booking_changes as change
      where change.booking_id = booking.id and change.action <> 'note'
    )
  );
$$;
