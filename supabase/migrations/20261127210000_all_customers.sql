-- All customers in one list.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- All customers by most recent booking, a page at a time: of public.find_customers and public.find_phone_customers a
-- page is read each, and what has no room is read again with the next. `before` is `next` of the page before.
-- -> {customers: [as of either; those by phone have no email], next: {with_email, by_phone}}
-- Raises administrators_only (403).
create function public.find_all_customers(search text default '', before jsonb default null, batch integer default 25)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  with_email jsonb;
  by_phone jsonb;
begin
  perform private.require_admin();
  with_email := public.find_customers(search, nullif(before -> 'with_email', 'null'), size);
  by_phone := public.find_phone_customers(search, nullif(before -> 'by_phone', 'null'), size);
  return (
    with found as (
      select customer, place, row_number() over (order by (customer ->> 'last_booked_at')::timestamptz desc, place) as at
      from (
        select customer, place from jsonb_array_elements(with_email -> 'customers') with ordinality as of_email (customer, place)
        union all
        select customer, place from jsonb_array_elements(by_phone -> 'customers') with ordinality as of_phone (customer, place)
      ) as one
    ),
    shown as (select customer, at, customer ? 'email' as has_email from found where at <= size)
    select jsonb_build_object(
      'customers', coalesce((select jsonb_agg(customer order by at) from shown), '[]'),
      'next', case
        when (select count(*) from found) > size or with_email ->> 'next' is not null or by_phone ->> 'next' is not null
        then jsonb_build_object(
          'with_email', coalesce(
            (
              select jsonb_build_object('last_booked_at', customer -> 'last_booked_at', 'email', customer -> 'email')
              from shown where has_email order by at desc limit 1
            ),
            before -> 'with_email'
          ),
          'by_phone', coalesce(
            (
              select jsonb_build_object(
                'last_booked_at', customer -> 'last_booked_at', 'phone', customer -> 'phone', 'name', customer -> 'name'
              )
              from shown where not has_email order by at desc limit 1
            ),
            before -> 'by_phone'
          )
        )
      end
    )
  );
end;
$$;

revoke all on function public.find_all_customers from public, anon, authenticated, service_role;
grant execute on function public.find_all_customers to authenticated;
