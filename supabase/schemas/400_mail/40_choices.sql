-- Unsubscribing from review requests, by a link that needs no login.

create table public.mail_choices (
  -- An email address; after erasure, a mark of it.
  email text primary key,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now()
);

alter table public.mail_choices enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_choices for all to service_role using (true) with check (true);
revoke all on public.mail_choices from public, anon, authenticated, service_role;
grant all on public.mail_choices to service_role;

-- The links of an address. The table keeps a hash instead of the token.
create table public.mail_choice_links (
  token_hash bytea primary key,
  email text not null references public.mail_choices (email) on update cascade on delete cascade,
  created_at timestamptz not null default now()
);

create index mail_choice_links_email_idx on public.mail_choice_links (email);

alter table public.mail_choice_links enable row level security;
create policy "Server functions may do what they are granted"
  on public.mail_choice_links for all to service_role using (true) with check (true);
revoke all on public.mail_choice_links from public, anon, authenticated, service_role;
grant all on public.mail_choice_links to service_role;

-- A token for unsubscribing an address, which works for good.
create function private.unsubscribe_token(whose text) returns text
language plpgsql set search_path = ''
as $$
declare
  token text := private.new_token();
begin
  insert into public.mail_choices (email) values (whose) on conflict (email) do nothing;
  insert into public.mail_choice_links (token_hash, email) values (private.hash_of_token(token), whose);
  return token;
end;
$$;

-- Whether an address unsubscribed from review requests.
create function private.has_unsubscribed(whose text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.mail_choices
    where email in (whose, private.keyed_hash(whose)) and unsubscribed_at is not null
  );
$$;

-- Whether an address may get a review request: not after it wrote a review, or unsubscribed.
create function private.may_ask_for_review(whose text) returns boolean
language sql stable set search_path = ''
as $$
  select whose is not null
    and not private.is_forgotten(whose)
    and not private.has_unsubscribed(whose)
    and not exists (
      select
      from public.bookings as booking
      join public.reviews as review on review.booking_id = booking.id
      where booking.customer_email = whose
    );
$$;

-- The choice behind an unsubscribe link. `wanted`: null only reads, false unsubscribes and drops queued requests,
-- true subscribes again. Repeating is fine. -> {address, is_subscribed}; null when the token is unknown.
create function public.choose_mail(secret text, wanted boolean default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  choice public.mail_choices;
begin
  select * into choice from public.mail_choices
  where email = (
    select link.email from public.mail_choice_links as link where link.token_hash = private.hash_of_token(secret)
  )
  for update;
  if not found then
    return null;
  end if;
  if wanted is not null then
    update public.mail_choices
    set unsubscribed_at = case when not wanted then coalesce(unsubscribed_at, now()) end
    where email = choice.email
    returning * into choice;
  end if;
  if choice.unsubscribed_at is not null then
    delete from public.mail_outbox
    where template_type = 'review_request' and to_email = choice.email and status = 'queued';
  end if;
  return jsonb_build_object(
    'address', private.hinted(choice.email),
    'is_subscribed', choice.unsubscribed_at is null
  );
end;
$$;

-- An address as its owner recognizes it: "ro…@example.com".
create function private.hinted(whose text) returns text
language sql immutable set search_path = ''
as $$
  select case when whose like 'forgotten:%' then '' else
    left(split_part(whose, '@', 1), case when length(split_part(whose, '@', 1)) > 3 then 2 else 1 end)
    || '…@' || split_part(whose, '@', 2)
  end;
$$;

revoke all on function public.choose_mail from public, anon, authenticated, service_role;
grant execute on function
  private.unsubscribe_token, private.has_unsubscribed, private.may_ask_for_review, public.choose_mail,
  private.hinted
  to service_role;
