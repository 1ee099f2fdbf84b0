-- Default emails about an account, and those to the owner: Liquid, every value escaped. See 400_mail/30_templates.sql.

select private.add_default_mail(
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

select private.add_default_mail(
  'account_exists',
  'Sign-up with an account',
  'You already have an account at {{ business_name }}',
  private.mail_frame(
    'Sign in, or choose a new password.',
    'You already have an account',
    private.mail_paragraph('Somebody signed up with {{ email }}, which already has an account at {{ business_name }}. Please sign in instead.')
    || private.mail_paragraph('If you don’t know your password, choose “Forgot Password?” on the sign-in page.')
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_small_print('If it wasn’t you, ignore this email. Your account and its password stay as they are.')
  )
);

select private.add_default_mail(
  'password_recovery',
  'Password recovery',
  'Choose a new password for {{ business_name }}',
  private.mail_frame(
    'A link to choose a new password.',
    'Choose a new password',
    private.mail_paragraph('We received a request for a new password for the account of {{ email }}. The link works once, for a short time.')
    || private.mail_button('Choose a new password', '{{ confirmation_url }}')
    || private.mail_small_print('If it wasn’t you, ignore this email. Your password doesn’t change.')
  )
);

select private.add_default_mail(
  'email_change',
  'Change of email address',
  'Confirm the change of your email address',
  private.mail_frame(
    'Confirm the new email address of your account.',
    'Confirm the change of your email address',
    private.mail_paragraph('The email address of your account at {{ business_name }} will change to {{ new_email }}. Please confirm this change.')
    || private.mail_button('Confirm the change', '{{ confirmation_url }}')
    || private.mail_small_print('If it wasn’t you, don’t confirm. Choose a new password instead.')
  )
);

select private.add_default_mail(
  'magic_link',
  'Sign-in link',
  'Your sign-in link for {{ business_name }}',
  private.mail_frame(
    'A link that signs you in, without a password.',
    'Sign in to your account',
    private.mail_paragraph('Use this link to sign in as {{ email }}. It works once, within an hour of your request.')
    || private.mail_button('Sign in', '{{ confirmation_url }}')
    || private.mail_sign_off('Or enter this code: <strong>{{ token }}</strong>')
    || private.mail_small_print('If it wasn’t you, ignore this email. Don’t share the link or the code.')
  )
);

select private.add_default_mail(
  'reauthentication',
  'Code to confirm it is you',
  'Your code for {{ business_name }} is {{ token }}',
  private.mail_frame(
    'A code to confirm that it is you.',
    'Confirm that it is you',
    private.mail_paragraph('Enter this code to change the password of your account. It works once, within an hour of your request.')
    || private.mail_code('token')
    || private.mail_small_print('If it wasn’t you, another person is signed in as {{ email }}. Choose a new password, which signs out every other device.')
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
    || private.mail_paragraph('If it was you, you don’t need to do anything.')
    || private.mail_paragraph(
      '<strong>If it wasn’t you:</strong> open the sign-in page, enter your email address and choose “Forgot Password?”. '
      || 'A new password signs out every other device. Then check the phone number and the second factor in your account.'
    )
    || private.mail_paragraph('<strong>These sign-in methods work for the account:</strong>')
    || '<ul>{% assign methods = sign_in_methods | split: "\n" %}{% for method in methods %}<li>{{ method }}</li>{% endfor %}</ul>' || chr(10)
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_sign_off('If you can’t sign in, call us at {{ business_phone }} or email {{ business_email }}.')
  )
);

select private.add_default_mail(
  'security_notice',
  'Security notice',
  'Security notice for {{ business_name }}',
  private.mail_frame(
    '{{ change }}',
    'A change to your business',
    private.mail_paragraph('{{ change }} {{ changed_by }} did it on {{ changed_at }}.')
    || private.mail_paragraph('If you expected this, you don’t need to do anything.')
    || private.mail_paragraph(
      '<strong>If you didn’t:</strong> open the sign-in page, enter your email address and choose “Forgot Password?”. '
      || 'A new password signs out every other device. Then check your crews, calendar addresses and email templates.'
    )
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_small_print('Every administrator gets this email.')
  )
);

select private.add_default_mail(
  'crew_invitation',
  'Invitation to a crew',
  'You’re invited to work with {{ business_name }}',
  private.mail_frame(
    'Sign in or sign up to see the visits of your crew.',
    'You’re invited to {{ crew }}',
    private.mail_paragraph('{{ business_name }} invited you to see the visits of {{ crew }}.')
    || private.mail_paragraph('Sign in with {{ email }}, or sign up with this address and confirm it within 14 days. Then you see the visits.')
    || private.mail_button('Sign in or sign up', '{{ login_url }}')
    || private.mail_small_print('If you don’t work with {{ business_name }}, ignore this email. Nothing happens without an account.')
  )
);

select private.add_default_mail(
  'crew_member_added',
  'Added to a crew',
  'You can now see the visits of {{ crew }}',
  private.mail_frame(
    'Sign in to see the visits of your crew.',
    'You’re now in {{ crew }}',
    private.mail_paragraph('{{ business_name }} added you to {{ crew }}. Sign in with {{ email }} to see its visits.')
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_small_print('If you don’t work with {{ business_name }}, tell us at {{ business_email }}.')
  )
);

select private.add_default_mail(
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

select private.add_default_mail(
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

select private.add_default_mail(
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

select private.add_default_mail(
  'service_trouble',
  'Trouble with a service',
  '{{ trouble }}',
  private.mail_frame(
    'Please pass this on to the person who looks after your server.',
    '{{ trouble }}',
    private.mail_paragraph('This began on {{ trouble_since }} and needs attention.')
    || '{% if reason != "" %}' || private.mail_paragraph('The reason: {{ reason }}') || '{% endif %}' || chr(10)
    || private.mail_paragraph('Please forward this email to the person who looks after your server.')
    || private.mail_small_print('You get this email once a day until it is resolved.')
  )
);
