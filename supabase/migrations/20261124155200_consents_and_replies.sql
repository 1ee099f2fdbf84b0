-- Ask for consent to text messages, and take replies and reports of the SMS service.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- What customers consent to; kept with each consent as it was then. `how`: booking_form and my_bookings are read by the
-- customer, phone_call is confirmed by the owner.
create function private.consent_wording(how text) returns text
language sql stable security definer set search_path = ''
return (
  select case when how = 'phone_call'
    then 'The customer agreed on the phone to text messages from ' || name || ' about this appointment. '
      || 'Message rates may apply, and the reply STOP ends them.'
    else 'Text me about this appointment. ' || name || ' sends text messages to the phone number of the booking. '
      || 'Message rates may apply. Reply STOP to end.'
  end
  from (select public.current_business() #>> '{business,facts,name}' as name) as business
);

-- The consent that is asked for while booking; null while texts are off. `how` as in private.consent_wording.
create function public.text_offer(how text default 'booking_form') returns text
language sql stable security definer set search_path = ''
return (select private.consent_wording(how) from public.text_settings where is_on);

-- Records the consent to texts about a booking; one that stands stays. Does nothing while texts are off.
create function private.take_consent(booking public.bookings, how text, giver uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.text_consents (phone, booking_id, wording, given_in, given_by, address_mark)
  select booking.customer_phone, booking.id, public.text_offer(how), how, giver, private.mark_of(booking.client_address)
  from public.text_settings
  where is_on
  on conflict (booking_id) where withdrawn_at is null do nothing;
end;
$$;

-- Withdraws the consent to texts about a booking and drops what is queued.
create function private.withdraw_consent(target_booking_id uuid, how text) returns void
language sql security definer set search_path = ''
begin atomic
  update public.text_consents set withdrawn_at = now(), withdrawn_in = how
  where booking_id = target_booking_id and withdrawn_at is null;
  update public.text_outbox set status = 'dropped', locked_until = null, data = '{}'
  where booking_id = target_booking_id and status = 'queued' and begun_at is null;
end;

-- The customer's choice of texts about a booking, by the signed-in customer or a guest who names its email address.
-- `wanted`: null only reads. -> {is_on, wording, phone: its last four digits, is_stopped: it replied STOP}; null while
-- texts are off, or for a phone that cannot get any. Raises booking_not_found (404).
create function public.choose_texts(target_booking_id uuid, email text default null, wanted boolean default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  is_stopped boolean;
begin
  select * into booking
  from public.bookings as one
  where one.id = target_booking_id
    and (
      one.customer_email = nullif(lower(btrim(choose_texts.email)), '')
      or (one.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  is_stopped := exists (select from public.text_stops where phone = booking.customer_phone);
  if public.text_offer() is null or not (is_stopped or private.can_be_texted(booking.customer_phone)) then
    return null;
  end if;
  if wanted and private.is_ahead(booking) then
    -- A corrected phone number needs a consent of its own.
    update public.text_consents set withdrawn_at = now(), withdrawn_in = 'my_bookings'
    where booking_id = booking.id and phone <> booking.customer_phone and withdrawn_at is null;
    perform private.take_consent(booking, 'my_bookings', (select auth.uid()));
  elsif not wanted then
    perform private.withdraw_consent(booking.id, 'my_bookings');
  end if;
  return jsonb_build_object(
    'is_on', not is_stopped and exists (
      select from public.text_consents
      where booking_id = booking.id and phone = booking.customer_phone and withdrawn_at is null
    ),
    'wording', public.text_offer('my_bookings'),
    'phone', right(booking.customer_phone, 4),
    'is_stopped', is_stopped
  );
end;
$$;

revoke all on function public.text_offer, public.choose_texts from public, anon, authenticated, service_role;
grant execute on function public.text_offer to anon, authenticated, service_role;
grant execute on function public.choose_texts to anon, authenticated;
grant execute on function private.take_consent to service_role;

-- Each reply once, by the service's name of the message.
create table public.received_texts (
  message_id text primary key check (length(message_id) between 1 and 100),
  phone text not null check (phone ~ '^\+[0-9]{3,15}$'),
  body text not null check (length(body) <= 2000),
  -- stopped, started, help, kept: shown as an inquiry.
  meaning text not null check (meaning in ('stopped', 'started', 'help', 'kept')),
  received_at timestamptz not null default now()
);

create index received_texts_phone_idx on public.received_texts (phone, received_at);
create index received_texts_received_at_idx on public.received_texts (received_at);

alter table public.received_texts enable row level security;
create policy "Server functions may do what they are granted"
  on public.received_texts for all to service_role using (true) with check (true);
revoke all on public.received_texts from public, anon, authenticated, service_role;
grant all on public.received_texts to service_role;

-- What a reply asks for: its first and only word counts, in any case. Otherwise it is a message for the owner.
create function private.meaning_of_reply(words text) returns text
language sql immutable set search_path = ''
return case
  when upper(btrim(words, E' \t\r\n."''!')) in ('STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT') then 'stopped'
  when upper(btrim(words, E' \t\r\n."''!')) in ('START', 'YES', 'UNSTOP') then 'started'
  when upper(btrim(words, E' \t\r\n."''!')) in ('HELP', 'INFO') then 'help'
  else 'kept'
end;

-- Ends a STOP, and renews the consents that it withdrew from visits ahead. Nothing without an earlier consent.
create function private.start_texts(number text) returns void
language sql security definer set search_path = ''
begin atomic
  delete from public.text_stops where phone in (number, private.mark_of(number));
  insert into public.text_consents (phone, booking_id, wording, given_in)
  select distinct on (consent.booking_id) number, consent.booking_id, 'START. Before: ' || left(consent.wording, 480), 'text_reply'
  from public.text_consents as consent
  join public.bookings as booking on booking.id = consent.booking_id and booking.customer_phone = number
  where consent.phone = number and consent.withdrawn_in in ('text_reply', 'service') and private.is_ahead(booking)
  order by consent.booking_id, consent.given_at desc
  on conflict (booking_id) where withdrawn_at is null do nothing;
end;

-- Takes a customer's reply; the same message again changes nothing. STOP ends all texts to this phone at once. Other
-- words become an inquiry; beyond a phone's twenty of an hour they are kept here only. -> what it meant, as in
-- received_texts; null for a repeated message.
create function public.receive_text(message_id text, from_phone text, words text) returns text
language plpgsql set search_path = ''
as $$
declare
  meaning text := private.meaning_of_reply(words);
  customer public.bookings;
begin
  -- "Yes" answers many questions.
  if meaning = 'started' and words ~* 'yes'
    and not exists (select from public.text_stops where phone in (from_phone, private.mark_of(from_phone))) then
    meaning := 'kept';
  end if;
  insert into public.received_texts (message_id, phone, body, meaning)
  values (receive_text.message_id, from_phone, left(words, 2000), meaning)
  on conflict do nothing;
  if not found then
    return null;
  end if;
  if meaning = 'stopped' then
    perform private.stop_texts(from_phone, 'text_reply');
  elsif meaning = 'started' then
    perform private.start_texts(from_phone);
  end if;
  -- Who replies CANCEL may mean the appointment.
  if (meaning = 'kept' or words ~* 'cancel') and btrim(words) <> '' and 20 >= (
    select count(*) from public.received_texts as earlier
    where earlier.phone = from_phone and earlier.received_at > now() - interval '1 hour'
  ) then
    select * into customer from public.bookings
    where id = (
      select booking_id from public.text_outbox as told
      where told.phone = from_phone and told.booking_id is not null
      order by told.created_at desc limit 1
    );
    begin
      insert into public.inquiries (name, email, subject, message, booking_id)
      values (
        coalesce(customer.customer_name, from_phone),
        coalesce(customer.customer_email, ltrim(from_phone, '+') || '@text.invalid'),
        'Text from ' || from_phone,
        left(btrim(words), 2000),
        customer.id
      );
    exception when sqlstate 'PT429' then
      -- Kept in received_texts.
      null;
    end;
  end if;
  return meaning;
end;
$$;

-- Takes the service's report about a text, by our id or its own: forward only, from queued over sent to delivered or
-- failed. A report also settles a text whose answer never arrived. Repeating is fine.
create function public.note_text_status(
  text_id uuid, message_id text, reported text, code integer default null, as_of timestamptz default now()
) returns void
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
begin
  select * into message from public.text_outbox
  where id = text_id or (text_id is null and provider_id = message_id)
  for update;
  -- Not ours, of another message, dropped, or settled already.
  if message.id is null or message.begun_at is null or message.provider_id <> message_id
    or message.status in ('delivered', 'dropped')
    or (message.status = 'failed' and message.last_error <> 'outcome_unknown')
  then
    return;
  end if;
  update public.text_outbox
  set
    provider_id = message_id,
    status = case
      when reported = 'delivered' then 'delivered'
      when reported in ('undelivered', 'failed') then 'failed'
      else 'sent'
    end,
    sent_at = case when reported in ('undelivered', 'failed') then sent_at else coalesce(sent_at, as_of) end,
    delivered_at = case when reported = 'delivered' then as_of end,
    locked_until = null,
    error_code = code,
    last_error = case when reported in ('undelivered', 'failed') then reported end
  where id = message.id;
  if code = 21610 then
    perform private.stop_texts(message.phone, 'service');
  end if;
end;
$$;

revoke all on function public.receive_text, public.note_text_status from public, anon, authenticated, service_role;
grant execute on function
  private.meaning_of_reply, private.start_texts, public.receive_text, public.note_text_status
  to service_role;

-- Clears words of texts and deletes replies after 90 days; keys and outcomes stay. Returns how many.
create function public.forget_old_texts() returns integer
language plpgsql set search_path = ''
as $$
declare
  cleared integer;
  deleted integer;
begin
  update public.text_outbox set body = '', data = '{}'
  where created_at < now() - interval '90 days' and status <> 'queued' and (body <> '' or data <> '{}');
  get diagnostics cleared = row_count;
  delete from public.received_texts where received_at < now() - interval '90 days';
  get diagnostics deleted = row_count;
  return cleared + deleted;
end;
$$;

-- Erases a customer's consents, texts and replies. A STOP stays under a mark. Phones that other bookings have keep
-- their replies.
create function private.forget_texts(booking_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  phones text[] := array(
    select distinct customer_phone from public.bookings as booking
    where id = any (booking_ids) and not exists (
      select from public.bookings as other
      where other.customer_phone = booking.customer_phone and not other.id = any (booking_ids)
    )
  );
begin
  delete from public.text_consents where booking_id = any (booking_ids);
  update public.text_outbox
  set
    phone = '+00000000', body = '', data = '{}', last_error = null,
    status = case when status in ('queued', 'failed') then 'dropped' else status end
  where booking_id = any (booking_ids);
  delete from public.received_texts where phone = any (phones);
  delete from public.inquiries
  where lower(btrim(email)) in (select ltrim(one, '+') || '@text.invalid' from unnest(phones) as one);
  insert into public.text_stops (phone, stopped_at)
  select private.mark_of(phone), stopped_at from public.text_stops where phone = any (phones)
  on conflict (phone) do nothing;
  delete from public.text_stops where phone = any (phones);
end;
$$;

-- The consents and texts of these bookings, without the words of texts, which may hold a link that still works.
create function private.texts_of(booking_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'text_consents', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'phone', phone, 'booking_id', booking_id, 'wording', wording, 'given_in', given_in, 'given_at', given_at,
      'withdrawn_at', withdrawn_at, 'withdrawn_in', withdrawn_in
    ) order by given_at), '[]')
    from public.text_consents where booking_id = any (booking_ids)
  ),
  'texts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'to', phone, 'kind', kind, 'booking_id', booking_id, 'status', status, 'created_at', created_at,
      'sent_at', sent_at, 'delivered_at', delivered_at
    ) order by created_at), '[]')
    from public.text_outbox where booking_id = any (booking_ids)
  ),
  'text_replies', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'from', phone, 'message', body, 'received_at', received_at
    ) order by received_at), '[]')
    from public.received_texts
    where phone in (select customer_phone from public.bookings where id = any (booking_ids))
  )
);

