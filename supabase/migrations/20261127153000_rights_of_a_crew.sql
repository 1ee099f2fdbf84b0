-- What a member of a crew may not do: read the owner's private note or the customer's email address, remove what another
-- one noted, upload a photo once no longer of the crew, or record a payment above the limit. Streams end when
-- rights change.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.crew_days() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  its_crew smallint := private.my_crew();
  today date := private.local_today();
begin
  if its_crew is null then
    raise exception using errcode = 'PT403', message = 'administrators_only';
  end if;
  return jsonb_build_object(
    'crew', jsonb_build_object('number', its_crew, 'title', private.crew_name(its_crew)),
    'today', today,
    'visits', (
      select coalesce(jsonb_agg(
        private.car_of_day(booking) || jsonb_build_object(
          'day', booking.booking_date,
          'note', '',
          'add_ons', (
            select jsonb_agg(jsonb_build_object('name', sold ->> 'name'))
            from jsonb_array_elements(booking.add_ons) as sold
          )
        )
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.slot_claims as claim
      join public.bookings as booking on booking.id = claim.booking_id
      where claim.local_date between today - 1 and today + 7
        and claim.crew = its_crew and claim.expires_at is null
        and private.is_standing(booking.status)
    )
  );
end;
$$;

create or replace function public.set_on_my_way(target_booking_id uuid, minutes integer default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
  emailed text;
begin
  if minutes not between 1 and 600 then
    raise exception using errcode = 'PT400', message = 'estimate_invalid';
  elsif coalesce(booking.done_at, booking.no_show_at) is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  end if;
  if booking.on_my_way_at is null and booking.work_began_at is null then
    update public.bookings set on_my_way_at = now(), arriving_in_minutes = minutes
    where id = booking.id
    returning * into booking;
    perform private.tell_on_my_way(booking);
  end if;
  select to_email into emailed from public.mail_outbox where key = private.key_of_step(booking);
  return jsonb_build_object(
    'is_emailed', emailed is not null,
    'to_email', case when public.is_admin() then emailed end,
    'is_texted', exists (select from public.text_outbox where key = private.key_of_step(booking))
  );
end;
$$;

create or replace function private.awaits_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.booking_photos
    where id = private.photo_id_of(awaits_photo.name)
      and booking_id is not null and removed_at is null and created_at > now() - interval '15 minutes'
      and (kind = 'customer' or public.is_admin() or private.works_on(booking_id))
  );
end;
$$;

create function private.require_maker(label text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin() and label is distinct from private.actor_label(null) then
    raise exception using errcode = 'PT403', message = 'made_by_another';
  end if;
end;
$$;

revoke all on function private.require_maker from public;

create or replace function public.remove_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  perform private.require_maker(photo.taken_by);
  update public.booking_photos set removed_at = coalesce(removed_at, now()) where id = photo.id;
end;
$$;

create or replace function public.restore_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  perform private.require_maker(photo.taken_by);
  update public.booking_photos set removed_at = null where id = photo.id;
end;
$$;

create function private.told_moment(moment timestamptz, booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$
  select least(greatest(coalesce(moment, now()), private.instant_of(booking.booking_date, '00:00')), now());
$$;

revoke all on function private.told_moment(timestamptz, public.bookings) from public;

create or replace function public.tick_item(
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
    private.told_moment(happened_at, booking)
  )
  on conflict (id) do nothing;
end;
$$;

create or replace function public.add_condition_mark(
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
    private.told_moment(happened_at, booking)
  );
exception
  when check_violation or not_null_violation or numeric_value_out_of_range then
    raise exception using errcode = 'PT400', message = 'mark_invalid';
end;
$$;

create or replace function public.remove_condition_mark(mark_id uuid, is_removed boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_visit(booking_id), private.require_maker(made_by) from public.condition_marks where id = mark_id;
  update public.condition_marks
  set removed_at = case when is_removed then coalesce(removed_at, now()) end
  where id = mark_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mark_not_found';
  end if;
end;
$$;

drop function private.told_moment(timestamptz);

create or replace function private.store_payment(
  booking public.bookings, method text, amount_cents integer, tip_cents integer, request uuid
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  stored_id uuid;
begin
  if (method in ('cash', 'card', 'e_transfer') and amount_cents > 0 and tip_cents between 0 and amount_cents)
    is not true then
    raise exception using errcode = 'PT400', message = 'invalid_payment';
  elsif tip_cents > 50000 or amount_cents > 2000000 then
    raise exception using errcode = 'PT400', message = 'payment_too_large';
  end if;
  insert into public.payments
    (booking_id, method, amount_cents, tip_cents, status, settled_at, recorded_by, request_id)
  values (
    booking.id, store_payment.method, store_payment.amount_cents, store_payment.tip_cents, 'succeeded', now(),
    (select auth.uid()), request
  )
  returning id into stored_id;
  perform private.note_change(booking.id, 'payment_recorded', null, jsonb_build_object(
    'payment_id', stored_id, 'method', method, 'amount_cents', amount_cents, 'tip_cents', tip_cents
  ));
  if booking.status <> 'cancelled' and private.due_on_site_cents(booking) = 0 then
    update public.bookings set status = 'paid' where id = booking.id and status <> 'paid';
  end if;
  return stored_id;
end;
$$;

drop trigger tell_live_of_insert on public.crew_members;
drop trigger tell_live_of_update on public.crew_members;
drop trigger tell_live_of_delete on public.crew_members;
select private.tell_live_about('public.crew_members', 'crews', 'rights');
select private.tell_live_about('public.admins', 'rights');
