set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.bookings add column opens_by_id boolean not null default true;

-- Its body names the columns of the row that it passes on.
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
        and booking_date < private.local_today()
      order by booking_date desc, booking_time desc, id
      limit 1000
    )
  ) as visit
  cross join lateral private.payment_sums(visit.id) as sums
  where not exists (select from private.rain_of(visit))
  order by visit.booking_date desc, visit.booking_time desc, visit.id;
end;

-- The email address that a visitor names in the header x-booking-email. Null without one.
create function private.named_booking_email() returns text
language sql stable set search_path = ''
as $$
  select nullif(lower(btrim(nullif(current_setting('request.headers', true), '')::json ->> 'x-booking-email')), '');
$$;

revoke all on function private.named_booking_email from public, anon, authenticated, service_role;
grant execute on function private.named_booking_email to anon, authenticated, service_role;

alter policy "A booking can be read by a visitor who holds its id"
  on public.bookings to anon
  using (
    id = (select private.named_booking_id())
    and (opens_by_id or customer_email = (select private.named_booking_email()))
  );

alter policy "A booking can be updated by a visitor who holds its id"
  on public.bookings to anon
  using (
    id = (select private.named_booking_id())
    and (opens_by_id or customer_email = (select private.named_booking_email()))
  )
  with check (id = (select private.named_booking_id()));

create or replace function private.kept_columns(booking jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_strip_nulls(
    booking - array[
      'id', 'client_address', 'created_at', 'updated_at', 'calendar_sequence', 'calendar_uid', 'hold_extensions',
      'opens_by_id'
    ]
  );
end;
$$;

create or replace function public.rained_out_bookings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(id), '[]')
  from public.bookings
  where (
      user_id = (select auth.uid())
      or (
        id = (select private.named_booking_id())
        and (opens_by_id or customer_email = (select private.named_booking_email()))
      )
    )
    and private.is_rained_out(id);
$$;

create or replace function public.correct_booking(target_booking_id uuid, was jsonb, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.lock_booking(target_booking_id);
  after public.bookings;
  correctable jsonb := private.correctable_columns(before);
  owners_note text;
  notified text[];
begin
  perform private.check_stands(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if coalesce(jsonb_typeof(was) <> 'object', true) or coalesce(jsonb_typeof(changes) <> 'object', true) then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end if;
  if changes = '{}' or not correctable @> was
    or array(select jsonb_object_keys(changes) order by 1) <> array(select jsonb_object_keys(was) order by 1) then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := jsonb_populate_record(before, changes);
  after.customer_email := nullif(lower(btrim(after.customer_email)), '');
  select note into owners_note from public.customers where email = before.customer_email and note <> '';
  begin
    update public.bookings
    set
      customer_name = after.customer_name,
      customer_email = after.customer_email,
      customer_phone = after.customer_phone,
      car_model = after.car_model,
      car_year = after.car_year,
      address = after.address,
      city = after.city,
      province = after.province,
      postal_code = after.postal_code,
      gate_access = after.gate_access,
      has_water = after.has_water,
      has_power = after.has_power,
      customer_notes = after.customer_notes,
      opens_by_id = before.opens_by_id
        and (before.customer_email is null or before.customer_email is not distinct from after.customer_email)
    where id = before.id
    returning * into after;
  exception when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'details_invalid';
  end;
  if before.customer_email is distinct from after.customer_email then
    -- The owner's note about the customer goes along when this was their last booking with the former address.
    update public.customers
    set note = owners_note, note_version = note_version + 1
    where email = after.customer_email and note = '' and owners_note is not null
      and not exists (select from public.customers where email = before.customer_email);
    perform private.move_mails(before, after);
  end if;
  perform private.mail_correction(before, after, changes);
  return jsonb_build_object('notified', after.customer_email);
end;
$$;

-- Bookings that were corrected before. The history keeps what an address was.
update public.bookings
set opens_by_id = false
where id in (
  select booking_id from public.booking_changes
  where action = 'changed' and was ->> 'customer_email' is not null and "is" ? 'customer_email'
);
