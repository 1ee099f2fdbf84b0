-- What a bank holds or took in a dispute is neither kept nor refunded a second time.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create policy "Server functions may do what they are granted"
  on public.disputes for all to service_role using (true) with check (true);
grant select on public.disputes to service_role;

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

-- They have another result, and the others are part of their statements.
drop function private.money_of(uuid);
drop function private.customer_figures(text);
drop function private.phone_customer_figures(text, text);
drop function private.unmarked_visits();
drop function private.payment_sums(uuid);
drop function public.release_booking(uuid, integer, integer, text, uuid, integer);
drop function public.refund_booking(uuid, integer, integer, uuid, uuid, text);
drop function public.refund_excess(uuid, uuid);
drop function public.retry_refund(uuid, uuid);

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

-- A booking's money in cents: all that was ever paid, how much of it is refunded or about to be, how much of the rest a
-- bank holds or took in disputes, and what is kept after both.
create function private.money_of(
  target_booking_id uuid, out paid_cents integer, out refunded_cents integer, out disputed_cents integer,
  out kept_cents integer
)
language plpgsql stable set search_path = ''
as $$
begin
  select
    sums.paid_cents, sums.refunded_cents, sums.disputed_cents,
    sums.paid_cents - sums.refunded_cents - sums.disputed_cents
  into paid_cents, refunded_cents, disputed_cents, kept_cents
  from private.payment_sums(target_booking_id) as sums;
end;
$$;

-- What a customer's bookings add up to: {visits, no_shows, last_visit, next_visit: {id, booking_date, booking_time} |
-- null, cars, spend_cents, owed_cents}; cars with the most recent first, spend less refunds and those about to be sent,
-- owed for visits that took place. One row, to be joined laterally to many customers.
create function private.customer_figures(whose text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking))
    )[1],
    'cars', (
      select coalesce(jsonb_agg(car order by latest desc), '[]')
      from (
        select car_year || ' ' || car_model as car, max(booking_date) as latest
        from public.bookings
        where customer_email = whose and status <> 'pending_payment'
        group by 1
      ) as driven
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents - sums.disputed_cents), 0),
    'owed_cents', coalesce(
      sum(private.due_on_site_cents(booking, sums.collected_cents))
        filter (where private.was_visited(booking, rain.state)),
      0
    )
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email = whose;
end;

-- What the bookings of a customer by phone add up to, as private.customer_figures. One row, to be joined laterally.
create function private.phone_customer_figures(number text, called text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking))
    )[1],
    'cars', coalesce(
      jsonb_agg(distinct booking.car_year || ' ' || booking.car_model)
        filter (where booking.status <> 'pending_payment'),
      '[]'
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents - sums.disputed_cents), 0),
    'owed_cents', coalesce(
      sum(private.due_on_site_cents(booking, sums.collected_cents))
        filter (where private.was_visited(booking, rain.state)),
      0
    )
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email is null and booking.customer_phone = number
    and lower(booking.customer_name) = called;
end;

