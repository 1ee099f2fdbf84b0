-- A new hold reads by key what it replaces and what counts for its limits: a join read every open hold while the
-- planner's statistics were older than the holds. The tags of a booking are computed without starting a query, and the
-- scan of payments leaves out holds without one.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.check_open_holds(
  booking public.bookings,
  max_open_holds integer,
  max_open_holds_of_email integer
) returns void
language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan'
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
    select id from public.bookings where user_id = booking.user_id
  ) as near
  join public.bookings as other on other.id = near.id
  -- By key: statistics are older than the holds of this minute, so a join would read all of them.
  where (select expires_at from public.slot_claims where booking_id = near.id) > now()
    and (select status from public.bookings where id = near.id) = 'pending_payment'
    and near.id <> booking.id;
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
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  -- Status and claim by key, as in check_open_holds.
  return query
    select named_booking_id
    where (select status from public.bookings where id = named_booking_id) = 'pending_payment'
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

create or replace function private.booking_tags(
  status text, payment_option text, total_cents integer, due_now_cents integer, done_at timestamptz,
  no_show_at timestamptz
) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array_remove(array[
    status,
    case when status in ('deposit_paid', 'confirmed', 'paid') and done_at is null and no_show_at is null
      then 'booked' end,
    case when status <> 'cancelled' and done_at is not null then 'done' end,
    case when status <> 'cancelled' and no_show_at is not null then 'no_show' end,
    case when no_show_at is null and total_cents > due_now_cents
      and (status = 'deposit_paid' or (status = 'confirmed' and payment_option = 'pay_later')) then 'due' end
  ], null);
end;
$$;

create or replace function private.booking_money_facts(
  target_booking_id uuid, out received integer, out kept integer, out outside integer, out arrived integer
)
language plpgsql stable set search_path = ''
as $$
begin
  select
    private.collected_cents(target_booking_id),
    coalesce(sum(private.keepable_cents(payment) - least(payment.tip_cents, private.keepable_cents(payment))), 0)::integer,
    coalesce(sum(greatest(0, payment.reported_refunded_cents - back.own, back.others)), 0)::integer,
    count(payment.id)::integer
  into received, kept, outside, arrived
  from public.payments as payment
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where reason <> 'made_outside' and status <> 'failed'), 0)::integer as own,
      coalesce(sum(amount_cents) filter (where reason = 'made_outside' and status <> 'failed'), 0)::integer as others
    from public.refunds
    where payment_id = payment.id
  ) as back
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
end;
$$;

create or replace function public.scan_payments(batch integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  scan public.payment_scans;
  changed record;
  looked integer := 0;
begin
  -- One scan at a time; the second has nothing to do.
  select * into scan from public.payment_scans for update skip locked;
  if found then
    for changed in
      (
        select id, id as booking_id, updated_at from public.bookings
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
          -- Without a payment, a hold has no money that could differ.
          and (status <> 'pending_payment' or exists (select from public.payments where booking_id = bookings.id))
        order by updated_at, id limit 2 * batch
      )
      union all
      (
        select id, booking_id, updated_at from public.payments
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
        order by updated_at, id limit 2 * batch
      )
      order by updated_at, id limit 2 * batch
    loop
      perform private.look_at_booking(changed.booking_id);
      looked := looked + 1;
    end loop;
    if looked = 2 * batch then
      update public.payment_scans set scanned_until = changed.updated_at, last_id = changed.id;
    else
      update public.payment_scans
      set scanned_until = greatest(scanned_until, now() - interval '1 minute'), last_id = default;
    end if;
    perform private.look_at_refund(unfinished.id)
    from (
      select id from public.refunds
      where status in ('pending', 'sent', 'failed') and replaced_by is null
        and created_at between now() - interval '1 year' and now()
      order by created_at limit batch
    ) as unfinished;
    perform private.look_at_open_findings();
  end if;
  return (select count(*) from public.payment_findings where closed_at is null);
end;
$$;

-- An index of bookings calls it with the rights of the role that changes a row.
grant execute on function private.network_of to anon, authenticated;
