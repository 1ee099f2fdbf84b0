-- Count what is kept of a cancelled or missed visit as a fee with the tax in it and no tip.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- When the money of a booking became a cancellation fee: it was cancelled or missed, and nothing was done. Null before.
create function private.forfeited_at(booking public.bookings) returns timestamptz
language sql immutable
return case when booking.done_at is null then least(booking.cancelled_at, booking.no_show_at) end;

-- The succeeded payments with the tax and the tip in each, in cents, as of when it arrived.
create or replace function private.counted_payments() returns table (
  id uuid, booking_id uuid, at timestamptz, service_name text, method text, amount_cents integer, tax_cents integer,
  tip_cents integer
)
language sql stable
begin atomic
  select
    payment.id, booking.id, payment.settled_at, booking.service_name, payment.method, payment.amount_cents,
    greatest(0, least(reached.cents, booking.total_cents - booking.tip_cents)
      - greatest(covered.cents, booking.price_cents - booking.discount_cents)),
    payment.tip_cents
      + greatest(0, least(reached.cents, booking.total_cents)
        - greatest(covered.cents, booking.total_cents - booking.tip_cents))
  from public.payments as payment
  join public.bookings as booking on booking.id = payment.booking_id
  cross join lateral (
    -- A payment refunded in full by then covers nothing, unless it is not due again.
    select coalesce(sum(earlier.amount_cents - earlier.tip_cents), 0)::integer as cents
    from public.payments as earlier
    where earlier.booking_id = payment.booking_id
      and earlier.status = 'succeeded'
      and (earlier.settled_at, earlier.id) < (payment.settled_at, payment.id)
      and earlier.amount_cents > (
        select coalesce(sum(refund.amount_cents), 0)
        from public.refunds as refund
        where refund.payment_id = earlier.id
          and refund.status <> 'failed'
          and refund.request_id is null
          and refund.created_at <= payment.settled_at
      )
  ) as covered
  cross join lateral (
    select covered.cents + payment.amount_cents - payment.tip_cents as cents
  ) as reached
  where payment.status = 'succeeded';
end;

-- The payments and refunds with tax and tip as they count while the visit stands; refunds are negative. A refund takes
-- its share of its payment's tax and tip.
create function private.shared_moves() returns table (
  booking_id uuid, id uuid, payment_id uuid, at timestamptz, kind text, service_name text, method text,
  amount_cents integer, tax_cents integer, tip_cents integer
)
language sql stable
begin atomic
  select
    payment.booking_id, payment.id, payment.id, payment.at, 'payment', payment.service_name, payment.method,
    payment.amount_cents, payment.tax_cents, payment.tip_cents
  from private.counted_payments() as payment
  union all
  select
    payment.booking_id, refund.id, payment.id, refund.created_at, 'refund', payment.service_name, payment.method,
    -refund.amount_cents,
    -- From the running sum, so that all refunds of a payment together take exactly its tax.
    round(payment.tax_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        payment.tax_cents::numeric * least(earlier.cents + refund.amount_cents, payment.amount_cents)
        / payment.amount_cents
      )::integer,
    round(payment.tip_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        payment.tip_cents::numeric * least(earlier.cents + refund.amount_cents, payment.amount_cents)
        / payment.amount_cents
      )::integer
  from public.refunds as refund
  join private.counted_payments() as payment on payment.id = refund.payment_id
  cross join lateral (
    select coalesce(sum(other.amount_cents), 0)::integer as cents
    from public.refunds as other
    where other.payment_id = refund.payment_id
      and other.status not in ('failed', 'owed')
      and (other.created_at, other.id) < (refund.created_at, refund.id)
  ) as earlier
  where refund.status not in ('failed', 'owed');
end;

revoke all on function private.forfeited_at, private.shared_moves
  from public, anon, authenticated, service_role;

-- The payments, refunds and disputes as they count; refunds are negative. What is kept of a cancelled or missed visit
-- is a fee with the tax in it and no tip (docs/decisions/0112): a refund since then takes what is more than that. A
-- dispute is what the bank took, and positive when it came back. It leaves tax and tip as they are: what becomes of
-- them is decided after it.
create or replace function private.counted_moves() returns table (
  booking_id uuid, id uuid, payment_id uuid, at timestamptz, kind text, service_name text, method text,
  amount_cents integer, tax_cents integer, tip_cents integer
)
language sql stable
begin atomic
  select
    move.booking_id, move.id, move.payment_id, move.at, move.kind, move.service_name, move.method, move.amount_cents,
    case when move.is_of_fee
      then move.tax_to_reach - coalesce(lag(move.tax_to_reach) over of_fee, 0) else move.tax_cents
    end::integer,
    case when move.is_of_fee
      then move.tip_to_reach - coalesce(lag(move.tip_to_reach) over of_fee, 0) else move.tip_cents
    end::integer
  from (
    -- What all refunds of a fee up to this one take together, so that its tax and no tip is left.
    select
      part.*,
      coalesce(round(
        greatest(0, sum(part.amount_cents) over in_order)::numeric * part.booking_tax_cents
        / nullif(part.booking_tax_cents + part.untaxed_cents, 0)
      ), 0) - coalesce(sum(part.tax_cents) filter (where not part.is_of_fee) over in_order, 0) as tax_to_reach,
      - coalesce(sum(part.tip_cents) filter (where not part.is_of_fee) over in_order, 0) as tip_to_reach
    from (
      select
        shared.*,
        shared.kind = 'refund' and coalesce(shared.at >= private.forfeited_at(booking), false) as is_of_fee,
        booking.tax_cents as booking_tax_cents,
        booking.price_cents - booking.discount_cents as untaxed_cents
      from private.shared_moves() as shared
      join public.bookings as booking on booking.id = shared.booking_id
    ) as part
    window in_order as (partition by part.booking_id order by part.at, part.kind, part.id rows unbounded preceding)
  ) as move
  window of_fee as (partition by move.booking_id, move.is_of_fee order by move.at, move.kind, move.id)
  union all
  select
    booking.id, move.id, payment.id, move.at, 'dispute', booking.service_name, payment.method, move.cents, 0, 0
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.bookings as booking on booking.id = payment.booking_id
  cross join lateral (
    values
      (dispute.id, dispute.withdrawn_at, -dispute.withdrawn_cents),
      -- An id of its own that stays the same.
      (md5(dispute.id || ':reinstated')::uuid, dispute.reinstated_at, dispute.reinstated_cents)
  ) as move (id, at, cents)
  where move.cents <> 0;
end;

create trigger count_forfeited after update of cancelled_at, no_show_at, done_at on public.bookings
  for each row
  when (
    coalesce(old.cancelled_at, new.cancelled_at, old.no_show_at, new.no_show_at) is not null
    and (old.cancelled_at, old.no_show_at, old.done_at)
      is distinct from (new.cancelled_at, new.no_show_at, new.done_at)
  )
  execute function private.rewrite_moves_of_booking();

-- Only the bookings that count otherwise, one by one: reports and payments of the others do not wait.
select private.rewrite_moves(booking.id)
from (
  select forfeited.id
  from public.bookings as forfeited
  where private.forfeited_at(forfeited) is not null
    and exists (select from private.money_moves where booking_id = forfeited.id and kind = 'refund')
  order by forfeited.id
) as booking;
