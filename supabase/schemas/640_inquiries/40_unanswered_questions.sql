-- Questions that the chat could not answer, for the owner who writes its answers (docs/decisions/0123). Few, short and
-- without email addresses, numbers and addresses of people.

create table public.unanswered_questions (
  id uuid primary key default gen_random_uuid(),
  words text not null check (length(words) between 1 and 200),
  asked integer not null default 1 check (asked > 0),
  -- The local day when it was last asked.
  last_day date not null
);

create unique index unanswered_questions_words_idx on public.unanswered_questions (lower(words));
create index unanswered_questions_last_day_idx on public.unanswered_questions (last_day);

alter table public.unanswered_questions enable row level security;
create policy "Server functions may do what they are granted"
  on public.unanswered_questions for all to service_role using (true) with check (true);
revoke all on public.unanswered_questions from public, anon, authenticated, service_role;
grant select on public.unanswered_questions to service_role;

-- A question in one line without what points to a person: email addresses, links, postal codes, streets with a number,
-- and numbers of five digits or more.
create function private.without_persons(question text) returns text
language sql immutable set search_path = ''
as $$
  select btrim(left(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    left(question, 1000),
    '[[:space:][:cntrl:]]+', ' ', 'g'),
    '\S+@\S+|\S+://\S+', '…', 'g'),
    '\m[a-z][0-9][a-z] ?[0-9][a-z][0-9]\M', '…', 'gi'),
    '\m[0-9]{1,6} ([[:alpha:]''.-]+ ){1,4}(street|st|road|rd|avenue|ave|drive|dr|court|crt|ct|crescent|cres|lane|ln|boulevard|blvd|way|line|trail)\M\.?', '…', 'gi'),
    '[+(]?[0-9][0-9 ().-]{3,}[0-9]', '…', 'g'), 200));
$$;

-- Keeps a question that the chat could not answer, and counts it when it was asked before. Keeps 200 of the last 60 days
-- at most, and no more than 50 new ones a day.
create function public.keep_unanswered_question(question text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  its_words text := private.without_persons(question);
begin
  -- Without a letter there is no question.
  if its_words is null or its_words !~ '[[:alpha:]]{2}' then
    return;
  end if;
  perform private.lock_counted('public.unanswered_questions');
  delete from public.unanswered_questions where last_day < today - 60;
  update public.unanswered_questions set asked = asked + 1, last_day = today where lower(words) = lower(its_words);
  if not found
    and (select count(*) from public.unanswered_questions) < 200
    and (select count(*) from public.unanswered_questions where last_day = today) < 50
  then
    insert into public.unanswered_questions (words, last_day) values (its_words, today);
  end if;
end;
$$;

-- The questions that the chat could not answer, those asked most first: [{id, words, asked, last_day}]. Raises
-- administrators_only (403).
create function public.unanswered_questions() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(to_jsonb(one) order by one.asked desc, one.last_day desc, one.id), '[]')
    from (
      select * from public.unanswered_questions order by asked desc, last_day desc, id limit 20
    ) as one
  );
end;
$$;

-- Deletes a question that is answered or needs no answer. Raises administrators_only (403).
create function public.delete_unanswered_question(question_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.unanswered_questions where id = question_id;
end;
$$;

revoke all on function
  public.keep_unanswered_question, public.unanswered_questions, public.delete_unanswered_question
  from public, anon, authenticated, service_role;
grant execute on function public.keep_unanswered_question to anon, authenticated;
grant execute on function public.unanswered_questions, public.delete_unanswered_question to authenticated;
