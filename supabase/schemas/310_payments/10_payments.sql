-- Payments, in cents. Only the server reads these tables.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete restrict,
  stripe_payment_intent_id text unique check (length(stripe_payment_intent_id) between 1 and 255),
  -- The whole payment, with a tip given on site.
  amount_cents integer not null check (amount_cents > 0),
  -- canceled: the intent was cancelled, or a payment recorded by hand was undone.
  status text not null default 'requires_payment' check (
    status in ('requires_payment', 'processing', 'succeeded', 'failed', 'canceled')
  ),
  -- Our own refunds that were sent, or what Stripe reports when that is more.
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  reported_refunded_cents integer not null default 0 check (reported_refunded_cents >= 0),
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  -- When Stripe was last asked about it.
  reconciled_at timestamptz,
  method text not null default 'online' check (method in ('online', 'cash', 'card', 'e_transfer')),
  -- The part of the amount that is a tip given on site.
  tip_cents integer not null default 0 check (tip_cents between 0 and amount_cents),
  -- The administrator or member of a crew who recorded it.
  recorded_by uuid references auth.users (id) on delete set null,
  -- The form it was recorded with: sent twice, it counts once.
  request_id uuid unique,
  -- balance: what was due on site, paid online. Null for the deposit or the full price, which confirms the booking, and
  -- for payments on site.
  purpose text check (purpose = 'balance'),
  -- Cash that a member of a crew took and the owner has not yet received.
  crew_holds boolean not null default false,
  constraint payments_succeeded_has_a_moment check ((status = 'succeeded') = (settled_at is not null)),
  constraint payments_online_have_an_intent check (
    (method = 'online') = (stripe_payment_intent_id is not null)
  ),
  constraint payments_on_site_have_arrived check (
    method = 'online' or status in ('succeeded', 'canceled')
  )
);

create index payments_booking_id_idx on public.payments (booking_id);
create index payments_open_idx on public.payments (coalesce(reconciled_at, created_at))
  where status in ('requires_payment', 'processing', 'failed');
create index payments_recorded_by_idx on public.payments (recorded_by) where recorded_by is not null;
create index payments_crew_holds_idx on public.payments (recorded_by) where crew_holds;
create index payments_settled_at_idx on public.payments (settled_at, id) where status = 'succeeded';
create index payments_updated_at_idx on public.payments (updated_at, id);

alter table public.payments enable row level security;
create policy "Server functions may do what they are granted"
  on public.payments for all to service_role using (true) with check (true);
revoke all on public.payments from public, anon, authenticated, service_role;
grant all on public.payments to service_role;

-- Events of Stripe that were handled, so that each counts once however often it is delivered.
create table public.stripe_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) between 1 and 100),
  received_at timestamptz not null default now()
);

create index stripe_events_received_at_idx on public.stripe_events (received_at);

alter table public.stripe_events enable row level security;
create policy "Server functions may do what they are granted"
  on public.stripe_events for all to service_role using (true) with check (true);
revoke all on public.stripe_events from public, anon, authenticated, service_role;
grant all on public.stripe_events to service_role;

-- The part of a payment in cents that is not refunded, and that no bank holds or took in a dispute. Refunds that wait to
-- be sent count as refunded.
create function private.keepable_cents(payment public.payments) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case payment.status
      when 'succeeded' then payment.amount_cents - refunded.cents - disputed.cents
      else -refunded.cents
    end
    from private.refunded_of(payment) as refunded
    cross join lateral private.disputed_of(payment, payment.amount_cents - refunded.cents) as disputed
  );
end;
$$;

-- The cents left to pay on site of a booking towards which so much was collected. Nothing for a cancelled one.
create function private.due_on_site_cents(booking public.bookings, collected_cents integer) returns integer
language sql immutable
return case
  when booking.status in ('paid', 'cancelled') then 0
  else greatest(0, booking.total_cents - greatest(booking.due_now_cents, collected_cents))
