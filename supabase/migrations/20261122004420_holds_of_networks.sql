-- One customer has an IPv6 /64, a /56 or a /48, so the open holds of each are counted.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- An IPv6 address as its network of so many bits; anything else as it is.
create function private.network_of(client_address text, bits integer) returns text
language sql immutable set search_path = ''
as $$
  select case
    when client_address ~* '^[0-9a-f:]*:[0-9a-f:]*(/64)?$'
      then network(set_masklen(split_part(client_address, '/', 1)::inet, bits))::text
    else client_address
  end;
$$;

-- No more than so many other holds are open from where this booking is made, and with its email address: those of an
-- account are counted by the account, so strangers who type its address take nothing from it. A /56 may have half as
-- many again and a /48 twice as many, as in server/networks.ts. Starts from one place go one after the other.
-- Raises too_many_holds (429).
create or replace function private.check_open_holds(
  booking public.bookings,
  max_open_holds integer,
  max_open_holds_of_email integer
) returns void
language plpgsql set search_path = ''
as $$
declare
  here text := booking.client_address;
  is_too_many boolean;
begin
  if here is not null then
    perform pg_advisory_xact_lock(7223913, hashtext(private.network_of(here, 48)));
  end if;
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
  from public.slot_claims as claim
  join public.bookings as other on other.id = claim.booking_id
  where claim.expires_at > now() and other.id <> booking.id;
  if is_too_many then
    raise exception using
      errcode = 'PT429',
      message = 'too_many_holds',
      detail = 'Too many unpaid bookings were started from this connection or with this email address.';
  end if;
end;
$$;

revoke all on function private.network_of(text, integer) from public;
grant execute on function private.network_of(text, integer) to service_role;
