-- Two more mails of an account: to sign in without a password, and to prove once more who is there.

-- The frame of the mails the business starts with; `body` comes between the heading and the foot.
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

insert into public.email_templates (name, template_type, subject, content)
values
(
  'Sign-in link',
  'magic_link',
  'Your sign-in link for {{ business_name }}',
  pg_temp.framed(
    'A link that signs you in, without a password.',
    'Sign in to your account',
    $body$<p style="margin:0 0 16px;">Somebody, hopefully you, wants to sign in as {{ email }}. The link works once, and for an hour.</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 8px;"><tr><td style="background-color:#10231f;border-bottom:3px solid #b98a2f;"><a href="{{ confirmation_url }}" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:700;color:#f6f3ec;text-decoration:none;">Sign in</a></td></tr></table>
<p style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b675f;">Or enter this code: <strong style="letter-spacing:0.12em;color:#10231f;">{{ token }}</strong></p>
<p style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b675f;">If it was not you, ignore this mail, and pass neither link nor code on.</p>$body$
  )
),
(
  'Code to confirm it is you',
  'reauthentication',
  'Your code for {{ business_name }} is {{ token }}',
  pg_temp.framed(
    'A code to confirm that it is you.',
    'Confirm that it is you',
    $body$<p style="margin:0 0 16px;">Enter this code to change the password of your account. It works once, and for an hour.</p>
<p style="margin:24px 0 8px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:0.18em;color:#10231f;">{{ token }}</p>
<p style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b675f;">If it was not you, somebody is signed in as {{ email }}: choose a new password, which signs out everyone else.</p>$body$
  )
);

drop function pg_temp.framed(text, text, text);
