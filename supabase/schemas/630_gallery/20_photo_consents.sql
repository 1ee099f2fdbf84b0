-- What customers see of the work, whether they agree that a pair of photos is shown in the public gallery, and the pairs
-- (docs/decisions/0105).

create table public.photo_consents (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  given_at timestamptz,
  revoked_at timestamptz,
  -- The words that the customer agreed to; empty until then.
  wording text not null default '' check (length(wording) <= 500),
  constraint photo_consents_have_words check ((given_at is null) = (wording = ''))
);

alter table public.photo_consents enable row level security;
revoke all on public.photo_consents from public, anon, authenticated, service_role;

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

-- The pair of a visit in the gallery. Not in the gallery's table, which everybody reads.
create table public.visit_pairs (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  before_id uuid references public.gallery_photos (id) on delete set null,
  after_id uuid references public.gallery_photos (id) on delete set null,
  added_at timestamptz not null default now()
);

create index visit_pairs_before_id_idx on public.visit_pairs (before_id);
create index visit_pairs_after_id_idx on public.visit_pairs (after_id);

alter table public.visit_pairs enable row level security;
revoke all on public.visit_pairs from public, anon, authenticated, service_role;

-- Files of pairs that were taken down, for the job that deletes them.
create table public.removed_gallery_files (
  name text primary key
);

alter table public.removed_gallery_files enable row level security;
revoke all on public.removed_gallery_files from public, anon, authenticated, service_role;

-- What a customer agrees to.
create function private.photo_consent_wording() returns text
language sql immutable set search_path = ''
as $$
  select 'You may show one photo from before and one from after this visit in your public gallery, without my name.';
$$;

-- A token for the link to a visit's photos. `lasts`: how long it is valid; null for one that is mailed. Deletes links that
-- expired.
create function private.photo_token(target_booking_id uuid, lasts interval default null) returns text
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
create function private.booking_of_photo_link(secret text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select booking_id from public.photo_links
  where token_hash = private.hash_of_token(secret) and coalesce(expires_at > now(), true);
$$;

-- The ids of the photos that the customer of a visit sees, of one kind; none until it is done.
create function private.shown_photos(booking public.bookings, photo_kind text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(photo.id order by photo.place), '[]')
  from public.booking_photos as photo
  where photo.booking_id = booking.id and photo.kind = photo_kind
    and private.customer_sees(photo, booking) and private.photo_is_stored(photo.id);
$$;

-- Whether the customer agrees now, and since when: {state, at}. state: none, given, revoked.
create function private.consent_of(target_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select jsonb_build_object(
        'state', case when revoked_at is not null then 'revoked' when given_at is not null then 'given' else 'none' end,
        'at', coalesce(revoked_at, given_at)
      )
      from public.photo_consents
      where booking_id = target_booking_id
    ),
    jsonb_build_object('state', 'none', 'at', null)
  );
$$;

-- Takes the pair of a visit out of the gallery. Its files follow.
create function private.take_pair_down(target_booking_id uuid) returns void
language sql security definer set search_path = ''
as $$
  with pair as (
    delete from public.visit_pairs where booking_id = target_booking_id returning before_id, after_id
  ),
  shown as (
    delete from public.gallery_photos
    where id in (select unnest(array[before_id, after_id]) from pair)
    returning image_url
  )
  insert into public.removed_gallery_files (name)
  select private.photo_at('gallery', image_url) from shown
  where private.photo_at('gallery', image_url) is not null
  on conflict (name) do nothing;
$$;

-- What the link to a visit's photos shows: {service_name, car, before, after, wording, state, at, is_shown}; null when
-- the token is unknown. `is_shown`: the gallery has the pair now.
create function public.photos_of_link(secret text) returns jsonb
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
create function public.choose_photo_consent(secret text, agrees boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  consent public.photo_consents;
begin
  -- The booking first, as add_pair_to_gallery.
  perform private.lock_booking(id) from private.booking_of_photo_link(secret) as id where id is not null;
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
create function public.link_shows_photo(photo_id uuid, secret text) returns boolean
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
create function public.booking_photo_link(target_booking_id uuid, email text default null) returns text
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

-- As booking_photo_link, for several bookings at once: those of the signed-in customer, and with that email address.
-- -> [{booking_id, token}] of those with photos.
create function public.booking_photo_links(target_booking_ids uuid[], email text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(link) filter (where link ->> 'token' is not null), '[]')
    from (
      select jsonb_build_object(
        'booking_id', booking.id, 'token', public.booking_photo_link(booking.id, booking_photo_links.email)
      ) as link
      from public.bookings as booking
      where booking.id = any (target_booking_ids)
        and exists (select from public.booking_photos where booking_id = booking.id and kind in ('before', 'after'))
    ) as links
  );
end;
$$;

-- The token of the link to the photos of a visit, for those who have the link to its page; null without photos of the
-- work, or when the link is not valid.
create function public.visit_photo_link(visit_token text) returns text
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
