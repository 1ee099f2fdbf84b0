-- A booking and every request spend less in the database. Functions that run with each of them are in plpgsql, so that
-- a session keeps their plans; and a new hold finds the holds that it replaces, and those that count for its limits, by
-- index.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.network_of(client_address text, bits integer) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when client_address ~* '^[0-9a-f:]*:[0-9a-f:]*(/64)?$'
      then network(set_masklen(split_part(client_address, '/', 1)::inet, bits))::text
    else client_address
  end;
end;
$$;

create or replace function private.lock_day(day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223911, day - date '2000-01-01');
end;
$$;

create or replace function private.lock_email(email text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223912, hashtext(email));
end;
$$;

create or replace function private.lock_network(network text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223913, hashtext(network));
end;
$$;

create or replace function private.lock_rain_day(day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223914, day - date '2000-01-01');
end;
$$;

create or replace function private.lock_form(form_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223915, hashtext(form_id::text));
end;
$$;

create or replace function private.lock_coupon(code text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223916, hashtext(code));
end;
$$;

create or replace function private.lock_holder(holder_token text, account uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if holder_token is not null then
    perform pg_advisory_xact_lock(7223917, hashtext(holder_token));
  end if;
  if account is not null then
    perform pg_advisory_xact_lock(7223918, hashtext(account::text));
  end if;
end;
$$;

create or replace function private.lock_counted(relation regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(7223919, relation::oid::integer);
end;
$$;

create or replace function private.lock_person(person_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  return (select id from auth.users where id = person_id for key share);
end;
$$;

create or replace function private.session_stands() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select named is null or exists (
      select from auth.sessions where id = named::uuid and user_id = (select auth.uid())
    )
    from (select nullif(auth.jwt() ->> 'session_id', '') as named) as session
  );
end;
$$;

create or replace function private.session_is_verified() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and private.has_second_factor() and not exists (
      select
      from auth.sessions
      where id = nullif(auth.jwt() ->> 'session_id', '')::uuid and aal::text <> 'aal2'
    ) and private.session_stands()
  );
end;
$$;

create or replace function private.has_second_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (
      select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
    )
  );
end;
$$;

create or replace function private.meets_second_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.session_stands() and case
      when private.has_second_factor() then private.session_is_verified()
      else not (select requires_second_factor from private.security_settings)
    end
  );
end;
$$;

create or replace function public.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (select from public.admins where user_id = (select auth.uid()))
      and private.meets_second_factor()
  );
end;
$$;

create or replace function private.confirmed_email() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select lower(email)
    from auth.users
    where id = (select auth.uid()) and email_confirmed_at is not null
  );
end;
$$;

create or replace function private.proves_enough() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not private.has_second_factor() or private.session_is_verified();
end;
$$;

create or replace function private.actor() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select auth.uid()), nullif(current_setting('app.acting_user', true), '')::uuid);
end;
$$;

create or replace function private.act_as_customer() returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('app.acting_customer', 'yes', true);
end;
$$;

create or replace function private.actor_label(owner_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      (
        select coalesce(nullif(person.email, ''), 'Administrator')
        from auth.users as person
        join public.admins as admin on admin.user_id = person.id
        where person.id = private.actor()
      ),
      case
        when private.actor() is not null then 'Customer'
        when auth.role() = 'anon' or current_setting('app.acting_customer', true) = 'yes'
          then case when owner_id is null then 'Guest' else 'Customer' end
        else 'System'
      end
    )
  );
end;
$$;

create or replace function private.clock_times(times time[]) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select case when times is not null then coalesce(jsonb_agg(to_char(one, 'HH24:MI') order by one), '[]') end
    from unnest(times) as one
  );
end;
$$;

