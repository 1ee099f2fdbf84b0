-- What people write through the contact form.

create table public.inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 100),
  email text not null check (length(email) <= 254 and email like '%_@_%'),
  subject text not null check (length(btrim(subject)) between 1 and 150),
  message text not null check (length(btrim(message)) between 1 and 5000),
  -- As typed: no foreign key, which would tell a stranger which ids exist.
  booking_id uuid,
  created_at timestamptz not null default now()
);

create index inquiries_created_at_idx on public.inquiries (created_at desc);

revoke all on public.inquiries from public, anon, authenticated, service_role;
grant all on public.inquiries to service_role;
grant insert (name, email, subject, message, booking_id) on public.inquiries to anon, authenticated;
grant select on public.inquiries to authenticated;

alter table public.inquiries enable row level security;

create policy "Inquiries can be sent by everyone"
  on public.inquiries for insert to anon, authenticated
  with check (true);

create policy "Inquiries can be read by administrators"
  on public.inquiries for select to authenticated
  using ((select public.is_admin()));

create trigger refuse_many after insert on public.inquiries
  referencing new table as written
  for each statement execute function private.refuse_many();
