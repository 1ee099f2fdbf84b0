-- What an administrator notes about a payment is for the business, as the notes of a booking are.

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

revoke all on function private.own_booking_data(public.bookings) from public, anon, authenticated, service_role;

-- As before, without those notes.
create or replace function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_person();
  return jsonb_build_object(
    'exported_at', now(),
    'account', private.account_data(),
    'bookings', (
      select coalesce(jsonb_agg(private.own_booking_data(booking) order by booking.created_at), '[]')
      from private.own_bookings() as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id in (select id from private.own_bookings())
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(inquiry) order by inquiry.created_at), '[]')
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
