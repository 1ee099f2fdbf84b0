-- Say what keeps each other crew from a visit: which visit, blocked time, its skills or its hours.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function private.in_the_way(crew smallint, booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when booking.service_id <> all (its.skills) then '{"why": "service"}'
    when other.id is not null then jsonb_build_object(
      'why', 'visit', 'booking_id', other.id, 'customer_name', other.customer_name,
      'time', to_char(other.booking_time, 'HH24:MI')
    )
    when claim.reason is not null then jsonb_build_object('why', 'blocked_time', 'reason', claim.reason)
    when claim.id is not null then '{"why": "offered_time"}'
    else '{"why": "hours"}'
  end
  from private.taken_times(
    booking.booking_date, booking.booking_date, private.place_of(booking.postal_code), booking.id, null,
    booking.service_id
  ) as taken
  left join public.slot_claims as claim
    on claim.local_date = taken.local_date and claim.during = taken.during and claim.crew is not distinct from taken.crew
  left join public.bookings as other on other.id = claim.booking_id
  left join public.crews as its on its.number = in_the_way.crew
  where (taken.crew is null or taken.crew = in_the_way.crew)
    and private.with_gap(taken.during, taken.gap_minutes) && private.span_of(booking)
  order by other.id is null, claim.id is null
  limit 1;
$$;

revoke all on function private.in_the_way from public, anon, authenticated, service_role;

create or replace function public.crews_for_visit(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_admin();
  select * into booking from public.bookings where id = target_booking_id;
  if booking.id is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return (
    select jsonb_agg(jsonb_build_object(
      'number', crew.number,
      'title', private.crew_name(crew.number),
      'is_present', claim.crew is not null,
      'is_free', way.present is null,
      'in_the_way', way.present
    ) order by crew.number)
    from public.crews as crew
    cross join lateral (select private.in_the_way(crew.number, booking) as present) as way
    left join public.slot_claims as claim on claim.booking_id = booking.id and claim.crew = crew.number
  );
end;
$$;

create or replace function public.change_crew(target_booking_id uuid, crew smallint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  present smallint;
begin
  perform private.check_stands(booking);
  perform private.lock_day(booking.booking_date);
  if not exists (select from public.crews where number = change_crew.crew) then
    raise exception using errcode = 'PT404', message = 'crew_not_found';
  end if;
  select claim.crew into present from public.slot_claims as claim where claim.booking_id = booking.id;
  if present = change_crew.crew then
    return;
  elsif upper(private.span_of(booking)) <= now() or booking.done_at is not null or booking.no_show_at is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  elsif present is null or private.in_the_way(change_crew.crew, booking) is not null then
    raise exception using errcode = 'PT409', message = 'crew_unavailable';
  end if;
  -- An expired hold may still have the crew's time.
  delete from public.slot_claims where local_date = booking.booking_date and expires_at <= now();
  update public.slot_claims set crew = change_crew.crew where booking_id = booking.id;
  perform private.note_change(
    booking.id, 'crew_changed',
    jsonb_build_object('crew', private.crew_name(present)),
    jsonb_build_object('crew', private.crew_name(change_crew.crew))
  );
exception
  when exclusion_violation or sqlstate 'PT409' then
    raise exception using
      errcode = 'PT409', message = case when sqlerrm in ('booking_cancelled', 'not_confirmed', 'visit_over') then sqlerrm
        else 'crew_unavailable' end;
end;
$$;

drop function private.can_do;
