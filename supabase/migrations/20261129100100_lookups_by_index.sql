set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.tell_administrators(change text, occasion text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key text := 'security_notice:' || coalesce(
    occasion || ':' || coalesce(private.actor()::text, '') || ':' || to_char(now(), 'YYYYMMDDHH24'),
    gen_random_uuid()::text
  );
begin
  perform public.enqueue_mail(
    key || ':' || person.id, 'security_notice', person.email, null,
    jsonb_build_object(
      'change', change,
      'changed_by', private.actor_label(null),
      'changed_at', to_char(now() at time zone 'America/Toronto', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM')
    )
  )
  from public.admins as administrator
  -- With a limit it is one index lookup for each administrator, otherwise a scan of all accounts.
  cross join lateral (
    select id, email from auth.users where id = administrator.user_id and email_confirmed_at is not null limit 1
  ) as person
  order by person.id;
end;
$$;

create or replace function private.release_outbox(discards boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  until timestamptz;
begin
  delete from private.outbox_hold where restored_at is not null returning restored_at into until;
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

create or replace function private.waiting_too_long(as_of timestamptz default now())
returns table (kind text, id text, what text, status text, attempts integer, since timestamptz, reason text)
language sql stable set search_path = ''
as $$
  (
    select
      'mail', mail.id::text, mail.template_type, mail.status, mail.attempts, mail.created_at,
      coalesce(mail.last_error, '')
    from public.mail_outbox as mail
    where mail.status = 'queued' and (mail.attempts > 0 or mail.next_attempt_at <= as_of)
      and mail.created_at < as_of - interval '10 minutes'
    order by mail.next_attempt_at
    limit 1000
  )
  union all
  (
    select
      'mail_failed', mail.id::text, mail.template_type, mail.status, mail.attempts, mail.created_at,
      coalesce(mail.last_error, '')
    from private.undelivered_mails(as_of) as mail
    limit 1000
  )
  union all
  (
    select
      'text', message.id::text, message.kind, message.status, message.attempts, message.created_at,
      coalesce(message.last_error, '')
    from public.text_outbox as message
    cross join public.text_settings as settings
    where message.status = 'queued' and (message.attempts > 0 or message.next_attempt_at <= as_of)
      and not private.is_quiet(as_of)
      and greatest(message.created_at, private.instant_of(private.local_day(as_of), settings.quiet_until))
        < as_of - interval '10 minutes'
    order by message.next_attempt_at
    limit 1000
  )
  union all
  (
    select
      'text_failed', message.id::text, message.kind, message.status, message.attempts, message.created_at,
      coalesce(message.last_error, '')
    from private.undelivered_texts(as_of) as message
    limit 1000
  )
  union all
  (
    select
      'refund', refund.id::text, refund.amount_cents || ' cents', refund.status, refund.attempts, refund.created_at,
      coalesce(refund.last_error, '')
    from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where refund.status in ('pending', 'sent', 'failed') and refund.replaced_by is null
      and private.refund_trouble(refund, payment, as_of) is not null
      and not exists (
        select from public.payment_findings as finding
        where finding.refund_id = refund.id and (finding.closed_at is null or finding.outcome = 'accepted')
      )
    limit 1000
  )
  union all
  (
    select 'finding', finding.id::text, finding.kind || ': ' || finding.reason, 'open', 0, finding.found_at, ''
    from public.payment_findings as finding
    where finding.closed_at is null
    limit 1000
  )
  union all
  select 'webhook', '', 'events of the payment provider', 'missing', 0, paid.settled_at, ''
  from (
    select settled_at from public.payments
    where status = 'succeeded' and method = 'online'
      and settled_at between as_of - interval '7 days' and as_of - interval '30 minutes'
    order by settled_at desc
    limit 1
  ) as paid
  where (exists (select from private.outside_world where part = 'payments') or (select max(received_at) from public.stripe_events) is not null)
    and not exists (
      select from public.stripe_events where received_at > paid.settled_at - interval '10 minutes'
    )
  union all
  select 'backup', '', 'scheduled backup', 'missing', 0, coalesce(state.succeeded_at, state.scheduled_since), trouble.it ->> 'reason'
  from private.backup_state as state
  cross join lateral private.backup_trouble(as_of) as trouble (it)
  where trouble.it is not null
  union all
  select trouble.part, '', trouble.place, 'reported', 0, trouble.since, trouble.reason
  from private.service_troubles as trouble
  where private.is_recent_report(trouble, as_of)
    and (trouble.part <> 'payments' or trouble.since < as_of - interval '15 minutes');
$$;

create or replace function private.forget_sign_ins(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_hosted boolean := to_regclass('auth.sms_outbox') is null;
  phones text[] := array(
    select ltrim(phone, '+') from auth.users where id = account and phone <> ''
    union
    select ltrim(phone_change, '+') from auth.users where id = account and phone_change <> ''
    union
    select ltrim(customer_phone, '+') from public.bookings where id = any (booking_ids) and customer_phone <> ''
  );
begin
  delete from private.sign_up_passwords
  where contact = whose or contact = any (phones)
    or contact in (select email_change from auth.users where id = account);
  delete from public.mail_outbox where template_type = 'email_change' and lower(data ->> 'new_email') = whose;
  delete from auth.one_time_tokens as token
  where token.user_id = any (array(select id from auth.users where lower(email_change) = whose))
    and token.token_type::text in ('email_change_current', 'email_change_new', 'email_change_token_current', 'email_change_token_new');
  update auth.users
  set
    email_change = case when is_hosted then '' end,
    email_change_confirm_status = 0
  where lower(email_change) = whose;
  if not is_hosted then
    execute 'delete from auth.sms_outbox where phone = any ($1)' using phones;
  end if;
end;
$$;
