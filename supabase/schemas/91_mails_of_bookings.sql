-- Default emails about a booking, an offered time or a visit: Liquid, every value escaped. See 61_mail_templates.sql.

select private.add_default_mail(
  'booking_confirmation',
  'Booking confirmation',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your appointment is confirmed',
    private.mail_paragraph('Hello {{ customer_name }}, thank you for your booking. We bring everything we need. Please park with space all around and leave the keys handy.')
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_list(
      private.mail_line('Price', '{{ price }}'),
      private.mail_line_unless_zero('Coupon', 'discount', '−'),
      private.mail_line_unless_zero('{{ tax_label }}', 'tax'),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_line('<strong>Total</strong>', '<strong>{{ total }}</strong>'),
      private.mail_line('Paid<br>{{ payment_option_label }}', '{{ amount_paid }}'),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file adds the appointment to your calendar.')
  )
);

select private.add_default_mail(
  'phone_booking',
  'Phone booking',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your appointment is confirmed',
    private.mail_paragraph(
      'Hello {{ customer_name }}, thank you for your call. These are the details of your booking. We bring everything we '
      || 'need. Please park with space all around and leave the keys handy.'
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
      private.mail_line('<strong>Due on site</strong>', '<strong>{{ due_on_site }}</strong>')
    )
    || private.mail_paragraph('Please pay after the work by cash, card or e-transfer.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('To change or cancel, use the button or call us at {{ business_phone }}. {{ cancellation_policy }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file adds the appointment to your calendar.')
  )
);

select private.add_default_mail(
  'booking_rescheduled',
  'Booking rescheduled',
  'New time for your {{ service_name }}: {{ date }}, {{ time }}',
  private.mail_frame(
    'Now {{ date }} at {{ time }}. We come to you.',
    'Your appointment has a new time',
    rtrim(
      private.mail_paragraph('Hello {{ customer_name }}, your booking has been moved. Everything else stays the same, and your payments apply to the new time.')
      || private.mail_list(
        private.mail_line('New time', '<strong>{{ date }}<br>{{ time }}</strong>'),
        -- The former time is paler than a value.
        replace(
          private.mail_line('Before', '<s>{{ old_date }}<br>{{ old_time }}</s>'),
          'color:#10231f;', 'color:#5b675f;'
        ),
        private.mail_line('Service', '{{ service_name }}'),
        private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Paid', '{{ amount_paid }}'),
        '{% if due_on_site != "$0.00" %}',
        private.mail_line('<strong>Due on site</strong>', '<strong>{{ due_on_site }}</strong>'),
        '{% endif %}'
      )
      || private.mail_paragraph('If you didn’t ask for this, call us at {{ business_phone }}.')
      || private.mail_button('See your booking', '{{ booking_url }}')
      || private.mail_small_print('{{ cancellation_policy }}')
      || private.mail_small_print('Booking {{ booking_id }}. The attached file moves the appointment in your calendar.'),
      chr(10)
    )
  )
);

select private.add_default_mail(
  'booking_cancellation',
  'Booking cancellation',
  'Cancelled: {{ service_name }} on {{ date }}',
  private.mail_frame(
    'Your booking on {{ date }} is cancelled.',
    'Your booking is cancelled',
    private.mail_paragraph('Hello {{ customer_name }}, your appointment below is cancelled.')
    || private.mail_list(
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}'),
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || '{% if refund_amount != "$0.00" %}'
    || private.mail_paragraph(
      '{% if refund_to_card != "$0.00" %}We refund {{ refund_to_card }} to the card you paid with. Banks usually need '
      || 'five to ten days to show it.{% endif %}{% if refund_by_hand != "$0.00" %} We refund {{ refund_by_hand }} that '
      || 'you paid on site to you directly.{% endif %}'
    )
    || '{% else %}'
    || private.mail_paragraph('{{ cancellation_policy }}')
    || '{% endif %}'
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file removes the appointment from your calendar.')
  )
);

select private.add_default_mail(
  'payment_refunded',
  'Payment refunded',
  'We are refunding your payment of {{ refund_amount }}',
  private.mail_frame(
    'We refund your payment of {{ refund_amount }} to your card in full.',
    'We are refunding your payment in full',
    private.mail_paragraph('Hello {{ customer_name }}, we received a payment of {{ refund_amount }} for the booking below, but the time was no longer held, or the booking was already paid or cancelled. We refund all of it to the card you paid with. Banks usually need five to ten days to show it.')
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Requested time', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || private.mail_paragraph('We are sorry for the trouble. You can check the booking, or call us at {{ business_phone }} and we’ll find you a time.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Booking {{ booking_id }}')
  )
);

select private.add_default_mail(
  'booking_reminder',
  'Booking reminder',
  'Tomorrow at {{ time }}: your {{ service_name }}',
  private.mail_frame(
    'We come to you tomorrow, {{ date }}, at {{ time }}.',
    'See you tomorrow at {{ time }}',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'your {{ service_name }} is tomorrow, {{ date }}. Please park with space all around and take your valuables out '
        || 'of the car.'
      )
      || private.mail_list(
        private.mail_line('When', '{{ date }}, {{ time }}'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_unless_zero('Due on site', 'due_on_site')
      )
      || private.mail_button('See your booking', '{{ booking_url }}')
      || private.mail_small_print('To change your booking, call {{ business_phone }}. {{ cancellation_policy }}')
  )
);

select private.add_default_mail(
  'review_request',
  'Review request',
  'How was your {{ service_name }}?',
  private.mail_frame(
    'Your review helps other customers decide.',
    'How did we do?',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'thank you for having us detail your {{ car }}. If you have a minute, please leave a review. Two sentences are '
        || 'enough, and a photo is welcome.'
      )
      || private.mail_button('Leave a Review', '{{ review_url }}')
      || private.mail_small_print(
        'If something wasn’t right, reply to this email or call {{ business_phone }}, and we’ll fix it. '
        || '<a href="{{ booking_url }}" style="color:#5b675f;">See your booking</a>'
      )
      || private.mail_small_print(
        'You get this email because we detailed your car on {{ date }}. {{ business_name }}, {{ business_address }}, '
        || '{{ business_phone }}, {{ business_email }}. You’ll still get emails about your bookings. '
        -- Last, so that no punctuation after it becomes part of the address.
        || '<a href="{{ unsubscribe_url }}" style="color:#5b675f;">Unsubscribe from review requests</a>'
      )
  )
);

