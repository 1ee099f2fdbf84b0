-- What outlasts a session needs a fresh proof, whichever call it takes (docs/decisions/0126).
set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Trigger: an administrator's change of an email needs a fresh proof, and all administrators are notified. Raises
-- reauthentication_needed (403).
create or replace function private.guard_template() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    perform private.require_fresh_proof();
    perform private.tell_administrators('The wording of the email “' || new.name || '” was changed.');
  end if;
  return null;
end;
$$;

drop function private.is_guarded_mail(text);

-- Raises reauthentication_needed (403) when the owner, without a fresh proof, would refund more than $500 within 24 hours
-- with what was refunded already, so that a stale session can't empty the account (docs/decisions/0126). Until the
-- transaction ends, the owner's other refunds wait: they count what this one refunds.
create function private.require_proof_of_refund(refund_cents integer, proven boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if refund_cents <= 0 then
    return;
  end if;
  perform private.lock_counted('public.refunds');
  if proven is not true and refund_cents + (
    select coalesce(sum(amount_cents), 0)
    from public.refunds
    where created_at > now() - interval '24 hours' and status <> 'failed'
      and reason in ('chosen_by_owner', 'cancelled_by_business')
  ) > 50000 then
    raise exception using errcode = 'PT403', message = 'reauthentication_needed';
  end if;
end;
$$;

drop function public.release_booking(uuid, integer, integer, text, uuid, integer, boolean);

-- Cancels a booking: its time is available at once, `refund_cents` are queued for sending or owed by hand, and a
-- customer who paid or phoned gets an email. `expected_paid_cents` is the sum that the caller saw as paid and not
-- refunded, and not in a dispute. `acting_admin` cancels for the business; without one the customer does, and only
-- before the visit is done or missed. A refund other than `policy_cents` is noted in the history. `anyway`: the owner
-- was asked about an open dispute. `proven`: the administrator has a fresh proof. The server of the former release
-- doesn't say.
-- -> {outcome: cancelled | already_cancelled, refunds: [{id, payment_intent_id, amount_cents}]}; a refund that is owed
-- by hand has no payment_intent_id.
-- Raises booking_not_found (404), booking_past, booking_changed, payment_disputed (409), refund_too_large (400),
-- reauthentication_needed (403).
create function public.release_booking(
  target_booking_id uuid,
  refund_cents integer,
  expected_paid_cents integer,
  reason text,
  acting_admin uuid default null,
  policy_cents integer default null,
  anyway boolean default false,
  proven boolean default true
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings := private.locked_booking(target_booking_id);
  money record;
  new_refunds jsonb;
begin
  if booking.status = 'cancelled' then
    return jsonb_build_object('outcome', 'already_cancelled', 'refunds', '[]'::jsonb);
  end if;
  if acting_admin is null and (booking.done_at is not null or booking.no_show_at is not null) then
    raise exception using errcode = 'PT409', message = 'booking_past';
  end if;
  if acting_admin is not null then
    perform private.require_proof_of_refund(refund_cents, proven);
  end if;
  select * into money from private.money_of(booking.id);
  if money.kept_cents <> expected_paid_cents then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  if refund_cents not between 0 and expected_paid_cents then
    raise exception using errcode = 'PT400', message = 'refund_too_large';
  end if;
  if acting_admin is null then
    perform private.act_as_customer();
  else
    if refund_cents > 0 then
      perform private.ask_about_dispute(booking.id, anyway);
    end if;
    perform private.act_as(acting_admin);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', refund.id,
    'payment_intent_id', case when refund.status <> 'owed' then payment.stripe_payment_intent_id end,
    'amount_cents', refund.amount_cents
  )), '[]')
  into new_refunds
  from private.add_refunds(booking.id, refund_cents, release_booking.reason) as refund
  join public.payments as payment on payment.id = refund.payment_id;
  perform private.cancel(booking.id);
  if policy_cents is not null then
    perform private.note_change(
      booking.id,
      'refund_chosen',
      jsonb_build_object('refund_cents', policy_cents),
      jsonb_build_object('refund_cents', refund_cents)
    );
  end if;
  -- An address that never paid may be a stranger's: it gets no email. One given by phone is known.
  if money.paid_cents > 0 or booking.source = 'phone' then
    perform public.enqueue_mail(
      'booking_cancellation:' || booking.id,
      'booking_cancellation',
      booking.customer_email,
      booking.id,
      jsonb_strip_nulls(jsonb_build_object(
        'refund_cents', refund_cents,
        'by_hand_cents', (
          select sum((refund ->> 'amount_cents')::integer)
          from jsonb_array_elements(new_refunds) as refund
          where refund ->> 'payment_intent_id' is null
        )
      ))
    );
  end if;
  return jsonb_build_object('outcome', 'cancelled', 'refunds', new_refunds);
