-- The emails of a forgotten password and of a changed address offer no code: no page takes it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A template that a later one has replaced stays: its update would put it back in use.
create or replace function pg_temp.reword_default_mail(kind text, label text, subject_line text, html text) returns void
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

select pg_temp.reword_default_mail(
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

drop function pg_temp.reword_default_mail(text, text, text, text);
