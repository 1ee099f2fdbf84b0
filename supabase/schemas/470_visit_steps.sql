-- The steps of a visit on its day: on my way, work began. The last one, done, is a mark of 500_phone_bookings.sql.

-- Locks a visit for a step. Raises as private.lock_visit and private.require_confirmed_booking; visit_rained_out, not_today (409).
create function private.lock_visit_of_today(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.require_confirmed_booking(booking);
  if private.is_rained_out(booking.id) then
    raise exception using errcode = 'PT409', message = 'visit_rained_out';
  elsif booking.booking_date <> private.local_today() then
    raise exception using errcode = 'PT409', message = 'not_today';
  end if;
  return booking;
end;
$$;

-- Records that the crew is on its way, with the minutes until it arrives, if known, and sends the customer a link to
-- the page of the visit by email and, with consent, by text. They leave ten seconds later, so that the step can be
-- undone. A visit gets three such messages at most. Does nothing when it was recorded already, or the work has begun. -> {is_emailed, to_email, is_texted}: to_email
-- is null when no email is sent, and for a member of the crew, who could look the booking up with it.
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, visit_rained_out,
-- not_today, visit_over (409), estimate_invalid (400).
create function public.set_on_my_way(target_booking_id uuid, minutes integer default null) returns jsonb
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
    if private.times_told_on_my_way(booking.id) < 3 then
      perform private.tell_on_my_way(booking);
    end if;
  end if;
  select to_email into emailed from public.mail_outbox where key = private.key_of_step(booking);
  return jsonb_build_object(
    'is_emailed', emailed is not null,
    'to_email', case when public.is_admin() then emailed end,
    'is_texted', exists (select from public.text_outbox where key = private.key_of_step(booking))
  );
end;
$$;

-- The key of the messages that say that the crew is on its way. Pressed again after it was undone, it is another one.
create function private.key_of_step(booking public.bookings) returns text
language sql stable set search_path = ''
as $$
  select 'on_my_way:' || booking.id || ':' || extract(epoch from booking.on_my_way_at);
$$;

-- How often a visit's customer was told, within a day, that the crew is on its way.
create function private.times_told_on_my_way(target_booking_id uuid) returns bigint
language sql stable set search_path = ''
as $$
  select count(distinct key)
  from (
    select key from public.mail_outbox
    where booking_id = target_booking_id and template_type = 'on_my_way' and status <> 'dropped'
      and created_at > now() - interval '1 day'
    union all
    select key from public.text_outbox
    where booking_id = target_booking_id and kind = 'on_my_way' and status <> 'dropped'
      and created_at > now() - interval '1 day'
  ) as told;
$$;

-- Queues the email that the crew is on its way and the text beside it, for ten seconds later.
create function private.tell_on_my_way(booking public.bookings) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_key text := private.key_of_step(booking);
  visit jsonb := jsonb_build_object('visit', jsonb_build_object(
    'path', private.add_visit_link(booking),
    'left_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute'
  ));
begin
  perform public.enqueue_mail(its_key, 'on_my_way', booking.customer_email, booking.id, visit);
  update public.mail_outbox set next_attempt_at = now() + interval '10 seconds' where key = its_key;
  update public.text_outbox set next_attempt_at = now() + interval '10 seconds' where key = its_key;
end;
$$;

-- Undoes "on my way" until the work begins. Messages that were not sent yet are dropped.
-- -> {messages: stopped | sent (at least one of them) | none}. Raises as set_on_my_way; again is fine.
create function public.undo_on_my_way(target_booking_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
  its_key text := private.key_of_step(booking);
  outcomes text[];
begin
  if coalesce(booking.work_began_at, booking.done_at, booking.no_show_at) is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  end if;
  update public.mail_outbox set status = 'dropped'
  where key = its_key and status = 'queued' and (locked_until is null or locked_until <= now());
  update public.text_outbox set status = 'dropped'
  where key = its_key and status = 'queued' and (locked_until is null or locked_until <= now());
  outcomes := array(
    select status from public.mail_outbox where key = its_key
    union all
    select status from public.text_outbox where key = its_key
  );
  update public.bookings set on_my_way_at = null, arriving_in_minutes = null where id = booking.id;
  return jsonb_build_object('messages', case
    when outcomes && '{queued,sent,delivered}' then 'sent' when 'dropped' = any (outcomes) then 'stopped' else 'none'
  end);
end;
$$;

-- Records that the work began; again is fine. Raises as set_on_my_way.
create function public.set_work_began(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
begin
  if coalesce(booking.done_at, booking.no_show_at) is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  end if;
  update public.bookings set work_began_at = coalesce(work_began_at, now()) where id = booking.id;
end;
$$;

-- Undoes the beginning of the work; again is fine. Raises as set_on_my_way.
create function public.undo_work_began(target_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
begin
  if coalesce(booking.done_at, booking.no_show_at) is not null then
    raise exception using errcode = 'PT409', message = 'visit_over';
  end if;
  update public.bookings set work_began_at = null where id = booking.id;
end;
$$;

-- Whether an email may still say that the crew is on its way.
create function private.on_my_way_mail_stands(mail public.mail_outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.bookings as booking
    where booking.id = mail.booking_id
      and private.is_standing(booking.status)
      and booking.on_my_way_at = (mail.data -> 'visit' ->> 'left_at')::timestamptz
      and booking.on_my_way_at > now() - interval '3 hours'
      and coalesce(booking.work_began_at, booking.done_at, booking.no_show_at) is null
  );
$$;

-- The minutes of the way to a visit, from the one before it on that day or from the crew's base, as on the route
-- (private.legs_of_days). Null when travel does not count, or a place is not known.
create function private.drive_to(booking public.bookings) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.drive_minutes(
      travel,
      case when before.booking_id is null then van.base else before.place end,
      point(claim.longitude, claim.latitude)
    )
    from public.travel_settings as travel
    join public.slot_claims as claim on claim.booking_id = booking.id
    cross join lateral private.van_of(travel, claim.crew, claim.local_date) as van
    left join lateral (
      select earlier.booking_id, point(earlier.longitude, earlier.latitude) as place
      from public.slot_claims as earlier
      join public.bookings as other on other.id = earlier.booking_id
      where earlier.local_date = claim.local_date
        and earlier.crew = claim.crew
        and private.is_standing(other.status)
        and not exists (select from private.rain_of(other))
        and upper(earlier.during) <= lower(claim.during)
      order by earlier.during desc
      limit 1
    ) as before on true
    where travel.is_on
  );
end;
$$;

-- Trigger: a moved visit begins anew.
create function private.reset_steps() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.on_my_way_at := null;
  new.arriving_in_minutes := null;
  new.work_began_at := null;
  return new;
end;
$$;

create trigger reset_steps before update of booking_date, booking_time on public.bookings
  for each row
  when (
    (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time)
    and coalesce(old.on_my_way_at, old.work_began_at) is not null
  )
  execute function private.reset_steps();

revoke all on function
  public.set_on_my_way, public.undo_on_my_way, public.set_work_began, public.undo_work_began
  from public, anon, authenticated, service_role;
grant execute on function
  public.set_on_my_way, public.undo_on_my_way, public.set_work_began, public.undo_work_began
  to authenticated;
