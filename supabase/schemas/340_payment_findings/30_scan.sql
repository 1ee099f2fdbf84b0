-- The scan of bookings, payments and refunds that changed.

-- What was refunded of a booking without us, in cents, and how many payments of it arrived.
create function private.arrived_of(target_booking_id uuid, out outside integer, out payments integer)
language plpgsql stable set search_path = ''
as $$
begin
  select
    coalesce(sum(greatest(0, payment.reported_refunded_cents - back.own, back.others)), 0)::integer,
    count(payment.id)::integer
  into outside, payments
  from public.payments as payment
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where reason <> 'made_outside' and status <> 'failed'), 0)::integer as own,
      coalesce(sum(amount_cents) filter (where reason = 'made_outside' and status <> 'failed'), 0)::integer as others
    from public.refunds
    where payment_id = payment.id
  ) as back
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
end;
$$;

-- The cents that a booking's status says were paid. A booking without a history may have been paid on site without a
-- record: it is held to what was due online.
create function private.said_to_be_paid_cents(booking public.bookings) returns integer
language sql stable set search_path = ''
as $$
  select case
    when booking.status = 'paid' and exists (
      select from public.booking_changes as change
      where change.booking_id = booking.id and change."is" ->> 'status' = 'paid'
    ) then booking.total_cents
    else booking.due_now_cents
  end;
$$;

