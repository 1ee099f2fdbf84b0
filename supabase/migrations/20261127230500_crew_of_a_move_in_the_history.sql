-- The history says which crew takes a visit that moves.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.move_claim() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before smallint;
  its_crew smallint;
begin
  perform private.lock_day(new.booking_date);
  select crew into before from public.slot_claims where booking_id = new.id;
  if not found then
    if new.status = 'cancelled' then
      return null;
    end if;
    raise exception using errcode = 'PT409', message = 'hold_lapsed', detail = 'The time of this booking is no longer held.';
  end if;
  its_crew := private.free_crew(
    private.span_of(new), private.place_of(new.postal_code), new.id, new.service_id
  );
  if its_crew is null then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Nobody is free at this time.';
  end if;
  update public.slot_claims set during = private.span_of(new), crew = its_crew where booking_id = new.id;
  if its_crew <> before then
    perform private.note_change(
      new.id, 'crew_changed',
      jsonb_build_object('crew', private.crew_name(before)),
      jsonb_build_object('crew', private.crew_name(its_crew))
    );
  end if;
  return null;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;
