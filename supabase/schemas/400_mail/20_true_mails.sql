-- Whether a queued mail is still true when it is its turn.

-- The status of the email that announced a waiting-list offer: queued, sent, failed or dropped.
create function private.mail_state_of(offer public.offered_times) returns text
language sql stable set search_path = ''
as $$
  select status from public.mail_outbox where key = 'waiting_list_offer:' || offer.id;
$$;

-- Whether an expired offer's email may still be delivered. Nothing else is offered before it is sent or dropped,
-- so that nobody gets one offer after the other while the mail server is unavailable.
create function private.may_be_heard_of(offer public.offered_times) returns boolean
language sql stable set search_path = ''
as $$
  select offer.outcome = 'lapsed' and private.mail_state_of(offer) = 'queued';
$$;

-- Whether an offer's email was dropped, so that its time may be offered to the same person again. A refused email
-- counts as an offer: otherwise an unreachable address would block everyone behind it.
create function private.was_never_heard_of(offer public.offered_times) returns boolean
language sql stable set search_path = ''
as $$
  select offer.outcome = 'lapsed' and private.mail_state_of(offer) = 'dropped';
$$;

-- Whether the time that an email offers is still held for its reader, its link still takes a payment, or the crew is
-- still on its way; true for any other email.
create function public.mail_offer_stands(mail_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case mail.template_type
    when 'waiting_list_offer' then exists (
      select from public.offered_times as offer
      where offer.id = split_part(mail.key, ':', 2)::uuid and offer.closed_at is null and offer.expires_at > now()
    )
    when 'rain_day' then private.rain_mail_stands(mail)
    when 'payment_link' then private.payment_mail_stands(mail)
    when 'on_my_way' then private.on_my_way_mail_stands(mail)
    when 'swap_request' then private.swap_mail_stands(mail)
    else true
  end
  from public.mail_outbox as mail
  where mail.id = mail_id;
$$;

-- Whether a rain email's link still offers times: false once they are answered, expired or replaced.
create function private.rain_mail_stands(mail public.mail_outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.rain_answers
    where token_hash = private.link_hash_of(mail)
      and state = 'asked'
      and expires_at > now()
      and private.is_rained_out(booking_id)
  );
$$;

-- Whether the link in an email still leads to something to pay.
create function private.payment_mail_stands(mail public.mail_outbox) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.payment_links as link
    join public.bookings as booking on booking.id = link.booking_id
    where link.token_hash = private.link_hash_of(mail) and link.revoked_at is null and link.expires_at > now()
      and private.is_chargeable(private.balance_cents(booking))
  );
end;
$$;

-- Raises (409) why an email about a booking is no longer relevant: mail_outdated, it confirms a cancelled booking;
-- not_on_the_way, it says that the crew is; visit_not_tomorrow, it reminds of tomorrow; rain_times_gone, its link offers
-- nothing; payment_link_over, its link takes no payment; swap_over, it asks about a swap; receipt_withdrawn, it names an undone payment.
create function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'refund', 'refund_failed', 'receipt', 'booking_message')
      then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
    when mail.template_type = 'payment_link' and not private.payment_mail_stands(mail) then 'payment_link_over'
    when mail.template_type = 'swap_request' and not private.swap_mail_stands(mail) then 'swap_over'
    when mail.template_type = 'on_my_way' and not private.on_my_way_mail_stands(mail) then 'not_on_the_way'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

revoke all on function
  public.enqueue_mail, public.claim_mail, public.finish_mail, public.postpone_mail, public.refuse_mail,
  public.drop_mail, public.mail_offer_stands
  from public, anon, authenticated, service_role;
grant execute on function
  private.wait_after, public.enqueue_mail, public.claim_mail, public.finish_mail, public.postpone_mail,
  public.refuse_mail, public.drop_mail, private.mail_state_of, private.may_be_heard_of, private.was_never_heard_of,
  public.mail_offer_stands
  to service_role;
