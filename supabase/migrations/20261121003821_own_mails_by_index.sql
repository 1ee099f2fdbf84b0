-- A person's own mails, found by indexes: one question with three conditions joined by "or" read every mail there is.

create index mail_outbox_inquiries_idx on public.mail_outbox (lower(btrim(data ->> 'customer_email')))
  where template_type = 'inquiry_received';

-- What a customer has, and not the thousand that is supposed of any function.
alter function private.own_bookings() rows 20;

-- Mails to the person's own proven address, about one of their bookings, or that tell the business what
-- they wrote. What goes to the info address is the business's, whoever signs in with it.
create or replace function private.own_mails() returns setof public.mail_outbox
language sql stable security definer set search_path = ''
as $$
  select mail.*
  from public.mail_outbox as mail
  where mail.id in (
    select about.id
    from private.own_bookings() as booking
    join public.mail_outbox as about on about.booking_id = booking.id
    union
    select sent.id
    from public.mail_outbox as sent
    where lower(sent.to_email) = (select private.confirmed_email())
      and lower(sent.to_email) not in (select info_email from private.business)
    union
    select told.id
    from public.mail_outbox as told
    where told.template_type = 'inquiry_received'
      and lower(btrim(told.data ->> 'customer_email')) = (select private.confirmed_email())
  );
$$;
