import type { Wanted } from '@/components/time-picker/wanted.ts';
import { bookedDayQuery, bookedMonthQuery } from '@/lib/booked-slots.ts';
import type { OwnBooking } from './api/get-booking.ts';

/** Another start for a booking, by the rules for moving. The booking itself is not in its way. */
export function wantedMove(booking: OwnBooking, now: number): Wanted {
  return {
    kind: 'move',
    durationMinutes: booking.duration_minutes,
    now,
    current: { date: booking.booking_date, time: booking.booking_time.slice(0, 5) },
    takenInMonth: (month) => bookedMonthQuery(month, booking.id),
    takenOnDay: (date) => bookedDayQuery(date, booking.id),
  };
}
