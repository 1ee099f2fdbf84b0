-- Tips given on site stay tips when a visit is cancelled or missed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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
    -- What all refunds of a fee up to this one take together, so that its tax and the tips given on site are left.
    select
      sums.*,
      coalesce(round(
        (greatest(0, sums.kept_cents) - sums.left_tip_cents)::numeric * sums.booking_tax_cents
        / nullif(sums.booking_tax_cents + sums.untaxed_cents, 0)
      ), 0) - sums.shared_tax_cents as tax_to_reach,
      sums.left_tip_cents - sums.shared_tip_cents as tip_to_reach
    from (
      select
        part.*,
        sum(part.amount_cents) over in_order as kept_cents,
        coalesce(sum(part.tax_cents) filter (where not part.is_of_fee) over in_order, 0) as shared_tax_cents,
        coalesce(sum(part.tip_cents) filter (where not part.is_of_fee) over in_order, 0) as shared_tip_cents,
        greatest(0, least(
          sum(part.given_tip_cents) over in_order,
          sum(part.tip_cents) filter (where not part.is_of_fee) over in_order,
          sum(part.amount_cents) over in_order
        )) as left_tip_cents
      from (
        select
          shared.*,
          shared.kind = 'refund' and coalesce(shared.at >= private.forfeited_at(booking), false) as is_of_fee,
          booking.tax_cents as booking_tax_cents,
          booking.price_cents - booking.discount_cents as untaxed_cents,
          coalesce(given.tip_cents, 0) as given_tip_cents
        from private.shared_moves() as shared
        join public.bookings as booking on booking.id = shared.booking_id
        left join public.payments as given
          on given.id = shared.id and shared.kind = 'payment' and given.method <> 'online'
      ) as part
      window in_order as (partition by part.booking_id order by part.at, part.kind, part.id rows unbounded preceding)
    ) as sums
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

-- Rewrites what it changes: the moves of visits cancelled or missed with a refund and such a tip.
do $$
declare
  target uuid;
begin
  for target in
    select distinct payment.booking_id
    from public.payments as payment
    join public.bookings as booking on booking.id = payment.booking_id
    where payment.status = 'succeeded' and payment.method <> 'online' and payment.tip_cents > 0
      and private.forfeited_at(booking) is not null
      and exists (
        select
        from public.payments as other
        join public.refunds as refund on refund.payment_id = other.id
        where other.booking_id = payment.booking_id and refund.status not in ('failed', 'owed')
      )
  loop
    perform private.rewrite_moves(target);
  end loop;
end;
$$;
