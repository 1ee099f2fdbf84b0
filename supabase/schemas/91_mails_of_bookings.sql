-- Default emails about a booking, an offered time or a visit: Liquid, every value escaped. See 61_mail_templates.sql.

select private.add_default_mail(
  'booking_confirmation',
  'Booking confirmation',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ date }} at {{ time }}. We come to you.',
    'Your car has an appointment',
    private.mail_paragraph('Hello {{ customer_name }}, thank you for your booking. We come to you with everything we need: please leave the car where we can reach it on all sides, and the keys within reach.')
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
    || private.mail_small_print('Booking {{ booking_id }}. The attached file puts the appointment into your calendar.')
  )
);

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

select private.add_default_mail(
  'booking_rescheduled',
  'Booking rescheduled',
  'New time for your {{ service_name }}: {{ date }}, {{ time }}',
  private.mail_frame(
    'Now {{ date }} at {{ time }}. We come to you.',
    'Your appointment has a new time',
    rtrim(
      private.mail_paragraph('Hello {{ customer_name }}, your booking has been moved. Everything else stays as it was, and what you paid counts for the new time.')
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
      || private.mail_paragraph('Did you not ask for this? Call us at {{ business_phone }}.')
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
    'Your booking of {{ date }} is cancelled.',
    'Your booking is cancelled',
    private.mail_paragraph('Hello {{ customer_name }}, your appointment below is cancelled, and its time is free again.')
    || private.mail_list(
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}'),
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || '{% if refund_amount != "$0.00" %}'
    || private.mail_paragraph(
      '{% if refund_to_card != "$0.00" %}{{ refund_to_card }} goes back to the card you paid with. Banks usually need '
      || 'five to ten days to show it.{% endif %}{% if refund_by_hand != "$0.00" %} {{ refund_by_hand }} that you '
      || 'paid on site we give back to you ourselves.{% endif %}'
    )
    || '{% else %}'
    || private.mail_paragraph('{{ cancellation_policy }}')
    || '{% endif %}'
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file takes the appointment out of your calendar.')
  )
);

select private.add_default_mail(
  'payment_refunded',
  'Payment refunded',
  'We are refunding your payment of {{ refund_amount }}',
  private.mail_frame(
    'Your payment of {{ refund_amount }} goes back to your card in full.',
    'Your payment goes back in full',
    private.mail_paragraph('Hello {{ customer_name }}, we received a payment of {{ refund_amount }} for the booking below that we cannot keep: the time was no longer held when it arrived, or the booking was already paid or cancelled. All of it goes back to the card you paid with. Banks usually need five to ten days to show it.')
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Time asked for', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || private.mail_paragraph('We are sorry for the trouble. You can see how the booking stands, or call us at {{ business_phone }} and we will find you a time.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Booking {{ booking_id }}')
  )
);

select private.add_default_mail(
  'booking_reminder',
  'Reminder of the day before',
  'Tomorrow at {{ time }}: your {{ service_name }}',
  private.mail_frame(
    'We come to you tomorrow, {{ date }}, at {{ time }}.',
    'See you tomorrow at {{ time }}',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'your {{ service_name }} is tomorrow, {{ date }}. Please leave the car where we can walk around it, '
        || 'and take out what you would miss.'
      )
      || private.mail_list(
        private.mail_line('When', '{{ date }}, {{ time }}'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_unless_zero('To pay on site', 'due_on_site')
      )
      || private.mail_button('View Your Booking', '{{ booking_url }}')
      || private.mail_small_print('Something came up? Call {{ business_phone }}. {{ cancellation_policy }}')
  )
);

select private.add_default_mail(
  'review_request',
  'Request for a review',
  'How was your {{ service_name }}?',
  private.mail_frame(
    'Two sentences and a few stars help the next person decide.',
    'How did we do?',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'thank you for having us look after your {{ car }}. If you have a minute, tell others how it went: two '
        || 'sentences and a few stars are plenty, and a photo is welcome.'
      )
      || private.mail_button('Leave a Review', '{{ review_url }}')
      || private.mail_small_print(
        'Was something not right? Reply to this mail or call {{ business_phone }}, and we make it good. '
        || '<a href="{{ booking_url }}" style="color:#5b675f;">See your booking</a>'
      )
      || private.mail_small_print(
        'You get this because we detailed your car on {{ date }}. {{ business_name }}, {{ business_address }}, '
        || '{{ business_phone }}, {{ business_email }}. Mails about your own bookings come in any case. '
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
      || private.mail_paragraph('this is your receipt for the {{ service_name }} of {{ date }}.')
      || private.mail_list(
        private.mail_line('Service', '{{ service_name }}, {{ vehicle }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line('Price', '{{ price }}'),
        private.mail_line_unless_zero('Discount', 'discount', '&minus;'),
        private.mail_line_unless_zero('{{ tax_label }}', 'tax'),
        private.mail_line_unless_zero('Tip', 'receipt_tip'),
        private.mail_line('<strong>Total</strong>', '<strong>{{ receipt_total }}</strong>'),
        private.mail_line('Paid', '{{ receipt_payments }}'),
        private.mail_line_unless_zero('Given back', 'receipt_given_back')
      )
      || private.mail_small_print(
        'Receipt {{ receipt_number }}. {{ business_name }}, {{ business_address }}. Keep this mail for your records.'
      )
  )
);

select private.add_default_mail(
  'rain_day',
  'Rain day: three other times',
  'Rain on {{ date }}: pick another time for your {{ service_name }}',
  private.mail_frame(
    'We hold three times for you until {{ offered_until }}.',
    'Rained out. When suits you instead?',
    private.mail_paragraph(
      'Hello {{ customer_name }}, it is too wet for good work on {{ date }}, so your appointment at {{ time }} is off. '
        || 'We are sorry. We hold three other times for you, free of charge:'
    )
    || private.mail_list(
      '{% assign starts = offered_times | split: "\n" %}{% for start in starts %}',
      private.mail_line('{{ forloop.index }}', '<strong>{{ start }}</strong>'),
      '{% endfor %}'
    )
    || private.mail_button('Choose a time', '{{ offer_url }}')
    || '<p style="margin:20px 0 16px;">'
    || (
      'We hold them until {{ offered_until }}. What you paid counts for the new time, and nothing else about your '
        || 'booking changes. None of them suits? Say so behind the same button, or call us at {{ business_phone }}.</p>'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_small_print('<a href="{{ booking_url }}" style="color:#5b675f;">Booking {{ booking_id }}</a>. The button needs no login: whoever has this mail can choose.')
  )
);

select private.add_default_mail(
  'rain_day_called_off',
  'Rain day called off',
  'Good news: we come on {{ date }} after all',
  private.mail_frame(
    'Your appointment stands: {{ date }} at {{ time }}.',
    'The weather holds: we come as booked.',
    private.mail_paragraph(
      'Hello {{ customer_name }}, we wrote to you about rain on {{ date }}. It looks dry after all, so your appointment '
        || 'stands as you booked it, and the other times are no longer held.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_small_print('Does that no longer suit you? Call us at {{ business_phone }}.')
  )
);

select private.add_default_mail(
  'waiting_list_offer',
  'Waiting list: a time is free',
  'A time is free: {{ offered_times }}',
  private.mail_frame(
    'Yours until {{ offered_until }}. We come to you.',
    'A time is free, and it is yours first.',
    private.mail_paragraph(
      'Hello {{ customer_name }}, you asked us to tell you when a time is free. One is now, and we hold it for you '
        || 'until <strong>{{ offered_until }}</strong>:'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ offered_times }}</strong>'),
      private.mail_line('Service', '{{ service_name }}')
    )
    || private.mail_button('Book this time', '{{ offer_url }}')
    || '<p style="margin:20px 0 16px;">'
    || (
      'After that it goes to the next in line. Not needed any more? '
        || '<a href="{{ decline_url }}" style="color:#10231f;">Give it to the next</a>, and somebody else is glad.</p>'
    )
    || private.mail_small_print('You get this mail because this address was left on our waiting list for that day.')
  )
);
