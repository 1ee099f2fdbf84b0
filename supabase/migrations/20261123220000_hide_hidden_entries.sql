-- Everybody could read services and add-ons that the owner hides.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.published_business() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'version', version,
    'business', business || jsonb_build_object(
      'services', jsonb_path_query_array(business, '$.services[*] ? (@.isVisible == true)'),
      'addOns', jsonb_path_query_array(business, '$.addOns[*] ? (@.isVisible == true)'),
      'coupons', jsonb_path_query_array(business, '$.coupons[*] ? (@.isAdvertised == true)')
    )
  )
  from public.business_versions
  order by version desc
  limit 1;
$$;
