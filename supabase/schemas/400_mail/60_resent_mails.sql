-- Resending an email about a booking.

-- The data of an email with new links in place of those that left it. An open question has one link, so the new one
-- replaces the former; a new link to pay lasts as long as the former.
create function private.with_new_links(mail public.mail_outbox, booking public.bookings) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  data jsonb := mail.data - 'link_hash';
  former bytea := private.link_hash_of(mail);
  token text := private.new_token();
  hash bytea := private.hash_of_token(token);
begin
  if data ? 'visit' then
    data := jsonb_set(data, '{visit,path}', to_jsonb(private.add_visit_link(booking)));
  end if;
  if data ? 'pay' then
    insert into public.payment_links (booking_id, token_hash, is_mailed, expires_at)
    select booking.id, hash, true, link.expires_at from public.payment_links as link where link.token_hash = former;
    data := jsonb_set(data, '{pay,path}', to_jsonb('/pay?token=' || token));
  elsif data ? 'offer' then
    update public.rain_answers as answer set token_hash = hash
    where mail.template_type = 'rain_day' and answer.booking_id = booking.id and answer.state = 'asked';
    update public.swap_answers as answer set token_hash = hash
    where mail.template_type = 'swap_request' and answer.booking_id = booking.id and answer.is_open;
    update public.mail_outbox as other
    set data = other.data || jsonb_build_object('link_hash', encode(hash, 'hex'))
    where other.booking_id = booking.id and other.data ->> 'link_hash' = encode(former, 'hex');
    data := jsonb_set(data, '{offer,path}', to_jsonb(
      case mail.template_type when 'rain_day' then '/rain' else '/swap' end || '?token=' || token
    ));
  end if;
  return data || case mail.template_type
    when 'review_request' then jsonb_build_object('unsubscribe_token', private.unsubscribe_token(mail.to_email))
    when 'work_photos' then jsonb_build_object('photo_token', private.photo_token(booking.id))
    else '{}'
  end;
end;
$$;

-- Queues a copy of an email with the booking's data of now and new links. One about a move announces the last move, and
-- one to a former address of the booking goes to the present one.
create function private.send_again(mail public.mail_outbox, booking public.bookings, mail_key text) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.booking_changes as change
    where change.booking_id = booking.id and change.was ->> 'customer_email' = mail.to_email
  ) then
    mail.to_email := booking.customer_email;
  end if;
  if mail.to_email is null then
    return;
  end if;
  perform public.enqueue_mail(
    mail_key,
    mail.template_type,
    mail.to_email,
    mail.booking_id,
    private.with_new_links(mail, booking) || case when mail.data ? 'sequence'
      then jsonb_build_object('sequence', booking.calendar_sequence) else '{}' end
  );
end;
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
