-- Default emails about an account, and those to the owner: Liquid, every value escaped. See 61_mail_templates.sql.

select private.add_default_mail(
  'signup_confirmation',
  'Sign-up confirmation',
  'Confirm your e-mail address for {{ business_name }}',
  private.mail_frame(
    'One click, and your account is ready.',
    'Confirm your e-mail address',
    private.mail_paragraph('Somebody, hopefully you, made an account at {{ business_name }} with the address {{ email }}. Confirm it, and you can see, move and cancel your bookings in one place.')
    || private.mail_button('Confirm e-mail address', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it was not you, ignore this mail: without the confirmation nothing happens.')
  )
);

select private.add_default_mail(
  'password_recovery',
  'Password recovery',
  'Choose a new password for {{ business_name }}',
  private.mail_frame(
    'A link to choose a new password.',
    'Choose a new password',
    private.mail_paragraph('Somebody asked for a new password for the account of {{ email }}. The link works once and for a short time.')
    || private.mail_button('Choose a new password', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it was not you, ignore this mail: your password stays as it is.')
  )
);

select private.add_default_mail(
  'email_change',
  'Change of e-mail address',
  'Confirm the change of your e-mail address',
  private.mail_frame(
    'Your account is about to get another e-mail address.',
    'Confirm the change of your e-mail address',
    private.mail_paragraph('The e-mail address of your account at {{ business_name }} is about to change to {{ new_email }}. Please confirm that this is what you want.')
    || private.mail_button('Confirm the change', '{{ confirmation_url }}')
    || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || private.mail_small_print('If it was not you, do not confirm, and choose a new password.')
  )
);

select private.add_default_mail(
  'magic_link',
  'Sign-in link',
  'Your sign-in link for {{ business_name }}',
  private.mail_frame(
    'A link that signs you in, without a password.',
    'Sign in to your account',
    rtrim(
      private.mail_paragraph('Somebody, hopefully you, wants to sign in as {{ email }}. The link works once, and for an hour.')
      || private.mail_button('Sign in', '{{ confirmation_url }}')
      || private.mail_small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
      || private.mail_small_print('If it was not you, ignore this mail, and pass neither link nor code on.'),
      chr(10)
    )
  )
);

select private.add_default_mail(
  'reauthentication',
  'Code to confirm it is you',
  'Your code for {{ business_name }} is {{ token }}',
  private.mail_frame(
    'A code to confirm that it is you.',
    'Confirm that it is you',
    rtrim(
      private.mail_paragraph('Enter this code to change the password of your account. It works once, and for an hour.')
      || '<p style="margin:24px 0 8px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:0.18em;color:#10231f;">'
      || '{{ token }}</p>' || chr(10)
      || private.mail_small_print('If it was not you, somebody is signed in as {{ email }}: choose a new password, which signs out everyone else.'),
      chr(10)
    )
  )
);

select private.add_default_mail(
  'sign_in_changed',
  'Changed sign-in details',
  'Your sign-in details for {{ business_name }} changed',
  private.mail_frame(
    '{{ change }}',
    'Your sign-in details changed',
    private.mail_paragraph('{{ change }} It happened on {{ changed_at }}, in the account of {{ email }}.')
    || private.mail_paragraph('If it was you, there is nothing to do.')
    || private.mail_paragraph(
      '<strong style="color:#10231f;">If it wasn’t you:</strong> open the login page, enter your email address and choose '
      || '“Forgot Password?”. A new password logs out every other device. Then check the phone number and the second '
      || 'factor in your account.'
    )
    || private.mail_button('Open the login page', '{{ login_url }}')
    || private.mail_paragraph('If you can’t log in, call us at {{ business_phone }} or write to {{ business_email }}.')
    || private.mail_paragraph(
      '<strong style="color:#10231f;">These sign in to the account now:</strong>'
      || '{% assign methods = sign_in_methods | split: "\n" %}{% for method in methods %}<br>{{ method }}{% endfor %}'
    )
  )
);

select private.add_default_mail(
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
      || private.mail_small_print('Reply to this mail, and your answer goes to {{ customer_email }}. Nobody has checked that the address is theirs: say nothing about a booking that its own customer would not want told.'),
      chr(10)
    )
  )
);

select private.add_default_mail(
  'inquiries_held_back',
  'Inquiries held back',
  'Held back: {{ held_back }}',
  private.mail_frame(
    'More messages than usual came in. Nothing is lost.',
    'Held back: {{ held_back }}',
    private.mail_paragraph(
      'More messages than usual came through the contact form within an hour. '
      || 'What came after the first 60 is kept in your inbox and not sent to you by email.'
    )
    || private.mail_paragraph('Release the real ones, and delete the rest.')
    || private.mail_button('Open held-back inquiries', '{{ inbox_url }}')
  )
);
