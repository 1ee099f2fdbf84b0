-- The owner changes when the business works: how each part of the rules is checked and written. No booking that
-- stands is touched by it.

-- Time off among all that is taken.
create index slot_claims_time_off_idx on public.slot_claims (local_date) where reason is not null;

-- Refuses a change: `word` says what is wrong with it and `place` where, such as a weekday or a day.
create function private.refuse_rules(word text, place text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT400', message = word, detail = coalesce(place, '');
end;
$$;

-- In order, each once.
create function private.sorted_times(times time[]) returns time[]
language sql immutable set search_path = ''
as $$
  select array(select distinct one from unnest(times) as one order by one);
$$;

-- The hours of the weekdays that are given: [{weekday, isOpen, starts, endsBy, moveFrom, moveUntil,
-- moveEveryMinutes, moveEndsBy}]. Raises no_starts, starts_after_end, move_hours_invalid, move_step_invalid.
create function private.write_opening_hours(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select * from jsonb_to_recordset(wanted) as day(
      weekday smallint, "isOpen" boolean, starts time[], "endsBy" time,
      "moveFrom" time, "moveUntil" time, "moveEveryMinutes" integer, "moveEndsBy" time
    )
  loop
    if one."isOpen" and coalesce(cardinality(one.starts), 0) = 0 then
      perform private.refuse_rules('no_starts', one.weekday::text);
    elsif exists (select from unnest(one.starts) as start where start >= one."endsBy") then
      perform private.refuse_rules('starts_after_end', one.weekday::text);
    elsif one."moveFrom" > one."moveUntil" or one."moveUntil" >= one."moveEndsBy" then
      perform private.refuse_rules('move_hours_invalid', one.weekday::text);
    elsif one."moveEveryMinutes" not between 5 and 720 then
      perform private.refuse_rules('move_step_invalid', one.weekday::text);
    end if;
    update public.opening_hours
    set is_open = one."isOpen", starts = private.sorted_times(one.starts), ends_by = one."endsBy",
      move_from = one."moveFrom", move_until = one."moveUntil", move_every_minutes = one."moveEveryMinutes",
      move_ends_by = one."moveEndsBy"
    where weekday = one.weekday;
    if not found then
      perform private.refuse_rules('rules_invalid', one.weekday::text);
    end if;
  end loop;
end;
$$;

-- Whether a day can be as it is wanted. Raises exception_in_past, exception_too_far, no_starts, starts_after_end.
-- The hours of the weekdays must be written before.
create function private.check_exception(wanted public.opening_exceptions) returns void
language plpgsql set search_path = ''
as $$
declare
  today date := private.local_today();
  usual public.opening_hours;
begin
  select * into usual from public.opening_hours where weekday = extract(isodow from wanted.day);
  if wanted.day < today then
    perform private.refuse_rules('exception_in_past', wanted.day::text);
  elsif wanted.day > today + 1100 then
    perform private.refuse_rules('exception_too_far', wanted.day::text);
  elsif not wanted.is_open then
    return;
  elsif cardinality(coalesce(wanted.starts, usual.starts)) = 0 then
    perform private.refuse_rules('no_starts', wanted.day::text);
  elsif exists (
    select from unnest(coalesce(wanted.starts, usual.starts)) as start
    where start >= coalesce(wanted.ends_by, usual.ends_by)
  ) then
    perform private.refuse_rules('starts_after_end', wanted.day::text);
  end if;
end;
$$;

-- All days from today on that are unlike their weekday: [{day, isOpen, starts, endsBy, label}], in place of those
-- that were. What is null or left out is as on the weekday. Raises exception_twice, too_many_exceptions and what
-- check_exception() does.
create function private.write_opening_exceptions(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  days public.opening_exceptions[];
  one public.opening_exceptions;
begin
  select array_agg((
    given.day, given."isOpen",
    case when given."isOpen" and given.starts is not null then private.sorted_times(given.starts) end,
    case when given."isOpen" then given."endsBy" end,
    coalesce(btrim(given.label), ''), now()
  )::public.opening_exceptions order by given.day)
  into days
  from jsonb_to_recordset(wanted) as given(day date, "isOpen" boolean, starts time[], "endsBy" time, label text);
  if cardinality(days) > 400 then
    perform private.refuse_rules('too_many_exceptions');
  end if;
  delete from public.opening_exceptions
  where day >= private.local_today()
    and day not in (select given.day from unnest(days) as given);
  foreach one in array coalesce(days, '{}') loop
    if (select count(*) from unnest(days) as given where given.day = one.day) > 1 then
      perform private.refuse_rules('exception_twice', one.day::text);
    end if;
    perform private.check_exception(one);
    insert into public.opening_exceptions select one.*
    on conflict (day) do update
    set is_open = excluded.is_open, starts = excluded.starts, ends_by = excluded.ends_by, label = excluded.label;
  end loop;
end;
$$;

-- {leastNoticeMinutes, windowDays, moveWindowDays, bufferMinutes, crews}; what is left out stays. Raises
-- notice_out_of_range, window_out_of_range, buffer_out_of_range, crews_out_of_range.
create function private.write_time_settings(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  given record;
begin
  select * into given from jsonb_to_record(wanted) as one(
    "leastNoticeMinutes" integer, "windowDays" integer, "moveWindowDays" integer, "bufferMinutes" integer,
    crews integer
  );
  if given."leastNoticeMinutes" not between 0 and 20160 then
    perform private.refuse_rules('notice_out_of_range');
  elsif given."windowDays" not between 1 and 365 then
    perform private.refuse_rules('window_out_of_range', 'windowDays');
  elsif given."moveWindowDays" not between 1 and 730 then
    perform private.refuse_rules('window_out_of_range', 'moveWindowDays');
  elsif given."bufferMinutes" not between 0 and 240 then
    perform private.refuse_rules('buffer_out_of_range');
  elsif given.crews not between 1 and 20 then
    perform private.refuse_rules('crews_out_of_range');
  end if;
  update public.time_settings
  set least_notice_minutes = coalesce(given."leastNoticeMinutes", least_notice_minutes),
    window_days = coalesce(given."windowDays", window_days),
    move_window_days = coalesce(given."moveWindowDays", move_window_days),
    buffer_minutes = coalesce(given."bufferMinutes", buffer_minutes),
    crews = coalesce(given.crews, crews);
end;
$$;

-- Ends time off, as many days of it as are named; what is already over is no matter. For administrators. Raises
-- administrators_only (403).
create function public.end_time_off(claim_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.slot_claims where id = any (claim_ids) and reason is not null;
end;
$$;

revoke all on function
  private.refuse_rules(text, text), private.sorted_times(time[]), private.write_opening_hours(jsonb),
  private.check_exception(public.opening_exceptions), private.write_opening_exceptions(jsonb),
  private.write_time_settings(jsonb)
  from public;

revoke all on function public.end_time_off(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.end_time_off(uuid[]) to authenticated;
