-- The wording the product came with, kept apart from what the business makes of it: to start over from,
-- and to send when an edited template turns out to be broken.

create table public.default_mails (
  template_type text primary key,
  name text not null,
  subject text not null,
  -- HTML.
  content text not null
);

-- Of each kind the first one, which is the one that a migration brought.
insert into public.default_mails (template_type, name, subject, content)
select distinct on (template_type) template_type, name, subject, content
from public.email_templates
order by template_type, created_at, updated_at;

-- A later migration that brings another kind of mail adds its row to both tables.
revoke all on public.default_mails from public, anon, authenticated, service_role;
grant all on public.default_mails to service_role;
grant select on public.default_mails to authenticated;

alter table public.default_mails enable row level security;

create policy "Default mails can be read by administrators"
  on public.default_mails for select to authenticated
  using ((select public.is_admin()));
