-- Replies that end texts are understood in English and French, however they are typed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Typed text of several lines as checkOptionalText of domain/contact/field-checks.ts stores it: composed letters, no
-- control or invisible characters, no blanks around. Empty when nothing shows.
create function private.clean_text(typed text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  cleaned text := translate(regexp_replace(normalize(typed, NFC), '\r\n?', E'\n', 'g'), E'\t', ' ');
begin
  cleaned := regexp_replace(
    cleaned,
    '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F'
    || '\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]',
    '', 'g'
  );
  -- Joiners, accents and selectors belong to letters and emoji, and show nothing alone.
  if cleaned !~ '[^ \n\u00A0\u0300-\u036F\u1680\u2000-\u200D\u2028\u2029\u202F\u205F\u3000\uFE00-\uFE0F]' then
    return '';
  end if;
  return btrim(regexp_replace(cleaned, ' +(?=\n)', '', 'g'), E' \n');
end;
$$;

-- The same as one line with one space between words, as checkLine stores it.
create function private.clean_line(typed text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return btrim(regexp_replace(
    private.clean_text(typed), '[ \n\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'
  ));
end;
$$;

-- Trigger: cleans the typed texts that its arguments name, separated by commas: those of one line, then those of several
-- lines. What the screens send is clean; this is for requests that no screen sent.
create or replace function private.clean_typed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  typed jsonb := to_jsonb(new);
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(
      name,
      case when is_line then private.clean_line(typed ->> name) else private.clean_text(typed ->> name) end
    )
    from (
      select name, true as is_line from string_to_table(tg_argv[0], ',') as name
      union all
      select name, false from string_to_table(tg_argv[1], ',') as name
    ) as named
  ));
end;
$$;

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
create or replace function private.meaning_of_reply(words text) returns text
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

-- Takes a customer's reply; the same message again changes nothing. STOP ends all texts to this phone at once. Other
-- words become an inquiry, also those that follow STOP; beyond a phone's twenty of an hour they are kept here only.
-- -> what it meant, as in received_texts; null for a repeated message.
create or replace function public.receive_text(message_id text, from_phone text, words text) returns text
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

revoke all on function
  private.clean_text, private.clean_line, private.plain_sentences, private.asks_to_stop
  from public;
grant execute on function
  private.clean_text, private.plain_sentences, private.asks_to_stop
  to service_role;
