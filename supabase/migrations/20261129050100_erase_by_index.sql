-- Erases customer data by index.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index if not exists bookings_customer_phone_idx on public.bookings (customer_phone);

-- squawk-ignore require-concurrent-index-deletion
drop index public.bookings_phone_idx;

create index if not exists payment_findings_email_idx on public.payment_findings (lower(facts ->> 'email'));

-- Deletes a customer's inquiries and account emails. Emails about bookings stay without their reader, so that they
-- are not sent again; queued ones are dropped.
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
  -- Findings about their money stay, without the customer and without notes.
  update public.payment_findings
  set
    facts = facts - array['email', 'description'],
    steps = (select coalesce(jsonb_agg(step || '{"note": null}'), '[]') from jsonb_array_elements(steps) as step)
  where id in (
    -- A union, so that each part uses an index.
    select id from public.payment_findings where booking_id = any (booking_ids)
    union
    select id from public.payment_findings where lower(facts ->> 'email') = whose
  );
$$;
