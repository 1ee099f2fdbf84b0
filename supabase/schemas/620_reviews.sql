-- Reviews: anyone writes one, only approved ones are public.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.bookings (id) on delete set null,
  customer_name text not null check (length(btrim(customer_name)) between 1 and 100),
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) <= 2000),
  photo_url text check (length(photo_url) <= 1000),
  is_approved boolean not null default false,
  created_at timestamptz not null default now(),
  -- In pixels; null without a photo, or where the storage does not know. Set by a trigger.
  photo_width integer check (photo_width > 0),
  photo_height integer check (photo_height > 0),
  -- The photo's name in the storage, however its address was written. Set by a trigger. A photo belongs to one review.
  photo_name text unique,
  -- Too many came at once. The owner releases it before it waits for approval.
  is_held_back boolean not null default false,
  -- The name of the service of its booking, as it was when the review was written. Set by a trigger.
  service_name text,
  -- The owner's answer, public with the review.
  reply text check (length(btrim(reply)) between 1 and 2000),
  -- Set by a trigger.
  replied_at timestamptz,
  constraint reviews_held_back_check check (not (is_approved and is_held_back))
);

create index reviews_created_at_idx on public.reviews (is_approved, created_at desc);
create index reviews_booking_id_idx on public.reviews (booking_id);
create index reviews_public_rating_idx on public.reviews (rating) where is_approved;
create index reviews_of_service_idx on public.reviews (service_name, created_at desc, id desc) where is_approved;
create index reviews_held_back_idx on public.reviews (created_at desc, id desc) where is_held_back;
create index reviews_waiting_idx on public.reviews (created_at desc, id desc)
  where not is_approved and not is_held_back;

alter table public.reviews enable row level security;
create policy "Server functions may do what they are granted"
  on public.reviews for all to service_role using (true) with check (true);
revoke all on public.reviews from public, anon, authenticated, service_role;
grant select (
  id, customer_name, rating, comment, photo_url, is_approved, created_at, photo_width, photo_height, service_name,
  reply, replied_at
) on public.reviews to anon;
grant insert (
  booking_id, customer_name, rating, comment, photo_url, is_approved
) on public.reviews to anon, authenticated;
grant delete on public.reviews to authenticated;
grant select (
  id, customer_name, rating, comment, photo_url, is_approved, created_at, photo_width, photo_height, is_held_back,
  service_name, reply, replied_at
) on public.reviews to authenticated;
grant update (is_approved, is_held_back, reply) on public.reviews to authenticated;
grant all on public.reviews to service_role;

create trigger guard_deleted_rows after delete on public.reviews
  referencing old table as deleted_rows
  for each statement execute function private.guard_deleted_rows();

-- Trigger: sets the photo's size from the storage. Raises unknown_photo (400).
create function private.size_review_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := '{}';
begin
  if new.photo_url is not null then
    known := private.photo_metadata('reviews', new.photo_url);
  end if;
  new.photo_width := known ->> 'width';
  new.photo_height := known ->> 'height';
  return new;
end;
$$;

-- Trigger: sets photo_name. Raises photo_taken (409) when another review shows that photo.
create function private.name_review_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.photo_name := private.photo_at('reviews', new.photo_url);
  if exists (select from public.reviews where photo_name = new.photo_name and id <> new.id) then
    raise exception using errcode = 'PT409', message = 'photo_taken';
  end if;
  return new;
end;
$$;

-- Trigger: notes the service of the booking that the review is about, for the review outlives the booking.
create function private.note_service() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.service_name := (select service_name from public.bookings where id = new.booking_id);
  return new;
end;
$$;

-- Trigger: dates the owner's reply.
create function private.date_reply() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.replied_at := case when new.reply is not null then now() end;
  return new;
end;
$$;

-- Trigger: limits reviews, counted one after the other. From the 201st of an hour on a review is held back, without a
-- sign to its writer; from 4,000 held back within a day on it is refused, so that storage stays bounded. Raises
-- too_many_reviews (429).
create function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_counted('public.reviews');
  if (
    select count(*) >= 200 from public.reviews
    where not is_held_back and created_at > now() - interval '1 hour'
  ) then
    if (
      select count(*) >= 4000 from public.reviews where is_held_back and created_at > now() - interval '1 day'
    ) then
      raise exception using errcode = 'PT429', message = 'too_many_reviews';
    end if;
    new.is_held_back := true;
  end if;
  return new;
end;
$$;

