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
-- what of that is still owed by hand, what of the rest a bank holds or took in disputes, what is collected as
-- private.collected_cents, and what could go back to a card. One row, to be joined laterally to many bookings.
create function private.payment_sums(target_booking_id uuid) returns table (
  paid_cents integer, refunded_cents integer, owed_cents integer, disputed_cents integer, collected_cents integer,
  online_kept_cents integer
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
    )::integer
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
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
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

grant execute on function private.refunded_of, private.disputed_of, private.payment_sums to service_role;
