-- The owner invites a crew's member by email: the account is in the crew once its address is confirmed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.crew_changes drop constraint crew_changes_action_check;
alter table public.crew_changes add constraint crew_changes_action_check check (action in (
  'added', 'changed', 'removed', 'member_invited', 'invitation_withdrawn', 'member_added', 'member_removed'
)) not valid;

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
-- the address, again if it was invited before. -> whether it was invited. Raises administrators_only (403),
-- crew_not_found (404), email_invalid (400).
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
  -- It may be confirmed at this moment.
  perform private.lock_email(address);
  its_crew := private.lock_crew(invite_crew_member.crew);
  if exists (
    select from auth.users as person where lower(person.email) = address and person.email_confirmed_at is not null
  ) then
    perform public.add_crew_member(its_crew.number, address);
    return false;
  end if;
  if address is null or length(address) > 254 or address !~ '^[^\s@]+@[^\s@]+$' or private.is_forgotten(address) then
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

-- Trigger: who confirms an invited address works for the crew.
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
  if invitation.email is not null then
    perform private.join_crew(new.id, address, invitation.crew, invitation.invited_by);
  end if;
  return null;
end;
$$;

create trigger accept_crew_invitation
  after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null)
  execute function private.accept_crew_invitation();

revoke all on function private.join_crew, private.drop_invitation_mails, private.accept_crew_invitation
  from public, anon, authenticated, service_role;
revoke all on function public.invite_crew_member, public.withdraw_crew_invitation
  from public, anon, authenticated, service_role;
grant execute on function public.invite_crew_member, public.withdraw_crew_invitation to authenticated;

create or replace function public.crews_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_agg(jsonb_build_object(
      'number', crew.number,
      'title', private.crew_name(crew.number),
      'ways', private.ways_of_crew(crew),
      'members', (
        select coalesce(jsonb_agg(
          jsonb_build_object('user_id', member.user_id, 'email', coalesce(person.email, '')) order by person.email
        ), '[]')
        from public.crew_members as member
        join auth.users as person on person.id = member.user_id
        where member.crew = crew.number
      ),
      'invitations', (
        select coalesce(jsonb_agg(invitation.email order by invitation.email), '[]')
        from public.crew_invitations as invitation
        where invitation.crew = crew.number
      ),
      'ahead', private.visits_ahead(crew.number),
      'days_off', (
        select coalesce(jsonb_agg(
          private.stretch_of_claim(off) || jsonb_build_object('reason', off.reason) order by off.during
        ), '[]')
        from (
          select * from public.slot_claims as claim
          where claim.reason is not null and claim.crew = crew.number and claim.local_date >= private.local_today()
          order by claim.local_date limit 60
        ) as off
      )
    ) order by crew.number)
    from public.crews as crew
  );
end;
$$;

create or replace function public.add_crew_member(crew smallint, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew public.crews := private.lock_crew(crew);
  account auth.users;
begin
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
  end if;
end;
$$;

create or replace function private.forget_person(booking_ids uuid[], whose text, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words_of(booking_ids, whose);
  perform private.forget_waiting(whose);
  perform private.forget_texts(booking_ids);
  perform private.forget_choice(whose);
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
  perform private.revoke_visit_links(booking_ids);
  delete from public.crew_invitations where email = forget_person.whose;
  delete from public.customers where email = forget_person.whose;
end;
$$;

select private.tell_live_about('public.crew_invitations', 'crews');

select private.add_default_mail(
  'crew_invitation',
  'Invitation to a crew',
  'You’re invited to work with {{ business_name }}',
  private.mail_frame(
    'Sign in or sign up to see the visits of your crew.',
    'You’re invited to {{ crew }}',
    private.mail_paragraph('{{ business_name }} invited you to see the visits of {{ crew }}.')
    || private.mail_paragraph('Sign in with {{ email }}, or sign up with this address and confirm it. Then you see the visits.')
    || private.mail_button('Sign in or sign up', '{{ login_url }}')
    || private.mail_small_print('If you don’t work with {{ business_name }}, ignore this email. Nothing happens without an account.')
  )
);

select private.add_default_mail(
  'crew_member_added',
  'Added to a crew',
  'You can now see the visits of {{ crew }}',
  private.mail_frame(
    'Sign in to see the visits of your crew.',
    'You’re now in {{ crew }}',
    private.mail_paragraph('{{ business_name }} added you to {{ crew }}. Sign in with {{ email }} to see its visits.')
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_small_print('If you don’t work with {{ business_name }}, tell us at {{ business_email }}.')
  )
);
