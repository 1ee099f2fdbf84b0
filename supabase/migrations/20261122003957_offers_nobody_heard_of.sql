-- A mail that offers a time is not sent once the time is not held any more, and whoever never heard of an offer has
-- not let it go by.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- dropped: it was not sent, since by then it was no longer true.
alter table public.mail_outbox drop constraint mail_outbox_status_check;
-- Not asked of what is there, which was asked for more.
alter table public.mail_outbox
  add constraint mail_outbox_status_check check (status in ('queued', 'sent', 'failed', 'dropped')) not valid;

-- Leaves a claimed mail out, for good. As with one that is sent, what only its reader should know is forgotten.
create function public.drop_mail(mail_id uuid) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set locked_until = null, status = 'dropped', data = case when booking_id is null then '{}' else data end
  where id = mail_id and status = 'queued';
$$;

-- Whether what a mail offers is still held for its reader; any other mail offers nothing that could lapse.
create function public.mail_offer_stands(mail_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case mail.template_type
    when 'waiting_list_offer' then exists (
      select from public.offered_times as offer
      where offer.id = split_part(mail.key, ':', 2)::uuid and offer.closed_at is null and offer.expires_at > now()
    )
    when 'rain_day' then private.rain_mail_stands(mail)
    else true
  end
  from public.mail_outbox as mail
  where mail.id = mail_id;
$$;

-- What became of the mail that told of an offer off the waiting list: queued, sent, failed or dropped.
create function private.mail_state_of(offer public.offered_times) returns text
language sql stable set search_path = ''
as $$
  select status from public.mail_outbox where key = 'waiting_list_offer:' || offer.id;
$$;

-- Whether a time that lapsed might still be heard of: nothing else is offered before its mail is sent or dropped, so
-- that nobody is offered one time after the other while the mail server is away.
create function private.may_be_heard_of(offer public.offered_times) returns boolean
language sql stable set search_path = ''
as $$
  select offer.outcome = 'lapsed' and private.mail_state_of(offer) = 'queued';
$$;

-- Whether a time was offered in vain, and so may be offered to the same person again. One whose mail was refused for
-- good counts as offered: else whoever cannot be reached would keep it from those who wait behind.
create function private.was_never_heard_of(offer public.offered_times) returns boolean
language sql stable set search_path = ''
as $$
  select offer.outcome = 'lapsed' and private.mail_state_of(offer) = 'dropped';
$$;

-- Who waits for a time and has none offered, in order, and what is taken on their days:
-- {entries: [{id, date, durationMinutes, offered: ["HH:MM"]}], taken: [{date, time, durationMinutes, crew}]}
-- offered: times they let go by. Taken times as booked_slots tells them.
create or replace function public.waiting_to_be_offered() returns jsonb
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
        'durationMinutes', entry.duration_minutes,
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

revoke all on function public.drop_mail(uuid), public.mail_offer_stands(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.drop_mail(uuid), public.mail_offer_stands(uuid) to service_role;

revoke all on function
  private.mail_state_of(public.offered_times), private.may_be_heard_of(public.offered_times),
  private.was_never_heard_of(public.offered_times)
  from public;
grant execute on function
  private.mail_state_of(public.offered_times), private.may_be_heard_of(public.offered_times),
  private.was_never_heard_of(public.offered_times)
  to service_role;
