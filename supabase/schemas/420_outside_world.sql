-- The services that this database works with, as the server's last start named them: a mail server, a payment account,
-- a text service, a public address, a bucket of photos, a place of backups. Names without secrets. A process without the same connections does no work that
-- leaves the house (server/outside-world.ts).
create table private.outside_world (
  part text primary key check (part in ('mail', 'payments', 'texts', 'address', 'files', 'backups')),
  name text not null check (length(name) between 1 and 300),
  connected_at timestamptz not null default now()
);

alter table private.outside_world enable row level security;
revoke all on private.outside_world from public, anon, authenticated, service_role;
