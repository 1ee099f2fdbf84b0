-- How long records are kept, in one place, and their deletion in small steps.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table public.retention (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,39}$'),
  keep_days integer not null,
  -- What the law or the product needs at least.
  least_days integer not null check (least_days > 0),
  constraint retention_is_long_enough check (keep_days >= least_days)
);

alter table public.retention enable row level security;
create policy "Server functions may do what they are granted"
  on public.retention for all to service_role using (true) with check (true);
revoke all on public.retention from public, anon, authenticated, service_role;
grant select on public.retention to service_role;

-- Records of this kind from before this moment are no longer kept.
create function private.kept_since(kind text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select now() - keep_days * interval '1 day' from public.retention where retention.kind = kept_since.kind;
$$;

revoke all on function private.kept_since from public, anon, authenticated, service_role;
grant execute on function private.kept_since to service_role;

insert into public.retention (kind, keep_days, least_days) values
  ('emails', 540, 90), ('texts', 540, 90), ('text_words', 90, 30), ('text_consents', 1460, 1460),
  ('history', 2555, 2555), ('visit_links', 60, 15), ('payment_links', 60, 1), ('provider_events', 90, 30),
  ('inquiries', 730, 30), ('waiting_list', 30, 1), ('unpaid_bookings', 30, 7), ('operations', 90, 30), ('work', 730, 180),
  ('sessions', 30, 30), ('used_tokens', 30, 7), ('codes', 1, 1);

create index if not exists mail_outbox_created_at_idx on public.mail_outbox (created_at);
create index if not exists text_outbox_words_idx on public.text_outbox (created_at)
  where status <> 'queued' and (body <> '' or data <> '{}');
create index if not exists text_consents_given_at_idx on public.text_consents (given_at);
create index if not exists visit_links_told_date_idx on public.visit_links (told_date);
create index if not exists payment_links_expires_at_idx on public.payment_links (expires_at);
create index if not exists booking_changes_copies_idx on public.booking_changes (id)
  where action = 'created' and "is" ? 'address';

-- What the first entry of a booking's history keeps. The rest is in the booking, or in the `was` of its first change.
create or replace function private.first_columns(booking jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(key, value)
  from jsonb_each(booking)
  where key in (
    'status', 'source', 'booking_date', 'booking_time', 'service_name', 'vehicle_type', 'total_cents', 'payment_option'
  );
$$;

revoke all on function private.first_columns from public, anon, authenticated, service_role;

-- Trigger: writes a change of a booking to its history, or clears the history when the customer's data is erased.
create or replace function private.note_booking_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case tg_op when 'UPDATE' then private.kept_columns(to_jsonb(old)) end;
  after jsonb := private.kept_columns(to_jsonb(new));
  was jsonb;
  is_now jsonb;
begin
  if tg_op = 'INSERT' then
    -- Customers start bookings that await a payment.
    if new.status = 'pending_payment' then
      perform private.act_as_customer();
    end if;
    perform private.note_change(new.id, 'created', null, private.first_columns(after));
    return null;
  end if;
  select coalesce(jsonb_object_agg(key, value), '{}') into was
  from jsonb_each(before) where after -> key is distinct from value;
  select coalesce(jsonb_object_agg(key, value), '{}') into is_now
  from jsonb_each(after) where before -> key is distinct from value;
  if private.is_forgotten(new.customer_email)
    and old.customer_email is distinct from new.customer_email then
    perform private.forget_changes(new.id);
    perform private.note_change(new.id, 'forgotten', null, '{}');
  else
    perform private.note_change(new.id, private.name_of_change(was, is_now), was, is_now);
  end if;
  return null;
end;
$$;

-- Whether an unpaid booking has had no activity for as long as it is kept and can no longer be paid: each of its intents was
-- cancelled, which the provider never reverses. A booking that touched money is never abandoned.
create or replace function private.is_given_up(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.status = 'pending_payment'
    and booking.created_at < private.kept_since('unpaid_bookings')
    and not exists (
      select from public.slot_claims
      where booking_id = booking.id and (expires_at is null or expires_at > private.kept_since('unpaid_bookings'))
    )
    and not exists (
      select from public.payments as payment
      where payment.booking_id = booking.id
        and (
          payment.status <> 'canceled'
          or payment.updated_at > private.kept_since('unpaid_bookings')
          or exists (select from public.refunds where payment_id = payment.id)
        )
    )
    and not exists (select from public.payment_findings where booking_id = booking.id);
$$;

-- Deletes up to `batch` abandoned unpaid bookings, with everything that belongs to them. Returns how many.
create or replace function public.forget_unpaid_bookings(batch integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  given_up uuid[];
begin
  -- The booking first, as everywhere: while it is locked, no payment of it can begin.
  given_up := array(
    select booking.id
    from public.bookings as booking
    where booking.status = 'pending_payment'
      and booking.created_at < private.kept_since('unpaid_bookings')
      and private.is_given_up(booking)
    order by booking.created_at
    limit batch
    for update skip locked
  );
  -- A payment may have begun just before.
  given_up := array(
    select booking.id from public.bookings as booking
    where booking.id = any (given_up) and private.is_given_up(booking)
  );
  if given_up <> '{}' then
    delete from public.payments where booking_id = any (given_up);
    delete from public.bookings where id = any (given_up);
  end if;
  return cardinality(given_up);
end;
$$;

-- Clears words of texts and deletes replies when their time is over, up to 1,000 of each at a time; keys and outcomes
-- stay. Returns how many.
create or replace function public.forget_old_texts() returns integer
language plpgsql set search_path = ''
as $$
declare
  cleared integer;
  deleted integer;
begin
  update public.text_outbox set body = '', data = '{}'
  where id = any (array(
    select id from public.text_outbox
    where created_at < private.kept_since('text_words') and status <> 'queued' and (body <> '' or data <> '{}')
    order by created_at
    limit 1000
    for update skip locked
  ));
  get diagnostics cleared = row_count;
  delete from public.received_texts
  where message_id = any (array(
    select message_id from public.received_texts
    where received_at < private.kept_since('text_words')
    order by received_at
    limit 1000
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return cleared + deleted;
end;
$$;

-- Deletes entries whose day is long past. Returns how many.
create or replace function public.forget_old_waiting() returns integer
language sql set search_path = ''
as $$
  with gone as (
    delete from public.waiting_list where day < private.local_day(private.kept_since('waiting_list')) returning id
  )
  select count(*)::integer from gone;
$$;

-- Deletes old operations; returns how many. A payment keeps its key for good.
create or replace function public.forget_old_operations() returns integer
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from private.visit_operations where created_at < private.kept_since('operations') returning key
  )
  select count(*)::integer from gone;
$$;

-- Deletes old photos and notes of the work, and removed marks after a day. Returns how many photos and marks.
create or replace function public.forget_old_work() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  last timestamptz := private.kept_since('work');
  photos integer;
  marks integer;
begin
  update public.booking_photos
  set booking_id = null
  where kind <> 'customer' and booking_id is not null and created_at < last;
  get diagnostics photos = row_count;
  delete from public.condition_marks where made_at < last or removed_at < now() - interval '1 day';
  get diagnostics marks = row_count;
  delete from public.checklist_ticks where ticked_at < last;
  return photos + marks;
end;
$$;

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


revoke all on function private.shorten_first_entries from public, anon, authenticated, service_role;
