import { forAdministrators, forPeople, forServer, serverAlone, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

const nobody = `'00000000-0000-4000-8000-000000000001'`;

export const textTables = [
  table(
    'received_texts',
    {
      column: 'message_id',
      insert: `insert into public.received_texts (message_id, phone, body, meaning) values ('SM1', '+19055550101', 'Hi', 'kept')`,
      set: `body = 'x'`,
    },
    serverAlone(0, { insert: 1 }),
  ),
  table(
    'text_settings',
    {
      column: 'is_on',
      insert: `insert into public.text_settings (id) values (false)`,
      set: 'segments_a_day = 100',
    },
    {
      select: cells({ customers: 0, administrators: 1, service: 1 }),
      insert: cells(),
      update: cells({ customers: 0, administrators: 1 }),
      delete: cells(),
    },
  ),
  table(
    'text_consents',
    {
      insert: `insert into public.text_consents (phone, booking_id, wording, given_in)
        select customer_phone, id, 'Text me', 'booking_form' from public.bookings limit 1`,
      set: `wording = 'x'`,
    },
    serverAlone(0, { insert: 1 }),
  ),
  table(
    'text_stops',
    {
      column: 'phone',
      insert: `insert into public.text_stops (phone) values ('+19055550101')`,
      set: 'stopped_at = now()',
    },
    serverAlone(0, { insert: 1 }),
  ),
  table(
    'text_outbox',
    {
      insert: `insert into public.text_outbox (key, kind, phone) values ('x', 'reminder', '+19055550101')`,
      set: 'attempts = 1',
    },
    serverAlone(0, { insert: 1 }),
  ),
];

export const textFunctions = [
  forPeople('text_offer(text)', 'public.text_offer()', {
    visitors: null,
    administrators: null,
    service: null,
  }),
  forPeople('choose_texts(uuid,text,boolean)', `public.choose_texts(${nobody})`, {
    visitors: 'booking_not_found',
    administrators: 'booking_not_found',
  }),
  forServer(
    'receive_text(text,text,text)',
    `public.receive_text('SM1', '+19055550101', 'Help')`,
    'help',
  ),
  forServer(
    'note_text_status(uuid,text,text,integer,timestamp with time zone)',
    `public.note_text_status(${nobody}, 'SM1', 'sent')`,
    null,
  ),
  forServer('forget_old_texts()', 'public.forget_old_texts()', 0),
  forAdministrators('texts_today()', `public.texts_today() ->> 'segments_today'`, '0'),
  forServer('next_text(timestamp with time zone,integer)', 'public.next_text()', null),
  forServer(
    'begin_text(uuid,text,integer,timestamp with time zone)',
    `public.begin_text(${nobody}, 'Hello', 1)`,
    'dropped',
  ),
  forServer(
    'finish_text(uuid,text,text,text,integer,timestamp with time zone)',
    `public.finish_text(${nobody}, 'sent')`,
    null,
  ),
  forServer('queue_due_texts(timestamp with time zone)', 'public.queue_due_texts()', 0),
];
