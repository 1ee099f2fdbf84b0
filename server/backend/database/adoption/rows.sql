-- Policies that need a new function, and rows in their new form.

update public.mail_outbox
set data = private.without_links(data)
where status <> 'queued'
  and (
    data ?| array['confirmation_url', 'token', 'unsubscribe_token', 'photo_token']
    or data #> '{offer,path}' is not null or data #> '{pay,path}' is not null or data #> '{visit,path}' is not null
  );

alter policy "A booking can be read by a visitor who holds its id"
  on public.bookings to anon
  using (
    id = (select private.named_booking_id())
    and (opens_by_id or customer_email = (select private.named_booking_email()))
  );

alter policy "A booking can be updated by a visitor who holds its id"
  on public.bookings to anon
  using (
    id = (select private.named_booking_id())
    and (opens_by_id or customer_email = (select private.named_booking_email()))
  )
  with check (id = (select private.named_booking_id()));

