-- Tells the customer when a bank returns a refund, and why a disputed payment is not refunded.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A template that a later one has replaced stays: its update would put it back in use.
create or replace function pg_temp.reword_default_mail(kind text, label text, subject_line text, html text) returns void
language sql
as $$
  update public.email_templates as template
  set name = label, subject = subject_line, content = html
  from public.default_mails as former
  where former.template_type = kind and template.template_type = kind
    and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
    and not exists (
      select from public.email_templates as other
      where other.template_type = kind and other.updated_at > template.updated_at
    );
  update public.default_mails
  set name = label, subject = subject_line, content = html
  where template_type = kind;
$$;

select private.add_default_mail(
  'refund_failed',
  'Refund failed',
  'Your refund of {{ refund_amount }} did not arrive',
  private.mail_frame(
    'Your bank returned our refund of {{ refund_amount }}.',
    'Your refund did not arrive',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We sent {{ refund_amount }} to the card you paid with, and your bank returned it. Often the card has expired or '
      || 'was replaced.'
    )
    || private.mail_paragraph(
      'You don’t have to do anything: we will refund it to you another way. To tell us how, please reply to this email.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}')
  )
);

select pg_temp.reword_default_mail(
  'booking_cancellation',
  'Booking cancellation',
  'Cancelled: {{ service_name }} on {{ date }}',
  private.mail_frame(
    'Your booking on {{ date }} is cancelled.',
    'Your booking is cancelled',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('Your appointment below is cancelled.')
    || private.mail_list(
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}'),
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || '{% if refund_to_card != "$0.00" %}'
    || private.mail_paragraph(
      'We are refunding {{ refund_to_card }} to the card you paid with. Banks usually take five to ten days to show it.'
    )
    || '{% endif %}' || chr(10)
    || '{% if refund_by_hand != "$0.00" %}'
    || private.mail_paragraph('{{ refund_by_hand }} can’t go to a card. We will refund it to you directly.')
    || '{% endif %}' || chr(10)
    || '{% if amount_disputed != "$0.00" %}'
    || private.mail_paragraph('Your bank disputes {{ amount_disputed }} of your payment, so we don’t refund that part.')
    || '{% elsif refund_amount == "$0.00" %}'
    || private.mail_paragraph('{{ cancellation_policy }}')
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('We hope to see you another time,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file removes the appointment from your calendar.')
  )
);

select pg_temp.reword_default_mail(
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
    || private.mail_paragraph('{{ refund_by_hand }} can’t go to a card. We will refund it to you directly.')
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}')
  )
);

drop function pg_temp.reword_default_mail(text, text, text, text);

-- Raises (409) why an email about a booking is no longer relevant: mail_outdated, it confirms a cancelled booking;
-- not_on_the_way, it says that the crew is; visit_not_tomorrow, it reminds of tomorrow; rain_times_gone, its link offers
-- nothing; payment_link_over, its link takes no payment; swap_over, it asks about a swap; receipt_withdrawn, it names an undone payment.
create or replace function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'refund', 'refund_failed', 'receipt', 'booking_message')
      then 'mail_outdated'
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

-- Records a step of a refund. Steps only go forward: pending, sent, succeeded; a refund may still fail after that,
-- and one that failed at Stripe stays so. Updates its payment's sum. A refund that Stripe had and that failed is emailed
-- to the customer.
create or replace function private.note_refund(target_refund_id uuid, stripe_id text, new_status text, problem text) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  next_status text := new_status;
  wait interval;
begin
  -- The booking and its payment first, as everywhere, so that two reports about it go one after the other.
  perform from public.bookings
  where id = (
    select payment.booking_id
    from public.refunds as sent join public.payments as payment on payment.id = sent.payment_id
    where sent.id = target_refund_id
  )
  for update;
  perform from public.payments
  where id = (select payment_id from public.refunds where id = target_refund_id) for update;
  select * into refund from public.refunds where id = target_refund_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  if (refund.status = 'failed' and refund.stripe_refund_id is not null)
    or (refund.status = 'succeeded' and new_status in ('pending', 'sent'))
    or (refund.status = 'sent' and new_status = 'pending') then
    next_status := refund.status;
  end if;
  wait := coalesce(private.wait_after(greatest(refund.attempts, 1)), interval '1 day');
  update public.refunds
  set
    status = next_status,
    stripe_refund_id = coalesce(stripe_refund_id, stripe_id),
    last_error = left(problem, 1000),
    sending_until = null,
    next_attempt_at = case next_status when 'pending' then now() + wait else next_attempt_at end
  where id = refund.id;
  if next_status = 'failed' and refund.status in ('sent', 'succeeded') then
    update public.payments
    set reported_refunded_cents = greatest(reported_refunded_cents - refund.amount_cents, 0)
    where id = refund.payment_id;
  end if;
  perform private.sum_refunds(refund.payment_id);
  if next_status = 'failed' and refund.status <> 'failed'
    and coalesce(refund.stripe_refund_id, stripe_id) is not null then
    perform public.enqueue_mail(
      'refund_failed:' || refund.id, 'refund_failed', booking.customer_email, booking.id,
      jsonb_build_object('refund_cents', refund.amount_cents)
    )
    from public.payments as payment
    join public.bookings as booking on booking.id = payment.booking_id
    where payment.id = refund.payment_id;
  end if;
end;
$$;
