-- The mails as the business words them: Liquid in subject and content. Of one type, the one edited last
-- is sent.

create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  subject text not null check (length(subject) between 1 and 300),
  -- HTML.
  content text not null check (length(content) between 1 and 200000),
  template_type text not null default 'booking_confirmation' check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index email_templates_template_type_idx on public.email_templates (template_type, updated_at desc);

create trigger touch_updated_at before update on public.email_templates
  for each row execute function private.touch_updated_at();

revoke all on public.email_templates from public, anon, authenticated, service_role;
grant all on public.email_templates to service_role;
grant select on public.email_templates to authenticated;
grant insert (name, subject, content, template_type), update (name, subject, content, template_type)
  on public.email_templates to authenticated;

alter table public.email_templates enable row level security;

create policy "E-mail templates can be read by administrators"
  on public.email_templates for select to authenticated
  using ((select public.is_admin()));

create policy "E-mail templates can be added by administrators"
  on public.email_templates for insert to authenticated
  with check ((select public.is_admin()));

create policy "E-mail templates can be edited by administrators"
  on public.email_templates for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