-- Texts that need the owner: those of the last fourteen days that reached nobody, and those of today that the daily
-- limit holds back. -> {texts, texts_over_limit}
create function private.text_needs() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'texts', (
    select count(*) from public.text_outbox
    where status = 'failed' and created_at > now() - interval '14 days'
  ),
  'texts_over_limit', (
    select count(*) from public.text_outbox
    where last_error = 'daily_limit' and status in ('queued', 'dropped')
      and created_at > private.instant_of(private.local_today(), '00:00')
  )
);

-- The day's segments and the last failures, for the settings of texts.
-- -> {segments_today, failed: [{id, booking_id, kind, phone, error_code, last_error, created_at}]}
-- Raises administrators_only (403).
create function public.texts_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'segments_today', private.text_segments_of_day(now()),
    'failed', (
      select coalesce(jsonb_agg(to_jsonb(failed) order by failed.created_at desc), '[]')
      from (
        select id, booking_id, kind, phone, error_code, last_error, created_at
        from public.text_outbox
        where status = 'failed' and created_at > now() - interval '14 days'
        order by created_at desc
        limit 20
      ) as failed
    )
  );
end;
$$;

revoke all on function public.forget_old_texts, public.texts_today from public, anon, authenticated, service_role;
grant execute on function public.forget_old_texts to service_role;
grant execute on function public.texts_today to authenticated;

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the table's columns as keys; id,
-- status and everything else that the database decides are ignored. The hold that the key replaces_booking_id names
-- is replaced, and so are those of the browser with the token hold_token and of the account. The key text_consent is
-- true when the customer asked for texts.
-- -> {booking_id, expires_at}
-- Raises slot_taken, coupon_used, payment_processing while a replaced hold can still be paid, replaced_is_paid when
-- this browser named one that is paid (409), too_many_holds (429).
create or replace function public.hold_slot(
  booking jsonb,
  hold_minutes integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  replaced uuid[];
begin
  wanted.id := private.new_booking_id();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  -- The account first; when it is being deleted, the customer books as a guest. Then in the order of 01_locks.sql.
  wanted.user_id := private.lock_person(wanted.user_id);
  perform private.lock_holder(booking ->> 'hold_token', wanted.user_id);
  replaced := array(
    select private.replaceable_holds(
      (booking ->> 'replaces_booking_id')::uuid, booking ->> 'hold_token', wanted.user_id, null, wanted.customer_email
    )
  );
  if cardinality(replaced) > 0 then
    replaced := private.lock_replaced(replaced);
    if exists (select from unnest(replaced) as id where private.has_open_payment(id)) then
      raise exception using
        errcode = 'PT409',
        message = 'payment_processing',
        detail = 'The payment of the booking to be replaced is still open.';
    end if;
    perform private.give_up_holds(replaced);
  end if;
  -- A page that does not know of the payment yet: another tab, or Back after paying.
  if exists (
    select from public.bookings as named
    join public.slot_claims as claim on claim.booking_id = named.id
    where named.id = (booking ->> 'replaces_booking_id')::uuid
      and private.is_standing(named.status)
      and claim.holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
  ) then
    raise exception using errcode = 'PT409', message = 'replaced_is_paid';
  end if;
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds, max_open_holds_of_email);
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  wanted.source := 'online';
  wanted.status := 'pending_payment';
  perform private.store_booking(wanted);
  perform private.take_time(wanted, held_until);
  if booking ->> 'hold_token' is not null then
    update public.slot_claims
    set holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
    where booking_id = wanted.id;
  end if;
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'booking_form', wanted.user_id);
  end if;
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until);
end;
$$;

