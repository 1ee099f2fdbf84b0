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

-- The sentences of a typed message in one spelling: capitals without accents, full-width letters as plain ones, no
-- invisible characters, one space between words, and no signature. A question mark is a word of its own.
create function private.plain_sentences(words text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  plain text := normalize(words, NFKD);
begin
  -- Accents, what no screen shows, and apostrophes, which people leave out.
  plain := regexp_replace(
    plain,
    '[\u0001-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u0300-\u036F\u061C\u180E\u200B-\u200F\u202A-\u202E'
    || '\u2060-\u206F\uFE00-\uFE0F\uFEFF''`\u2018\u2019\u02BC]',
    '', 'g'
  );
  plain := upper(regexp_replace(plain, '[\r\n\u2028\u2029]+', E'\n', 'g'));
  plain := regexp_replace(plain, '\n *(-{2,} *(\n|$)|SENT FROM |ENVOYE (DE|DEPUIS) |GET OUTLOOK FOR ).*$', '');
  plain := replace(regexp_replace(plain, '[.!;]+', E'\n', 'g'), '?', ' ? ');
  -- Other punctuation, symbols and emoji.
  plain := regexp_replace(
    plain, '[ -/:<->@[-_{-\u00BF\u2000-\u2027\u202F-\u205F\u2190-\u2BFF\u3000-\u303F\U0001F000-\U0001FAFF]+', ' ', 'g'
  );
  return array(
    select btrim(sentence) from string_to_table(plain, E'\n') as sentence where btrim(sentence) <> ''
  );
end;
$$;

-- Whether words of private.plain_sentences ask to end texts and for nothing else, in English or French: a word that SMS
-- services list for Canada and that means nothing else, or a usual request.
create function private.asks_to_stop(said text) returns boolean
language sql immutable set search_path = ''
return said ~ (
  '^(((PLEASE|PLS|PLZ|KINDLY|HI|HELLO|HEY|OK|OKAY|SVP|BONJOUR) )*('
  || 'STOP( ?ALL)?|UNSUBSCRIBE( ME)?|REVOKE|OPT ?OUT|OPT ME OUT'
  || '|(STOP|END|QUIT|CANCEL)( SENDING( ME)?)?( ALL)?( THE| THESE| THIS| YOUR| MY| ANY| ANY MORE| MORE)?'
  || ' (TEXTS?|TEXT MESSAGES?|MESSAGES?|SMS)'
  || '|(STOP|QUIT) (TEXTING|MESSAGING|CONTACTING)( ME| US)?'
  || '|(DONT|DO NOT) (TEXT|MESSAGE)( ME)?|NO MORE (TEXTS|TEXT MESSAGES|MESSAGES)'
  || '|(TAKE|REMOVE) ME (OFF|FROM) (THE|THIS|YOUR) LIST'
  || '|ARRETT?|ARRETER|ARRETEZ?(( DE MENVOYER)? (CES|LES|DES|VOS) (TEXTOS|MESSAGES|SMS))?'
  || '|(ME |SE )?DESABONNER|DESABONNEMENT|DESABONNEZ? MOI|PLUS DE (TEXTOS|MESSAGES|SMS)'
  || ')( (PLEASE|PLS|PLZ|NOW|AGAIN|ANYMORE|ANY MORE|THANKS|THANK YOU|THX|TY|SVP|SIL (VOUS|TE) PLAIT|MERCI))*( |$))+$'
);

-- What a reply asks for. The opening sentence decides about stopping, also if more follows. A listed word that has
-- other meanings counts alone only.
create function private.meaning_of_reply(words text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  sentences text[] := private.plain_sentences(words);
  said text := array_to_string(sentences, ' ');
begin
  return case
    when private.asks_to_stop(said) or private.asks_to_stop(sentences[1])
      or said in ('CANCEL', 'END', 'QUIT', 'REMOVE', 'TD', 'FIN', 'ANNULER') then 'stopped'
    when said in ('START', 'YES', 'UNSTOP') then 'started'
    when said in ('HELP', 'INFO', 'AIDE') then 'help'
    else 'kept'
  end;
end;
$$;

-- Ends a STOP, and renews the consents that it withdrew from visits ahead. Nothing without an earlier consent.
create function private.start_texts(number text) returns void
language sql security definer set search_path = ''
begin atomic
  delete from public.text_stops where phone in (number, private.keyed_hash(number));
  insert into public.text_consents (phone, booking_id, wording, given_in)
  select distinct on (consent.booking_id) number, consent.booking_id, 'START. Before: ' || left(consent.wording, 480), 'text_reply'
  from public.text_consents as consent
  join public.bookings as booking on booking.id = consent.booking_id and booking.customer_phone = number
  where consent.phone = number and consent.withdrawn_in in ('text_reply', 'service') and private.is_ahead(booking)
  order by consent.booking_id, consent.given_at desc
  on conflict (booking_id) where withdrawn_at is null do nothing;
end;

-- Takes a customer's reply; the same message again changes nothing. STOP ends all texts to this phone at once. Other
-- words become an inquiry, also those that follow STOP; beyond a phone's twenty of an hour they are kept here only.
-- -> what it meant, as in received_texts; null for a repeated message.
create function public.receive_text(message_id text, from_phone text, words text) returns text
language plpgsql set search_path = ''
as $$
declare
  meaning text := private.meaning_of_reply(words);
  sentences text[] := private.plain_sentences(words);
  said text := array_to_string(sentences, ' ');
  customer public.bookings;
begin
  -- "Yes" answers many questions.
  if meaning = 'started' and said = 'YES'
    and not exists (select from public.text_stops where phone in (from_phone, private.keyed_hash(from_phone))) then
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
  -- CANCEL may mean the appointment, and what follows STOP may be for the owner.
  if (
    meaning = 'kept'
    or meaning = 'stopped' and (
      said ~ 'CANCEL|ANNULER' or cardinality(sentences) > 1 and not private.asks_to_stop(said)
    )
  ) and private.clean_text(words) <> '' and 20 >= (
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
  private.clean_text, private.plain_sentences, private.asks_to_stop, private.meaning_of_reply, private.start_texts,
  public.receive_text, public.note_text_status
  to service_role;
