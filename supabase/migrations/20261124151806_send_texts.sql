-- Send text messages: quiet hours, the daily limit, and what causes them.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether a phone may get texts at all: a number of North America that is neither toll-free nor a premium one, without
-- a STOP, and that the service could reach in the last 90 days: 21211 and 30005 is no such number, 21614 and 30006 a
-- landline. False for the number that erasure leaves.
create or replace function private.can_be_texted(number text) returns boolean
language sql stable security definer set search_path = ''
return number ~ '^\+1[2-9][0-9]{2}[2-9][0-9]{6}$'
  and number !~ '^\+1(800|833|844|855|866|877|888|900)'
  and not exists (select from public.text_stops where phone in (number, private.mark_of(number)))
  and not exists (
    select from public.text_outbox
    where phone = number and error_code in (21211, 21614, 30005, 30006) and created_at > now() - interval '90 days'
  );

-- Whether texts wait for the morning.
create function private.is_quiet(as_of timestamptz) returns boolean
language sql stable security definer set search_path = ''
return (
  select private.local_time(as_of)::time >= quiet_from or private.local_time(as_of)::time < quiet_until
  from public.text_settings
);

-- When texts that wait are sent: the next morning's end of the quiet hours.
create function private.morning_after(as_of timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
return (
  select private.instant_of(
    private.local_day(as_of) + (private.local_time(as_of)::time >= quiet_until)::integer, quiet_until
  )
  from public.text_settings
);

-- An instant, or half an hour before the quiet hours that it lies in.
create function private.before_quiet(moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
return (
  select case when private.is_quiet(moment) then
    private.instant_of(
      private.local_day(moment) - (private.local_time(moment)::time < quiet_until)::integer, quiet_from
    ) - interval '30 minutes'
  else moment end
  from public.text_settings
);

-- When the times that a text offers are no longer held; null for one that offers none.
create function private.text_ends_at(data jsonb) returns timestamptz
language sql stable set search_path = ''
return private.instant_of((data #>> '{offer,until,date}')::date, (data #>> '{offer,until,time}')::time);

-- Whether a text may still be sent: its consent stands, and what it says is true. A text about the crew's arrival is
-- good for half an hour.
create function private.text_is_true(message public.text_outbox, as_of timestamptz) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  if not private.text_is_on(message.kind) or not private.can_be_texted(message.phone) or not exists (
    select from public.text_consents as consent
    where consent.phone = message.phone and consent.withdrawn_at is null
      and (consent.booking_id = message.booking_id or consent.waiting_id = message.waiting_id)
  ) then
    return false;
  end if;
  if message.kind = 'offer' then
    return exists (
      select from public.offered_times
      where id = split_part(message.key, ':', 2)::uuid and closed_at is null and expires_at > as_of
    );
  end if;
  select * into booking from public.bookings where id = message.booking_id;
  if message.kind = 'cancelled' then
    return booking.status = 'cancelled' and lower(private.span_of(booking)) > as_of;
  end if;
  if not private.is_standing(booking.status) or coalesce(booking.done_at, booking.no_show_at) is not null then
    return false;
  end if;
  return case message.kind
    when 'on_my_way' then message.created_at > as_of - interval '30 minutes'
    when 'rain_day' then (message.data ->> 'sequence')::integer = booking.calendar_sequence and
      case when message.data ? 'offer' then
        private.rain_mail_stands(jsonb_populate_record(null::public.mail_outbox, jsonb_build_object('data', message.data)))
      else not private.is_rained_out(booking.id) end
    when 'reminder' then message.key = private.reminder_key(booking) and not private.is_rained_out(booking.id)
    when 'moved' then (message.data ->> 'sequence')::integer = booking.calendar_sequence
    else true
  end and (message.kind = 'on_my_way' or lower(private.span_of(booking)) > as_of);
end;
$$;

-- Leases the next text that is due, and drops those that are no longer true. A text whose worker stopped while it was
-- handing it to the service is given up: it may have been sent.
-- -> {id, kind, phone, data, service_name, date, time}; null when none is due.
create function public.next_text(as_of timestamptz default now(), lease_seconds integer default 60) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
  is_night boolean := private.is_quiet(as_of);
begin
  update public.text_outbox
  set status = 'failed', last_error = 'outcome_unknown', locked_until = null
  where status = 'queued' and begun_at is not null and locked_until <= as_of;
  loop
    select * into message
    from public.text_outbox
    where status = 'queued'
      and begun_at is null
      and next_attempt_at <= as_of
      and (locked_until is null or locked_until <= as_of)
      -- In the night, only what would be too late in the morning.
      and (not is_night or kind = 'on_my_way' or private.text_ends_at(data) < private.morning_after(as_of))
    order by next_attempt_at, created_at
    limit 1
    for update skip locked;
    if not found then
      return null;
    end if;
    exit when private.text_is_true(message, as_of);
    update public.text_outbox set status = 'dropped', locked_until = null, data = '{}' where id = message.id;
  end loop;
  update public.text_outbox
  set attempts = attempts + 1, locked_until = as_of + lease_seconds * interval '1 second'
  where id = message.id;
  return jsonb_build_object('id', message.id, 'kind', message.kind, 'phone', message.phone, 'data', message.data)
    || private.text_facts(message);
end;
$$;

-- What a text says about its visit, or about the offered time. -> {service_name, date, time}
create function private.text_facts(message public.text_outbox) returns jsonb
language sql stable security definer set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'service_name', service_name, 'date', booking_date, 'time', to_char(booking_time, 'HH24:MI')
    )
    from public.bookings where id = message.booking_id
  ),
  (
    select jsonb_build_object(
      'service_name', service_name, 'date', message.data #> '{offer,times,0,date}',
      'time', message.data #> '{offer,times,0,time}'
    )
    from public.waiting_list where id = message.waiting_id
  )
);

-- Segments handed to the service on the local day of an instant.
create function private.text_segments_of_day(as_of timestamptz) returns integer
language sql stable security definer set search_path = ''
return (
  select coalesce(sum(segments), 0)::integer
  from public.text_outbox
  where begun_at >= private.instant_of(private.local_day(as_of), '00:00')
    and begun_at < private.instant_of(private.local_day(as_of) + 1, '00:00')
);

-- Marks that a leased text is handed to the service now, which happens once: `send`. Otherwise it was `dropped`, or it
-- `waits` because of the daily limit: until the next morning; the kinds that are about the moment are dropped then.
create function public.begin_text(text_id uuid, words text, segment_count integer, as_of timestamptz default now())
returns text
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
begin
  -- All workers count one after the other.
  perform private.lock_counted('public.text_outbox');
  select * into message from public.text_outbox
  where id = text_id and status = 'queued' and begun_at is null
  for update;
  if not found then
    return 'dropped';
  end if;
  if not private.text_is_true(message, as_of) then
    update public.text_outbox set status = 'dropped', locked_until = null, data = '{}' where id = message.id;
    return 'dropped';
  end if;
  if private.text_segments_of_day(as_of) + segment_count > (select segments_a_day from public.text_settings) then
    update public.text_outbox
    set
      status = case when kind in ('on_my_way', 'offer') then 'dropped' else status end,
      attempts = greatest(attempts - 1, 0),
      locked_until = null,
      last_error = 'daily_limit',
      next_attempt_at = private.instant_of(
        private.local_day(as_of) + 1, (select quiet_until from public.text_settings)
      )
    where id = message.id;
    return case when message.kind in ('on_my_way', 'offer') then 'dropped' else 'waits' end;
  end if;
  update public.text_outbox
  set begun_at = as_of, locked_until = as_of + interval '2 minutes', body = words, segments = segment_count
  where id = message.id;
  return 'send';
end;
$$;

-- What became of a text that was handed to the service: `sent`; `retry`, which it did not accept for now; `refused`,
-- for good; `unknown`, no answer arrived. Error 21610 is a STOP that only the service heard of.
create function public.finish_text(
  text_id uuid, outcome text, provider_id text default null, error text default null,
  error_code integer default null, as_of timestamptz default now()
) returns void
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
  wait interval;
begin
  select * into message from public.text_outbox where id = text_id for update;
  -- The service's report may have arrived before its answer.
  if message.status not in ('queued', 'failed') or message.begun_at is null then
    return;
  end if;
  wait := case when outcome = 'retry' then private.wait_after(message.attempts) end;
  update public.text_outbox
  set
    provider_id = coalesce(finish_text.provider_id, text_outbox.provider_id),
    status = case when outcome = 'sent' then 'sent' when wait is not null then 'queued' else 'failed' end,
    sent_at = case when outcome = 'sent' then as_of end,
    begun_at = case when outcome in ('retry', 'refused') then null else begun_at end,
    locked_until = null,
    next_attempt_at = coalesce(as_of + wait, next_attempt_at),
    last_error = case when outcome = 'unknown' then 'outcome_unknown' else left(error, 1000) end,
    error_code = finish_text.error_code
  where id = message.id;
  if finish_text.error_code = 21610 then
    perform private.stop_texts(message.phone, 'service');
  end if;
end;
$$;

-- Withdraws every consent of a phone and drops what is queued for it. Only START from that phone ends this.
create function private.stop_texts(number text, heard_from text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.text_stops (phone) values (number) on conflict (phone) do nothing;
  update public.text_consents set withdrawn_at = now(), withdrawn_in = heard_from
  where phone = number and withdrawn_at is null;
  update public.text_outbox set status = 'dropped', locked_until = null, data = '{}'
  where phone = number and status = 'queued' and begun_at is null;
end;
$$;

revoke all on function public.next_text, public.begin_text, public.finish_text
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_quiet, private.morning_after, private.text_ends_at, private.text_is_true, private.text_facts,
  private.text_segments_of_day, private.stop_texts, public.next_text, public.begin_text, public.finish_text
  to service_role;

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
-- Customers who booked or moved since then get none. Returns how many.
create function public.queue_due_texts(as_of timestamptz default now()) returns integer
language plpgsql set search_path = ''
as $$
declare
  settings public.text_settings;
  due integer;
begin
  select * into settings from public.text_settings;
  if not private.text_is_on('reminder') or private.is_quiet(as_of) then
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

-- Queues an email, and the text beside it. Does nothing when the key exists, there is no recipient, the customer's data
-- was erased, the kind is switched off, or the recipient unsubscribed from review requests and this is one; the text
-- has its own conditions.
create or replace function public.enqueue_mail(
  mail_key text,
  template text,
  recipient text,
  target_booking_id uuid,
  mail_data jsonb
) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (key, template_type, to_email, booking_id, data)
  select mail_key, template, recipient, target_booking_id, coalesce(mail_data, '{}')
  where recipient is not null
    and not private.is_forgotten(recipient)
    and private.mail_is_on(template)
    and not (template = 'review_request' and private.has_unsubscribed(recipient))
  on conflict (key) do nothing;
  select private.text_beside_mail(mail_key, template, target_booking_id, mail_data);
$$;

-- Trigger: queues the email and the text about a move, also about the owner's. Of several moves only the last is announced: a
-- queued email about an earlier one is outdated by its sequence and not sent. The new email starts from the time that
-- the customer last knew; a booking moved back to it gets none.
create or replace function private.tell_of_move() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := jsonb_build_object(
    'old_date', old.booking_date,
    'old_time', to_char(old.booking_time, 'HH24:MI')
  );
begin
  perform private.enqueue_text(
    'moved:' || new.id || ':' || new.calendar_sequence, 'moved', new.id,
    jsonb_build_object('sequence', new.calendar_sequence)
  );
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

revoke all on function
  private.is_quiet, private.morning_after, private.before_quiet, private.text_ends_at, private.text_is_true, private.text_facts, private.text_segments_of_day, private.stop_texts, private.text_beside_mail, private.reminder_key
  from public;
