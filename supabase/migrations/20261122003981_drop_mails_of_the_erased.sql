-- A mail that had not gone out when its reader was erased is dropped, and no longer counts as one that did not
-- arrive.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- As before; what had not gone out by then is dropped.
create or replace function private.forget_words_of(booking_ids uuid[], whose text) returns void
language sql security definer set search_path = ''
as $$
  delete from public.mail_outbox
  where booking_id is null and id in (select id from private.mails_of(booking_ids, whose));
  update public.mail_outbox
  set
    to_email = 'deleted-' || booking_id || '@account.invalid',
    data = '{}',
    status = case when status in ('queued', 'failed') then 'dropped' else status end,
    last_error = null
  where id in (select id from private.mails_of(booking_ids, whose));
  delete from public.inquiries where lower(btrim(email)) = whose;
  update public.reviews set customer_name = 'A customer' where booking_id = any (booking_ids);
  -- What was found about their money stays; whose it was, and what was written about it, goes.
  update public.payment_finding_steps
  set note = null
  where finding_id in (
    select id from public.payment_findings
    where booking_id = any (booking_ids) or lower(facts ->> 'email') = whose
  );
  update public.payment_findings
  set facts = facts - array['email', 'description']
  where booking_id = any (booking_ids) or lower(facts ->> 'email') = whose;
$$;

-- Those whose reader was erased before.
update public.mail_outbox set status = 'dropped' where status = 'failed' and private.is_forgotten(to_email);
