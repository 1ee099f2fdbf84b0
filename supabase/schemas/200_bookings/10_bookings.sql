-- Bookings. Money is in integer cents; date and time are local to the business (America/Toronto). Price, tax label
-- and cancellation policy are stored as promised.

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  customer_name text not null check (length(customer_name) between 1 and 100),
  -- Lower case. Null only for a phone booking.
  customer_email text check (
    customer_email = lower(btrim(customer_email))
    and length(customer_email) <= 254
    and customer_email like '%_@_%'
  ),
  customer_phone text not null check (customer_phone ~ '^\+[0-9]{8,15}$'),
  -- The account it belongs to; null for a guest's.
  user_id uuid references auth.users (id) on delete set null,
  service_id text not null check (length(service_id) between 1 and 60),
  service_name text not null check (length(service_name) between 1 and 100),
  vehicle_type text not null check (vehicle_type ~ '^[a-z0-9-]{1,40}$'),
  car_model text not null check (length(car_model) between 1 and 80),
  car_year integer not null check (car_year between 1900 and 2200),
  booking_date date not null,
  booking_time time not null check (extract(second from booking_time) = 0),
  duration_minutes integer not null check (duration_minutes between 15 and 720),
  status text not null default 'pending_payment' check (
    status in ('pending_payment', 'deposit_paid', 'confirmed', 'paid', 'cancelled')
  ),
  deposit_paid boolean not null default false,
  payment_option text not null check (payment_option in ('pay_deposit', 'pay_full_online', 'pay_later')),
  price_cents integer not null check (price_cents > 0),
  discount_cents integer not null default 0 check (discount_cents between 0 and price_cents),
  tip_cents integer not null default 0 check (tip_cents >= 0),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  total_cents integer not null,
  -- What the card is charged when booking.
  due_now_cents integer not null check (due_now_cents >= 0),
  deposit_cents integer not null check (deposit_cents >= 0),
  tax_label text not null default '' check (length(tax_label) <= 40),
  coupon_code text check (length(coupon_code) between 1 and 40),
  free_cancellation_hours integer not null check (free_cancellation_hours between 0 and 720),
  location_type text not null default 'mobile' check (location_type = 'mobile'),
  address text not null check (length(address) between 1 and 160),
  city text not null check (length(city) between 1 and 80),
  province text not null check (province ~ '^[A-Z]{2}$'),
  postal_code text not null check (postal_code ~ '^[A-Z][0-9][A-Z] [0-9][A-Z][0-9]$'),
  stripe_checkout_session_id text check (length(stripe_checkout_session_id) <= 255),
  -- Counts the changes of the appointment, for calendars that already have it.
  calendar_sequence integer not null default 0 check (calendar_sequence >= 0),
  -- The network it was made from, to limit open holds.
  client_address text check (length(client_address) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  -- When the customer first moved it after free cancellation had ended: from then on the deposit is kept.
  -- Null as long as the policy alone decides.
  deposit_kept_since timestamptz,
  source text not null default 'online' check (source in ('online', 'phone')),
  -- When the owner marked the visit as done, or the customer as absent.
  done_at timestamptz,
  no_show_at timestamptz,
  -- How often its hold was extended. Kept when the claim is deleted.
  hold_extensions smallint not null default 0,
  -- Names the appointment in calendar files for as long as the booking exists.
  calendar_uid uuid not null default gen_random_uuid(),
  -- What the customer told besides; empty or null when not given.
  gate_access text default '' check (length(gate_access) <= 200),
  has_water text default '' check (has_water in ('', 'Yes', 'No')),
  has_power text default '' check (has_power in ('', 'Yes', 'No')),
  customer_notes text default '' check (length(customer_notes) <= 1000),
  -- As sold: the name of the vehicle class, and the taxes as [{label, basisPoints, cents, registrationNumber}]. Null for
  -- bookings that were sold before these were kept.
  vehicle_name text check (length(vehicle_name) <= 100),
  tax_lines jsonb check (jsonb_typeof(tax_lines) = 'array'),
  -- As sold, in the price and in the duration: [{id, name, priceCents, minutes}]. Null without add-ons.
  add_ons jsonb check (jsonb_typeof(add_ons) = 'array'),
  -- When a later hold of the same customer replaced it. A payment that still arrives confirms it all the same.
  replaced_at timestamptz,
  -- The features of the service as sold, as texts. Null for bookings that were sold before these were kept.
  sold_features jsonb check (jsonb_typeof(sold_features) = 'array'),
  -- When the crew set out, the minutes it said that it needs, and when the work began.
  on_my_way_at timestamptz,
  arriving_in_minutes smallint check (arriving_in_minutes between 1 and 600),
  work_began_at timestamptz,
  -- The part of the discount that it got for a start near another visit; the rest is the coupon's.
  nearby_discount_cents integer not null default 0,
  -- When the owner last changed what was sold. From then on due_now_cents doesn't follow the total.
  sale_changed_at timestamptz,
  -- Whether its id alone opens it. Not once its email address was corrected: emails with the id went to a stranger.
  opens_by_id boolean not null default true,
  -- When the business moved it: cancelling stays free until the moment promised before, if the hours end sooner.
  cancellation_free_until timestamptz,
  constraint bookings_total_adds_up check (
    total_cents = price_cents - discount_cents + tax_cents + tip_cents
  ),
  constraint bookings_nearby_is_part_of_the_discount check (nearby_discount_cents between 0 and discount_cents),
  constraint bookings_discount_has_a_coupon check (
    (coupon_code is null) = (discount_cents = nearby_discount_cents)
  ),
  constraint bookings_cancelled_has_a_moment check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint bookings_due_now_follows_the_option check (
    case
      -- All of it on site, without a deposit; confirmed from the start.
      when payment_option = 'pay_later' then deposit_cents = 0 and due_now_cents = 0
        and status in ('confirmed', 'paid', 'cancelled')
      -- What the card was charged when booking, less refunds of what was paid too much.
      when sale_changed_at is not null then due_now_cents > 0
      when payment_option = 'pay_full_online' then due_now_cents = total_cents and due_now_cents > 0
      else due_now_cents = least(deposit_cents, total_cents) and due_now_cents > 0
    end
  ),
  constraint bookings_without_an_email_come_by_phone check (customer_email is not null or source = 'phone'),
  constraint bookings_end_in_one_way check (done_at is null or no_show_at is null)
);
comment on column public.bookings.payment_option is 'pay_later: all of it on site.';

