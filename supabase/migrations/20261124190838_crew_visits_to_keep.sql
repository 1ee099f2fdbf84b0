-- A member's device keeps the crew's visits for work without a network.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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

revoke all on function public.crew_visits_to_keep from public, anon, authenticated, service_role;
grant execute on function public.crew_visits_to_keep to authenticated;
