-- What was paid for a no-show waits for the owner's decision, and members hand over money that they can't record.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The claims of cancelled bookings, by which members know visits, for as long.
create table private.former_visits (
  claim_id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  ended_at timestamptz not null default now()
);

create index former_visits_booking_id_idx on private.former_visits (booking_id);
create index former_visits_ended_at_idx on private.former_visits (ended_at);

alter table private.former_visits enable row level security;
revoke all on private.former_visits from public, anon, authenticated, service_role;

-- Trigger: remembers the claim of a booking whose time is free again.
create function private.remember_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_visits (claim_id, booking_id)
  select old.id, booking.id from public.bookings as booking where booking.id = old.booking_id
  on conflict (claim_id) do nothing;
  return null;
end;
$$;

create trigger remember_visit after delete on public.slot_claims
  for each row when (old.booking_id is not null and old.expires_at is null)
  execute function private.remember_visit();

-- Opens the finding of a no-show whose money nobody has decided about, if it `is_new`; clears it once money was refunded
-- or the sale was changed after the mark, or nothing is kept. Its owner closes it by keeping what is paid.
create or replace function private.look_at_no_show(target_booking_id uuid, is_new boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_subject text := 'no_show:' || target_booking_id;
  booking public.bookings;
  kept integer;
  is_undecided boolean;
begin
  if not is_new and not exists (
    select from public.payment_findings where subject = its_subject and closed_at is null
  ) then
    return;
  end if;
  -- The booking first, as in look_at_booking.
  select * into booking from public.bookings where id = target_booking_id for key share skip locked;
  if not found then
    return;
  end if;
  kept := (select kept_cents from private.money_of(booking.id));
  is_undecided := booking.no_show_at is not null and private.is_standing(booking.status) and kept > 0
    and coalesce(booking.sale_changed_at < booking.no_show_at, true)
    and not exists (
      select
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id and refund.reason = 'chosen_by_owner'
        and refund.created_at >= booking.no_show_at
    );
  perform private.record_finding(
    'amount_unlike', its_subject, case when is_undecided then 'no_show_undecided' end,
    jsonb_build_object('kept_cents', kept, 'marked_at', booking.no_show_at), booking.id
  );
end;
$$;

-- Looks at an open finding again; clears it when its facts are right.
create or replace function private.look_again(finding public.payment_findings) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if finding.kind = 'refund_stuck' then
    perform private.look_at_refund(finding.refund_id);
  elsif finding.subject like 'booking:%' then
    perform private.look_at_booking(finding.booking_id);
  elsif finding.subject like 'no_show:%' then
    perform private.look_at_no_show(finding.booking_id);
  elsif exists (
    select from public.payments
    where stripe_payment_intent_id = finding.stripe_payment_intent_id and status in ('succeeded', 'canceled')
  ) then
    perform private.record_finding(finding.kind, finding.subject, null, null, null);
  end if;
end;
$$;

-- Refunds part of what is kept of a booking, whose status stays: `refund_cents` are queued for sending or owed by hand,
-- and the customer gets an email with the `note`. `expected_paid_cents` is the sum that the owner saw as paid and not
-- refunded, and not in a dispute. The same `request` with the same amount counts once. `anyway`: the owner was asked
-- about an open dispute.
-- -> {outcome: refunded | already_refunded, refunds: private.refunds_of_request}
-- Raises booking_not_found (404), already_refunded_otherwise, booking_changed, payment_disputed (409),
-- refund_too_large, reason_too_long (400).
create or replace function public.refund_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  request uuid,
  acting_admin uuid,
  note text default '',
  anyway boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
  made jsonb := private.refunds_of_request(booking.id, request);
  money record;
  written text := btrim(coalesce(refund_booking.note, ''));
begin
  if made is not null then
    if refund_cents <> (select sum((one ->> 'amount_cents')::integer) from jsonb_array_elements(made) as one) then
      raise exception using errcode = 'PT409', message = 'already_refunded_otherwise';
    end if;
    return jsonb_build_object('outcome', 'already_refunded', 'refunds', made);
  end if;
  select * into money from private.money_of(booking.id);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  elsif refund_cents not between 1 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  elsif length(written) > 200 then
    raise exception using errcode = 'PT400', message = 'reason_too_long';
  end if;
  perform private.ask_about_dispute(booking.id, anyway);
  perform private.act_as(acting_admin);
  perform private.add_refunds(
    booking.id, refund_cents, 'chosen_by_owner', request, least(refund_cents, private.overpaid_cents(booking))
  );
  made := private.refunds_of_request(booking.id, request);
  perform private.note_change(
    booking.id, 'refunded', null, jsonb_build_object('refund_cents', refund_cents, 'note', written)
  );
  perform private.look_at_no_show(booking.id);
  perform public.enqueue_mail(
    'refund:' || request, 'refund', booking.customer_email, booking.id,
    jsonb_build_object(
      'refund_cents', refund_cents,
      'by_hand_cents', (
        select coalesce(sum((one ->> 'amount_cents')::integer), 0)
        from jsonb_array_elements(made) as one
        where one ->> 'payment_intent_id' is null
      ),
      'refund_reason', written
    )
  );
  return jsonb_build_object('outcome', 'refunded', 'refunds', made);
end;
$$;

-- Changes what a confirmed booking was sold, also after its start. `seen` as private.seen_of, `sale` as
-- private.sale_of. Longer work, or work of another service, needs a crew; outside the opening hours only with `anyway`.
-- The customer gets an email. `only_preview` changes nothing and raises no refusal of the time. The same change again
-- is fine.
-- -> {problem: slot_taken | outside_hours | null, overlaps: whether it runs into the crew's next visit, status,
-- due_on_site_cents, overpaid_cents, notified: the address, or null}
-- Raises booking_not_found (404), booking_cancelled, not_confirmed, visit_rained_out, booking_changed, slot_taken,
-- outside_hours (409).
create or replace function public.change_visit(
  target_booking_id uuid, seen jsonb, sale jsonb, anyway boolean, acting_admin uuid, only_preview boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.locked_booking(target_booking_id);
  after public.bookings;
  misfit text;
  runs_over boolean;
  is_same boolean := private.sale_of(before) = sale;
begin
  perform private.act_as(acting_admin);
  perform private.check_stands(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  elsif private.is_rained_out(before.id) then
    raise exception using errcode = 'PT409', message = 'visit_rained_out';
  elsif not is_same and private.seen_of(before) <> seen then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := case when is_same then before else private.with_sale(before, sale) end;
  misfit := private.misfit_of_sale(before, after);
  runs_over := private.runs_into_next(before, after);
  if not only_preview and misfit is not null and not (misfit = 'outside_hours' and anyway) then
    raise exception using errcode = 'PT409', message = misfit;
  end if;
  if not only_preview and not is_same then
    perform private.store_sale(before, after);
    perform private.look_at_no_show(before.id);
  end if;
  return jsonb_build_object(
    'problem', misfit, 'overlaps', runs_over, 'status', after.status,
    'due_on_site_cents', private.due_on_site_cents(after), 'overpaid_cents', private.overpaid_cents(after),
    'notified', after.customer_email
  );
end;
$$;

-- Marks a visit as done, for administrators and its crew; again is fine. Raises administrators_only (403), booking_not_found (404), booking_cancelled,
-- not_confirmed, too_early before its day (409).
create or replace function public.mark_done(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.check_stands(booking);
  if booking.booking_date > private.local_today() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set done_at = coalesce(done_at, now()), no_show_at = null where id = booking.id;
  perform private.look_at_no_show(booking.id);
end;
$$;

-- Marks that the customer or the car was absent; again is fine. What was paid then waits for the owner's decision, unless
-- an administrator `is_decided` to keep it. Raises as mark_done; too_early before its start.
create or replace function private.note_no_show(booking public.bookings, is_decided boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.check_stands(booking);
  if lower(private.span_of(booking)) > now() then
    raise exception using errcode = 'PT409', message = 'too_early';
  end if;
  update public.bookings set no_show_at = coalesce(no_show_at, now()), done_at = null where id = booking.id;
  if booking.no_show_at is null and not (coalesce(is_decided, false) and public.is_admin()) then
    perform private.look_at_no_show(booking.id, is_new => true);
  end if;
end;
$$;

-- As private.note_no_show, undecided.
create or replace function public.mark_no_show(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_no_show(private.lock_visit(target_booking_id), is_decided => false);
end;
$$;

-- Undoes "done" or "no-show". Raises administrators_only (403), booking_not_found (404).
create or replace function public.undo_visit_mark(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  update public.bookings set done_at = null, no_show_at = null where id = booking.id;
  perform private.look_at_no_show(booking.id);
end;
$$;

-- Does one operation under the rights of the caller; returns what it made. Each kind has a branch:
--   done, no_show, undo_mark: as mark_done, private.note_no_show and undo_visit_mark. A no-show's input {is_decided} is
--     true when an administrator was asked what is kept. -> {}
--   payment: input {method, amount_cents, tip_cents, keeps_all}, as record_payment; keeps_all records it although it is
--     more than is due, or the booking is cancelled. -> {payment_id}
--   note: input {text}; seen {note_version}, as save_booking_note. -> {note_version}
--   tick: input {item, is_ticked, happened_at}, as tick_item under the key of the operation: what arrives last counts,
--     and happened_at only says when. -> {}
create or replace function private.run_visit_operation(
  operation_key uuid, kind text, target_booking_id uuid, input jsonb, seen jsonb
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  case kind
    when 'done' then
      perform private.check_seen(booking, seen, 'done');
      perform public.mark_done(booking.id);
      return '{}';
    when 'no_show' then
      perform private.check_seen(booking, seen, 'no_show');
      perform private.note_no_show(booking, (input ->> 'is_decided')::boolean);
      return '{}';
    when 'undo_mark' then
      perform private.check_seen(booking, seen, null);
      perform public.undo_visit_mark(booking.id);
      return '{}';
    when 'payment' then
      return jsonb_build_object('payment_id', case
        when (input ->> 'keeps_all')::boolean then private.record_received(
          booking, input ->> 'method', (input ->> 'amount_cents')::integer, (input ->> 'tip_cents')::integer,
          operation_key
        )::text
        else public.record_payment(
          booking.id, coalesce(input ->> 'method', ''), (input ->> 'amount_cents')::integer,
          (input ->> 'tip_cents')::integer, operation_key
        ) ->> 'payment_id'
      end);
    when 'note' then
      if seen ->> 'note_version' is null then
        raise exception using errcode = 'PT400', message = 'operation_invalid';
      end if;
      return jsonb_build_object('note_version', public.save_booking_note(
        booking.id, coalesce(input ->> 'text', ''), (seen ->> 'note_version')::integer
      ) -> 'version');
    when 'tick' then
      perform public.tick_item(
        operation_key, booking.id, input ->> 'item', (input ->> 'is_ticked')::boolean,
        (input ->> 'happened_at')::timestamptz
      );
      return '{}';
    else
      raise exception using errcode = 'PT400', message = 'operation_invalid';
  end case;
end;
$$;

-- Hands money to the owner's list that a member received for a visit which is no longer the crew's: `visit` is its id as
-- the device knows it, `in_words` how its list shows it, `input` as of the operation `payment`, and the key that of the
-- operation. Once a key, also when the payment was recorded after all. Raises administrators_only (403),
-- operation_invalid (400).
create or replace function public.hand_over_payment(operation_key uuid, visit uuid, in_words text, input jsonb) returns void
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
    (select id from public.bookings where id = visit)
  );
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
create or replace function public.record_handed_over(target_finding_id uuid, target_booking_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  finding public.payment_findings;
begin
  perform private.require_admin();
  -- The booking before the finding, as everywhere.
  booking := private.locked_booking(coalesce(
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

-- Deletes old operations; returns how many. A payment keeps its key for good.
create or replace function public.forget_old_operations() returns integer
language sql security definer set search_path = ''
as $$
  delete from private.former_visits where ended_at < private.kept_since('operations');
  with gone as (
    delete from private.visit_operations where created_at < private.kept_since('operations') returning key
  )
  select count(*)::integer from gone;
$$;

-- Counts of what needs attention: {past_visits, past_balances, reviews, inquiries, payments, refunds_by_hand,
-- to_decide, rain_unanswered, rain_declined, offers, mails, mail_delay, backup, troubles, held, texts, texts_over_limit};
-- `past_balances` as private.past_balances, `troubles` as private.owner_troubles. `payments` counts the refunds_by_hand
-- and to_decide, too. `to_decide`: the newest 20 no-shows whose money nobody decided about, and payments that members
-- handed over.
-- Held-back reviews and inquiries don't count.
create or replace function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.unmarked_visits()),
      'past_balances', private.past_balances(),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null)
        + (select count(*) from public.disputes where status in ('needs_response', 'warning_needs_response')),
      'refunds_by_hand', (
        select jsonb_build_object('refunds', count(*), 'cents', coalesce(sum(refund.amount_cents), 0))
        from public.payment_findings as finding
        join public.refunds as refund on refund.id = finding.refund_id
        where finding.closed_at is null and finding.reason = 'owed_by_hand'
      ),
      'to_decide', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'finding_id', finding.id, 'reason', finding.reason, 'booking_id', finding.booking_id,
          'customer_name', coalesce(booking.customer_name, finding.facts ->> 'description', ''),
          'cents', coalesce(finding.facts -> 'amount_cents', finding.facts -> 'kept_cents')
        ) order by finding.found_at desc, finding.id), '[]')
        from (
          select * from public.payment_findings
          where closed_at is null and reason in ('no_show_undecided', 'handed_over')
          order by found_at desc, id
          limit 20
        ) as finding
        left join public.bookings as booking on booking.id = finding.booking_id
      ),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble(),
      'troubles', (
        select coalesce(jsonb_agg(to_jsonb(trouble) order by trouble.since), '[]')
        from private.owner_troubles() as trouble
      ),
      'held', private.held_outbox()
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;

-- A booking as its page shows it: its columns, `money`, `note` {text, version}, `customer_note`, when its hold ends (null: for good,
-- or not held), `called_off`, `drive_minutes` (private.drive_to), ids of `photos`, the open `no_show_finding` or null, and `timeline`. Raises administrators_only (403), booking_not_found (404).
create or replace function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address' || jsonb_build_object('more', private.more_of(booking)),
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'drive_minutes', private.drive_to(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'disputed_cents', money.disputed_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      ),
      'overpaid_cents', private.overpaid_cents(booking)
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'customer_note', private.customer_note(booking),
    'photos', private.photos_of(booking.id),
    'no_show_finding', (
      select id from public.payment_findings where subject = 'no_show:' || booking.id and closed_at is null
    ),
    'timeline', private.booking_timeline(booking.id),
    'disputes', (
      select coalesce(jsonb_agg(private.dispute_data(dispute) order by dispute.opened_at desc), '[]')
      from public.disputes as dispute
      join public.payments as payment on payment.id = dispute.payment_id
      where payment.booking_id = booking.id
    )
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

revoke all on function private.remember_visit, private.look_at_no_show, private.note_no_show from public;
revoke all on function public.hand_over_payment, public.record_handed_over from public, anon, authenticated, service_role;
grant execute on function public.hand_over_payment, public.record_handed_over to authenticated;
