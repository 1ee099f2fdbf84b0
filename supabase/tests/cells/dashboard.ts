import { forAdministrators, forServer, serverAlone, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

const nobody = `'00000000-0000-4000-8000-000000000001'`;

export const dashboardFunctions = [
  forAdministrators('owner_needs()', `public.owner_needs() ->> 'inquiries'`, '1'),
  forAdministrators(
    'owner_dashboard()',
    `jsonb_array_length(public.owner_dashboard() -> 'week')`,
    7,
  ),
  forAdministrators('owner_route(date)', `public.owner_route(current_date)`, null),
  forAdministrators(
    'mileage_log(date,date)',
    `jsonb_array_length(public.mileage_log('2020-01-01', '2020-12-31'))`,
    0,
  ),
  forAdministrators(
    'correct_mileage(date,smallint,numeric)',
    `public.correct_mileage('2020-01-01', 1::smallint, 5)`,
    'mileage_not_found',
  ),
  forAdministrators('crew_cash()', `jsonb_array_length(public.crew_cash())`, 0),
  forAdministrators(
    'receive_crew_cash(uuid[],boolean)',
    `public.receive_crew_cash(array[${nobody}]::uuid[], true)`,
    null,
  ),
  forServer(
    'report_trouble(text,text,text,timestamp with time zone)',
    `public.report_trouble('disk', null)`,
    null,
  ),
  forServer('keep_mileage()', 'public.keep_mileage()', 0),
  forAdministrators(
    'propose_swap(uuid,uuid)',
    `public.propose_swap(${nobody}, ${nobody})`,
    'booking_not_found',
  ),
  forAdministrators('withdraw_swap(uuid)', `public.withdraw_swap(${nobody})`, null),
  forAdministrators(
    'find_inquiries(text,jsonb,integer)',
    `jsonb_array_length(public.find_inquiries() -> 'inquiries')`,
    1,
  ),
  forAdministrators('inquiry_page(uuid)', `public.inquiry_page(${nobody})`, 'inquiry_not_found'),
  forAdministrators(
    'mark_inquiry(uuid,text)',
    `public.mark_inquiry(${nobody}, 'answered')`,
    'inquiry_not_found',
  ),
  forAdministrators(
    'answer_inquiry(uuid,text,uuid)',
    `public.answer_inquiry(${nobody}, 'Yes', ${nobody})`,
    'inquiry_not_found',
  ),
  forAdministrators(
    'delete_held_back_inquiry(uuid)',
    `public.delete_held_back_inquiry(${nobody})`,
    'inquiry_not_found',
  ),
  forAdministrators(
    'delete_held_back_inquiries(timestamp with time zone)',
    `public.delete_held_back_inquiries('2020-01-01')`,
    0,
  ),
  forAdministrators('calendar_feeds()', 'jsonb_array_length(public.calendar_feeds())', 0),
  forAdministrators(
    'create_calendar_feed(text)',
    `length(public.create_calendar_feed('My phone') ->> 'token')`,
    64,
  ),
  forAdministrators('revoke_calendar_feed(uuid)', `public.revoke_calendar_feed(${nobody})`, null),
  forServer('read_calendar_feed(text,text)', `public.read_calendar_feed('nobody’s')`, null),
];

export const dashboardTables = [
  table(
    'inquiry_changes',
    {
      insert: `insert into public.inquiry_changes (inquiry_id, actor_label, was, "is")
        select id, 'x', 'new', 'closed' from public.inquiries limit 1`,
      set: `actor_label = 'Nobody'`,
    },
    { select: cells({ service: 0 }), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'inquiry_replies',
    {
      insert: `insert into public.inquiry_replies (id, inquiry_id, actor_label, message)
        select id, id, 'x', 'Yes' from public.inquiries limit 1`,
      set: `message = 'No'`,
    },
    { select: cells({ service: 0 }), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'calendar_feeds',
    {
      insert: `insert into public.calendar_feeds (owner_id, label, token_hash)
        select user_id, 'x', '\\x00' from public.admins limit 1`,
      set: `label = 'x'`,
    },
    serverAlone(0),
  ),
  table(
    'mileage_days',
    {
      column: 'day',
      insert: `insert into public.mileage_days (day, crew, visits, destinations, kilometres)
        values ('2020-01-01', 1, 1, 'Caledon', 10)`,
      set: 'corrected_kilometres = 1',
    },
    { ...serverAlone(0), delete: cells() },
  ),
  table(
    'swap_proposals',
    {
      insert: `insert into public.swap_proposals (day, saved_minutes, expires_at)
        values ('2020-01-01', 10, now())`,
      set: 'saved_minutes = 1',
    },
    { ...serverAlone(0), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'swap_answers',
    {
      column: 'booking_id',
      insert: `insert into public.swap_answers (proposal_id, booking_id, old_time, new_time, token_hash)
        values (${nobody}, ${nobody}, '09:00', '12:00', '\\x00')`,
      set: 'agreed_at = now()',
    },
    { ...serverAlone(0), insert: cells(), update: cells(), delete: cells() },
  ),
];
