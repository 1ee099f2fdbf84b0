-- Deletes records whose time is over, in small steps.

-- Shortens up to `batch` first entries of histories that hold a copy of their booking. Returns how many.
create function private.shorten_first_entries(batch integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  shortened integer;
begin
  update public.booking_changes
  set "is" = private.first_columns("is")
  where id = any (array(
    select id from public.booking_changes
    where action = 'created' and "is" ? 'address'
    order by id
    limit batch
    for update skip locked
  ));
  get diagnostics shortened = row_count;
  return shortened;
end;
$$;

-- Deletes up to `batch` records of each kind that are no longer kept (public.retention). Returns how many; again until
-- it is 0. Each call is a transaction of its own, so that nothing waits long for it.
create function public.delete_expired(batch integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
  total integer := private.shorten_first_entries(batch);
begin
  delete from public.mail_outbox
  where id = any (array(
    select id from public.mail_outbox
    where created_at < private.kept_since('emails') and status <> 'queued'
    order by created_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.text_outbox
  where id = any (array(
    select id from public.text_outbox
    where created_at < private.kept_since('texts') and status <> 'queued'
    order by created_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.text_consents
  where id = any (array(
    select id from public.text_consents
    where given_at < private.kept_since('text_consents')
      and coalesce(withdrawn_at, given_at) < private.kept_since('text_consents')
    order by given_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  -- The oldest entries have the lowest ids.
  delete from public.booking_changes
  where id = any (array(
    select id
    from (select id, at from public.booking_changes order by id limit batch) as oldest
    where at < private.kept_since('history')
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.visit_links
  where id = any (array(
    select link.id
    from public.visit_links as link
    join public.bookings as booking on booking.id = link.booking_id
    where link.told_date < private.local_day(private.kept_since('visit_links'))
      and booking.booking_date < private.local_day(private.kept_since('visit_links'))
      and (link.expires_at is null or link.expires_at < now())
    order by link.told_date limit batch
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.payment_links
  where id = any (array(
    select id from public.payment_links
    where expires_at < private.kept_since('payment_links')
    order by expires_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from public.stripe_events
  where id = any (array(
    select id from public.stripe_events
    where received_at < private.kept_since('provider_events')
    order by received_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  -- An inquiry that nobody answered stays.
  delete from public.inquiries
  where id = any (array(
    select id from public.inquiries
    where created_at < private.kept_since('inquiries') and status <> 'new'
    order by created_at limit batch for update skip locked
  ));
  get diagnostics deleted = row_count;
  return total + deleted;
end;
$$;

-- How long each kind of record is kept. -> [{kind, days}] Raises administrators_only (403).
create function public.retention_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_agg(jsonb_build_object('kind', kind, 'days', keep_days) order by kind) from public.retention
  );
end;
$$;

revoke all on function public.delete_expired, public.retention_page from public, anon, authenticated, service_role;
grant execute on function public.delete_expired to service_role;
grant execute on function public.retention_page to authenticated;
