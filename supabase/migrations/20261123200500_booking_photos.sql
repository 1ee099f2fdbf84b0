-- Photos of the car's condition: customers add up to four to a booking. The owner sees them; nobody else does.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('bookings', 'bookings', false, 10 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif,image/gif}');

create table public.booking_photos (
  id uuid primary key default gen_random_uuid(),
  -- Null: removed. A job deletes the file, then the row.
  booking_id uuid references public.bookings (id) on delete set null,
  place smallint not null check (place between 1 and 4),
  created_at timestamptz not null default now(),
  -- So that there are never five.
  unique (booking_id, place)
);

create index booking_photos_removed_idx on public.booking_photos (created_at) where booking_id is null;

alter table public.booking_photos enable row level security;
revoke all on public.booking_photos from public, anon, authenticated, service_role;

-- The id in a file's name; null for any other name.
create function private.photo_id_of(name text) returns uuid
language sql immutable set search_path = ''
as $$
  select case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name::uuid end;
$$;

-- Whether this photo of a booking may be uploaded: add_booking_photo returned its id less than 15 minutes ago.
create function private.awaits_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.booking_photos
    where id = private.photo_id_of(awaits_photo.name)
      and booking_id is not null and created_at > now() - interval '15 minutes'
  );
end;
$$;

-- Whether the file of a photo is in the storage.
create function private.photo_is_stored(photo_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from storage.objects where bucket_id = 'bookings' and name = photo_id::text);
end;
$$;

-- The names of all photos of bookings, removed ones included.
create function private.booking_photo_names() returns setof text
language sql stable security definer set search_path = ''
as $$
  select id::text from public.booking_photos;
$$;

-- The ids of a booking's stored photos, in their order.
create function private.photos_of(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(id order by place), '[]')
    from public.booking_photos
    where booking_id = target_booking_id and private.photo_is_stored(id)
  );
end;
$$;

