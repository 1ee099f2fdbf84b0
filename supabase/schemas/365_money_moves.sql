-- The ledger of bookings' money by local days of America/Toronto. Rows are only added (docs/decisions/0141): each event
-- adds what it moves, and how much more or less tax and tip is kept since then, on its own day. A payment counts on the
-- day it arrived, a refund on the day it was decided, and one that is owed by hand on the day it is paid back. An undone
-- payment and a failed refund are taken off again on the day when that happened.

create table private.money_moves (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- The payment's, the refund's or the dispute's, also of the row that takes it off again; its own for a change.
  id uuid not null,
  -- Of a change: the booking's latest.
  payment_id uuid not null,
  at timestamptz not null,
  -- payment, refund, dispute; change: nothing moved, but another part of what is kept is tax or tip.
  kind text not null,
  -- The service and the method as of then.
  service_name text not null,
  method text not null,
  -- Less than 0 when money goes back.
  amount_cents integer not null,
  tax_cents integer not null,
  tip_cents integer not null,
  -- The local day of `at`.
  day date not null,
  primary key (booking_id, id, at)
);

create index money_moves_at_idx on private.money_moves (at, id);

alter table private.money_moves enable row level security;
revoke all on private.money_moves from public, anon, authenticated, service_role;

-- What the ledger lacks, in its columns: payments, refunds and disputes whose sum there differs, and at last what else
-- changed of tax and tip.
create function private.missing_moves() returns table (
  booking_id uuid, id uuid, payment_id uuid, at timestamptz, kind text, service_name text, method text,
  amount_cents integer, tax_cents integer, tip_cents integer, day date
)
language sql stable
begin atomic
  select
    move.booking_id, move.id, move.payment_id, move.at, move.kind, move.service_name, move.method,
    move.amount_cents, move.tax_cents, move.tip_cents, private.local_day(move.at)
  from (
    select
      step.*,
      booking.service_name,
      split.tax_cents - coalesce(lag(split.tax_cents) over missing, step.booked_tax_cents) as tax_cents,
      split.tip_cents - coalesce(lag(split.tip_cents) over missing, step.booked_tip_cents) as tip_cents
    from (
      select
        part.*,
        coalesce(sum(part.cents) filter (where part.kind <> 'dispute') over in_order, 0)::integer as kept_cents,
        coalesce(-sum(part.cents) filter (where part.kind = 'refund') over in_order, 0)::integer as refunded_cents,
        sum(part.given_cents) over in_order::integer as given_cents_so_far,
        coalesce(sum(part.given_cents) filter (where part.method <> 'online') over in_order, 0)::integer
          as given_on_site_cents
      from (
        select
          source.booking_id, source.id, source.kind, source.cents, source.given_cents,
          coalesce(source.payment_id, latest.payment_id) as payment_id,
          coalesce(source.method, latest.method) as method,
          source.cents - coalesce(booked.cents, 0) as amount_cents,
          case when booked.cents is null then source.at else now() end as at,
          source.kind <> 'change' and source.cents = coalesce(booked.cents, 0) as is_booked,
          coalesce(together.tax_cents, 0) as booked_tax_cents,
          coalesce(together.tip_cents, 0) as booked_tip_cents
        from (
          select
            payment.booking_id, payment.id, payment.id as payment_id, payment.settled_at as at, 'payment' as kind,
            payment.method, case payment.status when 'succeeded' then payment.amount_cents else 0 end as cents,
            -- A refund takes the rest of the payment first.
            case payment.status
              when 'succeeded' then greatest(0, least(payment.tip_cents, payment.amount_cents - refunded.cents))
              else 0
            end as given_cents
          from public.payments as payment
          cross join lateral (
            select coalesce(sum(refund.amount_cents), 0)::integer as cents
            from public.refunds as refund
            where refund.payment_id = payment.id and refund.status not in ('failed', 'owed')
          ) as refunded
          union all
          select
            payment.booking_id, refund.id, payment.id, refund.created_at, 'refund',
            coalesce(refund.method, payment.method),
            case when refund.status in ('failed', 'owed') then 0 else -refund.amount_cents end, 0
          from public.refunds as refund
          join public.payments as payment on payment.id = refund.payment_id
          union all
          -- What a bank took, and positive when it came back.
          select payment.booking_id, move.id, payment.id, move.at, 'dispute', payment.method, move.cents, 0
          from public.disputes as dispute
          join public.payments as payment on payment.id = dispute.payment_id
          cross join lateral (
            values
              (dispute.id, dispute.withdrawn_at, -dispute.withdrawn_cents),
              -- An id of its own that stays the same.
              (md5(dispute.id || ':reinstated')::uuid, dispute.reinstated_at, dispute.reinstated_cents)
          ) as move (id, at, cents)
          union all
          select booking.id, md5(booking.id || ':change:' || now())::uuid, null, now(), 'change', null, 0, 0
          from public.bookings as booking
        ) as source
        left join lateral (
          select sum(row.amount_cents)::integer as cents
          from private.money_moves as row
          where row.booking_id = source.booking_id and row.id = source.id
        ) as booked on true
        left join lateral (
          select sum(row.tax_cents)::integer as tax_cents, sum(row.tip_cents)::integer as tip_cents
          from private.money_moves as row
          where row.booking_id = source.booking_id
        ) as together on true
        left join lateral (
          select row.payment_id, row.method
          from private.money_moves as row
          where source.kind = 'change' and row.booking_id = source.booking_id
          order by row.at desc, row.id
          limit 1
        ) as latest on true
      ) as part
      window in_order as (
        partition by part.booking_id
        order by not part.is_booked, part.kind = 'change', part.at, part.kind, part.id
        rows unbounded preceding
      )
    ) as step
    join public.bookings as booking on booking.id = step.booking_id
    cross join lateral private.payment_sums(booking.id) as sums
    cross join lateral private.split_of(
      booking, step.kept_cents, step.given_cents_so_far, step.given_on_site_cents,
      private.reduced_cents(
        booking.total_cents + step.given_cents_so_far, step.kept_cents, step.refunded_cents,
        private.due_on_site_cents(booking, sums.collected_cents)
      )
    ) as split
    window missing as (
      partition by step.booking_id, step.is_booked
      order by step.kind = 'change', step.at, step.kind, step.id
    )
  ) as move
  where not move.is_booked
    and move.payment_id is not null
    and (move.amount_cents, move.tax_cents, move.tip_cents) <> (0, 0, 0);
