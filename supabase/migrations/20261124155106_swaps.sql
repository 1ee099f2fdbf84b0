-- Swaps of two visits that save driving.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.travel_settings add column swap_minutes smallint;
alter table public.travel_settings
  add constraint travel_settings_swap_minutes_check check (swap_minutes between 1 and 240) not valid;

create or replace function private.travel_told(travel public.travel_settings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'isOn', travel.is_on,
    'basePostalCode', travel.base_postal_code,
    'leavesAt', to_char(travel.leaves_at, 'HH24:MI'),
    'backBy', to_char(travel.back_by, 'HH24:MI'),
    'roadFactor', travel.road_factor,
    'speedKmh', travel.speed_kmh,
    'leastMinutes', travel.least_minutes,
    'setupMinutes', travel.setup_minutes,
    'packingMinutes', travel.packing_minutes,
    'nearbyMinutes', travel.nearby_minutes,
    'nearbyDiscountCents', travel.nearby_discount_cents,
    'swapMinutes', travel.swap_minutes
  );
$$;

create or replace function private.travel_with(travel public.travel_settings, changes jsonb) returns public.travel_settings
language plpgsql stable set search_path = ''
as $$
declare
  given record;
  wrong text;
begin
  select * into given from jsonb_to_record(private.travel_told(travel) || changes) as one(
    "isOn" boolean, "basePostalCode" text, "leavesAt" time, "backBy" time, "roadFactor" numeric,
    "speedKmh" integer, "leastMinutes" integer, "setupMinutes" integer, "packingMinutes" integer,
    "nearbyMinutes" integer, "nearbyDiscountCents" integer, "swapMinutes" integer
  );
  wrong := case
    when given."isOn" is null then 'isOn'
    when given."basePostalCode" !~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$' then 'basePostalCode'
    when given."leavesAt" is null or extract(second from given."leavesAt") <> 0 then 'leavesAt'
    when given."backBy" is null or extract(second from given."backBy") <> 0
      or given."backBy" <= given."leavesAt" or given."backBy" >= '24:00' then 'backBy'
    when coalesce(given."roadFactor" not between 1 and 3, true) then 'roadFactor'
    when coalesce(given."speedKmh" not between 10 and 120, true) then 'speedKmh'
    when coalesce(given."leastMinutes" not between 0 and 60, true) then 'leastMinutes'
    when coalesce(given."setupMinutes" not between 0 and 120, true) then 'setupMinutes'
    when coalesce(given."packingMinutes" not between 0 and 120, true) then 'packingMinutes'
    when given."nearbyMinutes" not between 1 and 120 then 'nearbyMinutes'
    when coalesce(given."nearbyDiscountCents" not between 0 and 100000, true) then 'nearbyDiscountCents'
    when given."swapMinutes" not between 1 and 240 then 'swapMinutes'
  end;
  if wrong is not null then
    perform private.refuse_rules('travel_invalid', wrong);
  elsif given."basePostalCode" is not null and private.place_of(given."basePostalCode") is null then
    perform private.refuse_rules('base_unknown');
  end if;
  travel.is_on := given."isOn";
  travel.base_postal_code := given."basePostalCode";
  travel.leaves_at := given."leavesAt";
  travel.back_by := given."backBy";
  travel.road_factor := given."roadFactor";
  travel.speed_kmh := given."speedKmh";
  travel.least_minutes := given."leastMinutes";
  travel.setup_minutes := given."setupMinutes";
  travel.packing_minutes := given."packingMinutes";
  travel.nearby_minutes := given."nearbyMinutes";
  travel.nearby_discount_cents := given."nearbyDiscountCents";
  travel.swap_minutes := given."swapMinutes";
  return travel;
exception
  -- A value that is no time, number or flag.
  when data_exception then
    raise exception using errcode = 'PT400', message = 'travel_invalid', detail = sqlerrm;
end;
$$;

