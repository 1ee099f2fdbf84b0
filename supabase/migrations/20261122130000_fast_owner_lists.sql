-- The owner's lists stay fast as the business grows: rules of one booking become part of the statements that ask them,
-- the moves of money and the totals of reviews are stored.

set local lock_timeout = '5s';
-- Storing the moves of a million bookings takes a minute.
set local statement_timeout = '600s';
set local check_function_bodies = off;

create or replace function private.local_today() returns date
language sql stable
return (now() at time zone 'America/Toronto')::date;

create or replace function private.local_day(moment timestamptz) returns date
language sql stable
return (moment at time zone 'America/Toronto')::date;

create or replace function private.local_time(moment timestamptz) returns text
language sql stable
return to_char(moment at time zone 'America/Toronto', 'HH24:MI');

create or replace function private.instant_of(day date, wall_time time) returns timestamptz
language sql stable
return (day + wall_time) at time zone 'America/Toronto';

create or replace function private.is_standing(status text) returns boolean
language sql immutable
return status in ('deposit_paid', 'confirmed', 'paid');

create or replace function private.span_of(booking public.bookings) returns tstzrange
language sql stable
return tstzrange(
  (booking.booking_date + booking.booking_time) at time zone 'America/Toronto',
  (booking.booking_date + booking.booking_time) at time zone 'America/Toronto'
    + booking.duration_minutes * interval '1 minute',
  '[)'
);

create or replace function private.is_ahead(booking public.bookings) returns boolean
language sql stable
return private.is_standing(booking.status)
  and booking.no_show_at is null
  and booking.done_at is null
  and upper(private.span_of(booking)) > now();

drop function private.was_visited(public.bookings);

create or replace function private.was_visited(booking public.bookings, rain text) returns boolean
language sql stable
return private.is_standing(booking.status)
  and booking.no_show_at is null
  and (booking.done_at is not null or (upper(private.span_of(booking)) <= now() and rain is null));

create or replace function private.rain_of(booking public.bookings) returns table (state text)
language sql stable
begin atomic
  select answer.state
  from public.rain_answers as answer
  where answer.booking_id = booking.id
    and answer.state in ('asked', 'declined')
    and booking.done_at is null
    and booking.no_show_at is null
    and not exists (
      select
      from public.payments as payment
      where payment.booking_id = booking.id
        and payment.method <> 'online'
        and payment.status = 'succeeded'
        and payment.settled_at >= lower(private.span_of(booking))
    );
end;

create or replace function private.called_off(booking public.bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select state from private.rain_of(booking));
end;
$$;

create or replace function private.is_rained_out(target_booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as booking cross join lateral private.rain_of(booking)
    where booking.id = target_booking_id
  );
end;
$$;

create or replace function private.refunded_of(payment public.payments) returns table (cents integer, owed_cents integer)
language sql stable
begin atomic
  select
    greatest(
      payment.refunded_cents, coalesce(sum(refund.amount_cents) filter (where refund.status <> 'failed'), 0)
    )::integer,
    coalesce(sum(refund.amount_cents) filter (where refund.status = 'owed'), 0)::integer
  from public.refunds as refund
  where refund.payment_id = payment.id;
end;

create or replace function private.payment_sums(target_booking_id uuid) returns table (
  paid_cents integer, refunded_cents integer, owed_cents integer, collected_cents integer, online_kept_cents integer
)
language sql stable
begin atomic
  select
    coalesce(sum(payment.amount_cents), 0)::integer,
    coalesce(sum(refunded.cents), 0)::integer,
    coalesce(sum(refunded.owed_cents), 0)::integer,
    coalesce(
      sum(payment.amount_cents - payment.tip_cents) filter (where payment.amount_cents > refunded.cents), 0
    )::integer,
    coalesce(sum(payment.amount_cents - refunded.cents) filter (where payment.method = 'online'), 0)::integer
  from public.payments as payment
  cross join lateral private.refunded_of(payment) as refunded
  where payment.booking_id = target_booking_id and payment.status = 'succeeded';
end;

create or replace function private.keepable_cents(payment public.payments) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return case payment.status when 'succeeded' then payment.amount_cents else 0 end
    - (select cents from private.refunded_of(payment));
end;
$$;

create or replace function private.money_of(target_booking_id uuid, out paid_cents integer, out refunded_cents integer)
language plpgsql stable set search_path = ''
as $$
begin
  select sums.paid_cents, sums.refunded_cents into paid_cents, refunded_cents
  from private.payment_sums(target_booking_id) as sums;
