-- A time that is held for somebody on the waiting list can be booked for them by phone, and whoever gets a booking by
-- whatever way does not wait for it any more.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Lets a booking that was just stored take the place of an offer of its very time, with the place on the waiting list
-- that the offer is for. Any other offer, or one that is over, is left as it is. The day must be locked.
create function private.use_offer(target_offer_id uuid, booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  offer public.offered_times;
begin
  -- The place before its offers, as everywhere.
  perform from public.waiting_list
  where id = (select waiting_id from public.offered_times where id = target_offer_id)
  for update;
  select * into offer from public.offered_times
  where id = target_offer_id
    and kind = 'waiting'
    and closed_at is null
    and starts_at = lower(private.span_of(booking))
  for update;
  if found then
    perform private.close_offers(array[offer.id], 'taken');
    update public.waiting_list set booked_at = now(), booking_id = booking.id where id = offer.waiting_id;
  end if;
end;
$$;

-- As before: a visitor names the offer by its token.
create or replace function private.use_named_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.use_offer(private.named_offer_id(), new);
  return null;
end;
$$;

-- Whose address has a booking that stands of that day and service waits for it no more, and a time that is held for
-- them is free.
create function private.close_waiting_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  place_id uuid;
begin
  if tg_op = 'UPDATE' and private.is_standing(old.status) and old.booking_date = new.booking_date then
    return null;
  end if;
  update public.waiting_list set booked_at = now(), booking_id = new.id
  where day = new.booking_date
    and service_id = new.service_id
    and email = new.customer_email
    and booked_at is null
    and left_at is null
  returning id into place_id;
  if place_id is null then
    return null;
  end if;
  perform private.close_offers(
    array[offer.id], case when offer.starts_at = lower(private.span_of(new)) then 'taken' else 'withdrawn' end
  )
  from public.offered_times as offer
  where offer.waiting_id = place_id and offer.closed_at is null;
  return null;
end;
$$;

-- By their names after the trigger that locks the day of a move, for the day is locked before the place.
create trigger stop_waiting after update of status, booking_date on public.bookings
  for each row when (new.status in ('deposit_paid', 'confirmed', 'paid'))
  execute function private.close_waiting_place();
create trigger stop_waiting_at_once after insert on public.bookings
  for each row when (new.status in ('deposit_paid', 'confirmed', 'paid'))
  execute function private.close_waiting_place();

-- As before; the key offer_id names a time that is held for whom it is booked, off the waiting list.
-- Raises already_booked_otherwise, slot_taken, coupon_used (409).
create or replace function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  earlier public.bookings;
begin
  perform private.act_as(acting_admin);
  wanted.customer_email := nullif(lower(btrim(wanted.customer_email)), '');
  -- By the id: sent again, it may name another person.
  perform pg_advisory_xact_lock(7223915, hashtext(wanted.id::text));
  perform private.lock_email(coalesce(wanted.customer_email, wanted.customer_phone));
  select * into earlier from public.bookings where id = wanted.id;
  if found then
    if not private.is_booked_as(earlier, wanted) then
      raise exception using errcode = 'PT409', message = 'already_booked_otherwise';
    end if;
    return wanted.id;
  end if;
  perform private.lock_day(wanted.booking_date);
  perform private.drop_other_holds(wanted);
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code,
    free_cancellation_hours, location_type, address, city, province, postal_code
  )
  values (
    wanted.id, 'phone', 'confirmed', wanted.customer_name, wanted.customer_email, wanted.customer_phone,
    wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.car_model, wanted.car_year,
    wanted.booking_date, wanted.booking_time, wanted.duration_minutes, 'pay_later', wanted.price_cents,
    coalesce(wanted.discount_cents, 0), coalesce(wanted.tip_cents, 0), 0, wanted.total_cents, 0, 0,
    coalesce(wanted.tax_label, ''), wanted.coupon_code, wanted.free_cancellation_hours, 'mobile', wanted.address,
    wanted.city, wanted.province, wanted.postal_code
  );
  perform private.use_offer((booking ->> 'offer_id')::uuid, wanted);
  perform private.take_time(wanted, null);
  perform private.redeem_coupon(wanted);
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

