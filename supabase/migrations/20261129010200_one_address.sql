-- One rule for the email addresses that a request brings: an address is one line and one recipient.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether a text is one email address, as checkEmail of domain/contact/field-checks.ts: spaces around it don't count, and
-- nothing in it starts another line or names another recipient. Null for null.
create function private.is_one_address(typed text) returns boolean
language sql immutable set search_path = ''
as $$
  select length(typed) <= 254
    and btrim(typed) ~ '^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$'
    and typed !~ '[\u0001-\u001F\u007F-\u009F\u00A0\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]';
$$;

-- Trigger: refuses a new email address in the column that its argument names unless it is one. Raises email_invalid as a
-- check_violation. A constraint would also close stored rows to every other change.
create function private.refuse_other_than_an_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text := to_jsonb(new) ->> tg_argv[0];
begin
  if not private.is_one_address(address)
    and (tg_op = 'INSERT' or address is distinct from to_jsonb(old) ->> tg_argv[0]) then
    raise exception using errcode = 'check_violation', message = 'email_invalid';
  end if;
  return new;
end;
$$;

create trigger refuse_other_than_an_address before insert or update of customer_email on public.bookings
  for each row execute function private.refuse_other_than_an_address('customer_email');

create trigger refuse_other_than_an_address before insert or update of email on public.inquiries
  for each row execute function private.refuse_other_than_an_address('email');

create trigger refuse_other_than_an_address before insert or update of email on public.waiting_list
  for each row execute function private.refuse_other_than_an_address('email');

-- Lets the account with this confirmed address work for a crew, as add_crew_member. Without one, emails an invitation to
-- the address, again if it was invited before. -> whether it was invited. Raises administrators_only (403),
-- crew_not_found (404), email_invalid (400).
create or replace function public.invite_crew_member(crew smallint, email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(invite_crew_member.email));
  its_crew public.crews;
  before smallint;
  facts jsonb := jsonb_build_object('email', address);
begin
  perform private.require_admin();
  -- It may be confirmed at this moment.
  perform private.lock_email(address);
  its_crew := private.lock_crew(invite_crew_member.crew);
  if exists (
    select from auth.users as person where lower(person.email) = address and person.email_confirmed_at is not null
  ) then
    perform public.add_crew_member(its_crew.number, address);
    return false;
  end if;
  if private.is_one_address(address) is not true or private.is_forgotten(address) then
    raise exception using errcode = 'PT400', message = 'email_invalid';
  end if;
  select invitation.crew into before from public.crew_invitations as invitation where invitation.email = address;
  insert into public.crew_invitations (email, crew, invited_by)
  values (address, its_crew.number, private.actor_label(null))
  on conflict on constraint crew_invitations_pkey
  do update set crew = excluded.crew, invited_at = excluded.invited_at, invited_by = excluded.invited_by;
  if before is distinct from its_crew.number then
    if before is not null then
      perform private.note_crew_change(before, 'invitation_withdrawn', facts, null);
    end if;
    perform private.note_crew_change(its_crew.number, 'member_invited', null, facts);
  end if;
  perform private.drop_invitation_mails(address);
  perform public.enqueue_mail(
    'crew_invitation:' || gen_random_uuid(), 'crew_invitation', address, null,
    jsonb_build_object('crew', private.crew_name(its_crew.number))
  );
  return true;
end;
$$;

revoke all on function private.is_one_address, private.refuse_other_than_an_address
  from public, anon, authenticated, service_role;
