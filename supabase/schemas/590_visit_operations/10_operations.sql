-- What is done at a visit by a device that may have no network. The device names each operation by a key and sends it
-- until it has an answer; an operation is done once. docs/decisions/0106 says why.

-- The operations that were done, for 90 days. The result names what was made, and has no text of anybody's.
create table private.visit_operations (
  key uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- The account that did it; null once the account is deleted.
  actor uuid references auth.users (id) on delete set null,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- Of the input, to tell another operation under the same key.
  input_hash bytea not null check (octet_length(input_hash) = 32),
  result jsonb not null check (jsonb_typeof(result) = 'object'),
  created_at timestamptz not null default now()
);

create index visit_operations_booking_id_idx on private.visit_operations (booking_id);
create index visit_operations_actor_idx on private.visit_operations (actor) where actor is not null;
create index visit_operations_created_at_idx on private.visit_operations (created_at);

alter table private.visit_operations enable row level security;
revoke all on private.visit_operations from public, anon, authenticated, service_role;

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

-- A visit as a device compares it: {status, booking_date, booking_time, mark (done, no_show or null), due_cents,
-- note: {text, version}}; the note is null for a member of the crew.
create function private.visit_state(target_booking_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'status', booking.status,
      'booking_date', booking.booking_date,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'mark', private.mark_of_visit(booking),
      'due_cents', private.due_on_site_cents(booking),
      'note', case when public.is_admin() then
        jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0))
      end
    )
    from public.bookings as booking
    left join public.booking_notes as note on note.booking_id = booking.id
    where booking.id = target_booking_id
  );
end;
$$;

-- done, no_show or null.
create function private.mark_of_visit(booking public.bookings) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when booking.done_at is not null then 'done' when booking.no_show_at is not null then 'no_show' end;
end;
$$;

-- Raises visit_moved or visit_marked_otherwise (409) when the visit is no longer as it was `seen`: {booking_date,
-- booking_time, mark}. What `seen` lacks is not compared. The mark that is wanted is never a conflict.
create function private.check_seen(booking public.bookings, seen jsonb, wanted_mark text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  mark text := private.mark_of_visit(booking);
begin
  if (booking.booking_date, booking.booking_time) is distinct from (
    coalesce((seen ->> 'booking_date')::date, booking.booking_date),
    coalesce((seen ->> 'booking_time')::time, booking.booking_time)
  ) then
    raise exception using errcode = 'PT409', message = 'visit_moved';
  end if;
  if seen ? 'mark' and mark is distinct from seen ->> 'mark' and mark is distinct from wanted_mark then
    raise exception using errcode = 'PT409', message = 'visit_marked_otherwise';
  end if;
end;
$$;

-- Records money that was received although the visit changed meanwhile: nothing may be due any more, or the booking may
-- be cancelled. What is too much is a finding of the payments; all of a cancelled booking's is a refund owed by hand.
-- Raises not_confirmed (409), and as record_payment.
create function private.record_received(
  booking public.bookings, method text, amount_cents integer, tip_cents integer, request uuid
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  payment_id uuid := private.payment_noted_as(booking.id, request, method, amount_cents, tip_cents);
  refund_id uuid;
begin
  if payment_id is not null then
    return payment_id;
  end if;
  if booking.status = 'pending_payment' then
    perform private.require_confirmed_booking(booking);
  end if;
  payment_id := private.store_payment(booking, method, amount_cents, tip_cents, request);
  if booking.status = 'cancelled' then
    insert into public.refunds (payment_id, amount_cents, reason, status)
    values (payment_id, record_received.amount_cents, 'paid_when_cancelled', 'owed')
    returning id into refund_id;
    perform private.look_at_refund(refund_id);
  else
    perform private.look_at_booking(booking.id);
  end if;
  return payment_id;
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
create function private.run_visit_operation(
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

-- Does an operation at a visit once: a repeated key gets the first result, also while the first is still running.
-- `based_on` is what the device saw (private.run_visit_operation). -> {result, visit: private.visit_state}
-- Who did it gets the first result also without a right to the visit any more, with null for the visit: the cash is
-- recorded, and the device must not ask for it again.
-- Raises administrators_only (403), booking_not_found (404), operation_invalid (400), and what the operation raises. A
-- conflict (409) has private.visit_state as its detail, if it has none of its own: visit_moved, visit_marked_otherwise,
-- note_changed, amount_too_large, booking_cancelled, operation_key_used …
create function public.do_visit_operation(
  operation_key uuid, kind text, target_booking_id uuid, input jsonb default '{}', based_on jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  its_booking uuid;
  hash bytea := sha256(convert_to((coalesce(input, '{}') - 'keeps_all')::text, 'UTF8'));
  earlier private.visit_operations;
  made jsonb;
  refusal text;
  facts text;
begin
  perform private.lock_form(operation_key);
  select * into earlier from private.visit_operations where key = operation_key;
  if (earlier.actor, earlier.kind, earlier.input_hash)
    = ((select auth.uid()), do_visit_operation.kind, hash)
    and not (public.is_admin() or private.works_on(earlier.booking_id))
  then
    return jsonb_build_object('result', earlier.result, 'visit', null);
  end if;
  its_booking := private.worked_booking(target_booking_id);
  begin
    if earlier.key is null then
      made := private.run_visit_operation(
        operation_key, kind, its_booking, coalesce(input, '{}'), coalesce(based_on, '{}')
      );
      insert into private.visit_operations (key, booking_id, actor, kind, input_hash, result)
      values (operation_key, its_booking, (select auth.uid()), do_visit_operation.kind, hash, made);
    elsif (earlier.booking_id, earlier.kind, earlier.actor, earlier.input_hash)
      is distinct from (its_booking, do_visit_operation.kind, (select auth.uid()), hash)
    then
      if (earlier.kind, kind) = ('payment', 'payment') then
        perform private.payment_noted_as(
          its_booking, operation_key, input ->> 'method', (input ->> 'amount_cents')::integer,
          (input ->> 'tip_cents')::integer
        );
      end if;
      raise exception using errcode = 'PT409', message = 'operation_key_used';
    else
      made := earlier.result;
    end if;
  exception when sqlstate 'PT409' then
    get stacked diagnostics refusal = message_text, facts = pg_exception_detail;
    raise exception using
      errcode = 'PT409',
      message = refusal,
      detail = coalesce(nullif(facts, ''), private.visit_state(its_booking)::text, '');
  end;
  return jsonb_build_object('result', made, 'visit', private.visit_state(its_booking));
end;
$$;
