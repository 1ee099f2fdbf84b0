-- The owner changes what a confirmed booking was sold: vehicle class, service, add-ons and price. The server prices it;
-- this file decides the time and what is left to pay (docs/decisions/0111).

-- What was sold, by column.
create function private.sale_of(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'service_id', booking.service_id, 'service_name', booking.service_name, 'vehicle_type', booking.vehicle_type,
    'vehicle_name', booking.vehicle_name, 'add_ons', booking.add_ons, 'duration_minutes', booking.duration_minutes,
    'price_cents', booking.price_cents, 'discount_cents', booking.discount_cents,
    'nearby_discount_cents', booking.nearby_discount_cents, 'tax_cents', booking.tax_cents,
    'tax_lines', booking.tax_lines, 'total_cents', booking.total_cents
  );
end;
$$;

-- Why the changed work doesn't fit the booking's time: slot_taken, outside_hours; null when it does. Locks the day.
-- Work that has begun, is not longer or needs no other skills always fits.
create function private.misfit_of_sale(before public.bookings, after public.bookings) returns text
language plpgsql set search_path = ''
as $$
declare
  is_longer boolean := after.duration_minutes > before.duration_minutes;
begin
  if private.has_begun(before) or (not is_longer and before.service_id = after.service_id) then
    return null;
  end if;
  perform private.lock_day(before.booking_date);
  if not is_longer and exists (
    select from public.slot_claims as claim
    join public.crews on crews.number = claim.crew
    where claim.booking_id = before.id and (crews.skills is null or after.service_id = any (crews.skills))
  ) then
    return null;
  end if;
  return case
    -- Work ends on the day it began.
    when extract(epoch from after.booking_time) / 60 + after.duration_minutes > 24 * 60 then 'slot_taken'
    when private.free_crew(
      private.span_of(after), private.place_of(after.postal_code), after.id, after.service_id
    ) is null then 'slot_taken'
    when is_longer and not private.is_within_hours(after.booking_date, after.booking_time, after.duration_minutes)
      then 'outside_hours'
  end;
end;
$$;

