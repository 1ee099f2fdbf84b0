-- Facts of a booking or a payment, to be joined laterally. Each becomes part of the statement that joins it, so that a
-- list pays for them once and not for each of its rows (docs/decisions/0070).

-- The cents of a payment that are refunded or about to be, and those of them that are still owed by hand. One row, to
-- be joined laterally to many payments.
create function private.refunded_of(payment public.payments) returns table (cents integer, owed_cents integer)
language sql stable
begin atomic
  select
    greatest(
      payment.refunded_cents, coalesce(sum(refund.amount_cents) filter (where refund.status <> 'failed'), 0)
    )::integer,
    coalesce(sum(refund.amount_cents) filter (where refund.status = 'owed'), 0)::integer
  from public.refunds as refund
  where refund.payment_id = payment.id;
end;

-- The tip of a payment on its receipt: a refund takes the rest of the payment first.
create function private.tip_on_receipt(payment public.payments) returns integer
language sql stable set search_path = ''
as $$
  select greatest(0, least(payment.tip_cents, payment.amount_cents - refunded.cents))
  from private.refunded_of(payment) as refunded;
$$;

-- What of a payment's `rest` in cents, which is not refunded, a bank holds or took in disputes, and whether it has taken
-- the payment back, so that no refund of it can be sent. One row, to be joined laterally to many payments.
create function private.disputed_of(payment public.payments, rest integer)
returns table (cents integer, is_charged_back boolean)
language sql stable
begin atomic
  select
    greatest(0, least(rest, coalesce(sum(private.held_cents(dispute)), 0)))::integer,
    coalesce(bool_or(private.is_charged_back(dispute.status)), false)
  from public.disputes as dispute
  where dispute.payment_id = payment.id;
end;

-- The sums of a booking's succeeded payments in cents: all that was ever paid, what of it is refunded or about to be,
-- what of that is still owed by hand, what of the rest a bank holds or took in disputes, what is collected towards the
-- price, what could go back to a card, and the tips given later that are kept: all of them, those given on site, and
-- those that no bank holds or took. A refund takes the rest of its payment before the tip. Collected is without those
-- tips, without payments refunded in full and without refunds of what was paid too much: a partial refund is not charged
-- again, nor is one that the owner chose without cancelling. One row, to be joined laterally to many bookings.
create function private.payment_sums(target_booking_id uuid) returns table (
  paid_cents integer, refunded_cents integer, owed_cents integer, disputed_cents integer, collected_cents integer,
  online_kept_cents integer, tip_cents integer, tip_on_site_cents integer, undisputed_tip_cents integer
)
language sql stable
begin atomic
  select
    coalesce(sum(payment.amount_cents), 0)::integer,
    coalesce(sum(refunded.cents), 0)::integer,
    coalesce(sum(refunded.owed_cents), 0)::integer,
    coalesce(sum(disputed.cents), 0)::integer,
    greatest(0, coalesce(
      sum(payment.amount_cents - payment.tip_cents - chosen.overpaid_cents)
        filter (where payment.amount_cents > refunded.cents - chosen.cents), 0
    ))::integer,
    coalesce(
      sum(payment.amount_cents - refunded.cents - disputed.cents)
        filter (where payment.method = 'online' and not disputed.is_charged_back), 0
    )::integer,
    coalesce(sum(tip.cents), 0)::integer,
    coalesce(sum(tip.cents) filter (where payment.method <> 'online'), 0)::integer,
    coalesce(sum(greatest(0, least(tip.cents, payment.amount_cents - refunded.cents - disputed.cents))), 0)::integer
  from public.payments as payment
  cross join lateral private.refunded_of(payment) as refunded
  cross join lateral private.disputed_of(payment, payment.amount_cents - refunded.cents) as disputed
  cross join lateral (
    select
      coalesce(sum(refund.amount_cents) filter (where refund.request_id is not null), 0) as cents,
      coalesce(sum(refund.overpaid_cents), 0) as overpaid_cents
    from public.refunds as refund
    where refund.payment_id = payment.id and refund.status <> 'failed'
  ) as chosen
  cross join lateral (
    select greatest(0, least(payment.tip_cents, payment.amount_cents - refunded.cents)) as cents
  ) as tip
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
end;

-- When the money of a booking became a cancellation fee: it was cancelled or missed, and nothing was done. Null before.
create function private.forfeited_at(booking public.bookings) returns timestamptz
language sql immutable
return case when booking.done_at is null then least(booking.cancelled_at, booking.no_show_at) end;

