-- Emails say what is true when they are read, link the times of a rain day, and give the owner what the crew needs on
-- site.

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
      private.mail_line_if('Booking number', 'booking_number'),
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
    || private.mail_paragraph('{{ refund_by_hand }} can’t go to a card. We will refund it to you directly.')
    || '{% endif %}' || chr(10)
    || '{% if amount_disputed != "$0.00" %}'
    || private.mail_paragraph('Your bank disputes {{ amount_disputed }} of your payment, so we don’t refund that part.')
    || '{% elsif refund_amount == "$0.00" and cancellation_policy != "" %}'
    || private.mail_paragraph('{{ cancellation_policy }}')
    || '{% endif %}' || chr(10)
    || private.mail_button('See your booking', '{{ booking_url }}')
    || private.mail_sign_off('We hope to see you another time,<br>{{ business_name }}')
    || private.mail_small_print('Booking ID {{ booking_id }}. The attached file removes the appointment from your calendar.')
  )
);

select pg_temp.reword_default_mail(
  'rain_day',
  'Rain day: other times',
  'Rain on {{ date }}: pick another time for your {{ service_name }}',
  private.mail_frame(
    'We hold other times for you until {{ offered_until }}.',
    'Rain day: please choose a new time',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'We’re sorry: we can’t come on {{ date }} at {{ time }} because of rain. We hold these times for you, free of '
      || 'charge:'
    )
    || private.mail_list(
      -- A process of the former version has no offered_choices.
      '{% assign starts = offered_times | split: "\n" %}'
        || '{% if offered_choices %}{% assign choices = offered_choices | split: "\n" %}{% endif %}'
        || '{% for start in starts %}',
      private.mail_line(
        '{{ forloop.index }}',
        '{% if offered_choices %}<strong><a href="{{ offer_url }}&amp;choice={{ choices[forloop.index0] }}">{{ start }}</a></strong>'
          || '{% else %}<strong>{{ start }}</strong>{% endif %}'
      ),
      '{% endfor %}'
    )
    || private.mail_paragraph(
      'We hold them until <strong>{{ offered_until }}</strong>. Your payments apply to the new time, and nothing else '
      || 'about your booking changes.'
    )
    || private.mail_list(
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line_if('Booking number', 'booking_number'),
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
      private.mail_line_unless_zero('Paid', 'amount_paid'),
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

select pg_temp.reword_default_mail(
  'booking_news',
  'News of a booking',
  '{{ news }}: {{ service_name }}, {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ customer_name }}, {{ car }}',
    '{{ news }}',
    private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line_if('Before', 'former_time'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Customer', '{{ customer_name }}<br>{{ customer_phone }}'),
      private.mail_line('Where', '{{ address }}'),
      '{% if news != "Booking cancelled" %}'
        || private.mail_line_if('Gate code or access', 'gate_access')
        || private.mail_line_if('Water tap on site', 'has_water')
        || private.mail_line_if('Power outlet on site', 'has_power')
        || '{% endif %}' || chr(10),
      private.mail_line_if('Notes', 'customer_notes')
    )
    || private.mail_list(
      private.mail_line('Total', '{{ total }}'),
      private.mail_line_unless_zero('Paid', 'amount_paid'),
      private.mail_line_unless_zero('Refunded', 'amount_refunded', '−'),
      '{% if news != "Booking cancelled" %}'
        || private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site') || '{% endif %}' || chr(10)
    )
    || private.mail_button('Open the booking', '{{ owner_booking_url }}')
    || private.mail_small_print('You can switch this email off under Automatic emails.')
  )
);

select pg_temp.reword_default_mail(
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

select pg_temp.reword_default_mail(
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

drop function pg_temp.reword_default_mail(text, text, text, text);
