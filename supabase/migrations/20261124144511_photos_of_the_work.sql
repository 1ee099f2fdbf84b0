-- Photos of the work, a checklist of what was sold, and notes of the car's condition.

set local lock_timeout = '5s';
set local statement_timeout = '60s';
set local check_function_bodies = off;

alter table public.booking_photos
  add column kind text not null default 'customer' check (kind in ('customer', 'before', 'after', 'condition')),
  add column taken_by text check (length(taken_by) between 1 and 254),
  add column removed_at timestamptz,
  drop constraint booking_photos_booking_id_place_key,
  drop constraint booking_photos_place_check,
  -- Four rows of a booking at most, and only where customers added photos.
  -- squawk-ignore constraint-missing-not-valid
  add constraint booking_photos_place_check check (place between 1 and case kind when 'customer' then 4 else 12 end);

create unique index booking_photos_place_idx on public.booking_photos (booking_id, kind, place);
create index booking_photos_undoable_idx on public.booking_photos (removed_at) where removed_at is not null;
create index booking_photos_of_work_idx on public.booking_photos (created_at)
  where kind <> 'customer' and booking_id is not null;

-- Whether this photo of a booking may be uploaded: its place was taken less than 15 minutes ago.
create or replace function private.awaits_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.booking_photos
    where id = private.photo_id_of(awaits_photo.name)
      and booking_id is not null and removed_at is null and created_at > now() - interval '15 minutes'
  );
end;
$$;

-- The ids of a booking's stored photos from its customer, in their order.
create or replace function private.photos_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(id order by place), '[]')
    from public.booking_photos
    where booking_id = target_booking_id and kind = 'customer' and private.photo_is_stored(id)
  );
end;
$$;

