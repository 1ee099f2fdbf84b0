-- Disputes of card payments: stored as Stripe reports them, shown to the owner, and counted by the money reports.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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
revoke all on public.disputes from public, anon, authenticated, service_role;

-- Whether a dispute is decided.
create function private.is_dispute_over(status text) returns boolean
language sql immutable
return status in ('won', 'lost', 'warning_closed', 'prevented');

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
-- withdrawn_cents, withdrawn_at, reinstated_cents, reinstated_at, fee_cents}. An event counts once, and an older report
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
    told.fee_cents
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
    fee_cents = case when is_newer then excluded.fee_cents else stored.fee_cents end;
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

revoke all on function private.is_dispute_over, private.dispute_data from public, anon, authenticated, service_role;
revoke all on function public.apply_dispute, public.payment_disputes from public, anon, authenticated, service_role;
grant execute on function public.apply_dispute to service_role;
grant execute on function public.payment_disputes to authenticated;

create or replace function private.counted_moves() returns table (
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
  where refund.status not in ('failed', 'owed')
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

create or replace function private.rebuild_moves() returns void
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

revoke all on function private.rewrite_moves_of_dispute from public, anon, authenticated, service_role;

create or replace function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.unmarked_visits()),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null)
        + (select count(*) from public.disputes where status in ('needs_response', 'warning_needs_response')),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble()
    )
    from private.open_rain_answers() as answer
  );
end;
$$;

create or replace function public.money_report(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
declare
  report jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  with
    -- The sums of a day first: far fewer than its moves.
    moves as materialized (
      select
        move.day, move.service_name, move.method,
        coalesce(sum(move.amount_cents) filter (where move.kind = 'payment'), 0) as received_cents,
        coalesce(-sum(move.amount_cents) filter (where move.kind = 'refund'), 0) as refunded_cents,
        sum(move.tax_cents) as tax_cents,
        sum(move.tip_cents) as tip_cents,
        coalesce(-sum(move.amount_cents) filter (where move.kind = 'dispute'), 0) as disputed_cents,
        count(*) filter (where move.kind = 'payment') as payments,
        count(*) filter (where move.kind = 'refund') as refunds
      from private.money_moves as move
      where move.at >= private.instant_of(from_day, '00:00') and move.at < private.instant_of(until_day + 1, '00:00')
      group by move.day, move.service_name, move.method
    ),
    sums as (
      select
        day, service_name, method, grouping(day, service_name, method) as left_out,
        jsonb_build_object(
          'received_cents', sum(received_cents),
          'refunded_cents', sum(refunded_cents),
          'disputed_cents', sum(disputed_cents),
          'tax_cents', sum(tax_cents),
          'tip_cents', sum(tip_cents),
          'payments', sum(payments),
          'refunds', sum(refunds)
        ) as figures,
        sum(received_cents - refunded_cents - disputed_cents) as net_cents
      from moves
      group by grouping sets ((day), (service_name), (method))
    )
  select jsonb_build_object(
    'days', coalesce(
      jsonb_agg(figures || jsonb_build_object('day', day) order by day) filter (where left_out = 3), '[]'
    ),
    'services', coalesce(
      jsonb_agg(figures || jsonb_build_object('service_name', service_name) order by net_cents desc, service_name)
        filter (where left_out = 5),
      '[]'
    ),
    'methods', coalesce(
      jsonb_agg(figures || jsonb_build_object('method', method) order by net_cents desc, method)
        filter (where left_out = 6),
      '[]'
    ),
    'dispute_fee_cents', (
      select coalesce(sum(fee_cents), 0) from public.disputes
      where withdrawn_at >= private.instant_of(from_day, '00:00')
        and withdrawn_at < private.instant_of(until_day + 1, '00:00')
    ),
    'outstanding', private.money_outstanding(from_day, until_day)
  )
  into report
  from sums;
  return report;
end;
$$;

create or replace function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address' || jsonb_build_object('more', private.more_of(booking)),
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      )
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'timeline', private.booking_timeline(booking.id),
    'disputes', (
      select coalesce(jsonb_agg(private.dispute_data(dispute) order by dispute.opened_at desc), '[]')
      from public.disputes as dispute
      join public.payments as payment on payment.id = dispute.payment_id
      where payment.booking_id = booking.id
    )
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

-- To the business.
select private.add_default_mail(
  'payment_disputed',
  'Payment disputed',
  'A payment of {{ dispute_amount }} is disputed: answer by {{ dispute_due }}',
  private.mail_frame(
    '{{ customer_name }}’s bank asks about {{ dispute_amount }}.',
    'A payment is disputed',
    private.mail_paragraph(
      'The bank of {{ customer_name }} disputes a payment of {{ dispute_amount }}. Reason: {{ dispute_reason }}. Stripe '
      || 'takes the amount from your account until it is decided.'
    )
    || private.mail_paragraph(
      'Open the booking, save the evidence as a file, and send it in Stripe by {{ dispute_due }}. Without an answer the '
      || 'amount is lost.'
    )
    || private.mail_button('Open the booking', '{{ dispute_url }}')
  )
);
