-- Customers can be told a window in which the crew arrives. Off at first.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Customers are told that the crew arrives within so many minutes from the start on; 0: at the start.
alter table public.time_settings
  add column arrival_window_minutes smallint not null default 0 check (arrival_window_minutes between 0 and 240);

-- All rules that a browser needs, in the shape of `OpeningRules` in domain. Times read "HH:MM". Exceptions from today
-- on.
create or replace function public.opening_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'leastNoticeMinutes', settings.least_notice_minutes,
      'windowDays', settings.window_days,
      'moveWindowDays', settings.move_window_days,
      'bufferMinutes', settings.buffer_minutes,
      'crews', settings.crews,
      'arrivalWindowMinutes', settings.arrival_window_minutes,
      'hours', (
        select jsonb_agg(jsonb_build_object(
          'weekday', hours.weekday,
          'isOpen', hours.is_open,
          'starts', private.clock_times(hours.starts),
          'endsBy', to_char(hours.ends_by, 'HH24:MI'),
          'moveFrom', to_char(hours.move_from, 'HH24:MI'),
          'moveUntil', to_char(hours.move_until, 'HH24:MI'),
          'moveEveryMinutes', hours.move_every_minutes,
          'moveEndsBy', to_char(hours.move_ends_by, 'HH24:MI')
        ) order by hours.weekday)
        from public.opening_hours as hours
      ),
      'exceptions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', exception.day,
          'isOpen', exception.is_open,
          'starts', private.clock_times(exception.starts),
          'endsBy', to_char(exception.ends_by, 'HH24:MI')
        ) order by exception.day), '[]')
        from public.opening_exceptions as exception
        where exception.day >= private.local_today()
      ),
      'servedPrefixes', (
        select coalesce(jsonb_agg(area.prefix order by area.prefix), '[]') from public.service_area as area
      ),
      'needsPlace', (select travel.is_on from public.travel_settings as travel),
      'timesFrom', case when private.times_need_server() then 'server' else 'rules' end
    )
    from public.time_settings as settings
  );
end;
$$;

-- Writes {leastNoticeMinutes, windowDays, moveWindowDays, bufferMinutes, crews, arrivalWindowMinutes}; missing values
-- stay. Raises notice_out_of_range, window_out_of_range, buffer_out_of_range, crews_out_of_range, arrival_out_of_range.
create or replace function private.write_time_settings(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  given record;
begin
  select * into given from jsonb_to_record(wanted) as one(
    "leastNoticeMinutes" integer, "windowDays" integer, "moveWindowDays" integer, "bufferMinutes" integer,
    crews integer, "arrivalWindowMinutes" integer
  );
  if given."leastNoticeMinutes" not between 0 and 20160 then
    perform private.refuse_rules('notice_out_of_range');
  elsif given."windowDays" not between 1 and 365 then
    perform private.refuse_rules('window_out_of_range', 'windowDays');
  elsif given."moveWindowDays" not between 1 and 730 then
    perform private.refuse_rules('window_out_of_range', 'moveWindowDays');
  elsif given."bufferMinutes" not between 0 and 240 then
    perform private.refuse_rules('buffer_out_of_range');
  elsif given.crews not between 1 and 20 then
    perform private.refuse_rules('crews_out_of_range');
  elsif given."arrivalWindowMinutes" not between 0 and 240 then
    perform private.refuse_rules('arrival_out_of_range');
  end if;
  update public.time_settings
  set least_notice_minutes = coalesce(given."leastNoticeMinutes", least_notice_minutes),
    window_days = coalesce(given."windowDays", window_days),
    move_window_days = coalesce(given."moveWindowDays", move_window_days),
    buffer_minutes = coalesce(given."bufferMinutes", buffer_minutes),
    crews = coalesce(given.crews, crews),
    arrival_window_minutes = coalesce(given."arrivalWindowMinutes", arrival_window_minutes)
  where id;
end;
$$;

-- The published version: {version, business, arrivalWindowMinutes}, complete. For the server. With it comes how starts
-- are told to customers (time_settings), so that whatever tells one knows.
create or replace function public.current_business() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'version', version,
    'business', business,
    'arrivalWindowMinutes', (select arrival_window_minutes from public.time_settings)
  )
  from public.business_versions
  order by version desc
  limit 1;
$$;

-- The published version as everybody may read it: {version, business, arrivalWindowMinutes}. It has no hidden service or add-on, and its only
-- coupon is the advertised one.
create or replace function public.published_business() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'version', version,
    'business', business || jsonb_build_object(
      'services', jsonb_path_query_array(business, '$.services[*] ? (@.isVisible == true)'),
      'addOns', jsonb_path_query_array(business, '$.addOns[*] ? (@.isVisible == true)'),
      'coupons', jsonb_path_query_array(business, '$.coupons[*] ? (@.isAdvertised == true)')
    ),
    'arrivalWindowMinutes', (select arrival_window_minutes from public.time_settings)
  )
  from public.business_versions
  order by version desc
  limit 1;
$$;

-- Queues the email that the crew is on its way and the text beside it, for ten seconds later.
create or replace function private.tell_on_my_way(booking public.bookings) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_key text := private.key_of_step(booking);
  visit jsonb := jsonb_build_object('visit', jsonb_build_object(
    'path', private.add_visit_link(booking),
    'left_at', booking.on_my_way_at,
    'arrives_at', booking.on_my_way_at + booking.arriving_in_minutes * interval '1 minute'
  ));
begin
  perform public.enqueue_mail(its_key, 'on_my_way', booking.customer_email, booking.id, visit);
  update public.mail_outbox set next_attempt_at = now() + interval '10 seconds' where key = its_key;
  update public.text_outbox set next_attempt_at = now() + interval '10 seconds' where key = its_key;
end;
$$;

-- How starts are told comes with the business.
drop trigger tell_live_of_insert on public.time_settings;
drop trigger tell_live_of_update on public.time_settings;
drop trigger tell_live_of_delete on public.time_settings;
select private.tell_live_about('public.time_settings', 'times', 'business');
