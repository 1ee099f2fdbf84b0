-- The payments sandbox: the data of a payment provider. Only the host reads and writes here; no role of the
-- product has a right on this schema. Applied at every start.
create schema if not exists payments_sandbox;

-- Every row is one object as in the provider's API. `outcome` is set for payment methods only: the result of using
-- the card. Card numbers are never stored.
create table if not exists payments_sandbox.objects (
  id text primary key,
  position bigint generated always as identity,
  object jsonb not null check (object ->> 'id' = id),
  kind text not null generated always as (object ->> 'object') stored
    check (kind in ('payment_intent', 'payment_method', 'charge', 'refund', 'dispute')),
  outcome text,
  constraint refunds_never_exceed_the_charge check (
    kind <> 'charge' or (object ->> 'amount_refunded')::integer <= (object ->> 'amount')::integer
  )
);

-- A database of an earlier version knows no disputes.
do $$
begin
  if not exists (
    select from pg_constraint
    where conrelid = 'payments_sandbox.objects'::regclass and conname = 'objects_kind_check'
      and pg_get_constraintdef(oid) like '%dispute%'
  ) then
    alter table payments_sandbox.objects drop constraint objects_kind_check;
    alter table payments_sandbox.objects add constraint objects_kind_check
      check (kind in ('payment_intent', 'payment_method', 'charge', 'refund', 'dispute'));
  end if;
end;
$$;

create index if not exists objects_by_payment_intent
  on payments_sandbox.objects ((object ->> 'payment_intent'), kind);

create index if not exists objects_by_kind
  on payments_sandbox.objects (kind, position desc);

-- A key belongs to one request for 24 hours: a repetition gets the stored answer.
create table if not exists payments_sandbox.idempotency_keys (
  key text primary key,
  request text not null,
  parameters text not null,
  request_id text not null,
  status integer,
  body text,
  created_at timestamptz not null
);

create index if not exists idempotency_keys_by_age
  on payments_sandbox.idempotency_keys (created_at);

-- Webhook messages, written with their change and kept until the endpoint accepted them.
create table if not exists payments_sandbox.events (
  id text primary key,
  position bigint generated always as identity,
  payload text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz,
  last_error text
);

create index if not exists events_to_deliver
  on payments_sandbox.events (next_attempt_at) where delivered_at is null;
