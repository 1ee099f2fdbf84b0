-- Swaps: two visits of one van exchange their times of a day when that saves driving, if both customers agree.

create table public.swap_proposals (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  saved_minutes integer not null check (saved_minutes > 0),
  expires_at timestamptz not null,
  -- Null while it waits for the customers.
  outcome text check (outcome in ('swapped', 'declined', 'withdrawn', 'expired', 'impossible')),
  -- The blocked time that holds what the swap needs beyond the two visits.
  claim_id uuid,
  created_at timestamptz not null default now()
);

create index swap_proposals_open_idx on public.swap_proposals (day) where outcome is null;

alter table public.swap_proposals enable row level security;
create policy "Server functions may do what they are granted"
  on public.swap_proposals for all to service_role using (true) with check (true);
revoke all on public.swap_proposals from public, anon, authenticated, service_role;
grant select on public.swap_proposals to service_role;

-- What one customer of a swap is asked, and the answer.
create table public.swap_answers (
  proposal_id uuid not null references public.swap_proposals (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  old_time time not null,
  new_time time not null,
  -- SHA-256 of the token in the email's link.
  token_hash bytea not null unique,
  agreed_at timestamptz,
  -- False once the proposal has an outcome.
  is_open boolean not null default true,
  primary key (proposal_id, booking_id)
);

-- A customer is asked one question at a time.
create unique index swap_answers_open_idx on public.swap_answers (booking_id) where is_open;
create index swap_answers_booking_id_idx on public.swap_answers (booking_id);

alter table public.swap_answers enable row level security;
create policy "Server functions may do what they are granted"
  on public.swap_answers for all to service_role using (true) with check (true);
revoke all on public.swap_answers from public, anon, authenticated, service_role;
grant select on public.swap_answers to service_role;

-- Ends a proposal, and with it its hold of time.
create function private.close_swap(proposal uuid, how text) returns void
language sql set search_path = ''
as $$
  delete from public.slot_claims where id = (select claim_id from public.swap_proposals where id = proposal);
  update public.swap_answers set is_open = false where proposal_id = proposal;
  update public.swap_proposals set outcome = how where id = proposal and outcome is null;
$$;

-- Ends the open question about a booking, because it moves or is cancelled.
create function private.end_swap_of(target_booking_id uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.close_swap(proposal_id, 'impossible')
  from public.swap_answers
  where booking_id = target_booking_id and is_open;
$$;

-- Trigger: ends the question about a booking that moves or is cancelled.
create function private.end_swap() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_swap_of(new.id);
  return new;
end;
$$;

create trigger end_swap before update of booking_date, booking_time, status on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    or (new.status = 'cancelled' and old.status <> 'cancelled')
  )
  execute function private.end_swap();

-- The minutes of driving that a swap of two visits of one van saves on its day; null when a place is not known, or when
-- the van would be late.
create function private.swap_saves(first_id uuid, second_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  travel public.travel_settings;
  van public.slot_claims;
  base point;
  leaves_at timestamptz;
  back_by timestamptz;
begin
  select * into strict travel from public.travel_settings;
  select * into van from public.slot_claims where booking_id = first_id;
  select its.base, private.instant_of(van.local_date, its.leaves_at), private.instant_of(van.local_date, its.back_by)
  into base, leaves_at, back_by
  from private.van_of(travel, van.crew, van.local_date) as its;
  return (
    with stop as (
      select
        claim.booking_id, lower(claim.during) as at, upper(claim.during) - lower(claim.during) as work, point(claim.longitude, claim.latitude) as place,
        case claim.booking_id when first_id then second_id when second_id then first_id else claim.booking_id end as then_id
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.local_date = van.local_date and claim.crew = van.crew
        and private.is_standing(booking.status)
        and not exists (select from private.rain_of(booking))
    ), turn as (
      select stop.at, stop.at + other.work as ends_at, stop.place as now_place, other.place as then_place
      from stop join stop as other on other.booking_id = stop.then_id
    ), way as (
      select
        private.drive_minutes(travel, lag(now_place, 1, base) over (order by at), now_place) as now_minutes,
        private.drive_minutes(travel, lag(then_place, 1, base) over (order by at), then_place) as then_minutes,
        coalesce(lag(ends_at) over (order by at), leaves_at) as from_at,
        case when row_number() over (order by at) > 1 then travel.packing_minutes else 0 end + travel.setup_minutes as work,
        at as until_at, row_number() over (order by at) as number
      from turn
      union all
      (
        select
          private.drive_minutes(travel, now_place, base), private.drive_minutes(travel, then_place, base), ends_at,
          travel.packing_minutes, back_by, 0
        from turn order by at desc limit 1
      )
    )
    -- Without a base the day begins at the first visit and ends at the last.
    select case when bool_and(coalesce(
      now_minutes is not null and from_at + (work + then_minutes) * interval '1 minute' <= until_at, false
    )) then (sum(now_minutes) - sum(then_minutes))::integer end
    from way
    where base is not null or number > 1
  );
end;
$$;

-- Exchanges the times of two visits, by the rule that decides every time. The bookings must be locked. Raises slot_taken
-- (409).
create function private.exchange_times(first public.bookings, second public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  its_crew smallint;
  second_claim public.slot_claims;
begin
  perform private.lock_day(first.booking_date);
  select crew into its_crew from public.slot_claims where booking_id = first.id;
  delete from public.slot_claims where booking_id = second.id returning * into second_claim;
  update public.bookings
  set
    booking_time = second.booking_time,
    cancellation_free_until = private.free_until(first)
  where id = first.id;
  -- The trigger of the move finds its claim at the new time.
  second_claim.during := tstzrange(
    lower(private.span_of(first)), lower(private.span_of(first)) + second.duration_minutes * interval '1 minute', '[)'
  );
  insert into public.slot_claims (id, during, booking_id, service_name, crew, longitude, latitude, created_at)
  values (
    second_claim.id, second_claim.during, second.id, second_claim.service_name, its_crew, second_claim.longitude,
    second_claim.latitude, second_claim.created_at
  );
  update public.bookings
  set
    booking_time = first.booking_time,
    cancellation_free_until = private.free_until(second)
  where id = second.id;
  -- Another van would drive another way.
  if exists (select from public.slot_claims where booking_id in (first.id, second.id) and crew <> its_crew) then
    raise exception using errcode = 'PT409', message = 'slot_taken';
  end if;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken';
end;
$$;

-- Whether two visits may exchange their times now.
create function private.can_exchange(first public.bookings, second public.bookings) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.exchange_times(first, second);
  -- Undoes the trial.
  raise exception using errcode = 'PT200', message = 'possible';
exception
  when sqlstate 'PT200' then
    return true;
  when sqlstate 'PT409' then
    return false;
end;
$$;
