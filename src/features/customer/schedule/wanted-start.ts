import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { bookedMonthQuery } from '@/entities/open-times/booked-slots.ts';
import { ownHoldId } from '@/entities/booking/booking-session.ts';
import { firstOfMonth } from '@/lib/days.ts';
import { ownOfferToken } from '@/entities/waiting-list/offer-session.ts';

/** A new booking's start, by the rules for one. The visitor's own hold is not in its way. */
export function wantedStart(durationMinutes: number, now: number): Wanted {
  const takenInMonth: Wanted['takenInMonth'] = (month) =>
    bookedMonthQuery(month, ownHoldId(), ownOfferToken());
  return {
    kind: 'booking',
    durationMinutes,
    now,
    takenInMonth,
    // Known already: the calendar beside the times shows the month.
    takenOnDay: (date) => takenInMonth(firstOfMonth(date)),
  };
}
