-- The answers to a swap, by the link in each customer's email.

-- The page that the email of a swap links to. `state`: asked; agreed, and the other customer has not answered; swapped;
-- over, whatever the reason: the appointment stands. `customer_name` is the first name while it is asked, otherwise empty.
-- -> {state, customer_name, service_name, day, old_time, new_time, expires_at}. Raises offer_not_found (404).
create function public.swap_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer jsonb := (
    select jsonb_build_object(
      'state', case
        when proposal.outcome = 'swapped' then 'swapped'
        when proposal.outcome is not null or proposal.expires_at <= now() or booking.status = 'cancelled' then 'over'
        when answer.agreed_at is not null then 'agreed'
        else 'asked'
      end,
      'customer_name', split_part(booking.customer_name, ' ', 1),
      'service_name', booking.service_name,
      'day', proposal.day,
      'old_time', to_char(answer.old_time, 'HH24:MI'),
      'new_time', to_char(answer.new_time, 'HH24:MI'),
      'expires_at', proposal.expires_at
    )
    from public.swap_answers as answer
    join public.swap_proposals as proposal on proposal.id = answer.proposal_id
    join public.bookings as booking on booking.id = answer.booking_id
    where answer.token_hash = private.hash_of_token(token)
  );
begin
  if offer is null then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  return offer || case when offer ->> 'state' = 'asked' then '{}' else '{"customer_name": ""}' end::jsonb;
end;
$$;

-- Takes a customer's answer; the second agreement moves both visits, and the emails of a move follow. The same answer
-- again is fine. -> as swap_offer. Raises offer_not_found (404), offer_lapsed (410).
create function public.answer_swap(token text, agrees boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  hashed bytea := private.hash_of_token(token);
  its_id uuid := (select answer.proposal_id from public.swap_answers as answer where answer.token_hash = hashed);
  proposal public.swap_proposals;
  one public.bookings;
  other public.bookings;
begin
  perform private.lock_booking(booking_id)
  from public.swap_answers as answer
  where answer.proposal_id = its_id
  order by booking_id;
  select * into proposal from public.swap_proposals where id = its_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  if proposal.outcome is not null or proposal.expires_at <= now() then
    if proposal.outcome in ('swapped', 'declined') then
      return public.swap_offer(token);
    end if;
    raise exception using errcode = 'PT410', message = 'offer_lapsed';
  end if;
  perform private.act_as_customer();
  if not coalesce(agrees, false) then
    perform private.close_swap(proposal.id, 'declined');
    return public.swap_offer(token);
  end if;
  update public.swap_answers set agreed_at = coalesce(agreed_at, now()) where token_hash = hashed;
  if exists (
    select from public.swap_answers as answer where answer.proposal_id = proposal.id and agreed_at is null
  ) then
    return public.swap_offer(token);
  end if;
  select booking.* into one
  from public.swap_answers as answer join public.bookings as booking on booking.id = answer.booking_id
  where answer.proposal_id = proposal.id order by booking.id limit 1;
  select booking.* into other
  from public.swap_answers as answer join public.bookings as booking on booking.id = answer.booking_id
  where answer.proposal_id = proposal.id order by booking.id desc limit 1;
  delete from public.slot_claims where id = proposal.claim_id;
  if not private.is_ahead(one) or not private.is_ahead(other) or not private.can_exchange(one, other) then
    perform private.close_swap(proposal.id, 'impossible');
  else
    perform private.close_swap(proposal.id, 'swapped');
    perform private.exchange_times(one, other);
  end if;
  return public.swap_offer(token);
end;
$$;

-- Whether the link in an email still asks about a swap.
create function private.swap_mail_stands(mail public.mail_outbox) returns boolean
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

revoke all on function public.swap_offer, public.answer_swap from public, anon, authenticated, service_role;
grant execute on function public.swap_offer, public.answer_swap to anon, authenticated;
