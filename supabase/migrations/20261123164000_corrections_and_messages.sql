-- The owner corrects the details of a booking, and writes to its customer.

set local lock_timeout = '5s';
set local statement_timeout = '60s';
set local check_function_bodies = off;

-- Corrects who a booking is for, the car, the place or the optional details. `was` and `changes` name the same
-- columns: what the owner saw, and what is true. The customer gets an email; when the address changes, the former one
-- does too, and waiting emails go to the new one. The booking stays with its account, and joins no other one.
-- -> {notified: the address, or null without one}
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_changed when
-- something in `was` is no longer so (409), details_invalid (400).
create function public.correct_booking(target_booking_id uuid, was jsonb, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.lock_booking(target_booking_id);
  after public.bookings;
  correctable jsonb := private.correctable_columns(before);
  owners_note text;
  notified text[];
begin
  perform private.check_stands(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if changes = '{}' or not correctable @> was
    or array(select jsonb_object_keys(changes) order by 1) <> array(select jsonb_object_keys(was) order by 1) then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := jsonb_populate_record(before, changes);
  after.customer_email := nullif(lower(btrim(after.customer_email)), '');
  select note into owners_note from public.customers where email = before.customer_email and note <> '';
  begin
    update public.bookings
    set
      customer_name = after.customer_name,
      customer_email = after.customer_email,
      customer_phone = after.customer_phone,
      car_model = after.car_model,
      car_year = after.car_year,
      address = after.address,
      city = after.city,
      province = after.province,
      postal_code = after.postal_code,
      gate_access = after.gate_access,
      has_water = after.has_water,
      has_power = after.has_power,
      customer_notes = after.customer_notes
    where id = before.id
    returning * into after;
  exception when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end;
  if before.customer_email is distinct from after.customer_email then
    -- The owner's note about the customer goes along when this was their last booking with the former address.
    update public.customers
    set note = owners_note, note_version = note_version + 1
    where email = after.customer_email and note = '' and owners_note is not null
      and not exists (select from public.customers where email = before.customer_email);
    update public.mail_outbox
    set to_email = coalesce(after.customer_email, to_email),
      status = case when after.customer_email is null then 'dropped' else status end
    where booking_id = before.id and status = 'queued' and to_email = before.customer_email;
  end if;
  perform private.mail_correction(before, after, changes);
  return jsonb_build_object('notified', after.customer_email);
end;
$$;

-- The columns that the owner may correct, as they are. The price, the time and the account are not among them.
create function private.correctable_columns(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'customer_name', booking.customer_name, 'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone, 'car_model', booking.car_model, 'car_year', booking.car_year,
    'address', booking.address, 'city', booking.city, 'province', booking.province,
    'postal_code', booking.postal_code
  ) || private.more_of(booking);
$$;

-- Queues the emails about a correction: what is true now, and to a former address only that emails go elsewhere.
create function private.mail_correction(before public.bookings, after public.bookings, changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  occasion text := 'booking_corrected:' || after.id || ':' || (
    select max(id) from public.booking_changes where booking_id = after.id
  );
  -- `former`: the reader is no longer the booking's.
  shared jsonb := jsonb_build_object('reply_to', (select info_email from private.business), 'former', '');
begin
  perform public.enqueue_mail(
    occasion, 'booking_corrected', after.customer_email, after.id,
    shared || jsonb_build_object('changes', private.correction_in_words(after, changes))
  );
  if before.customer_email is distinct from after.customer_email then
    perform public.enqueue_mail(
      occasion || ':former', 'booking_corrected', before.customer_email, after.id,
      shared || jsonb_build_object(
        'changes', 'Emails about this booking now go to another address.', 'former', 'yes'
      )
    );
  end if;
end;
$$;

-- The corrected details, a line each: "Phone: +19055550142".
create function private.correction_in_words(booking public.bookings, changes jsonb) returns text
language sql stable set search_path = ''
as $$
  select string_agg(line, chr(10) order by place)
  from (
    values
      (1, array['customer_name'], 'Name: ' || booking.customer_name),
      (2, array['customer_email'], 'Email: ' || booking.customer_email),
      (3, array['customer_phone'], 'Phone: ' || private.phone_in_words(booking.customer_phone)),
      (4, array['car_model', 'car_year'], concat_ws(' ', 'Car:', booking.car_year, booking.car_model)),
      (5, array['address', 'city', 'province', 'postal_code'], format(
        'Address: %s, %s, %s %s', booking.address, booking.city, booking.province, booking.postal_code
      )),
      (6, array['gate_access', 'has_water', 'has_power', 'customer_notes'], 'Notes and access: updated')
  ) as told (place, columns, line)
  where changes ?| columns;
$$;

-- "+19055550142" -> "(905) 555-0142"; any other number stays the same.
create function private.phone_in_words(phone text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(phone, '^\+1(\d{3})(\d{3})(\d{4})$', '(\1) \2-\3');
$$;

-- Emails a booking's customer what the owner wrote, 1 to 2,000 characters; the same request again sends nothing.
-- Raises administrators_only (403), booking_not_found (404), no_email_address (409), message_invalid (400).
create function public.send_booking_message(target_booking_id uuid, message text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  written text := btrim(send_booking_message.message, E' \t\r\n');
begin
  if booking.customer_email is null or private.is_forgotten(booking.customer_email) then
    raise exception using errcode = 'PT409', message = 'no_email_address';
  end if;
  if coalesce(length(written), 0) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'message_invalid';
  end if;
  perform public.enqueue_mail(
    'booking_message:' || request_id, 'booking_message', booking.customer_email, booking.id,
    jsonb_build_object('message', written, 'reply_to', (select info_email from private.business))
  );
  perform private.note_change(booking.id, 'message_sent', null, jsonb_build_object('mail_id', mail.id))
  from public.mail_outbox as mail
  where mail.key = 'booking_message:' || request_id and mail.created_at = now();
end;
$$;

revoke all on function public.correct_booking, public.send_booking_message
  from public, anon, authenticated, service_role;
grant execute on function public.correct_booking, public.send_booking_message to authenticated;

create or replace function private.booking_timeline(target_booking_id uuid) returns jsonb
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
    where change.booking_id = target_booking_id and change.action not in ('payment_recorded', 'mail_resent', 'payment_link_sent', 'message_sent')
  )
  select coalesce(
    jsonb_agg(entry || jsonb_build_object('at', at) order by at desc, place desc, entry ->> 'id' desc), '[]'
  )
  from entries;
$$;

create or replace function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'receipt', 'booking_message') then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
    when mail.template_type = 'payment_link' and not private.payment_mail_stands(mail) then 'payment_link_over'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

create or replace function private.customer_data_of(whose text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  booking_ids uuid[];
begin
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  return jsonb_build_object(
    'customer', (select to_jsonb(customer) - 'search_text' from public.customers as customer where email = whose),
    'account', private.account_data_of(private.account_of(whose)),
    'unsubscribed_at', (select unsubscribed_at from public.mail_choices where email = whose),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_data(booking) || jsonb_build_object(
          'note', (select note from public.booking_notes where booking_id = booking.id)
        ) order by booking.created_at
      ), '[]')
      from private.bookings_of(whose) as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id = any (booking_ids)
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(inquiry) order by inquiry.created_at), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = whose
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = whose
    ),
    -- Without their data, which may hold a token that still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at,
        'message', case mail.template_type when 'booking_message' then mail.data ->> 'message' end
      ) order by mail.created_at), '[]')
      from private.mails_of(booking_ids, whose) as mail
    )
  );
