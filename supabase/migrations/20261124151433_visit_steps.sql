-- On the day of a visit: on my way, work began, and a page that shows its customer how it stands.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- It names all columns of a booking.
drop function private.unmarked_visits;

-- When the crew set out, the minutes it said that it needs, and when the work began.
alter table public.bookings
  add column on_my_way_at timestamptz,
  add column arriving_in_minutes smallint check (arriving_in_minutes between 1 and 600),
  add column work_began_at timestamptz;

-- Past visits with neither mark, newest first: with money due on site among the last thousand, and all of the last two
-- weeks. Visits cancelled because of rain are left out.
create function private.unmarked_visits() returns table (
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

-- Links to the page of a visit. The table keeps a hash instead of the token.
create table public.visit_links (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  token_hash bytea not null unique,
  -- The start it was sent for: the page says when the visit was moved since.
  told_date date not null,
  told_time time not null,
  -- Null for a link that was sent: it is valid until 14 days after the visit.
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

create index visit_links_booking_id_idx on public.visit_links (booking_id);

alter table public.visit_links enable row level security;
revoke all on public.visit_links from public, anon, authenticated, service_role;

-- Adds a link to a visit and returns its path, short enough for a text message: 128 random bits in 22 characters.
-- `lasts`: how long it is valid; null for one that is sent. Deletes links that expired.
create function private.add_visit_link(booking public.bookings, lasts interval default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := translate(
    rtrim(encode(substring(private.hash_of_token(private.new_token()) from 1 for 16), 'base64'), '='), '+/', '-_'
  );
begin
  delete from public.visit_links where booking_id = booking.id and expires_at < now();
  insert into public.visit_links (booking_id, token_hash, told_date, told_time, expires_at)
  values (booking.id, private.hash_of_token(token), booking.booking_date, booking.booking_time, now() + lasts);
  return '/visit/' || token;
end;
$$;

-- The data of an email with a link to the page of its visit.
create function private.visit_link_data(booking public.bookings) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return jsonb_build_object('visit', jsonb_build_object('path', private.add_visit_link(booking)));
end;
$$;

-- The link of a token, if it is valid.
create function private.visit_link_of(token text) returns public.visit_links
language sql stable security definer set search_path = ''
as $$
  select link
  from public.visit_links as link
  join public.bookings as booking on booking.id = link.booking_id
  where link.token_hash = private.hash_of_token(token)
    and now() < coalesce(link.expires_at, upper(private.span_of(booking)) + interval '14 days')
    and booking.status <> 'pending_payment';
$$;

-- Opens the page of a visit for its customer: the signed-in one, or a guest who names the email address of the booking.
-- Returns the path of a link that is valid for a day. Raises booking_not_found (404).
create function public.open_visit(target_booking_id uuid, email text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking
  from public.bookings as one
  where one.id = target_booking_id
    and one.status <> 'pending_payment'
    and (
      one.customer_email = nullif(lower(btrim(open_visit.email)), '')
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return private.add_visit_link(booking, interval '1 day');
end;
$$;

-- What the page of a visit shows; null when the link is unknown, expired or revoked. It never names the booking, whose
-- id would open more, nor the address. `told` is the start that the link was sent for, null unless the visit was moved
-- since. `arrives_at` is the estimate of the moment when the visit was set on its way. `money` in cents, once the visit
-- is done: total with all tips, paid what was paid and not refunded, due what can be paid online now.
-- -> {state: booked | on_the_way | working | done | missed | cancelled | rained_out, first_name, service_name, add_ons,
-- car, booking_date, booking_time, duration_minutes, told: {date, time}, on_my_way_at, arrives_at, work_began_at,
-- done_at, money: {total_cents, paid_cents, due_cents}}
create function public.visit_status(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when booking.done_at is not null then 'done'
      when booking.no_show_at is not null then 'missed'
      when private.is_rained_out(booking.id) then 'rained_out'
      when booking.work_began_at is not null then 'working'
      when booking.on_my_way_at is not null then 'on_the_way'
      else 'booked'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'add_ons', booking.add_ons,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'duration_minutes', booking.duration_minutes,
    'told', case when (link.told_date, link.told_time) <> (booking.booking_date, booking.booking_time) then
      jsonb_build_object('date', link.told_date, 'time', to_char(link.told_time, 'HH24:MI'))
    end,
    'on_my_way_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute',
    'work_began_at', booking.work_began_at,
    'done_at', booking.done_at,
    'money', case when booking.done_at is not null and booking.status <> 'cancelled' then jsonb_build_object(
      'total_cents', booking.total_cents + (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      ),
      'paid_cents', money.paid_cents - money.refunded_cents,
      'due_cents', private.balance_cents(booking)
    ) end
  )
  from private.visit_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking.id) as money;
$$;

-- Opens the payment of a visit's balance from its page. Returns the token of a payment link that is valid for an hour.
-- Raises link_unknown (404), nothing_due (409).
create function public.open_balance_of_visit(token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select one.* into booking
  from private.visit_link_of(token) as link
  join public.bookings as one on one.id = link.booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'link_unknown';
  end if;
  if private.balance_cents(booking) = 0 then
    raise exception using errcode = 'PT409', message = 'nothing_due';
  end if;
  return private.add_payment_link(booking.id, false, interval '1 hour');
end;
$$;

-- Revokes the links of bookings whose customer's data is erased.
create function private.revoke_visit_links(booking_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from public.visit_links where booking_id = any (booking_ids);
$$;

-- Locks a visit for a step. Raises as private.lock_visit and private.check_stands; visit_rained_out, not_today (409).
create function private.lock_visit_of_today(target_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit(target_booking_id);
begin
  perform private.check_stands(booking);
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
-- undone. Does nothing when it was recorded already, or the work has begun. -> {to_email, is_texted}: to_email is null
-- when no email is sent
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, visit_rained_out,
-- not_today, visit_over (409), estimate_invalid (400).
create function public.set_on_my_way(target_booking_id uuid, minutes integer default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.lock_visit_of_today(target_booking_id);
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
  return jsonb_build_object(
    'to_email', (select to_email from public.mail_outbox where key = private.key_of_step(booking)),
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

-- Queues the messages that the crew is on its way, for ten seconds later.
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
  perform private.enqueue_text(its_key, 'on_my_way', booking.id, visit);
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

-- The minutes of the way to a visit, from the one before it on that day or from the base. Null when travel does not
-- count, or a place is not known.
create function private.drive_to(booking public.bookings) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.drive_minutes(
      travel,
      coalesce(
        (
          select point(before.longitude, before.latitude)
          from public.slot_claims as before
          where before.local_date = claim.local_date
            and before.crew = claim.crew
            and before.booking_id is not null
            and upper(before.during) <= lower(claim.during)
          order by before.during desc
          limit 1
        ),
        private.place_of(travel.base_postal_code)
      ),
      private.place_of(booking.postal_code)
    )
    from public.travel_settings as travel
    join public.slot_claims as claim on claim.booking_id = booking.id
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

-- A visit as the owner needs it on the road: time, service, add-ons, customer, car, address, `more` as private.more_of, ids of photos,
-- cents due, steps, marks, crew and note. `called_off` as private.called_off, `drive_minutes` as private.drive_to.
create or replace function private.car_of_day(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', booking.id,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'duration_minutes', booking.duration_minutes,
      'service_name', booking.service_name,
      'add_ons', booking.add_ons,
      'customer_name', booking.customer_name,
      'customer_phone', booking.customer_phone,
      'car', concat_ws(' ', booking.car_year, booking.car_model),
      'vehicle_type', booking.vehicle_type,
      'address', booking.address,
      'city', booking.city,
      'province', booking.province,
      'postal_code', booking.postal_code,
      'more', private.more_of(booking),
      'photos', private.photos_of(booking.id),
      'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
      'on_my_way_at', booking.on_my_way_at,
      'arriving_in_minutes', booking.arriving_in_minutes,
      'drive_minutes', private.drive_to(booking),
      'work_began_at', booking.work_began_at,
      'done_at', booking.done_at,
      'no_show_at', booking.no_show_at,
      'called_off', (select state from private.rain_of(booking)),
      'crew', (select crew from public.slot_claims where booking_id = booking.id),
      'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
    )
    from private.payment_sums(booking.id) as sums
  );
end;
$$;

-- The action name for a change of a booking's columns.
create or replace function private.name_of_change(was jsonb, is_now jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when is_now ->> 'status' = 'cancelled' then 'cancelled'
    when is_now ?| array['booking_date', 'booking_time'] then 'moved'
    when is_now ? 'on_my_way_at' then 'on_my_way'
    when is_now ? 'work_began_at' then 'work_began'
    when is_now ? 'done_at' then 'done'
    when is_now ? 'no_show_at' then 'no_show'
    when was ?| array['done_at', 'no_show_at'] then 'visit_mark_undone'
    when was ?| array['on_my_way_at', 'work_began_at'] then 'visit_step_undone'
    when is_now ? 'status' then 'status'
    when is_now ? 'user_id' then 'linked'
    else 'changed'
  end;
$$;

-- Whether the time that an email offers is still held for its reader, its link still takes a payment, or the crew is
-- still on its way; true for any other email.
create or replace function public.mail_offer_stands(mail_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case mail.template_type
    when 'waiting_list_offer' then exists (
      select from public.offered_times as offer
      where offer.id = split_part(mail.key, ':', 2)::uuid and offer.closed_at is null and offer.expires_at > now()
    )
    when 'rain_day' then private.rain_mail_stands(mail)
    when 'payment_link' then private.payment_mail_stands(mail)
    when 'on_my_way' then private.on_my_way_mail_stands(mail)
    else true
  end
  from public.mail_outbox as mail
  where mail.id = mail_id;
$$;

-- Raises (409) why an email about a booking is no longer relevant: mail_outdated, it confirms a cancelled booking;
-- not_on_the_way, it says that the crew is; visit_not_tomorrow, it reminds of tomorrow; rain_times_gone, its link offers nothing; payment_link_over, its link
-- takes no payment; receipt_withdrawn, it names an undone payment.
create or replace function private.check_mail_is_true(mail public.mail_outbox, booking public.bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  refusal text := case
    when booking.status = 'cancelled'
      and mail.template_type not in ('booking_cancellation', 'payment_refunded', 'receipt', 'booking_message') then 'mail_outdated'
    when mail.template_type = 'booking_reminder'
      and booking.booking_date <> private.local_today() + 1 then 'visit_not_tomorrow'
    when mail.key like '%:withdrawn:%' then 'receipt_withdrawn'
    when mail.template_type = 'rain_day' and not private.rain_mail_stands(mail) then 'rain_times_gone'
    when mail.template_type = 'payment_link' and not private.payment_mail_stands(mail) then 'payment_link_over'
    when mail.template_type = 'on_my_way' and not private.on_my_way_mail_stands(mail) then 'not_on_the_way'
  end;
begin
  if refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
end;
$$;

-- Queues the reminders of tomorrow's visits, from the hour in the settings on. Customers who booked or moved since
-- that hour get none. A visit that moved to another day has another key. Returns how many were due.
create or replace function private.queue_reminders(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := private.local_day(as_of);
  due_since timestamptz;
  due integer;
begin
  select private.instant_of(today, coalesce(send_at, '00:00')) into due_since
  from public.mail_settings
  where template_type = 'booking_reminder' and is_on;
  if due_since is null or as_of < due_since then
    return 0;
  end if;
  perform public.enqueue_mail(
    'booking_reminder:' || booking.id || ':' || booking.booking_date,
    'booking_reminder',
    booking.customer_email,
    booking.id,
    private.visit_link_data(booking)
  )
  from public.bookings as booking
  where booking.booking_date = today + 1
    and booking.customer_email is not null
    and private.is_standing(booking.status)
    and booking.done_at is null
    and booking.no_show_at is null
    -- No reminder of a visit cancelled because of rain.
    and not private.is_rained_out(booking.id)
    and not exists (
      select
      from public.mail_outbox as told
      where told.booking_id = booking.id
        and (
          told.key = 'booking_reminder:' || booking.id || ':' || booking.booking_date
          or (
            told.created_at >= due_since
            and told.template_type in ('booking_confirmation', 'booking_rescheduled', 'phone_booking')
          )
        )
    );
  get diagnostics due = row_count;
  return due;
end;
$$;

-- Queues the review request of one visit when it is due: `wait_hours` after it was done, then every week up to `most`
-- times, which is also the most that one address gets in 90 days. One due more than two days ago is skipped. Returns
-- whether an email was queued.
create or replace function private.ask_for_review(booking public.bookings, setting public.mail_settings, as_of timestamptz)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  first_due timestamptz := booking.done_at + coalesce(setting.wait_hours, 0) * interval '1 hour';
  -- How many requests are due by now.
  turn integer := floor(extract(epoch from as_of - first_due) / (7 * 86400))::integer + 1;
  mail_key text := 'review_request:' || booking.id || ':' || turn;
begin
  if turn not between 1 and setting.most
    or as_of - (first_due + (turn - 1) * interval '7 days') > interval '2 days'
    or not private.may_ask_for_review(booking.customer_email)
    or exists (select from public.mail_outbox where key = mail_key)
    or setting.most <= (
      select count(*)
      from public.mail_outbox
      where template_type = 'review_request'
        and to_email = booking.customer_email
        and created_at > as_of - interval '90 days'
    )
  then
    return false;
  end if;
  perform public.enqueue_mail(
    mail_key,
    'review_request',
    booking.customer_email,
    booking.id,
    private.visit_link_data(booking)
      || jsonb_build_object('unsubscribe_token', private.unsubscribe_token(booking.customer_email))
  );
  return true;
end;
$$;

-- Clears name, contact, the car's model and place from bookings, their history and notes; services, amounts and dates
-- stay for the books. Removes photos and revokes the links to the pages of visits. Cancels unpaid bookings, so that a payment under way is refunded. Coupons stay
-- redeemed.
create or replace function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_choice(whose);
  perform private.cancel(id)
  from public.bookings
  where id = any (booking_ids) and status = 'pending_payment'
  order by id;
  update public.coupon_redemptions
  set email = private.mark_of(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  perform private.clear_personal_columns(booking_ids);
  perform private.forget_photos(booking_ids);
  perform private.revoke_visit_links(booking_ids);
  delete from public.customers where email = forget_person.whose;
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

revoke all on function public.open_visit, public.visit_status, public.open_balance_of_visit
  from public, anon, authenticated, service_role;
grant execute on function public.open_visit, public.visit_status, public.open_balance_of_visit to anon, authenticated;
grant execute on function private.add_visit_link, private.visit_link_data to service_role;

revoke all on all functions in schema private from public;

-- A template that a later one has replaced stays: its update would put it back in use.
create function pg_temp.reword_default_mail(kind text, label text, subject_line text, html text) returns void
language sql
as $$
  update public.email_templates as template
  set name = label, subject = subject_line, content = html
  from public.default_mails as former
  where former.template_type = kind and template.template_type = kind
    and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
    and not exists (
      select from public.email_templates as other
      where other.template_type = kind and other.updated_at > template.updated_at
    );
  update public.default_mails
  set name = label, subject = subject_line, content = html
  where template_type = kind;
$$;

select pg_temp.reword_default_mail(
  'booking_reminder',
  'Booking reminder',
  'Tomorrow at {{ time }}: your {{ service_name }}',
  private.mail_frame(
    'We come to you tomorrow, {{ date }}, at {{ time }}.',
    'See you tomorrow at {{ time }}',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'Your {{ service_name }} is tomorrow, {{ date }}. Please park with space all around and take your valuables out '
        || 'of the car.'
      )
      || private.mail_list(
        private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line_unless_zero('Due on site', 'due_on_site'),
        private.mail_line_if('Tax', 'due_on_site_tax')
      )
      -- Queued by a process of the former version, it has no visit_url.
      || '{% if visit_url %}'
      || private.mail_paragraph(
        'Tomorrow you can see here when we’re on our way: <a href="{{ visit_url }}">Follow your visit</a>'
      )
      || '{% endif %}' || chr(10)
      || private.mail_button('See your booking', '{{ booking_url }}')
      || private.mail_sign_off('See you tomorrow,<br>{{ business_name }}')
      || private.mail_small_print('To change your booking, call {{ business_phone }}. {{ cancellation_policy }}')
  )
);

select pg_temp.reword_default_mail(
  'review_request',
  'Review request',
  'How was your {{ service_name }}?',
  private.mail_frame(
    'Your review helps other customers decide.',
    'How did we do?',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'Thank you for having us detail your {{ car }}. If you have a minute, please leave a review. Two sentences are '
        || 'enough, and a photo is welcome.'
      )
      || '{% if visit_url %}'
      || private.mail_paragraph('Your receipt and your balance: <a href="{{ visit_url }}">Your visit</a>')
      || '{% endif %}' || chr(10)
      || private.mail_button('Leave a Review', '{{ review_url }}')
      || private.mail_sign_off(
        'If something wasn’t right, reply to this email or call {{ business_phone }}, and we’ll fix it. '
        || '<a href="{{ booking_url }}">See your booking</a>'
      )
      || private.mail_sign_off('Thank you,<br>{{ business_name }}')
      || private.mail_small_print(
        'You get this email because we detailed your car on {{ date }}. You’ll still get emails about your bookings. '
        -- Last, so that no punctuation after it becomes part of the address.
        || '<a href="{{ unsubscribe_url }}">Unsubscribe from review requests</a>'
      )
  )
);

select private.add_default_mail(
  'on_my_way',
  'On my way',
  'We’re on our way and arrive {{ arrival }}',
  private.mail_frame(
    'Follow your visit on its page.',
    'We’re on our way',
    private.mail_paragraph('Hello {{ customer_name }},')
      || private.mail_paragraph(
        'We’re on our way to you for your {{ service_name }} and arrive <strong>{{ arrival }}</strong>. Please park with '
        || 'space all around and leave the keys handy.'
      )
      || private.mail_list(
        private.mail_line('Booked', '{{ date }}<br>{{ time }}'),
        private.mail_line('Where', '{{ address }}'),
        private.mail_line('Car', '{{ car }}'),
        private.mail_line_if('Booking number', 'booking_number'),
        private.mail_line_unless_zero('Due on site', 'due_on_site'),
        private.mail_line_if('Tax', 'due_on_site_tax')
      )
      || private.mail_button('Follow your visit', '{{ visit_url }}')
      || private.mail_sign_off(
        'If something came up, call us at {{ business_phone }}. <a href="{{ booking_url }}">See your booking</a>'
      )
      || private.mail_sign_off('See you soon,<br>{{ business_name }}')
      || private.mail_small_print('The button needs no login. It shows how your visit stands, without your address.')
  )
);

insert into public.mail_settings (template_type) values ('on_my_way');