create index bookings_customer_email_idx on public.bookings (customer_email);
create index bookings_user_id_idx on public.bookings (user_id);
create index bookings_booking_date_idx on public.bookings (booking_date);
create index bookings_in_order_idx on public.bookings (booking_date, booking_time, id);
create index bookings_updated_at_idx on public.bookings (updated_at, id);
create index bookings_customer_phone_idx on public.bookings (customer_phone);
-- A customer's bookings by day.
create index bookings_of_customer_idx on public.bookings (customer_email, booking_date, booking_time, id);
-- Due emails.
create index bookings_done_at_idx on public.bookings (done_at) where done_at is not null;
-- Unpaid bookings are few among many. By email address first, because hold_slot looks for another hold of the customer
-- while the day is locked.
create index bookings_unpaid_idx on public.bookings (customer_email, created_at) where status = 'pending_payment';
-- Other holds of the same network.
create index bookings_unpaid_network_idx on public.bookings (private.network_of(client_address, 48))
  where status = 'pending_payment' and client_address is not null;
-- Customers without an email address.
create index bookings_of_number_idx on public.bookings (customer_phone) where customer_email is null;
create unique index bookings_calendar_uid_idx on public.bookings (calendar_uid);
create index bookings_unmarked_idx on public.bookings (booking_date desc, booking_time desc, id)
  where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null;
create index bookings_paid_unmarked_idx on public.bookings (booking_date desc, booking_time desc, id)
  where status = 'paid' and done_at is null and no_show_at is null;
-- Visits that took place and are not fully paid.
create index bookings_done_unpaid_idx on public.bookings (booking_date)
  where status in ('deposit_paid', 'confirmed') and done_at is not null;

alter table public.bookings enable row level security;
create policy "Server functions may do what they are granted"
  on public.bookings for all to service_role using (true) with check (true);
revoke all on public.bookings from public, anon, authenticated, service_role;
grant select (
  id, customer_name, service_id, service_name, vehicle_type, car_model, car_year, booking_date, booking_time,
  duration_minutes, status, deposit_paid, payment_option, free_cancellation_hours, calendar_sequence, created_at,
  deposit_kept_since, cancellation_free_until, done_at, calendar_uid, replaced_at
) on public.bookings to anon;
grant update (status, deposit_paid, stripe_checkout_session_id) on public.bookings to anon;
grant select on public.bookings to authenticated;
grant update (
  user_id, booking_date, booking_time, status, deposit_paid, stripe_checkout_session_id
) on public.bookings to authenticated;
grant all on public.bookings to service_role;
