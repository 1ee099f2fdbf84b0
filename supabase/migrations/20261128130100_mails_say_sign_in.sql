-- Says "sign in" and "sign out" in the account emails.

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
  'reauthentication',
  'Code to confirm it is you',
  'Your code for {{ business_name }} is {{ token }}',
  private.mail_frame(
    'A code to confirm that it is you.',
    'Confirm that it is you',
    private.mail_paragraph('Enter this code to change the password of your account. It works once, within an hour.')
    || private.mail_code('token')
    || private.mail_small_print('If it wasn’t you, another person is signed in as {{ email }}. Choose a new password, which signs out every other device.')
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
      '<strong>If it wasn’t you:</strong> open the sign-in page, enter your email address and choose “Forgot Password?”. '
      || 'A new password signs out every other device. Then check the phone number and the second factor in your account.'
    )
    || private.mail_paragraph('<strong>These sign-in methods work for the account:</strong>')
    || '<ul>{% assign methods = sign_in_methods | split: "\n" %}{% for method in methods %}<li>{{ method }}</li>{% endfor %}</ul>' || chr(10)
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_sign_off('If you can’t sign in, call us at {{ business_phone }} or email {{ business_email }}.')
  )
);
