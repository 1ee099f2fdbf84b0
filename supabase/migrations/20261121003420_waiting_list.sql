-- Whoever found a day full can wait for it. A time that is freed is held for the first who fits, for half an
-- hour; then for the next. Which time fits whom is decided by the rules of the server, that nobody else has it
-- meanwhile is held here.

create table public.waiting_list (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  service_id text not null check (length(service_id) between 1 and 60),
  service_name text not null check (length(service_name) between 1 and 100),
  vehicle_type text not null check (vehicle_type in ('sedan', 'suv')),
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  name text not null check (length(name) between 1 and 100),
  email text not null check (email = lower(btrim(email)) and length(email) <= 254 and email like '%_@_%'),
  phone text not null check (phone ~ '^\+[0-9]{8,15}$'),
  created_at timestamptz not null default now(),
  -- Became a booking, or gave up the place; null while waiting.
  booking_id uuid references public.bookings (id) on delete set null,
  booked_at timestamptz,
  left_at timestamptz
);

-- Once an address, for a day and a service.
create unique index waiting_list_once_idx on public.waiting_list (day, service_id, email)
  where booked_at is null and left_at is null;
-- Who waits, the first first.
create index waiting_list_waiting_idx on public.waiting_list (day, created_at)
  where booked_at is null and left_at is null;
create index waiting_list_created_at_idx on public.waiting_list (created_at);
create index waiting_list_email_idx on public.waiting_list (email);
create index waiting_list_booking_id_idx on public.waiting_list (booking_id);

alter table public.offered_times
  add constraint offered_times_waiting_id_fkey
    foreign key (waiting_id) references public.waiting_list (id) on delete cascade;
-- One time at a time.
create unique index offered_times_one_open_idx on public.offered_times (waiting_id) where closed_at is null;

revoke all on public.waiting_list from public, anon, authenticated, service_role;
grant all on public.waiting_list to service_role;

alter table public.waiting_list enable row level security;

-- The offer a visitor names in the header x-offer-token, as long as it stands; else null.
create function private.named_offer_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select offer.id
  from public.offered_times as offer
  where offer.token_hash = private.hash_of_token(
      nullif(current_setting('request.headers', true), '')::json ->> 'x-offer-token'
    )
    and offer.closed_at is null
    and offer.expires_at > now();
$$;

drop policy "Taken times can be read by everyone, without the booking a visitor names" on public.slot_claims;

-- Neither a visitor's own hold nor the time that is held for them must look taken to them, nor must the booking
-- they are moving.
create policy "Taken times can be read by everyone, without what a visitor names as their own"
  on public.slot_claims for select to anon, authenticated
  using (
    (booking_id is null or booking_id is distinct from (select private.named_booking_id()))
    and (offer_id is null or offer_id is distinct from (select private.named_offer_id()))
  );

-- Puts somebody on the list; who is on it already keeps the place. `entry` has the columns of a row.
-- Raises too_many_waiting (429).
create function public.join_waiting_list(entry jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted public.waiting_list := jsonb_populate_record(null::public.waiting_list, entry);
begin
  -- Those of the last hour are counted one after the other, so that no race gets past.
  perform pg_advisory_xact_lock(hashtext('public.waiting_list'));
  if (
    select count(*) >= 60 or count(*) filter (where email = wanted.email) >= 10
    from public.waiting_list
    where created_at > now() - interval '1 hour'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_waiting';
  end if;
  insert into public.waiting_list
    (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone)
  values (
    wanted.day, wanted.service_id, wanted.service_name, wanted.vehicle_type, wanted.duration_minutes, wanted.name,
    wanted.email, wanted.phone
  )
  on conflict (day, service_id, email) where booked_at is null and left_at is null do nothing;
end;
$$;

-- Who waits for a time and has none offered, in order, and what is taken on their days:
-- {entries: [{id, date, durationMinutes, offered: ["HH:MM"]}], taken: [{date, time, durationMinutes, crew}]}
-- offered: times they let go by. Taken times as booked_slots tells them.
create function public.waiting_to_be_offered() returns jsonb
language sql stable set search_path = ''
as $$
  with entries as materialized (
    select *
    from public.waiting_list
    where booked_at is null
      and left_at is null
      and day >= private.local_today()
      -- A time that nobody would be told of is not held.
      and private.mail_is_on('waiting_list_offer')
      and not exists (
        select from public.offered_times as offer
        where offer.waiting_id = waiting_list.id and offer.closed_at is null and offer.expires_at > now()
      )
    order by day, created_at
    limit 500
  )
  select jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry.id,
        'date', entry.day,
        'durationMinutes', entry.duration_minutes,
        'offered', (
          select coalesce(jsonb_agg(private.local_time(offer.starts_at)), '[]')
          from public.offered_times as offer
          where offer.waiting_id = entry.id
        )
      ) order by entry.day, entry.created_at), '[]')
      from entries as entry
    ),
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', slot.booking_date,
        'time', slot.booking_time,
        'durationMinutes', slot.duration_minutes,
        'crew', slot.crew,
        'isTimeOff', slot.service_name is null
      )), '[]')
      from public.booked_slots as slot
      where slot.booking_date in (select day from entries)
    )
  );