create or replace function public.opening_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'leastNoticeMinutes', settings.least_notice_minutes,
      'windowDays', settings.window_days,
      'moveWindowDays', settings.move_window_days,
      'bufferMinutes', settings.buffer_minutes,
      'crews', settings.crews,
      'hours', (
        select jsonb_agg(jsonb_build_object(
          'weekday', hours.weekday,
          'isOpen', hours.is_open,
          'starts', private.clock_times(hours.starts),
          'endsBy', to_char(hours.ends_by, 'HH24:MI'),
          'moveFrom', to_char(hours.move_from, 'HH24:MI'),
          'moveUntil', to_char(hours.move_until, 'HH24:MI'),
          'moveEveryMinutes', hours.move_every_minutes,
          'moveEndsBy', to_char(hours.move_ends_by, 'HH24:MI')
        ) order by hours.weekday)
        from public.opening_hours as hours
      ),
      'exceptions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', exception.day,
          'isOpen', exception.is_open,
          'starts', private.clock_times(exception.starts),
          'endsBy', to_char(exception.ends_by, 'HH24:MI')
        ) order by exception.day), '[]')
        from public.opening_exceptions as exception
        where exception.day >= private.local_today()
      ),
      'servedPrefixes', (
        select coalesce(jsonb_agg(area.prefix order by area.prefix), '[]') from public.service_area as area
      )
    )
    from public.time_settings as settings
  );
end;
$$;

