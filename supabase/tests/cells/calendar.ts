import { forAdministrators } from '../cell-makers.ts';

const nobody = `'00000000-0000-4000-8000-000000000009'`;

export const calendarFunctions = [
  forAdministrators(
    'find_bookings(text,text[],date,date,jsonb,integer,boolean)',
    `jsonb_array_length(public.find_bookings() -> 'bookings')`,
    3,
  ),
  forAdministrators(
    'calendar_range(date,date)',
    `public.calendar_range(current_date, current_date) ->> 'crews'`,
    '1',
  ),
  forAdministrators(
    'move_booking(uuid,date,time without time zone,boolean)',
    `public.move_booking(${nobody}, current_date, '09:00')`,
    'booking_not_found',
  ),
];
