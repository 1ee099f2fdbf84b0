-- Tokens of links to photos are kept as hashes, and links that were sent go on working. Drops the former tokens, which no
-- process reads: only functions of the database did.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The links to the photos of visits. The table keeps a hash instead of the token.
create table public.photo_links (
  token_hash bytea primary key,
  booking_id uuid not null references public.photo_consents (booking_id) on delete cascade,
  -- Null for a link that was mailed.
  expires_at timestamptz
);

create index photo_links_booking_id_idx on public.photo_links (booking_id);

alter table public.photo_links enable row level security;
revoke all on public.photo_links from public, anon, authenticated, service_role;

insert into public.photo_links (token_hash, booking_id)
select private.hash_of_token(token), booking_id from public.photo_consents;

drop function private.photo_token(uuid);

-- A token for the link to a visit's photos. `lasts`: how long it is valid; null for one that is mailed. Deletes links that
-- expired.
create or replace function private.photo_token(target_booking_id uuid, lasts interval default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.new_token();
begin
  insert into public.photo_consents (booking_id) values (target_booking_id) on conflict (booking_id) do nothing;
  delete from public.photo_links where booking_id = target_booking_id and expires_at < now();
  insert into public.photo_links (token_hash, booking_id, expires_at)
  values (private.hash_of_token(token), target_booking_id, now() + lasts);
  return token;
end;
$$;

-- The booking whose photos a link shows; null when its token is unknown or expired.
create or replace function private.booking_of_photo_link(secret text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select booking_id from public.photo_links
  where token_hash = private.hash_of_token(secret) and coalesce(expires_at > now(), true);
$$;

-- What the link to a visit's photos shows: {service_name, car, before, after, wording, state, at, is_shown}; null when
-- the token is unknown. `is_shown`: the gallery has the pair now.
create or replace function public.photos_of_link(secret text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = private.booking_of_photo_link(secret);
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'service_name', booking.service_name,
    'car', concat_ws(' ', booking.car_year, booking.car_model),
    'before', private.shown_photos(booking, 'before'),
    'after', private.shown_photos(booking, 'after'),
    'wording', private.photo_consent_wording(),
    'is_shown', exists (select from public.visit_pairs where booking_id = booking.id)
  ) || private.consent_of(booking.id);
end;
$$;

-- Agrees that a pair is shown in the gallery, or revokes it, which takes the pair down; again is fine. As photos_of_link.
create or replace function public.choose_photo_consent(secret text, agrees boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  consent public.photo_consents;
begin
  -- The booking first, as add_pair_to_gallery.
  perform private.locked_booking(id) from private.booking_of_photo_link(secret) as id where id is not null;
  select * into consent from public.photo_consents
  where booking_id = private.booking_of_photo_link(secret)
  for update;
  if not found then
    return null;
  end if;
  if agrees then
    update public.photo_consents
    set given_at = now(), revoked_at = null, wording = private.photo_consent_wording()
    where booking_id = consent.booking_id and (given_at is null or revoked_at is not null);
  else
    update public.photo_consents
    set revoked_at = now()
    where booking_id = consent.booking_id and given_at is not null and revoked_at is null;
    perform private.take_pair_down(consent.booking_id);
  end if;
  perform private.note_change(
    consent.booking_id,
    case when agrees then 'photo_consent_given' else 'photo_consent_revoked' end,
    null,
    case when agrees then jsonb_build_object('wording', private.photo_consent_wording()) else '{}' end
  )
  where agrees is distinct from (consent.given_at is not null and consent.revoked_at is null);
  return public.photos_of_link(secret);
end;
$$;

-- Whether the link with this token shows this photo.
create or replace function public.link_shows_photo(photo_id uuid, secret text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.booking_photos as photo
    join public.bookings as booking on booking.id = photo.booking_id
    where booking.id = private.booking_of_photo_link(secret) and photo.id = photo_id and photo.kind <> 'customer'
      and private.customer_sees(photo, booking)
  );
end;
$$;

-- The token of the link to the photos of a booking that is done, for its holder; null without photos of the work.
create or replace function public.booking_photo_link(target_booking_id uuid, email text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id;
  if not found or not private.is_holder(booking, booking_photo_link.email)
    or private.shown_photos(booking, 'before') || private.shown_photos(booking, 'after') = '[]' then
    return null;
  end if;
  return private.photo_token(booking.id, interval '30 days');
end;
$$;

-- The token of the link to the photos of a visit, for those who have the link to its page; null without photos of the
-- work, or when the link is not valid.
create or replace function public.visit_photo_link(visit_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select visit.* into booking
  from private.visit_link_of(visit_token) as link
  join public.bookings as visit on visit.id = link.booking_id;
  if not found or private.shown_photos(booking, 'before') || private.shown_photos(booking, 'after') = '[]' then
    return null;
  end if;
  return private.photo_token(booking.id, interval '30 days');
end;
$$;

-- Ends every link of bookings: to the page of the visit and its photos, to pay, to answer a rain day or a swap, and to
-- the offer of the waiting list that became the booking. For a corrected address, and for erased data.
create or replace function private.revoke_links(booking_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.visit_links where booking_id = any (booking_ids);
  update public.payment_links set revoked_at = now() where booking_id = any (booking_ids) and revoked_at is null;
  delete from public.photo_links where booking_id = any (booking_ids);
  update public.rain_answers
  set token_hash = private.hash_of_token(private.new_token())
  where booking_id = any (booking_ids);
  update public.swap_answers
  set token_hash = private.hash_of_token(private.new_token())
  where booking_id = any (booking_ids);
  update public.offered_times
  set token_hash = null
  where waiting_id in (select id from public.waiting_list where booking_id = any (booking_ids));
end;
$$;

revoke all on function private.photo_token, private.booking_of_photo_link from public;

-- squawk-ignore ban-drop-column
alter table public.photo_consents drop column token;
-- squawk-ignore ban-drop-column
alter table public.mail_choices drop column token;