end;
$$;

create or replace function private.collected_cents(target_booking_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (select collected_cents from private.payment_sums(target_booking_id));
end;
$$;

create or replace function private.due_on_site_cents(booking public.bookings, collected_cents integer) returns integer
language sql immutable
return case booking.status
  when 'paid' then 0
  else greatest(0, booking.total_cents - greatest(booking.due_now_cents, collected_cents))
end;

create or replace function private.due_on_site_cents(booking public.bookings) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return private.due_on_site_cents(booking, private.collected_cents(booking.id));
end;
$$;

create or replace function private.online_kept_cents(target_booking_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (select online_kept_cents from private.payment_sums(target_booking_id));
end;
$$;

grant execute on function
  private.due_on_site_cents(public.bookings, integer), private.refunded_of, private.payment_sums
  to service_role;

create or replace function private.note_refund(target_refund_id uuid, stripe_id text, new_status text, problem text) returns void
language plpgsql set search_path = ''
as $$
declare
  refund public.refunds;
  next_status text := new_status;
  wait interval;
begin
  -- The booking and its payment first, as everywhere, so that two reports about it go one after the other.
  perform from public.bookings
  where id = (
    select payment.booking_id
    from public.refunds as sent join public.payments as payment on payment.id = sent.payment_id
    where sent.id = target_refund_id
  )
  for update;
  perform from public.payments
  where id = (select payment_id from public.refunds where id = target_refund_id) for update;
  select * into refund from public.refunds where id = target_refund_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  if (refund.status = 'failed' and refund.stripe_refund_id is not null)
    or (refund.status = 'succeeded' and new_status in ('pending', 'sent'))
    or (refund.status = 'sent' and new_status = 'pending') then
    next_status := refund.status;
  end if;
  wait := coalesce(private.wait_after(greatest(refund.attempts, 1)), interval '1 day');
  update public.refunds
  set
    status = next_status,
    stripe_refund_id = coalesce(stripe_refund_id, stripe_id),
    last_error = left(problem, 1000),
    sending_until = null,
    next_attempt_at = case next_status when 'pending' then now() + wait else next_attempt_at end
  where id = refund.id;
  if next_status = 'failed' and refund.status in ('sent', 'succeeded') then
    update public.payments
    set reported_refunded_cents = greatest(reported_refunded_cents - refund.amount_cents, 0)
    where id = refund.payment_id;
  end if;
  perform private.sum_refunds(refund.payment_id);
end;
$$;

create or replace function private.car_of_day(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', booking.id,
      'booking_time', to_char(booking.booking_time, 'HH24:MI'),
      'duration_minutes', booking.duration_minutes,
      'service_name', booking.service_name,
      'customer_name', booking.customer_name,
      'customer_phone', booking.customer_phone,
      'car', concat_ws(' ', booking.car_year, booking.car_model),
      'vehicle_type', booking.vehicle_type,
      'address', booking.address,
      'city', booking.city,
      'province', booking.province,
      'postal_code', booking.postal_code,
      'more', private.more_of(booking),
      'due_cents', private.due_on_site_cents(booking, sums.collected_cents),
      'done_at', booking.done_at,
      'no_show_at', booking.no_show_at,
      'called_off', (select state from private.rain_of(booking)),
      'crew', (select crew from public.slot_claims where booking_id = booking.id),
      'note', coalesce((select left(note, 300) from public.booking_notes where booking_id = booking.id), '')
    )
    from private.payment_sums(booking.id) as sums
  );
end;
$$;

create function private.counted_payments() returns table (
  id uuid, booking_id uuid, at timestamptz, service_name text, method text, amount_cents integer, tax_cents integer,
  tip_cents integer
)
language sql stable
begin atomic
  select
    payment.id, booking.id, payment.settled_at, booking.service_name, payment.method, payment.amount_cents,
    greatest(0, least(reached.cents, booking.total_cents - booking.tip_cents)
      - greatest(covered.cents, booking.price_cents - booking.discount_cents)),
    payment.tip_cents
      + greatest(0, least(reached.cents, booking.total_cents)
        - greatest(covered.cents, booking.total_cents - booking.tip_cents))
  from public.payments as payment
  join public.bookings as booking on booking.id = payment.booking_id
  cross join lateral (
    -- A payment refunded in full by then covers nothing.
    select coalesce(sum(earlier.amount_cents - earlier.tip_cents), 0)::integer as cents
    from public.payments as earlier
    where earlier.booking_id = payment.booking_id
      and earlier.status = 'succeeded'
      and (earlier.settled_at, earlier.id) < (payment.settled_at, payment.id)
      and earlier.amount_cents > (
        select coalesce(sum(refund.amount_cents), 0)
        from public.refunds as refund
        where refund.payment_id = earlier.id
          and refund.status <> 'failed'
          and refund.created_at <= payment.settled_at
      )
  ) as covered
  cross join lateral (
    select covered.cents + payment.amount_cents - payment.tip_cents as cents
  ) as reached
  where payment.status = 'succeeded';
end;

create function private.counted_moves() returns table (
  booking_id uuid, id uuid, payment_id uuid, at timestamptz, kind text, service_name text, method text,
  amount_cents integer, tax_cents integer, tip_cents integer
)
language sql stable
begin atomic
  select
    payment.booking_id, payment.id, payment.id, payment.at, 'payment', payment.service_name, payment.method,
    payment.amount_cents, payment.tax_cents, payment.tip_cents
  from private.counted_payments() as payment
  union all
  select
    payment.booking_id, refund.id, payment.id, refund.created_at, 'refund', payment.service_name, payment.method,
    -refund.amount_cents,
    -- From the running sum, so that all refunds of a payment together take exactly its tax.
    round(payment.tax_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        payment.tax_cents::numeric * least(earlier.cents + refund.amount_cents, payment.amount_cents)
        / payment.amount_cents
      )::integer,
    round(payment.tip_cents::numeric * least(earlier.cents, payment.amount_cents) / payment.amount_cents)::integer
      - round(
        payment.tip_cents::numeric * least(earlier.cents + refund.amount_cents, payment.amount_cents)
        / payment.amount_cents
      )::integer
  from public.refunds as refund
  join private.counted_payments() as payment on payment.id = refund.payment_id
  cross join lateral (
    select coalesce(sum(other.amount_cents), 0)::integer as cents
    from public.refunds as other
    where other.payment_id = refund.payment_id
      and other.status not in ('failed', 'owed')
      and (other.created_at, other.id) < (refund.created_at, refund.id)
  ) as earlier
  where refund.status not in ('failed', 'owed');
end;

create table private.money_moves (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- The payment's or the refund's.
  id uuid not null,
  payment_id uuid not null,
  at timestamptz not null,
  kind text not null,
  service_name text not null,
  method text not null,
  amount_cents integer not null,
  tax_cents integer not null,
  tip_cents integer not null,
  -- The local day of `at`.
  day date not null,
  primary key (booking_id, id)
);

create index money_moves_at_idx on private.money_moves (at, id);

alter table private.money_moves enable row level security;
revoke all on private.money_moves from public, anon, authenticated, service_role;

create function private.rewrite_moves(target_booking_id uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform from public.bookings where id = target_booking_id for no key update;
  delete from private.money_moves where booking_id = target_booking_id;
  insert into private.money_moves
  select move.*, private.local_day(move.at)
  from private.counted_moves() as move
  where move.booking_id = target_booking_id;
end;
$$;

create function private.rebuild_moves() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.payments, public.refunds in share row exclusive mode;
  -- Without statistics, as after a restore, the sums below are planned for tables of a few rows. With those of an empty
  -- table, later statements would be planned for an empty one.
  if exists (select from public.payments) then
    analyze public.bookings, public.payments, public.refunds;
  end if;
  delete from private.money_moves where true;
  insert into private.money_moves
  select move.*, private.local_day(move.at) from private.counted_moves() as move
  order by move.at;
end;
$$;

create function private.rewrite_moves_of_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rewrite_moves(new.booking_id);
  return null;
end;
$$;

create function private.rewrite_moves_of_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rewrite_moves((select booking_id from public.payments where id = new.payment_id));
  return null;
end;
$$;

create function private.rewrite_moves_of_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rewrite_moves(new.id);
  return null;
end;
$$;

create trigger count_payment after insert on public.payments
  for each row when (new.status = 'succeeded')
  execute function private.rewrite_moves_of_payment();

create trigger count_changed_payment
  after update of status, settled_at, method, amount_cents, tip_cents on public.payments
  for each row
  when (
    (old.status = 'succeeded' or new.status = 'succeeded')
    and (old.status, old.settled_at, old.method, old.amount_cents, old.tip_cents)
      is distinct from (new.status, new.settled_at, new.method, new.amount_cents, new.tip_cents)
  )
  execute function private.rewrite_moves_of_payment();

create trigger count_refund after insert on public.refunds
  for each row when (new.status <> 'failed')
  execute function private.rewrite_moves_of_refund();

create trigger count_changed_refund after update of status, amount_cents, created_at on public.refunds
  for each row
  when (
    (old.status = 'failed', old.status = 'owed', old.amount_cents, old.created_at)
      is distinct from (new.status = 'failed', new.status = 'owed', new.amount_cents, new.created_at)
  )
  execute function private.rewrite_moves_of_refund();

create trigger count_changed_price
  after update of service_name, price_cents, discount_cents, tax_cents, tip_cents, total_cents on public.bookings
  for each row
  when (
    (old.service_name, old.price_cents, old.discount_cents, old.tax_cents, old.tip_cents)
      is distinct from (new.service_name, new.price_cents, new.discount_cents, new.tax_cents, new.tip_cents)
  )
  execute function private.rewrite_moves_of_booking();

select private.rebuild_moves();

create index bookings_done_unpaid_idx on public.bookings (booking_date)
  where status in ('deposit_paid', 'confirmed') and done_at is not null;

create or replace function private.booking_search_text(
  id uuid, customer_name text, customer_email text, customer_phone text, car_year integer, car_model text
) returns text
language sql immutable
return lower(
  ' ' || customer_name || ' ' || coalesce(customer_email, '') || ' ' || customer_phone || ' ' || car_year::text
  || ' ' || car_model || ' ' || id::text || ' ' || replace(id::text, '-', '')
);

drop function private.booking_line(public.bookings);

create or replace function private.booking_line(booking public.bookings, rain text, collected_cents integer) returns jsonb
language sql stable
return jsonb_build_object(
  'id', booking.id,
  'booking_date', booking.booking_date,
  'booking_time', to_char(booking.booking_time, 'HH24:MI'),
  'duration_minutes', booking.duration_minutes,
  'service_name', booking.service_name,
  'customer_name', booking.customer_name,
  'has_email', booking.customer_email is not null,
  'car', concat_ws(' ', booking.car_year, booking.car_model),
  'city', booking.city,
  'status', booking.status,
  'done_at', booking.done_at,
  'no_show_at', booking.no_show_at,
  'called_off', rain,
  'due_cents', case when booking.status in ('deposit_paid', 'confirmed') and booking.no_show_at is null
    then private.due_on_site_cents(booking, collected_cents) else 0 end
);

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

create or replace function public.calendar_range(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform private.require_admin();
  if from_day is null or until_day is null or until_day - from_day not between 0 and 61 then
    raise exception using errcode = 'PT400', message = 'range_too_long';
  end if;
  return jsonb_build_object(
    'crews', (select crews from public.time_settings),
    'days', (
      select jsonb_agg(
        jsonb_build_object('day', one.day, 'is_special', exception.day is not null, 'label', exception.label)
        || coalesce(private.hours_of_day(one.day), '{"from": null, "until": null}')
        order by one.day
      )
      from (select from_day + number as day from generate_series(0, until_day - from_day) as number) as one
      left join public.opening_exceptions as exception on exception.day = one.day
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        private.booking_line(booking, rain.state, sums.collected_cents)
        || jsonb_build_object('crew', claim.crew, 'hold_expires_at', claim.expires_at)
        order by booking.booking_date, booking.booking_time, booking.id
      ), '[]')
      from public.bookings as booking
      left join public.slot_claims as claim
        on claim.booking_id = booking.id and claim.local_date between from_day and until_day
      left join lateral private.rain_of(booking) as rain on true
      cross join lateral private.payment_sums(booking.id) as sums
      where booking.booking_date between from_day and until_day
        and (
          private.is_standing(booking.status)
          or (booking.status = 'pending_payment' and (claim.expires_at is null or claim.expires_at > now())
            and claim.id is not null)
        )
    ),
    'timeOff', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(off) || jsonb_build_object('reason', off.reason) order by lower(off.during)
      ), '[]')
      from public.slot_claims as off
      where off.local_date between from_day and until_day and off.reason is not null
    ),
    'offers', (
      select coalesce(jsonb_agg(
        private.stretch_of_claim(held) || jsonb_build_object(
          'kind', offer.kind,
          'name', coalesce(booking.customer_name, waiting.name),
          'service_name', offer.service_name,
          'booking_id', offer.booking_id,
          'expires_at', held.expires_at
        ) order by lower(held.during)
      ), '[]')
      from public.slot_claims as held
      join public.offered_times as offer on offer.id = held.offer_id
      left join public.bookings as booking on booking.id = offer.booking_id
      left join public.waiting_list as waiting on waiting.id = offer.waiting_id
      where held.local_date between from_day and until_day
        and held.offer_id is not null and (held.expires_at is null or held.expires_at > now())
    )
  );
