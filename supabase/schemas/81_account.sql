-- Raises not_signed_in (401), also when the session is over, and second_factor_needed (403) while a second
-- factor waits to be shown.
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

-- Theirs by account, or made as a guest with the address that is proven to be theirs.
create function private.own_bookings() returns setof public.bookings
language sql stable security definer rows 20 set search_path = ''
as $$
  select *
  from public.bookings
  where user_id = (select auth.uid())
    or (user_id is null and customer_email = (select private.confirmed_email()));
$$;

-- Mails to the person's own proven address, about one of their bookings, or that tell the business what
-- they wrote. What goes to the info address is the business's, whoever signs in with it.
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

-- As before, with how it was paid and what became of it. Who of the business did something, and what it wrote
-- down for itself, is the business's.
create function private.booking_data(booking public.bookings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(booking) || jsonb_build_object(
    'coupon_used', (select code from public.coupon_redemptions where booking_id = booking.id),
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

-- As private.booking_data, for the customer.
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

create function private.account_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.account_data_of((select auth.uid()));
$$;

-- Everything that is kept about the signed-in customer, but for secrets, and for what is held back: a sender who
-- floods the business would learn from it how far to go. Raises as private.check_person and
-- private.require_fresh_proof.
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
    -- Not what they carried: that may be a secret which still works.
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
  -- Two who leave at once go one after the other.
  perform from public.admins order by user_id for update;
  if exists (select from public.admins where user_id = (select auth.uid()))
    and not exists (select from public.admins where user_id <> (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'last_administrator';
  end if;
  if exists (
    select
    from private.own_bookings() as booking
    where booking.status not in ('pending_payment', 'cancelled')
      and upper(private.span_of(booking)) > now()
  ) then
    raise exception using errcode = 'PT409', message = 'upcoming_bookings';
  end if;
end;
$$;

-- As before. Deletes the account of the signed-in person, who must have signed in within 15 minutes.
create function public.delete_my_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Nothing new is linked to the person from here on.
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
