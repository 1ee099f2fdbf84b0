-- A mail server that is away is no fault of a mail: it keeps its place and its attempts, so that all go out in
-- order once the server is back. A mail that is refused for good is given up at once, where the owner sees it.

-- Gives a claimed mail back as it was. After three days nobody waits for it any more, and it is given up.
create function public.postpone_mail(mail_id uuid, error text) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set
    locked_until = null,
    attempts = greatest(attempts - 1, 0),
    last_error = left(error, 1000),
    status = case when created_at < now() - interval '3 days' then 'failed' else 'queued' end
  where id = mail_id and status = 'queued';
$$;

-- Gives a mail up: no other attempt would end differently.
create function public.refuse_mail(mail_id uuid, error text) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set locked_until = null, last_error = left(error, 1000), status = 'failed'
  where id = mail_id and status = 'queued';
$$;

-- Mails that could not be handed over for ten minutes and are still tried: {waiting, since, reason} of the
-- oldest, null where there are none. A thousand are enough to know.
create function private.mail_delay() returns jsonb
language sql stable set search_path = ''
as $$
  select case when count(*) > 0 then jsonb_build_object(
    'waiting', count(*),
    'since', min(created_at),
    'reason', (array_agg(last_error order by created_at))[1]
  ) end
  from (
    select created_at, last_error
    from public.mail_outbox
    where status = 'queued' and last_error is not null and created_at < now() - interval '10 minutes'
    order by next_attempt_at
    limit 1000
  ) as late;
$$;

-- How much of each waits for her, and `mail_delay`. What is older than a fortnight she has seen, or will not mend.
create or replace function private.owner_needs() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'reviews', (
      select count(*) from (select from public.reviews where not is_approved limit 1000) as waiting
    ),
    'inquiries', private.inquiry_count('new'),
    'payments', (select count(*) from public.payment_findings where closed_at is null),
    'rain_unanswered', count(*) filter (where answer.state = 'asked'),
    'rain_declined', count(*) filter (where answer.state = 'declined'),
    'offers', (
      select count(*) from public.offered_times
      where closed_at is null and expires_at > now() and kind = 'waiting'
    ),
    'mails', (
      select count(*) from public.mail_outbox
      where status = 'failed' and created_at > now() - interval '14 days'
    ),
    'mail_delay', private.mail_delay()
  )
  from public.rain_days as rain
  join public.rain_answers as answer on answer.rain_day_id = rain.id
  where rain.taken_back_at is null and rain.day >= private.local_today() - 14;
$$;

revoke all on function
  public.postpone_mail(uuid, text), public.refuse_mail(uuid, text), private.mail_delay()
  from public, anon, authenticated, service_role;
grant execute on function public.postpone_mail(uuid, text), public.refuse_mail(uuid, text) to service_role;
