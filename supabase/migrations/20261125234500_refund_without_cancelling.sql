-- Refund without cancelling: refunds that the owner chose are not due again.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The form the owner refunded it with, without cancelling. What it refunds is not due again (docs/decisions/0112).
alter table public.refunds add column request_id uuid;
-- The part of it that was paid too much. It is due again when the price rises. Null like 0.
alter table public.refunds add column overpaid_cents integer;

-- The sums of a booking's succeeded payments in cents: all that was ever paid, what of it is refunded or about to be,
-- what of that is still owed by hand, what is collected as private.collected_cents, and what was paid online and is
-- not refunded. One row, to be joined laterally to many bookings.
create or replace function private.payment_sums(target_booking_id uuid) returns table (
  paid_cents integer, refunded_cents integer, owed_cents integer, collected_cents integer, online_kept_cents integer
)
language sql stable
begin atomic
  select
    coalesce(sum(payment.amount_cents), 0)::integer,
    coalesce(sum(refunded.cents), 0)::integer,
    coalesce(sum(refunded.owed_cents), 0)::integer,
    greatest(0, coalesce(
      sum(payment.amount_cents - payment.tip_cents - chosen.overpaid_cents)
        filter (where payment.amount_cents > refunded.cents - chosen.cents), 0
    ))::integer,
    coalesce(sum(payment.amount_cents - refunded.cents) filter (where payment.method = 'online'), 0)::integer
  from public.payments as payment
  cross join lateral private.refunded_of(payment) as refunded
  cross join lateral (
    select
      coalesce(sum(refund.amount_cents) filter (where refund.request_id is not null), 0) as cents,
      coalesce(sum(refund.overpaid_cents), 0) as overpaid_cents
    from public.refunds as refund
    where refund.payment_id = payment.id and refund.status <> 'failed'
  ) as chosen
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
end;

drop function private.add_refunds(uuid, integer, text);

-- Spreads a refund over a booking's payments: online payments first, the newest before the others. A refund of a
-- payment on site is owed by hand, nothing is sent for it, and it becomes a finding at once. `request` is the form of
-- a refund without cancelling, and excess_cents what of the sum was paid too much. Returns the new refunds.
create function private.add_refunds(
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
    order by (method = 'online') desc, settled_at desc
    for update
  loop
    part := least(left_cents, private.keepable_cents(payment));
    if part > 0 then
      left_cents := left_cents - part;
      insert into public.refunds (payment_id, amount_cents, reason, status, request_id, overpaid_cents)
      values (
        payment.id, part, why, case payment.method when 'online' then 'pending' else 'owed' end, request,
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

revoke all on function private.add_refunds from public, anon, authenticated, service_role;
grant execute on function private.add_refunds to service_role;

-- Refunds what was paid too much for a booking. -> refunds to send: [{id, payment_intent_id, amount_cents}]
-- Raises finding_not_found (404), finding_closed, nothing_to_refund (409).
create or replace function public.refund_excess(target_finding_id uuid, acting_admin uuid) returns jsonb
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
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id, 'payment_intent_id', payment.stripe_payment_intent_id, 'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(finding.booking_id, excess, 'overpaid', null, excess) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.add_finding_step(finding.id, 'refunded');
  perform private.look_again(finding);
  return new_refunds;
end;
$$;

-- Replaces the stuck refund of a finding by one that was paid back in another way. Raises refund_on_its_way,
-- nothing_to_refund (409).
create or replace function private.pay_back_by_hand(finding public.payment_findings) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds := private.lock_stuck_refund(finding);
  by_hand_id uuid;
begin
  -- A refund that a worker is sending may reach Stripe at any moment.
  if refund.sending_until > now() then
    raise exception using errcode = 'PT409', message = 'refund_on_its_way';
  end if;
  insert into public.refunds (payment_id, amount_cents, reason, status, request_id, overpaid_cents)
  values (
    refund.payment_id, refund.amount_cents, 'given_back_by_hand', 'succeeded', refund.request_id,
    refund.overpaid_cents
  )
  returning id into by_hand_id;
  update public.refunds set status = 'failed', replaced_by = by_hand_id where id = refund.id;
  perform private.sum_refunds(refund.payment_id);
end;
$$;

-- Retries a refund: a queued one is leased to the caller for two minutes, a failed one is replaced. One that is owed
-- by hand has no card to go to. -> {id, payment_intent_id, amount_cents} to send
-- Raises finding_not_found (404), finding_closed, refund_on_its_way, nothing_to_refund (409).
create or replace function public.retry_refund(target_finding_id uuid, acting_admin uuid) returns jsonb
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

-- Raises (409) why an email about a booking is no longer relevant: mail_outdated, it confirms a cancelled booking;
-- not_on_the_way, it says that the crew is; visit_not_tomorrow, it reminds of tomorrow; rain_times_gone, its link offers
-- nothing; payment_link_over, its link takes no payment; swap_over, it asks about a swap; receipt_withdrawn, it names an undone payment.
create or replace function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'refund', 'receipt', 'booking_message') then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
    when mail.template_type = 'payment_link' and not private.payment_mail_stands(mail) then 'payment_link_over'
    when mail.template_type = 'swap_request' and not private.swap_mail_stands(mail) then 'swap_over'
    when mail.template_type = 'on_my_way' and not private.on_my_way_mail_stands(mail) then 'not_on_the_way'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

-- The cents kept of a confirmed booking above its total, without tips given on site.
create function private.overpaid_cents(booking public.bookings) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.is_standing(booking.status)
    then greatest(0, (select kept from private.booking_money_facts(booking.id)) - booking.total_cents)
    else 0
  end;
end;
$$;

-- The refunds of a booking that a form made: [{id, payment_intent_id, method, amount_cents}]; a payment on site has no
-- payment_intent_id. Null without any. Those that replace a failed one are left out.
create function private.refunds_of_request(target_booking_id uuid, request uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', payment.stripe_payment_intent_id,
    'method', payment.method,
    'amount_cents', refund.amount_cents
  ) order by refund.created_at, refund.id)
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  where refund.request_id = request
    and payment.booking_id = target_booking_id
    and not exists (select from public.refunds as failed where failed.replaced_by = refund.id);
