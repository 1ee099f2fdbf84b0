-- The server's functions no longer need a role that bypasses row-level security, which few managed PostgreSQL grant.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create policy "Server functions may do what they are granted"
  on storage.buckets for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on storage.objects for all to service_role using (true) with check (true);
