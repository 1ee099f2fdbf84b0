-- Reviews: anyone writes one, only approved ones are public.

-- The info address of the business. Whoever signs in with it manages reviews, administrator or not.
create table private.business (
  only_row boolean primary key default true check (only_row),
  info_email text not null check (info_email = lower(btrim(info_email)) and info_email like '%_@_%')
);
revoke all on private.business from public;
grant select, insert, update on private.business to service_role;
insert into private.business (info_email) values ('info@lustre.example');

-- Sets the info address, as the business has it in its own data.
create function public.set_info_email(address text) returns void
language sql set search_path = ''
as $$
  update private.business set info_email = lower(btrim(address));
$$;

create function private.manages_reviews() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_admin() or exists (
    select from private.business where info_email = private.confirmed_email()
  );
$$;

revoke all on function public.set_info_email(text) from public, anon, authenticated, service_role;
grant execute on function public.set_info_email(text) to service_role;
revoke all on function private.manages_reviews() from public;
grant execute on function private.manages_reviews() to authenticated;

-- One request writes one row: nobody fills a table with a single call. Raises one_at_a_time (400).
create function private.refuse_many() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and (select count(*) from written) > 1 then
    raise exception using errcode = 'PT400', message = 'one_at_a_time';
  end if;
  return null;
end;
$$;
revoke all on function private.refuse_many() from public;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.bookings (id) on delete set null,
  customer_name text not null check (length(btrim(customer_name)) between 1 and 100),
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) <= 2000),
  photo_url text check (length(photo_url) <= 1000),
  is_approved boolean not null default false,
  created_at timestamptz not null default now()
);

create index reviews_created_at_idx on public.reviews (is_approved, created_at desc);
create index reviews_booking_id_idx on public.reviews (booking_id);

revoke all on public.reviews from public, anon, authenticated, service_role;
grant all on public.reviews to service_role;
-- Not the booking: its id opens it.
grant select (id, customer_name, rating, comment, photo_url, is_approved, created_at) on public.reviews to anon, authenticated;
grant insert (booking_id, customer_name, rating, comment, photo_url, is_approved) on public.reviews to anon, authenticated;
grant update (is_approved), delete on public.reviews to authenticated;

alter table public.reviews enable row level security;

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

create trigger refuse_many after insert on public.reviews
  referencing new table as written
  for each statement execute function private.refuse_many();
