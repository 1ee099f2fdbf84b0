-- Changes of tables with a single row name the row: the hosted backend refuses an update or a delete without a
-- condition.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.set_info_email(address text) returns void
language sql set search_path = ''
as $$
  update private.business set info_email = lower(btrim(address)) where only_row;
$$;

create or replace function private.write_time_settings(wanted jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  given record;
begin
  select * into given from jsonb_to_record(wanted) as one(
    "leastNoticeMinutes" integer, "windowDays" integer, "moveWindowDays" integer, "bufferMinutes" integer,
    crews integer
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
  end if;
  update public.time_settings
  set least_notice_minutes = coalesce(given."leastNoticeMinutes", least_notice_minutes),
    window_days = coalesce(given."windowDays", window_days),
    move_window_days = coalesce(given."moveWindowDays", move_window_days),
    buffer_minutes = coalesce(given."bufferMinutes", buffer_minutes),
    crews = coalesce(given.crews, crews)
  where id;
end;
$$;

create or replace function public.scan_payments(batch integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  scan public.payment_scans;
  changed record;
  looked integer := 0;
begin
  -- One scan at a time; the second has nothing to do.
  select * into scan from public.payment_scans for update skip locked;
  if found then
    for changed in
      (
        select id, id as booking_id, updated_at from public.bookings
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
          -- Without a payment, a hold has no money that could differ.
          and (status <> 'pending_payment' or exists (select from public.payments where booking_id = bookings.id))
        order by updated_at, id limit 2 * batch
      )
      union all
      (
        select id, booking_id, updated_at from public.payments
        where updated_at >= scan.scanned_until and (updated_at, id) > (scan.scanned_until, scan.last_id)
        order by updated_at, id limit 2 * batch
      )
      order by updated_at, id limit 2 * batch
    loop
      perform private.look_at_booking(changed.booking_id);
      looked := looked + 1;
    end loop;
    if looked = 2 * batch then
      update public.payment_scans set scanned_until = changed.updated_at, last_id = changed.id where id;
    else
      update public.payment_scans
      set scanned_until = greatest(scanned_until, now() - interval '1 minute'), last_id = default
      where id;
    end if;
    perform private.look_at_refund(unfinished.id)
    from (
      select id from public.refunds
      where status in ('pending', 'sent', 'failed') and replaced_by is null
        and created_at between now() - interval '1 year' and now()
      order by created_at limit batch
    ) as unfinished;
    perform private.look_at_open_findings();
  end if;
  return (select count(*) from public.payment_findings where closed_at is null);
end;
$$;
