-- A hold that another one replaced is marked, so that no list shows it as an unpaid booking, and the id alone no longer
-- replaces a hold that has a token.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.bookings add column replaced_at timestamptz;
grant select (replaced_at) on public.bookings to anon;

drop function public.holds_being_paid(uuid, text, uuid, text);
drop function private.replaceable_holds(uuid, text, uuid, text);

-- The unpaid bookings that a new one replaces: the named one, and the holds of the browser with this token, of the
-- account or, when the owner books for a caller, of the email address. Null matches nothing. The id alone replaces only
-- a hold without a token; any other takes its token, its account or its email address.
create function private.replaceable_holds(
  named_booking_id uuid,
  holder_token text,
  account uuid,
  email text,
  named_email text default null
)
returns setof uuid
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  -- Status and claim by key, as in check_open_holds.
  return query
    select named_booking_id
    where (select status from public.bookings where id = named_booking_id) = 'pending_payment'
      and (
        (select user_id from public.bookings where id = named_booking_id) = account
        or (select customer_email from public.bookings where id = named_booking_id) = lower(btrim(named_email))
        or exists (
          select from public.slot_claims
          where booking_id = named_booking_id
            and (holder_hash is null or holder_hash = sha256(convert_to(holder_token, 'UTF8')))
        )
      )
    union
    select own.id
    from (
      select booking_id as id from public.slot_claims
      where holder_hash = sha256(convert_to(holder_token, 'UTF8'))
      union
      select id from public.bookings where user_id = account
      union
      select id from public.bookings where status = 'pending_payment' and customer_email = lower(btrim(email))
    ) as own
    where (select status from public.bookings where id = own.id) = 'pending_payment'
      and (select expires_at from public.slot_claims where booking_id = own.id) > now();
end;
$$;

-- Frees the times and coupons of unpaid bookings that another one replaces. They must be locked.
create or replace function private.give_up_holds(booking_ids uuid[]) returns void
language sql set search_path = ''
as $$
  update public.bookings set replaced_at = now() where id = any (booking_ids);
  delete from public.coupon_redemptions where booking_id = any (booking_ids);
  delete from public.slot_claims where booking_id = any (booking_ids) and expires_at is not null;
$$;

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the table's columns as keys; id,
-- status and everything else that the database decides are ignored. The hold that the key replaces_booking_id names
-- is replaced, and so are those of the browser with the token hold_token and of the account.
-- -> {booking_id, expires_at}
-- Raises slot_taken, coupon_used, payment_processing while a replaced hold can still be paid (409), too_many_holds
-- (429).
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
      (booking ->> 'replaces_booking_id')::uuid, booking ->> 'hold_token', wanted.user_id, null, wanted.customer_email
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

-- Extends the hold of an unpaid booking to `hold_minutes` from now, `max_extensions` times in all. An expired hold
-- takes its time again if it is available, under the limits of a new hold, and replaces no other.
-- -> {booking_id, expires_at, extensions_left}
-- Raises booking_not_found (404), not_awaiting_payment, slot_taken, coupon_used, no_extensions_left (409),
-- hold_lapsed for a replaced one (410), too_many_holds (429).
create or replace function public.extend_hold(
  target_booking_id uuid,
  hold_minutes integer,
  max_extensions integer,
  max_open_holds integer,
  max_open_holds_of_email integer default 3
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  target public.bookings := private.locked_booking(target_booking_id);
  claim public.slot_claims;
  held_until timestamptz := now() + hold_minutes * interval '1 minute';
  is_held boolean;
begin
  if target.status <> 'pending_payment' then
    raise exception using errcode = 'PT409', message = 'not_awaiting_payment';
  end if;
  if target.replaced_at is not null then
    raise exception using errcode = 'PT410', message = 'hold_lapsed';
  end if;
  if target.hold_extensions >= max_extensions then
    raise exception using errcode = 'PT409', message = 'no_extensions_left';
  end if;
  perform private.lock_email(target.customer_email);
  select * into claim from public.slot_claims where booking_id = target.id;
  is_held := claim.id is not null and claim.expires_at > now() and lower(claim.during) >= now();
  if not is_held then
    perform private.check_open_holds(target, max_open_holds, max_open_holds_of_email);
  end if;
  perform private.lock_day(target.booking_date);
  perform private.free_unheld_coupons(target);
  if not is_held then
    perform private.take_time(target, held_until);
  end if;
  perform private.redeem_coupon(target);
  update public.slot_claims set expires_at = held_until where booking_id = target.id;
  update public.bookings set hold_extensions = hold_extensions + 1 where id = target.id;
  return jsonb_build_object(
    'booking_id', target.id, 'expires_at', held_until, 'extensions_left', max_extensions - target.hold_extensions - 1
  );
end;
$$;

-- The replaceable holds whose payment must be closed at the provider first.
create function public.holds_being_paid(
  named_booking_id uuid,
  holder_token text,
  account uuid,
  email text,
  named_email text default null
)
returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(id), '{}')
  from private.replaceable_holds(named_booking_id, holder_token, account, email, named_email) as id
  where private.has_open_payment(id);
