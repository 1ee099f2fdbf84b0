-- What the SMS service reports: replies of customers, and what became of texts.

-- Each reply once, by the service's name of the message.
create table public.received_texts (
  message_id text primary key check (length(message_id) between 1 and 100),
  phone text not null check (phone ~ '^\+[0-9]{3,15}$'),
  body text not null check (length(body) <= 2000),
  -- stopped, started, help, kept: shown as an inquiry.
  meaning text not null check (meaning in ('stopped', 'started', 'help', 'kept')),
  received_at timestamptz not null default now()
);

create index received_texts_phone_idx on public.received_texts (phone, received_at);
create index received_texts_received_at_idx on public.received_texts (received_at);

alter table public.received_texts enable row level security;
create policy "Server functions may do what they are granted"
  on public.received_texts for all to service_role using (true) with check (true);
revoke all on public.received_texts from public, anon, authenticated, service_role;
grant all on public.received_texts to service_role;

-- What a reply asks for: its first and only word counts, in any case. Otherwise it is a message for the owner.
create function private.meaning_of_reply(words text) returns text
language sql immutable set search_path = ''
return case
  when upper(btrim(words, E' \t\r\n."''!')) in ('STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT') then 'stopped'
  when upper(btrim(words, E' \t\r\n."''!')) in ('START', 'YES', 'UNSTOP') then 'started'
  when upper(btrim(words, E' \t\r\n."''!')) in ('HELP', 'INFO') then 'help'
  else 'kept'
end;

-- Ends a STOP, and renews the consents that it withdrew from visits ahead. Nothing without an earlier consent.
create function private.start_texts(number text) returns void
language sql security definer set search_path = ''
begin atomic
  delete from public.text_stops where phone in (number, private.mark_of(number));
  insert into public.text_consents (phone, booking_id, wording, given_in)
  select distinct on (consent.booking_id) number, consent.booking_id, 'START. Before: ' || left(consent.wording, 480), 'text_reply'
  from public.text_consents as consent
  join public.bookings as booking on booking.id = consent.booking_id and booking.customer_phone = number
  where consent.phone = number and consent.withdrawn_in in ('text_reply', 'service') and private.is_ahead(booking)
  order by consent.booking_id, consent.given_at desc
  on conflict (booking_id) where withdrawn_at is null do nothing;
end;

-- Takes a customer's reply; the same message again changes nothing. STOP ends all texts to this phone at once. Other
-- words become an inquiry; beyond a phone's twenty of an hour they are kept here only. -> what it meant, as in
-- received_texts; null for a repeated message.
create function public.receive_text(message_id text, from_phone text, words text) returns text
language plpgsql set search_path = ''
as $$
declare
  meaning text := private.meaning_of_reply(words);
  customer public.bookings;
begin
  -- "Yes" answers many questions.
  if meaning = 'started' and words ~* 'yes'
    and not exists (select from public.text_stops where phone in (from_phone, private.mark_of(from_phone))) then
    meaning := 'kept';
  end if;
  insert into public.received_texts (message_id, phone, body, meaning)
  values (receive_text.message_id, from_phone, left(words, 2000), meaning)
  on conflict do nothing;
  if not found then
    return null;
  end if;
  if meaning = 'stopped' then
    perform private.stop_texts(from_phone, 'text_reply');
  elsif meaning = 'started' then
    perform private.start_texts(from_phone);
  end if;
  -- Who replies CANCEL may mean the appointment.
  if (meaning = 'kept' or words ~* 'cancel') and btrim(words) <> '' and 20 >= (
    select count(*) from public.received_texts as earlier
    where earlier.phone = from_phone and earlier.received_at > now() - interval '1 hour'
  ) then
    select * into customer from public.bookings
    where id = (
      select booking_id from public.text_outbox as told
      where told.phone = from_phone and told.booking_id is not null
      order by told.created_at desc limit 1
    );
    begin
      insert into public.inquiries (name, email, subject, message, booking_id)
      values (
        coalesce(customer.customer_name, from_phone),
        coalesce(customer.customer_email, ltrim(from_phone, '+') || '@text.invalid'),
        'Text from ' || from_phone,
        left(btrim(words), 2000),
        customer.id
      );
    exception when sqlstate 'PT429' then
      -- Kept in received_texts.
      null;
    end;
  end if;
  return meaning;
end;
$$;

-- Takes the service's report about a text, by our id or its own: forward only, from queued over sent to delivered or
-- failed. A report also settles a text whose answer never arrived. Repeating is fine.
create function public.note_text_status(
  text_id uuid, message_id text, reported text, code integer default null, as_of timestamptz default now()
) returns void
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
begin
  select * into message from public.text_outbox
  where id = text_id or (text_id is null and provider_id = message_id)
  for update;
  -- Not ours, of another message, dropped, or settled already.
  if message.id is null or message.begun_at is null or message.provider_id <> message_id
    or message.status in ('delivered', 'dropped')
    or (message.status = 'failed' and message.last_error <> 'outcome_unknown')
  then
    return;
  end if;
  update public.text_outbox
  set
    provider_id = message_id,
    status = case
      when reported = 'delivered' then 'delivered'
      when reported in ('undelivered', 'failed') then 'failed'
      else 'sent'
    end,
    sent_at = case when reported in ('undelivered', 'failed') then sent_at else coalesce(sent_at, as_of) end,
    delivered_at = case when reported = 'delivered' then as_of end,
    locked_until = null,
    error_code = code,
    last_error = case when reported in ('undelivered', 'failed') then reported end
  where id = message.id;
  if code = 21610 then
    perform private.stop_texts(message.phone, 'service');
  end if;
end;
$$;

revoke all on function public.receive_text, public.note_text_status from public, anon, authenticated, service_role;
grant execute on function
  private.meaning_of_reply, private.start_texts, public.receive_text, public.note_text_status
  to service_role;
