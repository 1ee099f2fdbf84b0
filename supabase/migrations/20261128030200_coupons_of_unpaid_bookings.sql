-- A coupon that another unpaid booking of the same person has is not used yet.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Why this person may not use the coupon of the booking: coupon_used, coupon_held by another unpaid booking of theirs
-- whose time is held, coupon_first_visit or coupon_used_up; null when they may, and for an unknown code. Redemptions of
-- the bookings `apart` don't count; a use of an expired hold is free.
create or replace function private.refusal_of_coupon(booking public.bookings, apart uuid[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  person text[] := private.marks_of_person(booking.customer_email, booking.customer_phone);
  coupon jsonb;
  is_held boolean;
begin
  select bool_and(other.status = 'pending_payment') into is_held
  from public.coupon_redemptions as redemption
  join public.bookings as other on other.id = redemption.booking_id
  where redemption.code = booking.coupon_code
    and redemption.booking_id <> all (apart)
    and (
      redemption.marks && (person || private.mark_of(booking.customer_email))
      or redemption.user_id = booking.user_id
    )
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
  return case
    when (coupon ->> 'isFirstVisitOnly')::boolean and private.has_other_visit(booking) then 'coupon_first_visit'
    when private.uses_of_coupon(booking.coupon_code, apart) >= (coupon ->> 'maxUses')::integer then 'coupon_used_up'
  end;
end;
$$;

-- Makes a booking's hold permanent. An expired or given-up hold takes its time again if it is available and has not
-- begun. Null on success, else time_gone or coupon_used.
create or replace function private.make_permanent(booking public.bookings) returns text
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_email(booking.customer_email);
  update public.slot_claims set expires_at = null
  where booking_id = booking.id and lower(during) >= now() and (expires_at is null or expires_at > now());
  if not found then
    perform private.take_time(booking, null);
  end if;
  perform private.redeem_coupon(booking);
  return null;
exception
  when sqlstate 'PT409' then
    return case sqlerrm
      when 'slot_taken' then 'time_gone'
      when 'coupon_held' then 'coupon_used'
      else sqlerrm
    end;
end;
$$;
