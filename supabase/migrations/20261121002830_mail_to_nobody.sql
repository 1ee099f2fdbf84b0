-- Where an account was deleted, its bookings have an address that is nobody's: a mail about a refund that comes
-- later would only bounce.

-- Puts a mail into the outbox; a key that is already there is left as it is, and nobody gets none.
create or replace function public.enqueue_mail(
  mail_key text,
  template text,
  recipient text,
  target_booking_id uuid,
  mail_data jsonb
) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (key, template_type, to_email, booking_id, data)
  select mail_key, template, recipient, target_booking_id, coalesce(mail_data, '{}')
  where recipient not like 'deleted-%@account.invalid'
  on conflict (key) do nothing;
$$;
