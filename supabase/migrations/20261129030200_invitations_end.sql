-- An invitation to a crew ends after 14 days.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether whoever confirms the address still works for the crew: for 14 days from the last email.
create function private.invitation_stands(invited_at timestamptz) returns boolean
language sql stable set search_path = ''
return invited_at > now() - interval '14 days';

revoke all on function private.invitation_stands from public, anon, authenticated, service_role;

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
  if address is null or length(address) > 254 or address !~ '^[^\s@]+@[^\s@]+$' or private.is_forgotten(address) then
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
  end if;
  perform private.drop_invitation_mails(address);
  perform public.enqueue_mail(
    'crew_invitation:' || gen_random_uuid(), 'crew_invitation', address, null,
    jsonb_build_object('crew', private.crew_name(its_crew.number))
  );
  return true;
end;
$$;

create or replace function private.accept_crew_invitation() returns trigger
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
        where invitation.crew = crew.number and private.invitation_stands(invitation.invited_at)
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

-- A template that a later one has replaced stays: its update would put it back in use.
create or replace function pg_temp.reword_default_mail(kind text, label text, subject_line text, html text) returns void
language sql
as $$
  update public.email_templates as template
  set name = label, subject = subject_line, content = html
  from public.default_mails as former
  where former.template_type = kind and template.template_type = kind
    and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
    and not exists (
      select from public.email_templates as other
      where other.template_type = kind and other.updated_at > template.updated_at
    );
  update public.default_mails
  set name = label, subject = subject_line, content = html
  where template_type = kind;
$$;

select pg_temp.reword_default_mail(
  'crew_invitation',
  'Invitation to a crew',
  'You’re invited to work with {{ business_name }}',
  private.mail_frame(
    'Sign in or sign up to see the visits of your crew.',
    'You’re invited to {{ crew }}',
    private.mail_paragraph('{{ business_name }} invited you to see the visits of {{ crew }}.')
    || private.mail_paragraph('Sign in with {{ email }}, or sign up with this address and confirm it within 14 days. Then you see the visits.')
    || private.mail_button('Sign in or sign up', '{{ login_url }}')
    || private.mail_small_print('If you don’t work with {{ business_name }}, ignore this email. Nothing happens without an account.')
  )
);

drop function pg_temp.reword_default_mail(text, text, text, text);
