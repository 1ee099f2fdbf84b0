-- The email about a moved booking is true whoever moved it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Changes the default wording, and the owner's template unless the owner changed it.
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
  'booking_rescheduled',
  'Booking rescheduled',
  'New time for your {{ service_name }}: {{ date }}, {{ time }}',
  private.mail_frame(
    'Now {{ date }} at {{ time }}. We come to you.',
    'Your appointment has a new time',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Your booking has moved to the time below. Everything else stays the same, and your payments apply to the new time.'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line('Before', '<s>{{ old_date }}<br>{{ old_time }}</s>'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Where', '{{ address }}'),
      private.mail_line('Paid', '{{ amount_paid }}'),
      private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site'),
      private.mail_line_if('Tax', 'due_on_site_tax')
    )
    || private.mail_paragraph('If you didn’t ask for this, call us at {{ business_phone }}.')
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('See you then,<br>{{ business_name }}')
    || private.mail_small_print('{{ cancellation_policy }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file moves the appointment in your calendar.')
  )
);

drop function pg_temp.reword_default_mail(text, text, text, text);