$$;

-- Holds a time of their day for somebody who waits, and mails them the link to it. Whether it was done: not when
-- the place was given up, a time is offered already or this one was before, or the time is gone.
create function public.offer_freed_time(target_waiting_id uuid, start_time time, hold_minutes integer)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  entry public.waiting_list;
  offer public.offered_times;
  token text := private.new_token();
begin
  -- The day before the place, as whoever books the time that is held.
  perform private.lock_day(day) from public.waiting_list where id = target_waiting_id;
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
    select from public.offered_times
    where waiting_id = entry.id
      and (closed_at is null or starts_at = private.instant_of(entry.day, start_time))
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

-- What a link to a time is for, for whoever holds its token.
-- -> {state, date, time, expires_at, service_id, service_name, vehicle_type, is_waiting, name, email, phone}
-- state: held, taken, declined, withdrawn or lapsed. Who it is for is told only while it is held.
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
    'is_waiting', entry.booked_at is null and entry.left_at is null
  ) || case when offer.closed_at is null and offer.expires_at > now() then
    jsonb_build_object('name', entry.name, 'email', entry.email, 'phone', entry.phone)
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

-- Gives a held time back, so that it goes to the next at once; with `leave` the place on the list too. Again is
-- fine. -> as waiting_offer(). Raises offer_not_found (404), offer_answered (409) once it is booked.
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
  end if;
  return public.waiting_offer(token);
end;
$$;

-- A booking of the very time that is held for its visitor takes the place of the offer, in the transaction that
-- takes the time. The offer is named by its token; the day is locked by then.
create function private.use_named_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named_id uuid := private.named_offer_id();
  offer public.offered_times;
begin
  -- The place before its offers, as everywhere.
  perform from public.waiting_list
  where id = (select waiting_id from public.offered_times where id = named_id)
  for update;
  select * into offer from public.offered_times
  where id = named_id
    and closed_at is null
    and starts_at = lower(private.span_of(new))
  for update;
  if found then
    perform private.close_offers(array[offer.id], 'taken');
    update public.waiting_list set booked_at = now(), booking_id = new.id where id = offer.waiting_id;
  end if;
  return null;
end;
$$;

create trigger use_named_offer after insert on public.bookings
  for each row when (new.status = 'pending_payment') execute function private.use_named_offer();

