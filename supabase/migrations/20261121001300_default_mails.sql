-- The mails the business starts with. Every one is a table with inline styles, because that is what mail
-- readers understand: a dark head with the name, an ivory card, one brass button.

-- The frame around a mail: `preview` is what an inbox shows beside the subject.
create function pg_temp.framed(preview text, heading text, body text) returns text
language sql
as $framed$
  select replace(replace(replace($html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>{{ business_name }}</title>
</head>
<body style="margin:0;padding:0;background-color:#e9e4d8;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">@preview@</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#e9e4d8;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#f6f3ec;border:1px solid #d9d2c1;">
<tr><td style="background-color:#10231f;padding:28px 32px 24px;border-bottom:3px solid #b98a2f;">
<p style="margin:0;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:18px;line-height:24px;font-weight:700;letter-spacing:0.04em;color:#f6f3ec;">{{ business_name }}</p>
</td></tr>
<tr><td style="padding:36px 32px 40px;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:26px;color:#26352f;">
<h1 style="margin:0 0 16px;font-size:26px;line-height:34px;font-weight:700;color:#10231f;">@heading@</h1>
@body@
</td></tr>
<tr><td style="padding:20px 32px 28px;border-top:1px solid #d9d2c1;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:13px;line-height:20px;color:#5b675f;">
<p style="margin:0;">{{ business_name }} &middot; {{ business_phone }} &middot; <a href="mailto:{{ business_email }}" style="color:#5b675f;">{{ business_email }}</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
$html$, '@preview@', preview), '@heading@', heading), '@body@', body);
$framed$;

create function pg_temp.paragraph(content text) returns text
language sql
as $$
  select '<p style="margin:0 0 16px;">' || content || '</p>' || chr(10);
$$;

create function pg_temp.small_print(content text) returns text
language sql
as $$
  select '<p style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b675f;">' || content || '</p>' || chr(10);
$$;

create function pg_temp.button(label text, href text) returns text
language sql
as $$
  select '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 8px;"><tr>'
    || '<td style="background-color:#10231f;border-bottom:3px solid #b98a2f;">'
    || '<a href="' || href || '" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;'
    || 'font-weight:700;color:#f6f3ec;text-decoration:none;">' || label || '</a></td></tr></table>' || chr(10);
$$;

-- Lines of a list: what, and its value to the right.
create function pg_temp.line(label text, value text) returns text
language sql
as $$
  select '<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">' || label
    || '</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;">'
    || value || '</td></tr>' || chr(10);
$$;

create function pg_temp.line_unless_zero(label text, name text, sign text default '') returns text
language sql
as $$
  select '{% if ' || name || ' != "$0.00" %}' || pg_temp.line(label, sign || '{{ ' || name || ' }}') || '{% endif %}' || chr(10);
$$;

create function pg_temp.list(variadic lines text[]) returns text
language sql
as $$
  select '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" '
    || 'style="margin:8px 0 20px;border-top:1px solid #e2dccd;font-size:15px;line-height:22px;">' || chr(10)
    || array_to_string(lines, '') || '</table>' || chr(10);
$$;

