-- What an administrator can do about a payment that needs attention.

-- Closes a finding if it is still open.
create function private.close_finding(target_finding_id uuid, how text) returns void
language sql set search_path = ''
as $$
  update public.payment_findings set closed_at = now(), outcome = how where id = target_finding_id and closed_at is null;
$$;

-- Locks a finding for this administrator, until the transaction ends. Raises finding_not_found (404), finding_closed
-- (409).
create function private.take_finding(target_finding_id uuid, acting_admin uuid) returns public.payment_findings
language plpgsql set search_path = ''
as $$
declare
  finding public.payment_findings;
begin
  perform private.act_as(acting_admin);
  -- The booking before its payments and findings, as everywhere.
  perform from public.bookings
  where id = (select booking_id from public.payment_findings where id = target_finding_id)
  for update;
  select * into finding from public.payment_findings where id = target_finding_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'finding_not_found';
  end if;
  if finding.closed_at is not null then
    raise exception using errcode = 'PT409', message = 'finding_closed';
  end if;
  perform set_config('app.mending', finding.id::text, true);
  return finding;
end;
$$;

-- Applies unmatched money to a confirmed booking. A deposit completed to the full price this way makes the booking
-- paid.
create function private.keep_payment(intent_id text, booking public.bookings, cents integer) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at)
  values (booking.id, intent_id, cents, 'succeeded', now())
  on conflict (stripe_payment_intent_id) do update
  set amount_cents = excluded.amount_cents, status = 'succeeded', settled_at = now(), last_error = null
  where payments.status <> 'succeeded';
  if not private.is_paid_in_full(booking) and private.due_on_site_cents(booking) = 0 then
    update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
  end if;
  return jsonb_build_object(
    'outcome', 'attached',
    'booking_id', booking.id,
    'status', (select status from public.bookings where id = booking.id),
    'refund_id', null
  );
end;
$$;

-- A finding as the server needs it to mend it; null when it is unknown. -> finding_data and payments:
-- [{payment_intent_id, status}], the online payments of its booking
create function public.finding_to_mend(target_finding_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.finding_data(finding) || jsonb_build_object('payments', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'payment_intent_id', payment.stripe_payment_intent_id, 'status', payment.status
    ) order by payment.created_at), '[]')
    from public.payments as payment
    where payment.booking_id = finding.booking_id and payment.method = 'online'
  ))
  from public.payment_findings as finding
  where finding.id = target_finding_id;
$$;

-- Bookings that money could be applied to: by id, or the newest of an email address.
-- -> [{id, customer_name, service_name, booking_date, booking_time, status, total_cents, collected_cents,
-- due_now_cents}]
-- Raises administrators_only (403).
create function public.bookings_to_attach(search text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(private.search_words(search));
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', found.id, 'customer_name', found.customer_name, 'service_name', found.service_name,
      'booking_date', found.booking_date, 'booking_time', found.booking_time, 'status', found.status,
      'total_cents', found.total_cents, 'collected_cents', (select collected_cents from private.payment_sums(found.id)),
      'due_now_cents', found.due_now_cents
    ) order by found.created_at desc), '[]')
    from (
      select * from public.bookings
      where status <> 'cancelled' and (
        customer_email = wanted
        or id = case
          when wanted ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then wanted::uuid
        end
      )
      order by created_at desc
      limit 5
    ) as found
  );
end;
$$;

-- Applies money at Stripe to a booking: settles one that awaits payment, adds it to the price of one that is
-- confirmed. `proven`: the administrator has a fresh proof, which is needed when the money goes back because the time is taken.
-- -> as settle_payment, or {outcome: attached, booking_id, status}
-- Raises finding_not_found (404), finding_closed, booking_cancelled, payment_of_another_booking,
-- attach_amount_differs (409), booking_not_found (404), reauthentication_needed (403).
create function public.attach_payment(
  target_finding_id uuid, intent_id text, target_booking_id uuid, cents integer, acting_admin uuid,
  proven boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- The booking before the rest, as everywhere.
  booking public.bookings := private.lock_booking(target_booking_id);
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
  settlement jsonb;
begin
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  end if;
  if exists (
    select from public.payments where stripe_payment_intent_id = intent_id and booking_id <> booking.id
  ) then
    raise exception using errcode = 'PT409', message = 'payment_of_another_booking';
  end if;
  if cents > booking.total_cents - (select collected_cents from private.payment_sums(booking.id))
    or (booking.status = 'pending_payment' and cents <> booking.due_now_cents) then
    raise exception using errcode = 'PT409', message = 'attach_amount_differs';
  end if;
  update public.payment_findings set booking_id = booking.id where id = finding.id;
  perform private.add_finding_step(finding.id, 'attached');
  if booking.status = 'pending_payment' then
    settlement := private.settle(intent_id, booking.id, cents);
    if settlement ->> 'outcome' = 'refund_due' and not proven then
      raise exception using errcode = 'PT403', message = 'reauthentication_needed';
    end if;
  else
    settlement := private.keep_payment(intent_id, booking, cents);
  end if;
  perform private.close_finding(finding.id, 'mended');
  return settlement;
end;
$$;

-- Adds a step of an administrator to a finding, with what follows from it:
-- asked: looks at it again; `note` is what the provider answered, if anything.
-- refunded: closes the finding of unmatched money that was refunded.
-- accepted: closes it with its facts as they are; a refund that was owed by hand then stays received.
-- by_hand: the money was paid back in another way, in cash, by card or e_transfer, and nothing is sent for it any more.
-- Returns whether it is still open. accepted and by_hand need a note. Raises finding_not_found (404), finding_closed,
-- refund_on_its_way, nothing_to_refund (409), note_needed (400).
create function public.mend_finding(
  target_finding_id uuid, step text, note text, acting_admin uuid, method text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  finding public.payment_findings := private.take_finding(target_finding_id, acting_admin);
begin
  if step in ('accepted', 'by_hand') and length(btrim(coalesce(note, ''))) < 3 then
    raise exception using errcode = 'PT400', message = 'note_needed';
  end if;
  if step = 'by_hand' then
    perform private.pay_back_by_hand(finding, method);
  elsif step = 'accepted' and finding.reason = 'owed_by_hand' then
    perform private.lock_stuck_refund(finding);
    update public.refunds set status = 'failed' where id = finding.refund_id;
  end if;
  if note is not null then
    perform private.add_finding_step(finding.id, step, note);
  end if;
  if step in ('accepted', 'refunded') then
    perform private.close_finding(finding.id, case step when 'accepted' then 'accepted' else 'mended' end);
  else
    perform private.look_again(finding);
  end if;
  return exists (select from public.payment_findings where id = finding.id and closed_at is null);
end;
$$;

revoke all on function
  public.finding_to_mend, public.bookings_to_attach, public.attach_payment, public.mend_finding
  from public, anon, authenticated, service_role;
grant execute on function public.finding_to_mend, public.attach_payment, public.mend_finding to service_role;
grant execute on function public.bookings_to_attach to authenticated;
