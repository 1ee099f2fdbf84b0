-- The work of a visit as a crew sees and records it.

-- The work on a visit: {photos, checklist, marks, consent, is_in_gallery}, as private.work_photos_of,
-- private.checklist_of, private.condition_marks_of and private.consent_of. Raises administrators_only (403), booking_not_found (404).
create function public.visit_work(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  its_booking uuid := private.worked_booking(target_booking_id);
  booking public.bookings;
begin
  select * into booking from public.bookings where id = its_booking;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return jsonb_build_object(
    'photos', private.work_photos_of(booking.id),
    'checklist', private.checklist_of(booking),
    'marks', private.condition_marks_of(booking.id),
    'consent', private.consent_of(booking.id),
    'is_in_gallery', exists (select from public.visit_pairs where visit_pairs.booking_id = booking.id)
  );
end;
$$;

-- Locks a visit whose work changes. Raises as private.lock_visit and private.require_confirmed_booking, and booking_not_found (404)
-- once the customer is erased: a change that was made without a network must not bring data back.
create function private.lock_work(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.require_confirmed_booking(booking);
  if private.is_forgotten(booking.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return booking;
end;
$$;

-- A moment of a visit as a device tells it, which may have been without a network: not before the day of the visit, and
-- not in the future.
create function private.told_moment(moment timestamptz, booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$
  select least(greatest(coalesce(moment, now()), private.instant_of(booking.booking_date, '00:00')), now());
$$;

-- Ticks an item of the checklist, or removes its tick. The same id again changes nothing. `happened_at` is when a device
-- without a network noted it. Raises as private.lock_work, unknown_item (400), and operation_key_used for the id of another
-- tick (409).
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
  if exists (
    select
    from public.checklist_ticks as tick
    where tick.id = tick_id
      and (tick.booking_id, tick.item, tick.is_ticked) is distinct from (booking.id, tick_item.item, tick_item.is_ticked)
  ) then
    raise exception using errcode = 'PT409', message = 'operation_key_used';
  end if;
  insert into public.checklist_ticks (id, booking_id, item, is_ticked, ticked_by, ticked_at)
  values (
    tick_id, booking.id, tick_item.item, tick_item.is_ticked, private.actor_label(null),
    private.told_moment(happened_at, booking)
  )
  on conflict (id) do nothing;
end;
$$;

-- Marks the car's condition on the drawing, under an id that the client chose; the same id again changes nothing.
-- Raises as private.lock_work, mark_invalid (400), and too_many_marks (409) beyond sixty.
create function public.add_condition_mark(
  mark_id uuid, target_booking_id uuid, part text, x integer, y integer, kind text, note text default '',
  happened_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_work(target_booking_id);
  marked uuid := (select mark.booking_id from public.condition_marks as mark where mark.id = mark_id);
begin
  if marked = booking.id then
    return;
  elsif marked is not null then
    raise exception using errcode = 'PT400', message = 'mark_invalid';
  end if;
  if 60 <= (select count(*) from public.condition_marks as mark where mark.booking_id = booking.id and mark.removed_at is null) then
    raise exception using errcode = 'PT409', message = 'too_many_marks';
  end if;
  insert into public.condition_marks (id, booking_id, part, x, y, kind, note, made_by, made_at)
  values (
    mark_id, booking.id, add_condition_mark.part, add_condition_mark.x, add_condition_mark.y,
    add_condition_mark.kind, coalesce(add_condition_mark.note, ''), private.actor_label(null),
    private.told_moment(happened_at, booking)
  );
exception
  when check_violation or not_null_violation or numeric_value_out_of_range then
    raise exception using errcode = 'PT400', message = 'mark_invalid';
end;
$$;

-- Removes a mark of the condition, or brings it back; again is fine. What an administrator removed, only an administrator
-- brings back. Raises as private.lock_visit and
-- private.require_maker, and mark_not_found (404).
create function public.remove_condition_mark(mark_id uuid, is_removed boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_visit(booking_id), private.require_maker(made_by) from public.condition_marks where id = mark_id;
  perform private.require_maker(removed_by) from public.condition_marks
  where id = mark_id and removed_at is not null and not is_removed;
  update public.condition_marks
  set
    removed_at = case when is_removed then coalesce(removed_at, now()) end,
    removed_by = case when is_removed then
      case when removed_at is null then private.actor_label(null) else removed_by end
    end
  where id = mark_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mark_not_found';
  end if;
end;
$$;

-- Deletes old photos and notes of the work, and removed marks after a day. Returns how many photos and marks.
create function public.forget_old_work() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  last timestamptz := private.kept_since('work');
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
