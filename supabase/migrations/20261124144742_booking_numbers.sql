-- Bookings have a short number for the phone, which the owner's searches find. Holds of an email address count within
-- their network. Emails tell the number, and whether tax is part of the amount due on site.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Five bits as a letter or digit, without 0, O, 1 and I.
create function private.number_letter(bits integer) returns text
language sql immutable
return substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', bits + 1, 1);

-- The short number of a booking, "7KQ4-M2XB": the first 40 bits of its id, as in domain/booking/booking-number.ts. It
-- opens nothing: only the owner's searches read it.
create function private.booking_number(id uuid) returns text
language sql immutable
return private.number_letter(get_byte(uuid_send(id), 0) >> 3)
  || private.number_letter((get_byte(uuid_send(id), 0) & 7) << 2 | (get_byte(uuid_send(id), 1) >> 6))
  || private.number_letter((get_byte(uuid_send(id), 1) >> 1) & 31)
  || private.number_letter((get_byte(uuid_send(id), 1) & 1) << 4 | (get_byte(uuid_send(id), 2) >> 4))
  || '-'
  || private.number_letter((get_byte(uuid_send(id), 2) & 15) << 1 | (get_byte(uuid_send(id), 3) >> 7))
  || private.number_letter((get_byte(uuid_send(id), 3) >> 2) & 31)
  || private.number_letter((get_byte(uuid_send(id), 3) & 3) << 3 | (get_byte(uuid_send(id), 4) >> 5))
  || private.number_letter(get_byte(uuid_send(id), 4) & 31);

create index bookings_number_idx on public.bookings (private.booking_number(id));

-- A random id whose number no booking has.
create function private.new_booking_id() returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  drawn uuid;
begin
  loop
    drawn := gen_random_uuid();
    exit when not exists (
      select from public.bookings where private.booking_number(bookings.id) = private.booking_number(drawn)
    );
  end loop;
  return drawn;
end;
$$;

-- As private.search_patterns; a phone number among other words matches by its digits too, and a booking's number is
-- searched as its id.
create or replace function private.booking_patterns(search text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  number text := upper(regexp_replace(left(coalesce(search, ''), 200), '[\s-]', '', 'g'));
  numbered uuid;
begin
  if number ~ '^[2-9A-HJ-NP-Z]{8}$' then
    select id into numbered
    from public.bookings
    where private.booking_number(id) = left(number, 4) || '-' || right(number, 4)
    order by id
    limit 1;
  end if;
  return private.search_patterns(coalesce(numbered::text, (
    select string_agg(
      case when word ~ '^[-+0-9().]*[0-9][-+0-9().]*$' then regexp_replace(word, '[^0-9]', '', 'g') else word end, ' '
    )
    from regexp_split_to_table(btrim(left(coalesce(search, ''), 200)), '\s+') as word
  )));
end;
$$;

revoke all on function private.booking_number, private.number_letter, private.new_booking_id
  from public, anon, authenticated, service_role;
grant execute on function private.booking_number, private.number_letter to anon, authenticated, service_role;
grant execute on function private.new_booking_id to service_role;

-- Limits the open holds of one network and one email address. An address counts within its network, so a stranger
-- elsewhere who types it takes nothing from its owner; an account's holds count for the account, wherever. A /56 network may have half as many again and a /48 twice as many, as in
-- server/networks.ts. Holds of one network start one after the other. Raises too_many_holds (429).
-- Without the generic plan, PostgreSQL plans again whenever a value is null: that plan looks cheaper.
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
        when booking.user_id is null then
          other.user_id is null and other.customer_email = booking.customer_email
          and private.network_of(other.client_address, 48) is not distinct from widest
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

-- Stores an unpaid booking and holds its time for `hold_minutes`. `booking` has the table's columns as keys; id,
-- status and everything else that the database decides are ignored. The hold that the key replaces_booking_id names
-- is replaced, and so are those of the browser with the token hold_token and of the account.
-- -> {booking_id, expires_at}
-- Raises slot_taken, coupon_used, payment_processing while a replaced hold can still be paid, replaced_is_paid when
-- this browser named one that is paid (409), too_many_holds (429).
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
  wanted.id := private.new_booking_id();
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
  -- A page that does not know of the payment yet: another tab, or Back after paying.
  if exists (
    select from public.bookings as named
    join public.slot_claims as claim on claim.booking_id = named.id
    where named.id = (booking ->> 'replaces_booking_id')::uuid
      and private.is_standing(named.status)
      and claim.holder_hash = sha256(convert_to(booking ->> 'hold_token', 'UTF8'))
  ) then
    raise exception using errcode = 'PT409', message = 'replaced_is_paid';
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

-- A row for the text in variable `name`, left out when it is empty or a process of the former version has none.
create function private.mail_line_if(label text, name text) returns text
language sql immutable set search_path = ''
as $$
  select '{% if ' || name || ' %}{% if ' || name || ' != "" %}' || private.mail_line(label, '{{ ' || name || ' }}')
    || '{% endif %}{% endif %}' || chr(10);
$$;

revoke all on function private.mail_line_if from public, anon, authenticated, service_role;

-- Rewords a part of a default email, and of the template in use that the owner has not edited. A template that a later
-- one has replaced stays: its update would put it back in use.
create function pg_temp.reword_part(kind text, former_part text, new_part text) returns void
language sql
as $$
  update public.email_templates as template
  set content = replace(template.content, former_part, new_part)
  from public.default_mails as former
  where former.template_type = kind and template.template_type = kind
    and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
    and not exists (
      select from public.email_templates as other
      where other.template_type = kind and other.updated_at > template.updated_at
    );
  update public.default_mails set content = replace(content, former_part, new_part) where template_type = kind;
$$;

select pg_temp.reword_part(kind, part, part || private.mail_line_if('Booking number', 'booking_number'))
from (
  select kind, private.mail_line('Service', '{{ service_name }}') as part
  from unnest(array[
    'booking_confirmation', 'phone_booking', 'booking_rescheduled', 'booking_cancellation', 'payment_refunded',
    'rain_day', 'payment_link'
  ]) as kind
  union all
  select 'receipt', private.mail_line('Service', '{{ service_name }}, {{ vehicle }}')
  union all
  select 'booking_reminder', private.mail_line('Car', '{{ car }}')
) as wording;

select pg_temp.reword_part(kind, part, part || private.mail_line_if('Tax', 'due_on_site_tax'))
from (
  select kind, private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site') as part
  from unnest(array['booking_confirmation', 'booking_rescheduled']) as kind
  union all
  select 'phone_booking', private.mail_line('<strong>Due on site</strong>', '<strong>{{ due_on_site }}</strong>')
  union all
  select 'booking_reminder', private.mail_line_unless_zero('Due on site', 'due_on_site')
) as wording;

select pg_temp.reword_part(kind, 'Booking {{ booking_id }}', 'Booking ID {{ booking_id }}')
from unnest(array[
  'booking_confirmation', 'phone_booking', 'booking_rescheduled', 'booking_cancellation', 'payment_refunded'
]) as kind;

drop function pg_temp.reword_part;
