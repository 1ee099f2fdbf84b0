-- Disputes: a customer's bank takes a payment back and asks for evidence. Stripe reports each step, in any order and more
-- than once; the latest report counts.

create table public.disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  stripe_dispute_id text not null unique check (length(stripe_dispute_id) between 1 and 255),
  amount_cents integer not null check (amount_cents > 0),
  -- Both in Stripe's words.
  reason text not null check (reason ~ '^[a-z][a-z_]{0,59}$'),
  status text not null check (status ~ '^[a-z][a-z_]{0,59}$'),
  -- When the evidence must have been sent; null when none is asked for.
  due_by timestamptz,
  has_evidence boolean not null default false,
  opened_at timestamptz not null,
  -- When Stripe made the report that is stored here.
  reported_at timestamptz not null,
  -- What was taken from the account, and what came back.
  withdrawn_cents integer not null default 0 check (withdrawn_cents >= 0),
  withdrawn_at timestamptz,
  reinstated_cents integer not null default 0 check (reinstated_cents >= 0),
  reinstated_at timestamptz,
  -- Stripe's fee for the dispute.
  fee_cents integer not null default 0,
  constraint disputes_moves_have_a_moment check (
    (withdrawn_cents > 0) = (withdrawn_at is not null) and (reinstated_cents > 0) = (reinstated_at is not null)
  )
);

create index disputes_payment_id_idx on public.disputes (payment_id);
create index disputes_withdrawn_at_idx on public.disputes (withdrawn_at) where withdrawn_at is not null;
create index disputes_opened_at_idx on public.disputes (opened_at desc);

alter table public.disputes enable row level security;
create policy "Server functions may do what they are granted"
  on public.disputes for all to service_role using (true) with check (true);
revoke all on public.disputes from public, anon, authenticated, service_role;
grant select on public.disputes to service_role;

-- Whether a dispute is decided.
create function private.is_dispute_over(status text) returns boolean
language sql immutable
return status in ('won', 'lost', 'warning_closed', 'prevented');

-- Whether the bank has taken the payment back, for now or for good. Stripe then refuses every refund of it. An inquiry
-- (warning_…) takes nothing.
create function private.is_charged_back(status text) returns boolean
language sql immutable
return status in ('needs_response', 'under_review', 'lost');

-- The cents that a dispute holds or took. What is taken may be reported later than the dispute itself.
create function private.held_cents(dispute public.disputes) returns integer
language sql immutable
return case
  when dispute.status = 'won' then 0
  else greatest(0, case
    when private.is_charged_back(dispute.status) then greatest(dispute.amount_cents, dispute.withdrawn_cents)
    else dispute.withdrawn_cents
  end - dispute.reinstated_cents)
end;