insert into public.email_templates (name, template_type, subject, content)
values
(
  'Booking confirmation',
  'booking_confirmation',
  'Your {{ service_name }} is booked: {{ date }}, {{ time }}',
  pg_temp.framed(
    '{{ date }} at {{ time }}. We come to you.',
    'Your car has an appointment',
    pg_temp.paragraph('Hello {{ customer_name }}, thank you for your booking. We come to you with everything we need: please leave the car where we can reach it on all sides, and the keys within reach.')
    || pg_temp.list(
      pg_temp.line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      pg_temp.line('Service', '{{ service_name }}'),
      pg_temp.line('Car', '{{ car }}<br>{{ vehicle }}'),
      pg_temp.line('Where', '{{ address }}')
    )
    || pg_temp.list(
      pg_temp.line('Price', '{{ price }}'),
      pg_temp.line_unless_zero('Coupon', 'discount', '−'),
      pg_temp.line_unless_zero('{{ tax_label }}', 'tax'),
      pg_temp.line_unless_zero('Tip', 'tip'),
      pg_temp.line('<strong>Total</strong>', '<strong>{{ total }}</strong>'),
      pg_temp.line('Paid<br>{{ payment_option_label }}', '{{ amount_paid }}'),
      pg_temp.line_unless_zero('<strong>Due on site</strong>', 'due_on_site')
    )
    || pg_temp.button('See your booking', '{{ booking_url }}')
    || pg_temp.small_print('{{ cancellation_policy }}')
    || pg_temp.small_print('Booking {{ booking_id }}. The attached file puts the appointment into your calendar.')
  )
),
(
  'Booking cancellation',
  'booking_cancellation',
  'Cancelled: {{ service_name }} on {{ date }}',
  pg_temp.framed(
    'Your booking of {{ date }} is cancelled.',
    'Your booking is cancelled',
    pg_temp.paragraph('Hello {{ customer_name }}, your appointment below is cancelled, and its time is free again.')
    || pg_temp.list(
      pg_temp.line('When', '{{ date }}<br>{{ time }}'),
      pg_temp.line('Service', '{{ service_name }}'),
      pg_temp.line('Car', '{{ car }}'),
      pg_temp.line('Paid', '{{ amount_paid }}'),
      pg_temp.line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || '{% if refund_amount != "$0.00" %}'
    || pg_temp.paragraph('The refund goes back to the card you paid with. Banks usually need five to ten days to show it.')
    || '{% else %}'
    || pg_temp.paragraph('{{ cancellation_policy }}')
    || '{% endif %}'
    || pg_temp.button('See your booking', '{{ booking_url }}')
    || pg_temp.small_print('Booking {{ booking_id }}. The attached file takes the appointment out of your calendar.')
  )
),
(
  'Payment refunded',
  'payment_refunded',
  'We are refunding your payment of {{ refund_amount }}',
  pg_temp.framed(
    'Your payment of {{ refund_amount }} goes back to your card in full.',
    'Your payment goes back in full',
    pg_temp.paragraph('Hello {{ customer_name }}, we received a payment of {{ refund_amount }} for the booking below that we cannot keep: the time was no longer held when it arrived, or the booking was already paid or cancelled. All of it goes back to the card you paid with. Banks usually need five to ten days to show it.')
    || pg_temp.list(
      pg_temp.line('Service', '{{ service_name }}'),
      pg_temp.line('Time asked for', '{{ date }}<br>{{ time }}'),
      pg_temp.line('<strong>Refund</strong>', '<strong>{{ refund_amount }}</strong>')
    )
    || pg_temp.paragraph('We are sorry for the trouble. You can see how the booking stands, or call us at {{ business_phone }} and we will find you a time.')
    || pg_temp.button('See your booking', '{{ booking_url }}')
    || pg_temp.small_print('Booking {{ booking_id }}')
  )
),
(
  'Sign-up confirmation',
  'signup_confirmation',
  'Confirm your e-mail address for {{ business_name }}',
  pg_temp.framed(
    'One click, and your account is ready.',
    'Confirm your e-mail address',
    pg_temp.paragraph('Somebody, hopefully you, made an account at {{ business_name }} with the address {{ email }}. Confirm it, and you can see, move and cancel your bookings in one place.')
    || pg_temp.button('Confirm e-mail address', '{{ confirmation_url }}')
    || pg_temp.small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || pg_temp.small_print('If it was not you, ignore this mail: without the confirmation nothing happens.')
  )
),
(
  'Password recovery',
  'password_recovery',
  'Choose a new password for {{ business_name }}',
  pg_temp.framed(
    'A link to choose a new password.',
    'Choose a new password',
    pg_temp.paragraph('Somebody asked for a new password for the account of {{ email }}. The link works once and for a short time.')
    || pg_temp.button('Choose a new password', '{{ confirmation_url }}')
    || pg_temp.small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || pg_temp.small_print('If it was not you, ignore this mail: your password stays as it is.')
  )
),
(
  'Change of e-mail address',
  'email_change',
  'Confirm the change of your e-mail address',
  pg_temp.framed(
    'Your account is about to get another e-mail address.',
    'Confirm the change of your e-mail address',
    pg_temp.paragraph('The e-mail address of your account at {{ business_name }} is about to change to {{ new_email }}. Please confirm that this is what you want.')
    || pg_temp.button('Confirm the change', '{{ confirmation_url }}')
    || pg_temp.small_print('Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong>')
    || pg_temp.small_print('If it was not you, do not confirm, and choose a new password.')
  )
);

drop function pg_temp.framed(text, text, text), pg_temp.paragraph(text), pg_temp.small_print(text),
  pg_temp.button(text, text), pg_temp.line(text, text), pg_temp.line_unless_zero(text, text, text), pg_temp.list(text[]);