-- Holds a time of their day for somebody who waits, and mails them the link to it. Whether it was done: not when
-- the place was given up, a time is offered already, the mail of the last one waits or this one was offered before,
-- or the time is gone.
create or replace function public.offer_freed_time(target_waiting_id uuid, start_time time, hold_minutes integer)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  entry public.waiting_list;
  offer public.offered_times;
  token text := private.new_token();
begin
  -- The address and the day before the place, as whoever books or pays.
  perform private.lock_email(email), private.lock_day(day) from public.waiting_list where id = target_waiting_id;
  select * into entry from public.waiting_list
  where id = target_waiting_id and booked_at is null and left_at is null
  for update;
  if not found then
    return false;
  end if;
  perform private.close_offers(array_agg(id), 'lapsed')
  from public.offered_times
  where waiting_id = entry.id and closed_at is null and expires_at <= now()
  having count(*) > 0;
  if exists (
    select from public.offered_times as earlier
    where earlier.waiting_id = entry.id
      and (
        earlier.closed_at is null
        or private.may_be_heard_of(earlier)
        or (
          earlier.starts_at = private.instant_of(entry.day, start_time)
          and private.was_never_heard_of(earlier) is not true
        )
      )
  ) then
    return false;
  end if;
  insert into public.offered_times
    (kind, waiting_id, service_name, starts_at, duration_minutes, expires_at, token_hash)
  values (
    'waiting', entry.id, entry.service_name, private.instant_of(entry.day, start_time), entry.duration_minutes,
    now() + hold_minutes * interval '1 minute', private.hash_of_token(token)
  )
  returning * into offer;
  perform private.hold_offer(offer);
  perform public.enqueue_mail(
    'waiting_list_offer:' || offer.id,
    'waiting_list_offer',
    entry.email,
    null,
    jsonb_build_object(
      'customer_name', entry.name,
      'service_name', entry.service_name,
      'offer', private.offer_in_mail(
        '/schedule?offer=' || token,
        '/waiting-list?token=' || token,
        jsonb_build_array(jsonb_build_object('date', entry.day, 'time', to_char(start_time, 'HH24:MI'))),
        offer.expires_at
      )
    )
  );
  return true;
exception
  when sqlstate 'PT409' then
    return false;
end;
$$;

-- As before, with what a booking for somebody needs: service_id, vehicle_type, and the id of what is offered.
create or replace function public.waiting_list_of_days(from_day date, batch integer default 200) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id,
      'day', entry.day,
      'service_id', entry.service_id,
      'service_name', entry.service_name,
      'vehicle_type', entry.vehicle_type,
      'name', entry.name,
      'email', entry.email,
      'phone', entry.phone,
      'created_at', entry.created_at,
      'state', private.state_of_waiting(entry),
      'booking_id', entry.booking_id,
      'offered', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', offer.id,
          'time', private.local_time(offer.starts_at),
          'expires_at', offer.expires_at,
          'outcome', coalesce(offer.outcome, case when offer.expires_at > now() then 'held' else 'lapsed' end)
        ) order by offer.created_at), '[]')
        from public.offered_times as offer
        where offer.waiting_id = entry.id
      )
    ) order by entry.day, entry.created_at), '[]')
    from (
      select * from public.waiting_list
      where day >= from_day and left_at is null
      order by day, created_at
      limit least(batch, 500)
    ) as entry
  );
end;
$$;

revoke all on function
  private.use_offer(uuid, public.bookings), private.close_waiting_place()
  from public, anon, authenticated, service_role;
-- Whoever stores a booking by phone names the offer.
grant execute on function private.use_offer(uuid, public.bookings) to service_role;
