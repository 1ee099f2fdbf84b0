import type { Wanted } from '@/components/time-picker/wanted.ts';
import { bookedMonthQuery } from '@/lib/booked-slots.ts';
import { firstOfMonth } from '@/lib/days.ts';

/** A start by the rules for a new booking: the business keeps them as its customers do. */
export const wantedPhoneStart = (durationMinutes: number, now: number): Wanted => ({
  kind: 'booking',
  durationMinutes,
  now,
  takenInMonth: (month) => bookedMonthQuery(month),
  // Known already: the calendar beside the times shows the month.
  takenOnDay: (date) => bookedMonthQuery(firstOfMonth(date)),
});