-- Gives the booking's claim its new length. One that has begun ends where the crew's next claim begins, and with its
-- day: claims of a crew never overlap. Raises slot_taken (409).
create function private.resize_claim(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  claim public.slot_claims;
  span tstzrange := private.span_of(after);
begin
  perform private.lock_day(after.booking_date);
  select * into claim from public.slot_claims where booking_id = after.id;
  if not found then
    return;
  end if;
  if private.has_begun(before) then
    span := tstzrange(lower(span), least(
      upper(span),
      private.instant_of(after.booking_date + 1, '00:00'),
      (
        select min(lower(other.during)) from public.slot_claims as other
        where other.local_date = claim.local_date and other.crew = claim.crew and other.reason is null
          and other.id <> claim.id and lower(other.during) >= upper(claim.during)
      )
    ), '[)');
  elsif after.duration_minutes > before.duration_minutes or after.service_id <> before.service_id then
    -- Null in blocked time, which a visit that is not longer keeps.
    claim.crew := coalesce(
      private.free_crew(span, private.place_of(after.postal_code), after.id, after.service_id), claim.crew
    );
  end if;
  update public.slot_claims set during = span, crew = claim.crew, service_name = after.service_name where id = claim.id;
exception
  when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken', detail = 'Somebody else has this time.';
end;
$$;

-- Whether a visit that has begun ends, with its new length, after the next visit of its crew begins.
create function private.runs_into_next(before public.bookings, after public.bookings) returns boolean
language sql stable set search_path = ''
return private.has_begun(before) and exists (
  select from public.slot_claims as claim
  join public.slot_claims as other on other.local_date = claim.local_date and other.crew = claim.crew
  where claim.booking_id = after.id and other.id <> claim.id and other.reason is null
    and lower(other.during) >= upper(claim.during)
    and lower(other.during) < upper(private.span_of(after))
);

-- The booking as it is after the change: what was paid stays, and the status says whether anything is left to pay.
-- What the card was charged stays the least that counts as paid, less refunds of what was paid too much.
create function private.with_sale(before public.bookings, sale jsonb) returns public.bookings
language plpgsql stable set search_path = ''
as $$
declare
  after public.bookings := jsonb_populate_record(before, sale);
  collected integer := (select collected_cents from private.payment_sums(before.id));
begin
  after.sale_changed_at := now();
  if exists (
    select from public.refunds as refund
    join public.payments as payment on payment.id = refund.payment_id
    where payment.booking_id = before.id and refund.overpaid_cents > 0 and refund.status <> 'failed'
  ) then
    after.due_now_cents := least(before.due_now_cents, greatest(1, collected));
  end if;
  if after.service_id <> before.service_id then
    after.sold_features := private.features_of(after.service_id);
  end if;
  if after.duration_minutes <> before.duration_minutes then
    after.calendar_sequence := before.calendar_sequence + 1;
  end if;
  if before.status = 'paid' then
    after.status := case before.deposit_paid when true then 'deposit_paid' else 'confirmed' end;
    if after.total_cents <= before.total_cents or private.due_on_site_cents(after, collected) = 0 then
      after.status := 'paid';
    end if;
  elsif private.due_on_site_cents(before, collected) > 0 and private.due_on_site_cents(after, collected) = 0
    and not private.is_paid_in_full(after) then
    after.status := 'paid';
  end if;
  return after;
end;
$$;

-- Keeps emails and texts about a move that wait to be sent true, and lets the next payment of the whole write a
-- receipt of its own.
create function private.keep_mails_of_sale(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox
  set data = data || jsonb_build_object('sequence', after.calendar_sequence)
  where booking_id = after.id and template_type = 'booking_rescheduled' and status = 'queued'
    and (data ->> 'sequence')::integer = before.calendar_sequence;
  update public.text_outbox
  set data = data || jsonb_build_object('sequence', after.calendar_sequence)
  where booking_id = after.id and kind = 'moved' and status = 'queued'
    and (data ->> 'sequence')::integer = before.calendar_sequence;
  if before.status = 'paid' and after.status <> 'paid' then
    update public.mail_outbox
    set
      key = key || ':changed:' || id,
      status = case when status = 'queued' and coalesce(locked_until, '-infinity') <= now() then 'dropped' else status end
    where key = 'receipt:' || after.id;
  end if;
end;
$$;

-- 1999 -> "$19.99", -1999 -> "−$19.99"
create function private.money_in_words(cents integer) returns text
language sql immutable set search_path = ''
return case when cents < 0 then '−' else '' end || '$' || to_char(abs(cents) / 100.0, 'FM999,999,990.00');

-- The taxes of a booking, as soldTaxes in domain/money/sold-taxes.ts: [{label, cents}].
create function private.taxes_of(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when booking.tax_cents = 0 then '[]'
    when sum((line ->> 'cents')::integer) = booking.tax_cents then jsonb_agg(line)
    else jsonb_build_array(jsonb_build_object('label', coalesce(nullif(booking.tax_label, ''), 'Tax'), 'cents', booking.tax_cents))
  end
  from jsonb_array_elements(coalesce(nullif(booking.tax_lines, 'null'), '[]')) as line
  where (line ->> 'cents')::integer > 0;
$$;

-- What was refunded and is not charged, as reductionLabel in domain/money/reduction.ts.
create function private.reduction_in_words(tax_cents integer) returns text
language sql immutable set search_path = ''
return 'Reduced by refund' || case when tax_cents > 0 then ', with ' || private.money_in_words(tax_cents) || ' tax' else '' end;

-- What changed, a line each: "Service: Basic Wash". When the money changed, all of it: how the price comes about, what
-- was paid, and what is left to pay.
create function private.sale_in_words(before public.bookings, after public.bookings) returns text
language sql stable set search_path = ''
as $$
  with
    money as (
      select
        sums.*,
        (before.price_cents, before.discount_cents, before.tax_cents, before.total_cents)
          is distinct from (after.price_cents, after.discount_cents, after.tax_cents, after.total_cents) as is_changed
      from private.money_of(after) as sums
    ),
    amounts (place, is_told, label, cents) as (
      select line.*
      from money
      cross join lateral (
        values
          (10, true, 'Price', after.price_cents),
          (
            11, after.discount_cents > after.nearby_discount_cents,
            coalesce('Coupon ' || after.coupon_code, 'Discount'), after.nearby_discount_cents - after.discount_cents
          ),
          (12, after.nearby_discount_cents > 0, 'Nearby discount', -after.nearby_discount_cents),
          (15, after.tip_cents > 0, 'Tip when booking', after.tip_cents),
          (16, money.tip_cents > 0, 'Tip when paying', money.tip_cents),
          (17, money.reduced_cents > 0, private.reduction_in_words(money.reduced_tax_cents), -money.reduced_cents),
          (18, true, 'Total', money.price_cents - money.reduced_cents),
          (19, money.paid_cents > 0, 'Paid', money.paid_cents),
          (20, money.refunded_cents > money.owed_cents, 'Refunded', money.owed_cents - money.refunded_cents),
          (21, money.owed_cents > 0, 'To be refunded', -money.owed_cents),
          (22, money.disputed_cents > 0, 'Disputed by your bank', -money.disputed_cents)
      ) as line
      where money.is_changed
      union all
      select 13, true, tax ->> 'label', (tax ->> 'cents')::integer
      from money, jsonb_array_elements(private.taxes_of(after)) as tax
      where money.is_changed
      union all
      select 30, true, case when money.overpaid_cents > 0 then 'Overpaid' else 'Still to pay' end,
        case when money.overpaid_cents > 0 then money.overpaid_cents else money.due_on_site_cents end
      from money
    )
  select string_agg(line, chr(10) order by place)
  from (
    select place, is_true, line
    from (
      values
        (1, before.service_name <> after.service_name, 'Service: ' || after.service_name),
        (2, before.vehicle_type <> after.vehicle_type, 'Vehicle: ' || coalesce(after.vehicle_name, after.vehicle_type)),
        (3, before.add_ons is distinct from after.add_ons, 'Add-ons: ' || coalesce((
          select string_agg(value ->> 'name', ', ' order by ordinality)
          from jsonb_array_elements(after.add_ons) with ordinality
        ), 'none')),
        (
          4, before.duration_minutes <> after.duration_minutes,
          'Length: ' || concat_ws(
            ' ',
            case after.duration_minutes / 60 when 0 then null when 1 then '1 hour' else after.duration_minutes / 60 || ' hours' end,
            case after.duration_minutes % 60 when 0 then null when 1 then '1 minute' else after.duration_minutes % 60 || ' minutes' end
          )
        )
    ) as work (place, is_true, line)
    union all
    select place, is_told, label || ': ' || private.money_in_words(cents) from amounts
  ) as told
  where is_true;
$$;

-- The columns in which an administrator saw the booking: the ids of its add-ons, and the money.
create function private.shown_columns(booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'service_id', booking.service_id, 'vehicle_type', booking.vehicle_type,
    'add_ons', coalesce(jsonb_path_query_array(booking.add_ons, '$[*].id'), '[]'),
    'price_cents', booking.price_cents, 'total_cents', booking.total_cents
  );
end;
$$;

-- Changes what a confirmed booking was sold, also after its start. `seen` as private.shown_columns, `sale` as
-- private.sale_of. Longer work, or work of another service, needs a crew; outside the opening hours only with `anyway`.
-- The customer gets an email. `only_preview` changes nothing and raises no refusal of the time. The same change again
-- is fine.
-- -> {problem: slot_taken | outside_hours | null, overlaps: whether it runs into the crew's next visit, status,
-- due_on_site_cents, overpaid_cents, notified: the address, or null}
-- Raises booking_not_found (404), booking_cancelled, not_confirmed, visit_rained_out, booking_changed, slot_taken,
-- outside_hours (409).
create function public.change_visit(
  target_booking_id uuid, seen jsonb, sale jsonb, anyway boolean, acting_admin uuid, only_preview boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.lock_booking(target_booking_id);
  after public.bookings;
  misfit text;
  runs_over boolean;
  is_same boolean := private.sale_of(before) = sale;
begin
  perform private.act_as(acting_admin);
  perform private.require_confirmed_booking(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  elsif private.is_rained_out(before.id) then
    raise exception using errcode = 'PT409', message = 'visit_rained_out';
  elsif not is_same and private.shown_columns(before) <> seen then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := case when is_same then before else private.with_sale(before, sale) end;
  misfit := private.misfit_of_sale(before, after);
  runs_over := private.runs_into_next(before, after);
  if not only_preview and misfit is not null and not (misfit = 'outside_hours' and anyway) then
    raise exception using errcode = 'PT409', message = misfit;
  end if;
  if not only_preview and not is_same then
    perform private.store_sale(before, after);
    perform private.look_at_no_show(before.id);
  end if;
  return jsonb_build_object(
    'problem', misfit, 'overlaps', runs_over, 'status', after.status,
    'due_on_site_cents', private.due_on_site_cents(after),
    'overpaid_cents', (select overpaid_cents from private.money_of(after)),
    'notified', after.customer_email
  );
end;
$$;

-- Stores a changed sale with its claim and its email.
create function private.store_sale(before public.bookings, after public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if (before.duration_minutes, before.service_id) is distinct from (after.duration_minutes, after.service_id) then
    perform private.end_swap_of(before.id);
  end if;
  update public.bookings
  set
    service_id = after.service_id, service_name = after.service_name, vehicle_type = after.vehicle_type,
    vehicle_name = after.vehicle_name, add_ons = after.add_ons, sold_features = after.sold_features,
    duration_minutes = after.duration_minutes, price_cents = after.price_cents,
    discount_cents = after.discount_cents, nearby_discount_cents = after.nearby_discount_cents,
    tax_cents = after.tax_cents, tax_lines = after.tax_lines, total_cents = after.total_cents,
    due_now_cents = after.due_now_cents, status = after.status, calendar_sequence = after.calendar_sequence,
    sale_changed_at = after.sale_changed_at
  where id = before.id;
  if (before.duration_minutes, before.service_id, before.service_name)
    is distinct from (after.duration_minutes, after.service_id, after.service_name) then
    perform private.resize_claim(before, after);
  end if;
  perform private.keep_mails_of_sale(before, after);
  perform public.enqueue_mail(
    'booking_corrected:' || after.id || ':' || (
      select max(id) from public.booking_changes where booking_id = after.id
    ),
    'booking_corrected', after.customer_email, after.id,
    jsonb_build_object(
      'reply_to', (select info_email from private.business), 'former', '',
      'changes', private.sale_in_words(before, after)
    )
  );
end;
$$;

revoke all on function public.change_visit from public, anon, authenticated, service_role;
grant execute on function public.change_visit to service_role;
