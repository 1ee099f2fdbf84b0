-- A mail is sent once more only while it is true: a reminder on the day before the visit, a question about rain while
-- its link offers times.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether the link of a rain day's mail still offers times: not once they are answered, let go, or others were sent.
create function private.rain_mail_stands(mail public.mail_outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.rain_answers as answer, private.rain_offer_of(answer) as told
    where answer.token_hash = private.hash_of_token(split_part(mail.data -> 'offer' ->> 'path', 'token=', 2))
      and told ->> 'state' = 'asked'
      and told -> 'times' <> '[]'
  );
$$;

-- Raises (409) why a mail about a booking would not be true now: mail_outdated, it says that a cancelled booking
-- stands; visit_not_tomorrow, it reminds of tomorrow; rain_times_gone, its link offers nothing any more.
create function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'receipt') then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

-- Sends a mail about a booking once more, with what it says now. Within a minute of the last time nothing more is
-- sent. -> {mail_id, outcome: queued | just_sent}
-- Raises administrators_only (403), mail_not_found (404), mail_outdated, visit_not_tomorrow, rain_times_gone (409): it
-- would not be true, mail_refused (409): it is switched off, or its reader wants none.
create or replace function public.resend_mail(mail_id uuid) returns jsonb
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
  -- A reminder is known to be of its day by how its key ends.
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

revoke all on function
  private.rain_mail_stands(public.mail_outbox), private.check_mail_is_true(public.mail_outbox, public.bookings)
  from public;
