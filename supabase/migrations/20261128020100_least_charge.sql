-- A balance below the least charge is not asked for online.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether an amount can be paid online: the payment provider charges no less. The same rule as isChargeable in
-- domain/money/least-charge.ts.
create function private.is_chargeable(cents integer) returns boolean
language sql immutable
return cents >= 50;

-- Raises nothing_due, too_little_to_charge (409) unless the balance of a booking can be paid online now.
create function private.check_balance(booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  due_cents integer := private.balance_cents(booking);
begin
  if due_cents = 0 then
    raise exception using errcode = 'PT409', message = 'nothing_due';
  elsif not private.is_chargeable(due_cents) then
    raise exception using errcode = 'PT409', message = 'too_little_to_charge';
  end if;
end;
$$;

create or replace function public.open_balance(target_booking_id uuid, email text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking
  from public.bookings as one
  where one.id = target_booking_id
    and (
      one.customer_email = nullif(lower(btrim(open_balance.email)), '')
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  perform private.check_balance(booking);
  return private.add_payment_link(booking.id, false, interval '1 hour');
end;
$$;

create or replace function public.send_payment_link(target_booking_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  due_cents integer := private.balance_cents(booking);
  token text;
  link_id uuid;
begin
  perform private.check_stands(booking);
  perform private.check_balance(booking);
  if booking.customer_email is null then
    raise exception using errcode = 'PT409', message = 'no_email';
  elsif exists (
    select from public.payment_links
    where booking_id = booking.id and is_mailed and created_at > now() - interval '1 minute'
  ) then
    raise exception using errcode = 'PT409', message = 'just_sent';
  end if;
  update public.payment_links set revoked_at = now()
  where booking_id = booking.id and is_mailed and revoked_at is null;
  token := private.add_payment_link(booking.id, true, interval '30 days');
  select id into link_id from public.payment_links where token_hash = private.hash_of_token(token);
  perform public.enqueue_mail(
    'payment_link:' || link_id, 'payment_link', booking.customer_email, booking.id,
    jsonb_build_object('pay', jsonb_build_object('path', '/pay?token=' || token))
  );
  perform private.note_change(booking.id, 'payment_link_sent', null, jsonb_build_object('due_cents', due_cents));
  return jsonb_build_object('to_email', booking.customer_email, 'due_cents', due_cents);
end;
$$;

create or replace function public.open_balance_of_visit(token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select one.* into booking
  from private.visit_link_of(token) as link
  join public.bookings as one on one.id = link.booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'link_unknown';
  end if;
  perform private.check_balance(booking);
  return private.add_payment_link(booking.id, false, interval '1 hour');
end;
$$;

create or replace function public.begin_balance(
  target_booking_id uuid, payment_intent_id text, amount_cents integer, tip_cents integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
  refusal text := case
    when booking.status = 'cancelled' then 'booking_cancelled'
    when not private.is_standing(booking.status) or private.is_rained_out(booking.id) then 'not_awaiting_payment'
    when private.due_on_site_cents(booking) = 0 then 'already_paid'
    when amount_cents - tip_cents <> private.due_on_site_cents(booking) then 'balance_changed'
    when not private.is_chargeable(amount_cents - tip_cents) then 'too_little_to_charge'
    when exists (
      select from public.payments as other
      where other.booking_id = booking.id
        and other.status in ('requires_payment', 'processing', 'failed')
        and other.stripe_payment_intent_id <> begin_balance.payment_intent_id
    ) then 'payment_open'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, tip_cents, purpose)
  values (
    booking.id, begin_balance.payment_intent_id, begin_balance.amount_cents, begin_balance.tip_cents, 'balance'
  )
  on conflict (stripe_payment_intent_id) do nothing;
end;
$$;

create or replace function private.is_balance_over(payment public.payments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return payment.created_at < now() - interval '1 hour'
    or not private.is_chargeable(payment.amount_cents - payment.tip_cents)
    or payment.amount_cents - payment.tip_cents <> (
      select private.balance_cents(booking) from public.bookings as booking where booking.id = payment.booking_id
    );
end;
$$;

create or replace function private.payment_mail_stands(mail public.mail_outbox) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from private.payment_link_of(split_part(mail.data -> 'pay' ->> 'path', 'token=', 2)) as link
    join public.bookings as booking on booking.id = link.booking_id
    where private.is_chargeable(private.balance_cents(booking))
  );
end;
$$;

revoke all on function private.is_chargeable, private.check_balance from public;
grant execute on function private.is_chargeable to service_role;
