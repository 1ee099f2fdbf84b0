-- What is kept of texts, and for how long.

-- Clears words of texts and deletes replies when their time is over, up to 1,000 of each at a time; keys and outcomes
-- stay. Returns how many.
create function public.forget_old_texts() returns integer
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

-- Erases a customer's consents, texts and replies. A STOP stays under a mark. Phones that other bookings have keep
-- their replies.
create function private.forget_texts(booking_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  phones text[] := array(
    select distinct customer_phone from public.bookings as booking
    where id = any (booking_ids) and not exists (
      select from public.bookings as other
      where other.customer_phone = booking.customer_phone and not other.id = any (booking_ids)
    )
  );
begin
  delete from public.text_consents where booking_id = any (booking_ids);
  update public.text_outbox
  set
    phone = '+00000000', body = '', data = '{}', last_error = null,
    status = case when status in ('queued', 'failed') then 'dropped' else status end
  where booking_id = any (booking_ids);
  delete from public.received_texts where phone = any (phones);
  delete from public.inquiries
  where lower(btrim(email)) in (select ltrim(one, '+') || '@text.invalid' from unnest(phones) as one);
  insert into public.text_stops (phone, stopped_at)
  select private.keyed_hash(phone), stopped_at from public.text_stops where phone = any (phones)
  on conflict (phone) do nothing;
  delete from public.text_stops where phone = any (phones);
end;
$$;

-- The consents and texts of these bookings, without the words of texts, which may hold a link that still works.
create function private.texts_of(booking_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'text_consents', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'phone', phone, 'booking_id', booking_id, 'wording', wording, 'given_in', given_in, 'given_at', given_at,
      'withdrawn_at', withdrawn_at, 'withdrawn_in', withdrawn_in
    ) order by given_at), '[]')
    from public.text_consents where booking_id = any (booking_ids)
  ),
  'texts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'to', phone, 'kind', kind, 'booking_id', booking_id, 'status', status, 'created_at', created_at,
      'sent_at', sent_at, 'delivered_at', delivered_at
    ) order by created_at), '[]')
    from public.text_outbox where booking_id = any (booking_ids)
  ),
  'text_replies', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'from', phone, 'message', body, 'received_at', received_at
    ) order by received_at), '[]')
    from public.received_texts
    where phone in (select customer_phone from public.bookings where id = any (booking_ids))
  )
);

-- The texts of the last fourteen days that reached nobody.
create function private.undelivered_texts(as_of timestamptz default now()) returns setof public.text_outbox
language sql stable set search_path = ''
as $$
  select * from public.text_outbox where status = 'failed' and created_at > as_of - interval '14 days';
$$;

-- Texts that need the owner: those of the last fourteen days that reached nobody, and those of today that the daily
-- limit holds back. -> {texts, texts_over_limit}
create function private.text_needs() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'texts', (select count(*) from private.undelivered_texts()),
  'texts_over_limit', (
    select count(*) from public.text_outbox
    where last_error = 'daily_limit' and status in ('queued', 'dropped')
      and created_at > private.instant_of(private.local_today(), '00:00')
  )
);

-- The day's segments and the last failures, for the settings of texts.
-- -> {segments_today, failed: [{id, booking_id, kind, phone, error_code, last_error, created_at}]}
-- Raises administrators_only (403).
create function public.texts_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'segments_today', private.text_segments_of_day(now()),
    'failed', (
      select coalesce(jsonb_agg(to_jsonb(failed) order by failed.created_at desc), '[]')
      from (
        select id, booking_id, kind, phone, error_code, last_error, created_at
        from private.undelivered_texts()
        order by created_at desc
        limit 20
      ) as failed
    )
  );
end;
$$;

revoke all on function public.forget_old_texts, public.texts_today from public, anon, authenticated, service_role;
grant execute on function public.forget_old_texts to service_role;
grant execute on function public.texts_today to authenticated;
