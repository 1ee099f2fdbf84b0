-- Offers to the waiting list. An available time is held for the first customer it fits, for half an hour, then for
-- the next. The server decides which time fits; this file makes sure that no other customer gets it meanwhile.

-- The waiting customers without an open offer, in order, and what is taken for their services on their days. A service
-- that can't be booked now is not offered.
-- -> {entries: [{id, date, serviceId, durationMinutes, offered: ["HH:MM"], postalCode}], taken: [{date, serviceId, time,
-- durationMinutes, crew, isTimeOff, gapMinutes}]}
-- offered: times they were offered before. taken: as times_taken_for, where the place is not known.
create function public.waiting_to_be_offered() returns jsonb
language sql stable set search_path = ''
as $$
  with entries as materialized (
    select *
    from public.waiting_list
    where booked_at is null
      and left_at is null
      and day >= private.local_today()
      -- No time is held while the email about it is switched off.
      and private.mail_is_on('waiting_list_offer')
      and service_id in (
        select service ->> 'id'
        from jsonb_array_elements(public.current_business() #> '{business,services}') as service
        where service -> 'isVisible' = 'true'
      )
      and not exists (
        select from public.offered_times as offer
        where offer.waiting_id = waiting_list.id
          and ((offer.closed_at is null and offer.expires_at > now()) or private.may_be_heard_of(offer))
      )
    order by day, created_at
    limit 500
  )
  select jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry.id,
        'date', entry.day,
        'serviceId', entry.service_id,
        'durationMinutes', entry.duration_minutes,
        'postalCode', entry.postal_code,
        'offered', (
          select coalesce(jsonb_agg(private.local_time(offer.starts_at)), '[]')
          from public.offered_times as offer
          where offer.waiting_id = entry.id and private.was_never_heard_of(offer) is not true
        )
      ) order by entry.day, entry.created_at), '[]')
      from entries as entry
    ),
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', wanted.day,
        'serviceId', wanted.service_id,
        'time', private.local_time(lower(taken.during)),
        'durationMinutes', (extract(epoch from upper(taken.during) - lower(taken.during)) / 60)::integer,
        'crew', coalesce(crew.place, 100 + taken.crew),
        'isTimeOff', taken.is_time_off,
        'gapMinutes', taken.gap_minutes
      )), '[]')
      from (select distinct day, service_id from entries) as wanted
      cross join lateral private.taken_times(wanted.day, wanted.day, null, null, null, wanted.service_id) as taken
      left join private.counted_crews() as crew on crew.number = taken.crew
    )
  );
$$;

-- Holds a time of their day for a waiting customer and emails the link. False when the place was given up, an offer
-- is open, the email of the last one is queued, this time was offered before, or the time is not available.
create function public.offer_freed_time(target_waiting_id uuid, start_time time, hold_minutes integer)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  entry public.waiting_list;
  offer public.offered_times;
  token text := private.new_token();
begin
  -- The address and the day before the place, as bookings and payments do.
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
      'add_ons', entry.add_ons,
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

-- The data of the page that an offer's email links to, by its token.
-- -> {state, date, time, expires_at, service_id, service_name, vehicle_type, add_ons, is_waiting, name, email, phone, postal_code}
-- state: held, taken, declined, withdrawn or lapsed. The customer is named only while it is held.
-- Raises offer_not_found (404).
create function public.waiting_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  told jsonb;
begin
  select jsonb_build_object(
    'state', coalesce(offer.outcome, case when offer.expires_at > now() then 'held' else 'lapsed' end),
    'date', private.local_day(offer.starts_at),
    'time', private.local_time(offer.starts_at),
    'expires_at', offer.expires_at,
    'service_id', entry.service_id,
    'service_name', entry.service_name,
    'vehicle_type', entry.vehicle_type,
    'add_ons', entry.add_ons,
    'is_waiting', entry.booked_at is null and entry.left_at is null
  ) || case when offer.closed_at is null and offer.expires_at > now() then
    jsonb_build_object('name', entry.name, 'email', entry.email, 'phone', entry.phone, 'postal_code', entry.postal_code)
  else '{}' end
  into told
  from public.offered_times as offer
  join public.waiting_list as entry on entry.id = offer.waiting_id
  where offer.token_hash = private.hash_of_token(token);
  if told is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return told;
end;
$$;

-- Declines an offered time, which goes to the next at once; with `leave` gives up the place too, and any later time
-- held for it. Declining again is fine. -> as waiting_offer()
-- Raises offer_not_found (404), offer_answered (409) once it is booked.
create function public.decline_waiting_offer(token text, leave boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  offer public.offered_times;
begin
  -- The place before its offers, as everywhere.
  perform from public.waiting_list
  where id = (select waiting_id from public.offered_times where token_hash = private.hash_of_token(token))
  for update;
  select * into offer from public.offered_times where token_hash = private.hash_of_token(token) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  if offer.outcome = 'taken' then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.close_offers(array[offer.id], 'declined');
  if leave then
    update public.waiting_list set left_at = coalesce(left_at, now())
    where id = offer.waiting_id and booked_at is null;
    perform private.free_times_of_place(offer.waiting_id, 'declined');
  end if;
  return public.waiting_offer(token);
end;
$$;

-- Lets a new booking of an offer's very time take over its claim and its place on the waiting list. Any other offer,
-- or a closed one, stays. The day must be locked.
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

-- Trigger: a visitor's new booking takes over the offer that the request names by its token, in the transaction that
-- claims the time. The day is locked by then.
create function private.use_named_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.use_offer(private.named_offer_id(), new);
  return null;
end;
$$;

create trigger use_named_offer after insert on public.bookings
  for each row when (new.status = 'pending_payment') execute function private.use_named_offer();

revoke all on function
  public.waiting_to_be_offered, public.offer_freed_time, public.waiting_offer, public.decline_waiting_offer
  from public, anon, authenticated, service_role;
grant execute on function public.waiting_to_be_offered, public.offer_freed_time, private.use_offer to service_role;
grant execute on function public.waiting_offer, public.decline_waiting_offer to anon, authenticated;
