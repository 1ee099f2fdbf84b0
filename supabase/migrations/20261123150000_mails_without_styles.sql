-- Default emails as plain HTML without styles, which the server lays out: the functions that build them, the emails to
-- start over from, and the templates in use that the owner has not edited.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The HTML of an email: what the form of the editor reads back, in this order. The server adds the page around it and
-- all styles when it sends. `preview` is what an inbox shows beside the subject.
create or replace function private.mail_frame(preview text, heading text, body text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="preview" style="display:none">' || preview || '</p>' || chr(10)
    || '<h1>' || heading || '</h1>' || chr(10)
    || body;
$$;

-- A paragraph of an email.
create or replace function private.mail_paragraph(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p>' || content || '</p>' || chr(10);
$$;

-- A paragraph after the button.
create or replace function private.mail_sign_off(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="sign-off">' || content || '</p>' || chr(10);
$$;

-- A line of small print at the end of an email.
create or replace function private.mail_small_print(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="small-print">' || content || '</p>' || chr(10);
$$;

-- A link as a button. An email has one at most.
create or replace function private.mail_button(label text, href text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="button"><a href="' || href || '">' || label || '</a></p>' || chr(10);
$$;

-- The variable `name` as a code to type.
create or replace function private.mail_code(name text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="code">{{ ' || name || ' }}</p>' || chr(10);
$$;

-- A row of a mail_list: a label, and its value to the right.
create or replace function private.mail_line(label text, value text) returns text
language sql immutable set search_path = ''
as $$
  select '<tr><th scope="row">' || label || '</th><td>' || value || '</td></tr>' || chr(10);
$$;

-- A row for the amount in variable `name`, left out when it is "$0.00".
create or replace function private.mail_line_unless_zero(label text, name text, sign text default '') returns text
language sql immutable set search_path = ''
as $$
  select '{% if ' || name || ' != "$0.00" %}' || private.mail_line(label, sign || '{{ ' || name || ' }}') || '{% endif %}' || chr(10);
$$;

-- A table of mail_line rows.
create or replace function private.mail_list(variadic lines text[]) returns text
language sql immutable set search_path = ''
as $$
  select '<table class="details">' || chr(10) || array_to_string(lines, '') || '</table>' || chr(10);
$$;

revoke all on function private.mail_sign_off, private.mail_code from public, anon, authenticated, service_role;

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
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Thank you for your booking. We come to you and bring everything we need. Please park with space all around and '
      || 'leave the keys handy.'
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
      private.mail_line_unless_zero('{{ tax_label }}', 'tax'),
      private.mail_line_unless_zero('Tip', 'tip'),
      private.mail_line('<strong>Total</strong>', '<strong>{{ total }}</strong>'),
      private.mail_line('Paid<br>{{ payment_option_label }}', '{{ amount_paid }}'),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site')
    )
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
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
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Thank you for your call. These are the details of your booking. We come to you and bring everything we need. '
      || 'Please park with space all around and leave the keys handy.'
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
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
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
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We moved your booking to the time below. Everything else stays the same, and your payments apply to the new time.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Before', '<s>{{ old_date }}<br>{{ old_time }}</s>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}'),
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site')
    )
    || private.mail_paragraph('If you didn’t ask for this, call us at {{ business_phone }}.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you then,<br>{{ business_name }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking {{ booking_id }}. The attached file moves the appointment in your calendar.')
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
    || private.mail_paragraph('You paid {{ refund_by_hand }} on site. We will refund it to you directly.')
    || '{% endif %}' || chr(10)
    || '{% if refund_amount == "$0.00" %}'
    || private.mail_paragraph('{{ cancellation_policy }}')
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('We hope to see you another time,<br>{{ business_name }}')
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
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We received a payment of {{ refund_amount }} for the booking below, but the time was no longer held, or the '
      || 'booking was already paid or cancelled. We are refunding all of it to the card you paid with. Banks usually '
      || 'take five to ten days to show it.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('When', '{{ date }}<br>{{ time }}'),
      private.mail_line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || private.mail_paragraph('We’re sorry for the trouble. Call us at {{ business_phone }} and we’ll find you a time.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
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
        'Your {{ service_name }} is tomorrow, {{ date }}. Please park with space all around and take your valuables out '
        || 'of the car.'
      )
      || private.mail_list(
        private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_unless_zero('Due on site', 'due_on_site')
      )
      || private.mail_button('See your booking', '{{ booking_url }}')
      || private.mail_sign_off('See you tomorrow,<br>{{ business_name }}')
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
        'Thank you for having us detail your {{ car }}. If you have a minute, please leave a review. Two sentences are '
        || 'enough, and a photo is welcome.'
      )
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

select pg_temp.reword_default_mail(
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
        private.mail_line('Car', '{{ car }}'),
        private.mail_line('Price', '{{ price }}'),
        private.mail_line_unless_zero('Discount', 'discount', '−'),
        private.mail_line_unless_zero('{{ tax_label }}', 'tax'),
        private.mail_line_unless_zero('Tip', 'receipt_tip'),
        private.mail_line('<strong>Total</strong>', '<strong>{{ receipt_total }}</strong>'),
        private.mail_line('Paid', '{{ receipt_payments }}'),
        private.mail_line_unless_zero('Refunded', 'receipt_given_back')
      )
      || private.mail_sign_off('We look forward to your next visit,<br>{{ business_name }}')
      || private.mail_small_print('Receipt {{ receipt_number }}. Keep this email for your records.')
  )
);

