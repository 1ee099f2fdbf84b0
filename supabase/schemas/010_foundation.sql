-- The base of the other files: schemas, extensions, local time and small functions.

-- A function may name objects of a later file. The last file restores the setting.
set check_function_bodies = off;

-- Internals of policies, triggers and functions. The REST interface does not expose this schema.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- Sets updated_at on every update.
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- Today's date in America/Toronto.
create function private.local_today() returns date
language sql stable
return (now() at time zone 'America/Toronto')::date;

-- The local date of an instant.
create function private.local_day(moment timestamptz) returns date
language sql stable
return (moment at time zone 'America/Toronto')::date;

-- The local time of an instant, as "15:00".
create function private.local_time(moment timestamptz) returns text
language sql stable
return to_char(moment at time zone 'America/Toronto', 'HH24:MI');

-- The instant of a local date and time. On the days of the clock change, 00:00 is still the beginning of the day.
create function private.instant_of(day date, wall_time time) returns timestamptz
language sql stable
return (day + wall_time) at time zone 'America/Toronto';

-- SHA-256 of a token. Tables keep this instead of the token.
create function private.hash_of_token(token text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(token, 'UTF8'));
$$;

-- A random token for a link in an email.
create function private.new_token() returns text
language sql volatile set search_path = ''
as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
$$;

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

-- A value with one spelling, or words to search for, as plainLine of domain/contact/typed-text.ts: one line with
-- full-width letters as plain ones, every kind of dash as "-" and no joiners. Empty for null.
create function private.plain_line(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return private.clean_line(regexp_replace(
    regexp_replace(normalize(coalesce(typed, ''), NFKC), '[\u2010-\u2015\u2043\u2212\u2E3A\u2E3B]', '-', 'g'),
    '[\u200C\u200D\uFE00-\uFE0F]', '', 'g'
  ));
end;
$$;

-- Trigger: cleans the typed texts that its arguments name, separated by commas: those of one line, then those of several
-- lines. What the screens send is clean; this is for requests that no screen sent.
create function private.clean_typed() returns trigger
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

-- Whether a text is one email address, as checkEmail of domain/contact/field-checks.ts: spaces around it don't count, and
-- nothing in it starts another line or names another recipient. Null for null.
create function private.is_one_address(typed text) returns boolean
language sql immutable set search_path = ''
as $$
  select length(typed) <= 254
    and btrim(typed) ~ '^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$'
    and typed !~ '[\u0001-\u001F\u007F-\u009F\u00A0\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]';
$$;

-- Trigger: refuses a new email address in the column that its argument names unless it is one. Raises email_invalid as a
-- check_violation. A constraint would also close stored rows to every other change.
create function private.refuse_other_than_an_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text := to_jsonb(new) ->> tg_argv[0];
begin
  if not private.is_one_address(address)
    and (tg_op = 'INSERT' or address is distinct from to_jsonb(old) ->> tg_argv[0]) then
    raise exception using errcode = 'check_violation', message = 'email_invalid';
  end if;
  return new;
end;
$$;

-- Trigger: a request may insert one row only. Raises one_at_a_time (400).
create function private.refuse_many() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and (select count(*) from written) > 1 then
    raise exception using errcode = 'PT400', message = 'one_at_a_time';
  end if;
  return null;
end;
$$;

-- An IPv6 address as its network of `bits` bits; any other text unchanged.
create function private.network_of(client_address text, bits integer) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when client_address ~* '^[0-9a-f:]*:[0-9a-f:]*(/64)?$'
      then network(set_masklen(split_part(client_address, '/', 1)::inet, bits))::text
    else client_address
  end;
end;
$$;

-- Checks a range of local days, both included. Raises invalid_range (400) unless it covers at most two years.
create function private.check_range(from_day date, until_day date) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if from_day is null or until_day is null or until_day < from_day or until_day - from_day > 731 then
    raise exception using errcode = 'PT400', message = 'invalid_range';
  end if;
end;
$$;

-- The times in order, each once.
create function private.sorted_times(times time[]) returns time[]
language sql immutable set search_path = ''
as $$
  select array(select distinct one from unnest(times) as one order by one);
$$;

-- The words of a search in one spelling, without the scheme of a copied link.
create function private.search_words(search text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return regexp_replace(private.plain_line(left(search, 200)), '^(tel|mailto): ?', '', 'i');
end;
$$;

-- Turns a search into LIKE patterns that must all match: a phone number by its digits, other text word by word. A
-- word of fewer than three letters matches the beginning of a word only, because the index cannot find it inside one.
create function private.search_patterns(search text) returns text[]
language sql immutable set search_path = ''
as $$
  with wanted as (select private.search_words(search) as words)
  select array_agg(
    case when length(word) < 3 then '% ' else '%' end
    || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    order by length(word) desc
  )
  from wanted, regexp_split_to_table(
    case
      when words ~ '^[-+0-9(). ]*[0-9][-+0-9(). ]*$' then regexp_replace(words, '[^0-9]', '', 'g')
      else lower(words)
    end,
    ' '
  ) as word
  where word <> '';
$$;

grant execute on function
  private.local_today, private.local_day, private.local_time, private.instant_of, private.hash_of_token,
  private.new_token, private.network_of
  to service_role;
-- An index of bookings calls it with the rights of the role that changes a row.
grant execute on function private.network_of to anon, authenticated;
