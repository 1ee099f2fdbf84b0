-- Refunds: how they are decided, queued and sent.

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 200),
  -- owed: the payment was not made online, or a bank has taken it back, so the owner refunds it by hand and nothing is
  -- sent to Stripe.
  status text not null default 'pending' check (status in ('pending', 'sent', 'succeeded', 'failed', 'owed')),
  stripe_refund_id text unique check (length(stripe_refund_id) between 1 and 255),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  -- The refund that was made in place of one that failed.
  replaced_by uuid references public.refunds (id) on delete set null,
  -- The lease of the worker that is sending it.
  sending_until timestamptz,
  -- The form the owner refunded it with, without cancelling. What it refunds is not due again (docs/decisions/0112).
  request_id uuid,
  -- The part of it that was paid too much. It is due again when the price rises. Null like 0.
  overpaid_cents integer,
  -- What it was paid back with by hand. Null: as the payment was made.
  method text check (method in ('cash', 'card', 'e_transfer'))
);

create index refunds_payment_id_idx on public.refunds (payment_id);
create index refunds_pending_idx on public.refunds (next_attempt_at) where status = 'pending';
create index refunds_created_at_idx on public.refunds (created_at, id) where status <> 'failed';
create index refunds_replaced_by_idx on public.refunds (replaced_by) where replaced_by is not null;
create index refunds_unfinished_idx on public.refunds (created_at)
  where status in ('pending', 'sent', 'failed') and replaced_by is null;

alter table public.refunds enable row level security;
create policy "Server functions may do what they are granted"
  on public.refunds for all to service_role using (true) with check (true);
revoke all on public.refunds from public, anon, authenticated, service_role;
grant all on public.refunds to service_role;

-- Updates a payment's refunded sum: our refunds that were sent, or what Stripe reports when that is more.
create function private.sum_refunds(target_payment_id uuid) returns void
language sql set search_path = ''
as $$
  update public.payments
  set refunded_cents = least(amount_cents, greatest(
    reported_refunded_cents,
    (
      select coalesce(sum(refund.amount_cents), 0)
      from public.refunds as refund
      where refund.payment_id = target_payment_id and refund.status in ('sent', 'succeeded')
    )
  ))
  where id = target_payment_id;
$$;

-- Refunds what is left of a payment: queues the refund for sending, and the email to the customer. What a bank has taken
-- back is owed by hand, if anything is left of it. Returns the refund's id when the whole payment can be sent at once,
-- else null.
create function private.refund_payment(payment public.payments, booking public.bookings, why text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  new_refund_id uuid;
  cents integer := private.keepable_cents(payment);
begin
  if cents <= 0 then
    return null;
  end if;
  insert into public.refunds (payment_id, amount_cents, reason, status)
  values (payment.id, cents, why, case when private.takes_refunds(payment) then 'pending' else 'owed' end)
  returning id into new_refund_id;
  perform private.look_at_refund(new_refund_id);
  perform public.enqueue_mail(
    'payment_refunded:' || payment.id,
    'payment_refunded',
    booking.customer_email,
    booking.id,
    jsonb_build_object('refund_cents', cents)
  );
  return case when cents = payment.amount_cents and private.takes_refunds(payment) then new_refund_id end;
end;
$$;

-- Spreads a refund over what is left of a booking's payments: those that go back to a card first, the newest before the
-- others. A refund of a payment on site, or of the rest of one that a bank has taken back, is owed by hand, nothing is
-- sent for it, and it becomes a finding at once. `request` is the form of a refund without cancelling, and excess_cents
-- what of the sum was paid too much. Returns the new refunds.
create function private.add_refunds(
  target_booking_id uuid, refund_cents integer, why text, request uuid default null, excess_cents integer default 0
)
returns setof public.refunds
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  refund public.refunds;
  left_cents integer := refund_cents;
  excess_left integer := excess_cents;
  part integer;
begin
  for payment in
    select * from public.payments
    where booking_id = target_booking_id and status = 'succeeded'
    order by private.takes_refunds(payments) desc, settled_at desc
    for update
  loop
    part := least(left_cents, private.keepable_cents(payment));
    if part > 0 then
      left_cents := left_cents - part;
      insert into public.refunds (payment_id, amount_cents, reason, status, request_id, overpaid_cents)
      values (
        payment.id, part, why, case when private.takes_refunds(payment) then 'pending' else 'owed' end, request,
        nullif(least(excess_left, part), 0)
      )
      returning * into refund;
      excess_left := excess_left - coalesce(refund.overpaid_cents, 0);
      if refund.status = 'owed' then
        perform private.look_at_refund(refund.id);
      end if;
      return next refund;
    end if;
  end loop;
end;
$$;

-- Leases up to `batch` queued refunds that are not held after a restore, for `lease_seconds`; no two workers get the same one.
create function public.refunds_to_send(batch integer, lease_seconds integer)
returns table (id uuid, payment_intent_id text, amount_cents integer, booking_id uuid)
language sql set search_path = ''
as $$
  update public.refunds as refund
  set
    attempts = refund.attempts + 1,
    next_attempt_at = now() + lease_seconds * interval '1 second',
    sending_until = now() + lease_seconds * interval '1 second'
  from public.payments as payment
  where payment.id = refund.payment_id
    and refund.id = any (array(
      select waiting.id
      from public.refunds as waiting
      where waiting.status = 'pending'
        and waiting.next_attempt_at <= now()
        and waiting.created_at > (select private.held_until())
      order by waiting.next_attempt_at
      limit batch
      for update skip locked
    ))
  returning refund.id, payment.stripe_payment_intent_id, refund.amount_cents, payment.booking_id;
$$;

-- Records the result of sending a refund. `pending` leaves it for a retry, after 1, 5, 15, 60 minutes … a day. Raises
-- refund_not_found (404).
create function public.record_refund(
  target_refund_id uuid,
  stripe_refund_id text,
  refund_status text,
  error text default null
) returns void
language sql set search_path = ''
as $$
  select private.note_refund(target_refund_id, stripe_refund_id, refund_status, error);
$$;

-- Records an attempt to pay that did not succeed; never after one that did.
create function private.note_attempt(
  intent_id text,
  target_booking_id uuid,
  cents integer,
  new_status text,
  problem text
) returns void
language sql set search_path = ''
as $$
  insert into public.payments as payment (booking_id, stripe_payment_intent_id, amount_cents, status, last_error)
  values (target_booking_id, intent_id, cents, new_status, left(problem, 1000))
  on conflict (stripe_payment_intent_id) do update
  set status = excluded.status, last_error = excluded.last_error
  where payment.status not in ('succeeded', 'canceled');
$$;

revoke all on function public.refunds_to_send, public.record_refund from public, anon, authenticated, service_role;
grant execute on function
  private.sum_refunds, private.refund_payment, private.add_refunds, public.refunds_to_send, public.record_refund,
  private.note_attempt
  to service_role;