-- Stores a phone booking and returns its id; the same id again is fine. The caller's own holds are replaced, by
-- their email address, except one with an open payment. The key offer_id names a time held for them off the
-- waiting list, text_consent is true when they agreed to texts. Raises already_booked_otherwise, slot_taken, coupon_used (409).
create or replace function public.book_by_phone(booking jsonb, acting_admin uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  earlier public.bookings;
  replaced uuid[];
begin
  perform private.act_as(acting_admin);
  wanted.customer_email := nullif(lower(btrim(wanted.customer_email)), '');
  -- By the id: the same request again may name another customer.
  perform private.lock_form(wanted.id);
  select * into earlier from public.bookings where id = wanted.id;
  if found then
    if not private.is_booked_as(earlier, wanted) then
      raise exception using errcode = 'PT409', message = 'already_booked_otherwise';
    end if;
    return wanted.id;
  end if;
  replaced := private.lock_replaced(array(
    select private.replaceable_holds(null, null, null, wanted.customer_email)
  ));
  perform private.give_up_holds(
    array(select id from unnest(replaced) as id where not private.has_open_payment(id))
  );
  perform private.lock_email(coalesce(wanted.customer_email, wanted.customer_phone));
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  wanted.source := 'phone';
  wanted.status := 'confirmed';
  wanted.user_id := null;
  wanted.payment_option := 'pay_later';
  wanted.due_now_cents := 0;
  wanted.deposit_cents := 0;
  wanted.client_address := null;
  perform private.store_booking(wanted);
  perform private.use_offer((booking ->> 'offer_id')::uuid, wanted);
  perform private.take_time(wanted, null);
  perform private.redeem_coupon(wanted);
  if (booking ->> 'text_consent')::boolean then
    perform private.take_consent(wanted, 'phone_call', acting_admin);
  end if;
  perform public.enqueue_mail('phone_booking:' || wanted.id, 'phone_booking', wanted.customer_email, wanted.id, '{}');
  return wanted.id;
end;
$$;

-- Emails, texts, payments, refunds and changes of a booking in one list, the newest first. A change that an email or a
-- payment already shows is left out. A refund owed by hand names its finding: finding_id.
create or replace function private.booking_timeline(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries (at, place, entry) as (
    select
      coalesce(mail.sent_at, mail.created_at), 3,
      jsonb_build_object(
        'kind', 'mail', 'id', mail.id, 'template_type', mail.template_type, 'to_email', mail.to_email,
        'status', mail.status, 'last_error', mail.last_error,
        'by', private.actor_of(target_booking_id, 'mail_resent', 'mail_id', mail.id),
        'message', case mail.template_type when 'booking_message' then mail.data ->> 'message' end
      )
    from public.mail_outbox as mail
    where mail.booking_id = target_booking_id
    union all
    select
      coalesce(message.delivered_at, message.sent_at, message.created_at), 4,
      jsonb_build_object(
        'kind', 'text', 'id', message.id, 'text_kind', message.kind, 'phone', message.phone,
        'status', message.status, 'last_error', message.last_error
      )
    from public.text_outbox as message
    where message.booking_id = target_booking_id
    union all
    select
      coalesce(payment.settled_at, payment.created_at), 1,
      jsonb_build_object(
        'kind', 'payment', 'id', payment.id, 'method', payment.method, 'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents, 'status', payment.status, 'last_error', payment.last_error,
        'by', private.actor_of(target_booking_id, 'payment_recorded', 'payment_id', payment.id)
      )
    from public.payments as payment
    where payment.booking_id = target_booking_id
      and (payment.status not in ('requires_payment', 'canceled') or payment.method <> 'online')
    union all
    select
      refund.created_at, 2,
      jsonb_build_object(
        'kind', 'refund', 'id', refund.id, 'method', payment.method, 'amount_cents', refund.amount_cents,
        'status', refund.status, 'reason', refund.reason, 'last_error', refund.last_error,
        'finding_id', (
          select id from public.payment_findings
          where refund_id = refund.id and reason = 'owed_by_hand' and closed_at is null
        )
      )
    from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where payment.booking_id = target_booking_id
    union all
    select
      change.at, 0,
      jsonb_build_object(
        'kind', 'change', 'id', change.id, 'action', change.action, 'by', change.actor_label,
        'was', change.was, 'is', change."is"
      )
    from public.booking_changes as change
    where change.booking_id = target_booking_id and change.action not in ('payment_recorded', 'mail_resent', 'payment_link_sent', 'message_sent')
  )
  select coalesce(
    jsonb_agg(entry || jsonb_build_object('at', at) order by at desc, place desc, entry ->> 'id' desc), '[]'
  )
  from entries;
$$;

-- Counts of what needs attention: {past_visits, reviews, inquiries, payments, rain_unanswered, rain_declined, offers,
-- mails, mail_delay, backup, texts, texts_over_limit}. Held-back reviews and inquiries don't count.
create or replace function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.unmarked_visits()),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null)
        + (select count(*) from public.disputes where status in ('needs_response', 'warning_needs_response')),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble()
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;