end;
$$;

drop function private.past_visits_due();

create or replace function private.past_visits_due() returns table (
  id uuid, booking_date date, booking_time time, customer_name text, due_cents integer
)
language sql stable
begin atomic
  select
    visit.id, visit.booking_date, visit.booking_time, visit.customer_name,
    private.due_on_site_cents(visit, sums.collected_cents)
  from (
    select * from public.bookings
    where status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
      and booking_date < private.local_today()
    order by booking_date desc, booking_time desc, id
    limit 1000
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where private.due_on_site_cents(visit, sums.collected_cents) > 0
    and not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

create or replace function private.week_ahead() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'day', private.local_today() + ahead, 'cars', coalesce(booked.cars, 0), 'due_cents', coalesce(booked.due_cents, 0),
      'closed', private.closed_day(private.local_today() + ahead)
    ) order by ahead)
    from generate_series(1, 7) as ahead
    left join (
      select
        booking_date, count(*) as cars, sum(private.due_on_site_cents(booking, sums.collected_cents)) as due_cents
      from public.bookings as booking
      cross join lateral private.payment_sums(booking.id) as sums
      where booking_date between private.local_today() + 1 and private.local_today() + 7
        and private.is_standing(status)
        and not exists (select from private.rain_of(booking))
      group by booking_date
    ) as booked on booked.booking_date = private.local_today() + ahead
  );
