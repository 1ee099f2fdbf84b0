-- Links leave an email that was sent or given up, and end when a booking's address is corrected. Tokens for unsubscribing
-- are kept as hashes.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The links of an address. The table keeps a hash instead of the token.
create table public.mail_choice_links (
  token_hash bytea primary key,
  email text not null references public.mail_choices (email) on update cascade on delete cascade,
  created_at timestamptz not null default now()
);

create index mail_choice_links_email_idx on public.mail_choice_links (email);

alter table public.mail_choice_links enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_choice_links for all to service_role using (true) with check (true);
revoke all on public.mail_choice_links from public, anon, authenticated, service_role;
grant all on public.mail_choice_links to service_role;

insert into public.mail_choice_links (token_hash, email)
select private.hash_of_token(token), email from public.mail_choices;
update public.mail_choices set token = default where true;

-- A token for unsubscribing an address, which works for good.
create or replace function private.unsubscribe_token(whose text) returns text
language plpgsql set search_path = ''
as $$
declare
  token text := private.new_token();
begin
  insert into public.mail_choices (email) values (whose) on conflict (email) do nothing;
  insert into public.mail_choice_links (token_hash, email) values (private.hash_of_token(token), whose);
  return token;
end;
$$;

-- The choice behind an unsubscribe link. `wanted`: null only reads, false unsubscribes and drops queued requests,
-- true subscribes again. Repeating is fine. -> {address, is_subscribed}; null when the token is unknown.
create or replace function public.choose_mail(secret text, wanted boolean default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  choice public.mail_choices;
begin
  select * into choice from public.mail_choices
  where email = (
    select link.email from public.mail_choice_links as link where link.token_hash = private.hash_of_token(secret)
  )
  for update;
  if not found then
    return null;
  end if;
  if wanted is not null then
    update public.mail_choices
    set unsubscribed_at = case when not wanted then coalesce(unsubscribed_at, now()) end
    where email = choice.email
    returning * into choice;
  end if;
  if choice.unsubscribed_at is not null then
    delete from public.mail_outbox
    where template_type = 'review_request' and to_email = choice.email and status = 'queued';
  end if;
  return jsonb_build_object(
    'address', private.hinted(choice.email),
    'is_subscribed', choice.unsubscribed_at is null
  );
end;
$$;

-- The data of an email without its links and codes. The hash of a link that is to be answered or paid stays, as
-- `link_hash`, so that it is known whether the link still works.
create function private.without_links(data jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select (data - array['confirmation_url', 'token', 'unsubscribe_token', 'photo_token'])
    #- '{offer,path}' #- '{offer,decline_path}' #- '{pay,path}' #- '{visit,path}'
    || case when token <> '' then
      jsonb_build_object('link_hash', encode(private.hash_of_token(token), 'hex'))
    else '{}' end
  from (
    select split_part(coalesce(data #>> '{offer,path}', data #>> '{pay,path}', ''), '?token=', 2) as token
  ) as link;
$$;

-- Trigger: links and codes leave an email that is no longer to be sent.
create function private.drop_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.data := private.without_links(new.data);
  return new;
end;
$$;

create trigger drop_links before insert or update on public.mail_outbox
  for each row when (new.status <> 'queued') execute function private.drop_links();

-- The hash of the link that an email asks to answer or to pay by; null without one.
create function private.link_hash_of(mail public.mail_outbox) returns bytea
language sql immutable set search_path = ''
as $$
  select decode(private.without_links(mail.data) ->> 'link_hash', 'hex');
$$;

-- Whether a rain email's link still offers times: false once they are answered, expired or replaced.
create or replace function private.rain_mail_stands(mail public.mail_outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.rain_answers
    where token_hash = private.link_hash_of(mail)
      and state = 'asked'
      and expires_at > now()
      and private.is_rained_out(booking_id)
  );
$$;

-- Whether the link in an email still leads to something to pay.
create or replace function private.payment_mail_stands(mail public.mail_outbox) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.payment_links as link
    join public.bookings as booking on booking.id = link.booking_id
    where link.token_hash = private.link_hash_of(mail) and link.revoked_at is null and link.expires_at > now()
      and private.is_chargeable(private.balance_cents(booking))
  );
end;
$$;

-- Whether the link in an email still asks about a swap.
create or replace function private.swap_mail_stands(mail public.mail_outbox) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.swap_answers as answer
    join public.swap_proposals as proposal on proposal.id = answer.proposal_id
    where answer.token_hash = private.link_hash_of(mail)
      and answer.is_open and proposal.expires_at > now()
  );
end;
$$;

-- The data of an email with new links in place of those that left it. An open question has one link, so the new one
-- replaces the former; a new link to pay lasts as long as the former.
create function private.with_new_links(mail public.mail_outbox, booking public.bookings) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  data jsonb := mail.data - 'link_hash';
  former bytea := private.link_hash_of(mail);
  token text := private.new_token();
  hash bytea := private.hash_of_token(token);
begin
  if data ? 'visit' then
    data := jsonb_set(data, '{visit,path}', to_jsonb(private.add_visit_link(booking)));
  end if;
  if data ? 'pay' then
    insert into public.payment_links (booking_id, token_hash, is_mailed, expires_at)
    select booking.id, hash, true, link.expires_at from public.payment_links as link where link.token_hash = former;
    data := jsonb_set(data, '{pay,path}', to_jsonb('/pay?token=' || token));
  elsif data ? 'offer' then
    update public.rain_answers as answer set token_hash = hash
    where mail.template_type = 'rain_day' and answer.booking_id = booking.id and answer.state = 'asked';
    update public.swap_answers as answer set token_hash = hash
    where mail.template_type = 'swap_request' and answer.booking_id = booking.id and answer.is_open;
    update public.mail_outbox as other
    set data = other.data || jsonb_build_object('link_hash', encode(hash, 'hex'))
    where other.booking_id = booking.id and other.data ->> 'link_hash' = encode(former, 'hex');
    data := jsonb_set(data, '{offer,path}', to_jsonb(
      case mail.template_type when 'rain_day' then '/rain' else '/swap' end || '?token=' || token
    ));
  end if;
  return data || case mail.template_type
    when 'review_request' then jsonb_build_object('unsubscribe_token', private.unsubscribe_token(mail.to_email))
    when 'work_photos' then jsonb_build_object('photo_token', private.photo_token(booking.id))
    else '{}'
  end;
end;
$$;

-- Queues a copy of an email with the booking's data of now and new links. One about a move announces the last move, and
-- one to a former address of the booking goes to the present one.
create or replace function private.send_again(mail public.mail_outbox, booking public.bookings, mail_key text) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.booking_changes as change
    where change.booking_id = booking.id and change.was ->> 'customer_email' = mail.to_email
  ) then
    mail.to_email := booking.customer_email;
  end if;
  if mail.to_email is null then
    return;
  end if;
  perform public.enqueue_mail(
    mail_key,
    mail.template_type,
    mail.to_email,
    mail.booking_id,
    private.with_new_links(mail, booking) || case when mail.data ? 'sequence'
      then jsonb_build_object('sequence', booking.calendar_sequence) else '{}' end
  );
end;
$$;

-- Ends every link of bookings: to the page of the visit and its photos, to pay, to answer a rain day or a swap, and to
-- the offer of the waiting list that became the booking. For a corrected address, and for erased data.
create function private.revoke_links(booking_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.visit_links where booking_id = any (booking_ids);
  update public.payment_links set revoked_at = now() where booking_id = any (booking_ids) and revoked_at is null;
  update public.photo_consents set token = default where booking_id = any (booking_ids);
  update public.rain_answers
  set token_hash = private.hash_of_token(private.new_token())
  where booking_id = any (booking_ids);
  update public.swap_answers
  set token_hash = private.hash_of_token(private.new_token())
  where booking_id = any (booking_ids);
  update public.offered_times
  set token_hash = null
  where waiting_id in (select id from public.waiting_list where booking_id = any (booking_ids));
end;
$$;

-- Clears name, contact, the car's model and place from bookings, their history and notes; services, amounts and dates
-- stay for the books. Removes photos and invitations to crews, and revokes their links. Cancels
-- unpaid bookings, so that a payment under way is refunded. Coupons stay redeemed.
create or replace function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_texts(booking_ids);
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
  perform private.revoke_links(booking_ids);
  delete from public.crew_invitations where email = forget_person.whose;
  delete from public.customers where email = forget_person.whose;
end;
$$;

drop function private.revoke_visit_links(uuid[]);

-- Ends what the former address of a booking opens, and sends what is still to be read to the present one: queued emails,
-- and the open question of a rain day or a swap.
create function private.move_mails(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  mail public.mail_outbox;
  asked uuid[] := array(
    select distinct on (one.template_type) one.id
    from public.mail_outbox as one
    where one.booking_id = after.id and one.status = 'sent' and one.to_email = before.customer_email
      and (
        (one.template_type = 'rain_day' and private.rain_mail_stands(one))
        or (one.template_type = 'swap_request' and private.swap_mail_stands(one))
      )
    order by one.template_type, one.created_at desc
  );
begin
  update public.bookings
  set user_id = null
  where id = after.id and user_id in (
    select person.id
    from auth.users as person
    join public.booking_changes as change on change.booking_id = after.id and change.action = 'linked'
    where person.email = before.customer_email and change."is" ->> 'user_id' = person.id::text
  );
  perform private.revoke_links(array[after.id]);
  for mail in
    select * from public.mail_outbox
    where booking_id = after.id and status = 'queued' and to_email = before.customer_email
    order by created_at
  loop
    mail.to_email := coalesce(after.customer_email, mail.to_email);
    update public.mail_outbox
    set
      to_email = mail.to_email,
      data = private.with_new_links(mail, after),
      status = case when after.customer_email is null then 'dropped' else status end
    where id = mail.id;
  end loop;
  for mail in select * from public.mail_outbox where id = any (asked) loop
    perform private.send_again(mail, after, 'corrected:' || mail.id || ':' || (
      select max(id) from public.booking_changes where booking_id = after.id
    ));
  end loop;
end;
$$;

-- Corrects who a booking is for, the car, the place or the optional details. `was` and `changes` name the same
-- columns: what the owner saw, and what is true. The customer gets an email; when the address changes, the former one
-- does too, its links end, and waiting emails go to the new one. A booking made with an account stays with it. One that
-- the account of the former address took later leaves that account. It joins no other one.
-- -> {notified: the address, or null without one}
-- Raises administrators_only (403), booking_not_found (404), booking_cancelled, not_confirmed, booking_changed when
-- something in `was` is no longer so (409), details_invalid (400).
create or replace function public.correct_booking(target_booking_id uuid, was jsonb, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.lock_booking(target_booking_id);
  after public.bookings;
  correctable jsonb := private.correctable_columns(before);
  owners_note text;
  notified text[];
begin
  perform private.check_stands(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if coalesce(jsonb_typeof(was) <> 'object', true) or coalesce(jsonb_typeof(changes) <> 'object', true) then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end if;
  if changes = '{}' or not correctable @> was
    or array(select jsonb_object_keys(changes) order by 1) <> array(select jsonb_object_keys(was) order by 1) then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := jsonb_populate_record(before, changes);
  after.customer_email := nullif(lower(btrim(after.customer_email)), '');
  select note into owners_note from public.customers where email = before.customer_email and note <> '';
  begin
    update public.bookings
    set
      customer_name = after.customer_name,
      customer_email = after.customer_email,
      customer_phone = after.customer_phone,
      car_model = after.car_model,
      car_year = after.car_year,
      address = after.address,
      city = after.city,
      province = after.province,
      postal_code = after.postal_code,
      gate_access = after.gate_access,
      has_water = after.has_water,
      has_power = after.has_power,
      customer_notes = after.customer_notes
    where id = before.id
    returning * into after;
  exception when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end;
  if before.customer_email is distinct from after.customer_email then
    -- The owner's note about the customer goes along when this was their last booking with the former address.
    update public.customers
    set note = owners_note, note_version = note_version + 1
    where email = after.customer_email and note = '' and owners_note is not null
      and not exists (select from public.customers where email = before.customer_email);
    perform private.move_mails(before, after);
  end if;
  perform private.mail_correction(before, after, changes);
  return jsonb_build_object('notified', after.customer_email);
end;
$$;

revoke all on function
  private.without_links, private.drop_links, private.link_hash_of, private.with_new_links, private.revoke_links,
  private.move_mails
  from public, anon, authenticated, service_role;

-- The links that sent emails still have.
update public.mail_outbox
set data = private.without_links(data)
where status <> 'queued'
  and (
    data ?| array['confirmation_url', 'token', 'unsubscribe_token', 'photo_token']
    or data #> '{offer,path}' is not null or data #> '{pay,path}' is not null or data #> '{visit,path}' is not null
  );
