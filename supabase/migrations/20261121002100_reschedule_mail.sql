-- The mail of a moved booking, written in the transaction of the move.

-- Whoever had paid is told, also when the business moved the booking. Of several moves the last one is
-- told: a mail about an earlier one that still waits goes out no more (its sequence is behind), so the
-- new mail starts from what the customer last knew. Moved back to there, nothing is left to tell.
create function private.tell_of_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := jsonb_build_object(
    'old_date', old.booking_date,
    'old_time', to_char(old.booking_time, 'HH24:MI')
  );
begin
  select mail.data - 'sequence' into known
  from (
    select data, (data ->> 'sequence')::integer as sequence
    from public.mail_outbox
    where booking_id = new.id
      and template_type = 'booking_rescheduled'
      and status = 'queued'
      and (locked_until is null or locked_until <= now())
    union all
    select known, new.calendar_sequence
  ) as mail
  order by mail.sequence
  limit 1;
  if (known ->> 'old_date')::date = new.booking_date and (known ->> 'old_time')::time = new.booking_time then
    return null;
  end if;
  perform public.enqueue_mail(
    'booking_rescheduled:' || new.id || ':' || new.calendar_sequence,
    'booking_rescheduled',
    new.customer_email,
    new.id,
    known || jsonb_build_object('sequence', new.calendar_sequence)
  );
  return null;
end;
$$;

-- After the claim has moved: triggers of one moment run in the order of their names.
create trigger tell_of_move after update of booking_date, booking_time on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    and new.status in ('deposit_paid', 'confirmed', 'paid')
  )
  execute function private.tell_of_move();

revoke all on function private.tell_of_move() from public;

insert into public.email_templates (name, template_type, subject, content)
values (
  'Booking rescheduled',
  'booking_rescheduled',
  'New time for your {{ service_name }}: {{ date }}, {{ time }}',
  $html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>{{ business_name }}</title>
</head>
<body style="margin:0;padding:0;background-color:#e9e4d8;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">Now {{ date }} at {{ time }}. We come to you.</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#e9e4d8;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#f6f3ec;border:1px solid #d9d2c1;">
<tr><td style="background-color:#10231f;padding:28px 32px 24px;border-bottom:3px solid #b98a2f;">
<p style="margin:0;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:18px;line-height:24px;font-weight:700;letter-spacing:0.04em;color:#f6f3ec;">{{ business_name }}</p>
</td></tr>
<tr><td style="padding:36px 32px 40px;font-family:Archivo,'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:26px;color:#26352f;">
<h1 style="margin:0 0 16px;font-size:26px;line-height:34px;font-weight:700;color:#10231f;">Your appointment has a new time</h1>
<p style="margin:0 0 16px;">Hello {{ customer_name }}, your booking has been moved. Everything else stays as it was, and what you paid counts for the new time.</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;border-top:1px solid #e2dccd;font-size:15px;line-height:22px;">
<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">New time</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;"><strong>{{ date }}<br>{{ time }}</strong></td></tr>
<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">Before</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;"><s>{{ old_date }}<br>{{ old_time }}</s></td></tr>
<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">Service</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;">{{ service_name }}</td></tr>
<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">Car</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;">{{ car }}<br>{{ vehicle }}</td></tr>
<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">Where</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;">{{ address }}</td></tr>
<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;">Paid</td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;">{{ amount_paid }}</td></tr>
{% if due_on_site != "$0.00" %}<tr><td valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #e2dccd;color:#5b675f;"><strong>Due on site</strong></td><td valign="top" align="right" style="padding:9px 0;border-bottom:1px solid #e2dccd;color:#10231f;"><strong>{{ due_on_site }}</strong></td></tr>
{% endif %}</table>
<p style="margin:0 0 16px;">Did you not ask for this? Call us at {{ business_phone }}.</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 8px;"><tr><td style="background-color:#10231f;border-bottom:3px solid #b98a2f;"><a href="{{ booking_url }}" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:700;color:#f6f3ec;text-decoration:none;">See your booking</a></td></tr></table>
<p style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b675f;">{{ cancellation_policy }}</p>
<p style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b675f;">Booking {{ booking_id }}. The attached file moves the appointment in your calendar.</p>
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