end;
$$;

create or replace function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.past_visits_due()),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay()
    )
    from private.open_rain_answers() as answer
  );
end;
$$;

create or replace function public.owner_needs() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.require_admin();
  return private.owner_needs();
end;
$$;

create or replace function public.owner_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  today date := private.local_today();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'today', today,
    'cars', (
      select coalesce(jsonb_agg(private.car_of_day(booking) order by booking_time, id), '[]')
      from public.bookings as booking
      where booking_date = today and private.is_standing(status)
    ),
    'needs', private.owner_needs(),
    'past_visits', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', visit.id, 'day', visit.booking_date, 'customer_name', visit.customer_name,
        'due_cents', visit.due_cents
      ) order by visit.booking_date desc, visit.booking_time desc, visit.id), '[]')
      from (select * from private.past_visits_due() limit 5) as visit
    ),
    'outside_rules', (select count(*) from private.misfits()),
    'failed_mails', (
      select coalesce(jsonb_agg(to_jsonb(mail)), '[]')
      from (
        select id, template_type, to_email, booking_id, created_at
        from private.undelivered_mails()
        order by created_at desc
        limit 5
      ) as mail
    ),
    'week', private.week_ahead(),
    'next', (
      select jsonb_build_object(
        'id', id, 'day', booking_date, 'booking_time', to_char(booking_time, 'HH24:MI'),
        'customer_name', customer_name, 'service_name', service_name
      )
      from public.bookings as booking
      where booking_date > today and private.is_standing(status) and not exists (select from private.rain_of(booking))
      order by booking_date, booking_time
      limit 1
    )
  );