create or replace function private.store_booking(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.bookings (
    id, source, status, customer_name, customer_email, customer_phone, user_id, service_id, service_name, vehicle_type,
    car_model, car_year, booking_date, booking_time, duration_minutes, payment_option, price_cents, discount_cents,
    tip_cents, tax_cents, total_cents, due_now_cents, deposit_cents, tax_label, coupon_code, free_cancellation_hours,
    address, city, province, postal_code, client_address
  )
  values (
    booking.id, booking.source, booking.status, booking.customer_name, booking.customer_email, booking.customer_phone,
    booking.user_id, booking.service_id, booking.service_name, booking.vehicle_type, booking.car_model,
    booking.car_year, booking.booking_date, booking.booking_time, booking.duration_minutes, booking.payment_option,
    booking.price_cents, coalesce(booking.discount_cents, 0), coalesce(booking.tip_cents, 0),
    coalesce(booking.tax_cents, 0), booking.total_cents, booking.due_now_cents, booking.deposit_cents,
    coalesce(booking.tax_label, ''), booking.coupon_code, booking.free_cancellation_hours, booking.address,
    booking.city, booking.province, booking.postal_code, booking.client_address
  );
end;
$$;

create or replace function private.named_booking_id() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  named text := nullif(current_setting('request.headers', true), '')::json ->> 'x-booking-id';
begin
  return case
    when named ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then named::uuid
  end;
end;
$$;

create or replace function private.kept_columns(booking jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_strip_nulls(
    booking - array[
      'id', 'client_address', 'created_at', 'updated_at', 'calendar_sequence', 'calendar_uid', 'hold_extensions'
    ]
  );
end;
$$;

create or replace function private.note_change(target_booking_id uuid, action text, was jsonb, is_now jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.booking_changes (booking_id, actor, actor_label, action, was, "is")
  select
    booking.id,
    (select id from auth.users where id = private.actor()),
    private.actor_label(booking.user_id),
    note_change.action,
    note_change.was,
    is_now
  from public.bookings as booking
  where booking.id = target_booking_id and note_change.was is distinct from is_now;
end;
$$;

create or replace function private.named_offer_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  named text := nullif(current_setting('request.headers', true), '')::json ->> 'x-offer-token';
begin
  if named is null then
    return null;
  end if;
  return (
    select offer.id
    from public.offered_times as offer
    where offer.token_hash = private.hash_of_token(named)
      and offer.closed_at is null
      and offer.expires_at > now()
  );
end;
$$;

create or replace function private.check_open_holds(
  booking public.bookings,
  max_open_holds integer,
  max_open_holds_of_email integer
) returns void
language plpgsql set search_path = ''
as $$
declare
  here text := booking.client_address;
  widest text := private.network_of(here, 48);
  is_too_many boolean;
begin
  if widest is not null then
    perform private.lock_network(widest);
  end if;
  -- Each kind of neighbour by its own index, because all others may hold times, too.
  select
    count(*) filter (where private.network_of(other.client_address, 64) = private.network_of(here, 64))
      >= max_open_holds
    or count(*) filter (where private.network_of(other.client_address, 56) = private.network_of(here, 56))
      >= ceil(max_open_holds * 1.5)
    or count(*) filter (where private.network_of(other.client_address, 48) = private.network_of(here, 48))
      >= max_open_holds * 2
    or count(*) filter (
      where case
        when booking.user_id is null then other.user_id is null and other.customer_email = booking.customer_email
        else other.user_id = booking.user_id
      end
    ) >= max_open_holds_of_email
  into is_too_many
  from (
    select id from public.bookings
    where status = 'pending_payment' and client_address is not null and private.network_of(client_address, 48) = widest
    union
    select id from public.bookings
    where status = 'pending_payment' and customer_email = booking.customer_email
    union
    select id from public.bookings
    where status = 'pending_payment' and user_id = booking.user_id
  ) as near
  join public.bookings as other on other.id = near.id
  join public.slot_claims as claim on claim.booking_id = near.id
  where claim.expires_at > now() and near.id <> booking.id;
  if is_too_many then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_holds',
      detail = 'Too many unpaid bookings were started from this connection or with this email address.';
  end if;
end;
$$;

create or replace function private.replaceable_holds(named_booking_id uuid, holder_token text, account uuid, email text)
returns setof uuid
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select id from public.bookings where id = named_booking_id and status = 'pending_payment'
    union
    select booking.id
    from (
      select booking_id as id from public.slot_claims
      where holder_hash = sha256(convert_to(holder_token, 'UTF8'))
      union
      select id from public.bookings where status = 'pending_payment' and user_id = account
      union
      select id from public.bookings where status = 'pending_payment' and customer_email = lower(btrim(email))
    ) as own
    join public.bookings as booking on booking.id = own.id and booking.status = 'pending_payment'
    join public.slot_claims as claim on claim.booking_id = own.id and claim.expires_at > now();
end;
$$;

create or replace function public.hold_slot(
  booking jsonb,
  hold_minutes integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wanted public.bookings := jsonb_populate_record(null::public.bookings, booking);
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  replaced uuid[];
begin
  wanted.id := gen_random_uuid();
  wanted.customer_email := lower(btrim(wanted.customer_email));
  -- The account first; when it is being deleted, the customer books as a guest. Then in the order of 01_locks.sql.
  wanted.user_id := private.lock_person(wanted.user_id);
  perform private.lock_holder(booking ->> 'hold_token', wanted.user_id);
  replaced := array(
    select private.replaceable_holds(
      (booking ->> 'replaces_booking_id')::uuid, booking ->> 'hold_token', wanted.user_id, null
    )
  );
  if cardinality(replaced) > 0 then
    replaced := private.lock_replaced(replaced);
    if exists (select from unnest(replaced) as id where private.has_open_payment(id)) then
      raise exception using
        errcode = 'PT409',
        message = 'payment_processing',
        detail = 'The payment of the booking to be replaced is still open.';
    end if;
    perform private.give_up_holds(replaced);
  end if;
  perform private.lock_email(wanted.customer_email);
  perform private.check_open_holds(wanted, max_open_holds, max_open_holds_of_email);
  perform private.lock_day(wanted.booking_date);
  perform private.free_unheld_coupons(wanted);
  wanted.source := 'online';
  wanted.status := 'pending_payment';
  perform private.store_booking(wanted);
  perform private.take_time(wanted, held_until);
  if booking ->> 'hold_token' is not null then
    update public.slot_claims
    set holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
    where booking_id = wanted.id;
  end if;
  perform private.redeem_coupon(wanted);
  return jsonb_build_object('booking_id', wanted.id, 'expires_at', held_until);
end;
$$;

create or replace function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  person text[];
begin
  if booking.coupon_code is null then
    return;
  end if;
  person := private.marks_of_person(booking.customer_email, booking.customer_phone);
  -- Two bookings with one phone number may have two addresses, so redemptions of a coupon are serialized.
  perform private.lock_coupon(booking.coupon_code);
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

create or replace function private.free_unheld_coupons(booking public.bookings) returns void
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

create index if not exists bookings_unpaid_network_idx on public.bookings (private.network_of(client_address, 48))
  where status = 'pending_payment' and client_address is not null;

create index if not exists slot_claims_holder_hash_idx on public.slot_claims (holder_hash) where holder_hash is not null;
