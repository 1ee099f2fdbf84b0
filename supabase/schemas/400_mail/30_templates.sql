-- Templates of emails in Liquid, their settings, and the parts that default emails are built from.

-- Templates of emails in the owner's wording. Of one type, the one edited last is sent.
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

alter table public.email_templates enable row level security;
create policy "Server functions may do what they are granted"
  on public.email_templates for all to service_role using (true) with check (true);
revoke all on public.email_templates from public, anon, authenticated, service_role;
grant select on public.email_templates to authenticated;
grant insert (name, subject, content, template_type) on public.email_templates to authenticated;
grant update (name, subject, content, template_type) on public.email_templates to authenticated;
grant all on public.email_templates to service_role;

-- The default wording: to start over from, and to send when an edited template is broken.
create table public.default_mails (
  template_type text primary key,
  name text not null,
  subject text not null,
  -- HTML.
  content text not null
);

alter table public.default_mails enable row level security;
create policy "Server functions may do what they are granted"
  on public.default_mails for all to service_role using (true) with check (true);
revoke all on public.default_mails from public, anon, authenticated, service_role;
grant select on public.default_mails to authenticated;
grant all on public.default_mails to service_role;

-- Emails that the owner may switch off, with when and how often they are sent. A kind without a row
-- is always sent.
create table public.mail_settings (
  template_type text primary key check (template_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  is_on boolean not null default true,
  -- How long before or after its occasion it is sent; null for at once.
  wait_hours integer check (wait_hours between 0 and 8760),
  -- The local time of day it is sent; null for any.
  send_at time,
  -- How often for one occasion.
  most integer not null default 1 check (most between 1 and 5),
  updated_at timestamptz not null default now()
);

alter table public.mail_settings enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_settings for all to service_role using (true) with check (true);
revoke all on public.mail_settings from public, anon, authenticated, service_role;
grant select on public.mail_settings to authenticated;
grant update (is_on, wait_hours, send_at, most) on public.mail_settings to authenticated;
grant all on public.mail_settings to service_role;

-- Whether a kind of email is switched on; true for one without a setting.
create function private.mail_is_on(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select is_on from public.mail_settings where template_type = kind), true);
$$;

