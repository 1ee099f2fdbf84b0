-- What needs the functions of the baseline, and rows in their new form.

create trigger count_change before update on public.website_texts
  for each row execute function private.count_website_text();

create trigger accept_crew_invitation
  after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null)
  execute function private.accept_crew_invitation();

create trigger refuse_other_than_an_address before insert or update of customer_email on public.bookings
  for each row execute function private.refuse_other_than_an_address('customer_email');

create trigger refuse_other_than_an_address before insert or update of email on public.inquiries
  for each row execute function private.refuse_other_than_an_address('email');

create trigger refuse_other_than_an_address before insert or update of email on public.waiting_list
  for each row execute function private.refuse_other_than_an_address('email');

create trigger drop_links before insert or update on public.mail_outbox
  for each row when (new.status <> 'queued') execute function private.drop_links();

update public.mail_outbox
set data = private.without_links(data)
where status <> 'queued'
  and (
    data ?| array['confirmation_url', 'token', 'unsubscribe_token', 'photo_token']
    or data #> '{offer,path}' is not null or data #> '{pay,path}' is not null or data #> '{visit,path}' is not null
  );

create trigger tell_of_new_administrator
  after insert on public.admins
  for each row execute function private.tell_of_new_administrator();

create trigger guard_template after insert or update on public.email_templates
  for each row execute function private.guard_template();

create trigger remember_visit after delete on public.slot_claims
  for each row when (old.booking_id is not null and old.expires_at is null)
  execute function private.remember_visit();

create trigger drop_text_links before insert or update on public.text_outbox
  for each row when (new.status <> 'queued') execute function private.drop_text_links();

create trigger guard_deleted_rows after delete on public.reviews
  referencing old table as deleted_rows
  for each statement execute function private.guard_deleted_rows();

create trigger guard_deleted_rows after delete on public.gallery_photos
  referencing old table as deleted_rows
  for each statement execute function private.guard_deleted_rows();

create trigger tell_of_change after update of body on public.website_texts
  for each row when (new.body is distinct from old.body)
  execute function private.tell_of_website_text();

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
