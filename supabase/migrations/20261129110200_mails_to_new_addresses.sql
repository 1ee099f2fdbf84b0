-- Finds the emails about a new address by it, when a customer is erased.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index mail_outbox_new_address_idx on public.mail_outbox (lower(data ->> 'new_email'))
  where template_type = 'email_change';
