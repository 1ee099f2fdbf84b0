-- The payments sandbox: the data of a payment provider. Only the host reads and writes here; no role of the
-- product has a right on this schema. Applied at every start.
create schema if not exists payments_sandbox;

-- `intent` and `refund` are objects of the payment port. Card numbers are never stored.
create table if not exists payments_sandbox.intents (
  id text primary key,
  position bigint generated always as identity,
  intent jsonb not null check (intent ->> 'id' = id),
  idempotency_key text unique,
  created_at timestamptz not null,
  constraint refunds_never_exceed_the_payment check (
    coalesce((intent #>> '{charge,refundedCents}')::integer, 0) <= (intent ->> 'receivedCents')::integer
  )
);

create table if not exists payments_sandbox.refunds (
  id text primary key,
  position bigint generated always as identity,
  intent_id text not null references payments_sandbox.intents,
  refund jsonb not null check (refund ->> 'id' = id),
  idempotency_key text unique,
  created_at timestamptz not null
);

create index if not exists refunds_by_intent on payments_sandbox.refunds (intent_id);

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

-- A database of an earlier version has the objects of a provider's API in one table. The product finds by itself what an
-- undelivered event of those would have reported.
do $$
begin
  if to_regclass('payments_sandbox.objects') is null then
    return;
  end if;
  insert into payments_sandbox.intents (id, intent, created_at)
  select old.id,
    jsonb_build_object(
      'id', old.id,
      'status', case when old.object ->> 'status' = 'requires_action' then 'requires_payment_method' else old.object ->> 'status' end,
      'amountCents', old.object -> 'amount',
      'receivedCents', old.object -> 'amount_received',
      'currency', old.object -> 'currency',
      'clientSecret', old.object -> 'client_secret',
      'methods', old.object -> 'payment_method_types',
      'metadata', old.object -> 'metadata',
      'description', old.object -> 'description',
      'receiptEmail', old.object -> 'receipt_email',
      'createdAt', to_char(made.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'isRedirected', false,
      'lastError', null,
      'charge', case when charge.id is not null then jsonb_build_object(
        'refundedCents', charge.object -> 'amount_refunded', 'isDisputed', charge.object -> 'disputed'
      ) end,
      'attempts', '[]'::jsonb,
      'attemptId', null
    ),
    made.made_at
  from payments_sandbox.objects as old
  cross join lateral (select to_timestamp((old.object ->> 'created')::bigint) as made_at) as made
  left join payments_sandbox.objects as charge
    on charge.id = old.object ->> 'latest_charge' and (charge.object ->> 'paid')::boolean
  where old.kind = 'payment_intent'
  order by old.position;
  insert into payments_sandbox.refunds (id, intent_id, refund, created_at)
  select old.id, old.object ->> 'payment_intent',
    jsonb_build_object(
      'id', old.id,
      'intentId', old.object -> 'payment_intent',
      'amountCents', old.object -> 'amount',
      'status', old.object -> 'status',
      'metadata', old.object -> 'metadata',
      'failureReason', null
    ),
    to_timestamp((old.object ->> 'created')::bigint)
  from payments_sandbox.objects as old
  join payments_sandbox.intents as refunded on refunded.id = old.object ->> 'payment_intent'
  where old.kind = 'refund'
  order by old.position;
  delete from payments_sandbox.events where delivered_at is null;
  drop table if exists payments_sandbox.objects, payments_sandbox.idempotency_keys;
end;
$$;