select private.add_default_mail(
  'receipt',
  'Receipt',
  'Your receipt for {{ service_name }}, {{ date }}',
  private.mail_frame(
    'Paid in full. Thank you.',
    'Paid in full. Thank you.',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph('this is your receipt for {{ service_name }} on {{ date }}.')
      || private.mail_list(
        private.mail_line('Service', '{{ service_name }}, {{ vehicle }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line('Price', '{{ price }}'),
        private.mail_line_unless_zero('Discount', 'discount', '&minus;'),
        private.mail_line_unless_zero('{{ tax_label }}', 'tax'),
        private.mail_line_unless_zero('Tip', 'receipt_tip'),
        private.mail_line('<strong>Total</strong>', '<strong>{{ receipt_total }}</strong>'),
        private.mail_line('Paid', '{{ receipt_payments }}'),
        private.mail_line_unless_zero('Refunded', 'receipt_given_back')
      )
      || private.mail_small_print(
        'Receipt {{ receipt_number }}. {{ business_name }}, {{ business_address }}. Keep this email for your records.'
      )
  )
);

select private.add_default_mail(
  'rain_day',
  'Rain day: three other times',
  'Rain on {{ date }}: pick another time for your {{ service_name }}',
  private.mail_frame(
    'We hold three times for you until {{ offered_until }}.',
    'Rain day: please choose a new time',
    private.mail_paragraph(
      'Hello {{ customer_name }}, we can’t come on {{ date }} at {{ time }} because of rain. We are sorry. '
        || 'We hold three other times for you, free of charge:'
    )
    || private.mail_list(
      '{% assign starts = offered_times | split: "\n" %}{% for start in starts %}',
      private.mail_line('{{ forloop.index }}', '<strong>{{ start }}</strong>'),
      '{% endfor %}'
    )
    || private.mail_button('Choose a time', '{{ offer_url }}')
    || '<p style="margin:20px 0 16px;">'
    || (
      'We hold them until {{ offered_until }}. Your payments apply to the new time, and nothing else about your '
        || 'booking changes. If none of them suits you, use the same button, or call us at {{ business_phone }}.</p>'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_small_print('<a href="{{ booking_url }}" style="color:#5b675f;">Booking {{ booking_id }}</a>. The button needs no login, so don’t forward this email.')
  )
);

select private.add_default_mail(
  'rain_day_called_off',
  'Rain day undone',
  'Good news: we come on {{ date }} after all',
  private.mail_frame(
    'Your appointment stands: {{ date }} at {{ time }}.',
    'Your appointment stands.',
    private.mail_paragraph(
      'Hello {{ customer_name }}, we emailed you about rain on {{ date }}. We can come after all, so your appointment '
        || 'stands. The other times are no longer held.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('If this no longer suits you, call us at {{ business_phone }}.')
  )
);

select private.add_default_mail(
  'waiting_list_offer',
  'Waiting list offer',
  'A time is available: {{ offered_times }}',
  private.mail_frame(
    'Held for you until {{ offered_until }}.',
    'A time is available',
    private.mail_paragraph(
      'Hello {{ customer_name }}, a time on your waiting list is available. We hold it for you '
        || 'until <strong>{{ offered_until }}</strong>:'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ offered_times }}</strong>'),
      private.mail_line('Service', '{{ service_name }}')
    )
    || private.mail_button('Book this time', '{{ offer_url }}')
    || '<p style="margin:20px 0 16px;">'
    || (
      'After that, we offer it to the next customer. Don’t need it? '
        || '<a href="{{ decline_url }}" style="color:#10231f;">Pass on this time</a>.</p>'
    )
    || private.mail_small_print('You get this email because this address is on our waiting list for that day.')
  )
);
