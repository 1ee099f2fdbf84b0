-- The owner's texts of the website, one row each: the answers of the chat, and the pages behind the footer's links.

create table public.website_texts (
  name text primary key check (name in ('chat_answers', 'privacy', 'terms', 'cancellation')),
  -- A list of answers, or the text of a page. Null for the product's own wording (domain/texts, domain/chat).
  body jsonb,
  -- Goes up with every change, so that nobody overwrites what they have not read.
  revision integer not null default 0,
  constraint website_texts_body_check check (
    length(body::text) <= 100000
    and jsonb_typeof(body) = case name when 'chat_answers' then 'array' else 'string' end
  )
);

alter table public.website_texts enable row level security;
create policy "Server functions may do what they are granted"
  on public.website_texts for all to service_role using (true) with check (true);
revoke all on public.website_texts from public, anon, authenticated, service_role;
grant select on public.website_texts to anon, authenticated;
grant update (body) on public.website_texts to authenticated;
grant all on public.website_texts to service_role;

create policy "Texts of the website can be read by everyone"
  on public.website_texts for select to anon, authenticated
  using (true);

create policy "Texts of the website can be changed by administrators"
  on public.website_texts for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

-- Trigger: counts the changes.
create function private.count_website_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.revision := old.revision + 1;
  return new;
end;
$$;

create trigger count_change before update on public.website_texts
  for each row execute function private.count_website_text();

-- Trigger: notifies all administrators of a text that one of them changed.
create function private.tell_of_website_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    perform private.notify_administrators(
      case new.name
        when 'chat_answers' then 'The answers of the website’s chat were changed.'
        else 'The website’s ' || new.name || ' page was changed.'
      end,
      'website_text:' || new.name
    );
  end if;
  return null;
end;
$$;

create trigger tell_of_change after update of body on public.website_texts
  for each row when (new.body is distinct from old.body)
  execute function private.tell_of_website_text();
