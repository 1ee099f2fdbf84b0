-- What a device keeps of the visits ahead, and old operations.

-- Deletes old operations; returns how many. A payment keeps its key for good.
create function public.forget_old_operations() returns integer
language sql security definer set search_path = ''
as $$
  delete from private.former_visits where ended_at < private.kept_since('operations');
  with gone as (
    delete from private.visit_operations where created_at < private.kept_since('operations') returning key
  )
  select count(*)::integer from gone;
$$;

-- The work on visits as a device keeps it: [visit_work with the id as its booking_id]. The caller must work on them.
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

-- What a device keeps of the visits of today and tomorrow: {days: [{day, cars}], pages, work}. `cars` as in
-- owner_dashboard, `pages` as booking_page, without history, disputes, coupon and email address, `work` as
-- private.work_to_keep. Raises administrators_only (403).
create function public.visits_to_keep() returns jsonb
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

-- What a member's device keeps: {days, work}. `days` as crew_days, with the crew's visits of today and tomorrow alone,
-- `work` as private.work_to_keep. Raises administrators_only (403).
create function public.crew_visits_to_keep() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  days jsonb := public.crew_days();
  visits jsonb;
  kept uuid[];
begin
  select
    coalesce(jsonb_agg(visit order by place), '[]'),
    coalesce(array_agg((visit ->> 'id')::uuid order by place), '{}')
  into visits, kept
  from jsonb_array_elements(days -> 'visits') with ordinality as listed (visit, place)
  where (visit ->> 'day')::date between private.local_today() and private.local_today() + 1;
  return jsonb_build_object(
    'days', days || jsonb_build_object('visits', visits), 'work', private.work_to_keep(kept)
  );
end;
$$;

revoke all on function public.do_visit_operation, public.forget_old_operations, public.visits_to_keep,
  public.crew_visits_to_keep, public.hand_over_payment, public.record_handed_over
  from public, anon, authenticated, service_role;
grant execute on function public.do_visit_operation, public.visits_to_keep, public.crew_visits_to_keep,
  public.hand_over_payment, public.record_handed_over
  to authenticated;
grant execute on function public.forget_old_operations to service_role;
