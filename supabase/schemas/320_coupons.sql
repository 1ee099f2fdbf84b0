-- A coupon counts once per mailbox, phone number and account. A row lives with its booking: it is deleted when the
-- hold is replaced or expires, and when the booking is cancelled.

create table public.coupon_redemptions (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  code text not null,
  email text not null,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Marks of the mailbox and the phone number of its person, which outlast their erasure.
  marks text[] not null default '{}',
  constraint coupon_redemptions_once_an_email unique (code, email),
  constraint coupon_redemptions_once_an_account unique (code, user_id)
);

create index coupon_redemptions_email_idx on public.coupon_redemptions (email);
create index coupon_redemptions_user_id_idx on public.coupon_redemptions (user_id);
create index coupon_redemptions_marks_idx on public.coupon_redemptions using gin (marks);
-- Counts the uses of a coupon.
create index coupon_redemptions_code_idx on public.coupon_redemptions (code);

alter table public.coupon_redemptions enable row level security;
create policy "Server functions may do what they are granted"
  on public.coupon_redemptions for all to service_role using (true) with check (true);
revoke all on public.coupon_redemptions from public, anon, authenticated, service_role;
grant all on public.coupon_redemptions to service_role;

-- A keyed hash of an email address or a phone number, which outlasts the erasure of customer data.
create function private.keyed_hash(email text) returns text
language sql stable security definer set search_path = ''
as $$
  select 'forgotten:' || encode(sha256(convert_to(pepper || lower(btrim(email)), 'UTF8')), 'hex')
  from private.forgetting;
$$;

-- The mailbox that an email address reaches, as far as its spelling shows; for comparing only, never to write to. A
-- part after a plus is a tag: the large providers and those who host other domains ignore it. Dots are ignored at
-- Gmail only.
create function private.mailbox_of(email text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when name = '' or domain = '' then address
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select
      lower(btrim(email)) as address,
      regexp_replace(regexp_replace(lower(btrim(email)), '@[^@]*$', ''), '\+.*$', '') as name,
      substring(lower(btrim(email)) from '@([^@]+)$') as domain
  ) as parts;
$$;

-- The marks of a customer's mailbox and phone number, without nulls. Equal marks mean one person.
create function private.marks_of_person(email text, phone text) returns text[]
language sql stable set search_path = ''
as $$
  select array_remove(array[
    private.keyed_hash(private.mailbox_of(email)),
    private.keyed_hash('phone:+' || nullif(ltrim(regexp_replace(phone, '\D', '', 'g'), '0'), ''))
  ], null);
$$;

-- Whether the person of this booking, by mailbox, phone number or account, has another one that is confirmed in any
-- way.
create function private.has_other_visit(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as other
    where other.customer_email in (
        select email from public.customers
        where private.mailbox_of(email) = private.mailbox_of(booking.customer_email)
      )
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  ) or exists (
    select from public.bookings as other
    where other.customer_phone = booking.customer_phone
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  ) or exists (
    select from public.bookings as other
    where other.user_id = booking.user_id
      and other.id <> booking.id and other.status in ('deposit_paid', 'confirmed', 'paid')
  );
end;
$$;

-- How many bookings but those `apart` use a coupon, counted up to `most` if given. An unpaid one does while its time is
-- held. Counts all of its uses in an index, and takes off the few that don't count.
create function private.uses_of_coupon(coupon_code text, apart uuid[], most integer default null) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  left_out bigint;
begin
  select count(*) into left_out
  from (
    select id from public.bookings as unpaid
    where unpaid.status = 'pending_payment'
      and unpaid.coupon_code = uses_of_coupon.coupon_code
      and not exists (select from public.slot_claims where booking_id = unpaid.id and expires_at > now())
    union
    select unnest(apart)
  ) as those
  join public.coupon_redemptions as redemption on redemption.booking_id = those.id
  where redemption.code = uses_of_coupon.coupon_code;
  return (
    select count(*)
    from (
      select from public.coupon_redemptions where code = uses_of_coupon.coupon_code limit most + left_out
    ) as used
  ) - left_out;
end;
$$;

