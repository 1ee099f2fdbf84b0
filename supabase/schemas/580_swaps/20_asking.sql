-- The owner is told of swaps that save driving, and asks the customers.

-- The visits of a day that saves most by a swap, with email addresses to ask and time to answer. -> {first, second,
-- saved_minutes} with ids of bookings; null when none saves as much as the settings say.
create function private.best_swap(target_day date) returns jsonb
language sql stable set search_path = ''
as $$
  with settings as (
    select swap_minutes from public.travel_settings where is_on and swap_minutes is not null
  ), visit as materialized (
    select booking.id, claim.crew, claim.during
    from settings
    join public.slot_claims as claim on claim.local_date = target_day and claim.expires_at is null
    join public.bookings as booking on booking.id = claim.booking_id
    where private.is_standing(booking.status)
      and booking.customer_email is not null
      and lower(claim.during) > now() + interval '3 hours'
      and not exists (select from private.rain_of(booking))
      and not exists (
        select from public.swap_answers as asked
        join public.swap_proposals as proposal on proposal.id = asked.proposal_id
        where asked.booking_id = booking.id and proposal.day = target_day
          and (proposal.outcome = 'declined' or (proposal.outcome is null and proposal.expires_at > now()))
      )
  )
  select jsonb_build_object('first', one.id, 'second', other.id, 'saved_minutes', saved.minutes)
  from visit as one
  join visit as other on other.crew = one.crew and lower(other.during) > lower(one.during)
  cross join lateral (select private.swap_saves(one.id, other.id) as minutes) as saved
  where saved.minutes >= (select swap_minutes from settings)
  order by saved.minutes desc, one.id
  limit 1;
$$;

-- The swaps of a day for the owner. -> {best: private.best_swap, asked: [{id, saved_minutes, expires_at, visits: [{id,
-- customer_name, old_time, new_time, has_agreed}]}]}
create function private.swaps_of(target_day date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'best', private.best_swap(target_day),
    'asked', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', proposal.id, 'saved_minutes', proposal.saved_minutes, 'expires_at', proposal.expires_at,
        'visits', (
          select jsonb_agg(jsonb_build_object(
            'id', booking.id, 'customer_name', booking.customer_name,
            'old_time', to_char(asked.old_time, 'HH24:MI'), 'new_time', to_char(asked.new_time, 'HH24:MI'),
            'has_agreed', asked.agreed_at is not null
          ) order by asked.old_time)
          from public.swap_answers as asked
          join public.bookings as booking on booking.id = asked.booking_id
          where asked.proposal_id = proposal.id
        )
      ) order by proposal.created_at), '[]')
      from public.swap_proposals as proposal
      where proposal.day = target_day and proposal.outcome is null and proposal.expires_at > now()
    )
  );
$$;

-- Asks the customers of two visits by email whether they exchange their times, until a time before the first of them.
-- What the swap needs beyond the two visits is held meanwhile. Raises administrators_only (403), booking_not_found
-- (404), swap_impossible (409).
create function public.propose_swap(first_booking_id uuid, second_booking_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one public.bookings;
  other public.bookings;
  saved integer;
  proposal public.swap_proposals;
  its_crew smallint;
  asked record;
  token text;
begin
  perform private.require_admin();
  -- In one order, so that two proposals don't wait for each other.
  perform private.lock_booking(id) from unnest(array[first_booking_id, second_booking_id]) as id order by id;
  select * into one from public.bookings where id = first_booking_id;
  select * into other from public.bookings where id = second_booking_id;
  select private.swap_saves(one.id, other.id) into saved;
  if one.id = other.id or one.booking_date <> other.booking_date
    or not private.is_ahead(one) or not private.is_ahead(other)
    or one.customer_email is null or other.customer_email is null
    or coalesce(saved, 0) <= 0 or not private.can_exchange(one, other)
  then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
  end if;
  -- Questions that expired without an answer.
  perform private.close_swap(old.id, 'expired')
  from public.swap_proposals as old
  join public.swap_answers as answer on answer.proposal_id = old.id
  where old.outcome is null and old.expires_at <= now() and answer.booking_id in (one.id, other.id);
  insert into public.swap_proposals (day, saved_minutes, expires_at)
  values (
    one.booking_date, saved,
    least(
      now() + interval '24 hours',
      least(lower(private.span_of(one)), lower(private.span_of(other))) - interval '1 hour'
    )
  )
  returning * into proposal;
  if proposal.expires_at <= now() then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
  end if;
  select crew into its_crew from public.slot_claims where booking_id = one.id;
  insert into public.slot_claims (during, reason, crew, expires_at)
  select
    tstzrange(
      least(lower(private.span_of(one)), lower(private.span_of(other))),
      greatest(
        lower(private.span_of(one)) + other.duration_minutes * interval '1 minute',
        lower(private.span_of(other)) + one.duration_minutes * interval '1 minute',
        upper(private.span_of(one)), upper(private.span_of(other))
      ),
      '[)'
    ),
    'Held for a swap', its_crew, proposal.expires_at
  returning id into proposal.claim_id;
  update public.swap_proposals set claim_id = proposal.claim_id where id = proposal.id;
  for asked in
    select pair.booking, pair.new_time
    from (values (one, other.booking_time), (other, one.booking_time)) as pair (booking, new_time)
  loop
    token := private.new_token();
    insert into public.swap_answers (proposal_id, booking_id, old_time, new_time, token_hash)
    values (
      proposal.id, (asked.booking).id, (asked.booking).booking_time, asked.new_time, private.hash_of_token(token)
    );
    perform private.note_change((asked.booking).id, 'swap_asked', null, jsonb_build_object('time', asked.new_time));
    perform public.enqueue_mail(
      'swap_request:' || proposal.id || ':' || (asked.booking).id,
      'swap_request',
      (asked.booking).customer_email,
      (asked.booking).id,
      jsonb_build_object(
        'sequence', (asked.booking).calendar_sequence,
        'offer', private.offer_in_mail(
          '/swap?token=' || token, null,
          jsonb_build_array(jsonb_build_object(
            'date', (asked.booking).booking_date, 'time', to_char(asked.new_time, 'HH24:MI')
          )),
          proposal.expires_at
        )
      )
    );
  end loop;
exception
  when unique_violation then
    raise exception using errcode = 'PT409', message = 'swap_impossible';
end;
$$;

-- Ends a question to two customers; their appointments stand. Raises administrators_only (403).
create function public.withdraw_swap(proposal_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.close_swap(withdraw_swap.proposal_id, 'withdrawn');
end;
$$;

revoke all on function public.propose_swap, public.withdraw_swap from public, anon, authenticated, service_role;
grant execute on function public.propose_swap, public.withdraw_swap to authenticated;
