-- What a restored backup still wanted to send waits for the operator: it may have been sent since the backup was made.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table private.outbox_hold (
  only_row boolean primary key default true check (only_row),
  -- Whatever was queued until then waits.
  restored_at timestamptz not null,
  -- When the backup was made; null if unknown.
  backup_of timestamptz
);

alter table private.outbox_hold enable row level security;
revoke all on private.outbox_hold from public, anon, authenticated, service_role;

-- Until when what was queued waits; the beginning of time when nothing does.
create function private.held_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select coalesce((select restored_at from private.outbox_hold), '-infinity');
$$;

-- What waits since a restore: {restored_at, backup_of, mails, texts, refunds}; null when nothing was restored. Scheduled
-- emails and texts are not queued meanwhile.
create function private.held_outbox() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'restored_at', hold.restored_at,
      'backup_of', hold.backup_of,
      'mails', (
        select count(*) from public.mail_outbox where status = 'queued' and created_at <= hold.restored_at
      ),
      'texts', (
        select count(*) from public.text_outbox where status = 'queued' and created_at <= hold.restored_at
      ),
      'refunds', (
        select count(*) from public.refunds where status = 'pending' and created_at <= hold.restored_at
      )
    )
    from private.outbox_hold as hold
  );
end;
$$;

-- Ends the hold: sends what waits, or discards it together with the scheduled emails and texts that are due by now. A
-- discarded refund has failed, so that the owner finds it and compares it with the payment service.
create function private.release_outbox(discards boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  until timestamptz;
begin
  delete from private.outbox_hold returning restored_at into until;
  if until is null or not discards then
    return;
  end if;
  perform public.queue_due_mails(), public.queue_due_texts();
  -- Queued by this transaction, too.
  update public.mail_outbox
  set status = 'dropped', locked_until = null, data = case when booking_id is null then '{}' else data end
  where status = 'queued' and (created_at <= until or created_at = now());
  update public.text_outbox
  set status = 'dropped', locked_until = null, data = '{}'
  where status = 'queued' and (created_at <= until or created_at = now());
  update public.refunds
  set status = 'failed', last_error = 'Not sent: it may have been sent before a backup was restored.'
  where status = 'pending' and created_at <= until;
end;
$$;

revoke all on function private.held_until, private.held_outbox, private.release_outbox
  from public, anon, authenticated, service_role;
grant execute on function private.held_until to service_role;

create or replace function public.claim_mail(batch integer, lease_seconds integer) returns setof public.mail_outbox
language sql set search_path = ''
as $$
  update public.mail_outbox
  set attempts = attempts + 1, locked_until = now() + lease_seconds * interval '1 second'
  where id = any (array(
    select id
    from public.mail_outbox
    where status = 'queued'
      and next_attempt_at <= now()
      and (locked_until is null or locked_until <= now())
      and created_at > (select private.held_until())
    order by next_attempt_at
    limit batch
    for update skip locked
  ))
  returning *;
$$;

create or replace function public.refunds_to_send(batch integer, lease_seconds integer)
returns table (id uuid, payment_intent_id text, amount_cents integer, booking_id uuid)
language sql set search_path = ''
as $$
  update public.refunds as refund
  set
    attempts = refund.attempts + 1,
    next_attempt_at = now() + lease_seconds * interval '1 second',
    sending_until = now() + lease_seconds * interval '1 second'
  from public.payments as payment
  where payment.id = refund.payment_id
    and refund.id = any (array(
      select waiting.id
      from public.refunds as waiting
      where waiting.status = 'pending'
        and waiting.next_attempt_at <= now()
        and waiting.created_at > (select private.held_until())
      order by waiting.next_attempt_at
      limit batch
      for update skip locked
    ))
  returning refund.id, payment.stripe_payment_intent_id, refund.amount_cents, payment.booking_id;
$$;

create or replace function public.next_text(as_of timestamptz default now(), lease_seconds integer default 60) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  message public.text_outbox;
  is_night boolean := private.is_quiet(as_of);
begin
  update public.text_outbox
  set status = 'failed', last_error = 'outcome_unknown', locked_until = null
  where status = 'queued' and begun_at is not null and locked_until <= as_of;
  loop
    select * into message
    from public.text_outbox
    where status = 'queued'
      and begun_at is null
      and next_attempt_at <= as_of
      and (locked_until is null or locked_until <= as_of)
      and created_at > private.held_until()
      -- In the night, only what would be too late in the morning.
      and (not is_night or kind = 'on_my_way' or private.text_ends_at(data) < private.morning_after(as_of))
    order by next_attempt_at, created_at
    limit 1
    for update skip locked;
    if not found then
      return null;
    end if;
    exit when private.text_is_true(message, as_of);
    update public.text_outbox set status = 'dropped', locked_until = null, data = '{}' where id = message.id;
  end loop;
  update public.text_outbox
  set attempts = attempts + 1, locked_until = as_of + lease_seconds * interval '1 second'
  where id = message.id;
  return jsonb_build_object('id', message.id, 'kind', message.kind, 'phone', message.phone, 'data', message.data)
    || private.text_facts(message);
end;
$$;

create or replace function public.queue_due_texts(as_of timestamptz default now()) returns integer
language plpgsql set search_path = ''
as $$
declare
  settings public.text_settings;
  due integer;
begin
  select * into settings from public.text_settings;
  if not private.text_is_on('reminder') or private.is_quiet(as_of) or private.held_until() > '-infinity' then
    return 0;
  end if;
  perform private.enqueue_text(private.reminder_key(booking), 'reminder', booking.id)
  from public.bookings as booking
  join public.text_consents as consent
    on consent.booking_id = booking.id and consent.phone = booking.customer_phone and consent.withdrawn_at is null
  cross join lateral (
    select private.before_quiet(case
      when settings.reminder_hours is null then private.instant_of(booking.booking_date - 1, settings.reminder_at)
      else lower(private.span_of(booking)) - settings.reminder_hours * interval '1 hour'
    end) as due_at
  ) as reminder
  where booking.booking_date between private.local_day(as_of) and private.local_day(as_of) + 3
    and reminder.due_at <= as_of
    and lower(private.span_of(booking)) > as_of
    and private.is_standing(booking.status)
    and booking.done_at is null
    and booking.no_show_at is null
    and not private.is_rained_out(booking.id)
    and booking.created_at < reminder.due_at
    and private.can_be_texted(booking.customer_phone)
    and not exists (
      select from public.text_outbox as told
      where told.booking_id = booking.id
        and (
          told.key = private.reminder_key(booking)
          or (told.kind in ('confirmation', 'moved') and told.created_at >= reminder.due_at)
        )
    );
  get diagnostics due = row_count;
  return due;
end;
$$;

create or replace function public.queue_due_mails(as_of timestamptz default now()) returns integer
language sql set search_path = ''
as $$
  select case when private.held_until() > '-infinity' then 0
    else private.queue_reminders(as_of) + private.queue_review_requests(as_of)
      + private.queue_held_back_notice(as_of)
  end;
$$;

create or replace function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.unmarked_visits()),
      'past_balances', private.past_balances(),
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
      'backup', private.backup_trouble(),
      'held', private.held_outbox()
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;
