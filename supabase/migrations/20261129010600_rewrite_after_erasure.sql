-- An erasure is noted, so that the next backup of the embedded database rewrites its files first.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table private.forgetting add column rewrite_due boolean not null default false;

-- Clears name, contact, the car's model and place from bookings, their history and notes; services, amounts and dates
-- stay for the books. Removes photos, codes sent by text and invitations to crews, and revokes their links. Cancels
-- unpaid bookings, so that a payment under way is refunded. Coupons stay redeemed.
create or replace function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_texts(booking_ids);
  perform private.forget_choice(whose);
  perform private.forget_sign_ins(booking_ids, whose, account);
  perform private.cancel(id)
  from public.bookings
  where id = any (booking_ids) and status = 'pending_payment'
  order by id;
  update public.coupon_redemptions
  set email = private.mark_of(email), user_id = null
  where email not like 'forgotten:%'
    and (user_id = account or email = whose or booking_id = any (booking_ids));
  perform private.clear_personal_columns(booking_ids);
  perform private.forget_photos(booking_ids);
  perform private.revoke_links(booking_ids);
  delete from public.crew_invitations where email = forget_person.whose;
  delete from public.customers where email = forget_person.whose;
  update private.forgetting set rewrite_due = true where not rewrite_due;
end;
$$;
