import { forAdministrators, forServer, serverAlone, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

const anyBooking = `'00000000-0000-4000-8000-000000000001'`;

export const bookingFunctions = [
  forAdministrators('booking_of_entry(uuid)', `public.booking_of_entry(${anyBooking})`, null),
  forAdministrators(
    'booking_page(uuid)',
    `public.booking_page(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'record_payment(uuid,text,integer,integer,uuid)',
    `public.record_payment(${anyBooking}, 'cash', 100)`,
    'booking_not_found',
  ),
  forAdministrators(
    'undo_payment(uuid)',
    `public.undo_payment(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators('mark_done(uuid)', `public.mark_done(${anyBooking})`, 'booking_not_found'),
  forAdministrators(
    'mark_no_show(uuid)',
    `public.mark_no_show(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'undo_visit_mark(uuid)',
    `public.undo_visit_mark(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'save_booking_note(uuid,text,integer)',
    `public.save_booking_note(${anyBooking}, 'x', 0)`,
    'booking_not_found',
  ),
  forAdministrators('resend_mail(uuid)', `public.resend_mail(${anyBooking})`, 'mail_not_found'),
  forServer('forget_unpaid_bookings(integer)', 'public.forget_unpaid_bookings(1)', 0),
  forServer('book_by_phone(jsonb,uuid)', `public.book_by_phone('{}', ${anyBooking})`, '23502'),
];

export const bookingTables = [
  table(
    'booking_changes',
    {
      insert: `insert into public.booking_changes (booking_id, actor_label, action) values (${anyBooking}, 'x', 'x')`,
      set: `actor_label = 'Nobody'`,
    },
    // Two for each of three bookings, and two for changes in the setup. Written by triggers only.
    { select: cells({ service: 8 }), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'booking_notes',
    {
      column: 'note',
      insert: `insert into public.booking_notes (booking_id, note) select id, 'Ring twice' from public.bookings limit 1`,
      set: `note = 'x'`,
    },
    serverAlone(0),
  ),
];
