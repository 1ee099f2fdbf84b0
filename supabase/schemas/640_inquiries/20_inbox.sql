-- The inbox: counts, a page, an inquiry, answers.

-- The number of inquiries with a status, counted up to a thousand.
create function private.inquiry_count(wanted text) returns integer
language sql stable set search_path = ''
as $$
  select count(*)::integer
  from (select from public.inquiries where status = wanted limit 1000) as counted;
$$;

-- An inquiry with the booking that it names (null when unknown), its history and what the owner answered, with the
-- state of that email. Raises administrators_only (403), inquiry_not_found (404).
create function public.inquiry_page(target_inquiry_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  select to_jsonb(inquiry) || jsonb_build_object(
    'booking', (
      select jsonb_build_object(
        'id', id, 'customer_name', customer_name, 'service_name', service_name,
        'booking_date', booking_date, 'booking_time', to_char(booking_time, 'HH24:MI'), 'status', status
      )
      from public.bookings where id = inquiry.booking_id
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', at, 'actor_label', actor_label, 'was', was, 'is', "is"
      ) order by id desc), '[]')
      from public.inquiry_changes where inquiry_id = inquiry.id
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', reply.id, 'at', reply.at, 'actor_label', reply.actor_label, 'message', reply.message,
        'mail_status', mail.status
      ) order by reply.at desc, reply.id), '[]')
      from public.inquiry_replies as reply
      left join public.mail_outbox as mail on mail.key = 'inquiry_reply:' || reply.id
      where reply.inquiry_id = inquiry.id
    )
  )
  into page
  from public.inquiries as inquiry
  where inquiry.id = target_inquiry_id;
  if page is null then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
  return page;
end;
$$;

-- Marks an inquiry as new, answered or closed, and returns its former status. The same status again changes nothing.
-- Raises administrators_only (403), inquiry_not_found (404), unknown_status (400).
create function public.mark_inquiry(target_inquiry_id uuid, new_status text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  was text;
begin
  perform private.require_admin();
  if new_status is null or new_status not in ('new', 'answered', 'closed') then
    raise exception using errcode = 'PT400', message = 'unknown_status';
  end if;
  select status into was from public.inquiries where id = target_inquiry_id for update;
  if was is null then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
  if was <> new_status then
    update public.inquiries set status = new_status where id = target_inquiry_id;
    insert into public.inquiry_changes (inquiry_id, actor, actor_label, was, "is")
    values (target_inquiry_id, private.actor(), private.actor_label(null), was, new_status);
  end if;
  return was;
end;
$$;

-- Emails the sender of an inquiry what the owner writes, 1 to 2,000 characters, and marks the inquiry as answered; the
-- same request again does nothing. Replies reach the info address. Raises administrators_only (403), inquiry_not_found
-- (404), no_email_address when the address can't get one, operation_key_used for a request that sent something else (409),
-- message_invalid (400).
create function public.answer_inquiry(target_inquiry_id uuid, message text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  inquiry public.inquiries;
  earlier public.inquiry_replies;
  written text := btrim(answer_inquiry.message, E' \t\r\n');
begin
  perform private.require_admin();
  select * into inquiry from public.inquiries where id = target_inquiry_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'inquiry_not_found';
  end if;
  if coalesce(length(written), 0) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'message_invalid';
  end if;
  select * into earlier from public.inquiry_replies where id = request_id;
  if earlier.id is not null then
    if (earlier.inquiry_id, earlier.message) is distinct from (inquiry.id, written) then
      raise exception using errcode = 'PT409', message = 'operation_key_used';
    end if;
    return;
  end if;
  if private.is_forgotten(inquiry.email) or inquiry.email ~ '[[:cntrl:]]' then
    raise exception using errcode = 'PT409', message = 'no_email_address';
  end if;
  insert into public.inquiry_replies (id, inquiry_id, actor, actor_label, message)
  values (request_id, inquiry.id, private.actor(), private.actor_label(null), written);
  perform public.enqueue_mail(
    'inquiry_reply:' || request_id, 'inquiry_reply', btrim(inquiry.email), null,
    jsonb_build_object(
      'message', written,
      'reply_to', (select info_email from private.business),
      'customer_name', inquiry.name,
      'inquiry_subject', inquiry.subject,
      'inquiry_message', inquiry.message
    )
  );
  perform public.mark_inquiry(inquiry.id, 'answered');
end;
$$;

-- A page of the inbox, newest first; `before` is `next` of the page before, {created_at, id}.
-- -> {inquiries, next, counts: {new, answered, closed, held_back}}
-- Raises administrators_only (403).
create function public.find_inquiries(
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

-- Deletes a held-back inquiry. Raises administrators_only (403), inquiry_not_found (404) for any other.
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

-- Deletes all held-back inquiries up to an instant, that of the newest one that the owner saw. Returns how many.
-- Raises administrators_only (403).
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

-- Emails the owner how many inquiries are held back, once an hour in which some were is complete. Returns how many
-- emails it queued.
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
