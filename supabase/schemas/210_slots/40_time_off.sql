-- Blocked time.

-- Trigger: refuses a new or moved claim over blocked time. The day must be locked. Raises slot_taken (409).
create function private.keep_time_off_free() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select
    from public.slot_claims as off
    where off.local_date = private.local_day(lower(new.during))
      and off.reason is not null
      and (off.crew is null or off.crew = new.crew)
      and off.during && new.during
  ) then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'This is time off.';
  end if;
  return new;
end;
$$;

-- Splits blocked time into one span a local day, from a time on the first day until a time on the last; null for the
-- whole of that day.
create function private.days_of_time_off(from_day date, from_time time, until_day date, until_time time)
returns setof tstzrange
language sql stable set search_path = ''
as $$
  -- The hour that the spring change skips does not exist.
  select tstzrange(starts_at, greatest(starts_at, ends_at), '[)')
  from (
    select
      (day + case when day = from_day then coalesce(from_time, '00:00') else '00:00' end)
        at time zone 'America/Toronto' as starts_at,
      case when day = until_day and until_time is not null then day + until_time else (day + 1)::timestamp end
        at time zone 'America/Toronto' as ends_at
    from (
      select from_day + number as day from generate_series(0, until_day - from_day) as number
    ) as days
  ) as stretches
  order by starts_at;
$$;

-- Raises invalid_time_off for blocked time that ends before it begins, is over or is longer than a year, and
-- unknown_crew (400).
create function private.check_time_off(
  from_day date, from_time time, until_day date, until_time time, reason text, crew smallint
) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if from_day is null or until_day is null or length(reason) > 200
    or until_day < private.local_today()
    or until_day - from_day not between 0 and 366
    or from_day + coalesce(from_time, '00:00')
      >= coalesce(until_day + until_time, (until_day + 1)::timestamp)
  then
    raise exception using errcode = 'PT400', message = 'invalid_time_off';
  end if;
  if crew not in (select number from public.crews) then
    raise exception using errcode = 'PT400', message = 'unknown_crew';
  end if;
end;
$$;

-- Blocks time of one crew, or of all: new and moved bookings are refused then, and expired holds are removed.
-- Bookings inside it stay and are returned, with unpaid holds.
-- -> {ids: one a day, standing: [{id, customer_name, booking_date, booking_time, service_name, status}]}
-- Raises administrators_only (403), invalid_time_off, unknown_crew (400).
create function public.add_time_off(
  from_day date, from_time time, until_day date, until_time time, reason text, crew smallint default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  stretch tstzrange;
  its_reason text := coalesce(nullif(btrim(add_time_off.reason), ''), 'Time off');
  its_crew smallint := add_time_off.crew;
  new_ids uuid[] := '{}';
  new_id uuid;
  standing jsonb;
begin
  perform private.require_admin();
  perform private.check_time_off(from_day, from_time, until_day, until_time, its_reason, its_crew);
  for stretch in select private.days_of_time_off(from_day, from_time, until_day, until_time) loop
    continue when isempty(stretch);
    -- The earlier day first, as everywhere.
    perform private.lock_day(private.local_day(lower(stretch)));
    delete from public.slot_claims
    where local_date = private.local_day(lower(stretch))
      and expires_at <= now() and during && stretch;
    insert into public.slot_claims (during, reason, crew) values (stretch, its_reason, its_crew)
    returning id into new_id;
    new_ids := new_ids || new_id;
  end loop;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', booking.id,
    'customer_name', booking.customer_name,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'service_name', booking.service_name,
    'status', booking.status
  ) order by lower(claim.during)), '[]')
  into standing
  from public.slot_claims as off
  join public.slot_claims as claim
    on claim.local_date = off.local_date and claim.during && off.during and claim.reason is null
      and (off.crew is null or off.crew = claim.crew)
  join public.bookings as booking on booking.id = claim.booking_id
  where off.id = any (new_ids);
  return jsonb_build_object('ids', to_jsonb(new_ids), 'standing', standing);
end;
$$;

-- Unblocks the named days; those that are over are ignored. Raises administrators_only (403).
create function public.end_time_off(claim_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.slot_claims where id = any (claim_ids) and reason is not null;
end;
$$;

create trigger keep_time_off_free_of_new before insert on public.slot_claims
  for each row when (new.reason is null) execute function private.keep_time_off_free();

create trigger keep_time_off_free_of_moved before update of during, crew on public.slot_claims
  for each row
  when (new.reason is null and (new.during, new.crew) is distinct from (old.during, old.crew))
  execute function private.keep_time_off_free();

revoke all on function public.add_time_off, public.end_time_off from public, anon, authenticated, service_role;
grant execute on function public.add_time_off, public.end_time_off to authenticated;