end;
$$;

create or replace function private.money_outstanding(from_day date, until_day date) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  today date := private.local_today();
begin
  return (
    with
      ahead as (
        select *
        from public.bookings
        -- No booking is further ahead than this.
        where booking_date between today and today + 1100
          and status not in ('pending_payment', 'cancelled')
          and done_at is null and no_show_at is null
        union all
        select booking.*
        from public.rain_answers as answer
        join public.bookings as booking on booking.id = answer.booking_id
        where answer.state in ('asked', 'declined')
          and booking.booking_date < today
          and booking.status not in ('pending_payment', 'cancelled')
          and exists (select from private.rain_of(booking))
      ),
      past as (
        select *
        from public.bookings
        where booking_date between from_day and least(until_day, today - 1)
          and status in ('deposit_paid', 'confirmed') and done_at is null and no_show_at is null
        union all
        select *
        from public.bookings
        where booking_date between from_day and least(until_day, today)
          and status in ('deposit_paid', 'confirmed') and done_at is not null
      ),
      to_come as (
        select
          sums.paid_cents - sums.refunded_cents + sums.owed_cents as held_cents,
          private.due_on_site_cents(ahead, sums.collected_cents) as due_cents
        from ahead
        cross join lateral private.payment_sums(ahead.id) as sums
      ),
      over as (
        select private.due_on_site_cents(past, sums.collected_cents) as due_cents
        from past
        cross join lateral private.payment_sums(past.id) as sums
        where not exists (select from private.rain_of(past))
      )
    select jsonb_build_object(
      'held_cents', (select coalesce(sum(held_cents), 0) from to_come),
      'held_bookings', (select count(*) from to_come where held_cents > 0),
      'due_cents', (select coalesce(sum(due_cents), 0) from to_come),
      'due_bookings', (select count(*) from to_come where due_cents > 0),
      'open_cents', (select coalesce(sum(due_cents), 0) from over),
      'open_bookings', (select count(*) from over where due_cents > 0)
    )
  );