end;

-- Adds to the ledger what it lacks of a booking. Locks the booking, so that concurrent changes of its money follow each
-- other.
create function private.add_moves(target_booking_id uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform from public.bookings where id = target_booking_id for no key update;
  insert into private.money_moves select * from private.missing_moves() as move where move.booking_id = target_booking_id;
end;
$$;

-- Adds to the ledger what it lacks of all bookings. Payments and refunds wait meanwhile. The former version calls it by
-- this name.
create function private.rebuild_moves() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.payments, public.refunds, public.disputes in share row exclusive mode;
  -- Without statistics, as after a restore, the sums are planned for tables of a few rows. With those of an empty
  -- table, later statements would be planned for an empty one.
  if exists (select from public.payments) then
    analyze public.bookings, public.payments, public.refunds;
  end if;
  insert into private.money_moves select * from private.missing_moves() as move order by move.at;
end;
$$;

-- Trigger: adds the moves of a booking.
create function private.add_moves_of_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_moves(new.id);
  return null;
end;
$$;

-- Trigger: adds the moves of a payment's booking.
create function private.add_moves_of_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_moves(new.booking_id);
  return null;
end;
$$;

-- Trigger: adds the moves of the booking of a refund or a dispute.
create function private.add_moves_about_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_moves((select booking_id from public.payments where id = new.payment_id));
  return null;
end;
$$;

-- They wait for the end of the transaction: what one event does to a booking is one change of its tax and tip.

create constraint trigger count_payment after insert on public.payments
  deferrable initially deferred
  for each row when (new.status = 'succeeded')
  execute function private.add_moves_of_payment();

create constraint trigger count_changed_payment after update of status, amount_cents, tip_cents on public.payments
  deferrable initially deferred
  for each row
  when (
    (old.status = 'succeeded' or new.status = 'succeeded')
    and (old.status, old.amount_cents, old.tip_cents) is distinct from (new.status, new.amount_cents, new.tip_cents)
  )
  execute function private.add_moves_of_payment();

create constraint trigger count_refund after insert on public.refunds
  deferrable initially deferred
  for each row when (new.status <> 'failed')
  execute function private.add_moves_about_payment();

-- Whether it is waiting, sent or received counts the same.
create constraint trigger count_changed_refund after update of status, amount_cents on public.refunds
  deferrable initially deferred
  for each row
  when (
    (old.status = 'failed', old.status = 'owed', old.amount_cents)
      is distinct from (new.status = 'failed', new.status = 'owed', new.amount_cents)
  )
  execute function private.add_moves_about_payment();

create constraint trigger count_dispute after insert or update on public.disputes
  deferrable initially deferred
  for each row execute function private.add_moves_about_payment();

create constraint trigger count_changed_booking
  after update of
    price_cents, discount_cents, tax_cents, tip_cents, total_cents, due_now_cents, status, cancelled_at, no_show_at, done_at
  on public.bookings
  deferrable initially deferred
  for each row
  when (
    (
      old.price_cents, old.discount_cents, old.tax_cents, old.tip_cents, old.due_now_cents,
      old.status in ('paid', 'cancelled'), old.cancelled_at, old.no_show_at, old.done_at
    ) is distinct from (
      new.price_cents, new.discount_cents, new.tax_cents, new.tip_cents, new.due_now_cents,
      new.status in ('paid', 'cancelled'), new.cancelled_at, new.no_show_at, new.done_at
    )
  )
  execute function private.add_moves_of_booking();