$$;

-- Refunds part of what is kept of a booking, whose status stays: `refund_cents` are queued for sending or owed by hand,
-- and the customer gets an email with the `note`. `expected_paid_cents` is the sum that the owner saw as paid and not
-- refunded. The same `request` with the same amount counts once.
-- -> {outcome: refunded | already_refunded, refunds: private.refunds_of_request}
-- Raises booking_not_found (404), already_refunded_otherwise, booking_changed (409), refund_too_large,
-- reason_too_long (400).
create function public.refund_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  request uuid,
  acting_admin uuid,
  note text default ''
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
  if money.paid_cents - money.refunded_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  elsif refund_cents not between 1 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  elsif length(written) > 200 then
    raise exception using errcode = 'PT400', message = 'reason_too_long';
  end if;
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
        where one ->> 'method' <> 'online'
      ),
      'refund_reason', written
    )
  );
  return jsonb_build_object('outcome', 'refunded', 'refunds', made);
end;
$$;

revoke all on function private.overpaid_cents, private.refunds_of_request, public.refund_booking
  from public, anon, authenticated, service_role;
grant execute on function private.overpaid_cents, private.refunds_of_request, public.refund_booking to service_role;

-- A booking as its page shows it: its columns, `money`, `note` {text, version}, when its hold ends (null: for good,
-- or not held), `called_off`, ids of `photos` and `timeline`. Raises administrators_only (403), booking_not_found (404).
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
      ),
      'overpaid_cents', private.overpaid_cents(booking)
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
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

select private.add_default_mail(
  'refund',
  'Refund',
  'We are refunding you {{ refund_amount }}',
  private.mail_frame(
    '{{ refund_amount }} of your payment for {{ service_name }}.',
    'We are refunding you {{ refund_amount }}',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('We are refunding you {{ refund_amount }} of what you paid for the booking below.')
    || '{% if refund_reason != "" %}'
    || private.mail_paragraph('{{ refund_reason }}')
    || '{% endif %}' || chr(10)
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || '{% if refund_to_card != "$0.00" %}'
    || private.mail_paragraph(
      '{{ refund_to_card }} goes to the card you paid with. Banks usually take five to ten days to show it.'
    )
    || '{% endif %}' || chr(10)
    || '{% if refund_by_hand != "$0.00" %}'
    || private.mail_paragraph('You paid {{ refund_by_hand }} on site. We will refund it to you directly.')
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}')
  )
);
