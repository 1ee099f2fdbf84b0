-- Customers pay the balance of a booking online, by a link without login: a payment of its own purpose.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Without a default: other functions use the row type of this table.
alter table public.payments add column purpose text check (purpose = 'balance');

-- Links to the page that takes the balance of a booking. The table keeps a hash instead of the token.
create table public.payment_links (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  token_hash bytea not null unique,
  -- Whether the owner emailed it; otherwise the customer opened it from their bookings.
  is_mailed boolean not null,
  expires_at timestamptz not null,
  -- Set when a later email replaced it.
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

create index payment_links_booking_id_idx on public.payment_links (booking_id);

alter table public.payment_links enable row level security;
revoke all on public.payment_links from public, anon, authenticated, service_role;

-- The cents of a booking that can be paid online now: what is due on site, unless the visit is cancelled, not confirmed
-- or waits for a new time because of rain.
create function private.balance_cents(booking public.bookings) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when private.is_standing(booking.status) and not private.is_rained_out(booking.id)
      then private.due_on_site_cents(booking)
    else 0
  end;
end;
$$;

-- Adds a link to a booking's balance, valid for so long; returns its token. Deletes links that expired.
create function private.add_payment_link(target_booking_id uuid, mailed boolean, lasts interval) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.new_token();
begin
  delete from public.payment_links where booking_id = target_booking_id and expires_at < now();
  insert into public.payment_links (booking_id, token_hash, is_mailed, expires_at)
  values (target_booking_id, private.hash_of_token(token), mailed, now() + lasts);
  return token;
end;
$$;

-- The link of a token, if it is valid.
create function private.payment_link_of(token text) returns public.payment_links
language sql stable security definer set search_path = ''
as $$
  select link
  from public.payment_links as link
  where link.token_hash = private.hash_of_token(token) and link.revoked_at is null and link.expires_at > now();
$$;

-- Opens the payment of a booking's balance for its customer: the signed-in one, or a guest who names the email address
-- of the booking. Returns the token of a link that is valid for an hour.
-- Raises booking_not_found (404), nothing_due (409).
create function public.open_balance(target_booking_id uuid, email text default null) returns text
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
  if private.balance_cents(booking) = 0 then
    raise exception using errcode = 'PT409', message = 'nothing_due';
  end if;
  return private.add_payment_link(booking.id, false, interval '1 hour');
end;
$$;

-- Emails the customer a link to pay the balance online, valid for 30 days. It replaces the links emailed earlier.
-- -> {to_email, due_cents}
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, nothing_due, no_email,
-- just_sent (409): the last one was queued less than a minute ago.
create function public.send_payment_link(target_booking_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  due_cents integer := private.balance_cents(booking);
  token text;
  link_id uuid;
begin
  perform private.check_stands(booking);
  if due_cents = 0 then
    raise exception using errcode = 'PT409', message = 'nothing_due';
  elsif booking.customer_email is null then
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

-- What the page of a payment link shows, in cents: due is the amount that can be paid online now, paid what was paid
-- and not refunded. `latest` is the last payment of the balance that arrived, or null. Null when the link is unknown,
-- revoked or expired. `booking_id` is for the server: the page must not reveal it.
-- -> {booking_id, state: due | processing | paid | cancelled | rained_out, first_name, service_name, booking_date,
-- booking_time, total_cents, tax_cents, tax_label, paid_cents, due_cents, latest: {amount_cents, tip_cents, settled_at,
-- is_refunded}}
create function public.balance_of_link(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'booking_id', booking.id,
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when private.due_on_site_cents(booking) = 0 then 'paid'
      when private.is_rained_out(booking.id) then 'rained_out'
      when exists (
        select from public.payments
        where booking_id = booking.id and purpose = 'balance' and status = 'processing'
      ) then 'processing'
      else 'due'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'total_cents', booking.total_cents,
    'tax_cents', booking.tax_cents,
    'tax_label', booking.tax_label,
    'paid_cents', money.paid_cents - money.refunded_cents,
    'due_cents', private.balance_cents(booking),
    'latest', (
      select jsonb_build_object(
        'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents,
        'settled_at', payment.settled_at,
        'is_refunded', private.keepable_cents(payment) = 0
      )
      from public.payments as payment
      where payment.booking_id = booking.id and payment.purpose = 'balance' and payment.status = 'succeeded'
      order by payment.settled_at desc
      limit 1
    )
  )
  from private.payment_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking.id) as money;
$$;

-- Records the payment of a balance before the browser learns of it: `amount_cents` in all, `tip_cents` of it as a tip.
-- A booking has one open payment of its balance at most.
-- Raises booking_not_found (404), booking_cancelled, already_paid, not_awaiting_payment, balance_changed, payment_open
-- (409).
create function public.begin_balance(
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

-- Why a payment of the balance that arrived cannot be kept; null when it can. It must not exceed what was due without
-- it: the owner may have recorded a payment on site meanwhile.
create function private.refusal_of_balance(booking public.bookings, payment public.payments) returns text
language plpgsql stable set search_path = ''
as $$
declare
  towards_price integer := payment.amount_cents - payment.tip_cents;
  due_cents integer := private.due_on_site_cents(booking, private.collected_cents(booking.id) - towards_price);
begin
  return case
    when booking.status = 'cancelled' then 'booking_cancelled'
    when due_cents = 0 then 'already_paid'
    when towards_price > due_cents then 'amount_mismatch'
  end;
end;
$$;

-- Whether an open payment of a balance must no longer be paid: another amount is due, or it was begun an hour ago.
create function private.is_balance_over(payment public.payments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return payment.created_at < now() - interval '1 hour' or payment.amount_cents - payment.tip_cents <> (
    select private.balance_cents(booking) from public.bookings as booking where booking.id = payment.booking_id
  );
end;
$$;

revoke all on function
  private.balance_cents, private.add_payment_link, private.payment_link_of, private.refusal_of_balance,
  private.is_balance_over
  from public, anon, authenticated, service_role;
revoke all on function
  public.open_balance, public.send_payment_link, public.balance_of_link, public.begin_balance
  from public, anon, authenticated, service_role;
grant execute on function public.open_balance to anon, authenticated;
grant execute on function public.send_payment_link to authenticated;
grant execute on function
  private.refusal_of_balance, private.is_balance_over, private.balance_cents, public.balance_of_link,
  public.begin_balance
  to service_role;

create or replace function public.payments_to_reconcile(batch integer, older_than_seconds integer)
returns table (payment_intent_id text, booking_id uuid, hold_lapsed boolean)
language sql set search_path = ''
as $$
  update public.payments as payment
  set reconciled_at = now()
  where payment.id = any (array(
    select open.id
    from public.payments as open
    where open.status in ('requires_payment', 'processing', 'failed')
      and coalesce(open.reconciled_at, open.created_at) < now() - older_than_seconds * interval '1 second'
    order by coalesce(open.reconciled_at, open.created_at)
    limit batch
    for update skip locked
  ))
  returning
    payment.stripe_payment_intent_id,
    payment.booking_id,
    case payment.purpose when 'balance' then private.is_balance_over(payment) else not exists (
      select
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.booking_id = payment.booking_id
        and booking.status = 'pending_payment'
        and claim.expires_at > now()
    ) end;
$$;

create or replace function public.keep_hold_for_payment(
  payment_intent_id text,
  hold_minutes integer,
  most_minutes integer default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  paying public.payments;
  held_until timestamptz;
begin
  select * into paying from public.payments where stripe_payment_intent_id = payment_intent_id;
  -- least() ignores a null limit.
  held_until := least(
    now() + hold_minutes * interval '1 minute',
    paying.created_at + most_minutes * interval '1 minute'
  );
  if paying.purpose = 'balance' then
    return held_until > now();
  end if;
  update public.slot_claims as claim
  set expires_at = greatest(claim.expires_at, held_until)
  from public.bookings as booking
  where booking.id = paying.booking_id
    and booking.status = 'pending_payment'
    and claim.booking_id = booking.id
    and claim.expires_at is not null
    and lower(claim.during) > now()
    and held_until > now();
  return found;
end;
$$;

create or replace function private.settle(intent_id text, target_booking_id uuid, cents integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
  payment public.payments;
  refusal text;
  new_refund_id uuid;
begin
  select * into payment from public.payments where stripe_payment_intent_id = intent_id for update;
  if payment.booking_id <> booking.id then
    raise exception using errcode = 'PT409', message = 'payment_of_another_booking';
  end if;
  if payment.status = 'succeeded' then
    return jsonb_build_object(
      'outcome', 'already_settled',
      'booking_id', booking.id,
      'status', booking.status,
      'refund_id', (select id from public.refunds where payment_id = payment.id order by created_at desc limit 1)
    );
  end if;
  insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at)
  values (booking.id, intent_id, cents, 'succeeded', now())
  on conflict (stripe_payment_intent_id) do update
  set
    amount_cents = excluded.amount_cents,
    tip_cents = least(payments.tip_cents, excluded.amount_cents),
    status = 'succeeded',
    settled_at = now(),
    last_error = null
  returning * into payment;

  refusal := case payment.purpose
    when 'balance' then private.refusal_of_balance(booking, payment)
    else private.refusal_of(booking, payment)
  end;
  if refusal is not null then
    if booking.status = 'pending_payment' then
      perform private.cancel(booking.id);
    end if;
    new_refund_id := private.refund_payment(payment, booking, refusal);
  elsif payment.purpose = 'balance' then
    -- The last of the price is collected: its receipt follows from the status.
    if private.due_on_site_cents(booking) = 0 then
      update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
    end if;
  else
    update public.bookings
    set
      status = case payment_option when 'pay_deposit' then 'deposit_paid' else 'confirmed' end,
      deposit_paid = (payment_option = 'pay_deposit'),
      stripe_checkout_session_id = intent_id
    where id = booking.id;
    perform public.enqueue_mail(
      'booking_confirmation:' || booking.id, 'booking_confirmation', booking.customer_email, booking.id, '{}'
    );
  end if;
  return jsonb_build_object(
    'outcome', case when refusal is null then 'settled' else 'refund_due' end,
    'booking_id', booking.id,
    'status', (select status from public.bookings where id = booking.id),
    'refund_id', new_refund_id
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
    where private.balance_cents(booking) > 0
  );
end;
$$;

create or replace function public.mail_offer_stands(mail_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case mail.template_type
    when 'waiting_list_offer' then exists (
      select from public.offered_times as offer
      where offer.id = split_part(mail.key, ':', 2)::uuid and offer.closed_at is null and offer.expires_at > now()
    )
    when 'rain_day' then private.rain_mail_stands(mail)
    when 'payment_link' then private.payment_mail_stands(mail)
    else true
  end
  from public.mail_outbox as mail
  where mail.id = mail_id;
$$;

create or replace function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'receipt') then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
    when mail.template_type = 'payment_link' and not private.payment_mail_stands(mail) then 'payment_link_over'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

create or replace function private.booking_timeline(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries (at, place, entry) as (
    select
      coalesce(mail.sent_at, mail.created_at), 3,
      jsonb_build_object(
        'kind', 'mail', 'id', mail.id, 'template_type', mail.template_type, 'to_email', mail.to_email,
        'status', mail.status, 'last_error', mail.last_error,
        'by', private.actor_of(target_booking_id, 'mail_resent', 'mail_id', mail.id)
      )
    from public.mail_outbox as mail
    where mail.booking_id = target_booking_id
    union all
    select
      coalesce(payment.settled_at, payment.created_at), 1,
      jsonb_build_object(
        'kind', 'payment', 'id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents, 'status', payment.status, 'last_error', payment.last_error,
        'by', private.actor_of(target_booking_id, 'payment_recorded', 'payment_id', payment.id)
      )
    from public.payments as payment
    where payment.booking_id = target_booking_id
      and (payment.status not in ('requires_payment', 'canceled') or payment.method <> 'online')
    union all
    select
      refund.created_at, 2,
      jsonb_build_object(
        'kind', 'refund', 'id', refund.id, 'method', payment.method, 'amount_cents', refund.amount_cents,
        'status', refund.status, 'reason', refund.reason, 'last_error', refund.last_error,
        'finding_id', (
          select id from public.payment_findings
          where refund_id = refund.id and reason = 'owed_by_hand' and closed_at is null
        )
      )
    from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where payment.booking_id = target_booking_id
    union all
    select
      change.at, 0,
      jsonb_build_object(
        'kind', 'change', 'id', change.id, 'action', change.action, 'by', change.actor_label,
        'was', change.was, 'is', change."is"
      )
    from public.booking_changes as change
    where change.booking_id = target_booking_id and change.action not in ('payment_recorded', 'mail_resent', 'payment_link_sent')
  )
  select coalesce(
    jsonb_agg(entry || jsonb_build_object('at', at) order by at desc, place desc, entry ->> 'id' desc), '[]'
  )
  from entries;
$$;

revoke all on function private.payment_mail_stands from public, anon, authenticated, service_role;

select private.add_default_mail(
  'payment_link',
  'Payment link',
  'Pay {{ due_on_site }} online for your {{ service_name }}',
  private.mail_frame(
    '{{ due_on_site }} is left to pay. You can add a tip.',
    'Pay the balance online',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      '{{ due_on_site }} is left to pay for {{ service_name }} on {{ date }}. You can pay it '
      || 'online now, and add a tip if you like.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}'),
      private.mail_line('Total', '{{ total }}'),
      private.mail_line_unless_zero('Paid', 'amount_paid'),
      private.mail_line('<strong>Balance</strong>', '<strong>{{ due_on_site }}</strong>')
    )
    || private.mail_button('Pay {{ due_on_site }}', '{{ pay_url }}')
    || private.mail_sign_off('Thank you,<br>{{ business_name }}')
    || private.mail_small_print(
      'The link works for 30 days and needs no login. If you would rather pay by cash, card or e-transfer, tell us on '
      || 'site or call {{ business_phone }}.'
    )
  )
);
