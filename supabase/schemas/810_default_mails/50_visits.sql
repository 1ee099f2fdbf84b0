-- Default emails about a visit: Liquid, every value escaped. See 400_mail/30_templates.sql.

select private.add_default_mail(
  'booking_reminder',
  'Booking reminder',
  'Tomorrow at {{ time }}: your {{ service_name }}',
  private.mail_frame(
    'We come to you tomorrow, {{ date }}, at {{ time }}.',
    'See you tomorrow at {{ time }}',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'Your {{ service_name }} is tomorrow, {{ date }}. Please park with space all around and take your valuables out '
        || 'of the car.'
      )
      || private.mail_list(
        private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line_unless_zero('Due on site', 'due_on_site'),
        private.mail_line_if('Tax', 'due_on_site_tax')
      )
      -- Queued by a process of the former version, it has no visit_url.
      || '{% if visit_url %}'
      || private.mail_paragraph(
        'Tomorrow you can see here when we’re on our way: <a href="{{ visit_url }}">Follow your visit</a>'
      )
      || '{% endif %}' || chr(10)
      || private.mail_button('See your booking', '{{ booking_url }}')
      || private.mail_sign_off('See you tomorrow,<br>{{ business_name }}')
      || private.mail_small_print('To change your booking, call {{ business_phone }}. {{ cancellation_policy }}')
  )
);

select private.add_default_mail(
  'on_my_way',
  'On my way',
  'We’re on our way and arrive {{ arrival }}',
  private.mail_frame(
    'Follow your visit on its page.',
    'We’re on our way',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'We’re on our way to you for your {{ service_name }} and arrive <strong>{{ arrival }}</strong>. Please park with '
        || 'space all around and leave the keys handy.'
      )
      || private.mail_list(
        private.mail_line('Booked', '{{ date }}<br>{{ time }}'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line_unless_zero('Due on site', 'due_on_site'),
        private.mail_line_if('Tax', 'due_on_site_tax')
      )
      || private.mail_button('Follow your visit', '{{ visit_url }}')
      || private.mail_sign_off(
        'If something came up, call us at {{ business_phone }}. <a href="{{ booking_url }}">See your booking</a>'
      )
      || private.mail_sign_off('See you soon,<br>{{ business_name }}')
      || private.mail_small_print('The button needs no login. It shows how your visit stands, without your address.')
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
        'Thank you for having us detail your {{ car }}. If you have a minute, please leave a review. Two sentences are '
        || 'enough, and a photo is welcome.'
      )
      || '{% if visit_url %}'
      || private.mail_paragraph('Your receipt and your balance: <a href="{{ visit_url }}">Your visit</a>')
      || '{% endif %}' || chr(10)
      || private.mail_button('Leave a Review', '{{ review_url }}')
      || private.mail_sign_off(
        'If something wasn’t right, reply to this email or call {{ business_phone }}, and we’ll fix it. '
        || '<a href="{{ booking_url }}">See your booking</a>'
      )
      || private.mail_sign_off('Thank you,<br>{{ business_name }}')
      || private.mail_small_print(
        'You get this email because we detailed your car on {{ date }}. You’ll still get emails about your bookings. '
        -- Last, so that no punctuation after it becomes part of the address.
        || '<a href="{{ unsubscribe_url }}">Unsubscribe from review requests</a>'
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
      || private.mail_paragraph('This is your receipt for {{ service_name }} on {{ date }}.')
      || private.mail_list(
        private.mail_line('Service', '{{ service_name }}, {{ vehicle }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line('Price', '{{ price }}'),
        private.mail_line_unless_zero('Discount', 'discount', '−'),
        private.mail_nearby_discount(),
        private.mail_tax_lines(),
        private.mail_line_unless_zero('Tip', 'receipt_tip'),
        '{% if receipt_reduction %}'
          || private.mail_line_unless_zero('{{ receipt_reduction_label }}', 'receipt_reduction', '−')
          || '{% endif %}' || chr(10),
        private.mail_line('<strong>Total</strong>', '<strong>{{ receipt_total }}</strong>'),
        private.mail_line('Paid', '{{ receipt_payments }}'),
        private.mail_line_unless_zero('Refunded', 'receipt_given_back', '−'),
        '{% if receipt_owed %}' || private.mail_line_unless_zero('Still to be refunded', 'receipt_owed', '−')
          || '{% endif %}' || chr(10)
      )
      || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
      || private.mail_small_print('Receipt {{ receipt_number }}. Keep this email for your records.')
  )
);
