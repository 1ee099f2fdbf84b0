-- Sending texts: quiet hours, what is still true, the daily limit, and at most one message for each text
-- (docs/decisions/0104).

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

-- Leases the next text that is due and not held after a restore, and drops those that are no longer true. A text whose worker stopped while it was
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
      and created_at > private.held_until()
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
  if outcome = 'sent' then
    perform public.report_trouble('text_keys', null);
  end if;
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