end;
$$;

create or replace function public.money_report(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
declare
  report jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  with
    -- The sums of a day first: far fewer than its moves.
    moves as materialized (
      select
        move.day, move.service_name, move.method,
        coalesce(sum(move.amount_cents) filter (where move.kind = 'payment'), 0) as received_cents,
        coalesce(-sum(move.amount_cents) filter (where move.kind = 'refund'), 0) as refunded_cents,
        sum(move.tax_cents) as tax_cents,
        sum(move.tip_cents) as tip_cents,
        count(*) filter (where move.kind = 'payment') as payments,
        count(*) filter (where move.kind = 'refund') as refunds
      from private.money_moves as move
      where move.at >= private.instant_of(from_day, '00:00') and move.at < private.instant_of(until_day + 1, '00:00')
      group by move.day, move.service_name, move.method
    ),
    sums as (
      select
        day, service_name, method, grouping(day, service_name, method) as left_out,
        jsonb_build_object(
          'received_cents', sum(received_cents),
          'refunded_cents', sum(refunded_cents),
          'tax_cents', sum(tax_cents),
          'tip_cents', sum(tip_cents),
          'payments', sum(payments),
          'refunds', sum(refunds)
        ) as figures,
        sum(received_cents - refunded_cents) as net_cents
      from moves
      group by grouping sets ((day), (service_name), (method))
    )
  select jsonb_build_object(
    'days', coalesce(
      jsonb_agg(figures || jsonb_build_object('day', day) order by day) filter (where left_out = 3), '[]'
    ),
    'services', coalesce(
      jsonb_agg(figures || jsonb_build_object('service_name', service_name) order by net_cents desc, service_name)
        filter (where left_out = 5),
      '[]'
    ),
    'methods', coalesce(
      jsonb_agg(figures || jsonb_build_object('method', method) order by net_cents desc, method)
        filter (where left_out = 6),
      '[]'
    ),
    'outstanding', private.money_outstanding(from_day, until_day)
  )
  into report
  from sums;
  return report;
end;
$$;

create or replace function private.money_by_booking(from_day date, until_day date, after_date date, after_time time, after_id uuid, most integer)
returns table (booking public.bookings, paid_cents integer, refunded_cents integer, due_cents integer)
language sql stable set search_path = ''
as $$
  select
    page.booking,
    sums.paid_cents,
    sums.refunded_cents - sums.owed_cents,
    case
      when (page.booking).status in ('paid', 'cancelled') or (page.booking).no_show_at is not null then 0
      else private.due_on_site_cents(page.booking, sums.collected_cents)
    end
  from (
    select standing as booking
    from public.bookings as standing
    where standing.booking_date between greatest(from_day, after_date) and until_day
      and standing.status <> 'pending_payment'
      and (standing.booking_date, standing.booking_time, standing.id) > (after_date, after_time, after_id)
    order by standing.booking_date, standing.booking_time, standing.id
    limit most
  ) as page
  cross join lateral private.payment_sums((page.booking).id) as sums
  order by (page.booking).booking_date, (page.booking).booking_time, (page.booking).id;
$$;

create or replace function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(line.row), '[]') into rows
  from (
    select jsonb_build_object(
      'id', (money.booking).id,
      'booking_date', (money.booking).booking_date,
      'booking_time', (money.booking).booking_time,
      'service_name', (money.booking).service_name,
      'vehicle_type', (money.booking).vehicle_type,
      'customer_name', (money.booking).customer_name,
      'customer_email', (money.booking).customer_email,
      'status', (money.booking).status,
      'source', (money.booking).source,
      'payment_option', (money.booking).payment_option,
      'price_cents', (money.booking).price_cents,
      'discount_cents', (money.booking).discount_cents,
      'coupon_code', (money.booking).coupon_code,
      'tax_cents', (money.booking).tax_cents,
      'tax_label', (money.booking).tax_label,
      'tip_cents', (money.booking).tip_cents,
      'total_cents', (money.booking).total_cents,
      'created_at', (money.booking).created_at,
      'cancelled_at', (money.booking).cancelled_at,
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_cents', money.due_cents
    ) as row
    from private.money_by_booking(
      from_day, until_day,
      coalesce((after ->> 'date')::date, '-infinity'),
      coalesce((after ->> 'time')::time, '00:00'),
      coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
      most
    ) as money
  ) as line;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows) when most then jsonb_build_object(
      'date', rows -> -1 -> 'booking_date', 'time', rows -> -1 -> 'booking_time', 'id', rows -> -1 -> 'id'
    ) end,
    'total', case when after is null then (
      select count(*) from public.bookings
      where booking_date between from_day and until_day and status <> 'pending_payment'
    ) end
  );
