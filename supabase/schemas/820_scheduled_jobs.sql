-- The hosted backend calls the server function run-jobs every minute. Its address and secret are in the vault; without
-- them nothing is called. A database without these extensions belongs to a host that runs its jobs itself.
do $$
begin
  if exists (select from pg_extension where extname = 'supabase_vault')
    and 2 = (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    perform cron.schedule('run-jobs', '* * * * *', $job$
      select net.http_post(
        url := project.decrypted_secret || '/functions/v1/run-jobs',
        headers := jsonb_build_object('authorization', 'Bearer ' || secret.decrypted_secret),
        timeout_milliseconds := 60000
      )
      from vault.decrypted_secrets as project
      cross join vault.decrypted_secrets as secret
      where project.name = 'project_url' and secret.name = 'jobs_secret'
    $job$);
  end if;
end;
$$;