select pg_temp.reword_default_mail(
  'rain_day',
  'Rain day: three other times',
  'Rain on {{ date }}: pick another time for your {{ service_name }}',
  private.mail_frame(
    'We hold three times for you until {{ offered_until }}.',
    'Rain day: please choose a new time',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We’re sorry: we can’t come on {{ date }} at {{ time }} because of rain. We hold three other times for you, free '
      || 'of charge:'
    )
    || private.mail_list(
      '{% assign starts = offered_times | split: "\n" %}{% for start in starts %}',
      private.mail_line('{{ forloop.index }}', '<strong>{{ start }}</strong>'),
      '{% endfor %}'
    )
    || private.mail_paragraph(
      'We hold them until <strong>{{ offered_until }}</strong>. Your payments apply to the new time, and nothing else '
      || 'about your booking changes.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}')
    )
    || private.mail_button('Choose a time', '{{ offer_url }}')
    || private.mail_sign_off('If none of them suits you, use the same button, or call us at {{ business_phone }}.')
    || private.mail_sign_off('See you soon,<br>{{ business_name }}')
    || private.mail_small_print('The button needs no login, so don’t forward this email. <a href="{{ booking_url }}">Booking {{ booking_id }}</a>')
  )
);

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
  'signup_confirmation',
  'Sign-up confirmation',
  'Confirm your email address for {{ business_name }}',
  private.mail_frame(
    'Confirm your address to finish your account.',
    'Confirm your email address',
    private.mail_paragraph('Please confirm {{ email }} to finish your account at {{ business_name }}. You can then see, move and cancel your bookings in one place.')
    || private.mail_button('Confirm email address', '{{ confirmation_url }}')
    || private.mail_sign_off('Or enter this code: <strong>{{ token }}</strong>')
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
    private.mail_paragraph('We received a request for a new password for the account of {{ email }}. The link works once, for a short time.')
    || private.mail_button('Choose a new password', '{{ confirmation_url }}')
    || private.mail_sign_off('Or enter this code: <strong>{{ token }}</strong>')
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
    || private.mail_sign_off('Or enter this code: <strong>{{ token }}</strong>')
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
    private.mail_paragraph('Use this link to sign in as {{ email }}. It works once, within an hour.')
    || private.mail_button('Sign in', '{{ confirmation_url }}')
    || private.mail_sign_off('Or enter this code: <strong>{{ token }}</strong>')
    || private.mail_small_print('If it wasn’t you, ignore this email. Don’t share the link or the code.')
  )
);

select pg_temp.reword_default_mail(
  'reauthentication',
  'Code to confirm it is you',
  'Your code for {{ business_name }} is {{ token }}',
  private.mail_frame(
    'A code to confirm that it is you.',
    'Confirm that it is you',
    private.mail_paragraph('Enter this code to change the password of your account. It works once, within an hour.')
    || private.mail_code('token')
    || private.mail_small_print('If it wasn’t you, another person is signed in as {{ email }}. Choose a new password, which logs out every other device.')
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
      '<strong>If it wasn’t you:</strong> open the login page, enter your email address and choose “Forgot Password?”. '
      || 'A new password logs out every other device. Then check the phone number and the second factor in your account.'
    )
    || private.mail_paragraph('<strong>These sign-in methods work for the account:</strong>')
    || '<ul>{% assign methods = sign_in_methods | split: "\n" %}{% for method in methods %}<li>{{ method }}</li>{% endfor %}</ul>' || chr(10)
    || private.mail_button('Open the login page', '{{ login_url }}')
    || private.mail_sign_off('If you can’t log in, call us at {{ business_phone }} or email {{ business_email }}.')
  )
);

select pg_temp.reword_default_mail(
  'inquiry_received',
  'Inquiry received',
  'Inquiry from {{ customer_name }}: {{ inquiry_subject }}',
  private.mail_frame(
    '{{ inquiry_message | truncate: 120 }}',
    '{{ inquiry_subject }}',
    private.mail_paragraph('{{ customer_name }} wrote through the contact form:')
    || '<blockquote>{% assign lines = inquiry_message | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</blockquote>' || chr(10)
    || private.mail_list(
      private.mail_line('From', '{{ customer_name }}<br><a href="mailto:{{ customer_email }}">{{ customer_email }}</a>'),
      '{% if booking_id != "" %}',
      private.mail_line('About booking', '{{ booking }}<br>{{ booking_id }}'),
      '{% endif %}'
    )
    || private.mail_small_print('Replies to this email go to {{ customer_email }}. This address is not verified, so don’t share private details of a booking.')
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

select pg_temp.reword_default_mail(
  'backup_missing',
  'Backup missing',
  'Your bookings have no new backup',
  private.mail_frame(
    'The last backup failed or is missing.',
    'A backup is missing',
    '{% if last_backup == "" %}'
    || private.mail_paragraph('There is no backup of your bookings yet. If the server is lost, they are lost too.')
    || '{% else %}'
    || private.mail_paragraph('The newest backup of your bookings is from {{ last_backup }}. If the server is lost, everything after that is lost too.')
    || '{% endif %}' || chr(10)
    || '{% if reason != "" %}'
    || private.mail_paragraph('The latest attempt failed: {{ reason }}')
    || '{% endif %}' || chr(10)
    || private.mail_paragraph('Please forward this email to the person who looks after your server. The server tries again every hour.')
    || private.mail_small_print('You get this email once a day until a backup succeeds.')
  )
);

drop function pg_temp.reword_default_mail;
