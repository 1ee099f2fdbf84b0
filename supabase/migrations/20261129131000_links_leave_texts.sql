-- Links leave text messages that were sent or given up, as they leave emails.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Trigger: links leave a text that is no longer to be sent: its data, and its words once a service has them. Words that no
-- service took stay to be read where texts are tried out.
create function private.drop_text_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.data := private.without_links(new.data);
  if new.provider_id is not null or new.status = 'failed' then
    new.body := regexp_replace(new.body, '(/visit/|[?&]token=)[A-Za-z0-9_-]+', '\1…', 'g');
  end if;
  return new;
end;
$$;

create trigger drop_text_links before insert or update on public.text_outbox
  for each row when (new.status <> 'queued') execute function private.drop_text_links();

revoke all on function private.drop_text_links from public;

update public.text_outbox set body = body
where status <> 'queued' and (body <> '' or data <> '{}');
