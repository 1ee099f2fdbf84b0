-- Who works in a crew: members, and invitations to addresses without a confirmed account.

-- An address is invited to one crew. Whoever confirms it as an account's address works for the crew from then on.
create table public.crew_invitations (
  email text primary key check (email = lower(btrim(email)) and length(email) <= 254 and email like '%_@_%'),
  crew smallint not null references public.crews (number) on delete cascade,
  -- Of the last email.
  invited_at timestamptz not null default now(),
  -- The administrator's email address.
  invited_by text not null check (length(invited_by) between 1 and 254)
);

create index crew_invitations_crew_idx on public.crew_invitations (crew);

alter table public.crew_invitations enable row level security;
create policy "Server functions may do what they are granted"
  on public.crew_invitations for all to service_role using (true) with check (true);
revoke all on public.crew_invitations from public, anon, authenticated, service_role;
grant select on public.crew_invitations to service_role;

-- Lets an account work for a crew; it leaves the one it worked for. `actor` is who brought it there. False, and no
-- change, when it works for the crew already.
create function private.join_crew(account uuid, address text, crew smallint, actor text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  before smallint := (select member.crew from public.crew_members as member where member.user_id = account);
  facts jsonb := jsonb_build_object('email', address);
begin
  if before = join_crew.crew then
    return false;
  end if;
  insert into public.crew_members (user_id, crew) values (account, join_crew.crew)
  on conflict (user_id) do update set crew = excluded.crew;
  if before is not null then
    insert into public.crew_changes (crew, actor_label, action, was)
    values (before, actor, 'member_removed', facts);
  end if;
  insert into public.crew_changes (crew, actor_label, action, "is")
  values (join_crew.crew, actor, 'member_added', facts);
  return true;
end;
$$;

-- Notifies the administrators of an address that sees a crew's visits from now on, or once it has an account.
create function private.tell_of_crew_access(address text, crew smallint) returns void
language sql set search_path = ''
as $$
  select private.notify_administrators(
    address || ' can now see the visits of ' || private.crew_name(crew) || ', with customers’ names, phone numbers and addresses.'
  );
$$;

-- Lets the account with this confirmed address work for a crew, and tells the person by email; it leaves the one it
-- worked for. Notifies the administrators. Raises administrators_only, reauthentication_needed (403), crew_not_found,
-- account_not_found (404).
create function public.add_crew_member(crew smallint, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew public.crews := private.lock_crew(crew);
  account auth.users;
begin
  perform private.require_fresh_proof();
  select * into account from auth.users as person
  where lower(person.email) = lower(btrim(add_crew_member.email)) and person.email_confirmed_at is not null;
  if account.id is null then
    raise exception using errcode = 'PT404', message = 'account_not_found';
  end if;
  if private.join_crew(account.id, account.email, its_crew.number, private.actor_label(null)) then
    perform public.enqueue_mail(
      'crew_member_added:' || gen_random_uuid(), 'crew_member_added', account.email, null,
      jsonb_build_object('crew', private.crew_name(its_crew.number))
    );
    perform private.tell_of_crew_access(account.email, its_crew.number);
  end if;
end;
$$;

-- Ends a member's access at once; again is fine. Raises administrators_only (403).
create function public.remove_crew_member(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew smallint;
begin
  perform private.require_admin();
  delete from public.crew_members where user_id = member_id returning crew into its_crew;
  if its_crew is not null then
    perform private.note_crew_change(
      its_crew, 'member_removed',
      jsonb_build_object('email', (select email from auth.users where id = member_id)), null
    );
  end if;
end;
$$;

-- Whether whoever confirms the address still works for the crew: for 14 days from the last email.
create function private.invitation_stands(invited_at timestamptz) returns boolean
language sql stable set search_path = ''
return invited_at > now() - interval '14 days';

-- Drops what is still queued to an invited address, except what is being sent.
create function private.drop_invitation_mails(address text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox set status = 'dropped'
  where lower(to_email) = address and template_type = 'crew_invitation' and status = 'queued'
    and coalesce(locked_until, '-infinity') <= now();
end;
$$;

-- Lets the account with this confirmed address work for a crew, as add_crew_member. Without one, emails an invitation to
-- the address, again if it was invited before, and deletes invitations that have ended. -> whether it was invited.
-- Notifies the administrators. Raises administrators_only, reauthentication_needed (403), crew_not_found (404),
-- email_invalid (400).
create function public.invite_crew_member(crew smallint, email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(invite_crew_member.email));
  its_crew public.crews;
  before smallint;
  facts jsonb := jsonb_build_object('email', address);
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
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
  delete from public.crew_invitations as invitation where not private.invitation_stands(invitation.invited_at);
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
    perform private.tell_of_crew_access(address, its_crew.number);
  end if;
  perform private.drop_invitation_mails(address);
  perform public.enqueue_mail(
    'crew_invitation:' || gen_random_uuid(), 'crew_invitation', address, null,
    jsonb_build_object('crew', private.crew_name(its_crew.number))
  );
  return true;
end;
$$;

-- Withdraws an invitation; again is fine. Raises administrators_only (403).
create function public.withdraw_crew_invitation(email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(withdraw_crew_invitation.email));
  its_crew smallint;
begin
  perform private.require_admin();
  delete from public.crew_invitations as invitation where invitation.email = address
  returning invitation.crew into its_crew;
  if its_crew is not null then
    perform private.note_crew_change(
      its_crew, 'invitation_withdrawn', jsonb_build_object('email', address), null
    );
    perform private.drop_invitation_mails(address);
  end if;
end;
$$;

-- Trigger: who confirms an invited address in time works for the crew.
create function private.accept_crew_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(new.email);
  invitation public.crew_invitations;
begin
  -- The address may be invited at this moment.
  perform private.lock_email(address);
  -- A crew is locked before its invitations, as by its removal.
  perform from public.crews
  where number = (select crew from public.crew_invitations where email = address)
  for key share;
  delete from public.crew_invitations where email = address returning * into invitation;
  if private.invitation_stands(invitation.invited_at) then
    perform private.join_crew(new.id, address, invitation.crew, invitation.invited_by);
  end if;
  return null;
end;
$$;

create trigger accept_crew_invitation
  after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null)
  execute function private.accept_crew_invitation();

revoke all on function
  public.add_crew_member, public.remove_crew_member, public.invite_crew_member, public.withdraw_crew_invitation
  from public, anon, authenticated, service_role;
grant execute on function
  public.add_crew_member, public.remove_crew_member, public.invite_crew_member, public.withdraw_crew_invitation
  to authenticated;
