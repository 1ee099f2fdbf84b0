-- How long records are kept, in one place. docs/retention.md says why.

create table public.retention (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,39}$'),
  keep_days integer not null,
  -- What the law or the product needs at least.
  least_days integer not null check (least_days > 0),
  constraint retention_is_long_enough check (keep_days >= least_days)
);

alter table public.retention enable row level security;
create policy "Server functions may do what they are granted"
  on public.retention for all to service_role using (true) with check (true);
revoke all on public.retention from public, anon, authenticated, service_role;
grant select on public.retention to service_role;

-- Records of this kind from before this moment are no longer kept.
create function private.kept_since(kind text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select now() - keep_days * interval '1 day' from public.retention where retention.kind = kept_since.kind;
$$;

grant execute on function private.kept_since to service_role;
