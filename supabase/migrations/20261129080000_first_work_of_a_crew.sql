-- Says before the attempt what keeps a crew from being removed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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
      'first_work', (select min(local_date) from private.work_ahead(crew.number)),
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
