-- After a backup was restored, what it still wanted to send may have been sent since it was made. In a copied data
-- folder, the server of the other one may send it. That waits for the operator, who sends or discards it
-- (server/admin/commands.ts).

-- One row from the first start after a restore or a copy until the operator has decided.
create table private.outbox_hold (
  only_row boolean primary key default true check (only_row),
  -- Whatever was queued until then waits.
  restored_at timestamptz not null,
  -- When the backup was made; null for a copied folder.
  backup_of timestamptz
);

alter table private.outbox_hold enable row level security;
revoke all on private.outbox_hold from public, anon, authenticated, service_role;

-- Until when what was queued waits; the beginning of time when nothing does.
create function private.held_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select coalesce((select restored_at from private.outbox_hold), '-infinity');
$$;

-- What waits since a restore or a copy: {restored_at, backup_of, mails, texts, refunds}; null when nothing does. Scheduled
-- emails and texts are not queued meanwhile.
create function private.held_outbox() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'restored_at', hold.restored_at,
      'backup_of', hold.backup_of,
      'mails', (
        select count(*) from public.mail_outbox where status = 'queued' and created_at <= hold.restored_at
      ),
      'texts', (
        select count(*) from public.text_outbox where status = 'queued' and created_at <= hold.restored_at
      ),
      'refunds', (
        select count(*) from public.refunds where status = 'pending' and created_at <= hold.restored_at
      )
    )
    from private.outbox_hold as hold
  );
end;
$$;

-- Ends the hold: sends what waits, or discards it together with the scheduled emails and texts that are due by now. A
-- discarded refund has failed, so that the owner finds it and compares it with the payment service.
create function private.release_outbox(discards boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  until timestamptz;
  later_mails text[];
  later_texts text[];
begin
  delete from private.outbox_hold where restored_at is not null returning restored_at into until;
  if until is null or not discards then
    return;
  end if;
  later_mails := array(select id::text from public.mail_outbox where status = 'queued' and created_at > until);
  later_texts := array(select id::text from public.text_outbox where status = 'queued' and created_at > until);
  -- What is due by now is discarded, too.
  perform public.queue_due_mails(), public.queue_due_texts();
  update public.mail_outbox
  set status = 'dropped', locked_until = null, data = case when booking_id is null then '{}' else data end
  where status = 'queued' and id::text <> all (later_mails);
  update public.text_outbox
  set status = 'dropped', locked_until = null, data = '{}'
  where status = 'queued' and id::text <> all (later_texts);
  update public.refunds
  set status = 'failed', last_error = 'Not sent: it may have been sent already.'
  where status = 'pending' and created_at <= until;
end;
$$;

grant execute on function private.held_until to service_role;