-- The HTML of an email: what the form of the editor reads back, in this order. The server adds the page around it and
-- all styles when it sends. `preview` is what an inbox shows beside the subject.
create function private.mail_frame(preview text, heading text, body text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="preview" style="display:none">' || preview || '</p>' || chr(10)
    || '<h1>' || heading || '</h1>' || chr(10)
    || body;
$$;

-- A paragraph of an email.
create function private.mail_paragraph(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p>' || content || '</p>' || chr(10);
$$;

-- A paragraph after the button.
create function private.mail_sign_off(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="sign-off">' || content || '</p>' || chr(10);
$$;

-- A line of small print at the end of an email.
create function private.mail_small_print(content text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="small-print">' || content || '</p>' || chr(10);
$$;

-- A link as a button. An email has one at most.
create function private.mail_button(label text, href text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="button"><a href="' || href || '">' || label || '</a></p>' || chr(10);
$$;

-- The variable `name` as a code to type.
create function private.mail_code(name text) returns text
language sql immutable set search_path = ''
as $$
  select '<p class="code">{{ ' || name || ' }}</p>' || chr(10);
$$;

-- A row of a mail_list: a label, and its value to the right.
create function private.mail_line(label text, value text) returns text
language sql immutable set search_path = ''
as $$
  select '<tr><th scope="row">' || label || '</th><td>' || value || '</td></tr>' || chr(10);
$$;

-- A row for the amount in variable `name`, left out when it is "$0.00".
create function private.mail_line_unless_zero(label text, name text, sign text default '') returns text
language sql immutable set search_path = ''
as $$
  select '{% if ' || name || ' != "$0.00" %}' || private.mail_line(label, sign || '{{ ' || name || ' }}') || '{% endif %}' || chr(10);
$$;

-- A row for the text in variable `name`, left out when it is empty or a process of the former version has none.
create function private.mail_line_if(label text, name text) returns text
language sql immutable set search_path = ''
as $$
  select '{% if ' || name || ' %}{% if ' || name || ' != "" %}' || private.mail_line(label, '{{ ' || name || ' }}')
    || '{% endif %}{% endif %}' || chr(10);
$$;

-- A row for the discount of a visit near another one.
create function private.mail_nearby_discount() returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version doesn't know the amount.
  select '{% if nearby_discount %}'
    || private.mail_line_unless_zero('Nearby discount', 'nearby_discount', '−')
    || '{% endif %}' || chr(10);
$$;

-- A row for each tax of a booking with its registration number, from lines like "GST (5%): $5.00".
create function private.mail_tax_lines(prefix text default '') returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version has no tax_lines.
  select '{% if tax_lines %}{% assign taxes = tax_lines | split: "\n" %}{% for tax_line in taxes %}'
    || '{% assign parts = tax_line | split: ": $" %}'
    || private.mail_line(prefix || '{{ parts[0] }}', '${{ parts[1] }}')
    || '{% endfor %}{% else %}' || private.mail_line_unless_zero(prefix || '{{ tax_label }}', 'tax')
    || '{% endif %}' || chr(10);
$$;

-- Rows for what is paid of a total, around the row of what was paid: tips given later, and what was refunded and is not
-- charged; and refunds.
create function private.mail_paid_lines(paid_line text) returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version doesn't know the amounts.
  select '{% if later_tip %}'
    || private.mail_line_unless_zero('Tip when paying', 'later_tip')
    || private.mail_line_unless_zero('{{ reduction_label }}', 'reduction', '−')
    || '{% endif %}' || chr(10)
    || paid_line
    || private.mail_refunded_lines();
$$;

-- Rows for what was refunded, and what is to be refunded by hand.
create function private.mail_refunded_lines() returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version doesn't know the amounts.
  select '{% if amount_owed_back %}'
    || private.mail_line_unless_zero('Refunded', 'amount_refunded', '−')
    || private.mail_line_unless_zero('To be refunded', 'amount_owed_back', '−')
    || '{% endif %}' || chr(10);
$$;

-- A row that says that an amount due on site has no tax; the taxes have rows of their own.
create function private.mail_untaxed_line() returns text
language sql immutable set search_path = ''
as $$
  select '{% if tax == "$0.00" %}' || private.mail_line_if('Tax', 'due_on_site_tax') || '{% endif %}' || chr(10);
$$;

-- A table of mail_line rows.
create function private.mail_list(variadic lines text[]) returns text
language sql immutable set search_path = ''
as $$
  select '<table class="details">' || chr(10) || array_to_string(lines, '') || '</table>' || chr(10);
$$;

-- Adds a default email: the template that the owner may edit, and the copy to start over from.
create function private.add_default_mail(kind text, label text, subject_line text, html text) returns void
language sql set search_path = ''
as $$
  insert into public.email_templates (name, template_type, subject, content) values (label, kind, subject_line, html);
  insert into public.default_mails (name, template_type, subject, content) values (label, kind, subject_line, html);
$$;

-- Trigger: an administrator's change of an email needs a fresh proof, and all administrators are notified. Raises
-- reauthentication_needed (403).
create function private.guard_template() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    perform private.require_fresh_proof();
    perform private.notify_administrators('The wording of the email “' || new.name || '” was changed.');
  end if;
  return null;
end;
$$;

-- After the policies: nobody else hears of a proof.
create trigger guard_template after insert or update on public.email_templates
  for each row execute function private.guard_template();

create trigger touch_updated_at before update on public.email_templates
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.mail_settings
  for each row execute function private.touch_updated_at();

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

create policy "Default mails can be read by administrators"
  on public.default_mails for select to authenticated
  using ((select public.is_admin()));

create policy "Mail settings can be read by administrators"
  on public.mail_settings for select to authenticated
  using ((select public.is_admin()));

create policy "Mail settings can be changed by administrators"
  on public.mail_settings for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

grant execute on function private.mail_is_on to service_role;
