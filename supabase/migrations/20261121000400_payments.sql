-- What came in and what goes back, in cents. Only the server sees these tables.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete restrict,
  stripe_payment_intent_id text not null unique check (length(stripe_payment_intent_id) between 1 and 255),
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'requires_payment' check (
    status in ('requires_payment', 'processing', 'succeeded', 'failed', 'canceled')
  ),
  -- What has gone back: our own refunds that were sent, or what Stripe reports when that is more.
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  reported_refunded_cents integer not null default 0 check (reported_refunded_cents >= 0),
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  -- When Stripe was last asked about it.
  reconciled_at timestamptz,
  constraint payments_succeeded_has_a_moment check ((status = 'succeeded') = (settled_at is not null))
);

create index payments_booking_id_idx on public.payments (booking_id);
create index payments_open_idx on public.payments (coalesce(reconciled_at, created_at))
  where status in ('requires_payment', 'processing', 'failed');

create trigger touch_updated_at before update on public.payments
  for each row execute function private.touch_updated_at();

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'sent', 'succeeded', 'failed')),
  stripe_refund_id text unique check (length(stripe_refund_id) between 1 and 255),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now()
);

create index refunds_payment_id_idx on public.refunds (payment_id);
create index refunds_pending_idx on public.refunds (next_attempt_at) where status = 'pending';

-- Events that were heard, so that each counts once however often it is delivered.
create table public.stripe_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) between 1 and 100),
  received_at timestamptz not null default now()
);

revoke all on public.payments, public.refunds, public.stripe_events from public, anon, authenticated, service_role;
grant all on public.payments, public.refunds, public.stripe_events to service_role;

alter table public.payments enable row level security;
alter table public.refunds enable row level security;
alter table public.stripe_events enable row level security;

-- What of a payment is not on its way back yet: refunds that wait count as gone.
create function private.keepable_cents(payment public.payments) returns integer
language sql stable set search_path = ''
as $$
  select case payment.status when 'succeeded' then payment.amount_cents else 0 end
    - greatest(payment.refunded_cents, coalesce(sum(amount_cents) filter (where status <> 'failed'), 0))::integer
  from public.refunds
  where payment_id = payment.id;
$$;

-- A booking's money: all that was ever charged, and how much of it went back or is about to.
create function private.money_of(target_booking_id uuid, out paid_cents integer, out refunded_cents integer)
language sql stable set search_path = ''
as $$
  select
    coalesce(sum(payment.amount_cents), 0)::integer,
    coalesce(sum(payment.amount_cents - private.keepable_cents(payment)), 0)::integer
  from public.payments as payment
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
$$;

revoke all on function private.keepable_cents(public.payments), private.money_of(uuid) from public;
grant execute on function private.keepable_cents(public.payments), private.money_of(uuid) to service_role;
