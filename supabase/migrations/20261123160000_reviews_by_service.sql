-- Reviews know their service, the owner replies to them, and their ratings are counted by service.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.reviews
  add column service_name text,
  add column reply text,
  add column replied_at timestamptz;
-- Rows that are there have no reply. They are validated by a later migration, without a lock.
alter table public.reviews add constraint reviews_reply_check check (length(btrim(reply)) between 1 and 2000) not valid;

grant select (service_name, reply, replied_at) on public.reviews to anon;
grant select (service_name, reply, replied_at), update (reply) on public.reviews to authenticated;

update public.reviews set service_name = bookings.service_name
from public.bookings where bookings.id = reviews.booking_id;

create index reviews_of_service_idx on public.reviews (service_name, created_at desc, id desc) where is_approved;

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

create or replace function private.recount_reviews() returns void
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

create or replace function private.count_review() returns trigger
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

revoke all on function private.note_service, private.date_reply, private.count_rating
from public, anon, authenticated, service_role;
revoke all on function public.review_counts from public, anon, authenticated, service_role;
grant execute on function public.review_counts to anon, authenticated, service_role;

create trigger note_service before insert on public.reviews
  for each row execute function private.note_service();

create trigger date_reply before update of reply on public.reviews
  for each row when (new.reply is distinct from old.reply)
  execute function private.date_reply();

select private.recount_reviews();
