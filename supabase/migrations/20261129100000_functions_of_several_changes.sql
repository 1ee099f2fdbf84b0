set local lock_timeout = '5s';
set local statement_timeout = '60s';

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
      'refunds_by_hand', (
        select jsonb_build_object('refunds', count(*), 'cents', coalesce(sum(refund.amount_cents), 0))
        from public.payment_findings as finding
        join public.refunds as refund on refund.id = finding.refund_id
        where finding.closed_at is null and finding.reason = 'owed_by_hand'
      ),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble(),
      'troubles', (
        select coalesce(jsonb_agg(to_jsonb(trouble) order by trouble.since), '[]')
        from private.owner_troubles() as trouble
      ),
      'held', private.held_outbox()
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;

create or replace function public.crews_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_agg(jsonb_build_object(
      'number', crew.number,
      'title', private.crew_name(crew.number),
      'ways', private.ways_of_crew(crew),
      'members', (
        select coalesce(jsonb_agg(
          jsonb_build_object('user_id', member.user_id, 'email', coalesce(person.email, '')) order by person.email
        ), '[]')
        from public.crew_members as member
        join auth.users as person on person.id = member.user_id
        where member.crew = crew.number
      ),
      'invitations', (
        select coalesce(jsonb_agg(invitation.email order by invitation.email), '[]')
        from public.crew_invitations as invitation
        where invitation.crew = crew.number and private.invitation_stands(invitation.invited_at)
      ),
      'ahead', private.visits_ahead(crew.number),
      'first_work', (select min(local_date) from private.work_ahead(crew.number)),
      'days_off', (
        select coalesce(jsonb_agg(
          private.stretch_of_claim(off) || jsonb_build_object('reason', off.reason) order by off.during
        ), '[]')
        from (
          select * from public.slot_claims as claim
          where claim.reason is not null and claim.crew = crew.number and claim.local_date >= private.local_today()
          order by claim.local_date limit 60
        ) as off
      )
    ) order by crew.number)
    from public.crews as crew
  );
end;
$$;

create or replace function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  perform private.tell_administrators('The bookings of some days were exported to a file.', 'export_bookings');
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(line.row), '[]') into rows
  from (
    select jsonb_build_object(
      'id', (money.booking).id,
      'booking_date', (money.booking).booking_date,
      'booking_time', (money.booking).booking_time,
      'service_name', (money.booking).service_name,
      'add_ons', (money.booking).add_ons,
      'vehicle_type', (money.booking).vehicle_type,
      'vehicle_name', (money.booking).vehicle_name,
      'customer_name', (money.booking).customer_name,
      'customer_email', (money.booking).customer_email,
      'status', (money.booking).status,
      'done_at', (money.booking).done_at,
      'no_show_at', (money.booking).no_show_at,
      'called_off', rain.state,
      'source', (money.booking).source,
      'payment_option', (money.booking).payment_option,
      'price_cents', (money.booking).price_cents,
      'discount_cents', (money.booking).discount_cents,
      'nearby_discount_cents', (money.booking).nearby_discount_cents,
      'coupon_code', (money.booking).coupon_code,
      'tax_cents', (money.booking).tax_cents,
      'tax_label', (money.booking).tax_label,
      'tip_cents', (money.booking).tip_cents,
      'total_cents', (money.booking).total_cents,
      'created_at', (money.booking).created_at,
      'cancelled_at', (money.booking).cancelled_at,
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_cents', money.due_cents,
      'customer_phone', (money.booking).customer_phone,
      'crew', claim.crew,
      'crew_name', crew.name
    ) as row
    from private.money_by_booking(
      from_day, until_day,
      coalesce((after ->> 'date')::date, '-infinity'),
      coalesce((after ->> 'time')::time, '00:00'),
      coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
      most
    ) as money
    left join lateral private.rain_of(money.booking) as rain on true
    -- With a limit it is one index lookup for each row, otherwise a scan of all claims.
    left join lateral (
      select crew from public.slot_claims where booking_id = (money.booking).id limit 1
    ) as claim on true
    left join public.crews as crew on crew.number = claim.crew
  ) as line;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows) when most then jsonb_build_object(
      'date', rows -> -1 -> 'booking_date', 'time', rows -> -1 -> 'booking_time', 'id', rows -> -1 -> 'id'
    ) end,
    'total', case when after is null then (
      select count(*) from public.bookings
      where booking_date between from_day and until_day and status <> 'pending_payment'
    ) end
  );
end;
$$;

create or replace function public.invite_crew_member(crew smallint, email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(invite_crew_member.email));
  its_crew public.crews;
  before smallint;
  facts jsonb := jsonb_build_object('email', address);
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  -- It may be confirmed at this moment.
  perform private.lock_email(address);
  its_crew := private.lock_crew(invite_crew_member.crew);
  if exists (
    select from auth.users as person where lower(person.email) = address and person.email_confirmed_at is not null
  ) then
    perform public.add_crew_member(its_crew.number, address);
    return false;
  end if;
  if private.is_one_address(address) is not true or private.is_forgotten(address) then
    raise exception using errcode = 'PT400', message = 'email_invalid';
  end if;
  delete from public.crew_invitations as invitation where not private.invitation_stands(invitation.invited_at);
  select invitation.crew into before from public.crew_invitations as invitation where invitation.email = address;
  insert into public.crew_invitations (email, crew, invited_by)
  values (address, its_crew.number, private.actor_label(null))
  on conflict on constraint crew_invitations_pkey
  do update set crew = excluded.crew, invited_at = excluded.invited_at, invited_by = excluded.invited_by;
  if before is distinct from its_crew.number then
    if before is not null then
      perform private.note_crew_change(before, 'invitation_withdrawn', facts, null);
    end if;
    perform private.note_crew_change(its_crew.number, 'member_invited', null, facts);
    perform private.tell_of_crew_access(address, its_crew.number);
  end if;
  perform private.drop_invitation_mails(address);
  perform public.enqueue_mail(
    'crew_invitation:' || gen_random_uuid(), 'crew_invitation', address, null,
    jsonb_build_object('crew', private.crew_name(its_crew.number))
  );
  return true;
end;
$$;

create or replace function public.queue_due_mails(as_of timestamptz default now()) returns integer
language sql set search_path = ''
as $$
  select case when private.held_until() > '-infinity' then 0
    else private.queue_reminders(as_of) + private.queue_review_requests(as_of)
      + private.queue_held_back_notice(as_of) + private.queue_trouble_notices(as_of)
  end;
$$;

create or replace function public.rain_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select private.rain_answer_data(answer, booking) || jsonb_build_object(
      'vehicle_type', booking.vehicle_type, 'vehicle_name', booking.vehicle_name, 'car_model', booking.car_model,
      'car_year', booking.car_year, 'duration_minutes', booking.duration_minutes
    ) || case
      when private.rain_state(answer, booking) in ('asked', 'over')
        and (coalesce(answer.expires_at <= now(), true) or private.has_come(booking)) then '{"state": "lapsed"}'
      else '{}'
    end::jsonb
    from public.rain_answers as answer
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  elsif offer ->> 'state' <> 'asked' then
    return offer || jsonb_build_object(
      'booking_id', '', 'customer_name', '', 'vehicle_type', '', 'vehicle_name', null, 'car_model', '', 'car_year', 0
    );
  end if;
  return offer;
end;
$$;