-- Locks a booking that its holder changes before the visit.
-- Raises booking_not_found (404), booking_cancelled, booking_past (409).
create function private.booking_of_holder(target_booking_id uuid, email text) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = target_booking_id;
  if not found or not private.is_holder(booking, booking_of_holder.email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  booking := private.locked_booking(target_booking_id);
  if booking.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'booking_cancelled';
  elsif private.has_come(booking) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  return booking;
end;
$$;

-- Begins to add a photo to a booking, by its holder, before the visit. The photo is then uploaded into the bucket
-- `bookings` under the returned id. A place whose photo did not arrive within 15 minutes is available again.
-- Raises as private.booking_of_holder, and too_many_photos (409).
create function public.add_booking_photo(target_booking_id uuid, email text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.booking_of_holder(target_booking_id, add_booking_photo.email);
  added uuid;
begin
  update public.booking_photos
  set booking_id = null
  where booking_id = booking.id and created_at < now() - interval '15 minutes' and not private.photo_is_stored(id);
  insert into public.booking_photos (booking_id, place)
  select booking.id, min(free)
  from generate_series(1, 4) as free
  where not exists (select from public.booking_photos where booking_id = booking.id and place = free)
  having count(*) > 0
  returning id into added;
  if added is null then
    raise exception using errcode = 'PT409', message = 'too_many_photos';
  end if;
  return added;
end;
$$;

-- Whether the caller holds the booking of this photo: they name its email address, or it is their account's.
create function public.holds_booking_photo(photo_id uuid, email text default null) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.booking_photos as photo
    join public.bookings as booking on booking.id = photo.booking_id
    where photo.id = photo_id and private.is_holder(booking, holds_booking_photo.email)
  );
end;
$$;

-- Removes a photo, by the holder of its booking, until the visit; of a cancelled booking at any time. Nobody can read
-- it from then on, and its file follows. Raises photo_not_found (404), booking_past (409).
create function public.remove_booking_photo(photo_id uuid, email text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  if not public.holds_booking_photo(photo_id, remove_booking_photo.email) then
    raise exception using errcode = 'PT404', message = 'photo_not_found';
  end if;
  select * into booking
  from public.bookings
  where id = (select booking_id from public.booking_photos where id = photo_id);
  if booking.status <> 'cancelled' and private.has_come(booking) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  update public.booking_photos set booking_id = null where id = photo_id;
end;
$$;

-- Takes the photos from bookings whose customer is erased.
create function private.forget_photos(booking_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.booking_photos set booking_id = null where booking_id = any (booking_ids);
$$;

-- Up to a thousand removed photos, whose files are to be deleted.
create function public.removed_booking_photos() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.booking_photos where booking_id is null order by created_at limit 1000;
$$;

-- Deletes the rows of removed photos, once no upload under their ids can begin or end any more.
create function public.forget_booking_photos(photo_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from public.booking_photos
  where id = any (photo_ids) and booking_id is null and created_at < now() - interval '20 minutes';
$$;

create policy "Photos of bookings can be uploaded under an id of a holder"
  on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'bookings' and private.awaits_photo(name));

create policy "Photos of bookings can be read by administrators"
  on storage.objects for select to authenticated
  using (bucket_id = 'bookings' and (select public.is_admin()));

revoke all on function
  public.add_booking_photo, public.holds_booking_photo, public.remove_booking_photo, public.removed_booking_photos,
  public.forget_booking_photos
  from public, anon, authenticated, service_role;
grant execute on function private.awaits_photo to anon, authenticated;
grant execute on function public.add_booking_photo, public.remove_booking_photo to anon, authenticated;
grant execute on function public.holds_booking_photo to authenticated, service_role;
grant execute on function
  private.booking_photo_names, public.removed_booking_photos, public.forget_booking_photos
  to service_role;

-- Replaces the optional details of a booking (private.more_of), before the visit; what `more` lacks is emptied.
-- By its holder, as for booking_details. -> private.more_of
-- Raises as private.booking_of_holder, and more_invalid (400).
create or replace function public.save_booking_more(target_booking_id uuid, more jsonb, email text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings := private.booking_of_holder(target_booking_id, save_booking_more.email);
begin
  begin
    update public.bookings
    set
      gate_access = coalesce(btrim(more ->> 'gate_access'), ''),
      has_water = coalesce(more ->> 'has_water', ''),
      has_power = coalesce(more ->> 'has_power', ''),
      customer_notes = coalesce(btrim(more ->> 'customer_notes'), '')
    where id = booking.id
    returning * into booking;
  exception when check_violation then
    raise exception using errcode = 'PT400', message = 'more_invalid';
  end;
  return private.more_of(booking);
end;
$$;

-- What a booking's holder sees beyond its row, for each of the bookings that the caller may see. An email address
-- opens one booking.
-- -> [{booking_id, the customer's name, email, phone and address, more, the ids of photos, the parts of the price,
-- add_ons, paid_cents, refunded_cents, due_now_cents (0 unless a payment is awaited), due_on_site_cents,
-- hold_expires_at (null: not held, or permanent), hold_extensions}]
create or replace function public.booking_details(target_booking_ids uuid[], email text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'booking_id', booking.id,
    'customer_name', booking.customer_name,
    'customer_email', booking.customer_email,
    'customer_phone', booking.customer_phone,
    'address', booking.address,
    'city', booking.city,
    'province', booking.province,
    'postal_code', booking.postal_code,
    'more', private.more_of(booking),
    'photos', private.photos_of(booking.id),
    'tax_lines', booking.tax_lines,
    'add_ons', booking.add_ons,
    'coupon_code', booking.coupon_code,
    'price_cents', booking.price_cents,
    'discount_cents', booking.discount_cents,
    'tip_cents', booking.tip_cents,
    'tax_cents', booking.tax_cents,
    'total_cents', booking.total_cents,
    'deposit_cents', booking.deposit_cents,
    'paid_cents', money.paid_cents,
    'refunded_cents', money.refunded_cents,
    'due_now_cents', case booking.status when 'pending_payment' then booking.due_now_cents else 0 end,
    'due_on_site_cents', case booking.status when 'cancelled' then 0 else private.due_on_site_cents(booking) end,
    'hold_expires_at', claim.expires_at,
    'hold_extensions', booking.hold_extensions
  )), '[]')
  from public.bookings as booking
  cross join lateral private.money_of(booking.id) as money
  left join public.slot_claims as claim on claim.booking_id = booking.id
  where booking.id = any (target_booking_ids)
    and (
      (
        cardinality(target_booking_ids) = 1
        and booking.customer_email = nullif(lower(btrim(booking_details.email)), '')
      )
      or (booking.user_id = (select auth.uid()) and (select private.proves_enough()))
    );
$$;

-- A visit as the owner needs it on the road: time, customer, car, address, `more` as private.more_of, ids of photos,
-- cents due, marks, crew and note. `called_off` as private.called_off.
create or replace function private.car_of_day(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', booking.id,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'duration_minutes', booking.duration_minutes,
      'service_name', booking.service_name,
      'customer_name', booking.customer_name,
      'customer_phone', booking.customer_phone,
      'car', concat_ws(' ', booking.car_year, booking.car_model),
      'vehicle_type', booking.vehicle_type,
      'address', booking.address,
      'city', booking.city,
      'province', booking.province,
      'postal_code', booking.postal_code,
      'more', private.more_of(booking),
      'photos', private.photos_of(booking.id),
      'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
      'done_at', booking.done_at,
      'no_show_at', booking.no_show_at,
      'called_off', (select state from private.rain_of(booking)),
      'crew', (select crew from public.slot_claims where booking_id = booking.id),
      'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
    )
    from private.payment_sums(booking.id) as sums
  );
end;
$$;

-- A booking as its page shows it: its columns, `money`, `note` {text, version}, when its hold ends (null: for good,
-- or not held), `called_off`, ids of `photos` and `timeline`. Raises administrators_only (403), booking_not_found (404).
create or replace function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address' || jsonb_build_object('more', private.more_of(booking)),
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', (
        select coalesce(sum(tip_cents), 0) from public.payments where booking_id = booking.id and status = 'succeeded'
      )
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'photos', private.photos_of(booking.id),
    'timeline', private.booking_timeline(booking.id),
    'disputes', (
      select coalesce(jsonb_agg(private.dispute_data(dispute) order by dispute.opened_at desc), '[]')
      from public.disputes as dispute
      join public.payments as payment on payment.id = dispute.payment_id
      where payment.booking_id = booking.id
    )
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

