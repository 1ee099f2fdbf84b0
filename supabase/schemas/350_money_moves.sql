-- Payments and refunds by local days of America/Toronto. A payment counts on the day it arrived, a refund on the day
-- it was decided, unless it failed; a refund owed by hand on the day it is paid back. Tax and tip of a payment are what
-- it adds to the cover of its booking: first the service, then its tax, then its tip; a tip given on site is separate
-- from the start. A refund takes its share of both along, unless it leaves a cancellation fee.

-- The succeeded payments with the tax and the tip in each, in cents, as of when it arrived.
create function private.counted_payments() returns table (
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

-- When the money of a booking became a cancellation fee: it was cancelled or missed, and nothing was done. Null before.
create function private.forfeited_at(booking public.bookings) returns timestamptz
language sql immutable
return case when booking.done_at is null then least(booking.cancelled_at, booking.no_show_at) end;

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

-- The payments, refunds and disputes as they count; refunds are negative. What is kept of a cancelled or missed visit
-- is a fee with the tax in it (docs/decisions/0112), beside the tips given on site and still kept: a refund since then
-- takes what is more than that. A dispute is what the bank took, and positive when it came back. It leaves tax and tip as they are: what becomes of
-- them is decided after it.
create function private.counted_moves() returns table (
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

-- private.counted_moves as stored rows, so that a report needs neither bookings nor earlier payments. Triggers rewrite
-- the rows of a booking in the transaction that changes its money (docs/decisions/0070).
create table private.money_moves (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- The payment's or the refund's.
  id uuid not null,
  payment_id uuid not null,
  at timestamptz not null,
  kind text not null,
  service_name text not null,
  method text not null,
  amount_cents integer not null,
  tax_cents integer not null,
  tip_cents integer not null,
  -- The local day of `at`.
  day date not null,
  primary key (booking_id, id)
);

create index money_moves_at_idx on private.money_moves (at, id);

alter table private.money_moves enable row level security;
revoke all on private.money_moves from public, anon, authenticated, service_role;

-- Rewrites the stored moves of a booking. Locks the booking, so that concurrent changes of its money rewrite one after
-- the other.
create function private.rewrite_moves(target_booking_id uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform from public.bookings where id = target_booking_id for no key update;
  delete from private.money_moves where booking_id = target_booking_id;
  insert into private.money_moves
  select move.*, private.local_day(move.at)
  from private.counted_moves() as move
  where move.booking_id = target_booking_id;
end;
$$;

-- Rewrites all stored moves; private.rewrite_moves keeps them from then on. Payments and refunds wait meanwhile.
create function private.rebuild_moves() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.payments, public.refunds, public.disputes in share row exclusive mode;
  -- Without statistics, as after a restore, the sums below are planned for tables of a few rows. With those of an empty
  -- table, later statements would be planned for an empty one.
  if exists (select from public.payments) then
    analyze public.bookings, public.payments, public.refunds;
  end if;
  delete from private.money_moves where true;
  insert into private.money_moves
  select move.*, private.local_day(move.at) from private.counted_moves() as move
  order by move.at;
end;
$$;

-- Trigger: rewrites the moves of a payment's booking.
create function private.rewrite_moves_of_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rewrite_moves(new.booking_id);
  return null;
end;
$$;

-- Trigger: rewrites the moves of a refund's booking.
create function private.rewrite_moves_of_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rewrite_moves((select booking_id from public.payments where id = new.payment_id));
  return null;
end;
$$;

-- Trigger: rewrites the moves of a booking.
create function private.rewrite_moves_of_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rewrite_moves(new.id);
  return null;
end;
$$;

create trigger count_payment after insert on public.payments
  for each row when (new.status = 'succeeded')
  execute function private.rewrite_moves_of_payment();

create trigger count_changed_payment
  after update of status, settled_at, method, amount_cents, tip_cents on public.payments
  for each row
  when (
    (old.status = 'succeeded' or new.status = 'succeeded')
    and (old.status, old.settled_at, old.method, old.amount_cents, old.tip_cents)
      is distinct from (new.status, new.settled_at, new.method, new.amount_cents, new.tip_cents)
  )
  execute function private.rewrite_moves_of_payment();

create trigger count_refund after insert on public.refunds
  for each row when (new.status <> 'failed')
  execute function private.rewrite_moves_of_refund();

-- Whether it is waiting, sent or received counts the same.
create trigger count_changed_refund after update of status, amount_cents, created_at on public.refunds
  for each row
  when (
    (old.status = 'failed', old.status = 'owed', old.amount_cents, old.created_at)
      is distinct from (new.status = 'failed', new.status = 'owed', new.amount_cents, new.created_at)
  )
  execute function private.rewrite_moves_of_refund();

create trigger count_changed_price
  after update of service_name, price_cents, discount_cents, tax_cents, tip_cents, total_cents on public.bookings
  for each row
  when (
    (old.service_name, old.price_cents, old.discount_cents, old.tax_cents, old.tip_cents)
      is distinct from (new.service_name, new.price_cents, new.discount_cents, new.tax_cents, new.tip_cents)
  )
  execute function private.rewrite_moves_of_booking();

create trigger count_forfeited after update of cancelled_at, no_show_at, done_at on public.bookings
  for each row
  when (
    coalesce(old.cancelled_at, new.cancelled_at, old.no_show_at, new.no_show_at) is not null
    and (old.cancelled_at, old.no_show_at, old.done_at)
      is distinct from (new.cancelled_at, new.no_show_at, new.done_at)
  )
  execute function private.rewrite_moves_of_booking();

-- Trigger: rewrites the moves of a dispute's booking.
create function private.rewrite_moves_of_dispute() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rewrite_moves((select booking_id from public.payments where id = new.payment_id));
  return null;
end;
$$;

create trigger count_dispute after insert or update on public.disputes
  for each row execute function private.rewrite_moves_of_dispute();
