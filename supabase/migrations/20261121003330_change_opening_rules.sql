-- The one door through which the owner changes the rules of time and place.

-- Tells one state of the rules from every other: who changes them says which ones they saw.
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

-- Writes what is given of {hours, exceptions, settings, servedPrefixes}; what is left out stays. Raises the words
-- of the writers, and rules_invalid for what is no time, number or list at all (400).
create function private.write_rules(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if changes ? 'settings' then perform private.write_time_settings(changes -> 'settings'); end if;
  if changes ? 'hours' then perform private.write_opening_hours(changes -> 'hours'); end if;
  if changes ? 'exceptions' then perform private.write_opening_exceptions(changes -> 'exceptions'); end if;
  if changes ? 'servedPrefixes' then perform private.write_service_area(changes -> 'servedPrefixes'); end if;
exception
  -- Class 22: no time, no number, no list. Class 23: missing, or against a check of the table.
  when data_exception or integrity_constraint_violation then
    raise exception using errcode = 'PT400', message = 'rules_invalid', detail = sqlerrm;
end;
$$;

-- Everything that the screen of times shows: {mark, rules, labels, timeOff, outside}: `rules` as opening_rules(),
-- `labels` of the exceptions by day, `timeOff` a stretch of a day each: [{id, day, from, until, reason, crew}], until
-- "24:00" for the end of the day, `outside` as bookings_outside_rules().
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

-- The same, in one request. For administrators. Raises administrators_only (403).
create function public.time_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.time_page();
end;
$$;

-- Changes the rules: the parts that are given of {hours, exceptions, settings, servedPrefixes}. `basis` is the mark
-- of the rules that were seen, null to overrule whatever came between. No booking is touched. Answers what
-- time_page() does then, with the bookings that no longer fit; a preview answers the same and changes nothing. For
-- administrators. Raises administrators_only (403), rules_changed (409), and see write_rules() (400).
create function public.change_opening_rules(changes jsonb, basis text default null, is_preview boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  -- One change after the other.
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
    -- Takes back what was written; the answer stays.
    when sqlstate 'PTUND' then null;
  end;
  return answer;
end;
$$;

revoke all on function private.rules_mark(), private.write_rules(jsonb), private.time_page() from public;

revoke all on function public.change_opening_rules(jsonb, text, boolean), public.time_page()
  from public, anon, authenticated, service_role;
grant execute on function public.change_opening_rules(jsonb, text, boolean), public.time_page() to authenticated;
