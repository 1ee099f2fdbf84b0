-- One booking, for those who run the business: all that is known of it, and what they do with it.

-- Raises administrators_only (403), booking_not_found (404).
create function private.lock_booking(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

-- Who did something that a change was kept of, found by the id it names.
create function private.actor_of(target_booking_id uuid, done_action text, named text, named_id uuid) returns text
language sql stable set search_path = ''
as $$
  select actor_label
  from public.booking_changes
  where booking_id = target_booking_id and action = done_action and "is" ->> named = named_id::text
  limit 1;
$$;

-- Mails, payments, refunds and changes of a booking in one list, the newest first. What a payment or a mail
-- says itself is no entry of its own.
create function private.booking_timeline(target_booking_id uuid) returns jsonb
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
    where payment.booking_id = target_booking_id and payment.status not in ('requires_payment', 'canceled')
    union all
    select
      refund.created_at, 2,
      jsonb_build_object(
        'kind', 'refund', 'id', refund.id, 'method', payment.method, 'amount_cents', refund.amount_cents,
        'status', refund.status, 'reason', refund.reason, 'last_error', refund.last_error
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

-- A booking as its page shows it: its columns, `money`, `note` {text, version}, when its hold ends (null: for
-- good, or not held) and `timeline`.
-- Raises administrators_only (403), booking_not_found (404).
create function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address',
    'hold_expires_at', claim.expires_at,
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
    'timeline', private.booking_timeline(booking.id)
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

-- Raises booking_cancelled, not_confirmed (409).
create function private.check_stands(booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  elsif booking.status = 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_confirmed';
  end if;
end;
$$;

-- Notes money that was given on site: `amount_cents` in all, `tip_cents` of it as a tip. The same `request_id`
-- counts once. When nothing is left to be paid, the booking is paid. -> {payment_id, status, due_on_site_cents}
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, amount_too_large
-- (409), invalid_payment (400).
create function public.record_payment(
  target_booking_id uuid,
  method text,
  amount_cents integer,
  tip_cents integer default 0,
  request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  noted_id uuid;
  due integer;
begin
  select id into noted_id from public.payments
  where payments.request_id = record_payment.request_id and booking_id = booking.id;
  if noted_id is null then
    perform private.check_stands(booking);
    if method not in ('cash', 'card', 'e_transfer') or amount_cents <= 0
      or tip_cents not between 0 and amount_cents then
      raise exception using errcode = 'PT400', message = 'invalid_payment';
    end if;
    if amount_cents - tip_cents > private.due_on_site_cents(booking) then
      raise exception using errcode = 'PT409', message = 'amount_too_large';
    end if;
    insert into public.payments
      (booking_id, method, amount_cents, tip_cents, status, settled_at, recorded_by, request_id)
    values (
      booking.id, record_payment.method, record_payment.amount_cents, record_payment.tip_cents, 'succeeded', now(),
      (select auth.uid()), record_payment.request_id
    )
    returning id into noted_id;
    perform private.note_change(booking.id, 'payment_recorded', null, jsonb_build_object(
      'payment_id', noted_id, 'method', method, 'amount_cents', amount_cents, 'tip_cents', tip_cents
    ));
    if private.due_on_site_cents(booking) = 0 then
      update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
    end if;
  end if;
  select * into booking from public.bookings where id = target_booking_id;
  return jsonb_build_object(
    'payment_id', noted_id, 'status', booking.status, 'due_on_site_cents', private.due_on_site_cents(booking)
  );
end;
$$;

-- The work is done; again is fine. Raises administrators_only (403), booking_not_found (404), booking_cancelled,
-- not_confirmed, too_early (409): before its day.
create function public.mark_done(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
begin
  perform private.check_stands(booking);
  if booking.booking_date > private.local_today() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set done_at = coalesce(done_at, now()), no_show_at = null where id = booking.id;
end;
$$;

-- Nobody was there, or no car; again is fine. Raises as mark_done; too_early before its start.
create function public.mark_no_show(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
begin
  perform private.check_stands(booking);
  if lower(private.span_of(booking)) > now() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set no_show_at = coalesce(no_show_at, now()), done_at = null where id = booking.id;
end;
$$;

-- Neither done nor missed after all. Raises administrators_only (403), booking_not_found (404).
create function public.undo_visit_mark(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_booking(target_booking_id);
  update public.bookings set done_at = null, no_show_at = null where id = target_booking_id;
end;
$$;

-- Writes what only the business knows of a booking over the version it read, 0 for none yet.
-- -> {text, version}
-- Raises administrators_only (403), booking_not_found (404), note_changed (409), note_too_long (400).
create function public.save_booking_note(target_booking_id uuid, note text, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  earlier public.booking_notes;
  written text := btrim(save_booking_note.note);
  new_version integer;
begin
  if length(written) > 4000 then
    raise exception using errcode = 'PT400', message = 'note_too_long';
  end if;
  select * into earlier from public.booking_notes where booking_id = booking.id for update;
  if earlier.note = written then
    return jsonb_build_object('text', earlier.note, 'version', earlier.version);
  end if;
  if coalesce(earlier.version, 0) <> save_booking_note.version then
    raise exception using errcode = 'PT409', message = 'note_changed';
  end if;
  insert into public.booking_notes as kept (booking_id, note)
  values (booking.id, written)
  on conflict (booking_id) do update set note = excluded.note, version = kept.version + 1
  returning kept.version into new_version;
  perform private.note_change(
    booking.id,
    'note',
    case when earlier.note <> '' then jsonb_build_object('note', earlier.note) end,
    jsonb_build_object('note', written)
  );
  return jsonb_build_object('text', written, 'version', new_version);
end;
$$;

-- What tells of a move tells of the last one.
create function private.send_again(mail public.mail_outbox, booking public.bookings, mail_key text) returns void
language sql set search_path = ''
as $$
  select public.enqueue_mail(
    mail_key,
    mail.template_type,
    mail.to_email,
    mail.booking_id,
    mail.data || case when mail.data ? 'sequence'
      then jsonb_build_object('sequence', booking.calendar_sequence) else '{}' end
  );
$$;

-- Sends a mail about a booking once more, with what it says now. Within a minute of the last time nothing more is
-- sent. -> {mail_id, outcome: queued | just_sent}
-- Raises administrators_only (403), mail_not_found (404), mail_outdated (409): it would say that a cancelled
-- booking stands, mail_refused (409): it is switched off, or its reader wants none.
create function public.resend_mail(mail_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mail public.mail_outbox;
  booking public.bookings;
  again text := 'again:' || resend_mail.mail_id || ':';
  sent_id uuid;
begin
  perform private.require_admin();
  select * into mail from public.mail_outbox where id = resend_mail.mail_id and booking_id is not null for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'mail_not_found';
  end if;
  select id into sent_id from public.mail_outbox as other
  where other.booking_id = mail.booking_id and starts_with(other.key, again)
    and other.created_at > now() - interval '1 minute'
  limit 1;
  if sent_id is not null then
    return jsonb_build_object('mail_id', sent_id, 'outcome', 'just_sent');
  end if;
  select * into booking from public.bookings where id = mail.booking_id;
  if booking.status = 'cancelled'
    and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'receipt') then
    raise exception using errcode = 'PT409', message = 'mail_outdated';
  end if;
  -- A reminder is known to be of its day by how its key ends.
  perform private.send_again(mail, booking, again || (
    select count(*) + 1 from public.mail_outbox as other
    where other.booking_id = mail.booking_id and starts_with(other.key, again)
  ) || ':' || booking.booking_date);
  select id into sent_id from public.mail_outbox as other
  where other.booking_id = mail.booking_id and starts_with(other.key, again) and other.created_at = now();
  if sent_id is null then
    raise exception using errcode = 'PT409', message = 'mail_refused';
  end if;
  perform private.note_change(mail.booking_id, 'mail_resent', null, jsonb_build_object(
    'mail_id', sent_id, 'template_type', mail.template_type
  ));
  return jsonb_build_object('mail_id', sent_id, 'outcome', 'queued');
end;
$$;

revoke all on function
  public.booking_page(uuid), public.record_payment(uuid, text, integer, integer, uuid), public.mark_done(uuid),
  public.mark_no_show(uuid), public.undo_visit_mark(uuid), public.save_booking_note(uuid, text, integer),
  public.resend_mail(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.booking_page(uuid), public.record_payment(uuid, text, integer, integer, uuid), public.mark_done(uuid),
  public.mark_no_show(uuid), public.undo_visit_mark(uuid), public.save_booking_note(uuid, text, integer),
  public.resend_mail(uuid)
  to authenticated;

revoke all on function
  private.lock_booking(uuid), private.actor_of(uuid, text, text, uuid), private.booking_timeline(uuid),
  private.check_stands(public.bookings), private.send_again(public.mail_outbox, public.bookings, text)
  from public;

-- Stores a booking taken by phone and its time, for good, and mails the link where there is an address.
-- `booking` has the columns of the table as keys; what the database decides is ignored. Its id comes from the
-- form: sent twice, it is one booking. -> its id
-- Raises slot_taken, coupon_used (409).
create function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
begin
  perform private.act_as(acting_admin);
  wanted.customer_email := nullif(lower(btrim(wanted.customer_email)), '');
  perform private.lock_email(coalesce(wanted.customer_email, wanted.customer_phone));
  if exists (select from public.bookings where id = wanted.id and source = 'phone') then
    return wanted.id;
  end if;
  perform private.lock_day(wanted.booking_date);
  perform private.drop_other_holds(wanted);
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code,
    free_cancellation_hours, location_type, address, city, province, postal_code
  )
  values (
    wanted.id, 'phone', 'confirmed', wanted.customer_name, wanted.customer_email, wanted.customer_phone,
    wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.car_model, wanted.car_year,
    wanted.booking_date, wanted.booking_time, wanted.duration_minutes, 'pay_later', wanted.price_cents,
    coalesce(wanted.discount_cents, 0), coalesce(wanted.tip_cents, 0), 0, wanted.total_cents, 0, 0,
    coalesce(wanted.tax_label, ''), wanted.coupon_code, wanted.free_cancellation_hours, 'mobile', wanted.address,
    wanted.city, wanted.province, wanted.postal_code
  );
  perform private.take_time(wanted, null);
  perform private.redeem_coupon(wanted);
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

revoke all on function public.book_by_phone(jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.book_by_phone(jsonb, uuid) to service_role;

select private.add_default_mail(
  'phone_booking',
  'Booking by phone',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your car has an appointment',
    private.mail_paragraph(
      'Hello {{ customer_name }}, thank you for your call. Here is what we agreed on. We come to you with everything '
      || 'we need: please leave the car where we can reach it on all sides, and the keys within reach.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_line_unless_zero('Paid', 'amount_paid'),
      private.mail_line('<strong>To pay on site</strong>', '<strong>{{ due_on_site }}</strong>')
    )
    || private.mail_paragraph('You pay when the work is done: cash, card or e-transfer.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Something is not right, or your plans change? Use the button, or call us at {{ business_phone }}. {{ cancellation_policy }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file puts the appointment into your calendar.')
  )
);

-- A refund is not always one to a card any more. A wording of the business's own stays as it is.
create function pg_temp.tell_both_ways(content text) returns text
language sql immutable set search_path = ''
as $$
  select replace(
    content,
    'The refund goes back to the card you paid with. Banks usually need five to ten days to show it.',
    '{% if refund_to_card != "$0.00" %}{{ refund_to_card }} goes back to the card you paid with. Banks usually need '
      || 'five to ten days to show it.{% endif %}{% if refund_by_hand != "$0.00" %} {{ refund_by_hand }} that you '
      || 'paid on site we give back to you ourselves.{% endif %}'
  );
$$;
update public.email_templates set content = pg_temp.tell_both_ways(content)
where template_type = 'booking_cancellation';
update public.default_mails set content = pg_temp.tell_both_ways(content)
where template_type = 'booking_cancellation';
drop function pg_temp.tell_both_ways(text);