-- Why this person may not use the coupon of the booking: coupon_used, coupon_held by another unpaid booking of theirs
-- whose time is held, coupon_first_visit or coupon_used_up; null when they may, and for an unknown code. Redemptions of
-- the bookings `apart` don't count; a use of an expired hold is free.
create function private.coupon_refusal_of_booking(booking public.bookings, apart uuid[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Computed once, not for each redemption.
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone)
    || private.keyed_hash(booking.customer_email);
  coupon jsonb;
  most integer;
  is_held boolean;
begin
  select bool_and(other.status = 'pending_payment') into is_held
  from (
    -- A union, so that each part uses an index.
    select booking_id, code from public.coupon_redemptions where marks && person
    union
    select booking_id, code from public.coupon_redemptions where user_id = booking.user_id
  ) as redemption
  join public.bookings as other on other.id = redemption.booking_id
  where redemption.code = booking.coupon_code
    and redemption.booking_id <> all (apart)
    and (
      other.status <> 'pending_payment'
      or exists (select from public.slot_claims where booking_id = other.id and expires_at > now())
    );
  if is_held is not null then
    return case when is_held then 'coupon_held' else 'coupon_used' end;
  end if;
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = booking.coupon_code;
  most := coupon ->> 'maxUses';
  return case
    when (coupon ->> 'isFirstVisitOnly')::boolean and private.has_other_visit(booking) then 'coupon_first_visit'
    when most is not null and private.uses_of_coupon(booking.coupon_code, apart, most) >= most then 'coupon_used_up'
  end;
end;
$$;

-- As private.coupon_refusal_of_booking, for the signed-in person, whose unpaid bookings don't count: the next one replaces them.
-- It takes no email address or phone number, so that it tells nothing about other people.
create function public.coupon_refusal(code text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted public.bookings;
begin
  wanted.id := gen_random_uuid();
  wanted.coupon_code := upper(regexp_replace(coupon_refusal.code, '\s+', '', 'g'));
  wanted.user_id := (select auth.uid());
  wanted.customer_email := private.confirmed_email();
  wanted.customer_phone := (
    select '+' || nullif(phone, '') from auth.users where id = wanted.user_id and phone_confirmed_at is not null
  );
  return private.coupon_refusal_of_booking(
    wanted, array(select id from public.bookings where user_id = wanted.user_id and status = 'pending_payment')
  );
end;
$$;

-- A coupon by its code alone, for everybody who wants to book: {discount, validFrom, validUntil, isUsedUp}, null when it
-- is unknown. It says nothing about a person's own uses or visits. The hold of the caller doesn't count: the next
-- booking replaces it.
create function public.coupon_offer(code text, own_booking_id uuid default null, holder_token text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := upper(regexp_replace(coupon_offer.code, '\s+', '', 'g'));
  coupon jsonb;
  most integer;
  own_hold uuid;
begin
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = wanted;
  if coupon is null then
    return null;
  end if;
  if own_booking_id is not null then
    own_hold := public.own_hold(own_booking_id, holder_token, (select auth.uid()));
  end if;
  most := coupon ->> 'maxUses';
  return jsonb_build_object(
    'discount', coupon -> 'discount',
    'validFrom', coupon -> 'validFrom',
    'validUntil', coupon -> 'validUntil',
    'isUsedUp', most is not null
      and private.uses_of_coupon(wanted, array_remove(array[own_hold], null), most) >= most
  );
end;
$$;

-- Redeems a booking's coupon, if it has one, once for a mailbox, a phone number and an account, and by the rules of
-- the published coupon; again for the same booking is fine. Raises coupon_used, coupon_held, coupon_used_up,
-- coupon_first_visit (409).
create function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  refusal text;
begin
  if booking.coupon_code is null then
    return;
  end if;
  -- Two bookings with one phone number may have two addresses, so redemptions of a coupon are serialized.
  perform private.lock_coupon(booking.coupon_code);
  refusal := private.coupon_refusal_of_booking(booking, array[booking.id]);
  if refusal = 'coupon_used' then
    raise unique_violation;
  elsif refusal is not null then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id, marks)
  values (
    booking.id, booking.coupon_code, coalesce(booking.customer_email, 'phone:' || booking.customer_phone),
    booking.user_id, private.marks_of_person(booking.customer_email, booking.customer_phone)
  )
  on conflict (booking_id) do nothing;
exception
  when unique_violation then
    raise exception using
      errcode = 'PT409',
      message = 'coupon_used',
      detail = 'This coupon was already used with this email address, phone number or account.';
end;
$$;

-- Frees the coupons of this person's other unpaid bookings without a held time, for a booking with a coupon.
create function private.free_unheld_coupons(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  person text[];
begin
  if booking.coupon_code is null then
    return;
  end if;
  person := private.marks_of_person(booking.customer_email, booking.customer_phone);
  delete from public.coupon_redemptions as redemption
  using public.bookings as other
  where redemption.booking_id = other.id
    and other.id <> booking.id
    and other.status = 'pending_payment'
    and (redemption.marks && person or redemption.user_id = booking.user_id)
    and not exists (
      select from public.slot_claims where booking_id = other.id and expires_at > now()
    );
end;
$$;

revoke all on function public.coupon_offer from public, anon, authenticated, service_role;
grant execute on function public.coupon_offer to anon, authenticated;
revoke all on function public.coupon_refusal from public, anon, authenticated, service_role;
grant execute on function public.coupon_refusal to authenticated;
grant execute on function
  private.keyed_hash, private.mailbox_of, private.marks_of_person, private.has_other_visit, private.uses_of_coupon,
  private.coupon_refusal_of_booking, private.redeem_coupon, private.free_unheld_coupons
  to service_role;

-- How many bookings used each of these coupons, held times included, by its code. Raises administrators_only (403).
create function public.coupon_uses(codes text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_object_agg(wanted.code, private.uses_of_coupon(wanted.code, '{}')), '{}')
    from unnest(codes) as wanted (code)
  );
end;
$$;

revoke all on function public.coupon_uses from public, anon, authenticated, service_role;
grant execute on function public.coupon_uses to authenticated;
