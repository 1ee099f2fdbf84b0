-- A coupon for the first visit asks for the person, not for one spelling of an email address.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Migrations are one transaction, and these indexes of a hundred thousand bookings take less than a second.
-- squawk-ignore require-concurrent-index-creation
create index bookings_phone_idx on public.bookings (customer_phone)
  where status in ('deposit_paid', 'confirmed', 'paid');
-- squawk-ignore require-concurrent-index-creation
create index customers_mailbox_idx on public.customers (private.mailbox_of(email));

create or replace function private.has_other_visit(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as other
    where other.customer_email in (
        select email from public.customers
        where private.mailbox_of(email) = private.mailbox_of(booking.customer_email)
      )
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  ) or exists (
    select from public.bookings as other
    where other.customer_phone = booking.customer_phone
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  ) or exists (
    select from public.bookings as other
    where other.user_id = booking.user_id
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  );
end;
$$;
