import { startsAt } from '@domain/time/schedule.ts';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { bookedDayQuery, bookedMonthQuery } from '@/entities/open-times/booked-slots.ts';
import type { OwnBooking } from './api/get-booking.ts';

/** Another start for a booking, by the rules for moving. The booking itself is not in its way. */
export function wantedMove(booking: OwnBooking, now: number): Wanted {
  const { booking_date: date, booking_time: time } = booking;
  const isAhead = Date.parse(startsAt(date, time)) > now;
  return {
    kind: 'move',
    durationMinutes: booking.duration_minutes,
    now,
    // A day that was called off may be over: the calendar begins with today then.
    ...(isAhead && { current: { date, time: time.slice(0, 5) } }),
    takenInMonth: (month) => bookedMonthQuery(month, booking.id),
    takenOnDay: (date) => bookedDayQuery(date, booking.id),
  };
}
