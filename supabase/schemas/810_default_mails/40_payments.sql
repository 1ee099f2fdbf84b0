-- Default emails about payments: Liquid, every value escaped. See 400_mail/30_templates.sql.

select private.add_default_mail(
  'payment_link',
  'Payment link',
  'Pay {{ due_on_site }} online for your {{ service_name }}',
  private.mail_frame(
    '{{ due_on_site }} is left to pay. You can add a tip.',
    'Pay the balance online',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      '{{ due_on_site }} is left to pay for {{ service_name }} on {{ date }}. You can pay it '
      || 'online now, and add a tip if you like.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}'),
      private.mail_line('Total', '{{ total }}'),
      private.mail_tax_lines('of that, '),
      private.mail_paid_lines(private.mail_line_unless_zero('Paid', 'amount_paid')),
      private.mail_line('<strong>Balance</strong>', '<strong>{{ due_on_site }}</strong>')
    )
    -- A process of the former version has no pay_until.
    || '{% if pay_until %}' || private.mail_paragraph('The link works until {{ pay_until }}.') || '{% endif %}' || chr(10)
    || private.mail_button('Pay {{ due_on_site }}', '{{ pay_url }}')
    || private.mail_sign_off('Thank you,<br>{{ business_name }}')
    || private.mail_small_print(
      'The link needs no login. If you would rather pay by cash, card or e-transfer, tell us on site or call '
      || '{{ business_phone }}.'
    )
  )
);

select private.add_default_mail(
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
      'We are refunding {{ refund_to_card }} the way you paid. Banks usually show a refund within 5 to 10 business days.'
    )
    || '{% endif %}' || chr(10)
    || '{% if refund_by_hand != "$0.00" %}'
    || private.mail_paragraph(
      '{{ refund_by_hand }} can’t go to a card. We will send it by e-transfer or pay it in cash, and contact you to arrange it.'
    )
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}')
  )
);

select private.add_default_mail(
  'refund_failed',
  'Refund failed',
  'Your refund of {{ refund_amount }} did not arrive',
  private.mail_frame(
    'Our refund of {{ refund_amount }} came back.',
    'Your refund did not arrive',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We sent {{ refund_amount }} the way you paid, and it came back. Often a card has expired or was replaced.'
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

-- To the business.
select private.add_default_mail(
  'payment_disputed',
  'Payment disputed',
  'A payment of {{ dispute_amount }} is disputed: answer by {{ dispute_due }}',
  private.mail_frame(
    '{{ customer_name }}’s bank asks about {{ dispute_amount }}.',
    'A payment is disputed',
    private.mail_paragraph(
      'The bank of {{ customer_name }} disputes a payment of {{ dispute_amount }}. Reason: {{ dispute_reason }}. Stripe '
      || 'takes the amount from your account until it is decided.'
    )
    || private.mail_paragraph(
      'Open the booking, save the evidence as a file, and send it in Stripe by {{ dispute_due }}. Without an answer the '
      || 'amount is lost.'
    )
    || private.mail_button('Open the booking', '{{ dispute_url }}')
  )
);
