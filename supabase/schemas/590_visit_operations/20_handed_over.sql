-- Payments that a crew hands over for a visit.

-- Raises more_than_it_costs (409) when a member hands over more for a visit than it can cost, or too often.
create function private.check_handed_over(booking public.bookings, cents integer) returns void
language plpgsql set search_path = ''
as $$
begin
  if (select count(*) >= 10 from public.payment_findings where booking_id = booking.id and reason = 'handed_over')
    or cents > booking.total_cents + greatest(booking.total_cents, 10000) - (
      select coalesce(sum(amount_cents), 0) from public.payments
      where booking_id = booking.id and method <> 'online' and status = 'succeeded'
    ) - (
      select coalesce(sum((facts ->> 'amount_cents')::integer), 0) from public.payment_findings
      where booking_id = booking.id and reason = 'handed_over' and closed_at is null
    )
  then
    raise exception using errcode = 'PT409', message = 'more_than_it_costs';
  end if;
end;
$$;

-- Hands money to the owner's list that a member received for a visit which is no longer the crew's: `visit` is its id as
-- the device knows it, `in_words` how its list shows it, `input` as of the operation `payment`, and the key that of the
-- operation. Once a key, also when the payment was recorded after all. A member knows visits by their claims, and hands
-- over in ten parts at most what a visit can cost, with as much again in tips, or 100 dollars. Raises administrators_only
-- (403), operation_invalid (400), booking_not_found (404), more_than_it_costs (409).
create function public.hand_over_payment(operation_key uuid, visit uuid, in_words text, input jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_subject text := 'handed_over:' || operation_key;
  its_booking uuid;
  cents integer := (input ->> 'amount_cents')::integer;
  tip integer := coalesce((input ->> 'tip_cents')::integer, 0);
begin
  if not public.is_admin() and private.my_crew() is null then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  elsif operation_key is null or coalesce(cents, 0) not between 1 and 10000000 or tip not between 0 and cents
    or coalesce(input ->> 'method', '') not in ('cash', 'card', 'e_transfer') then
    raise exception using errcode = 'PT400', message = 'operation_invalid';
  end if;
  perform private.lock_form(operation_key);
  if exists (select from public.payments where request_id = operation_key)
    or exists (select from public.payment_findings where subject = its_subject) then
    return;
  end if;
  its_booking := coalesce(
    (select booking_id from public.slot_claims where id = visit),
    (select booking_id from private.former_visits where claim_id = visit),
    (select id from public.bookings where id = visit and public.is_admin())
  );
  if not public.is_admin() then
    perform private.check_handed_over(private.lock_booking(its_booking), cents);
  end if;
  perform from public.bookings where id = its_booking for key share;
  perform private.record_finding(
    'paid_without_booking', its_subject, 'handed_over',
    jsonb_build_object('method', input ->> 'method', 'amount_cents', cents, 'tip_cents', tip)
      || case when its_booking is null then jsonb_build_object('description', left(in_words, 200)) else '{}' end,
    its_booking
  );
  perform private.add_finding_step(id, 'handed_over', '$' || to_char(cents / 100.0, 'FM9999990.00')) from public.payment_findings where subject = its_subject;
end;
$$;

-- Records money that a member handed over: with its booking, or with the one that the owner names. What is too much is
-- another finding. Raises administrators_only (403), finding_not_found (404), finding_closed (409), booking_not_found
-- (404), and as record_payment.
create function public.record_handed_over(target_finding_id uuid, target_booking_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  finding public.payment_findings;
begin
  perform private.require_admin();
  -- The booking before the finding, as everywhere.
  booking := private.lock_booking(coalesce(
    (select booking_id from public.payment_findings where id = target_finding_id), target_booking_id
  ));
  finding := private.take_finding(target_finding_id, (select auth.uid()));
  if finding.reason <> 'handed_over' then
    raise exception using errcode = 'PT404', message = 'finding_not_found';
  end if;
  perform private.record_received(
    booking, finding.facts ->> 'method', (finding.facts ->> 'amount_cents')::integer,
    (finding.facts ->> 'tip_cents')::integer, split_part(finding.subject, ':', 2)::uuid
  );
  perform private.add_finding_step(finding.id, 'attached');
  perform private.close_finding(finding.id, 'mended');
end;
$$;