create or replace function public.change_travel(changes jsonb, seen jsonb default null, is_preview boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  travel public.travel_settings;
  overtaken text;
begin
  perform private.require_admin();
  select * into strict travel from public.travel_settings for update;
  select key into overtaken
  from jsonb_object_keys(changes) as key
  where seen -> key is distinct from private.travel_told(travel) -> key
  limit 1;
  if seen is not null and overtaken is not null then
    raise exception using errcode = 'PT409', message = 'travel_changed', detail = overtaken;
  end if;
  travel := private.travel_with(travel, changes);
  if not is_preview then
    update public.travel_settings
    set is_on = travel.is_on, base_postal_code = travel.base_postal_code, leaves_at = travel.leaves_at,
      back_by = travel.back_by, road_factor = travel.road_factor, speed_kmh = travel.speed_kmh,
      least_minutes = travel.least_minutes, setup_minutes = travel.setup_minutes,
      packing_minutes = travel.packing_minutes, nearby_minutes = travel.nearby_minutes,
      nearby_discount_cents = travel.nearby_discount_cents, swap_minutes = travel.swap_minutes
    where id;
  end if;
  return private.travel_page(travel);
end;
$$;

drop function private.road_kilometres;
create function private.road_kilometres(travel public.travel_settings, one point, other point) returns numeric
language sql stable strict
return round(coalesce(
  (
    select way.metres / 1000.0
    from public.travel_ways as way
    where way.one_place = least(private.place_key(one), private.place_key(other))
      and way.other_place = greatest(private.place_key(one), private.place_key(other))
  ),
  (private.kilometres(one, other) * travel.road_factor::double precision)::numeric
), 1);
revoke all on function private.road_kilometres from public;
grant execute on function private.road_kilometres to service_role;

create or replace function public.owner_route(day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.require_admin();
  return private.route_of_day(owner_route.day) || jsonb_build_object('swaps', private.swaps_of(owner_route.day));
end;
$$;

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
begin
  select * into strict travel from public.travel_settings;
  select * into van from public.slot_claims where booking_id = first_id;
  base := private.place_of(coalesce(
    (select base_postal_code from public.crews where number = van.crew), travel.base_postal_code
  ));
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
        coalesce(lag(ends_at) over (order by at), private.instant_of(van.local_date, travel.leaves_at)) as from_at,
        case when row_number() over (order by at) > 1 then travel.packing_minutes else 0 end + travel.setup_minutes as work,
        at as until_at, row_number() over (order by at) as number
      from turn
      union all
      (
        select
          private.drive_minutes(travel, now_place, base), private.drive_minutes(travel, then_place, base), ends_at,
          travel.packing_minutes, private.instant_of(van.local_date, travel.back_by), 0
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
    free_cancellation_hours = private.free_hours_after_move(first, lower(private.span_of(second)))
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
    free_cancellation_hours = private.free_hours_after_move(second, lower(private.span_of(first)))
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

-- The owner is told of swaps that save driving, and asks the customers.

-- The visits of a day that saves most by a swap, with email addresses to ask and time to answer. -> {first, second,
-- saved_minutes} with ids of bookings; null when none saves as much as the settings say.
create function private.best_swap(target_day date) returns jsonb
language sql stable set search_path = ''
as $$
  with settings as (
    select swap_minutes from public.travel_settings where is_on and swap_minutes is not null
  ), visit as materialized (
    select booking.id, claim.crew, claim.during
    from settings
    join public.slot_claims as claim on claim.local_date = target_day and claim.expires_at is null
    join public.bookings as booking on booking.id = claim.booking_id
    where private.is_standing(booking.status)
      and booking.customer_email is not null
      and lower(claim.during) > now() + interval '3 hours'
      and not exists (select from private.rain_of(booking))
      and not exists (
        select from public.swap_answers as asked
        join public.swap_proposals as proposal on proposal.id = asked.proposal_id
        where asked.booking_id = booking.id and proposal.day = target_day
          and (proposal.outcome = 'declined' or (proposal.outcome is null and proposal.expires_at > now()))
      )
  )
  select jsonb_build_object('first', one.id, 'second', other.id, 'saved_minutes', saved.minutes)
  from visit as one
  join visit as other on other.crew = one.crew and lower(other.during) > lower(one.during)
  cross join lateral (select private.swap_saves(one.id, other.id) as minutes) as saved
  where saved.minutes >= (select swap_minutes from settings)
  order by saved.minutes desc, one.id
  limit 1;
$$;

-- The swaps of a day for the owner. -> {best: private.best_swap, asked: [{id, saved_minutes, expires_at, visits: [{id,
-- customer_name, old_time, new_time, has_agreed}]}]}
create function private.swaps_of(target_day date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'best', private.best_swap(target_day),
    'asked', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', proposal.id, 'saved_minutes', proposal.saved_minutes, 'expires_at', proposal.expires_at,
        'visits', (
          select jsonb_agg(jsonb_build_object(
            'id', booking.id, 'customer_name', booking.customer_name,
            'old_time', to_char(asked.old_time, 'HH24:MI'), 'new_time', to_char(asked.new_time, 'HH24:MI'),
            'has_agreed', asked.agreed_at is not null
          ) order by asked.old_time)
          from public.swap_answers as asked
          join public.bookings as booking on booking.id = asked.booking_id
          where asked.proposal_id = proposal.id
        )
      ) order by proposal.created_at), '[]')
      from public.swap_proposals as proposal
      where proposal.day = target_day and proposal.outcome is null and proposal.expires_at > now()
    )
  );
