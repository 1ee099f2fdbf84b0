-- A first visit is a person's: one mailbox, one phone number, one account. Spellings of an email address that reach the
-- same mailbox are one. Addresses are kept as typed, and emails go there.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- The mailbox that an email address reaches, as far as its spelling tells; for comparing only, never to write to.
-- What follows a plus is a tag of the reader's: the large providers and those who host other domains know it, and no
-- list of them would stay complete. Dots count for nothing at Gmail, and only there.
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

-- What tells that two bookings are one person's, as marks that outlive their erasure; nulls left out.
create function private.marks_of_person(email text, phone text) returns text[]
language sql stable set search_path = ''
as $$
  select array_remove(array[
    private.mark_of(private.mailbox_of(email)),
    private.mark_of('phone:+' || nullif(ltrim(regexp_replace(phone, '\D', '', 'g'), '0'), ''))
  ], null);
$$;

alter table public.coupon_redemptions add column marks text[] not null default '{}';

-- A person erased earlier left only the mark of their address as it was typed.
update public.coupon_redemptions as redemption
set marks = case
  when redemption.email like 'forgotten:%' then array[redemption.email]
  else private.marks_of_person(booking.customer_email, booking.customer_phone)
end
from public.bookings as booking
where booking.id = redemption.booking_id;

create index coupon_redemptions_marks_idx on public.coupon_redemptions using gin (marks);

-- Uses the coupon of a booking, if it has one, once for a mailbox, a phone number and an account; again for the same
-- booking is fine. Raises coupon_used (409).
create or replace function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone);
begin
  if booking.coupon_code is null then
    return;
  end if;
  -- Two bookings with one phone number may have two addresses: uses of a coupon go one after the other.
  perform pg_advisory_xact_lock(7223916, hashtext(booking.coupon_code));
  if exists (
    select
    from public.coupon_redemptions
    where code = booking.coupon_code
      and booking_id <> booking.id
      and marks && (person || private.mark_of(booking.customer_email))
  ) then
    raise unique_violation;
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id, marks)
  values (
    booking.id, booking.coupon_code, coalesce(booking.customer_email, 'phone:' || booking.customer_phone),
    booking.user_id, person
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

-- Frees the coupons of this person's other unpaid bookings that hold no time any more.
create or replace function private.free_unheld_coupons(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone);
begin
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

revoke all on function private.mailbox_of(text), private.marks_of_person(text, text) from public;
grant execute on function private.mailbox_of(text), private.marks_of_person(text, text) to service_role;
