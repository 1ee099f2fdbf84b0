-- A booking's page.

-- Emails, texts, payments, refunds and changes of a booking in one list, the newest first. A change that an email or a
-- payment already shows is left out. A refund owed by hand names its finding: finding_id.
create function private.booking_timeline(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries (at, place, entry) as (
    select
      coalesce(mail.sent_at, mail.created_at), 3,
      jsonb_build_object(
        'kind', 'mail', 'id', mail.id, 'template_type', mail.template_type, 'to_email', mail.to_email,
        'status', mail.status, 'last_error', mail.last_error,
        'by', private.actor_of(target_booking_id, 'mail_resent', 'mail_id', mail.id),
        'message', case mail.template_type when 'booking_message' then mail.data ->> 'message' end
      )
    from public.mail_outbox as mail
    where mail.booking_id = target_booking_id
    union all
    select
      coalesce(message.delivered_at, message.sent_at, message.created_at), 4,
      jsonb_build_object(
        'kind', 'text', 'id', message.id, 'text_kind', message.kind, 'phone', message.phone,
        'status', message.status, 'last_error', message.last_error
      )
    from public.text_outbox as message
    where message.booking_id = target_booking_id
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
        'kind', 'refund', 'id', refund.id, 'method', coalesce(refund.method, payment.method), 'amount_cents', refund.amount_cents,
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
    where change.booking_id = target_booking_id and change.action not in ('payment_recorded', 'mail_resent', 'payment_link_sent', 'message_sent')
  )
  select coalesce(
    jsonb_agg(entry || jsonb_build_object('at', at) order by at desc, place desc, entry ->> 'id' desc), '[]'
  )
  from entries;
$$;

-- A booking as its page shows it: its columns, `money`, `note` {text, version}, `customer_note`, when its hold ends (null: for good,
-- or not held), `called_off`, `drive_minutes` (private.drive_to), ids of `photos`, the open `no_show_finding` or null, and `timeline`. Raises administrators_only (403), booking_not_found (404).
create function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address' || jsonb_build_object('more', private.optional_details(booking)),
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'drive_minutes', private.drive_to(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'disputed_cents', money.disputed_cents,
      'due_on_site_cents', money.due_on_site_cents,
      'online_kept_cents', money.online_kept_cents,
      'tip_on_site_cents', money.tip_cents,
      'overpaid_cents', money.overpaid_cents,
      'reduced_cents', money.reduced_cents,
      'reduced_tax_cents', money.reduced_tax_cents
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'customer_note', private.customer_note(booking),
    'photos', private.photos_of(booking.id),
    'no_show_finding', (
      select id from public.payment_findings where subject = 'no_show:' || booking.id and closed_at is null
    ),
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
  cross join lateral private.money_of(booking) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

revoke all on function public.booking_page from public, anon, authenticated, service_role;
grant execute on function public.booking_page to authenticated;
