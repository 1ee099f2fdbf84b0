-- Whoever takes a batch gets no more rows than it asked for. As `in (select … limit …)` the planner may choose the rows anew
-- for each row that it looks at; as an array it chooses them once.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Takes up to `batch` mails that are ready, for `lease_seconds`; no two workers get the same one.
create or replace function public.claim_mail(batch integer, lease_seconds integer) returns setof public.mail_outbox
language sql set search_path = ''
as $$
  update public.mail_outbox
  set attempts = attempts + 1, locked_until = now() + lease_seconds * interval '1 second'
  where id = any (array(
    select id
    from public.mail_outbox
    where status = 'queued'
      and next_attempt_at <= now()
      and (locked_until is null or locked_until <= now())
    order by next_attempt_at
    limit batch
    for update skip locked
  ))
  returning *;
$$;

-- Takes up to `batch` open payments that nobody looked at for `older_than_seconds`; each is given to one
-- caller. hold_lapsed: nobody may pay any more, so the intent should be closed.
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
    not exists (
      select
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.booking_id = payment.booking_id
        and booking.status = 'pending_payment'
        and claim.expires_at > now()
    );
$$;

-- Takes up to `batch` refunds that wait, for `lease_seconds`; no two workers get the same one.
create or replace function public.refunds_to_send(batch integer, lease_seconds integer)
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
      where waiting.status = 'pending' and waiting.next_attempt_at <= now()
      order by waiting.next_attempt_at
      limit batch
      for update skip locked
    ))
  returning refund.id, payment.stripe_payment_intent_id, refund.amount_cents, payment.booking_id;
$$;
