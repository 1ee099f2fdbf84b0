-- How many cars the business can be at, at once. A claim is one crew's: two claims of one crew never overlap.

-- How times are given out: one row.
create table public.time_settings (
  id boolean primary key default true check (id),
  -- How long before its start a new booking can still be made, and how many days after today are open for it.
  least_notice_minutes integer not null default 120 check (least_notice_minutes between 0 and 20160),
  window_days integer not null default 90 check (window_days between 1 and 365),
  -- How many days after today a booking may be moved to.
  move_window_days integer not null default 365 check (move_window_days between 1 and 730),
  -- Free minutes between two bookings of one crew on one day.
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  crews smallint not null default 1 check (crews between 1 and 20),
  updated_at timestamptz not null default now()
);

insert into public.time_settings default values;

create trigger touch_updated_at before update on public.time_settings
  for each row execute function private.touch_updated_at();

revoke all on public.time_settings from public, anon, authenticated, service_role;
grant select on public.time_settings to authenticated, service_role;

alter table public.time_settings enable row level security;

create policy "Time settings can be read by administrators"
  on public.time_settings for select to authenticated
  using ((select public.is_admin()));

alter table public.slot_claims
  -- Whose time it is. Null for time off of everybody.
  add column crew smallint default 1 check (crew between 1 and 100),
  drop constraint slot_claims_never_overlap,
  drop constraint slot_claims_of_bookings_name_the_service;

update public.slot_claims set crew = null where reason is not null;

alter table public.slot_claims
  add constraint slot_claims_are_a_crews_or_time_off check (crew is not null or reason is not null),
  -- Time off lies over bookings that stand: they stay.
  add constraint slot_claims_of_a_crew_never_overlap
    exclude using gist (crew with =, during with &&) where (reason is null),
  -- Whoever reads what is taken tells time off from work by this.
  add constraint slot_claims_name_the_service_or_a_reason check ((reason is null) = (service_name is not null));

grant select (crew) on public.slot_claims to anon, authenticated;

-- What is taken, without a word on who has it. booking_time reads "HH:MM". Without a service it is time off,
-- and without a crew that of everybody.
create or replace view public.booked_slots with (security_invoker = true) as
select
  local_date as booking_date,
  to_char(lower(during) at time zone 'America/Toronto', 'HH24:MI') as booking_time,
  service_name,
  (extract(epoch from upper(during) - lower(during)) / 60)::integer as duration_minutes,
  crew
from public.slot_claims
where expires_at is null or expires_at > now();

-- The crew that can take a time: the one the named booking has, if it is free, else the first. Null when there
-- is none. Counts what stands, the minutes between bookings and time off; what lapsed is dropped, and what the
-- named booking has does not count. As many crews may be busy as there are, so work that a crew was given while
-- there were more of them still takes one. The day must be locked.
create function private.free_crew(wanted tstzrange, except_booking_id uuid default null) returns smallint
language plpgsql set search_path = ''
as $$
declare
  settings public.time_settings;
  day date := (lower(wanted) at time zone 'America/Toronto')::date;
  near tstzrange;
  busy smallint[];
  present smallint;
begin
  select * into strict settings from public.time_settings;
  near := tstzrange(
    lower(wanted) - settings.buffer_minutes * interval '1 minute',
    upper(wanted) + settings.buffer_minutes * interval '1 minute',
    '[)'
  );
  delete from public.slot_claims
  where local_date = day and expires_at <= now() and during && near
    and (except_booking_id is null or booking_id is distinct from except_booking_id);
  if exists (
    select from public.slot_claims
    where local_date = day and reason is not null and crew is null and during && wanted
  ) then
    return null;
  end if;
  select coalesce(array_agg(distinct crew), '{}') into busy
  from public.slot_claims
  where local_date = day
    and case
      when reason is null
        then during && near and (except_booking_id is null or booking_id is distinct from except_booking_id)
      -- A crew that is no more is not missed.
      else during && wanted and crew <= settings.crews
    end;
  if cardinality(busy) >= settings.crews then
    return null;
  end if;
  select crew into present from public.slot_claims where booking_id = except_booking_id;
  return (
    select number
    from generate_series(1, settings.crews) as number
    where number <> all (busy)
    order by number = present desc nulls last, number
    limit 1
  );
