-- Reviews beyond what all visitors share are stored and held back for the owner instead of refused.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.reviews add column is_held_back boolean not null default false;
-- Held back means not even waiting for approval: it is released first.
alter table public.reviews
  add constraint reviews_held_back_check check (not (is_approved and is_held_back)) not valid;

create index reviews_held_back_idx on public.reviews (created_at desc, id desc) where is_held_back;
create index reviews_waiting_idx on public.reviews (created_at desc, id desc)
  where not is_approved and not is_held_back;

-- Guests see approved reviews alone, and are not told of the column at all.
grant select (is_held_back), update (is_held_back) on public.reviews to authenticated;

-- Reviews are counted one after the other, so that no race gets past. From the 201st of an hour on a review is held
-- back, which its writer can't tell, and once 4000 were held back within a day it is refused, so that storage stays
-- bounded. Raises too_many_reviews (429).
create or replace function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('public.reviews'));
  if (
    select count(*) >= 200 from public.reviews
    where not is_held_back and created_at > now() - interval '1 hour'
  ) then
    if (
      select count(*) >= 4000 from public.reviews where is_held_back and created_at > now() - interval '1 day'
    ) then
      raise exception using errcode = 'PT429', message = 'too_many_reviews';
    end if;
    new.is_held_back := true;
  end if;
  return new;
end;
$$;

-- What needs the owner, in numbers, without what is held back: {past_visits, reviews, inquiries, payments, rain_unanswered, rain_declined,
-- offers, mails, mail_delay}.
create or replace function private.owner_needs() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'past_visits', (select count(*) from private.past_visits_due()),
    'reviews', (
      select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
    ),
    'inquiries', private.inquiry_count('new'),
    'payments', (select count(*) from public.payment_findings where closed_at is null),
    'rain_unanswered', count(*) filter (where answer.state = 'asked'),
    'rain_declined', count(*) filter (where answer.state = 'declined'),
    'offers', (
      select count(*) from public.offered_times
      where closed_at is null and expires_at > now() and kind = 'waiting'
    ),
    'mails', (select count(*) from private.undelivered_mails()),
    'mail_delay', private.mail_delay()
  )
  from public.rain_answers as answer
  where answer.state in ('asked', 'declined');
$$;

-- Everything that is kept about the signed-in customer, but for secrets, and for what is held back: a sender who
-- floods the business would learn from it how far to go. Raises as private.check_person and
-- private.require_fresh_proof.
create or replace function public.my_data() returns jsonb
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
