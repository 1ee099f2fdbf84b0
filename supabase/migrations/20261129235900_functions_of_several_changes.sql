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
