-- What waits too long or failed (supabase/schemas/480_waiting_too_long.sql), with the codes that this host texts. A code
-- is valid for minutes, so it waits too long after two, and a failed one counts for an hour.
select * from private.waiting_too_long()
union all
select 'code', id::text, 'sign-in code', status, attempts, created_at, coalesce(last_error, '')
from auth.sms_outbox
where (status = 'queued' and expires_at > now() and created_at < now() - interval '2 minutes')
  or (status = 'failed' and created_at > now() - interval '1 hour')