-- A booking with everything kept about it, for a data export: its columns, coupon, number of photos, payments, refunds
-- and history. Administrators are not named.
create or replace function private.booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'coupon_used', (select code from public.coupon_redemptions where booking_id = booking.id),
    'photos', jsonb_array_length(private.photos_of(booking.id)),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', payment.amount_cents, 'status', payment.status, 'created_at', payment.created_at,
        'stripe_payment_intent_id', payment.stripe_payment_intent_id, 'refunded_cents', payment.refunded_cents,
        'method', payment.method, 'tip_cents', payment.tip_cents
      ) order by payment.created_at), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', refund.amount_cents, 'status', refund.status, 'created_at', refund.created_at
      ) order by refund.created_at), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', change.at, 'action', change.action, 'was', change.was, 'is', change."is",
        'by', case when change.actor_label in ('Customer', 'Guest', 'System') then change.actor_label
          else 'Administrator' end
      ) order by change.id), '[]')
      from public.booking_changes as change
      where change.booking_id = booking.id and change.action <> 'note'
    )
  );
$$;

-- Clears name, contact, the car's model and place from bookings, their history and notes; services, amounts and dates
-- stay for the books. Removes photos. Cancels unpaid bookings, so that a payment under way is refunded. Coupons stay
-- redeemed.
create or replace function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_choice(whose);
  perform private.cancel(id)
  from public.bookings
  where id = any (booking_ids) and status = 'pending_payment'
  order by id;
  update public.coupon_redemptions
  set email = private.mark_of(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  perform private.clear_personal_columns(booking_ids);
  perform private.forget_photos(booking_ids);
  delete from public.customers where email = forget_person.whose;
end;
$$;

-- Photos that nothing shows: the review was never sent, or the review or gallery photo was deleted. Only those a day
-- old, so that a review being written keeps its photo. Photos of bookings without a row, too. Logos are in the gallery's bucket: those of any version stay,
-- because it can be restored.
create or replace function public.unused_photos() returns table (bucket_id text, name text)
language sql stable set search_path = ''
as $$
  select object.bucket_id, object.name
  from storage.objects as object
  where object.created_at < now() - interval '1 day' and (
    object.bucket_id = 'reviews' and not exists (
      select from public.reviews where private.photo_at('reviews', photo_url) = object.name
    )
    or object.bucket_id = 'gallery' and not exists (
      select from public.gallery_photos where private.photo_at('gallery', image_url) = object.name
    ) and not exists (
      select from public.business_versions where private.photo_at('gallery', business #>> '{facts,logoUrl}') = object.name
    ) and not exists (
      select from public.business_draft where private.photo_at('gallery', business #>> '{facts,logoUrl}') = object.name
    )
    or object.bucket_id = 'bookings' and object.name not in (
      select private.booking_photo_names()
    )
  );
$$;

revoke all on function
  private.photo_id_of, private.photo_is_stored, private.photos_of, private.booking_of_holder, private.forget_photos,
  private.booking_photo_names, private.awaits_photo
  from public;
