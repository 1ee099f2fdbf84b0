-- Emails that say what is so: a refunded second payment leaves the visit as it is, a swap is a question to both, and a
-- customer who paid nothing reads nothing of money.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Changes the default wording, and the owner's template unless the owner changed it.
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

select pg_temp.reword_default_mail(
  'payment_refunded',
  'Payment refunded',
  'We are refunding your payment of {{ refund_amount }}',
  private.mail_frame(
    'We refund your payment of {{ refund_amount }} to your card in full.',
    'We are refunding your payment in full',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We received a payment of {{ refund_amount }} for the booking below, but the time was no longer held, or the '
      || 'booking was already paid or cancelled. We are refunding all of it to the card you paid with. Banks usually '
      || 'take five to ten days to show it.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || private.mail_paragraph(
      'We’re sorry for the trouble. A visit that is already booked and paid stays as it is. If you still need a time, '
      || 'call us at {{ business_phone }}.'
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}')
  )
);

select pg_temp.reword_default_mail(
  'swap_request',
  'Swap of times: question to the customer',
  'Could we come at another time on {{ date }}?',
  private.mail_frame(
    'Please answer by {{ offered_until }}. Otherwise your appointment stands.',
    'Could we come at another time?',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Your {{ service_name }} is booked for {{ date }} at {{ time }}. Would you swap times '
      || 'with another customer that day? It saves us a long drive. We’re asking both of you.'
    )
    || private.mail_list(private.mail_line('New time', '<strong>{{ offered_times }}</strong>'))
    || private.mail_paragraph(
      'Please answer by <strong>{{ offered_until }}</strong>. We email you if the time changes. If either of you says no, '
      || 'or doesn’t answer, your appointment stands as it is.'
    )
    || private.mail_button('Answer', '{{ offer_url }}')
    || private.mail_sign_off('Thank you,<br>{{ business_name }}')
    || private.mail_small_print('The button needs no login, so don’t forward this email. <a href="{{ booking_url }}">Booking {{ booking_id }}</a>')
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
      '{% if amount_paid != "$0.00" %}',
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>'),
      '{% endif %}'
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
    || '{% elsif refund_amount == "$0.00" and cancellation_policy != "" %}'
    || private.mail_paragraph('{{ cancellation_policy }}')
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('We hope to see you another time,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file removes the appointment from your calendar.')
  )
);
