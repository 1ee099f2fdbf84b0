-- Nobody but the server names another payment for a booking that is paid.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.guard_booking_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  by_hand boolean := current_user in ('anon', 'authenticated');
  is_moved boolean := (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time);
begin
  if by_hand and (new.status, new.deposit_paid) is distinct from (old.status, old.deposit_paid) then
    perform private.check_status_change(old, new);
  end if;
  if by_hand and old.status <> 'pending_payment'
    and new.stripe_checkout_session_id is distinct from old.stripe_checkout_session_id then
    raise exception using
      errcode = 'PT409',
      message = 'payment_not_verified',
      detail = 'The payment of a paid booking cannot be renamed.';
  end if;
  if is_moved then
    if by_hand then
      perform private.check_new_time(old, new);
    end if;
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  return new;
end;
$$;
