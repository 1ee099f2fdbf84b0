-- Members of a crew name a visit by the id of its claim, and record at most what it costs.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function private.worked_booking(visit uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  its_booking uuid := coalesce((select booking_id from public.slot_claims where id = visit), visit);
begin
  if not (public.is_admin() or private.works_on(its_booking)) then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
  return its_booking;
end;
$$;

revoke all on function private.worked_booking from public;
grant execute on function private.worked_booking to authenticated, service_role;

create or replace function private.lock_visit(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
begin
  return private.locked_booking(private.worked_booking(target_booking_id));
end;
$$;

create or replace function private.store_payment(
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
    (booking_id, method, amount_cents, tip_cents, status, settled_at, recorded_by, request_id)
  values (
    booking.id, store_payment.method, store_payment.amount_cents, store_payment.tip_cents, 'succeeded', now(),
    (select auth.uid()), request
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

create or replace function public.record_payment(
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
    perform private.check_stands(booking);
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

create or replace function public.undo_visit_mark(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  update public.bookings set done_at = null, no_show_at = null where id = booking.id;
end;
$$;

create or replace function public.crew_days() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  its_crew smallint := private.my_crew();
  today date := private.local_today();
begin
  if its_crew is null then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
  return jsonb_build_object(
    'crew', jsonb_build_object('number', its_crew, 'title', private.crew_name(its_crew)),
    'today', today,
    'visits', (
      select coalesce(jsonb_agg(
        private.car_of_day(booking) || jsonb_build_object(
          'id', claim.id,
          'day', booking.booking_date,
          'note', '',
          'add_ons', (
            select jsonb_agg(jsonb_build_object('name', sold ->> 'name'))
            from jsonb_array_elements(booking.add_ons) as sold
          )
        )
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.local_date between today - 1 and today + 7
        and claim.crew = its_crew and claim.expires_at is null
        and private.is_standing(booking.status)
    )
  );
end;
$$;

create or replace function public.do_visit_operation(
  operation_key uuid, kind text, target_booking_id uuid, input jsonb default '{}', based_on jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  its_booking uuid := private.worked_booking(target_booking_id);
  hash bytea := sha256(convert_to((coalesce(input, '{}') - 'keeps_all')::text, 'UTF8'));
  earlier private.visit_operations;
  made jsonb;
  refusal text;
  facts text;
begin
  perform private.lock_form(operation_key);
  select * into earlier from private.visit_operations where key = operation_key;
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

create or replace function public.visit_work(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  its_booking uuid := private.worked_booking(target_booking_id);
  booking public.bookings;
begin
  select * into booking from public.bookings where id = its_booking;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return jsonb_build_object(
    'photos', private.work_photos_of(booking.id),
    'checklist', private.checklist_of(booking),
    'marks', private.condition_marks_of(booking.id),
    'consent', private.consent_of(booking.id),
    'is_in_gallery', exists (select from public.visit_pairs where visit_pairs.booking_id = booking.id)
  );
end;
$$;

create or replace function public.add_condition_mark(
  mark_id uuid, target_booking_id uuid, part text, x integer, y integer, kind text, note text default '',
  happened_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
  marked uuid := (select mark.booking_id from public.condition_marks as mark where mark.id = mark_id);
begin
  if marked = booking.id then
    return;
  elsif marked is not null then
    raise exception using errcode = 'PT400', message = 'mark_invalid';
  end if;
  if 60 <= (select count(*) from public.condition_marks as mark where mark.booking_id = booking.id and mark.removed_at is null) then
    raise exception using errcode = 'PT409', message = 'too_many_marks';
  end if;
  insert into public.condition_marks (id, booking_id, part, x, y, kind, note, made_by, made_at)
  values (
    mark_id, booking.id, add_condition_mark.part, add_condition_mark.x, add_condition_mark.y,
    add_condition_mark.kind, coalesce(add_condition_mark.note, ''), private.actor_label(null),
    private.told_moment(happened_at, booking)
  );
exception
  when check_violation or not_null_violation or numeric_value_out_of_range then
    raise exception using errcode = 'PT400', message = 'mark_invalid';
end;
$$;

drop function private.require_worker;
