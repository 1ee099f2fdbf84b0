-- What causes texts: the emails they are sent beside, and the reminder, which has an hour of its own.

-- Queues the text beside an email, in its transaction: also when the email is switched off, or the customer has no
-- address. A move has its own, see private.tell_of_move. Resent emails have none.
create function private.text_beside_mail(mail_key text, template text, target_booking_id uuid, mail_data jsonb)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text := case template
    when 'booking_confirmation' then 'confirmation'
    when 'phone_booking' then 'confirmation'
    when 'on_my_way' then 'on_my_way'
    when 'rain_day' then 'rain_day'
    when 'rain_day_called_off' then 'rain_day'
    when 'waiting_list_offer' then 'offer'
    when 'booking_cancellation' then 'cancelled'
  end;
begin
  if kind is null or starts_with(mail_key, 'again:') or not private.text_is_on(kind) then
    return;
  end if;
  if kind = 'offer' then
    insert into public.text_outbox (key, kind, phone, waiting_id, data)
    select mail_key, 'offer', waiting.phone, waiting.id, mail_data
    from public.offered_times as offer
    join public.waiting_list as waiting on waiting.id = offer.waiting_id
    join public.text_consents as consent
      on consent.waiting_id = waiting.id and consent.phone = waiting.phone and consent.withdrawn_at is null
    where offer.id = split_part(mail_key, ':', 2)::uuid and private.can_be_texted(waiting.phone)
    on conflict (key) do nothing;
  else
    perform private.enqueue_text(mail_key, kind, target_booking_id, mail_data);
  end if;
end;
$$;

-- The key of a visit's reminder, which ends with its start: a moved visit is reminded of again.
create function private.reminder_key(booking public.bookings) returns text
language sql immutable set search_path = ''
return 'reminder:' || booking.id || ':' || booking.booking_date || ':' || to_char(booking.booking_time, 'HH24:MI');

-- Queues the reminders that are due, never in the quiet hours: one that would be is moved to the evening before them.
-- Customers who booked or moved since then get none, and nobody while the outbox is held after a restore. Returns how many.
create function public.queue_due_texts(as_of timestamptz default now()) returns integer
language plpgsql set search_path = ''
as $$
declare
  settings public.text_settings;
  due integer;
begin
  select * into settings from public.text_settings;
  if not private.text_is_on('reminder') or private.is_quiet(as_of) or private.held_until() > '-infinity' then
    return 0;
  end if;
  perform private.enqueue_text(private.reminder_key(booking), 'reminder', booking.id)
  from public.bookings as booking
  join public.text_consents as consent
    on consent.booking_id = booking.id and consent.phone = booking.customer_phone and consent.withdrawn_at is null
  cross join lateral (
    select private.before_quiet(case
      when settings.reminder_hours is null then private.instant_of(booking.booking_date - 1, settings.reminder_at)
      else lower(private.span_of(booking)) - settings.reminder_hours * interval '1 hour'
    end) as due_at
  ) as reminder
  where booking.booking_date between private.local_day(as_of) and private.local_day(as_of) + 3
    and reminder.due_at <= as_of
    and lower(private.span_of(booking)) > as_of
    and private.is_standing(booking.status)
    and booking.done_at is null
    and booking.no_show_at is null
    and not private.is_rained_out(booking.id)
    and booking.created_at < reminder.due_at
    and private.can_be_texted(booking.customer_phone)
    and not exists (
      select from public.text_outbox as told
      where told.booking_id = booking.id
        and (
          told.key = private.reminder_key(booking)
          or (told.kind in ('confirmation', 'moved') and told.created_at >= reminder.due_at)
        )
    );
  get diagnostics due = row_count;
  return due;
end;
$$;

revoke all on function public.queue_due_texts from public, anon, authenticated, service_role;
grant execute on function
  private.text_beside_mail, private.reminder_key, private.before_quiet, public.queue_due_texts
  to service_role;
