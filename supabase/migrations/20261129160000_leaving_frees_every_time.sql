-- Leaving the waiting list frees every time held for the place, by whichever of its emails.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function private.free_times_of_place(place_id uuid, how text) returns void
language sql set search_path = ''
as $$
  select private.close_offers(array_agg(id), how)
  from public.offered_times
  where waiting_id = place_id and closed_at is null
  having count(*) > 0;
$$;

revoke all on function private.free_times_of_place from public;

create or replace function public.remove_from_waiting_list(target_waiting_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.waiting_list set left_at = now()
  where id = target_waiting_id and left_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'waiting_not_found';
  end if;
  perform private.free_times_of_place(target_waiting_id, 'withdrawn');
end;
$$;

create or replace function public.decline_waiting_offer(token text, leave boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  offer public.offered_times;
begin
  -- The place before its offers, as everywhere.
  perform from public.waiting_list
  where id = (select waiting_id from public.offered_times where token_hash = private.hash_of_token(token))
  for update;
  select * into offer from public.offered_times where token_hash = private.hash_of_token(token) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'offer_not_found';
  end if;
  if offer.outcome = 'taken' then
    raise exception using errcode = 'PT409', message = 'offer_answered';
  end if;
  perform private.close_offers(array[offer.id], 'declined');
  if leave then
    update public.waiting_list set left_at = coalesce(left_at, now())
    where id = offer.waiting_id and booked_at is null;
    perform private.free_times_of_place(offer.waiting_id, 'declined');
  end if;
  return public.waiting_offer(token);
end;
$$;
