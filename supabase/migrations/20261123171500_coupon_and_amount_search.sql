-- A coupon that its person used answers so, whatever other rules it has; the search of an amount with a dollar sign
-- reads no bookings by their text.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Redeems a booking's coupon, if it has one, once for a mailbox, a phone number and an account, and by the rules of
-- the published coupon; again for the same booking is fine. Raises coupon_used, coupon_used_up, coupon_first_visit
-- (409).
create or replace function private.redeem_coupon(booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  person text[];
  coupon jsonb;
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
      and (marks && (person || private.mark_of(booking.customer_email)) or user_id = booking.user_id)
  ) then
    raise unique_violation;
  end if;
  select one into coupon
  from jsonb_array_elements(public.current_business() #> '{business,coupons}') as one
  where one ->> 'code' = booking.coupon_code;
  if (coupon ->> 'isFirstVisitOnly')::boolean and private.has_other_visit(booking) then
    raise exception using errcode = 'PT409', message = 'coupon_first_visit';
  end if;
  if (
    select count(*) from public.coupon_redemptions where code = booking.coupon_code and booking_id <> booking.id
  ) >= (coupon ->> 'maxUses')::integer then
    raise exception using errcode = 'PT409', message = 'coupon_used_up';
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

-- What matches a search of at least two letters or digits, at most five of each kind, the latest first.
-- -> {customers: [{email, name, phone}],
--     bookings: [{id, customer_name, booking_date, booking_time, service_name, status}],
--     inquiries: [{id, name, subject, created_at}], payments: private.matching_payments}
-- Raises administrators_only (403).
create or replace function public.search_everything(term text) returns jsonb
-- Planned for its search, as public.find_customers.
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted text := left(coalesce(term, ''), 200);
  patterns text[] := private.booking_patterns(wanted);
  -- No booking has an amount in its text, and the letters of one are those of every year of a car.
  of_bookings text[] := case when wanted !~ '^\s*[$][0-9]' then patterns end;
begin
  perform private.require_admin();
  if length(regexp_replace(wanted, '[^[:alnum:]]', '', 'g')) < 2 then
    return '{"customers": [], "bookings": [], "inquiries": [], "payments": []}'::jsonb;
  end if;
  return jsonb_build_object(
    'customers', (
      select coalesce(jsonb_agg(to_jsonb(line) - 'last_booked_at' order by line.last_booked_at desc, line.email), '[]')
      from (
        select email, name, phone, last_booked_at
        from public.customers
        where search_text like patterns[1] and search_text like all (patterns)
        order by last_booked_at desc, email
        limit 5
      ) as line
    ),
    'bookings', (
      select coalesce(jsonb_agg(
        to_jsonb(line) || jsonb_build_object('booking_time', to_char(line.booking_time, 'HH24:MI'))
        order by line.booking_date desc, line.booking_time desc, line.id desc
      ), '[]')
      from (
        select one.id, one.customer_name, one.booking_date, one.booking_time, one.service_name, one.status
        from public.bookings as one
        where private.booking_search_text(
            one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
          ) like of_bookings[1]
          and private.booking_search_text(
            one.id, one.customer_name, one.customer_email, one.customer_phone, one.car_year, one.car_model
          ) like all (of_bookings)
        order by one.booking_date desc, one.booking_time desc, one.id desc
        limit 5
      ) as line
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(line) order by line.created_at desc, line.id), '[]')
      from (
        select id, name, subject, created_at
        from public.inquiries
        where lower(' ' || name || ' ' || email || ' ' || subject) like patterns[1]
          and lower(' ' || name || ' ' || email || ' ' || subject) like all (patterns)
        order by created_at desc, id
        limit 5
      ) as line
    ),
    'payments', private.matching_payments(wanted, of_bookings)
  );
end;
$$;
