-- Paying the balance online: what a confirmed booking still has due, by a link without login. The server charges it as
-- a payment of its own purpose (docs/decisions/0091).

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
create index payment_links_expires_at_idx on public.payment_links (expires_at);

alter table public.payment_links enable row level security;
revoke all on public.payment_links from public, anon, authenticated, service_role;

-- The cents of a booking that are left to pay now: what is due on site, unless the visit is cancelled, not confirmed
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
-- Raises booking_not_found (404), nothing_due, too_little_to_charge (409).
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
      one.customer_email = private.named_email(open_balance.email)
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  perform private.check_balance(booking);
  return private.add_payment_link(booking.id, false, interval '1 hour');
end;
$$;

-- Emails the customer a link to pay the balance online, valid for 30 days. It replaces the links emailed earlier.
-- -> {to_email, due_cents}
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, nothing_due,
-- too_little_to_charge, no_email, just_sent (409): the last one was queued less than a minute ago.
create function public.send_payment_link(target_booking_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(target_booking_id);
  due_cents integer := private.balance_cents(booking);
  token text;
  link_id uuid;
begin
  perform private.require_confirmed_booking(booking);
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

-- What the page of a payment link shows, in cents: due is the amount that can be paid online now, paid what was paid,
-- less refunds and what a bank holds or took in a dispute. `latest` is the last payment of the balance that arrived, or null. Null when the link is unknown,
-- revoked or expired. `booking_id` is for the server: the page must not reveal it.
-- -> {booking_id, state: due | processing | paid | cancelled | rained_out, first_name, service_name, booking_date,
-- booking_time, total_cents, reduced_cents and reduced_tax_cents (private.money_of), tip_cents, tax_cents, tax_label, tax_lines, paid_cents, due_cents, latest: {amount_cents,
-- tip_cents, settled_at, is_refunded}}; tip_cents is the part of the total that is a tip.
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
    'total_cents', money.price_cents,
    'reduced_cents', money.reduced_cents,
    'reduced_tax_cents', money.reduced_tax_cents,
    'tip_cents', booking.tip_cents + money.tip_cents,
    'tax_cents', booking.tax_cents,
    'tax_label', booking.tax_label,
    'tax_lines', booking.tax_lines,
    'paid_cents', money.kept_cents,
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
  cross join lateral private.money_of(booking) as money;
$$;

-- Records the payment of a balance before the browser learns of it: `amount_cents` in all, `tip_cents` of it as a tip.
-- A booking has one open payment of its balance at most.
-- Raises booking_not_found (404), booking_cancelled, already_paid, not_awaiting_payment, balance_changed,
-- too_little_to_charge, payment_open (409).
create function public.begin_balance(
  target_booking_id uuid, payment_intent_id text, amount_cents integer, tip_cents integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
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

-- Why a payment of the balance that arrived cannot be kept; null when it can. It must not exceed what was due without
-- it: the owner may have recorded a payment on site meanwhile.
create function private.refusal_of_balance(booking public.bookings, payment public.payments) returns text
language plpgsql stable set search_path = ''
as $$
declare
  towards_price integer := payment.amount_cents - payment.tip_cents;
  due_cents integer := private.due_on_site_cents(booking, (select collected_cents from private.payment_sums(booking.id)) - towards_price);
begin
  return case
    when booking.status = 'cancelled' then 'booking_cancelled'
    when due_cents = 0 then 'already_paid'
    when towards_price > due_cents then 'amount_mismatch'
  end;
end;
$$;

-- Whether an open payment of a balance must no longer be paid: another amount is due, too little for a card is due, or
-- it was begun an hour ago.
create function private.is_balance_over(payment public.payments) returns boolean
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

revoke all on function
  public.open_balance, public.send_payment_link, public.balance_of_link, public.begin_balance
  from public, anon, authenticated, service_role;
grant execute on function public.open_balance to anon, authenticated;
grant execute on function public.send_payment_link to authenticated;
grant execute on function
  private.refusal_of_balance, private.is_balance_over, private.is_chargeable, private.balance_cents, public.balance_of_link,
  public.begin_balance
  to service_role;
