-- A key or form id counts once: sent again for something else it is refused, where it was passed over in silence.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.send_booking_message(target_booking_id uuid, message text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  written text := btrim(send_booking_message.message, E' \t\r\n');
begin
  if booking.customer_email is null or private.is_forgotten(booking.customer_email) then
    raise exception using errcode = 'PT409', message = 'no_email_address';
  end if;
  if coalesce(length(written), 0) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'message_invalid';
  end if;
  if exists (
    select
    from public.mail_outbox
    where key = 'booking_message:' || request_id
      and (booking_id, data ->> 'message') is distinct from (booking.id, written)
  ) then
    raise exception using errcode = 'PT409', message = 'operation_key_used';
  end if;
  perform public.enqueue_mail(
    'booking_message:' || request_id, 'booking_message', booking.customer_email, booking.id,
    jsonb_build_object('message', written, 'reply_to', (select info_email from private.business))
  );
  perform private.note_change(booking.id, 'message_sent', null, jsonb_build_object('mail_id', mail.id))
  from public.mail_outbox as mail
  where mail.key = 'booking_message:' || request_id and mail.created_at = now();
end;
$$;

create or replace function public.answer_inquiry(target_inquiry_id uuid, message text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  inquiry public.inquiries;
  earlier public.inquiry_replies;
  written text := btrim(answer_inquiry.message, E' \t\r\n');
begin
  perform private.require_admin();
  select * into inquiry from public.inquiries where id = target_inquiry_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
  if coalesce(length(written), 0) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'message_invalid';
  end if;
  select * into earlier from public.inquiry_replies where id = request_id;
  if earlier.id is not null then
    if (earlier.inquiry_id, earlier.message) is distinct from (inquiry.id, written) then
      raise exception using errcode = 'PT409', message = 'operation_key_used';
    end if;
    return;
  end if;
  if private.is_forgotten(inquiry.email) or inquiry.email ~ '[[:cntrl:]]' then
    raise exception using errcode = 'PT409', message = 'no_email_address';
  end if;
  insert into public.inquiry_replies (id, inquiry_id, actor, actor_label, message)
  values (request_id, inquiry.id, private.actor(), private.actor_label(null), written);
  perform public.enqueue_mail(
    'inquiry_reply:' || request_id, 'inquiry_reply', btrim(inquiry.email), null,
    jsonb_build_object(
      'message', written,
      'reply_to', (select info_email from private.business),
      'customer_name', inquiry.name,
      'inquiry_subject', inquiry.subject,
      'inquiry_message', inquiry.message
    )
  );
  perform public.mark_inquiry(inquiry.id, 'answered');
end;
$$;

create or replace function public.tick_item(
  tick_id uuid, target_booking_id uuid, item text, is_ticked boolean, happened_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
begin
  if not private.checklist_of(booking) @> jsonb_build_array(jsonb_build_object('item', tick_item.item)) then
    raise exception using errcode = 'PT400', message = 'unknown_item';
  end if;
  if exists (
    select
    from public.checklist_ticks as tick
    where tick.id = tick_id
      and (tick.booking_id, tick.item, tick.is_ticked) is distinct from (booking.id, tick_item.item, tick_item.is_ticked)
  ) then
    raise exception using errcode = 'PT409', message = 'operation_key_used';
  end if;
  insert into public.checklist_ticks (id, booking_id, item, is_ticked, ticked_by, ticked_at)
  values (
    tick_id, booking.id, tick_item.item, tick_item.is_ticked, private.actor_label(null),
    private.told_moment(happened_at, booking)
  )
  on conflict (id) do nothing;
end;
$$;