end;
$$;

-- Claims the time of a booking, until `held_until` or for good when that is null; also again, when its hold has
-- lapsed. Raises slot_taken (409), also for a time that has begun.
create or replace function private.take_time(booking public.bookings, held_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  span tstzrange := private.span_of(booking);
  its_crew smallint;
begin
  perform private.lock_day(booking.booking_date);
  if lower(span) < now() then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'This time is in the past.';
  end if;
  its_crew := private.free_crew(span, booking.id);
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  insert into public.slot_claims (during, booking_id, service_name, expires_at, crew)
  values (span, booking.id, booking.service_name, held_until, its_crew)
  on conflict (booking_id) do update
  set during = excluded.during, expires_at = excluded.expires_at, crew = excluded.crew;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

-- The claim goes where the booking goes. Raises slot_taken, and hold_lapsed when there is no claim to
-- move (409).
create or replace function private.move_claim() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew smallint;
begin
  perform private.lock_day(new.booking_date);
  if not exists (select from public.slot_claims where booking_id = new.id) then
    if new.status = 'cancelled' then
      return null;
    end if;
    raise exception using errcode = 'PT409', message = 'hold_lapsed', detail = 'The time of this booking is no longer held.';
  end if;
  its_crew := private.free_crew(private.span_of(new), new.id);
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  update public.slot_claims set during = private.span_of(new), crew = its_crew where booking_id = new.id;
  return null;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

-- Holds the time of an unpaid booking for another `hold_minutes` from now. A hold that stands is asked nothing:
-- whatever changed since, its time is its own. One that lapsed is taken again when its time is free.
-- -> {booking_id, expires_at, extensions_left}
-- Raises booking_not_found (404), not_awaiting_payment, slot_taken, coupon_used, no_extensions_left (409).
create or replace function public.extend_hold(target_booking_id uuid, hold_minutes integer, max_extensions integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  target public.bookings;
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
begin
  select * into target from public.bookings where id = target_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  perform private.lock_email(target.customer_email);
  perform private.lock_day(target.booking_date);
  select * into claim from public.slot_claims where booking_id = target.id for update;
  if coalesce(claim.extensions, 0) >= max_extensions then
    raise exception using errcode = 'PT409', message = 'no_extensions_left';
  end if;
  perform private.drop_other_holds(target);
  if claim.id is null or claim.expires_at <= now() or lower(claim.during) < now() then
    perform private.take_time(target, held_until);
  end if;
  perform private.redeem_coupon(target);
  update public.slot_claims
  set expires_at = held_until, extensions = extensions + 1
  where booking_id = target.id
  returning * into claim;
  return jsonb_build_object(
    'booking_id', target.id, 'expires_at', held_until, 'extensions_left', max_extensions - claim.extensions
  );
end;
$$;

-- Makes the hold of a booking permanent, whatever changed since it was taken; a time whose hold lapsed or was
-- given up is taken again when it is free. A time that has begun is gone.
-- Null when that worked, else why not: time_gone, coupon_used.
create or replace function private.make_permanent(booking public.bookings) returns text
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_email(booking.customer_email);
  update public.slot_claims set expires_at = null
  where booking_id = booking.id and lower(during) >= now() and (expires_at is null or expires_at > now());
  if not found then
    perform private.take_time(booking, null);
  end if;
  perform private.redeem_coupon(booking);
  return null;
exception
  when sqlstate 'PT409' then
    return case sqlerrm when 'slot_taken' then 'time_gone' else sqlerrm end;
end;
$$;

-- free_crew() drops what lapsed.
drop function private.clear_lapsed(public.bookings);

revoke all on function private.free_crew(tstzrange, uuid) from public;
grant execute on function private.free_crew(tstzrange, uuid) to service_role;