end;

-- The cents of a price with tips, of which so much is kept, refunded and due, that were refunded and are not charged
-- again. Nothing when the booking is marked as paid without a payment.
create function private.reduced_cents(price_cents integer, kept_cents integer, refunded_cents integer, due_cents integer)
returns integer
language sql immutable
return greatest(0, least(refunded_cents, price_cents - kept_cents - due_cents));

-- The cents left to pay on site.
create function private.due_on_site_cents(booking public.bookings) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (select due_on_site_cents from private.money_of(booking));
end;
$$;

-- Records a payment before the browser learns of it, so that nobody pays twice or for a hold that was given up.
-- Raises booking_not_found (404), not_awaiting_payment (409), hold_lapsed (410).
create function public.begin_payment(target_booking_id uuid, payment_intent_id text, amount_cents integer)
returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  if (private.lock_booking(target_booking_id)).status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if not exists (select from public.slot_claims where booking_id = target_booking_id) then
    raise exception using errcode = 'PT410', message = 'hold_lapsed';
  end if;
  insert into public.payments as payment (booking_id, stripe_payment_intent_id, amount_cents)
  values (target_booking_id, payment_intent_id, begin_payment.amount_cents)
  on conflict (stripe_payment_intent_id) do update
  set amount_cents = excluded.amount_cents, status = 'requires_payment'
  where payment.status in ('requires_payment', 'failed');
end;
$$;

-- A booking as payments, changes and emails need it: its columns, when its hold ends (null: for good, or not held),
-- whether it is held, its money with what is due on site and what could go back to a card, whether a bank disputes a
-- payment, the open payment, and whether it was cancelled because of rain, in which case all is refunded. Null when it
-- is unknown.
create function public.booking_for_payment(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'expires_at', claim.expires_at,
    'has_claim', claim.id is not null,
    'given_tip_cents', money.tip_on_site_cents,
    'is_rained_out', private.is_rained_out(booking.id),
    'more', private.optional_details(booking),
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'owed_cents', money.owed_cents,
    'disputed_cents', money.disputed_cents,
    'has_open_dispute', private.has_open_dispute(booking.id),
    'due_on_site_cents', money.due_on_site_cents,
    'later_tip_cents', money.tip_cents,
    'overpaid_cents', money.overpaid_cents,
    'reduced_cents', money.reduced_cents,
    'reduced_tax_cents', money.reduced_tax_cents,
    'online_kept_cents', money.online_kept_cents,
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
  cross join lateral private.money_of(booking) as money
  where booking.id = target_booking_id;
$$;

-- Leases up to `batch` open payments that were not checked for `older_than_seconds`; each goes to one caller.
-- hold_lapsed: it must no longer be paid, so the intent should be closed. A balance has no hold: private.is_balance_over.
create function public.payments_to_reconcile(batch integer, older_than_seconds integer)
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

-- Records a Stripe event; false when it was recorded before.
create function private.is_new_event(event_id text, event_type text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into public.stripe_events (id, type) values (event_id, event_type) on conflict (id) do nothing;
  return found;
end;
$$;

-- The answer to an event that was recorded before, as settle_payment's.
create function private.duplicate_event(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'duplicate_event',
    'booking_id', target_booking_id,
    'status', (select status from public.bookings where id = target_booking_id),
    'refund_id', null
  );
$$;

create trigger touch_updated_at before update on public.payments
  for each row execute function private.touch_updated_at();

revoke all on function
  public.begin_payment, public.booking_for_payment, public.payments_to_reconcile
  from public, anon, authenticated, service_role;
grant execute on function
  private.keepable_cents,
  private.due_on_site_cents(public.bookings), private.due_on_site_cents(public.bookings, integer),
  private.reduced_cents,
  public.begin_payment, public.booking_for_payment, public.payments_to_reconcile,
  private.is_new_event, private.duplicate_event
  to service_role;
