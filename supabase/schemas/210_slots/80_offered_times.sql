-- A time offered to a customer. It is a claim like any other: available at once when the answer is no, and by
-- itself when none comes.

create table public.offered_times (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('rain', 'waiting')),
  -- The booking that may move there, or the place on the waiting list.
  booking_id uuid references public.bookings (id) on delete cascade,
  waiting_id uuid,
  service_name text not null check (length(service_name) between 1 and 100),
  starts_at timestamptz not null,
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  -- Until when it is held.
  expires_at timestamptz not null,
  -- SHA-256 of the token in the email's link; null where one link is for several times.
  token_hash bytea unique,
  -- Null while it is held.
  outcome text check (outcome in ('taken', 'declined', 'withdrawn', 'lapsed')),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint offered_times_end_once check ((outcome is null) = (closed_at is null)),
  constraint offered_times_are_for_one check (
    case kind when 'rain' then booking_id is not null and waiting_id is null
      else waiting_id is not null and booking_id is null end
  )
);

alter table public.slot_claims
  add constraint slot_claims_offer_id_fkey
    foreign key (offer_id) references public.offered_times (id) on delete cascade;

create index offered_times_booking_id_idx on public.offered_times (booking_id);
create index offered_times_waiting_id_idx on public.offered_times (waiting_id, starts_at);
create index offered_times_open_idx on public.offered_times (expires_at) where closed_at is null;
-- The calendar reads by days.
create index offered_times_starts_at_idx on public.offered_times (starts_at) where closed_at is null;
-- A waiting customer has one open offer.
create unique index offered_times_one_open_idx on public.offered_times (waiting_id) where closed_at is null;

alter table public.offered_times enable row level security;
create policy "Server functions may do what they are granted"
  on public.offered_times for all to service_role using (true) with check (true);
revoke all on public.offered_times from public, anon, authenticated, service_role;
grant all on public.offered_times to service_role;

-- Claims the time of a new offer until it expires. The day must be locked. Raises slot_taken (409), also for a start
-- that has passed.
create function private.hold_offer(offer public.offered_times) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted tstzrange := tstzrange(
    offer.starts_at, offer.starts_at + offer.duration_minutes * interval '1 minute', '[)'
  );
  its_place point := private.place_of(coalesce(
    (select postal_code from public.bookings where id = offer.booking_id),
    (select postal_code from public.waiting_list where id = offer.waiting_id)
  ));
  its_service text := coalesce(
    (select service_id from public.bookings where id = offer.booking_id),
    (select service_id from public.waiting_list where id = offer.waiting_id)
  );
  free smallint;
begin
  if offer.starts_at >= now() then
    free := private.free_crew(wanted, its_place, null, its_service);
  end if;
  if free is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
  end if;
  insert into public.slot_claims (during, crew, offer_id, service_name, expires_at, longitude, latitude)
  values (
    wanted, free, offer.id, offer.service_name, offer.expires_at, its_place[0], its_place[1]
  );
end;
$$;

-- Closes offers with an outcome, which makes their times available at once. An offer is locked before its claim, and
-- the place on the waiting list before both.
create function private.close_offers(offers uuid[], how text) returns void
language sql set search_path = ''
as $$
  update public.offered_times set outcome = how, closed_at = now()
  where id = any (offers) and closed_at is null;
  delete from public.slot_claims where offer_id = any (offers);
$$;

-- Closes every offer that expired without an answer. Returns how many. Only one worker does it at a time.
create function public.expire_offers() returns integer
language plpgsql set search_path = ''
as $$
declare
  lapsed uuid[];
begin
  select coalesce(array_agg(id), '{}') into lapsed
  from (
    select id from public.offered_times
    where closed_at is null and expires_at <= now()
    order by id
    limit 200
    for update skip locked
  ) as due;
  if lapsed <> '{}' then
    perform private.close_offers(lapsed, 'lapsed');
  end if;
  return cardinality(lapsed);
end;
$$;

-- The data of an email about an offer: the paths of its links on this site, the times [{date, time}], and until when
-- they are held.
create function private.offer_in_mail(path text, decline_path text, times jsonb, held_until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'path', path,
    'decline_path', decline_path,
    'times', (
      select jsonb_agg(one order by one ->> 'date', one ->> 'time') from jsonb_array_elements(times) as one
    ),
    'until', jsonb_build_object('date', private.local_day(held_until), 'time', private.local_time(held_until))
  );
$$;

revoke all on function public.expire_offers from public, anon, authenticated, service_role;
grant execute on function
  private.hold_offer, private.close_offers, public.expire_offers, private.offer_in_mail
  to service_role;
