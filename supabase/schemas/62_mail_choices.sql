-- Who wants to hear of no more than their own bookings. A link in every such mail says so without signing in.

create table public.mail_choices (
  -- An e-mail address; once its person is forgotten, a mark of it.
  email text primary key,
  -- The secret of the link: one for each address, and it tells nobody whose it is.
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now()
);

alter table public.mail_choices enable row level security;
revoke all on public.mail_choices from public, anon, authenticated, service_role;
grant all on public.mail_choices to service_role;

-- The secret of an address, which is made when it is first needed.
create function private.unsubscribe_token(whose text) returns text
language sql set search_path = ''
as $$
  insert into public.mail_choices (email) values (whose) on conflict (email) do nothing;
  select token from public.mail_choices where email = whose;
$$;

create function private.has_unsubscribed(whose text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.mail_choices
    where email in (whose, private.mark_of(whose)) and unsubscribed_at is not null
  );
$$;

-- Whether this address may be asked for a review: not once it has written one, or wants to hear of none.
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

-- What the link with this secret is about, and what was chosen. `wanted`: null only looks; false stops what
-- waits to be sent, too; true subscribes again. Again the same is fine.
-- -> {address, is_subscribed}; null for a secret that is nobody's.
create function public.choose_mail(secret text, wanted boolean default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  choice public.mail_choices;
begin
  select * into choice from public.mail_choices where token = secret for update;
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

-- An address as its own person still knows it: "ro…@example.com".
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
