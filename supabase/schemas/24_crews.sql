-- Crews: one van each, and the people who work in it.

create table public.crews (
  -- As on the claims whose time it takes.
  number smallint primary key check (number between 1 and 20),
  -- Empty for a crew without a name of its own.
  name text not null default '' check (length(name) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.crews enable row level security;
create policy "Server functions may do what they are granted"
  on public.crews for all to service_role using (true) with check (true);
revoke all on public.crews from public, anon, authenticated, service_role;
grant select on public.crews to authenticated, service_role;

create policy "Crews can be read by administrators"
  on public.crews for select to authenticated
  using ((select public.is_admin()));

create trigger touch_updated_at before update on public.crews
  for each row execute function private.touch_updated_at();

-- An account works for one crew.
create table public.crew_members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  crew smallint not null references public.crews (number) on delete cascade,
  created_at timestamptz not null default now()
);

create index crew_members_crew_idx on public.crew_members (crew);

alter table public.crew_members enable row level security;
create policy "Server functions may do what they are granted"
  on public.crew_members for all to service_role using (true) with check (true);
revoke all on public.crew_members from public, anon, authenticated, service_role;
grant select on public.crew_members to service_role;

-- Trigger: keeps as many crews as the settings say. A crew more gets the lowest number that is not used; a crew less is
-- the one with the highest number.
create function private.keep_crews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.crews
  where number in (select number from public.crews order by number offset new.crews);
  insert into public.crews (number)
  select number from generate_series(1, 20) as number
  where number not in (select number from public.crews)
  order by number
  limit new.crews - (select count(*) from public.crews);
  return null;
end;
$$;

create trigger keep_crews after insert or update of crews on public.time_settings
  for each row execute function private.keep_crews();

-- The crew that the signed-in person works for. Null for everyone else, and for a session that has ended or doesn't meet
-- the rules for the second factor.
create function private.my_crew() returns smallint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select crew from public.crew_members where user_id = (select auth.uid()) and private.meets_second_factor()
  );
end;
$$;

-- Whether the signed-in person works for this crew.
create function private.works_for(crew smallint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(works_for.crew = private.my_crew(), false);
end;
$$;

-- Whether the signed-in person's crew does this visit: it has the booking's time for good, from yesterday until a week
-- from today.
create function private.works_on(target_booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.slot_claims as claim
    where claim.booking_id = target_booking_id
      and claim.expires_at is null
      and claim.local_date between private.local_today() - 1 and private.local_today() + 7
      and private.works_for(claim.crew)
  );
end;
$$;

-- Raises administrators_only (403) unless the caller is an administrator, or a member of the crew that does this visit.
create function private.require_worker(target_booking_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (public.is_admin() or private.works_on(target_booking_id)) then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
end;
$$;

grant execute on function private.my_crew, private.works_for, private.works_on, private.require_worker
  to authenticated, service_role;
