-- Open times leave out an offer that the owner names for a caller, and booked times are closed to visitors while the
-- server computes the open ones.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

drop function public.times_taken_for(text, date, date, uuid, text, text);

-- The offer that a token or an id names, as long as it is open; else null.
create function private.open_offer(offer_token text, offer_id uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select offer.id from public.offered_times as offer
    where (offer.token_hash = private.hash_of_token(offer_token) or offer.id = open_offer.offer_id)
      and offer.closed_at is null and offer.expires_at > now()
    limit 1
  );
end;
$$;

-- What is taken from a day to another one for a service (its id) at a postal code, without the booking and the offer
-- that the visitor names. -> [{booking_date, booking_time, duration_minutes, crew, is_time_off, gap_minutes}]; without a
-- crew it is taken for all. The crews are counted from 1 here, removed ones from 101, whatever their numbers. For server
-- functions alone: a gap tells how far a visit is.
create function public.times_taken_for(
  postal_code text, from_day date, until_day date, own_booking_id uuid default null, offer_token text default null,
  service text default null, own_offer_id uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.check_range(from_day, until_day);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'booking_date', taken.local_date,
      'booking_time', private.local_time(lower(taken.during)),
      -- Real minutes, as on a booking.
      'duration_minutes', (extract(epoch from upper(taken.during) - lower(taken.during)) / 60)::integer,
      'crew', coalesce(crew.place, 100 + taken.crew),
      'is_time_off', taken.is_time_off,
      'gap_minutes', taken.gap_minutes
    ) order by taken.during, taken.crew), '[]')
    from private.taken_times(
      from_day, until_day, private.place_of(times_taken_for.postal_code), own_booking_id,
      private.open_offer(offer_token, own_offer_id),
      times_taken_for.service
    ) as taken
    left join private.counted_crews() as crew on crew.number = taken.crew
  );
end;
$$;

revoke all on function private.open_offer from public;
revoke all on function public.times_taken_for from public, anon, authenticated, service_role;
grant execute on function private.open_offer, public.times_taken_for to service_role;
grant execute on function private.times_need_server to anon, authenticated;

alter policy "Taken times can be read by everyone, without what a visitor nam"
  on public.slot_claims
  using (
    (not (select private.times_need_server()) or (select public.is_admin()))
    and (booking_id is null or booking_id is distinct from (select private.named_booking_id()))
    and (offer_id is null or offer_id is distinct from (select private.named_offer_id()))
  );
