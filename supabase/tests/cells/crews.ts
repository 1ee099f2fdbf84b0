import { forAdministrators, forPeople, serverAlone, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

const anyBooking = `'00000000-0000-4000-8000-000000000001'`;

export const crewFunctions = [
  forPeople('my_crew()', 'public.my_crew()', { customers: null, member: 1, administrators: null }),
  forPeople('crew_days()', `public.crew_days() -> 'crew' ->> 'title'`, {
    customers: 'administrators_only',
    administrators: 'administrators_only',
    member: 'Crew 1',
  }),
  forPeople(
    'crew_visits_to_keep()',
    `public.crew_visits_to_keep() -> 'days' -> 'crew' ->> 'title'`,
    {
      customers: 'administrators_only',
      administrators: 'administrators_only',
      member: 'Crew 1',
    },
  ),
  forAdministrators('crews_page()', 'jsonb_array_length(public.crews_page())', 1),
  forAdministrators('add_crew(text)', `public.add_crew('Van 2')`, 2),
  forAdministrators('remove_crew(smallint)', 'public.remove_crew(2::smallint)', 'crew_not_found'),
  forAdministrators(
    'save_crew(smallint,jsonb)',
    `public.save_crew(1::smallint, '{"base": "nowhere"}')`,
    'base_unknown',
  ),
  forAdministrators(
    'add_crew_member(smallint,text)',
    `public.add_crew_member(1::smallint, 'nobody@example.com')`,
    'account_not_found',
  ),
  forAdministrators(
    'invite_crew_member(smallint,text)',
    `public.invite_crew_member(1::smallint, 'nobody')`,
    'email_invalid',
  ),
  forAdministrators(
    'withdraw_crew_invitation(text)',
    `public.withdraw_crew_invitation('nobody@example.com')`,
    null,
  ),
  forAdministrators('remove_crew_member(uuid)', `public.remove_crew_member(${anyBooking})`, null),
  forAdministrators(
    'crews_for_visit(uuid)',
    `public.crews_for_visit(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'crew_after_move(uuid,date,time without time zone)',
    `public.crew_after_move(${anyBooking}, current_date, '09:00')`,
    'booking_not_found',
  ),
  forAdministrators(
    'change_crew(uuid,smallint)',
    `public.change_crew(${anyBooking}, 1::smallint)`,
    'booking_not_found',
  ),
];

const closed = { insert: cells(), update: cells(), delete: cells() };

export const crewTables = [
  table(
    'crews',
    {
      column: 'number',
      insert: 'insert into public.crews (number) values (2)',
      set: `name = 'Van'`,
    },
    { ...closed, select: cells({ customers: 0, administrators: 1, service: 1 }) },
  ),
  table(
    'crew_hours',
    {
      column: 'weekday',
      insert: `insert into public.crew_hours values (1, 1, '09:00', '17:00')`,
      set: `works_from = '08:00'`,
    },
    { ...serverAlone(0), ...closed },
  ),
  table(
    'crew_members',
    {
      column: 'user_id',
      insert: `insert into public.crew_members (user_id, crew)
        values ('00000000-0000-4000-8000-00000000000b', 1)`,
      set: 'crew = 1',
    },
    { ...serverAlone(1), ...closed },
  ),
  table(
    'crew_invitations',
    {
      column: 'crew',
      insert: `insert into public.crew_invitations (email, crew, invited_by) values ('x@example.com', 1, 'x')`,
      set: 'crew = 1',
    },
    { ...serverAlone(0), ...closed },
  ),
  table(
    'crew_changes',
    {
      insert: `insert into public.crew_changes (crew, actor_label, action) values (1, 'x', 'added')`,
      set: `actor_label = 'x'`,
    },
    { ...serverAlone(0), ...closed },
  ),
];