end;
$$;

drop function public.refund_booking(uuid, integer, integer, uuid, uuid, text, boolean);

-- Refunds part of what is kept of a booking, whose status stays: `refund_cents` are queued for sending or owed by hand,
-- and the customer gets an email with the `note`. `expected_paid_cents` is the sum that the owner saw as paid and not
-- refunded, and not in a dispute. The same `request` with the same amount counts once. `anyway`: the owner was asked
-- about an open dispute. `proven`: the administrator has a fresh proof.
-- -> {outcome: refunded | already_refunded, refunds: private.refunds_of_request}
-- Raises booking_not_found (404), already_refunded_otherwise, booking_changed, payment_disputed (409),
-- refund_too_large, reason_too_long (400), reauthentication_needed (403).
create function public.refund_booking(
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

drop function public.require_proof_for_refund(integer);

drop function public.publish_business(jsonb, integer, uuid, text[], integer);

-- Publishes a validated document as the next version, and discards the draft that the caller read at this revision.
-- A new info address becomes the one that manages reviews. All administrators are notified of the `areas` that differ:
-- "free cancellation". The caller has checked a fresh proof. Returns business_page(). Raises business_changed (409).
create function public.publish_business(
  document jsonb, expected integer, administrator uuid, changes text[], areas text[], restored integer default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former public.business_versions;
  new_info_email text;
begin
  perform private.lock_business_draft(expected);
  perform private.act_as(administrator);
  select * into strict former from public.business_versions order by version desc limit 1;
  insert into public.business_versions
    (version, business, published_by, publisher_label, changes, restored_version)
  values
    (former.version + 1, document, administrator, private.actor_label(null), changes, restored);
  update public.business_draft
  set business = null, revision = revision + 1, saved_at = null, saved_by = null
  where only_row;
  if document #>> '{facts,infoEmail}' is distinct from former.business #>> '{facts,infoEmail}' then
    new_info_email := document #>> '{facts,infoEmail}';
    perform public.set_info_email(new_info_email);
  end if;
  perform private.tell_administrators(concat_ws(' ',
    coalesce(
      'Version ' || restored || ' of prices and facts was restored.', 'Prices and facts were published.'
    ),
    'Changed: ' || array_to_string(areas, ', ') || '.',
    'The account of ' || new_info_email || ' manages reviews from now on.'
  ));
  return private.business_page();
end;
$$;

-- Trigger on a table from which rows are deleted over REST, for each statement: more than one row needs a fresh proof.
-- Raises reauthentication_needed (403).
create function private.guard_deleted_rows() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Within a function of ours it is another role.
  if current_user = 'authenticated' and (select count(*) > 1 from deleted_rows) then
    perform public.require_fresh_proof();
  end if;
  return null;
end;
$$;

create trigger guard_deleted_rows after delete on public.reviews
  referencing old table as deleted_rows
  for each statement execute function private.guard_deleted_rows();

create trigger guard_deleted_rows after delete on public.gallery_photos
  referencing old table as deleted_rows
  for each statement execute function private.guard_deleted_rows();

-- Trigger: notifies all administrators of a text that one of them changed.
create function private.tell_of_website_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    perform private.tell_administrators(
      case new.name
        when 'chat_answers' then 'The answers of the website’s chat were changed.'
        else 'The website’s ' || new.name || ' page was changed.'
      end,
      'website_text:' || new.name
    );
  end if;
  return null;
end;
$$;

create trigger tell_of_change after update of body on public.website_texts
  for each row when (new.body is distinct from old.body)
  execute function private.tell_of_website_text();

revoke all on function public.release_booking, public.refund_booking, public.publish_business
  from public, anon, authenticated, service_role;
revoke all on function
  private.require_proof_of_refund, private.guard_deleted_rows, private.tell_of_website_text
  from public, anon, authenticated, service_role;
grant execute on function
  private.require_proof_of_refund, public.release_booking, public.refund_booking, public.publish_business
  to service_role;
