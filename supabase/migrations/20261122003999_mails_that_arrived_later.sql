-- A mail that did not arrive is missed until it was sent once more and arrived.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The mails of the last fortnight that nobody got: not what reached its reader when it was sent once more.
create function private.undelivered_mails() returns setof public.mail_outbox
language sql stable set search_path = ''
as $$
  select mail.*
  from public.mail_outbox as mail
  where mail.status = 'failed'
    and mail.created_at > now() - interval '14 days'
    and not exists (
      select from public.mail_outbox as again
      where again.booking_id = mail.booking_id
        and again.template_type = mail.template_type
        and again.to_email = mail.to_email
        and again.status = 'sent'
        and again.created_at >= mail.created_at
        and starts_with(again.key, 'again:')
    );
$$;

-- As before, with every answer about rain that is open. What is older than a fortnight of mails she has seen, or will
-- not mend.
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
    'mails', (select count(*) from private.undelivered_mails()),
    'mail_delay', private.mail_delay()
  )
  from public.rain_answers as answer
  where answer.state in ('asked', 'declined');
$$;

-- As before.
create or replace function public.owner_dashboard() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.local_today();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'today', today,
    'cars', (
      select coalesce(jsonb_agg(private.car_of_day(booking) order by booking_time, id), '[]')
      from public.bookings as booking
      where booking_date = today and status in ('deposit_paid', 'confirmed', 'paid')
    ),
    'needs', private.owner_needs(),
    'outside_rules', (select count(*) from private.misfits()),
    'failed_mails', (
      select coalesce(jsonb_agg(to_jsonb(mail)), '[]')
      from (
        select id, template_type, to_email, booking_id, created_at
        from private.undelivered_mails()
        order by created_at desc
        limit 5
      ) as mail
    ),
    'week', private.week_ahead(),
    'next', (
      select jsonb_build_object(
        'id', id, 'day', booking_date, 'booking_time', to_char(booking_time, 'HH24:MI'),
        'customer_name', customer_name, 'service_name', service_name
      )
      from public.bookings
      where booking_date > today and status in ('deposit_paid', 'confirmed', 'paid') and not private.is_rained_out(id)
      order by booking_date, booking_time
      limit 1
    )
  );
end;
$$;

revoke all on function private.undelivered_mails() from public, anon, authenticated, service_role;