$$;

-- Asks the customers of two visits by email whether they exchange their times, until a time before the first of them.
-- What the swap needs beyond the two visits is held meanwhile. Raises administrators_only (403), booking_not_found
-- (404), swap_impossible (409).
create function public.propose_swap(first_booking_id uuid, second_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one public.bookings;
  other public.bookings;
  saved integer;
  proposal public.swap_proposals;
  its_crew smallint;
  asked record;
  token text;
begin
  perform private.require_admin();
  -- In one order, so that two proposals don't wait for each other.
  perform private.locked_booking(id) from unnest(array[first_booking_id, second_booking_id]) as id order by id;
  select * into one from public.bookings where id = first_booking_id;
  select * into other from public.bookings where id = second_booking_id;
  select private.swap_saves(one.id, other.id) into saved;
  if one.id = other.id or one.booking_date <> other.booking_date
    or not private.is_ahead(one) or not private.is_ahead(other)
    or one.customer_email is null or other.customer_email is null
    or coalesce(saved, 0) <= 0 or not private.can_exchange(one, other)
  then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
  end if;
  -- Questions that expired without an answer.
  perform private.close_swap(old.id, 'expired')
  from public.swap_proposals as old
  join public.swap_answers as answer on answer.proposal_id = old.id
  where old.outcome is null and old.expires_at <= now() and answer.booking_id in (one.id, other.id);
  insert into public.swap_proposals (day, saved_minutes, expires_at)
  values (
    one.booking_date, saved,
    least(
      now() + interval '24 hours',
      least(lower(private.span_of(one)), lower(private.span_of(other))) - interval '1 hour'
    )
  )
  returning * into proposal;
  if proposal.expires_at <= now() then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
  end if;
  select crew into its_crew from public.slot_claims where booking_id = one.id;
  insert into public.slot_claims (during, reason, crew, expires_at)
  select
    tstzrange(
      least(lower(private.span_of(one)), lower(private.span_of(other))),
      greatest(
        lower(private.span_of(one)) + other.duration_minutes * interval '1 minute',
        lower(private.span_of(other)) + one.duration_minutes * interval '1 minute',
        upper(private.span_of(one)), upper(private.span_of(other))
      ),
      '[)'
    ),
    'Held for a swap', its_crew, proposal.expires_at
  returning id into proposal.claim_id;
  update public.swap_proposals set claim_id = proposal.claim_id where id = proposal.id;
  for asked in
    select pair.booking, pair.new_time
    from (values (one, other.booking_time), (other, one.booking_time)) as pair (booking, new_time)
  loop
    token := private.new_token();
    insert into public.swap_answers (proposal_id, booking_id, old_time, new_time, token_hash)
    values (
      proposal.id, (asked.booking).id, (asked.booking).booking_time, asked.new_time, private.hash_of_token(token)
    );
    perform private.note_change((asked.booking).id, 'swap_asked', null, jsonb_build_object('time', asked.new_time));
    perform public.enqueue_mail(
      'swap_request:' || proposal.id || ':' || (asked.booking).id,
      'swap_request',
      (asked.booking).customer_email,
      (asked.booking).id,
      jsonb_build_object(
        'sequence', (asked.booking).calendar_sequence,
        'offer', private.offer_in_mail(
          '/swap?token=' || token, null,
          jsonb_build_array(jsonb_build_object(
            'date', (asked.booking).booking_date, 'time', to_char(asked.new_time, 'HH24:MI')
          )),
          proposal.expires_at
        )
      )
    );
  end loop;
exception
  when unique_violation then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
end;
$$;

-- Ends a question to two customers; their appointments stand. Raises administrators_only (403).
create function public.withdraw_swap(proposal_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.close_swap(withdraw_swap.proposal_id, 'withdrawn');
end;
$$;

revoke all on function public.propose_swap, public.withdraw_swap from public, anon, authenticated, service_role;
grant execute on function public.propose_swap, public.withdraw_swap to authenticated;

-- The answers to a swap, by the link in each customer's email.

-- The page that the email of a swap links to. `state`: asked; agreed, and the other customer has not answered; swapped;
-- over, whatever the reason: the appointment stands. -> {state, customer_name, service_name, day, old_time, new_time,
-- expires_at}, the first name. Raises offer_not_found (404).
create function public.swap_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select jsonb_build_object(
      'state', case
        when proposal.outcome = 'swapped' then 'swapped'
        when proposal.outcome is not null or proposal.expires_at <= now() or booking.status = 'cancelled' then 'over'
        when answer.agreed_at is not null then 'agreed'
        else 'asked'
      end,
      'customer_name', split_part(booking.customer_name, ' ', 1),
      'service_name', booking.service_name,
      'day', proposal.day,
      'old_time', to_char(answer.old_time, 'HH24:MI'),
      'new_time', to_char(answer.new_time, 'HH24:MI'),
      'expires_at', proposal.expires_at
    )
    from public.swap_answers as answer
    join public.swap_proposals as proposal on proposal.id = answer.proposal_id
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return offer;
end;
$$;

-- Takes a customer's answer; the second agreement moves both visits, and the emails of a move follow. The same answer
-- again is fine. -> as swap_offer. Raises offer_not_found (404), offer_lapsed (410).
create function public.answer_swap(token text, agrees boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  hashed bytea := private.hash_of_token(token);
  its_id uuid := (select answer.proposal_id from public.swap_answers as answer where answer.token_hash = hashed);
  proposal public.swap_proposals;
  one public.bookings;
  other public.bookings;
begin
  perform private.locked_booking(booking_id)
  from public.swap_answers as answer
  where answer.proposal_id = its_id
  order by booking_id;
  select * into proposal from public.swap_proposals where id = its_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  if proposal.outcome is not null or proposal.expires_at <= now() then
    if proposal.outcome in ('swapped', 'declined') then
      return public.swap_offer(token);
    end if;
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.act_as_customer();
  if not coalesce(agrees, false) then
    perform private.close_swap(proposal.id, 'declined');
    return public.swap_offer(token);
  end if;
  update public.swap_answers set agreed_at = coalesce(agreed_at, now()) where token_hash = hashed;
  if exists (
    select from public.swap_answers as answer where answer.proposal_id = proposal.id and agreed_at is null
  ) then
    return public.swap_offer(token);
  end if;
  select booking.* into one
  from public.swap_answers as answer join public.bookings as booking on booking.id = answer.booking_id
  where answer.proposal_id = proposal.id order by booking.id limit 1;
  select booking.* into other
  from public.swap_answers as answer join public.bookings as booking on booking.id = answer.booking_id
  where answer.proposal_id = proposal.id order by booking.id desc limit 1;
  delete from public.slot_claims where id = proposal.claim_id;
  if not private.is_ahead(one) or not private.is_ahead(other) or not private.can_exchange(one, other) then
    perform private.close_swap(proposal.id, 'impossible');
  else
    perform private.close_swap(proposal.id, 'swapped');
    perform private.exchange_times(one, other);
  end if;
  return public.swap_offer(token);
end;
$$;

-- Whether the link in an email still asks about a swap.
create function private.swap_mail_stands(mail public.mail_outbox) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.swap_answers as answer
    join public.swap_proposals as proposal on proposal.id = answer.proposal_id
    where answer.token_hash = private.hash_of_token(split_part(mail.data -> 'offer' ->> 'path', 'token=', 2))
      and answer.is_open and proposal.expires_at > now()
  );
end;
$$;

revoke all on function public.swap_offer, public.answer_swap from public, anon, authenticated, service_role;
grant execute on function public.swap_offer, public.answer_swap to anon, authenticated;

revoke all on function
  private.close_swap, private.swap_saves, private.exchange_times, private.can_exchange, private.best_swap, private.swaps_of,
  private.swap_mail_stands, private.end_swap_of, private.end_swap
  from public;

create or replace function public.mail_offer_stands(mail_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case mail.template_type
    when 'waiting_list_offer' then exists (
      select from public.offered_times as offer
      where offer.id = split_part(mail.key, ':', 2)::uuid and offer.closed_at is null and offer.expires_at > now()
    )
    when 'rain_day' then private.rain_mail_stands(mail)
    when 'payment_link' then private.payment_mail_stands(mail)
    when 'on_my_way' then private.on_my_way_mail_stands(mail)
    when 'swap_request' then private.swap_mail_stands(mail)
    else true
  end
  from public.mail_outbox as mail
  where mail.id = mail_id;
$$;

create or replace function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'receipt', 'booking_message') then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
    when mail.template_type = 'payment_link' and not private.payment_mail_stands(mail) then 'payment_link_over'
    when mail.template_type = 'swap_request' and not private.swap_mail_stands(mail) then 'swap_over'
    when mail.template_type = 'on_my_way' and not private.on_my_way_mail_stands(mail) then 'not_on_the_way'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

select private.add_default_mail(
  'swap_request',
  'Swap of times: question to the customer',
  'Could we come at another time on {{ date }}?',
  private.mail_frame(
    'Please answer by {{ offered_until }}. Otherwise your appointment stands.',
    'Could we come at another time?',
    private.mail_paragraph('Hello {{ customer_name }},')
    || private.mail_paragraph(
      'Your {{ service_name }} is booked for {{ date }} at {{ time }}. Another customer nearby would swap times with you, '
      || 'which saves us a long drive. Could we come at this time instead?'
    )
    || private.mail_list(private.mail_line('New time', '<strong>{{ offered_times }}</strong>'))
    || private.mail_paragraph(
      'Please answer by <strong>{{ offered_until }}</strong>. We email you if the time changes. If either of you says no, '
      || 'or doesn’t answer, your appointment stands as it is.'
    )
    || private.mail_button('Answer', '{{ offer_url }}')
    || private.mail_sign_off('Thank you,<br>{{ business_name }}')
    || private.mail_small_print('The button needs no login, so don’t forward this email. <a href="{{ booking_url }}">Booking {{ booking_id }}</a>')
  )
);

create or replace function public.move_booking(
  target_booking_id uuid, new_date date, new_time time, anyway boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(target_booking_id);
  new_start timestamptz := private.instant_of(new_date, new_time);
  refusal text;
begin
  perform private.check_stands(booking);
  if new_date is null or new_time is null or extract(second from new_time) <> 0 or new_time = '24:00' then
    raise exception using errcode = 'PT400', message = 'invalid_time';
  end if;
  if (new_date, new_time) = (booking.booking_date, booking.booking_time) then
    return;
  end if;
  refusal := case
    when private.has_come(booking) and not private.is_settled_by_phone(booking) then 'booking_past'
    when new_start < now() then 'time_in_past'
    when new_date > private.local_today() + 730 then 'date_too_far'
    -- The hour that the spring change skips does not exist, and work ends on the day it began.
    when (new_start at time zone 'America/Toronto') <> new_date + new_time
      or extract(epoch from new_time) / 60 + booking.duration_minutes > 24 * 60 then 'time_not_offered'
  end;
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  perform private.end_swap_of(booking.id);
  -- A taken time is refused as slot_taken, outside the opening hours too.
  perform private.lock_day(new_date);
  if private.free_crew(
    tstzrange(new_start, new_start + booking.duration_minutes * interval '1 minute', '[)'),
    private.place_of(booking.postal_code),
    booking.id,
    booking.service_id
  ) is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  if not coalesce(anyway, false) and not private.is_within_hours(new_date, new_time, booking.duration_minutes) then
    raise exception using errcode = 'PT409', message = 'outside_hours';
  end if;
  update public.bookings
  set
    booking_date = new_date,
    booking_time = new_time,
    free_cancellation_hours = private.free_hours_after_move(booking, new_start)
  where id = booking.id;
end;
$$;