end;
$$;

create or replace function public.export_payments(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  begins timestamptz := private.instant_of(from_day, '00:00');
  ends timestamptz := private.instant_of(until_day + 1, '00:00');
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', move.id, 'at', move.at, 'kind', move.kind, 'booking_id', move.booking_id, 'payment_id', move.payment_id,
    'service_name', move.service_name, 'customer_name', booking.customer_name, 'method', move.method,
    'status', coalesce(refund.status, payment.status), 'amount_cents', move.amount_cents,
    'tax_cents', move.tax_cents, 'tip_cents', move.tip_cents,
    'stripe_id', case move.kind when 'refund' then refund.stripe_refund_id else payment.stripe_payment_intent_id end
  ) order by move.at, move.id), '[]') into rows
  from (
    select *
    from private.money_moves as one
    where one.at >= begins and one.at < ends
      and (
        after is null or (one.at, one.id) > ((after ->> 'at')::timestamptz, (after ->> 'id')::uuid)
      )
    order by one.at, one.id
    limit most
  ) as move
  join public.bookings as booking on booking.id = move.booking_id
  join public.payments as payment on payment.id = move.payment_id
  -- With a limit it is one index lookup for each row, otherwise a scan of all refunds.
  left join lateral (
    select status, stripe_refund_id from public.refunds where move.kind = 'refund' and id = move.id limit 1
  ) as refund on true;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows)
      when most then jsonb_build_object('at', rows -> -1 -> 'at', 'id', rows -> -1 -> 'id')
    end,
    'total', case when after is null then (
      select count(*) from private.money_moves where at >= begins and at < ends
    ) end
  );
end;
$$;

drop function private.money_of_rained_out();
drop function private.money_moves(timestamptz, timestamptz, timestamptz, uuid, integer);
drop function private.parts_of(public.payments, public.bookings);
drop function private.customer_figures(text);
drop function private.cars_of(text);
drop function private.spend_of(text);

create or replace function private.customer_figures(whose text) returns table (figures jsonb)
language sql stable
begin atomic
  select jsonb_build_object(
    'visits', count(*) filter (where private.was_visited(booking, rain.state)),
    'no_shows', count(*) filter (where booking.no_show_at is not null),
    'last_visit', max(booking.booking_date) filter (where private.was_visited(booking, rain.state)),
    'next_visit', (
      array_agg(
        jsonb_build_object('id', booking.id, 'booking_date', booking.booking_date, 'booking_time', booking.booking_time)
        order by booking.booking_date, booking.booking_time
      ) filter (where private.is_ahead(booking))
    )[1],
    'cars', (
      select coalesce(jsonb_agg(car order by latest desc), '[]')
      from (
        select car_year || ' ' || car_model as car, max(booking_date) as latest
        from public.bookings
        where customer_email = whose and status <> 'pending_payment'
        group by 1
      ) as driven
    ),
    'spend_cents', coalesce(sum(sums.paid_cents - sums.refunded_cents), 0)
  )
  from public.bookings as booking
  left join lateral private.rain_of(booking) as rain on true
  cross join lateral private.payment_sums(booking.id) as sums
  where booking.customer_email = whose;