-- Everything kept about a customer, except secrets.
create or replace function private.customer_data_of(whose text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  booking_ids uuid[];
begin
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  return jsonb_build_object(
    'customer', (select to_jsonb(customer) - 'search_text' from public.customers as customer where email = whose),
    'phone_customers', (
      select coalesce(jsonb_agg(to_jsonb(customer) - array['search_text', 'name_key'] order by customer.name_key), '[]')
      from public.phone_customers as customer
      where phone = whose
    ),
    'account', private.account_data_of(private.account_of(whose)),
    'unsubscribed_at', (select unsubscribed_at from public.mail_choices where email = whose),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_data(booking) || jsonb_build_object(
          'note', (select note from public.booking_notes where booking_id = booking.id)
        ) order by booking.created_at
      ), '[]')
      from private.bookings_of(whose) as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id = any (booking_ids)
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(inquiry) || jsonb_build_object('answers', (
        select coalesce(jsonb_agg(jsonb_build_object('at', at, 'message', message) order by at), '[]')
        from public.inquiry_replies where inquiry_id = inquiry.id
      )) order by inquiry.created_at), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = whose
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = whose
    ),
    -- Without their data, which may hold a token that still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at,
        'message', case mail.template_type when 'booking_message' then mail.data ->> 'message' end
      ) order by mail.created_at), '[]')
      from private.mails_of(booking_ids, whose) as mail
    )
  ) || private.texts_of(booking_ids);
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
  perform private.revoke_visit_links(booking_ids);
  delete from public.customers where email = forget_person.whose;
end;
$$;

revoke all on function
  private.consent_wording, private.take_consent, private.withdraw_consent, private.meaning_of_reply, private.start_texts, private.forget_texts, private.texts_of, private.text_needs
  from public;