-- Compares a booking's status with its money, and opens or clears its findings. Locks the booking before its
-- findings; one that is locked is skipped.
create function private.look_at_booking(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  money record;
  arrived record;
  asked integer;
  is_standing boolean;
begin
  select * into booking from public.bookings where id = target_booking_id for key share skip locked;
  if not found then
    return;
  end if;
  select * into money from private.money_of(booking);
  select * into arrived from private.arrived_of(booking.id);
  asked := private.said_to_be_paid_cents(booking);
  is_standing := private.is_standing(booking.status);
  perform private.record_finding(
    'booking_without_payment', 'booking:' || booking.id,
    case
      -- Bookings by phone are paid later and recorded by hand.
      when booking.source = 'phone' or not is_standing then null
      when arrived.payments = 0 then 'nothing_recorded'
      when money.collected_cents = 0 then 'all_given_back'
    end,
    jsonb_build_object('expected_cents', asked), booking.id
  );
  perform private.record_finding(
    'amount_unlike', 'booking:' || booking.id,
    case
      when arrived.outside > 0 then 'refunded_outside'
      when not is_standing then null
      when money.overpaid_cents > 0 then 'overpaid'
      when money.collected_cents > 0 and money.collected_cents < asked then 'underpaid'
    end,
    jsonb_build_object(
      'expected_cents', asked, 'total_cents', booking.total_cents, 'received_cents', money.collected_cents,
      'kept_cents', money.kept_without_tips_cents, 'outside_cents', arrived.outside
    ),
    booking.id
  );
end;
$$;

-- Why a refund needs attention, null when it does not: it failed and nothing replaced it, it could not be sent for an
-- hour, or Stripe has had it for ten days. A refund owed by hand needs it until it is paid back.
create function private.refund_trouble(refund public.refunds, payment public.payments, as_of timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when refund.replaced_by is not null then null
    when refund.status = 'owed' then 'owed_by_hand'
    -- The owner keeps the money with a reason: settled.
    when payment.method <> 'online' then null
    -- Paid back in another way: no longer owed.
    when refund.status = 'failed' and private.keepable_cents(payment) >= refund.amount_cents then 'failed'
    when refund.status = 'pending' and refund.created_at < as_of - interval '1 hour' then 'not_sent'
    when refund.status = 'sent' and refund.created_at < as_of - interval '10 days' then 'not_arrived'
  end;
end;
$$;

-- Opens or clears the finding of a refund.
create function private.look_at_refund(target_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refund public.refunds;
  payment public.payments;
begin
  select * into refund from public.refunds where id = target_refund_id;
  select * into payment from public.payments where id = refund.payment_id;
  -- The booking first, as in look_at_booking.
  perform from public.bookings where id = payment.booking_id for key share skip locked;
  if not found then
    return;
  end if;
  perform private.record_finding(
    'refund_stuck', 'refund:' || refund.id,
    private.refund_trouble(refund, payment, now()),
    jsonb_build_object('amount_cents', refund.amount_cents), payment.booking_id, refund.id,
    payment.stripe_payment_intent_id
  );
end;
$$;

-- Opens the finding of a no-show whose money nobody has decided about, if it `is_new`; clears it once money was refunded
-- or the sale was changed after the mark, or nothing is kept. Its owner closes it by keeping what is paid.
create function private.look_at_no_show(target_booking_id uuid, is_new boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_subject text := 'no_show:' || target_booking_id;
  booking public.bookings;
  kept integer;
  is_undecided boolean;
begin
  if not is_new and not exists (
    select from public.payment_findings where subject = its_subject and closed_at is null
  ) then
    return;
  end if;
  -- The booking first, as in look_at_booking.
  select * into booking from public.bookings where id = target_booking_id for key share skip locked;
  if not found then
    return;
  end if;
  kept := (select kept_cents from private.money_of(booking));
  is_undecided := booking.no_show_at is not null and private.is_standing(booking.status) and kept > 0
    and coalesce(booking.sale_changed_at < booking.no_show_at, true)
    and not exists (
      select
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id and refund.reason = 'chosen_by_owner'
        and refund.created_at >= booking.no_show_at
    );
  perform private.record_finding(
    'amount_unlike', its_subject, case when is_undecided then 'no_show_undecided' end,
    jsonb_build_object('kept_cents', kept, 'marked_at', booking.no_show_at), booking.id
  );
end;
$$;

-- Looks at an open finding again; clears it when its facts are right.
create function private.look_again(finding public.payment_findings) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if finding.kind = 'refund_stuck' then
    perform private.look_at_refund(finding.refund_id);
  elsif finding.subject like 'booking:%' then
    perform private.look_at_booking(finding.booking_id);
  elsif finding.subject like 'no_show:%' then
    perform private.look_at_no_show(finding.booking_id);
  elsif exists (
    select from public.payments
    where stripe_payment_intent_id = finding.stripe_payment_intent_id and status in ('succeeded', 'canceled')
  ) then
    perform private.record_finding(finding.kind, finding.subject, null, null, null);
  end if;
end;
$$;

-- Looks at up to 500 open findings again, the oldest first.
create function private.look_at_open_findings() returns void
language sql security definer set search_path = ''
as $$
  select private.look_again(open.finding)
  from (
    select finding from public.payment_findings as finding where closed_at is null order by found_at limit 500
  ) as open;
$$;

-- Looks at the bookings of up to `batch` bookings and payments each that changed since the last scan, at refunds that
-- did not arrive, and at open findings. Changes of the last minute are looked at again: their neighbours may not have
-- been committed. Returns how many findings are open.
create function public.scan_payments(batch integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  scan public.payment_scans;
  changed record;
  looked integer := 0;
begin
  -- One scan at a time; the second has nothing to do.
  select * into scan from public.payment_scans for update skip locked;
  if found then
    for changed in
      (
        select id, id as booking_id, updated_at from public.bookings
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
          -- Without a payment, a hold has no money that could differ.
          and (status <> 'pending_payment' or exists (select from public.payments where booking_id = bookings.id))
        order by updated_at, id limit 2 * batch
      )
      union all
      (
        select id, booking_id, updated_at from public.payments
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
        order by updated_at, id limit 2 * batch
      )
      order by updated_at, id limit 2 * batch
    loop
      perform private.look_at_booking(changed.booking_id);
      looked := looked + 1;
    end loop;
    if looked = 2 * batch then
      update public.payment_scans set scanned_until = changed.updated_at, last_id = changed.id where id;
    else
      update public.payment_scans
      set scanned_until = greatest(scanned_until, now() - interval '1 minute'), last_id = default
      where id;
    end if;
    perform private.look_at_refund(unfinished.id)
    from (
      select id from public.refunds
      where status in ('pending', 'sent', 'failed') and replaced_by is null
        and created_at between now() - interval '1 year' and now()
      order by created_at limit batch
    ) as unfinished;
    perform private.look_at_open_findings();
  end if;
  return (select count(*) from public.payment_findings where closed_at is null);
end;
$$;

revoke all on function public.scan_payments from public, anon, authenticated, service_role;
grant execute on function private.look_at_refund, private.look_at_no_show, public.scan_payments to service_role;