-- The number of approved reviews and the sum of their ratings: one row, kept by the reviews themselves.
create table private.review_totals (
  only_row boolean primary key default true check (only_row),
  approved integer not null default 0,
  ratings integer not null default 0
);

alter table private.review_totals enable row level security;
revoke all on private.review_totals from public, anon, authenticated, service_role;
insert into private.review_totals default values;

-- How many approved reviews of a service have a rating, kept by the reviews themselves. Without a booking the service is
-- empty.
create table private.review_counts (
  service_name text not null,
  rating smallint not null,
  approved integer not null,
  primary key (service_name, rating)
);

alter table private.review_counts enable row level security;
revoke all on private.review_counts from public, anon, authenticated, service_role;

-- Counts the totals again; private.count_review keeps them from then on.
create function private.recount_reviews() returns void
language sql set search_path = ''
as $$
  update private.review_totals
  set (approved, ratings) = (select count(*), coalesce(sum(rating), 0) from public.reviews where is_approved)
  where only_row;
  delete from private.review_counts where true;
  insert into private.review_counts (service_name, rating, approved)
  select coalesce(service_name, ''), rating, count(*) from public.reviews where is_approved group by 1, 2;
$$;

-- Adds to the count of a service's reviews with this rating.
create function private.count_rating(service text, stars integer, more integer) returns void
language sql set search_path = ''
as $$
  insert into private.review_counts (service_name, rating, approved) values (coalesce(service, ''), stars, more)
  on conflict (service_name, rating) do update set approved = review_counts.approved + more;
$$;

-- Trigger: adds what a change of a review means to the totals.
create function private.count_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was integer := case when tg_op <> 'INSERT' and old.is_approved then old.rating end;
  becomes integer := case when tg_op <> 'DELETE' and new.is_approved then new.rating end;
begin
  if was is distinct from becomes then
    update private.review_totals
    set
      approved = approved + (becomes is not null)::integer - (was is not null)::integer,
      ratings = ratings + coalesce(becomes, 0) - coalesce(was, 0)
    where only_row;
    if was is not null then
      perform private.count_rating(old.service_name, was, -1);
    end if;
    if becomes is not null then
      perform private.count_rating(new.service_name, becomes, 1);
    end if;
  end if;
  return null;
end;
$$;

-- The rating of the approved reviews: {count, average}, to one decimal, null without any.
create function public.review_rating() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('count', approved, 'average', round(ratings::numeric / nullif(approved, 0), 1))
  from private.review_totals;
$$;

-- The approved reviews by service and rating: [{service, rating, count}]. The service is null without a booking.
create function public.review_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('service', nullif(service_name, ''), 'rating', rating, 'count', approved)
      order by service_name, rating
    ),
    '[]'
  )
  from private.review_counts where approved > 0;
$$;

create trigger clean_typed before insert or update of customer_name, comment, reply on public.reviews
  for each row execute function private.clean_typed('customer_name', 'comment,reply');

create trigger refuse_many after insert on public.reviews
  referencing new table as written
  for each statement execute function private.refuse_many();

create trigger count_review after insert or delete or update of is_approved, rating on public.reviews
  for each row execute function private.count_review();

create trigger note_service before insert on public.reviews
  for each row execute function private.note_service();

create trigger date_reply before update of reply on public.reviews
  for each row when (new.reply is distinct from old.reply)
  execute function private.date_reply();

create trigger size_photo before insert or update of photo_url on public.reviews
  for each row execute function private.size_review_photo();

create trigger name_photo before insert or update of photo_url on public.reviews
  for each row execute function private.name_review_photo();

create trigger limit_reviews before insert on public.reviews
  for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.limit_reviews();

create policy "Approved reviews can be read by everyone"
  on public.reviews for select to anon, authenticated
  using (is_approved);

create policy "All reviews can be read by those who manage them"
  on public.reviews for select to authenticated
  using ((select private.manages_reviews()));

create policy "Reviews can be written by everyone, unapproved"
  on public.reviews for insert to anon, authenticated
  with check (not is_approved);

create policy "Reviews can be approved by those who manage them"
  on public.reviews for update to authenticated
  using ((select private.manages_reviews()))
  with check ((select private.manages_reviews()));

create policy "Reviews can be deleted by those who manage them"
  on public.reviews for delete to authenticated
  using ((select private.manages_reviews()));

revoke all on function public.review_rating from public, anon, authenticated, service_role;
grant execute on function public.review_rating to anon, authenticated, service_role;

revoke all on function public.review_counts from public, anon, authenticated, service_role;
grant execute on function public.review_counts to anon, authenticated, service_role;
