-- The default email with the photos of a visit. See 400_mail/30_templates.sql.

select private.add_default_mail(
  'work_photos',
  'Photos of the visit',
  'Your car, before and after',
  private.mail_frame(
    'See the photos of your {{ service_name }}.',
    'Your car, before and after',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph('We took photos of your {{ car }} on {{ date }}. They are private: only you and we see them.')
    || private.mail_paragraph(
      'Do you like the result? On the same page you can let us show one pair in our gallery, without your name. '
      || 'Nothing is shown unless you agree, and you can change your mind at any time.'
    )
    || private.mail_button('See the Photos', '{{ photos_url }}')
    || private.mail_sign_off(
      'If something wasn’t right, reply to this email or call {{ business_phone }}, and we’ll fix it. '
      || '<a href="{{ booking_url }}">See your booking</a>'
    )
    || private.mail_sign_off('Thank you,<br>{{ business_name }}')
  )
);
