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

-- Tips of visits that were not driven and partly refunded, by today's rule.
do $$
declare
  target uuid;
begin
  for target in
    select distinct payment.booking_id
    from public.payments as payment
    join public.bookings as booking on booking.id = payment.booking_id
    where payment.status = 'succeeded' and payment.method <> 'online' and payment.tip_cents > 0
      and private.forfeited_at(booking) is not null
      and exists (
        select
        from public.payments as other
        join public.refunds as refund on refund.payment_id = other.id
        where other.booking_id = payment.booking_id and refund.status not in ('failed', 'owed')
      )
  loop
    perform private.rewrite_moves(target);
  end loop;
end;
$$;
