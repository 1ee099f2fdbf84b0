import { serverAlone, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

const anyBooking = `'00000000-0000-4000-8000-000000000001'`;

export const bookingTables = [
  table(
    'booking_changes',
    {
      insert: `insert into public.booking_changes (booking_id, actor_label, action) values (${anyBooking}, 'x', 'x')`,
      set: `actor_label = 'Nobody'`,
    },
    // Two for each of three bookings, and two of what the story does to one of them. Written by nobody.
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
