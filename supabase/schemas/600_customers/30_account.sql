-- A customer's own account: what they may read of it, and deleting it.

-- Raises not_signed_in (401), also when the session has ended, and second_factor_needed (403) while a second factor
-- waits to be proved.
create function private.check_person() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from auth.users where id = (select auth.uid())) or not private.session_stands() then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  if private.has_second_factor() and not private.session_is_verified() then
    raise exception using errcode = 'PT403', message = 'second_factor_needed';
  end if;
end;
$$;

-- The caller's bookings: of the account, or made as a guest with the confirmed address.
create function private.own_bookings() returns setof public.bookings
language sql stable security definer rows 20 set search_path = ''
as $$
  select *
  from public.bookings
  where user_id = (select auth.uid())
    or (user_id is null and customer_email = (select private.confirmed_email()));
$$;

-- Emails to the caller's confirmed address, about one of their bookings, or announcing their own inquiry. Emails to
-- the info address are the business's.
create function private.own_mails() returns setof public.mail_outbox
language sql stable security definer set search_path = ''
as $$
  select mail.*
  from public.mail_outbox as mail
  where mail.id in (
    select about.id
    from private.own_bookings() as booking
    join public.mail_outbox as about on about.booking_id = booking.id
    union
    select sent.id
    from public.mail_outbox as sent
    where lower(sent.to_email) = (select private.confirmed_email())
      and lower(sent.to_email) not in (select info_email from private.business)
    union
    select told.id
    from public.mail_outbox as told
    where told.template_type = 'inquiry_received'
      and lower(btrim(told.data ->> 'customer_email')) = (select private.confirmed_email())
  );
$$;

-- A booking with everything kept about it, for a data export: its columns, coupon, numbers of photos, notes of
-- the car's condition, consent to show photos, payments, refunds and history. Administrators are not named.
create function private.booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'coupon_used', (select code from public.coupon_redemptions where booking_id = booking.id),
    'photos', jsonb_array_length(private.photos_of(booking.id)),
    'work_photos', jsonb_array_length(private.work_photos_of(booking.id)),
    'condition', (
      select coalesce(jsonb_agg(mark - 'made_by'), '[]')
      from jsonb_array_elements(private.condition_marks_of(booking.id)) as mark
    ),
    'photo_consent', (
      select jsonb_build_object('given_at', given_at, 'revoked_at', revoked_at, 'wording', wording)
      from public.photo_consents where booking_id = booking.id
    ),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', payment.amount_cents, 'status', payment.status, 'created_at', payment.created_at,
        'stripe_payment_intent_id', payment.stripe_payment_intent_id, 'refunded_cents', payment.refunded_cents,
        'method', payment.method, 'tip_cents', payment.tip_cents
      ) order by payment.created_at), '[]')
      from public.payments as payment
      where payment.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_cents', refund.amount_cents, 'status', refund.status, 'created_at', refund.created_at
      ) order by refund.created_at), '[]')
      from public.refunds as refund
      join public.payments as payment on payment.id = refund.payment_id
      where payment.booking_id = booking.id
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', change.at, 'action', change.action, 'was', change.was, 'is', change."is",
        'by', case when change.actor_label in ('Customer', 'Guest', 'System') then change.actor_label
          else 'Administrator' end
      ) order by change.id), '[]')
      from public.booking_changes as change
      where change.booking_id = booking.id and change.action <> 'note'
    )
  );
$$;

-- As private.booking_data, for the customer: without the business's own notes.
create function private.own_booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select data || jsonb_build_object('changes', (
    select coalesce(jsonb_agg(
      case when jsonb_typeof(change -> 'is') = 'object'
        then change || jsonb_build_object('is', (change -> 'is') - 'note')
        else change
      end
      order by place
    ), '[]')
    from jsonb_array_elements(data -> 'changes') with ordinality as listed (change, place)
  ))
  from private.booking_data(booking) as data;
$$;

-- The data of the caller's account, as private.account_data_of.
create function private.account_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.account_data_of((select auth.uid()));
$$;

-- Everything kept about the signed-in customer, except secrets and what is held back: a sender who floods the
-- business would learn from it how far to go. Raises as private.check_person and private.require_fresh_proof.
create function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_person();
  perform private.require_fresh_proof();
  return jsonb_build_object(
    'exported_at', now(),
    'account', private.account_data(),
    'bookings', (
      select coalesce(jsonb_agg(private.own_booking_data(booking) order by booking.created_at), '[]')
      from private.own_bookings() as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) - 'is_held_back' order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id in (select id from private.own_bookings())
    ),
    'inquiries', (
      select coalesce(jsonb_agg(
        to_jsonb(inquiry)
          || case when inquiry.status = 'held_back' then jsonb_build_object('status', 'new') else '{}' end
        order by inquiry.created_at
      ), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = private.confirmed_email()
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = private.confirmed_email()
    ),
    'unsubscribed_at', (
      select unsubscribed_at from public.mail_choices where email = private.confirmed_email()
    ),
    -- Without their data, which may hold a token that still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at), '[]')
      from private.own_mails() as mail
    )
  );
end;
$$;

-- Raises reauthentication_needed (403), last_administrator and upcoming_bookings (409).
create function private.check_may_leave() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_fresh_proof();
  -- Administrators who leave at once go one after the other.
  perform from public.admins order by user_id for update;
  if exists (select from public.admins where user_id = (select auth.uid()))
    and not exists (select from public.admins where user_id <> (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'last_administrator';
  end if;
  if exists (
    select
    from private.own_bookings() as booking
    where private.is_standing(booking.status)
      and upper(private.span_of(booking)) > now()
  ) then
    raise exception using errcode = 'PT409', message = 'upcoming_bookings';
  end if;
end;
$$;

-- Deletes the caller's account. Bookings stay without personal data, reviews stay under "A customer". Raises as
-- private.check_person and private.check_may_leave.
create function public.delete_my_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- From here on nothing new is linked to the account.
  perform from auth.users where id = (select auth.uid()) for update;
  perform private.check_person();
  perform from public.bookings
  where id in (select id from private.own_bookings()) order by id for update;
  perform private.lock_email(coalesce(private.confirmed_email(), ''));
  perform private.check_may_leave();
  perform private.forget_person(
    array(select id from private.own_bookings()), private.confirmed_email(), (select auth.uid())
  );
  delete from auth.users where id = (select auth.uid());
end;
$$;

revoke all on function public.my_data, public.delete_my_account from public, anon, authenticated, service_role;
grant execute on function public.my_data, public.delete_my_account to authenticated;