-- Whether a refund of the payment can be sent: it was paid online, and no bank has taken it back.
create function private.takes_refunds(payment public.payments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return payment.method = 'online' and not exists (
    select from public.disputes as dispute
    where dispute.payment_id = payment.id and private.is_charged_back(dispute.status)
  );
end;
$$;

-- Whether a payment of the booking is in a dispute that is not decided.
create function private.has_open_dispute(target_booking_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select
    from public.payments as payment
    join public.disputes as dispute on dispute.payment_id = payment.id
    where payment.booking_id = target_booking_id and not private.is_dispute_over(dispute.status)
  );
end;
$$;

-- Raises payment_disputed (409) while a payment of the booking is in an open dispute, unless the owner was asked and
-- refunds `anyway`.
create function private.ask_about_dispute(target_booking_id uuid, anyway boolean) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not anyway and private.has_open_dispute(target_booking_id) then
    raise exception using errcode = 'PT409', message = 'payment_disputed';
  end if;
end;
$$;

-- A dispute as the owner's screens show it.
-- -> {id, stripe_dispute_id, amount_cents, reason, status, due_by, has_evidence, opened_at, fee_cents, withdrawn_cents,
-- reinstated_cents, booking: {id, customer_name, service_name, booking_date, booking_time}}
create function private.dispute_data(dispute public.disputes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(dispute) - array['payment_id', 'reported_at', 'withdrawn_at', 'reinstated_at'] || jsonb_build_object(
    'booking', jsonb_build_object(
      'id', booking.id, 'customer_name', booking.customer_name, 'service_name', booking.service_name,
      'booking_date', booking.booking_date, 'booking_time', booking.booking_time
    )
  )
  from public.payments as payment
  join public.bookings as booking on booking.id = payment.booking_id
  where payment.id = dispute.payment_id;
$$;

-- Stores what Stripe reports of a dispute: {id, amount_cents, reason, status, due_by, has_evidence, opened_at,
-- withdrawn_cents, withdrawn_at, reinstated_cents, reinstated_at, fee_cents (null: unknown)}. An event counts once, and an older report
-- never replaces a newer one; sums only grow. A new dispute is emailed to the business.
-- -> as apply_payment_event: recorded, ignored (not a payment of ours), duplicate_event
create function public.apply_dispute(
  event_id text, event_type text, reported_at timestamptz, payment_intent_id text, report jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  payment public.payments;
  told public.disputes := jsonb_populate_record(null::public.disputes, report - 'id');
  known public.disputes;
  is_newer boolean;
begin
  select * into payment from public.payments as one where one.stripe_payment_intent_id = payment_intent_id;
  if not private.is_new_event(event_id, event_type) then
    return private.duplicate_event(payment.booking_id);
  end if;
  if payment.id is null then
    return jsonb_build_object('outcome', 'ignored', 'booking_id', null, 'status', null, 'refund_id', null);
  end if;
  -- The booking before its payments, as everywhere.
  perform from public.bookings where id = payment.booking_id for update;
  select * into known from public.disputes where stripe_dispute_id = report ->> 'id' for update;
  is_newer := known.id is null or reported_at > known.reported_at
    or (reported_at = known.reported_at and not private.is_dispute_over(known.status));
  insert into public.disputes as stored (
    payment_id, stripe_dispute_id, amount_cents, reason, status, due_by, has_evidence, opened_at, reported_at,
    withdrawn_cents, withdrawn_at, reinstated_cents, reinstated_at, fee_cents
  )
  values (
    payment.id, report ->> 'id', told.amount_cents, told.reason, told.status, told.due_by, told.has_evidence,
    told.opened_at, reported_at, told.withdrawn_cents, told.withdrawn_at, told.reinstated_cents, told.reinstated_at,
    coalesce(told.fee_cents, 0)
  )
  on conflict (stripe_dispute_id) do update
  set
    status = case when is_newer then excluded.status else stored.status end,
    due_by = case when is_newer then excluded.due_by else stored.due_by end,
    has_evidence = stored.has_evidence or excluded.has_evidence,
    reported_at = greatest(stored.reported_at, excluded.reported_at),
    withdrawn_cents = greatest(stored.withdrawn_cents, excluded.withdrawn_cents),
    withdrawn_at = coalesce(stored.withdrawn_at, excluded.withdrawn_at),
    reinstated_cents = greatest(stored.reinstated_cents, excluded.reinstated_cents),
    reinstated_at = coalesce(stored.reinstated_at, excluded.reinstated_at),
    fee_cents = case when is_newer then coalesce(told.fee_cents, stored.fee_cents) else stored.fee_cents end;
  if known.id is null then
    perform private.note_change(payment.booking_id, 'dispute_opened', null, jsonb_build_object(
      'disputed_cents', told.amount_cents, 'reason', told.reason
    ));
    perform public.enqueue_mail(
      'payment_disputed:' || left(report ->> 'id', 150), 'payment_disputed', (select info_email from private.business),
      null,
      jsonb_build_object('dispute', jsonb_build_object(
        'amount_cents', told.amount_cents, 'reason', told.reason, 'due_by', told.due_by, 'booking_id', payment.booking_id,
        'customer_name', (select customer_name from public.bookings where id = payment.booking_id)
      ))
    );
  end if;
  if is_newer and private.is_dispute_over(told.status) and known.status is distinct from told.status then
    perform private.note_change(payment.booking_id, 'dispute_closed', null, jsonb_build_object('status', told.status));
  end if;
  return jsonb_build_object(
    'outcome', 'recorded',
    'booking_id', payment.booking_id,
    'status', (select status from public.bookings where id = payment.booking_id),
    'refund_id', null
  );
end;
$$;

-- The disputes that are open or were opened within a year, the open ones first, at most 100.
-- -> [dispute_data]
-- Raises administrators_only (403).
create function public.payment_disputes() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(
      private.dispute_data(page.dispute) order by page.is_over, (page.dispute).due_by, (page.dispute).opened_at desc
    ), '[]')
    from (
      select dispute, private.is_dispute_over(dispute.status) as is_over
      from public.disputes as dispute
      where dispute.opened_at > now() - interval '1 year'
      order by is_over, dispute.opened_at desc
      limit 100
    ) as page
  );
end;
$$;

revoke all on function public.apply_dispute, public.payment_disputes from public, anon, authenticated, service_role;
grant execute on function
  private.is_dispute_over, private.is_charged_back, private.held_cents, private.takes_refunds, private.has_open_dispute,
  private.ask_about_dispute, public.apply_dispute
  to service_role;
grant execute on function public.payment_disputes to authenticated;
