-- Rows that a new database starts with.

insert into private.business (info_email) values ('info@lustre.example');
insert into private.security_settings default values;
insert into private.forgetting default values;
insert into public.payment_scans default values;
insert into public.time_settings default values;
insert into public.opening_hours (weekday) select generate_series(1, 7);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket, bucket, true, 10 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif,image/gif}'
from unnest('{reviews,gallery}'::text[]) as bucket;

insert into public.mail_settings (template_type, wait_hours, send_at) values
  ('rain_day', null, null),
  ('rain_day_called_off', null, null),
  ('waiting_list_offer', null, null),
  -- At this local time of the day before.
  ('booking_reminder', null, '17:00'),
  -- This many hours after a visit is done; at most `most` to one customer in 90 days, a week apart.
  ('review_request', 24, null),
  ('receipt', null, null);

-- The Greater Toronto Area, Caledon included: forward sortation areas of Canada Post that lie in Toronto, Peel, York,
-- Durham or Halton, the rural ones (L0) when most of their places do. L6 and L7 lie in these regions as a whole,
-- L5 is Mississauga, M is Toronto. A database that is in use when it gets these rows serves everywhere instead.
insert into public.service_area (prefix)
select prefix
from unnest(
  array['M', 'L5', 'L6', 'L7']
  -- Durham: Bowmanville, Courtice, Oshawa, Whitby, Ajax, Pickering, Port Perry, Uxbridge. L1A is Port Hope.
  || array['L1B', 'L1C', 'L1E', 'L1G', 'L1H', 'L1J', 'L1K', 'L1L', 'L1M', 'L1N', 'L1P', 'L1R', 'L1S', 'L1T', 'L1V']
  || array['L1W', 'L1X', 'L1Y', 'L1Z', 'L9L', 'L9P', 'L0B', 'L0C']
  -- York: Markham, Newmarket, Stouffville, Richmond Hill, Aurora, Vaughan, Keswick, East Gwillimbury, Georgina, King
  || array['L3L', 'L3P', 'L3R', 'L3S', 'L3T', 'L3X', 'L3Y', 'L4A', 'L4B', 'L4C', 'L4E', 'L4G', 'L4H', 'L4J', 'L4K']
  || array['L4L', 'L4P', 'L4S', 'L9N', 'L0E', 'L0G', 'L0H', 'L0J']
  -- Peel: the east of Mississauga
  || array['L4T', 'L4V', 'L4W', 'L4X', 'L4Y', 'L4Z']
  -- Halton: Milton, Campbellville
  || array['L9E', 'L9T', 'L0P']
) as prefix
where not exists (select from auth.users);
