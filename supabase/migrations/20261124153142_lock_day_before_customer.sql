-- A customer's move locked the customer before the day, and everything else the day before the customer: two moves of one
-- customer's bookings to one day could wait for each other.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

drop trigger keep_first_visit_changed on public.bookings;

create trigger remark_first_visit
  after update of status, no_show_at, booking_date, booking_time, customer_email, customer_phone on public.bookings
  for each row
  when (
    (old.status <> 'pending_payment' or new.status <> 'pending_payment')
    and (
      old.status, old.no_show_at is null, old.booking_date, old.booking_time, old.customer_email, old.customer_phone
    ) is distinct from (
      new.status, new.no_show_at is null, new.booking_date, new.booking_time, new.customer_email, new.customer_phone
    )
  )
  execute function private.keep_first_visit();