-- Who waits and waited, by day, from a day on: -> [{id, day, service_name, name, email, phone, created_at, state,
-- booking_id, offered: [{time, expires_at, outcome}]}]
-- state: waiting, offered, booking (not paid yet), booked, unpaid, left. For administrators.
create function public.waiting_list_of_days(from_day date, batch integer default 200) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id,
      'day', entry.day,
      'service_name', entry.service_name,
      'name', entry.name,
      'email', entry.email,
      'phone', entry.phone,
      'created_at', entry.created_at,
      'state', private.state_of_waiting(entry),
      'booking_id', entry.booking_id,
      'offered', (
        select coalesce(jsonb_agg(jsonb_build_object(
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

create index waiting_list_day_idx on public.waiting_list (day, created_at) where left_at is null;

create function private.state_of_waiting(entry public.waiting_list) returns text
language sql stable set search_path = ''
as $$
  select case
    when entry.left_at is not null then 'left'
    when entry.booked_at is not null then coalesce((
      select case
        when booking.status = 'cancelled' then 'cancelled'
        when booking.status <> 'pending_payment' then 'booked'
        when exists (
          select from public.slot_claims as claim
          where claim.booking_id = booking.id and (claim.expires_at is null or claim.expires_at > now())
        ) then 'booking'
        else 'unpaid'
      end
      from public.bookings as booking where booking.id = entry.booking_id
    ), 'unpaid')
    when exists (
      select from public.offered_times as offer
      where offer.waiting_id = entry.id and offer.closed_at is null and offer.expires_at > now()
    ) then 'offered'
    else 'waiting'
  end;
$$;

-- Takes somebody off the list; what is held for them is free. For administrators. Raises waiting_not_found (404).
create function public.remove_from_waiting_list(target_waiting_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.waiting_list set left_at = now()
  where id = target_waiting_id and left_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'waiting_not_found';
  end if;
  perform private.close_offers(array_agg(id), 'withdrawn')
  from public.offered_times
  where waiting_id = target_waiting_id and closed_at is null
  having count(*) > 0;
end;
$$;

-- Names and numbers of people whose day is a month past are of no use to anybody. How many there were.
create function public.forget_old_waiting() returns integer
language sql set search_path = ''
as $$
  with gone as (
    delete from public.waiting_list where day < private.local_today() - 30 returning id
  )
  select count(*)::integer from gone;
$$;

revoke all on function
  public.join_waiting_list(jsonb), public.waiting_to_be_offered(), public.offer_freed_time(uuid, time, integer),
  public.waiting_offer(text), public.decline_waiting_offer(text, boolean),
  public.waiting_list_of_days(date, integer), public.remove_from_waiting_list(uuid), public.forget_old_waiting()
  from public, anon, authenticated, service_role;
grant execute on function
  public.join_waiting_list(jsonb), public.waiting_to_be_offered(), public.offer_freed_time(uuid, time, integer),
  public.forget_old_waiting()
  to service_role;
grant execute on function public.waiting_offer(text), public.decline_waiting_offer(text, boolean)
  to anon, authenticated;
grant execute on function
  public.waiting_list_of_days(date, integer), public.remove_from_waiting_list(uuid)
  to authenticated;

revoke all on function
  private.named_offer_id(), private.use_named_offer(), private.state_of_waiting(public.waiting_list)
  from public;
grant execute on function private.named_offer_id() to anon, authenticated, service_role;

insert into public.mail_settings (template_type) values ('waiting_list_offer');

select private.add_default_mail(
  'waiting_list_offer',
  'Waiting list: a time is free',
  'A time is free: {{ offered_times }}',
  private.mail_frame(
    'Yours until {{ offered_until }}. We come to you.',
    'A time is free, and it is yours first.',
    private.mail_paragraph(
      'Hello {{ customer_name }}, you asked us to tell you when a time is free. One is now, and we hold it for you '
        || 'until <strong>{{ offered_until }}</strong>:'
    )
    || private.mail_list(
      private.mail_line('When', '<strong>{{ offered_times }}</strong>'),
      private.mail_line('Service', '{{ service_name }}')
    )
    || private.mail_button('Book this time', '{{ offer_url }}')
    || '<p style="margin:20px 0 16px;">'
    || (
      'After that it goes to the next in line. Not needed any more? '
        || '<a href="{{ decline_url }}" style="color:#10231f;">Give it to the next</a>, and somebody else is glad.</p>'
    )
    || private.mail_small_print('You get this mail because this address was left on our waiting list for that day.')
  )
);
