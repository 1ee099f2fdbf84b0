-- Changes of a booking's status: only recorded payments and administrators make them.

-- The status that a booking's payments dictate; null while nothing was paid. Only callers who may update the booking
-- get an answer.
create function private.status_by_payment(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case booking.payment_option when 'pay_deposit' then 'deposit_paid' else 'confirmed' end
  where exists (
    select
    from public.payments as payment
    where payment.booking_id = booking.id
      and payment.status = 'succeeded'
      and payment.amount_cents = booking.due_now_cents
      and private.keepable_cents(payment) = payment.amount_cents
  );
$$;

-- Raises payment_not_verified (409) unless the new status follows from a recorded payment, or an administrator
-- records that the rest was collected. The same status again is fine.
create function private.check_status_change(old_row public.bookings, new_row public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  dictated text := private.status_by_payment(old_row);
begin
  if new_row.status = 'paid' and old_row.status in ('deposit_paid', 'confirmed') and public.is_admin() then
    return;
  end if;
  if old_row.status = 'pending_payment'
    and new_row.status = dictated
    and new_row.deposit_paid = (dictated = 'deposit_paid') then
    return;
  end if;
  raise exception using
    errcode = 'PT409',
    message = 'payment_not_verified',
    detail = 'No payment on record allows this status.';
end;
$$;

-- Trigger: lets roles other than the server's change only what they may: a status that a payment backs, and the name of
-- the payment while the booking is unpaid. Runs with the caller's rights, because it checks who is writing.
-- Raises payment_not_verified, and as check_new_time (409).
create function private.guard_booking_change() returns trigger
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

create trigger guard_booking_change before update on public.bookings
  for each row execute function private.guard_booking_change();

grant execute on function private.status_by_payment, private.check_status_change to anon, authenticated;
