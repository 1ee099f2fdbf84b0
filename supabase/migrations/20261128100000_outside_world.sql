-- Remembers which services a database works with.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table private.outside_world (
  part text primary key check (part in ('mail', 'payments', 'texts', 'address')),
  name text not null check (length(name) between 1 and 300),
  connected_at timestamptz not null default now()
);

alter table private.outside_world enable row level security;
revoke all on private.outside_world from public, anon, authenticated, service_role;
