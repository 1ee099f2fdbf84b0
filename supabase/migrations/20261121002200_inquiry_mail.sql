-- What people write reaches the business by mail, and nobody can flood its mailbox.

-- Inquiries by anybody in the last hour are counted one after the other, so that no race gets past.
-- Raises too_many_inquiries (429).
create function private.limit_inquiries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('public.inquiries'));
  if (
    select count(*) >= 60 or count(*) filter (where lower(btrim(email)) = lower(btrim(new.email))) >= 5
    from public.inquiries
    where created_at > now() - interval '1 hour'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_inquiries';
  end if;
  return new;
end;
$$;

create trigger limit_inquiries before insert on public.inquiries
  for each row execute function private.limit_inquiries();

-- The booking somebody writes about, as one line; says so when the number they typed is of none.
create function private.booking_in_words(target_booking_id uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select format(
        '%s on %s at %s, booked by %s (%s)',
        service_name,
        to_char(booking_date, 'FMDay, FMMonth FMDD, YYYY'),
        to_char(booking_time, 'FMHH12:MI AM'),
        customer_name,
        customer_email
      )
      from public.bookings
      where id = target_booking_id
    ),
    'There is no booking with this number'
  );
$$;

-- Tells the business, at its info address; an answer goes to whoever wrote.
create function private.mail_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.enqueue_mail(
    'inquiry_received:' || new.id,
    'inquiry_received',
    (select info_email from private.business),
    null,
    jsonb_build_object(
      'reply_to', new.email,
      'customer_name', new.name,
      'customer_email', new.email,
      'inquiry_subject', new.subject,
      'inquiry_message', new.message,
      'booking_id', coalesce(new.booking_id::text, ''),
      'booking', case when new.booking_id is null then '' else private.booking_in_words(new.booking_id) end
    )
  );
  return null;
end;
$$;

create trigger mail_inquiry after insert on public.inquiries
  for each row execute function private.mail_inquiry();

revoke all on function
  private.limit_inquiries(), private.booking_in_words(uuid), private.mail_inquiry()
  from public;

insert into public.email_templates (name, template_type, subject, content)
values (
  'Inquiry received',
  'inquiry_received',
  'Inquiry from {{ customer_name }}: {{ inquiry_subject }}',
  $html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>{{ business_name }}</title>
</head>
<body style="margin:0;padding:0;background-color:#e9e4d8;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">{{ inquiry_message | truncate: 120 }}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#e9e4d8;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#f6f3ec;border:1px solid #d9d2c1;">
<tr><td style="background-color:#10231f;padding:28px 32px 24px;border-bottom:3px solid #b98a2f;">
<p style="margin:0;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:18px;line-height:24px;font-weight:700;letter-spacing:0.04em;color:#f6f3ec;">{{ business_name }}</p>
</td></tr>
<tr><td style="padding:36px 32px 40px;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:26px;color:#26352f;">
<h1 style="margin:0 0 16px;font-size:26px;line-height:34px;font-weight:700;color:#10231f;">{{ inquiry_subject }}</h1>
<p style="margin:0 0 16px;">{{ customer_name }} wrote through the contact form:</p>
<p style="margin:0 0 20px;padding:16px 20px;border-left:3px solid #b98a2f;background-color:#fcfbf7;color:#10231f;">{% assign lines = inquiry_message | split: "\n" %}{% for line in lines %}{{ line }}{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;border-top:1px solid #e2dccd;font-size:15px;line-height:22px;">
<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">From</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;">{{ customer_name }}<br><a href="mailto:{{ customer_email }}" style="color:#10231f;">{{ customer_email }}</a></td></tr>
{% if booking_id != "" %}<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">About booking</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;">{{ booking }}<br>{{ booking_id }}</td></tr>
{% endif %}</table>
<p style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b675f;">Reply to this mail, and your answer goes to {{ customer_email }}. Nobody has checked that the address is theirs: say nothing about a booking that its own customer would not want told.</p>
</td></tr>
<tr><td style="padding:20px 32px 28px;border-top:1px solid #d9d2c1;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:13px;line-height:20px;color:#5b675f;">
<p style="margin:0;">{{ business_name }} &middot; {{ business_phone }} &middot; <a href="mailto:{{ business_email }}" style="color:#5b675f;">{{ business_email }}</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
$html$
);