-- Takes a place for a photo of a booking whose row is locked; its id, or null when no place is left. A place whose photo
-- did not arrive within 15 minutes is available again, and the place of a removed photo when no other is.
create or replace function private.place_photo(
  target_booking_id uuid, photo_kind text, photo_id uuid default gen_random_uuid(), photographer text default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  places integer := case photo_kind when 'customer' then 4 else 12 end;
begin
  update public.booking_photos
  set booking_id = null
  where booking_id = target_booking_id and kind = photo_kind
    and created_at < now() - interval '15 minutes' and not private.photo_is_stored(id);
  if places <= (
    select count(*) from public.booking_photos where booking_id = target_booking_id and kind = photo_kind
  ) then
    update public.booking_photos
    set booking_id = null
    where booking_id = target_booking_id and kind = photo_kind and removed_at is not null;
  end if;
  insert into public.booking_photos (id, booking_id, kind, place, taken_by)
  select photo_id, target_booking_id, photo_kind, min(free), photographer
  from generate_series(1, places) as free
  where not exists (
    select from public.booking_photos where booking_id = target_booking_id and kind = photo_kind and place = free
  )
  having count(*) > 0;
  return case when found then photo_id end;
end;
$$;

-- Begins to add a photo to a booking, by its holder, before the visit. The photo is then uploaded into the bucket
-- `bookings` under the returned id.
-- Raises as private.booking_of_holder, and too_many_photos (409).
create or replace function public.add_booking_photo(target_booking_id uuid, email text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.booking_of_holder(target_booking_id, add_booking_photo.email);
  added uuid := private.place_photo(booking.id, 'customer');
begin
  if added is null then
    raise exception using errcode = 'PT409', message = 'too_many_photos';
  end if;
  return added;
end;
$$;

-- Whether the customer of this booking sees this photo of it.
create or replace function private.customer_sees(photo public.booking_photos, booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select photo.removed_at is null
    and (photo.kind = 'customer' or (photo.kind in ('before', 'after') and booking.done_at is not null));
$$;

revoke all on function private.place_photo, private.customer_sees from public;

-- Whether the caller may see this photo as the holder of its booking, who names its email address or whose account it
-- is: a photo from before and after the work from when the visit is done on.
create or replace function public.holds_booking_photo(photo_id uuid, email text default null) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.booking_photos as photo
    join public.bookings as booking on booking.id = photo.booking_id
    where photo.id = photo_id and private.is_holder(booking, holds_booking_photo.email)
      and private.customer_sees(photo, booking)
  );
end;
$$;

-- Removes a photo, by the holder of its booking, until the visit; of a cancelled booking at any time. Nobody can read
-- it from then on, and its file follows. Raises photo_not_found (404), booking_past (409).
create or replace function public.remove_booking_photo(photo_id uuid, email text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  if not public.holds_booking_photo(photo_id, remove_booking_photo.email) then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  select * into booking
  from public.bookings
  where id = (select booking_id from public.booking_photos where id = photo_id and kind = 'customer');
  if not found then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  if booking.status <> 'cancelled' and private.has_come(booking) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  update public.booking_photos set booking_id = null where id = photo_id;
end;
$$;

-- Takes the photos, and the notes of the car's condition, from bookings whose customer is erased.
create or replace function private.forget_photos(booking_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.booking_photos set booking_id = null where booking_id = any (booking_ids);
  delete from public.condition_marks where booking_id = any (booking_ids);
$$;

-- Up to a thousand removed photos, whose files are to be deleted. From now on their removal can't be undone.
create or replace function public.removed_booking_photos() returns setof uuid
language sql security definer set search_path = ''
as $$
  update public.booking_photos
  set booking_id = null
  where removed_at < now() - interval '2 minutes' and booking_id is not null;
  select id from public.booking_photos where booking_id is null order by created_at limit 1000;
$$;

-- Begins to add a photo of the work, with an id that the client chose. It is then uploaded into the bucket `bookings`
-- under that id within 15 minutes. The same id again is the same photo, and begins the 15 minutes again until it is stored.
-- Raises as private.lock_work, unknown_photo_kind (400), photo_removed, photo_id_taken, too_many_photos (409).
create function public.add_work_photo(photo_id uuid, target_booking_id uuid, photo_kind text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
  known public.booking_photos;
begin
  if photo_kind not in ('before', 'after', 'condition') then
    raise exception using errcode = 'PT400', message = 'unknown_photo_kind';
  end if;
  select * into known from public.booking_photos where id = photo_id for update;
  if found then
    if known.booking_id is null or known.removed_at is not null then
      raise exception using errcode = 'PT409', message = 'photo_removed';
    elsif (known.booking_id, known.kind) is distinct from (booking.id, photo_kind) then
      raise exception using errcode = 'PT409', message = 'photo_id_taken';
    elsif not private.photo_is_stored(photo_id) then
      update public.booking_photos set created_at = now() where id = photo_id;
    end if;
  elsif private.place_photo(booking.id, photo_kind, photo_id, private.actor_label(null)) is null then
    raise exception using errcode = 'PT409', message = 'too_many_photos';
  end if;
end;
$$;

-- Locks the visit of a photo of the work; the photo. Raises photo_not_found (404), and as private.lock_visit.
create function private.lock_work_photo(photo_id uuid) returns public.booking_photos
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos;
begin
  -- The booking before the photo, as add_work_photo.
  perform private.lock_visit(booking_id)
  from public.booking_photos
  where id = photo_id and booking_id is not null and kind <> 'customer';
  select * into photo
  from public.booking_photos
  where id = photo_id and booking_id is not null and kind <> 'customer'
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  return photo;
end;
$$;

-- Removes a photo of the work; again is fine. No screen shows it from then on. restore_work_photo undoes it for two
-- minutes, and then its file follows. Raises as private.lock_work_photo.
create function public.remove_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  update public.booking_photos set removed_at = coalesce(removed_at, now()) where id = photo.id;
end;
$$;

-- Undoes remove_work_photo; again is fine. Raises as private.lock_work_photo.
create function public.restore_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  update public.booking_photos set removed_at = null where id = photo.id;
end;
$$;

-- The stored photos of the work on a visit: [{id, kind, taken_by, created_at}], in the order of their places.
create function private.work_photos_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', id, 'kind', kind, 'taken_by', taken_by, 'created_at', created_at)
        order by kind, place
      ),
      '[]'
    )
    from public.booking_photos
    where booking_id = target_booking_id and kind <> 'customer' and removed_at is null
      and private.photo_is_stored(id)
  );
end;
$$;

-- Whether the caller works on the visit whose photo has this name, and the photo is not removed.
create function private.works_on_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.booking_photos
    where id = private.photo_id_of(works_on_photo.name) and removed_at is null and private.works_on(booking_id)
  );
end;
$$;

create policy "Photos of bookings can be read by the crew of the visit"
  on storage.objects for select to authenticated
  using (bucket_id = 'bookings' and private.works_on_photo(name));

revoke all on function public.add_work_photo, public.remove_work_photo, public.restore_work_photo
  from public, anon, authenticated, service_role;
grant execute on function private.works_on_photo, public.add_work_photo, public.remove_work_photo, public.restore_work_photo
  to authenticated;

revoke all on function private.lock_work_photo, private.work_photos_of, private.works_on_photo from public;
grant execute on function private.works_on_photo to authenticated;

alter table public.bookings add column sold_features jsonb check (jsonb_typeof(sold_features) = 'array');

-- Again, because it names every column of a booking.
-- Past visits with neither mark, newest first: with money due on site among the last thousand, and all of the last two
-- weeks. Visits cancelled because of rain are left out.
create or replace function private.unmarked_visits() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    (
      select * from public.bookings
      where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
    union all
    (
      select * from public.bookings
      where status = 'paid' and done_at is null and no_show_at is null
        and booking_date between private.local_today() - 14 and private.local_today() - 1
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where (
      private.due_on_site_cents(visit, sums.collected_cents) > 0
      or visit.booking_date >= private.local_today() - 14
    )
    and not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

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
  removed_at timestamptz
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

-- The work on a visit: {photos, checklist, marks}, as private.work_photos_of, private.checklist_of and
-- private.condition_marks_of. Raises administrators_only (403), booking_not_found (404).
create function public.visit_work(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_worker(target_booking_id);
  select * into booking from public.bookings where id = target_booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return jsonb_build_object(
    'photos', private.work_photos_of(booking.id),
    'checklist', private.checklist_of(booking),
    'marks', private.condition_marks_of(booking.id)
  );
end;
$$;

-- Locks a visit whose work changes. Raises as private.lock_visit and private.check_stands, and booking_not_found (404)
-- once the customer is erased: a change that was made without a network must not bring data back.
create function private.lock_work(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.check_stands(booking);
  if private.is_forgotten(booking.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

-- A moment as a device tells it, which may have been without a network: within the last week, and not in the future.
create function private.told_moment(moment timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select greatest(least(coalesce(moment, now()), now()), now() - interval '7 days');
$$;

-- Ticks an item of the checklist, or removes its tick. The same id again changes nothing. `happened_at` is when a device
-- without a network noted it. Raises as private.lock_work, and unknown_item (400).
create function public.tick_item(
  tick_id uuid, target_booking_id uuid, item text, is_ticked boolean, happened_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
begin
  if not private.checklist_of(booking) @> jsonb_build_array(jsonb_build_object('item', tick_item.item)) then
    raise exception using errcode = 'PT400', message = 'unknown_item';
  end if;
  insert into public.checklist_ticks (id, booking_id, item, is_ticked, ticked_by, ticked_at)
  values (
    tick_id, booking.id, tick_item.item, tick_item.is_ticked, private.actor_label(null),
    private.told_moment(happened_at)
  )
  on conflict (id) do nothing;
end;
$$;

-- Marks the car's condition on the drawing, under an id that the client chose; the same id again changes nothing.
-- Raises as private.lock_work, and too_many_marks (409) beyond sixty.
create function public.add_condition_mark(
  mark_id uuid, target_booking_id uuid, part text, x integer, y integer, kind text, note text default '',
  happened_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
begin
  if exists (select from public.condition_marks where id = mark_id) then
    return;
  end if;
  if 60 <= (select count(*) from public.condition_marks as mark where mark.booking_id = booking.id and mark.removed_at is null) then
    raise exception using errcode = 'PT409', message = 'too_many_marks';
  end if;
  insert into public.condition_marks (id, booking_id, part, x, y, kind, note, made_by, made_at)
  values (
    mark_id, booking.id, add_condition_mark.part, add_condition_mark.x, add_condition_mark.y,
    add_condition_mark.kind, coalesce(add_condition_mark.note, ''), private.actor_label(null),
    private.told_moment(happened_at)
  );
end;
$$;

-- Removes a mark of the condition, or brings it back; again is fine. Raises as private.lock_visit, and
-- mark_not_found (404).
create function public.remove_condition_mark(mark_id uuid, is_removed boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_visit(booking_id) from public.condition_marks where id = mark_id;
  update public.condition_marks
  set removed_at = case when is_removed then coalesce(removed_at, now()) end
  where id = mark_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mark_not_found';
  end if;
end;
$$;

-- Deletes photos and notes of the work after two years, and removed marks after a day. Returns how many photos and marks.
create function public.forget_old_work() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  last timestamptz := now() - interval '2 years';
  photos integer;
  marks integer;
begin
  update public.booking_photos
  set booking_id = null
  where kind <> 'customer' and booking_id is not null and created_at < last;
  get diagnostics photos = row_count;
  delete from public.condition_marks where made_at < last or removed_at < now() - interval '1 day';
  get diagnostics marks = row_count;
  delete from public.checklist_ticks where ticked_at < last;
  return photos + marks;
end;
$$;

revoke all on function
  public.visit_work, public.tick_item, public.add_condition_mark, public.remove_condition_mark, public.forget_old_work
  from public, anon, authenticated, service_role;
grant execute on function
  public.visit_work, public.tick_item, public.add_condition_mark, public.remove_condition_mark
  to authenticated;
grant execute on function public.forget_old_work to service_role;

revoke all on function
  private.features_of, private.keep_sold_features, private.checklist_of, private.condition_marks_of, private.lock_work,
  private.told_moment
  from public;

-- A booking with everything kept about it, for a data export: its columns, coupon, numbers of photos, notes of
-- the car's condition, payments, refunds and history. Administrators are not named.
create or replace function private.booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'coupon_used', (select code from public.coupon_redemptions where booking_id = booking.id),
    'photos', jsonb_array_length(private.photos_of(booking.id)),
    'work_photos', jsonb_array_length(private.work_photos_of(booking.id)),
    'condition', (
      select coalesce(jsonb_agg(mark - 'made_by'), '[]')
      from jsonb_array_elements(private.condition_marks_of(booking.id)) as mark
    ),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', payment.amount_cents, 'status', payment.status, 'created_at', payment.created_at,
        'stripe_payment_intent_id', payment.stripe_payment_intent_id, 'refunded_cents', payment.refunded_cents,
        'method', payment.method, 'tip_cents', payment.tip_cents
      ) order by payment.created_at), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', refund.amount_cents, 'status', refund.status, 'created_at', refund.created_at
      ) order by refund.created_at), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', change.at, 'action', change.action, 'was', change.was, 'is', change."is",
        'by', case when change.actor_label in ('Customer', 'Guest', 'System') then change.actor_label
          else 'Administrator' end
      ) order by change.id), '[]')
      from public.booking_changes as change
      where change.booking_id = booking.id and change.action <> 'note'
    )
  );
$$;

reset check_function_bodies;
