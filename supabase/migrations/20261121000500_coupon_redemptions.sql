-- A coupon counts once per e-mail address and once per account. A row lives with its booking: it goes
-- when the hold is replaced or lapses, and when the booking is cancelled.

create table public.coupon_redemptions (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  code text not null,
  email text not null,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint coupon_redemptions_once_an_email unique (code, email),
  constraint coupon_redemptions_once_an_account unique (code, user_id)
);

create index coupon_redemptions_email_idx on public.coupon_redemptions (email);
create index coupon_redemptions_user_id_idx on public.coupon_redemptions (user_id);

revoke all on public.coupon_redemptions from public, anon, authenticated, service_role;
grant all on public.coupon_redemptions to service_role;

alter table public.coupon_redemptions enable row level security;

-- Uses the coupon of a booking, if it has one; again for the same booking is fine.
-- Raises coupon_used (409).
create function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if booking.coupon_code is null then
    return;
  end if;
  insert into public.coupon_redemptions (booking_id, code, email, user_id)
  values (booking.id, booking.coupon_code, booking.customer_email, booking.user_id)
  on conflict (booking_id) do nothing;
exception
  when unique_violation then
    raise exception using
      errcode = 'PT409',
      message = 'coupon_used',
      detail = 'This coupon was already used with this e-mail address or account.';
end;
$$;

revoke all on function private.redeem_coupon(public.bookings) from public;
grant execute on function private.redeem_coupon(public.bookings) to service_role;
