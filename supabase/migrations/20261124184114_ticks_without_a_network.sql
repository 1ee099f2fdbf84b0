-- A tick of the checklist is an operation of a device without a network, which also keeps the work on its visits.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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
      perform public.mark_no_show(booking.id);
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

-- The work on visits as a device keeps it: [visit_work with its booking_id]. The caller must work on them.
create function private.work_to_keep(booking_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(public.visit_work(id) || jsonb_build_object('booking_id', id)), '[]')
    from unnest(booking_ids) as id
  );
end;
$$;

create or replace function public.visits_to_keep() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  today date := private.local_today();
  standing uuid[];
begin
  perform private.require_admin();
  select coalesce(array_agg(id), '{}') into standing
  from public.bookings
  where booking_date between today and today + 1 and private.is_standing(status);
  return (
    select jsonb_build_object(
      'work', private.work_to_keep(standing),
      'days', (
        select jsonb_agg(jsonb_build_object('day', today + ahead, 'cars', coalesce(
          (
            select jsonb_agg(private.car_of_day(booking) order by booking_time, id)
            from public.bookings as booking
            where booking_date = today + ahead and private.is_standing(status)
          ), '[]'
        )) order by ahead)
        from generate_series(0, 1) as ahead
      ),
      'pages', (
        select coalesce(jsonb_agg(
          jsonb_set(
            jsonb_set(
              public.booking_page(id) || '{"timeline": [], "disputes": []}', '{booking,customer_email}', 'null'
            ),
            '{booking,coupon_code}', 'null'
          )
          order by booking_date, booking_time, id
        ), '[]')
        from public.bookings
        where id = any (standing)
      )
    )
  );
end;
$$;

revoke all on function private.work_to_keep from public;
