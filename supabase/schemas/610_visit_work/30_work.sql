-- The work on a visit beside its photos: the checklist of what was sold, and notes of the car's condition on a drawing.
-- Administrators and the crew of the visit read and write it (docs/decisions/0105).

-- Ticks of the checklist, appended: the last one of an item counts.
create table public.checklist_ticks (
  -- Made by the client, so that a tick that is sent again is the same one.
  id uuid primary key,
  number bigint generated always as identity,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- As private.checklist_of names it.
  item text not null check (length(item) between 1 and 200),
  is_ticked boolean not null,
  ticked_by text not null check (length(ticked_by) between 1 and 254),
  ticked_at timestamptz not null default now()
);

create index checklist_ticks_booking_id_idx on public.checklist_ticks (booking_id, item, number desc);
create index checklist_ticks_ticked_at_idx on public.checklist_ticks (ticked_at);

alter table public.checklist_ticks enable row level security;
revoke all on public.checklist_ticks from public, anon, authenticated, service_role;
revoke all on sequence public.checklist_ticks_number_seq from public, anon, authenticated, service_role;

-- Marks of the car's condition on a drawing seen from above, its front at the top.
create table public.condition_marks (
  -- Made by the client, so that a mark that is sent again is the same one.
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- As domain/visit/car-parts.ts names the parts.
  part text not null check (part ~ '^[a-z][a-z-]{0,39}$'),
  -- In thousandths of the drawing's width and height, from its upper left corner.
  x smallint not null check (x between 0 and 1000),
  y smallint not null check (y between 0 and 1000),
  kind text not null check (kind in ('scratch', 'dent', 'stain', 'chip', 'other')),
  note text not null default '' check (length(note) <= 200),
  made_by text not null check (length(made_by) between 1 and 254),
  made_at timestamptz not null default now(),
  -- Kept, so that the removal can be undone; deleted after a day.
  removed_at timestamptz,
  -- Who removed it; null for one removed by the former version.
  removed_by text check (length(removed_by) between 1 and 254)
);

create index condition_marks_booking_id_idx on public.condition_marks (booking_id, made_at);
create index condition_marks_made_at_idx on public.condition_marks (made_at);
create index condition_marks_removed_idx on public.condition_marks (removed_at) where removed_at is not null;

alter table public.condition_marks enable row level security;
revoke all on public.condition_marks from public, anon, authenticated, service_role;

create trigger clean_typed before insert on public.condition_marks
  for each row execute function private.clean_typed('note', '');

-- The features of a service in the published catalogue, as an array of texts; null when it has no such service.
create function private.features_of(service_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_path_query_first(
      business, '$.services[*] ? (@.id == $id).features', jsonb_build_object('id', features_of.service_id)
    )
    from public.business_versions
    order by version desc
    limit 1
  );
end;
$$;

-- Trigger: keeps the features that a new booking is sold with.
create function private.keep_sold_features() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.sold_features := coalesce(new.sold_features, private.features_of(new.service_id));
  return new;
end;
$$;

create trigger keep_sold_features before insert on public.bookings
  for each row execute function private.keep_sold_features();

-- The checklist of a visit: [{item, ticked_by, ticked_at}], the features and then the add-ons as they were sold. Of a
-- booking without stored features, those of the catalogue. `ticked_by` is null for an item that is not ticked.
create function private.checklist_of(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('item', sold.item, 'ticked_by', tick.ticked_by, 'ticked_at', tick.ticked_at)
        order by sold.place
      ),
      '[]'
    )
    from (
      select left(item, 200) as item, min(place) as place
      from (
        select value as item, ordinality as place
        from jsonb_array_elements_text(
          coalesce(booking.sold_features, private.features_of(booking.service_id), '[]')
        ) with ordinality
        union all
        select value ->> 'name', 1000 + ordinality
        from jsonb_array_elements(coalesce(booking.add_ons, '[]')) with ordinality
      ) as named
      group by 1
    ) as sold
    left join lateral (
      select * from (
        select is_ticked, ticks.ticked_by, ticks.ticked_at
        from public.checklist_ticks as ticks
        where ticks.booking_id = booking.id and ticks.item = sold.item
        order by ticks.number desc
        limit 1
      ) as last where last.is_ticked
    ) as tick on true
  );
end;
$$;

-- The marks of the car's condition, in the order in which they were made.
create function private.condition_marks_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', id, 'part', part, 'x', x, 'y', y, 'kind', kind, 'note', note, 'made_by', made_by, 'made_at', made_at
        )
        order by made_at, id
      ),
      '[]'
    )
    from public.condition_marks
    where booking_id = target_booking_id and removed_at is null
  );
end;
$$;
