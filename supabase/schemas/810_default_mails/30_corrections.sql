-- Default emails that the owner writes or causes: a correction and a message about a booking, and an answer to an
-- inquiry. See 400_mail/30_templates.sql.

select private.add_default_mail(
  'booking_corrected',
  'Details corrected',
  'Details of your booking changed: {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ service_name }} on {{ date }} at {{ time }}.',
    'Details of your booking changed',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('We changed these details of your {{ service_name }} on {{ date }} at {{ time }}:')
    || '<blockquote>{% assign lines = changes | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</blockquote>' || chr(10)
    || '{% if former == "" %}'
    || private.mail_paragraph('<a href="{{ booking_url }}">See your booking</a>')
    || '{% endif %}' || chr(10)
    || private.mail_paragraph('If something is wrong, reply to this email or call us at {{ business_phone }}.')
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
  )
);

select private.add_default_mail(
  'booking_message',
  'Message to a customer',
  'About your booking on {{ date }}',
  private.mail_frame(
    '{{ message | truncate: 120 }}',
    'About your booking',
    private.mail_paragraph('Hello {{ customer_name }},')
    || '<p>{% assign lines = message | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>' || chr(10)
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print(
      'You can reply to this email. It is about your {{ service_name }} on {{ date }} at {{ time }}: '
      || '<a href="{{ booking_url }}">see your booking</a>.'
    )
  )
);

select private.add_default_mail(
  'inquiry_reply',
  'Answer to an inquiry',
  'Re: {{ inquiry_subject }}',
  private.mail_frame(
    '{{ message | truncate: 120 }}',
    'Our answer to your message',
    private.mail_paragraph('Hello {{ customer_name }},')
    || '<p>{% assign lines = message | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>' || chr(10)
    || private.mail_paragraph('You wrote:')
    || '<blockquote>{% assign written = inquiry_message | split: "\n" %}{% for line in written %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</blockquote>' || chr(10)
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('You can reply to this email, or call us at {{ business_phone }}.')
  )
);
