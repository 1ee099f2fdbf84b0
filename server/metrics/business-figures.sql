-- What waits or needs attention, for the operator: one row. Each part reads a partial index that holds little else.
select
  mails.waiting as mails_waiting,
  mails.oldest_seconds as mails_oldest_seconds,
  (select count(*) from public.mail_outbox where status = 'failed') as mails_failed,
  (
    select count(*) from auth.sms_outbox
    where status = 'queued' and next_attempt_at <= now() and expires_at > now()
  ) as texts_waiting,
  (select count(*) from public.slot_claims where expires_at > now() and booking_id is not null) as holds_open,
  refunds.waiting as refunds_waiting,
  refunds.oldest_seconds as refunds_oldest_seconds,
  refunds.failed as refunds_failed,
  (select count(*) from public.payment_findings where closed_at is null) as findings_open,
  -- Null without a schedule, 0 before the first backup.
  (select coalesce(extract(epoch from succeeded_at), 0) from private.backup_state) as backup_succeeded_seconds
from
  (
    -- A failed attempt postpones an email, which still waits.
    select count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0) as oldest_seconds
    from public.mail_outbox
    where status = 'queued' and (attempts > 0 or next_attempt_at <= now())
  ) as mails,
  (
    select
      count(*) filter (where status = 'pending') as waiting,
      coalesce(extract(epoch from now() - min(created_at) filter (where status = 'pending')), 0) as oldest_seconds,
      count(*) filter (where status = 'failed') as failed
    from public.refunds
    where status in ('pending', 'sent', 'failed') and replaced_by is null
  ) as refunds;
