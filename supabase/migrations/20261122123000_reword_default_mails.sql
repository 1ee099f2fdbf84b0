-- Rewords the default emails: those to start over from, and the templates in use that the owner has not edited.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A template that a later one has replaced stays: its update would put it back in use.
create function pg_temp.reword_default_mail(kind text, label text, subject_line text, html text) returns void
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
  'signup_confirmation',
  'Sign-up confirmation',
  'Confirm your email address for {{ business_name }}',
  private.mail_frame(
    'Confirm your address to finish your account.',
    'Confirm your email address',
    private.mail_paragraph('An account at {{ business_name }} was created with the address {{ email }}. Confirm it to see, move and cancel your bookings in one place.')
    || private.mail_button('Confirm email address', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it wasn’t you, ignore this email. Nothing happens without the confirmation.')
  )
);

select pg_temp.reword_default_mail(
  'password_recovery',
  'Password recovery',
  'Choose a new password for {{ business_name }}',
  private.mail_frame(
    'A link to choose a new password.',
    'Choose a new password',
    private.mail_paragraph('A new password was requested for the account of {{ email }}. The link works once, for a short time.')
    || private.mail_button('Choose a new password', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it wasn’t you, ignore this email. Your password doesn’t change.')
  )
);

select pg_temp.reword_default_mail(
  'email_change',
  'Change of email address',
  'Confirm the change of your email address',
  private.mail_frame(
    'Confirm the new email address of your account.',
    'Confirm the change of your email address',
    private.mail_paragraph('The email address of your account at {{ business_name }} will change to {{ new_email }}. Please confirm this change.')
    || private.mail_button('Confirm the change', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it wasn’t you, don’t confirm. Choose a new password instead.')
  )
);

select pg_temp.reword_default_mail(
  'magic_link',
  'Sign-in link',
  'Your sign-in link for {{ business_name }}',
  private.mail_frame(
    'A link that signs you in, without a password.',
    'Sign in to your account',
    rtrim(
      private.mail_paragraph('Use this link to sign in as {{ email }}. It works once, within an hour.')
      || private.mail_button('Sign in', '{{ confirmation_url }}')
      || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
      || private.mail_small_print('If it wasn’t you, ignore this email. Don’t share the link or the code.'),
      chr(10)
    )
  )
);

select pg_temp.reword_default_mail(
  'reauthentication',
  'Code to confirm it is you',
  'Your code for {{ business_name }} is {{ token }}',
  private.mail_frame(
    'A code to confirm that it is you.',
    'Confirm that it is you',
    rtrim(
      private.mail_paragraph('Enter this code to change the password of your account. It works once, within an hour.')
      || '<p style="margin:24px 0 8px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:0.18em;color:#10231f;">'
      || '{{ token }}</p>' || chr(10)
      || private.mail_small_print('If it wasn’t you, another person is signed in as {{ email }}. Choose a new password, which logs out every other device.'),
      chr(10)
    )
  )
);

select pg_temp.reword_default_mail(
  'sign_in_changed',
  'Changed sign-in details',
  'Your sign-in details for {{ business_name }} changed',
  private.mail_frame(
    '{{ change }}',
    'Your sign-in details changed',
    private.mail_paragraph('{{ change }} It happened on {{ changed_at }}, in the account of {{ email }}.')
    || private.mail_paragraph('If it was you, you don’t need to do anything.')
    || private.mail_paragraph(
      '<strong style="color:#10231f;">If it wasn’t you:</strong> open the login page, enter your email address and choose '
      || '“Forgot Password?”. A new password logs out every other device. Then check the phone number and the second '
      || 'factor in your account.'
    )
    || private.mail_button('Open the login page', '{{ login_url }}')
    || private.mail_paragraph('If you can’t log in, call us at {{ business_phone }} or email {{ business_email }}.')
    || private.mail_paragraph(
      '<strong style="color:#10231f;">These sign-in methods work for the account:</strong>'
      || '{% assign methods = sign_in_methods | split: "\n" %}{% for method in methods %}<br>{{ method }}{% endfor %}'
    )
  )
);

select pg_temp.reword_default_mail(
  'inquiry_received',
  'Inquiry received',
  'Inquiry from {{ customer_name }}: {{ inquiry_subject }}',
  private.mail_frame(
    '{{ inquiry_message | truncate: 120 }}',
    '{{ inquiry_subject }}',
    rtrim(
      private.mail_paragraph('{{ customer_name }} wrote through the contact form:')
      || '<p style="margin:0 0 20px;padding:16px 20px;border-left:3px solid #b98a2f;background-color:#fcfbf7;color:#10231f;">'
      || '{% assign lines = inquiry_message | split: "\n" %}{% for line in lines %}{{ line }}'
      || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>' || chr(10)
      || private.mail_list(
        private.mail_line('From', '{{ customer_name }}<br><a href="mailto:{{ customer_email }}" style="color:#10231f;">{{ customer_email }}</a>'),
        '{% if booking_id != "" %}',
        private.mail_line('About booking', '{{ booking }}<br>{{ booking_id }}'),
        '{% endif %}'
      )
      || private.mail_small_print('Replies to this email go to {{ customer_email }}. This address is not verified, so don’t share private details of a booking.'),
      chr(10)
    )
  )
);

select pg_temp.reword_default_mail(
  'inquiries_held_back',
  'Inquiries held back',
  'Held back: {{ held_back }}',
  private.mail_frame(
    'More messages than usual came in. All are stored.',
    'Held back: {{ held_back }}',
    private.mail_paragraph(
      'More messages than usual came through the contact form within an hour. '
      || 'Messages after the first 60 are in your inquiries and aren’t emailed to you.'
    )
    || private.mail_paragraph('Release the genuine ones and delete the rest.')
    || private.mail_button('Open held-back inquiries', '{{ inbox_url }}')
  )
);

drop function pg_temp.reword_default_mail;