-- Past visits with neither mark, newest first: with money due on site among the last thousand, and all of the last two
-- weeks. Visits cancelled because of rain are left out.
create function private.unmarked_visits() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    (
      select * from public.bookings
      where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
    union all
    (
      select * from public.bookings
      where status = 'paid' and done_at is null and no_show_at is null
        and booking_date between private.local_today() - 14 and private.local_today() - 1
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where (
      private.due_on_site_cents(visit, sums.collected_cents) > 0
      or visit.booking_date >= private.local_today() - 14
    )
    and not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

-- Cancels a booking: its time is available at once, `refund_cents` are queued for sending or owed by hand, and a
-- customer who paid or phoned gets an email. `expected_paid_cents` is the sum that the caller saw as paid and not
-- refunded, and not in a dispute. `acting_admin` cancels for the business; without one the customer does, and only
-- before the visit is done or missed. A refund other than `policy_cents` is noted in the history. `anyway`: the owner
-- was asked about an open dispute.
-- -> {outcome: cancelled | already_cancelled, refunds: [{id, payment_intent_id, amount_cents}]}; a refund that is owed
-- by hand has no payment_intent_id.
-- Raises booking_not_found (404), booking_past, booking_changed, payment_disputed (409), refund_too_large (400).
create function public.release_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  reason text,
  acting_admin uuid default null,
  policy_cents integer default null,
  anyway boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
  money record;
  new_refunds jsonb;
begin
  if booking.status = 'cancelled' then
    return jsonb_build_object('outcome', 'already_cancelled', 'refunds', '[]'::jsonb);
  end if;
  if acting_admin is null and (booking.done_at is not null or booking.no_show_at is not null) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  select * into money from private.money_of(booking.id);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  if refund_cents not between 0 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  end if;
  if acting_admin is null then
    perform private.act_as_customer();
  else
    if refund_cents > 0 then
      perform private.ask_about_dispute(booking.id, anyway);
    end if;
    perform private.act_as(acting_admin);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(booking.id, refund_cents, release_booking.reason) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.cancel(booking.id);
  if policy_cents is not null then
    perform private.note_change(
      booking.id,
      'refund_chosen',
      jsonb_build_object('refund_cents', policy_cents),
      jsonb_build_object('refund_cents', refund_cents)
    );
  end if;
  -- An address that never paid may be a stranger's: it gets no email. One given by phone is known.
  if money.paid_cents > 0 or booking.source = 'phone' then
    perform public.enqueue_mail(
      'booking_cancellation:' || booking.id,
      'booking_cancellation',
      booking.customer_email,
      booking.id,
      jsonb_strip_nulls(jsonb_build_object(
        'refund_cents', refund_cents,
        'by_hand_cents', (
          select sum((refund ->> 'amount_cents')::integer)
          from jsonb_array_elements(new_refunds) as refund
          where refund ->> 'payment_intent_id' is null
        )
      ))
    );
  end if;
  return jsonb_build_object('outcome', 'cancelled', 'refunds', new_refunds);
end;
$$;

-- Refunds part of what is kept of a booking, whose status stays: `refund_cents` are queued for sending or owed by hand,
-- and the customer gets an email with the `note`. `expected_paid_cents` is the sum that the owner saw as paid and not
-- refunded, and not in a dispute. The same `request` with the same amount counts once. `anyway`: the owner was asked
-- about an open dispute.
-- -> {outcome: refunded | already_refunded, refunds: private.refunds_of_request}
-- Raises booking_not_found (404), already_refunded_otherwise, booking_changed, payment_disputed (409),
-- refund_too_large, reason_too_long (400).
create function public.refund_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  request uuid,
  acting_admin uuid,
  note text default '',
  anyway boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
  made jsonb := private.refunds_of_request(booking.id, request);
  money record;
  written text := btrim(coalesce(refund_booking.note, ''));
begin
  if made is not null then
    if refund_cents <> (select sum((one ->> 'amount_cents')::integer) from jsonb_array_elements(made) as one) then
      raise exception using errcode = 'PT409', message = 'already_refunded_otherwise';
    end if;
    return jsonb_build_object('outcome', 'already_refunded', 'refunds', made);
  end if;
  select * into money from private.money_of(booking.id);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  elsif refund_cents not between 1 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  elsif length(written) > 200 then
    raise exception using errcode = 'PT400', message = 'reason_too_long';
  end if;
  perform private.ask_about_dispute(booking.id, anyway);
  perform private.act_as(acting_admin);
  perform private.add_refunds(
    booking.id, refund_cents, 'chosen_by_owner', request, least(refund_cents, private.overpaid_cents(booking))
  );
  made := private.refunds_of_request(booking.id, request);
  perform private.note_change(
    booking.id, 'refunded', null, jsonb_build_object('refund_cents', refund_cents, 'note', written)
  );
  perform public.enqueue_mail(
    'refund:' || request, 'refund', booking.customer_email, booking.id,
    jsonb_build_object(
      'refund_cents', refund_cents,
      'by_hand_cents', (
        select coalesce(sum((one ->> 'amount_cents')::integer), 0)
        from jsonb_array_elements(made) as one
        where one ->> 'payment_intent_id' is null
      ),
      'refund_reason', written
    )
  );
  return jsonb_build_object('outcome', 'refunded', 'refunds', made);
end;
$$;

-- Refunds what was paid too much for a booking. `anyway`: the owner was asked about an open dispute.
-- -> [{id, payment_intent_id, amount_cents}]; a refund that is owed by hand has no payment_intent_id.
-- Raises finding_not_found (404), finding_closed, nothing_to_refund, payment_disputed (409).
create function public.refund_excess(target_finding_id uuid, acting_admin uuid, anyway boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  excess integer := (
    select money.kept - booking.total_cents
    from public.bookings as booking, private.booking_money_facts(booking.id) as money
    where booking.id = finding.booking_id
  );
  new_refunds jsonb;
begin
  if finding.kind <> 'amount_unlike' or coalesce(excess, 0) <= 0 then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  perform private.ask_about_dispute(finding.booking_id, anyway);
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(finding.booking_id, excess, 'overpaid', null, excess) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.add_finding_step(finding.id, 'refunded');
  perform private.look_again(finding);
  return new_refunds;
end;
$$;

-- Retries a refund: a queued one is leased to the caller for two minutes, a failed one is replaced. One that is owed
-- by hand has no card to go to. `anyway`: the owner was asked about an open dispute.
-- -> {id, payment_intent_id, amount_cents} to send
-- Raises finding_not_found (404), finding_closed, refund_on_its_way, nothing_to_refund, payment_disputed (409).
create function public.retry_refund(target_finding_id uuid, acting_admin uuid, anyway boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  refund public.refunds := private.lock_stuck_refund(finding);
  sending_id uuid := refund.id;
begin
  -- Nothing to send: the payment was not made by card online.
  if refund.status = 'owed' then
    raise exception using errcode = 'PT409', message = 'nothing_to_refund';
  end if;
  perform private.ask_about_dispute(finding.booking_id, anyway);
  if refund.status = 'failed' then
    insert into public.refunds (
      payment_id, amount_cents, reason, attempts, next_attempt_at, sending_until, request_id, overpaid_cents
    )
    values (
      refund.payment_id, refund.amount_cents, refund.reason, 1,
      now() + interval '2 minutes', now() + interval '2 minutes', refund.request_id, refund.overpaid_cents
    )
    returning id into sending_id;
    update public.refunds set replaced_by = sending_id where id = refund.id;
  else
    update public.refunds
    set
      attempts = attempts + 1,
      next_attempt_at = now() + interval '2 minutes',
      sending_until = now() + interval '2 minutes'
    where id = refund.id;
  end if;
  perform private.add_finding_step(finding.id, 'retried');
  perform private.look_again(finding);
  return jsonb_build_object(
    'id', sending_id,
    'payment_intent_id', finding.stripe_payment_intent_id,
    'amount_cents', refund.amount_cents
  );
end;
$$;

-- The part of a payment in cents that is not refunded, and that no bank holds or took in a dispute. Refunds that wait to
-- be sent count as refunded.
create or replace function private.keepable_cents(payment public.payments) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case payment.status
      when 'succeeded' then payment.amount_cents - refunded.cents - disputed.cents
      else -refunded.cents
    end
    from private.refunded_of(payment) as refunded
    cross join lateral private.disputed_of(payment, payment.amount_cents - refunded.cents) as disputed
  );
end;
$$;

-- A booking as payments, changes and emails need it: its columns, when its hold ends (null: for good, or not held),
-- whether it is held, its money with what is due on site and what could go back to a card, whether a bank disputes a
-- payment, the open payment, and whether it was cancelled because of rain, in which case all is refunded. Null when it
-- is unknown.
create or replace function public.booking_for_payment(target_booking_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'expires_at', claim.expires_at,
    'has_claim', claim.id is not null,
    'is_rained_out', private.is_rained_out(booking.id),
    'more', private.more_of(booking),
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'disputed_cents', money.disputed_cents,
    'has_open_dispute', private.has_open_dispute(booking.id),
    'due_on_site_cents', private.due_on_site_cents(booking),
    'online_kept_cents', private.online_kept_cents(booking.id),
    'open_payment_intent_id', (
      select stripe_payment_intent_id
      from public.payments
      where booking_id = booking.id and status in ('requires_payment', 'processing', 'failed')
      order by created_at desc
      limit 1
    )
  )
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
$$;

-- Refunds what is left of a payment: queues the refund for sending, and the email to the customer. What a bank has taken
-- back is owed by hand, if anything is left of it. Returns the refund's id when the whole payment can be sent at once,
-- else null.
create or replace function private.refund_payment(payment public.payments, booking public.bookings, why text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  new_refund_id uuid;
  cents integer := private.keepable_cents(payment);
begin
  if cents <= 0 then
    return null;
  end if;
  insert into public.refunds (payment_id, amount_cents, reason, status)
  values (payment.id, cents, why, case when private.takes_refunds(payment) then 'pending' else 'owed' end)
  returning id into new_refund_id;
  perform private.look_at_refund(new_refund_id);
  perform public.enqueue_mail(
    'payment_refunded:' || payment.id,
    'payment_refunded',
    booking.customer_email,
    booking.id,
    jsonb_build_object('refund_cents', cents)
  );
  return case when cents = payment.amount_cents and private.takes_refunds(payment) then new_refund_id end;
end;
$$;

-- Spreads a refund over what is left of a booking's payments: those that go back to a card first, the newest before the
-- others. A refund of a payment on site, or of the rest of one that a bank has taken back, is owed by hand, nothing is
-- sent for it, and it becomes a finding at once. `request` is the form of a refund without cancelling, and excess_cents
-- what of the sum was paid too much. Returns the new refunds.
create or replace function private.add_refunds(
  target_booking_id uuid, refund_cents integer, why text, request uuid default null, excess_cents integer default 0
)
returns setof public.refunds
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  refund public.refunds;
  left_cents integer := refund_cents;
  excess_left integer := excess_cents;
  part integer;
begin
  for payment in
    select * from public.payments
    where booking_id = target_booking_id and status = 'succeeded'
    order by private.takes_refunds(payments) desc, settled_at desc
    for update
  loop
    part := least(left_cents, private.keepable_cents(payment));
    if part > 0 then
      left_cents := left_cents - part;
      insert into public.refunds (payment_id, amount_cents, reason, status, request_id, overpaid_cents)
      values (
        payment.id, part, why, case when private.takes_refunds(payment) then 'pending' else 'owed' end, request,
        nullif(least(excess_left, part), 0)
      )
      returning * into refund;
      excess_left := excess_left - coalesce(refund.overpaid_cents, 0);
      if refund.status = 'owed' then
        perform private.look_at_refund(refund.id);
      end if;
      return next refund;
    end if;
  end loop;
end;
$$;

-- The refunds of a booking that a form made: [{id, payment_intent_id, amount_cents}]; one that is owed by hand has no
-- payment_intent_id. Null without any. Those that replace a failed one are left out.
create or replace function private.refunds_of_request(target_booking_id uuid, request uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
    'amount_cents', refund.amount_cents
  ) order by refund.created_at, refund.id)
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  where refund.request_id = request
    and payment.booking_id = target_booking_id
    and not exists (select from public.refunds as failed where failed.replaced_by = refund.id);
$$;

-- What the page of a visit shows; null when the link is unknown, expired or revoked. It never names the booking, whose
-- id would open more, nor the address. `told` is the start that the link was sent for, null unless the visit was moved
-- since. `arrives_at` is the estimate of the moment when the visit was set on its way. `money` in cents, once the visit
-- is done: total with the tax and all tips, paid what was paid and not refunded, due what can be paid online now.
-- -> {state: booked | on_the_way | working | done | missed | cancelled | rained_out, first_name, service_name, add_ons,
-- car, booking_date, booking_time, duration_minutes, told: {date, time}, on_my_way_at, arrives_at, work_began_at,
-- done_at, money: {total_cents, tax_cents, tax_label, tip_cents, paid_cents, due_cents}}
create or replace function public.visit_status(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when booking.done_at is not null then 'done'
      when booking.no_show_at is not null then 'missed'
      when private.is_rained_out(booking.id) then 'rained_out'
      when booking.work_began_at is not null then 'working'
      when booking.on_my_way_at is not null then 'on_the_way'
      else 'booked'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'add_ons', booking.add_ons,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'told', case when (link.told_date, link.told_time) <> (booking.booking_date, booking.booking_time) then
      jsonb_build_object('date', link.told_date, 'time', to_char(link.told_time, 'HH24:MI'))
    end,
    'on_my_way_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute',
    'work_began_at', booking.work_began_at,
    'done_at', booking.done_at,
    'money', case when booking.done_at is not null and booking.status <> 'cancelled' then jsonb_build_object(
      'total_cents', booking.total_cents + later.tip_cents,
      'tax_cents', booking.tax_cents,
      'tax_label', booking.tax_label,
      'tip_cents', booking.tip_cents + later.tip_cents,
      'paid_cents', money.kept_cents,
      'due_cents', private.balance_cents(booking)
    ) end
  )
  from private.visit_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking.id) as money
  cross join lateral (
    select coalesce(sum(tip_cents), 0) as tip_cents
    from public.payments
    where booking_id = booking.id and status = 'succeeded'
  ) as later;
$$;

-- What the page of a payment link shows, in cents: due is the amount that can be paid online now, paid what was paid,
-- less refunds and what a bank holds or took in a dispute. `latest` is the last payment of the balance that arrived, or null. Null when the link is unknown,
-- revoked or expired. `booking_id` is for the server: the page must not reveal it.
-- -> {booking_id, state: due | processing | paid | cancelled | rained_out, first_name, service_name, booking_date,
-- booking_time, total_cents, tip_cents, tax_cents, tax_label, tax_lines, paid_cents, due_cents, latest: {amount_cents,
-- tip_cents, settled_at, is_refunded}}; tip_cents is the part of the total that was booked as a tip.
create or replace function public.balance_of_link(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'booking_id', booking.id,
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when private.due_on_site_cents(booking) = 0 then 'paid'
      when private.is_rained_out(booking.id) then 'rained_out'
      when exists (
        select from public.payments
        where booking_id = booking.id and purpose = 'balance' and status = 'processing'
      ) then 'processing'
      else 'due'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'total_cents', booking.total_cents,
    'tip_cents', booking.tip_cents,
    'tax_cents', booking.tax_cents,
    'tax_label', booking.tax_label,
    'tax_lines', booking.tax_lines,
    'paid_cents', money.kept_cents,
    'due_cents', private.balance_cents(booking),
    'latest', (
      select jsonb_build_object(
        'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents,
        'settled_at', payment.settled_at,
        'is_refunded', private.keepable_cents(payment) = 0
      )
      from public.payments as payment
      where payment.booking_id = booking.id and payment.purpose = 'balance' and payment.status = 'succeeded'
      order by payment.settled_at desc
      limit 1
    )
  )
  from private.payment_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking.id) as money;
$$;

-- What a booking's holder sees beyond its row, for each of the bookings that the caller may see. An email address
-- opens one booking.
-- -> [{booking_id, the customer's name, email, phone and address, more, the ids of photos, the parts of the price,
-- add_ons, later_tip_cents (with later payments, not in the total), paid_cents, refunded_cents, disputed_cents (of the
-- rest, held or taken by a bank), due_now_cents (0 unless a payment is awaited), due_on_site_cents,
-- hold_expires_at (null: not held, or permanent), hold_extensions}]
create or replace function public.booking_details(target_booking_ids uuid[], email text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'more', private.more_of(booking),
    'photos', private.photos_of(booking.id),
    'tax_lines', booking.tax_lines,
    'add_ons', booking.add_ons,
    'coupon_code', booking.coupon_code,
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'nearby_discount_cents', booking.nearby_discount_cents,
    'tip_cents', booking.tip_cents,
    'later_tip_cents', (
      select coalesce(sum(payment.tip_cents), 0) from public.payments as payment
      where payment.booking_id = booking.id and payment.status = 'succeeded'
    ),
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'disputed_cents', money.disputed_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'hold_expires_at', claim.expires_at,
    'hold_extensions', booking.hold_extensions
  )), '[]')
  from public.bookings as booking
  cross join lateral private.money_of(booking.id) as money
  left join public.slot_claims as claim on claim.booking_id = booking.id
  where booking.id = any (target_booking_ids)
    and (
      (
        cardinality(target_booking_ids) = 1
        and booking.customer_email = nullif(lower(btrim(booking_details.email)), '')
      )
      or (booking.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
$$;

-- A booking as its page shows it: its columns, `money`, `note` {text, version}, `customer_note`, when its hold ends (null: for good,
-- or not held), `called_off`, `drive_minutes` (private.drive_to), ids of `photos` and `timeline`. Raises administrators_only (403), booking_not_found (404).
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
    'drive_minutes', private.drive_to(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'disputed_cents', money.disputed_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      ),
      'overpaid_cents', private.overpaid_cents(booking)
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'customer_note', private.customer_note(booking),
    'photos', private.photos_of(booking.id),
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

-- Paid for bookings ahead, also for those cancelled because of rain, and due on site: of those, and of past visits in
-- the range.
create or replace function private.money_outstanding(from_day date, until_day date) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  today date := private.local_today();
begin
  return (
    with
      ahead as (
        select *
        from public.bookings
        -- No booking is further ahead than this.
        where booking_date between today and today + 1100
          and status not in ('pending_payment', 'cancelled')
          and done_at is null and no_show_at is null
        union all
        select booking.*
        from public.rain_answers as answer
        join public.bookings as booking on booking.id = answer.booking_id
        where answer.state in ('asked', 'declined')
          and booking.booking_date < today
          and booking.status not in ('pending_payment', 'cancelled')
          and exists (select from private.rain_of(booking))
      ),
      past as (
        select *
        from public.bookings
        where booking_date between from_day and least(until_day, today - 1)
          and status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        union all
        select *
        from public.bookings
        where booking_date between from_day and least(until_day, today)
          and status in ('deposit_paid', 'confirmed') and done_at is not null
      ),
      to_come as (
        select
          sums.paid_cents - sums.refunded_cents - sums.disputed_cents + sums.owed_cents as held_cents,
          private.due_on_site_cents(ahead, sums.collected_cents) as due_cents
        from ahead
        cross join lateral private.payment_sums(ahead.id) as sums
      ),
      over as (
        select private.due_on_site_cents(past, sums.collected_cents) as due_cents
        from past
        cross join lateral private.payment_sums(past.id) as sums
        where not exists (select from private.rain_of(past))
      )
    select jsonb_build_object(
      'held_cents', (select coalesce(sum(held_cents), 0) from to_come),
      'held_bookings', (select count(*) from to_come where held_cents > 0),
      'due_cents', (select coalesce(sum(due_cents), 0) from to_come),
      'due_bookings', (select count(*) from to_come where due_cents > 0),
      'open_cents', (select coalesce(sum(due_cents), 0) from over),
      'open_bookings', (select count(*) from over where due_cents > 0)
    )
  );
end;
$$;

revoke all on function
  private.is_charged_back, private.held_cents, private.takes_refunds, private.has_open_dispute,
  private.ask_about_dispute, private.disputed_of, private.payment_sums, private.money_of, private.customer_figures,
  private.phone_customer_figures, private.unmarked_visits, public.release_booking, public.refund_booking,
  public.refund_excess, public.retry_refund
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_dispute_over, private.is_charged_back, private.held_cents, private.takes_refunds, private.has_open_dispute,
  private.ask_about_dispute, private.disputed_of, private.payment_sums, private.money_of, public.release_booking,
  public.refund_booking, public.refund_excess, public.retry_refund
  to service_role;
