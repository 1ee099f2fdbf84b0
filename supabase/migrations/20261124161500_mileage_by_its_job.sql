set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.keep_mileage() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.local_today();
  since date := greatest(today - 366, (select max(day) - 7 from public.mileage_days));
  written integer;
begin
  if not (select is_on from public.travel_settings) then
    return 0;
  end if;
  insert into public.mileage_days as log (day, crew, visits, destinations, kilometres)
  select leg.day, leg.crew, count(leg.to_id),
    left(string_agg(booking.city, ', ' order by leg.number), 1000), sum(leg.kilometres)
  from private.legs_of_days(since, today - 1) as leg
  left join public.bookings as booking on booking.id = leg.to_id
  group by leg.day, leg.crew
  having sum(leg.kilometres) is not null and count(leg.to_id) > 0
    -- A place that is no longer known takes nothing from what was written.
    and (
      bool_and(leg.kilometres is not null)
      or not exists (select from public.mileage_days as old where old.day = leg.day and old.crew = leg.crew)
    )
  on conflict (day, crew) do update
  set visits = excluded.visits, destinations = excluded.destinations, kilometres = excluded.kilometres
  where (log.visits, log.destinations, log.kilometres)
    is distinct from (excluded.visits, excluded.destinations, excluded.kilometres);
  get diagnostics written = row_count;
  return written;
end;
$$;