-- The tax and the tip in what is kept of a booking, in cents. Tips given later come first, then the goods with their
-- tax, then the tip chosen when booking. What was refunded and is not due again reduces all of them alike. What is kept
-- of a cancelled or missed visit is tips given on site, and a fee with the tax in it (docs/decisions/0112).
create function private.split_of(
  booking public.bookings, kept_cents integer, given_cents integer, given_on_site_cents integer, reduced_cents integer
) returns table (tax_cents integer, tip_cents integer)
language sql immutable
begin atomic
  select
    coalesce(round(
      greatest(0, least(kept_cents - given.cents, sold.goods_cents)) * booking.tax_cents
      / nullif(booking.total_cents - booking.tip_cents, 0)
    ), 0)::integer,
    (given.cents + round(greatest(0, least(kept_cents - given.cents - sold.goods_cents, sold.tip_cents))))::integer
  from (
    select 1 - coalesce(reduced_cents::numeric / nullif(booking.total_cents + given_cents, 0), 0) as part
  ) as left_over
  cross join lateral (
    select
      case
        when private.forfeited_at(booking) is not null then kept_cents
        else (booking.total_cents - booking.tip_cents) * left_over.part
      end as goods_cents,
      case when private.forfeited_at(booking) is not null then 0 else booking.tip_cents * left_over.part end as tip_cents,
      case
        when private.forfeited_at(booking) is not null then given_on_site_cents
        else round(given_cents * left_over.part)
      end as given_cents
  ) as sold
  cross join lateral (select greatest(0, least(sold.given_cents, kept_cents)) as cents) as given;
end;

-- The money of a booking in cents: what it costs with tips given later, what was paid, refunded or about to be, owed
-- back by hand, held or taken by banks, and is kept after all that; what counts towards its price, is left to pay on
-- site, is kept above the price, could go back to a card, and is kept without tips given later. Reduced is what was refunded or, of a cancelled one, never
-- paid, and is not charged: price_cents - reduced_cents = paid_cents - refunded_cents + due_on_site_cents, unless more
-- was paid or a booking was marked as paid without a payment. One row, to be joined laterally to many bookings.
create function private.money_of(booking public.bookings) returns table (
  price_cents integer, paid_cents integer, refunded_cents integer, owed_cents integer, disputed_cents integer,
  kept_cents integer, collected_cents integer, due_on_site_cents integer, overpaid_cents integer,
  online_kept_cents integer, kept_without_tips_cents integer, tip_cents integer, tip_on_site_cents integer,
  reduced_cents integer, reduced_tax_cents integer
)
language sql stable
begin atomic
  select
    booking.total_cents + sums.tip_cents,
    sums.paid_cents, sums.refunded_cents, sums.owed_cents, sums.disputed_cents,
    sums.paid_cents - sums.refunded_cents - sums.disputed_cents,
    sums.collected_cents,
    due.cents,
    case
      when private.is_standing(booking.status) then greatest(0, kept.without_tips_cents - booking.total_cents) else 0
    end,
    sums.online_kept_cents,
    kept.without_tips_cents,
    sums.tip_cents,
    sums.tip_on_site_cents,
    reduced.cents,
    booking.tax_cents - split.tax_cents
  from private.payment_sums(booking.id) as sums
  cross join lateral (select private.due_on_site_cents(booking, sums.collected_cents) as cents) as due
  cross join lateral (
    select sums.paid_cents - sums.refunded_cents - sums.disputed_cents - sums.undisputed_tip_cents as without_tips_cents
  ) as kept
  cross join lateral (
    select case
      when booking.status = 'cancelled'
        then greatest(0, booking.total_cents + sums.tip_cents - sums.paid_cents + sums.refunded_cents)
      else private.reduced_cents(
        booking.total_cents + sums.tip_cents, sums.paid_cents - sums.refunded_cents, sums.refunded_cents, due.cents
      )
    end as cents
  ) as reduced
  cross join lateral private.split_of(
    booking, booking.total_cents + sums.tip_cents - reduced.cents, sums.tip_cents, sums.tip_on_site_cents,
    reduced.cents
  ) as split;
end;

-- The state of a booking cancelled because of rain: asked (no answer yet) or declined (no offered time suits). No row
-- for any other, also where the visit took place in spite of it: it is done or missed, or was paid on site after its
-- start. To be joined laterally to many bookings.
create function private.rain_of(booking public.bookings) returns table (state text)
language sql stable
begin atomic
  select answer.state
  from public.rain_answers as answer
  where answer.booking_id = booking.id
    and answer.state in ('asked', 'declined')
    and booking.done_at is null
    and booking.no_show_at is null
    and not exists (
      select
      from public.payments as payment
      where payment.booking_id = booking.id
        and payment.method <> 'online'
        and payment.status = 'succeeded'
        and payment.settled_at >= lower(private.span_of(booking))
    );
end;

grant execute on function
  private.refunded_of, private.disputed_of, private.payment_sums, private.forfeited_at, private.split_of, private.money_of
  to service_role;
