-- Scheduled emails: the reminder of the day before, the review request and the receipt. Their keys make each one
-- email, however often the queue is filled.

-- Whether nothing is left to pay: all was collected, or it was paid in full online.
create function private.is_paid_in_full(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.status = 'paid'
    or (
      booking.status = 'confirmed' and booking.payment_option = 'pay_full_online'
      and booking.total_cents <= booking.due_now_cents
    );
$$;

-- The payments and refunds for a receipt, as they are when it is written. A refund that is still owed by hand does
-- not count.
create function private.receipt_facts(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'payments', coalesce(jsonb_agg(jsonb_build_object(
      'method', payment.method, 'amount_cents', payment.amount_cents, 'tip_cents', private.tip_on_receipt(payment),
      'settled_at', payment.settled_at
    ) order by payment.settled_at), '[]'),
    'given_back_cents', coalesce(sum(
      payment.amount_cents - private.keepable_cents(payment) - (
        select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = payment.id and status = 'owed'
      )
    ), 0),
    'owed_cents', (select sums.owed_cents from private.payment_sums(target_booking_id) as sums),
    'reduction', (
      select jsonb_build_object('cents', money.reduced_cents, 'tax_cents', money.reduced_tax_cents)
      from public.bookings as booking, private.money_of(booking) as money
      where booking.id = target_booking_id
    )
  )
  from public.payments as payment
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
$$;

-- Trigger: queues the receipt when the last of the price is collected; a booking paid in full online gets it when the
-- visit is done. Queues the review request when it has no wait.
create function private.mail_after_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  setting public.mail_settings;
  is_done_now boolean := old.done_at is null and new.done_at is not null;
begin
  if (new.status = 'paid' and old.status <> 'paid') or (is_done_now and private.is_paid_in_full(new)) then
    perform public.enqueue_mail(
      'receipt:' || new.id, 'receipt', new.customer_email, new.id, private.receipt_facts(new.id)
    );
  end if;
  if is_done_now then
    select * into setting
    from public.mail_settings
    where template_type = 'review_request' and is_on and coalesce(wait_hours, 0) = 0;
    if found then
      perform private.ask_for_review(new, setting, new.done_at);
    end if;
  end if;
  return null;
end;
$$;

-- Queues the reminders of tomorrow's visits, from the hour in the settings on. Customers who booked or moved since
-- that hour get none. A visit that moved to another day has another key. Returns how many were due.
create function private.queue_reminders(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := private.local_day(as_of);
  due_since timestamptz;
  due integer;
begin
  select private.instant_of(today, coalesce(send_at, '00:00')) into due_since
  from public.mail_settings
  where template_type = 'booking_reminder' and is_on;
  if due_since is null or as_of < due_since then
    return 0;
  end if;
  perform public.enqueue_mail(
    'booking_reminder:' || booking.id || ':' || booking.booking_date,
    'booking_reminder',
    booking.customer_email,
    booking.id,
    private.visit_link_data(booking)
  )
  from public.bookings as booking
  where booking.booking_date = today + 1
    and booking.customer_email is not null
    and private.is_standing(booking.status)
    and booking.done_at is null
    and booking.no_show_at is null
    -- No reminder of a visit cancelled because of rain.
    and not private.is_rained_out(booking.id)
    and not exists (
      select
      from public.mail_outbox as told
      where told.booking_id = booking.id
        and (
          told.key = 'booking_reminder:' || booking.id || ':' || booking.booking_date
          or (
            told.created_at >= due_since
            and told.template_type in ('booking_confirmation', 'booking_rescheduled', 'phone_booking')
          )
        )
    );
  get diagnostics due = row_count;
  return due;
end;
$$;

-- Queues the review request of one visit when it is due: `wait_hours` after it was done, then every week up to `most`
-- times, which is also the most that one address gets in 90 days. One due more than two days ago is skipped. Returns
-- whether an email was queued.
create function private.ask_for_review(booking public.bookings, setting public.mail_settings, as_of timestamptz)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  first_due timestamptz := booking.done_at + coalesce(setting.wait_hours, 0) * interval '1 hour';
  -- How many requests are due by now.
  turn integer := floor(extract(epoch from as_of - first_due) / (7 * 86400))::integer + 1;
  mail_key text := 'review_request:' || booking.id || ':' || turn;
begin
  if turn not between 1 and setting.most
    or as_of - (first_due + (turn - 1) * interval '7 days') > interval '2 days'
    or not private.may_ask_for_review(booking.customer_email)
    or exists (select from public.mail_outbox where key = mail_key)
    or setting.most <= (
      select count(*)
      from public.mail_outbox
      where template_type = 'review_request'
        and to_email = booking.customer_email
        and created_at > as_of - interval '90 days'
    )
  then
    return false;
  end if;
  perform public.enqueue_mail(
    mail_key,
    'review_request',
    booking.customer_email,
    booking.id,
    private.visit_link_data(booking)
      || jsonb_build_object('unsubscribe_token', private.unsubscribe_token(booking.customer_email))
  );
  return true;
end;
$$;

-- Queues the review requests that are due. Returns how many.
create function private.queue_review_requests(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  setting public.mail_settings;
  booking public.bookings;
  written integer := 0;
begin
  select * into setting from public.mail_settings where template_type = 'review_request' and is_on;
  if not found then
    return 0;
  end if;
  for booking in
    select *
    from public.bookings as visit
    where visit.done_at <= as_of - coalesce(setting.wait_hours, 0) * interval '1 hour'
      and visit.done_at > as_of - coalesce(setting.wait_hours, 0) * interval '1 hour'
        - (setting.most - 1) * interval '7 days' - interval '2 days'
      and private.is_standing(visit.status)
    order by visit.done_at
  loop
    -- One after the other, so that two cars of one customer get one request.
    if private.ask_for_review(booking, setting, as_of) then
      written := written + 1;
    end if;
  end loop;
  return written;
end;
$$;

-- Queues every scheduled email that is due, none while the outbox is held after a restore. Returns how many.
create function public.queue_due_mails(as_of timestamptz default now()) returns integer
language sql set search_path = ''
as $$
  select case when private.held_until() > '-infinity' then 0
    else private.queue_reminders(as_of) + private.queue_review_requests(as_of)
      + private.queue_held_back_notice(as_of) + private.queue_trouble_notices(as_of)
  end;
$$;

create trigger mail_after_visit after update of status, done_at on public.bookings
  for each row execute function private.mail_after_visit();

revoke all on function public.queue_due_mails from public, anon, authenticated, service_role;
grant execute on function
  private.is_paid_in_full, private.queue_reminders, private.ask_for_review, private.queue_review_requests,
  public.queue_due_mails
  to service_role;
