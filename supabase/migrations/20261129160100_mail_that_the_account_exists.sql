-- Emails the owner of an address that somebody signed up with although it has an account.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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