$$;

revoke all on function private.replaceable_holds from public;
revoke all on function public.holds_being_paid from public, anon, authenticated, service_role;
grant execute on function private.replaceable_holds, public.holds_being_paid to service_role;

-- Bookings that match a search (name, email address, phone number in any form, id, car), carry one of the tags and
-- lie within the days; null and '' leave a filter out. Without a search or a tag, unpaid bookings are left out; so are
-- replaced holds without a search. The latest day first, or the soonest; `beyond` is `next` of the page before.
-- -> {bookings: [private.booking_line], next}
-- Raises administrators_only (403).
create or replace function public.find_bookings(
  search text default '',
  statuses text[] default null,
  from_day date default null,
  until_day date default null,
  beyond jsonb default null,
  batch integer default 25,
  soonest_first boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  patterns text[] := private.booking_patterns(search);
  wanted text[] := case
    when cardinality(statuses) > 0 then statuses
    when patterns is null then array['deposit_paid', 'confirmed', 'paid', 'cancelled']
  end;
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  -- The direction is part of the statement, because an index scan needs a known order. A dynamic statement is planned
  -- for its search: a rare word is found by its letters, a frequent one along the order.
  execute format(
    $statement$
      select jsonb_agg(
        private.booking_line(booking, rain.state, sums.collected_cents)
        order by booking.booking_date %1$s, booking.booking_time %1$s, booking.id %1$s
      )
      from (
        select *
        from public.bookings as one
        where one.booking_date between $1 and $2
          and ($3 is null or (
            private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like $3[1]
            and private.booking_search_text(
              one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
            ) like all ($3)
          ))
          and ($4 is null or private.booking_tags(
            one.status, one.payment_option, one.total_cents, one.due_now_cents, one.done_at, one.no_show_at
          ) && $4)
          and ($3 is not null or one.replaced_at is null or one.status <> 'pending_payment')
          and ($5 is null or (one.booking_date, one.booking_time, one.id) %2$s ($5, $6, $7))
        order by one.booking_date %1$s, one.booking_time %1$s, one.id %1$s
        limit $8
      ) as booking
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral private.payment_sums(booking.id) as sums
    $statement$,
    case when soonest_first then 'asc' else 'desc' end,
    case when soonest_first then '>' else '<' end
  )
  into found
  using
    coalesce(from_day, '-infinity'), coalesce(until_day, 'infinity'), patterns, wanted,
    (beyond ->> 'booking_date')::date, (beyond ->> 'booking_time')::time, (beyond ->> 'id')::uuid, size;
  found := coalesce(found, '[]');
  return jsonb_build_object(
    'bookings', found,
    'next', case when jsonb_array_length(found) = size then jsonb_build_object(
      'booking_date', found -> -1 -> 'booking_date', 'booking_time', found -> -1 -> 'booking_time',
      'id', found -> -1 -> 'id'
    ) end
  );
end;
$$;

-- A customer's bookings without replaced holds, the latest day first, a page at a time. -> {bookings: […], next}
-- Raises administrators_only (403).
create or replace function public.customer_bookings(target_email text, before jsonb default null, batch integer default 20)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(line) order by line.booking_date desc, line.booking_time desc, line.id desc), '[]')
  into found
  from (
    select
      booking.id, booking.service_name, booking.car_year, booking.car_model, booking.booking_date,
      booking.booking_time, booking.status, booking.total_cents, booking.done_at, booking.no_show_at
    from public.bookings as booking
    where booking.customer_email = lower(btrim(target_email))
      and (booking.replaced_at is null or booking.status <> 'pending_payment')
      and (
        before is null
        or (booking.booking_date, booking.booking_time, booking.id)
          < ((before ->> 'booking_date')::date, (before ->> 'booking_time')::time, (before ->> 'id')::uuid)
      )
    order by booking.booking_date desc, booking.booking_time desc, booking.id desc
    limit size
  ) as line;
  return jsonb_build_object(
    'bookings', found,
    'next', case when jsonb_array_length(found) = size then
      (found -> -1) - array[
        'service_name', 'car_year', 'car_model', 'status', 'total_cents', 'done_at', 'no_show_at'
      ]
    end
  );
end;
$$;

-- Names every column of a booking.
-- Past visits with neither mark, newest first: with money due on site among the last thousand, and all of the last two
-- weeks. Visits cancelled because of rain are left out.
create or replace function private.unmarked_visits() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    (
      select * from public.bookings
      where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
    union all
    (
      select * from public.bookings
      where status = 'paid' and done_at is null and no_show_at is null
        and booking_date between private.local_today() - 14 and private.local_today() - 1
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where (
      private.due_on_site_cents(visit, sums.collected_cents) > 0
      or visit.booking_date >= private.local_today() - 14
    )
    and not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;
