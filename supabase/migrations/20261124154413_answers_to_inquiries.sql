-- The owner answers an inquiry in place, by email, and sees what was answered.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- What the owner answered, by email. Written by answer_inquiry; the id is the one of its request.
create table public.inquiry_replies (
  id uuid primary key,
  inquiry_id uuid not null references public.inquiries (id) on delete cascade,
  at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  -- The administrator's email address, which stays when the account is deleted.
  actor_label text not null check (length(actor_label) between 1 and 254),
  message text not null check (length(message) between 1 and 2000)
);

create index inquiry_replies_inquiry_id_idx on public.inquiry_replies (inquiry_id, at);
create index inquiry_replies_actor_idx on public.inquiry_replies (actor) where actor is not null;

alter table public.inquiry_replies enable row level security;
create policy "Server functions may do what they are granted"
  on public.inquiry_replies for all to service_role using (true) with check (true);
revoke all on public.inquiry_replies from public, anon, authenticated, service_role;
grant select on public.inquiry_replies to service_role;

-- An inquiry with the booking that it names (null when unknown), its history and what the owner answered, with the
-- state of that email. Raises administrators_only (403), inquiry_not_found (404).
create or replace function public.inquiry_page(target_inquiry_id uuid) returns jsonb
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

-- Emails the sender of an inquiry what the owner writes, 1 to 2,000 characters, and marks the inquiry as answered; the
-- same request again does nothing. Replies reach the info address. Raises administrators_only (403), inquiry_not_found
-- (404), no_email_address when the address can't get one (409), message_invalid (400).
create function public.answer_inquiry(target_inquiry_id uuid, message text, request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  inquiry public.inquiries;
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
  if exists (select from public.inquiry_replies where id = request_id) then
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

revoke all on function public.answer_inquiry from public, anon, authenticated, service_role;
grant execute on function public.answer_inquiry to authenticated;

select private.add_default_mail(
  'inquiry_reply',
  'Answer to an inquiry',
  'Re: {{ inquiry_subject }}',
  private.mail_frame(
    '{{ message | truncate: 120 }}',
    'Our answer to your message',
    private.mail_paragraph('Hello {{ customer_name }},')
    || '<p>{% assign lines = message | split: "\n" %}{% for line in lines %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>' || chr(10)
    || private.mail_paragraph('You wrote:')
    || '<blockquote>{% assign written = inquiry_message | split: "\n" %}{% for line in written %}{{ line }}'
    || '{% unless forloop.last %}<br>{% endunless %}{% endfor %}</blockquote>' || chr(10)
    || private.mail_sign_off('Kind regards,<br>{{ business_name }}')
    || private.mail_small_print('You can reply to this email, or call us at {{ business_phone }}.')
  )
);
