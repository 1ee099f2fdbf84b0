-- One sender must not shut out all others: an inquiry beyond what all senders share is stored and held back for the
-- owner instead of refused.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.inquiries
  drop constraint inquiries_status_check,
  add constraint inquiries_status_check check (status in ('new', 'answered', 'closed', 'held_back')) not valid;

-- Inquiries are counted one after the other, so that no race gets past. The sixth of an address within the hour is
-- refused. From the sixty-first of all addresses on an inquiry is held back, which the sender can't tell, and once
-- 1200 were held back within a day it is refused, so that storage stays bounded. Raises too_many_inquiries (429).
create or replace function private.limit_inquiries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('public.inquiries'));
  if (
    select count(*) >= 5 from public.inquiries
    where lower(btrim(email)) = lower(btrim(new.email)) and created_at > now() - interval '1 hour'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_inquiries';
  end if;
  if (
    select count(*) >= 60 from public.inquiries
    where status <> 'held_back' and created_at > now() - interval '1 hour'
  ) then
    if (
      select count(*) >= 1200 from public.inquiries
      where status = 'held_back' and created_at > now() - interval '1 day'
    ) then
      raise exception using errcode = 'PT429', message = 'too_many_inquiries';
    end if;
    new.status := 'held_back';
  end if;
  return new;
end;
$$;

-- The owner gets one mail an hour about those that were held back, and none for each.
drop trigger mail_inquiry on public.inquiries;
create trigger mail_inquiry after insert on public.inquiries
  for each row when (new.status <> 'held_back') execute function private.mail_inquiry();

-- Once an hour is complete in which inquiries were held back, mails the owner how many are held back now.
-- How many mails it wrote.
create function private.queue_held_back_notice(as_of timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  latest timestamptz := (
    select max(created_at) from public.inquiries
    where status = 'held_back'
      and created_at >= as_of - interval '1 day' and created_at < date_trunc('hour', as_of)
  );
  key_of_hour text := 'inquiries_held_back:' || to_char(latest at time zone 'UTC', 'YYYY-MM-DD"T"HH24');
  how_many integer;
begin
  if latest is null or exists (select from public.mail_outbox where key = key_of_hour) then
    return 0;
  end if;
  how_many := private.inquiry_count('held_back');
  perform public.enqueue_mail(
    key_of_hour,
    'inquiries_held_back',
    (select info_email from private.business),
    null,
    jsonb_build_object('held_back', case
      when how_many >= 1000 then 'More than 999 inquiries'
      when how_many = 1 then '1 inquiry'
      else how_many || ' inquiries'
    end)
  );
  return (select count(*) from public.mail_outbox where key = key_of_hour);
end;
$$;

create or replace function public.queue_due_mails(as_of timestamptz default now()) returns integer
language sql set search_path = ''
as $$
  select private.queue_reminders(as_of) + private.queue_review_requests(as_of)
    + private.queue_held_back_notice(as_of);
$$;

-- A page of the inbox, newest first, after `before` {created_at, id} of the page before it.
-- -> {inquiries, next, counts: {new, answered, closed, held_back}}; for administrators.
create or replace function public.find_inquiries(
  wanted text default 'new', before jsonb default null, batch integer default 25
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  size integer := least(greatest(batch, 1), 100);
  before_at timestamptz := coalesce((before ->> 'created_at')::timestamptz, 'infinity');
  before_id uuid := coalesce((before ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  found jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id desc), '[]')
  into found
  from (
    select id, created_at, name, email, subject, left(message, 160) as beginning, booking_id, status
    from public.inquiries
    where status = wanted and (created_at, id) < (before_at, before_id)
    order by created_at desc, id desc
    limit size + 1
  ) as page;
  return jsonb_build_object(
    'inquiries', case when jsonb_array_length(found) > size then found - size else found end,
    'next', case when jsonb_array_length(found) > size
      then jsonb_build_object('created_at', found -> (size - 1) ->> 'created_at', 'id', found -> (size - 1) ->> 'id') end,
    'counts', jsonb_build_object(
      'new', private.inquiry_count('new'),
      'answered', private.inquiry_count('answered'),
      'closed', private.inquiry_count('closed'),
      'held_back', private.inquiry_count('held_back')
    )
  );
end;
$$;

-- Deletes one inquiry that is held back. Raises inquiry_not_found (404) for any other; for administrators.
create function public.delete_held_back_inquiry(target_inquiry_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.inquiries where id = target_inquiry_id and status = 'held_back';
  if not found then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
end;
$$;

-- Deletes all inquiries held back until an instant, that of the newest one the owner saw. How many there were;
-- for administrators.
create function public.delete_held_back_inquiries(up_to timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  perform private.require_admin();
  delete from public.inquiries where status = 'held_back' and created_at <= up_to;
  get diagnostics deleted = row_count;
  return deleted;
end;
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
      select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at), '[]')
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

revoke all on function
  private.queue_held_back_notice(timestamptz), public.delete_held_back_inquiry(uuid),
  public.delete_held_back_inquiries(timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function private.queue_held_back_notice(timestamptz), private.inquiry_count(text) to service_role;
grant execute on function public.delete_held_back_inquiry(uuid), public.delete_held_back_inquiries(timestamptz)
  to authenticated;

select private.add_default_mail(
  'inquiries_held_back',
  'Inquiries held back',
  'Held back: {{ held_back }}',
  private.mail_frame(
    'More messages than usual came in. Nothing is lost.',
    'Held back: {{ held_back }}',
    private.mail_paragraph(
      'More messages than usual came through the contact form within an hour. '
      || 'What came after the first 60 is kept in your inbox and not sent to you by email.'
    )
    || private.mail_paragraph('Release the real ones, and delete the rest.')
    || private.mail_button('Open held-back inquiries', '{{ inbox_url }}')
  )
);
