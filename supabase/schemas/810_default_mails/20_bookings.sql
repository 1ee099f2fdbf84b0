-- Default emails about a booking or an offered time: Liquid, every value escaped. See 400_mail/30_templates.sql.

select private.add_default_mail(
  'booking_confirmation',
  'Booking confirmation',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your appointment is confirmed',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Thank you for your booking. We come to you. Please park with space all around and leave the keys handy. If there '
      || 'is no water tap or power outlet on site, please call us at {{ business_phone }}.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_nearby_discount(),
      private.mail_tax_lines(),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_line('<strong>Total</strong>', '<strong>{{ total }}</strong>'),
      private.mail_paid_lines(private.mail_line('Paid<br>{{ payment_option_label }}', '{{ amount_paid }}')),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site'),
      private.mail_untaxed_line()
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file adds the appointment to your calendar.')
  )
);

select private.add_default_mail(
  'phone_booking',
  'Phone booking',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your appointment is confirmed',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Thank you for your call. These are the details of your booking. We come to you. Please park with space all around '
      || 'and leave the keys handy. If there is no water tap or power outlet on site, please call us at {{ business_phone }}.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_nearby_discount(),
      private.mail_tax_lines(),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_paid_lines(private.mail_line_unless_zero('Paid', 'amount_paid')),
      private.mail_line('<strong>Due on site</strong>', '<strong>{{ due_on_site }}</strong>'),
      private.mail_untaxed_line()
    )
    || private.mail_paragraph('Please pay after the work by cash, card or e-transfer.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
    || private.mail_small_print('To change or cancel, use the button or call us at {{ business_phone }}. {{ cancellation_policy }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file adds the appointment to your calendar.')
  )
);

select private.add_default_mail(
  'booking_rescheduled',
  'Booking rescheduled',
  'New time for your {{ service_name }}: {{ date }}, {{ time }}',
  private.mail_frame(
    'Now {{ date }} at {{ time }}. We come to you.',
    'Your appointment has a new time',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Your booking has moved to the time below. Everything else stays the same, and your payments apply to the new time.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Before', '<s>{{ old_date }}<br>{{ old_time }}</s>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}'),
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_refunded_lines(),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site'),
      private.mail_line_if('Tax', 'due_on_site_tax')
    )
    || private.mail_paragraph('If you didn’t ask for this, call us at {{ business_phone }}.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you then,<br>{{ business_name }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file moves the appointment in your calendar.')
  )
);

select private.add_default_mail(
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
      '{% if refunded_before %}' || private.mail_line_unless_zero('Refunded before', 'refunded_before', '−')
        || '{% endif %}' || chr(10),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>'),
      '{% endif %}'
    )
    || '{% if refund_to_card != "$0.00" %}'
    || private.mail_paragraph(
      'We are refunding {{ refund_to_card }} the way you paid. Banks usually show a refund within 5 to 10 business days.'
    )
    || '{% endif %}' || chr(10)
    || '{% if refund_by_hand != "$0.00" %}'
    || private.mail_paragraph(
      '{{ refund_by_hand }} can’t go to a card. We will send it by e-transfer or pay it in cash, and contact you to arrange it.'
    )
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

select private.add_default_mail(
  'payment_refunded',
  'Payment refunded',
  'We are refunding your payment of {{ refund_amount }}',
  private.mail_frame(
    'We refund your payment of {{ refund_amount }} in full.',
    'We are refunding your payment in full',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We received a payment of {{ refund_amount }} for the booking below, but the time was no longer held, or the '
      || 'booking was already paid or cancelled. We are refunding all of it the way you paid. Banks usually '
      || 'show a refund within 5 to 10 business days.'
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

select private.add_default_mail(
  'rain_day',
  'Rain day: other times',
  'Rain on {{ date }}: pick another time for your {{ service_name }}',
  private.mail_frame(
    'We hold other times for you until {{ offered_until }}.',
    'Rain day: please choose a new time',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We’re sorry: we can’t come on {{ date }} at {{ time }} because of rain. We hold these times for you, free of '
      || 'charge:'
    )
    || private.mail_list(
      -- A process of the former version has no offered_choices.
      '{% assign starts = offered_times | split: "\n" %}'
        || '{% if offered_choices %}{% assign choices = offered_choices | split: "\n" %}{% endif %}'
        || '{% for start in starts %}',
      private.mail_line(
        '{{ forloop.index }}',
        '{% if offered_choices %}<strong><a href="{{ offer_url }}&amp;choice={{ choices[forloop.index0] }}">{{ start }}</a></strong>'
          || '{% else %}<strong>{{ start }}</strong>{% endif %}'
      ),
      '{% endfor %}'
    )
    || private.mail_paragraph(
      'We hold them until <strong>{{ offered_until }}</strong>. Your payments apply to the new time, and nothing else '
      || 'about your booking changes.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('Choose a time', '{{ offer_url }}')
    || private.mail_sign_off('If none of them suits you, use the same button, or call us at {{ business_phone }}.')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
    || private.mail_small_print('The button needs no login, so don’t forward this email. <a href="{{ booking_url }}">Booking {{ booking_id }}</a>')
  )
);

select private.add_default_mail(
  'rain_day_called_off',
  'Rain day undone',
  'Good news: we come on {{ date }} after all',
  private.mail_frame(
    'Your appointment stands: {{ date }} at {{ time }}.',
    'Your appointment stands',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We emailed you about rain on {{ date }}. We can come after all, so your appointment stands. The other times are '
      || 'no longer held.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('If this no longer suits you, call us at {{ business_phone }}.')
    || private.mail_sign_off('See you then,<br>{{ business_name }}')
  )
);

select private.add_default_mail(
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

select private.add_default_mail(
  'waiting_list_offer',
  'Waiting list offer',
  'A time is available: {{ offered_times }}',
  private.mail_frame(
    'Held for you until {{ offered_until }}.',
    'A time is available',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'A time on your waiting list is available. We hold it for you until <strong>{{ offered_until }}</strong>:'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ offered_times }}</strong>'),
      private.mail_line('Service', '{{ service_name }}')
    )
    || private.mail_button('Book this time', '{{ offer_url }}')
    || private.mail_sign_off(
      'After that, we offer it to the next customer. Don’t need it? <a href="{{ decline_url }}">Pass on this time</a>'
    )
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('You get this email because this address is on our waiting list for that day.')
  )
);
