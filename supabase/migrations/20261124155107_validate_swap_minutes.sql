set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.travel_settings validate constraint travel_settings_swap_minutes_check;