end;
$$;

select private.add_default_mail(
  'booking_corrected',
  'Details corrected',
  'Details of your booking changed: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ service_name }} on {{ date }} at {{ time }}.',
    'Details of your booking changed',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('We changed these details of your {{ service_name }} on {{ date }} at {{ time }}:')
    || '<blockquote>{% assign lines = changes | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</blockquote>' || chr(10)
    || '{% if former == "" %}'
    || private.mail_paragraph('<a href="{{ booking_url }}">See your booking</a>')
    || '{% endif %}' || chr(10)
    || private.mail_paragraph('If something is wrong, reply to this email or call us at {{ business_phone }}.')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
  )
);

select private.add_default_mail(
  'booking_message',
  'Message to a customer',
  'About your booking on {{ date }}',
  private.mail_frame(
    '{{ message | truncate: 120 }}',
    'About your booking',
    private.mail_paragraph('Hello {{ customer_name }},')
    || '<p>{% assign lines = message | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>' || chr(10)
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print(
      'You can reply to this email. It is about your {{ service_name }} on {{ date }} at {{ time }}: '
      || '<a href="{{ booking_url }}">see your booking</a>.'
    )
  )
);

revoke all on function
  private.correctable_columns, private.mail_correction, private.correction_in_words, private.phone_in_words
  from public;

reset check_function_bodies;
