-- An address that somebody would like to have is not theirs before it says so itself.

-- Mails to the person's own proven address, about one of their bookings, or that tell the business what
-- they wrote. What goes to the info address is the business's, whoever signs in with it.
create or replace function private.own_mails() returns setof public.mail_outbox
language sql stable security definer set search_path = ''
as $$
  select mail.*
  from public.mail_outbox as mail
  where mail.booking_id in (select id from private.own_bookings())
    or (
      lower(mail.to_email) = (select private.confirmed_email())
      and lower(mail.to_email) not in (select info_email from private.business)
    )
    or (
      mail.template_type = 'inquiry_received'
      and lower(btrim(mail.data ->> 'customer_email')) = (select private.confirmed_email())
    );
$$;
