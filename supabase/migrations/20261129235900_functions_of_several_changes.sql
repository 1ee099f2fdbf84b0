set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function public.refund_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  request uuid,
  acting_admin uuid,
  note text default '',
  anyway boolean default false,
  proven boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
  made jsonb := private.refunds_of_request(booking.id, request);
  money record;
  written text := btrim(coalesce(refund_booking.note, ''));
begin
  if made is not null then
    if refund_cents <> (select sum((one ->> 'amount_cents')::integer) from jsonb_array_elements(made) as one) then
      raise exception using errcode = 'PT409', message = 'already_refunded_otherwise';
    end if;
    return jsonb_build_object('outcome', 'already_refunded', 'refunds', made);
  end if;
  perform private.require_proof_of_refund(refund_cents, proven);
  select * into money from private.money_of(booking.id);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  elsif refund_cents not between 1 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  elsif length(written) > 200 then
    raise exception using errcode = 'PT400', message = 'reason_too_long';
  end if;
  perform private.ask_about_dispute(booking.id, anyway);
  perform private.act_as(acting_admin);
  perform private.add_refunds(
    booking.id, refund_cents, 'chosen_by_owner', request, least(refund_cents, private.overpaid_cents(booking))
  );
  made := private.refunds_of_request(booking.id, request);
  perform private.note_change(
    booking.id, 'refunded', null, jsonb_build_object('refund_cents', refund_cents, 'note', written)
  );
  perform private.look_at_no_show(booking.id);
  perform public.enqueue_mail(
    'refund:' || request, 'refund', booking.customer_email, booking.id,
    jsonb_build_object(
      'refund_cents', refund_cents,
      'by_hand_cents', (
        select coalesce(sum((one ->> 'amount_cents')::integer), 0)
        from jsonb_array_elements(made) as one
        where one ->> 'payment_intent_id' is null
      ),
      'refund_reason', written
    )
  );
  return jsonb_build_object('outcome', 'refunded', 'refunds', made);
end;
$$;

revoke all on function private.matching_payments(text, text[], text[], text[], uuid), private.searched_booking(text)
  from public, anon, authenticated, service_role;

grant execute on function private.look_at_no_show to service_role;

create or replace function public.booking_page(target_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'booking', to_jsonb(booking) - 'client_address' || jsonb_build_object('more', private.more_of(booking)),
    'hold_expires_at', claim.expires_at,
    'called_off', private.called_off(booking),
    'drive_minutes', private.drive_to(booking),
    'money', jsonb_build_object(
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'disputed_cents', money.disputed_cents,
      'due_on_site_cents', private.due_on_site_cents(booking),
      'online_kept_cents', private.online_kept_cents(booking.id),
      'tip_on_site_cents', private.later_tip_cents(booking.id),
      'overpaid_cents', private.overpaid_cents(booking)
    ),
    'note', jsonb_build_object('text', coalesce(note.note, ''), 'version', coalesce(note.version, 0)),
    'customer_note', private.customer_note(booking),
    'photos', private.photos_of(booking.id),
    'no_show_finding', (
      select id from public.payment_findings where subject = 'no_show:' || booking.id and closed_at is null
    ),
    'timeline', private.booking_timeline(booking.id),
    'disputes', (
      select coalesce(jsonb_agg(private.dispute_data(dispute) order by dispute.opened_at desc), '[]')
      from public.disputes as dispute
      join public.payments as payment on payment.id = dispute.payment_id
      where payment.booking_id = booking.id
    )
  ) into page
  from public.bookings as booking
  left join public.slot_claims as claim on claim.booking_id = booking.id
  left join public.booking_notes as note on note.booking_id = booking.id
  cross join lateral private.money_of(booking.id) as money
  where booking.id = target_booking_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return page;
end;
$$;

update public.email_templates as template
set content = replace(template.content, 'We will refund it to you directly.', 'We will send it by e-transfer or pay it in cash, and contact you to arrange it.')
from public.default_mails as former
where former.template_type = template.template_type
  and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
  and strpos(former.content, 'We will refund it to you directly.') > 0;
update public.default_mails
set content = replace(content, 'We will refund it to you directly.', 'We will send it by e-transfer or pay it in cash, and contact you to arrange it.')
where strpos(content, 'We will refund it to you directly.') > 0;

create or replace function private.searched_booking(search text) returns uuid
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  number text := private.typed_booking_number(private.search_words(search));
begin
  if number is null then
    return null;
  end if;
  -- By the index of numbers alone, also where many bookings have one number.
  return (select id from public.bookings where private.booking_number(id) = number limit 1);
end;
$$;

create or replace function public.unused_photos() returns table (bucket_id text, name text)
language plpgsql security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  size constant integer := 2000;
  since private.photo_sweep;
begin
  insert into private.photo_sweep default values on conflict do nothing;
  select * into since from private.photo_sweep for update;
  return query
  with step as materialized (
    select object.bucket_id, object.name
    from storage.objects as object
    where (object.bucket_id, object.name) > (since.bucket_id, since.name)
    order by object.bucket_id, object.name
    limit size
  ), next_start as (
    update private.photo_sweep set (bucket_id, name) = (
      -- After the last photo the first one is next.
      select coalesce(max(step.bucket_id), ''), coalesce(max(step.name), '')
      from (select * from step order by bucket_id, name offset size - 1) as step
    )
    where bucket_id is not null
  ), unused as materialized (
    select *
    from step
    where case bucket_id
      -- No "not exists", which may read the whole table.
      when 'reviews' then (select photo_name from public.reviews where photo_name = step.name) is null
      when 'bookings' then (select id from public.booking_photos where id = private.photo_id_of(step.name)) is null
      when 'gallery' then not exists (
        select from public.gallery_photos where private.photo_at('gallery', image_url) = step.name
      ) and not exists (
        select from public.business_versions where private.photo_at('gallery', business #>> '{facts,logoUrl}') = step.name
      ) and not exists (
        select from public.business_draft where private.photo_at('gallery', business #>> '{facts,logoUrl}') = step.name
      )
    end
  )
  select bucket_id, name
  from unused
  where (
    select created_at from storage.objects as object
    where object.bucket_id = unused.bucket_id and object.name = unused.name
  ) < now() - interval '1 day';
end;
$$;

create or replace function private.release_outbox(discards boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  until timestamptz;
  later_mails text[];
  later_texts text[];
begin
  delete from private.outbox_hold where restored_at is not null returning restored_at into until;
  if until is null or not discards then
    return;
  end if;
  later_mails := array(select id::text from public.mail_outbox where status = 'queued' and created_at > until);
  later_texts := array(select id::text from public.text_outbox where status = 'queued' and created_at > until);
  -- What is due by now is discarded, too.
  perform public.queue_due_mails(), public.queue_due_texts();
  update public.mail_outbox
  set status = 'dropped', locked_until = null, data = case when booking_id is null then '{}' else data end
  where status = 'queued' and id::text <> all (later_mails);
  update public.text_outbox
  set status = 'dropped', locked_until = null, data = '{}'
  where status = 'queued' and id::text <> all (later_texts);
  update public.refunds
  set status = 'failed', last_error = 'Not sent: it may have been sent before a backup was restored.'
  where status = 'pending' and created_at <= until;
end;
$$;
