-- The owner changes the rules for times: how each part is checked and written. No booking is touched.

-- Refuses a change of the rules: `word` is the error code, `place` is where, such as a weekday or a day.
create function private.refuse_rules(word text, place text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT400', message = word, detail = coalesce(place, '');
end;
$$;

-- Writes the hours of the given weekdays: [{weekday, isOpen, starts, endsBy, moveFrom, moveUntil, moveEveryMinutes,
-- moveEndsBy}]. Raises no_starts, starts_after_end, move_hours_invalid, move_step_invalid.
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

-- Checks an exception against the hours of the weekdays, which must be written before. Raises exception_in_past,
-- exception_too_far, no_starts, starts_after_end.
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

-- Replaces all exceptions from today on: [{day, isOpen, starts, endsBy, label}]. A value that is null or missing is
-- as on the weekday. Raises exception_twice, too_many_exceptions and as private.check_exception.
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

-- Writes {leastNoticeMinutes, windowDays, moveWindowDays, bufferMinutes, crews, arrivalWindowMinutes}; missing values
-- stay. With fewer crews, those with the highest numbers are dropped. Raises notice_out_of_range, window_out_of_range,
-- buffer_out_of_range, crews_out_of_range, arrival_out_of_range, and as private.drop_crew.
create function private.write_time_settings(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  given record;
  gone public.crews;
begin
  select * into given from jsonb_to_record(wanted) as one(
    "leastNoticeMinutes" integer, "windowDays" integer, "moveWindowDays" integer, "bufferMinutes" integer,
    crews integer, "arrivalWindowMinutes" integer
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
  elsif given."arrivalWindowMinutes" not between 0 and 240 then
    perform private.refuse_rules('arrival_out_of_range');
  end if;
  for gone in select * from public.crews order by number offset coalesce(given.crews, 20) loop
    perform private.drop_crew(gone);
  end loop;
  update public.time_settings
  set least_notice_minutes = coalesce(given."leastNoticeMinutes", least_notice_minutes),
    window_days = coalesce(given."windowDays", window_days),
    move_window_days = coalesce(given."moveWindowDays", move_window_days),
    buffer_minutes = coalesce(given."bufferMinutes", buffer_minutes),
    crews = coalesce(given.crews, crews),
    arrival_window_minutes = coalesce(given."arrivalWindowMinutes", arrival_window_minutes)
  where id;
end;
$$;

-- Replaces the service area: beginnings of Canadian postal codes, up to a forward sortation area. Raises
-- prefix_invalid, too_many_prefixes.
create function private.write_service_area(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  prefixes text[] := array(select distinct upper(btrim(one)) from jsonb_array_elements_text(wanted) as one);
  wrong text := (
    select one from unnest(prefixes) as one
    where one !~ '^[ABCEGHJ-NPRSTVXY]([0-9][ABCEGHJ-NPRSTV-Z]?)?$' order by one limit 1
  );
begin
  if wrong is not null then
    perform private.refuse_rules('prefix_invalid', left(wrong, 20));
  elsif cardinality(prefixes) > 600 then
    perform private.refuse_rules('too_many_prefixes');
  end if;
  delete from public.service_area where prefix <> all (prefixes);
  insert into public.service_area (prefix) select unnest(prefixes) on conflict do nothing;
end;
$$;

-- A hash of the current rules. A client names the rules it saw by it.
create function private.rules_mark() returns text
language sql stable set search_path = ''
as $$
  select md5(jsonb_build_array(
    (select to_jsonb(settings) - 'updated_at' from public.time_settings as settings),
    (select jsonb_agg(to_jsonb(hours) - 'updated_at' order by hours.weekday) from public.opening_hours as hours),
    (select jsonb_agg(to_jsonb(one) - 'updated_at' order by one.day) from public.opening_exceptions as one),
    (select jsonb_agg(area.prefix order by area.prefix) from public.service_area as area)
  )::text);
$$;

-- Writes the given parts of {hours, exceptions, settings, servedPrefixes}. Raises the codes of the writers, and
-- rules_invalid for a value that is no time, number or list (400).
create function private.write_rules(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if changes ? 'settings' then perform private.write_time_settings(changes -> 'settings'); end if;
  if changes ? 'hours' then perform private.write_opening_hours(changes -> 'hours'); end if;
  if changes ? 'exceptions' then perform private.write_opening_exceptions(changes -> 'exceptions'); end if;
  if changes ? 'servedPrefixes' then perform private.write_service_area(changes -> 'servedPrefixes'); end if;
exception
  -- Class 22: no time, number or list. Class 23: missing, or against a check of the table.
  when data_exception or integrity_constraint_violation then
    raise exception using errcode = 'PT400', message = 'rules_invalid', detail = sqlerrm;
end;
$$;

-- Changes the given parts of {hours, exceptions, settings, servedPrefixes}; no booking is touched. `basis` is the
-- mark of the rules that the caller saw, null to overwrite any. Returns time_page() with the bookings that no longer
-- fit; a preview returns the same and changes nothing. Raises administrators_only (403), rules_changed (409), and as
-- private.write_rules (400) and private.drop_crew (409).
create function public.change_opening_rules(changes jsonb, basis text default null, is_preview boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  -- Changes are serialized.
  perform from public.time_settings for update;
  if basis is distinct from private.rules_mark() and basis is not null then
    raise exception using errcode = 'PT409', message = 'rules_changed';
  end if;
  begin
    perform private.write_rules(changes);
    answer := private.time_page();
    if is_preview then
      raise exception using errcode = 'PTUND', message = 'preview';
    end if;
  exception
    -- Rolls the changes back and keeps the answer.
    when sqlstate 'PTUND' then null;
  end;
  return answer;
end;
$$;

-- The data of the times screen. -> {mark, rules, labels, timeOff, outside}
-- `rules` as opening_rules(), `labels` of the exceptions by day, `timeOff` one entry a day: [{id, day, from, until,
-- reason, crew}], until "24:00" for the end of the day, `outside` as private.misfits_told.
create function private.time_page() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'mark', private.rules_mark(),
    'rules', public.opening_rules(),
    'labels', (
      select coalesce(jsonb_object_agg(one.day, one.label), '{}') from public.opening_exceptions as one
      where one.day >= private.local_today()
    ),
    'timeOff', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(off.claim) || jsonb_build_object('reason', (off.claim).reason)
        order by (off.claim).during, (off.claim).id
      ), '[]')
      from (
        select claim from public.slot_claims as claim
        where claim.reason is not null and claim.local_date >= private.local_today()
        order by claim.local_date limit 1000
      ) as off
    ),
    'outside', private.misfits_told()
  );
$$;

-- The data of the times screen, as private.time_page. Raises administrators_only (403).
create function public.time_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.time_page();
end;
$$;

revoke all on function public.change_opening_rules, public.time_page from public, anon, authenticated, service_role;
grant execute on function public.change_opening_rules, public.time_page to authenticated;
