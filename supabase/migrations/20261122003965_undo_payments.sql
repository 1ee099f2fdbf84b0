-- A payment that was noted by hand on the wrong booking is taken back.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- canceled: noted by hand, and taken back.
alter table public.payments
  drop constraint payments_on_site_have_arrived,
  add constraint payments_on_site_have_arrived check (
    method = 'online' or status in ('succeeded', 'canceled')
  ) not valid;

-- Receipts that tell of a payment are not true any more once it is taken back: what waits is not sent, unless
-- somebody is just sending it, and their keys are free for the payment that does arrive.
create function private.withdraw_receipts(payment public.payments) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set
    key = key || ':withdrawn:' || payment.id,
    status = case when status = 'queued' and coalesce(locked_until, '-infinity') <= now() then 'dropped' else status end
  where booking_id = payment.booking_id and template_type = 'receipt'
    and created_at >= payment.settled_at and key not like '%:withdrawn:%';
$$;

-- What its reader has of the receipts that a payment took along when it was taken back: sent, dropped (nothing went
-- out), none (there was nothing to send).
create function private.withdrawn_receipt(payment public.payments) returns text
language sql stable set search_path = ''
as $$
  select case
    when bool_or(status in ('sent', 'queued')) then 'sent'
    when count(*) > 0 then 'dropped'
    else 'none'
  end
  from public.mail_outbox
  where booking_id = payment.booking_id and key like '%:withdrawn:' || payment.id;
$$;

-- Whatever status a booking had before it was paid, where it is not paid without that payment, or was called paid
-- because of it.
create function private.take_back_paid(booking public.bookings, payment public.payments) returns void
language plpgsql set search_path = ''
as $$
declare
  made_paid public.booking_changes;
begin
  select * into made_paid from public.booking_changes as change
  where change.booking_id = booking.id and change."is" ->> 'status' = 'paid'
  order by change.id desc limit 1;
  if booking.status = 'paid' and made_paid.was ->> 'status' is not null and (
    made_paid.at = payment.settled_at
    or booking.total_cents > greatest(booking.due_now_cents, private.collected_cents(booking.id))
  ) then
    update public.bookings set status = made_paid.was ->> 'status' where id = booking.id;
  end if;
end;
$$;

-- Takes back a payment that was noted by hand, as if it had never been noted; again is fine.
-- -> {status, due_on_site_cents, receipt}: how the booking stands then, and whether its customer was mailed a receipt
-- with that payment: sent, dropped (it had not gone out), none.
-- Raises administrators_only (403), booking_not_found (404), payment_online, payment_refunded (409).
create function public.undo_payment(target_payment_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(
    (select booking_id from public.payments where id = target_payment_id)
  );
  payment public.payments;
begin
  select * into payment from public.payments where id = target_payment_id for update;
  if payment.method = 'online' then
    raise exception using errcode = 'PT409', message = 'payment_online';
  end if;
  if exists (select from public.refunds where payment_id = payment.id) then
    raise exception using errcode = 'PT409', message = 'payment_refunded';
  end if;
  if payment.status = 'succeeded' then
    update public.payments set status = 'canceled', settled_at = null where id = payment.id;
    perform private.note_change(booking.id, 'payment_undone', jsonb_build_object(
      'payment_id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents,
      'tip_cents', payment.tip_cents
    ), null);
    perform private.take_back_paid(booking, payment);
    perform private.withdraw_receipts(payment);
  end if;
  select * into booking from public.bookings where id = booking.id;
  return jsonb_build_object(
    'status', booking.status,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'receipt', private.withdrawn_receipt(payment)
  );
end;
$$;

revoke all on function
  private.withdraw_receipts(public.payments), private.withdrawn_receipt(public.payments),
  private.take_back_paid(public.bookings, public.payments), public.undo_payment(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.undo_payment(uuid) to authenticated;

-- As before, with what was noted by hand and taken back.
create or replace function private.booking_timeline(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries (at, place, entry) as (
    select
      coalesce(mail.sent_at, mail.created_at), 3,
      jsonb_build_object(
        'kind', 'mail', 'id', mail.id, 'template_type', mail.template_type, 'to_email', mail.to_email,
        'status', mail.status, 'last_error', mail.last_error,
        'by', private.actor_of(target_booking_id, 'mail_resent', 'mail_id', mail.id)
      )
    from public.mail_outbox as mail
    where mail.booking_id = target_booking_id
    union all
    select
      coalesce(payment.settled_at, payment.created_at), 1,
      jsonb_build_object(
        'kind', 'payment', 'id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents, 'status', payment.status, 'last_error', payment.last_error,
        'by', private.actor_of(target_booking_id, 'payment_recorded', 'payment_id', payment.id)
      )
    from public.payments as payment
    where payment.booking_id = target_booking_id
      and (payment.status not in ('requires_payment', 'canceled') or payment.method <> 'online')
    union all
    select
      refund.created_at, 2,
      jsonb_build_object(
        'kind', 'refund', 'id', refund.id, 'method', payment.method, 'amount_cents', refund.amount_cents,
        'status', refund.status, 'reason', refund.reason, 'last_error', refund.last_error,
        'finding_id', (
          select id from public.payment_findings
          where refund_id = refund.id and reason = 'owed_by_hand' and closed_at is null
        )
      )
    from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where payment.booking_id = target_booking_id
    union all
    select
      change.at, 0,
      jsonb_build_object(
        'kind', 'change', 'id', change.id, 'action', change.action, 'by', change.actor_label,
        'was', change.was, 'is', change."is"
      )
    from public.booking_changes as change
    where change.booking_id = target_booking_id and change.action not in ('payment_recorded', 'mail_resent')
  )
  select coalesce(
    jsonb_agg(entry || jsonb_build_object('at', at) order by at desc, place desc, entry ->> 'id' desc), '[]'
  )
  from entries;
$$;

-- Raises (409) why a mail about a booking would not be true now: mail_outdated, it says that a cancelled booking
-- stands; visit_not_tomorrow, it reminds of tomorrow; rain_times_gone, its link offers nothing any more;
-- receipt_withdrawn, it tells of a payment that was taken back.
create or replace function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'receipt') then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;
