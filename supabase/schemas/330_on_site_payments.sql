-- Payments that the owner records by hand, and undoes.

-- The payment that was recorded with this request id, or null. Raises already_noted_otherwise (409) when its content
-- differs or it was undone; the detail is the stored {method, amount_cents, tip_cents, status}.
create function private.payment_noted_as(
  target_booking_id uuid, request uuid, method text, amount_cents integer, tip_cents integer
) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  noted public.payments;
begin
  select * into noted from public.payments where request_id = request and booking_id = target_booking_id;
  if noted.id is not null and (noted.status, noted.method, noted.amount_cents, noted.tip_cents)
    is distinct from ('succeeded', payment_noted_as.method, payment_noted_as.amount_cents, payment_noted_as.tip_cents)
  then
    raise exception using
      errcode = 'PT409',
      message = 'already_noted_otherwise',
      detail = jsonb_build_object(
        'method', noted.method, 'amount_cents', noted.amount_cents, 'tip_cents', noted.tip_cents,
        'status', noted.status
      )::text;
  end if;
  return noted.id;
end;
$$;

-- Stores a payment on site. A confirmed booking with nothing left to pay becomes paid. Raises invalid_payment,
-- payment_too_large (400): the limit of a tip is that of domain/business/fixed-terms.ts, and of a payment 20,000 dollars.
-- On one visit a crew records as much as it costs, and as much again in tips, or 100 dollars; more_than_it_costs (409).
create function private.store_payment(
  booking public.bookings, method text, amount_cents integer, tip_cents integer, request uuid
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  stored_id uuid;
begin
  if (method in ('cash', 'card', 'e_transfer') and amount_cents > 0 and tip_cents between 0 and amount_cents)
    is not true then
    raise exception using errcode = 'PT400', message = 'invalid_payment';
  elsif tip_cents > 50000 or amount_cents > 2000000 then
    raise exception using errcode = 'PT400', message = 'payment_too_large';
  end if;
  if not public.is_admin() and exists (
    select
    from public.payments as payment
    where payment.booking_id = booking.id and payment.method <> 'online' and payment.status = 'succeeded'
    having coalesce(sum(payment.amount_cents - payment.tip_cents), 0)
        + store_payment.amount_cents - store_payment.tip_cents > booking.total_cents
      or coalesce(sum(payment.tip_cents), 0) + store_payment.tip_cents > greatest(booking.total_cents, 10000)
  ) then
    raise exception using errcode = 'PT409', message = 'more_than_it_costs';
  end if;
  insert into public.payments
    (booking_id, method, amount_cents, tip_cents, status, settled_at, recorded_by, request_id, crew_holds)
  values (
    booking.id, store_payment.method, store_payment.amount_cents, store_payment.tip_cents, 'succeeded', now(),
    (select auth.uid()), request, store_payment.method = 'cash' and not public.is_admin()
  )
  returning id into stored_id;
  perform private.note_change(booking.id, 'payment_recorded', null, jsonb_build_object(
    'payment_id', stored_id, 'method', method, 'amount_cents', amount_cents, 'tip_cents', tip_cents
  ));
  if booking.status <> 'cancelled' and private.due_on_site_cents(booking) = 0 then
    update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
  end if;
  return stored_id;
end;
$$;

-- Records a payment on site, for administrators and the crew of the visit: `amount_cents` in all, `tip_cents` of it
-- as a tip. The same `request_id` with the same
-- content counts once. A booking with nothing left to pay becomes paid. -> {payment_id, status, due_on_site_cents}
-- Raises administrators_only (403), booking_not_found (404), already_noted_otherwise, booking_cancelled,
-- not_confirmed, amount_too_large, more_than_it_costs (409), invalid_payment, payment_too_large (400).
create function public.record_payment(
  target_booking_id uuid,
  method text,
  amount_cents integer,
  tip_cents integer default 0,
  request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
  noted_id uuid;
begin
  noted_id := private.payment_noted_as(booking.id, request_id, method, amount_cents, tip_cents);
  if noted_id is null then
    perform private.require_confirmed_booking(booking);
    if amount_cents - tip_cents > private.due_on_site_cents(booking) then
      raise exception using errcode = 'PT409', message = 'amount_too_large';
    end if;
    noted_id := private.store_payment(booking, method, amount_cents, tip_cents, request_id);
  end if;
  select * into booking from public.bookings where id = booking.id;
  return jsonb_build_object(
    'payment_id', noted_id, 'status', booking.status, 'due_on_site_cents', private.due_on_site_cents(booking)
  );
end;
$$;

-- What the customer has of the receipts that named an undone payment: sent, dropped (not sent), none.
create function private.withdrawn_receipt(payment public.payments) returns text
language sql stable set search_path = ''
as $$
  select case
    when bool_or(status in ('sent', 'queued')) then 'sent'
    when count(*) > 0 then 'dropped'
    else 'none'
  end
  from public.mail_outbox
  where booking_id = payment.booking_id and key like '%:withdrawn:' || payment.id;
$$;

-- Drops queued receipts that name an undone payment, unless a worker is sending them, and frees their keys for the
-- payment that does arrive.
create function private.withdraw_receipts(payment public.payments) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set
    key = key || ':withdrawn:' || payment.id,
    status = case when status = 'queued' and coalesce(locked_until, '-infinity') <= now() then 'dropped' else status end
  where booking_id = payment.booking_id and template_type = 'receipt'
    and created_at >= payment.settled_at and key not like '%:withdrawn:%';
$$;

-- Sets back the status of a booking that is no longer paid without the undone payment.
create function private.revert_paid_status(booking public.bookings, payment public.payments) returns void
language plpgsql set search_path = ''
as $$
declare
  made_paid public.booking_changes;
begin
  select * into made_paid from public.booking_changes as change
  where change.booking_id = booking.id and change."is" ->> 'status' = 'paid'
  order by change.id desc limit 1;
  if booking.status = 'paid' and made_paid.was ->> 'status' is not null and (
    made_paid.at = payment.settled_at
    or booking.total_cents > greatest(booking.due_now_cents, (select collected_cents from private.payment_sums(booking.id)))
  ) then
    update public.bookings set status = made_paid.was ->> 'status' where id = booking.id;
  end if;
end;
$$;

-- Undoes a payment that was recorded by hand; again is fine.
-- -> {status, due_on_site_cents, receipt}: the booking's status then, and the customer's receipt that named the
-- payment: sent, dropped (not sent), none.
-- Raises administrators_only (403), booking_not_found (404), payment_online, payment_refunded (409).
create function public.undo_payment(target_payment_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking_for_owner(
    (select booking_id from public.payments where id = target_payment_id)
  );
  payment public.payments;
begin
  select * into payment from public.payments where id = target_payment_id for update;
  if payment.method = 'online' then
    raise exception using errcode = 'PT409', message = 'payment_online';
  end if;
  if exists (select from public.refunds where payment_id = payment.id) then
    raise exception using errcode = 'PT409', message = 'payment_refunded';
  end if;
  if payment.status = 'succeeded' then
    update public.payments set status = 'canceled', settled_at = null where id = payment.id;
    perform private.note_change(booking.id, 'payment_undone', jsonb_build_object(
      'payment_id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents,
      'tip_cents', payment.tip_cents
    ), null);
    perform private.revert_paid_status(booking, payment);
    perform private.withdraw_receipts(payment);
  end if;
  select * into booking from public.bookings where id = booking.id;
  return jsonb_build_object(
    'status', booking.status,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'receipt', private.withdrawn_receipt(payment)
  );
end;
$$;

-- The cash that members of the crews took and the owner has not yet received, less what was given back.
-- -> [{email, crew: its name, null without one, cents, payments: [{id, booking_id, customer_name, booking_date, cents}]}]
-- Raises administrators_only (403).
create function public.crew_cash() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'email', coalesce(person.email, ''),
      'crew', (
        select private.crew_name(member.crew) from public.crew_members as member where member.user_id = person.id
      ),
      'cents', held.cents,
      'payments', held.payments
    ) order by person.email), '[]')
    from (
      select
        payment.recorded_by,
        sum(payment.amount_cents - payment.refunded_cents) as cents,
        jsonb_agg(jsonb_build_object(
          'id', payment.id, 'booking_id', booking.id, 'customer_name', booking.customer_name,
          'booking_date', booking.booking_date, 'cents', payment.amount_cents - payment.refunded_cents
        ) order by booking.booking_date, payment.settled_at) as payments
      from public.payments as payment
      join public.bookings as booking on booking.id = payment.booking_id
      where payment.crew_holds and payment.status = 'succeeded' and payment.amount_cents > payment.refunded_cents
      group by payment.recorded_by
    ) as held
    left join auth.users as person on person.id = held.recorded_by
  );
end;
$$;

-- Marks cash of the crews as received, or as held again; the history of each booking says who did, and when. Again is
-- fine. Raises administrators_only (403).
create function public.receive_crew_cash(payment_ids uuid[], received boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  payment public.payments;
begin
  perform private.require_admin();
  for payment in
    update public.payments
    set crew_holds = not received
    where id = any (payment_ids) and method = 'cash' and status = 'succeeded' and crew_holds = received
    returning *
  loop
    perform private.note_change(
      payment.booking_id, case when received then 'cash_received' else 'cash_with_crew' end, null,
      jsonb_build_object('payment_id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents)
    );
  end loop;
end;
$$;

revoke all on function public.record_payment, public.undo_payment, public.crew_cash, public.receive_crew_cash
  from public, anon, authenticated, service_role;
grant execute on function public.record_payment, public.undo_payment, public.crew_cash, public.receive_crew_cash
  to authenticated;
