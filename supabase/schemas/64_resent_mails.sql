-- Resending an email about a booking.

-- Queues a copy of an email with the booking's data of now. One about a move announces the last move.
create function private.send_again(mail public.mail_outbox, booking public.bookings, mail_key text) returns void
language sql set search_path = ''
as $$
  select public.enqueue_mail(
    mail_key,
    mail.template_type,
    mail.to_email,
    mail.booking_id,
    mail.data || case when mail.data ? 'sequence'
      then jsonb_build_object('sequence', booking.calendar_sequence) else '{}' end
  );
$$;

-- Resends an email about a booking with its data of now, at most once a minute. -> {mail_id, outcome: queued |
-- just_sent}
-- Raises administrators_only (403), mail_not_found (404), as private.check_mail_is_true (409), and mail_refused (409)
-- when it is switched off or the reader unsubscribed.
create function public.resend_mail(mail_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mail public.mail_outbox;
  booking public.bookings;
  again text := 'again:' || resend_mail.mail_id || ':';
  sent_id uuid;
begin
  perform private.require_admin();
  select * into mail from public.mail_outbox where id = resend_mail.mail_id and booking_id is not null for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'mail_not_found';
  end if;
  select id into sent_id from public.mail_outbox as other
  where other.booking_id = mail.booking_id and starts_with(other.key, again)
    and other.created_at > now() - interval '1 minute'
  limit 1;
  if sent_id is not null then
    return jsonb_build_object('mail_id', sent_id, 'outcome', 'just_sent');
  end if;
  select * into booking from public.bookings where id = mail.booking_id;
  perform private.check_mail_is_true(mail, booking);
  -- A reminder's key ends with its day.
  perform private.send_again(mail, booking, again || (
    select count(*) + 1 from public.mail_outbox as other
    where other.booking_id = mail.booking_id and starts_with(other.key, again)
  ) || ':' || booking.booking_date);
  select id into sent_id from public.mail_outbox as other
  where other.booking_id = mail.booking_id and starts_with(other.key, again) and other.created_at = now();
  if sent_id is null then
    raise exception using errcode = 'PT409', message = 'mail_refused';
  end if;
  perform private.note_change(mail.booking_id, 'mail_resent', null, jsonb_build_object(
    'mail_id', sent_id, 'template_type', mail.template_type
  ));
  return jsonb_build_object('mail_id', sent_id, 'outcome', 'queued');
end;
$$;

revoke all on function public.resend_mail from public, anon, authenticated, service_role;
grant execute on function public.resend_mail to authenticated;