end;

create or replace function public.find_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
-- A dynamic statement is planned for its search: a rare word is found by its letters, a frequent one along the order.
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  patterns text[] := private.search_patterns(search);
  size integer := least(greatest(batch, 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email', customer.email, 'name', customer.name, 'phone', customer.phone,
      'has_note', customer.note <> '', 'last_booked_at', customer.last_booked_at
    ) || its.figures
    order by customer.last_booked_at desc, customer.email desc
  ), '[]')
  into found
  from (
    select *
    from public.customers as candidate
    where (patterns is null or (candidate.search_text like patterns[1] and candidate.search_text like all (patterns)))
      and (
        before is null
        or (candidate.last_booked_at, candidate.email)
          < ((before ->> 'last_booked_at')::timestamptz, before ->> 'email')
      )
    order by candidate.last_booked_at desc, candidate.email desc
    limit size
  ) as customer
  cross join lateral private.customer_figures(customer.email) as its;
  return jsonb_build_object(
    'customers', found,
    'next', case when jsonb_array_length(found) = size then
      jsonb_build_object('last_booked_at', found -> -1 ->> 'last_booked_at', 'email', found -> -1 ->> 'email')
    end
  );
end;
$$;

create or replace function public.customer_page(target_email text default null, target_phone text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  whose text := private.whose(target_email, target_phone);
  booking_ids uuid[];
  page jsonb;
begin
  perform private.require_admin();
  select coalesce(array_agg(id), '{}') into booking_ids from private.bookings_of(whose);
  select jsonb_build_object(
    'email', case when target_email is not null then whose end,
    'name', customer.name,
    'phone', customer.phone,
    'note', coalesce(customer.note, ''),
    'note_version', coalesce(customer.note_version, 0),
    'is_customer', customer.email is not null,
    'first_booked_at', customer.first_booked_at,
    'has_account', private.account_of(whose) is not null,
    'is_administrator', exists (select from public.admins where user_id = private.account_of(whose)),
    'has_unsubscribed', private.has_unsubscribed(whose),
    'in_the_way', private.booking_in_the_way(whose),
    'kept', private.kept_about(booking_ids, whose),
    'other_addresses', array(
      select distinct customer_email from private.bookings_of(whose) where customer_email <> whose order by 1
    ),
    'other_accounts', (
      select coalesce(jsonb_agg(private.other_account_in_page(account.id, account.email, whose) order by account.email), '[]')
      from private.other_accounts_of(whose) as account
    )
  ) || case when target_email is null then private.caller_in_page(whose)
  else (select figures from private.customer_figures(whose)) end
  into page
  from (select whose as email) as asked
  left join public.customers as customer using (email);
  if not (page ->> 'is_customer')::boolean
    and not (page ->> 'has_account')::boolean
    and page -> 'kept' = '{"bookings": 0, "reviews": 0, "inquiries": 0, "waiting": 0, "mails": 0}'
  then
    return null;
  end if;
  return page;
end;
$$;

create table private.review_totals (
  only_row boolean primary key default true check (only_row),
  approved integer not null default 0,
  ratings integer not null default 0
);

alter table private.review_totals enable row level security;
revoke all on private.review_totals from public, anon, authenticated, service_role;
insert into private.review_totals default values;

create or replace function private.recount_reviews() returns void
language sql set search_path = ''
as $$
  update private.review_totals
  set (approved, ratings) = (select count(*), coalesce(sum(rating), 0) from public.reviews where is_approved)
  where only_row;
$$;

select private.recount_reviews();

create or replace function private.count_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was integer := case when tg_op <> 'INSERT' and old.is_approved then old.rating end;
  becomes integer := case when tg_op <> 'DELETE' and new.is_approved then new.rating end;
begin
  if was is distinct from becomes then
    update private.review_totals
    set
      approved = approved + (becomes is not null)::integer - (was is not null)::integer,
      ratings = ratings + coalesce(becomes, 0) - coalesce(was, 0)
    where only_row;
  end if;
  return null;
end;
$$;

create or replace function public.review_rating() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('count', approved, 'average', round(ratings::numeric / nullif(approved, 0), 1))
  from private.review_totals;
$$;

create trigger count_review after insert or delete or update of is_approved, rating on public.reviews
  for each row execute function private.count_review();

revoke all on all functions in schema private from public;
