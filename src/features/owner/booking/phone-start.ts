import { bookedMinutes } from '@domain/booking/add-ons.ts';
import { findService } from '@domain/booking/catalogue.ts';
import type { TakenTime } from '@domain/time/schedule.ts';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { bookedMonthQuery } from '@/entities/open-times/booked-slots.ts';
import { knownBusiness } from '@/lib/business.ts';
import { firstOfMonth } from '@/lib/days.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';

/**
 * A start by the rules for a new booking: the business keeps them as its customers do. What is held for whom it
 * is booked is theirs.
 */
export function wantedPhoneStart(
  durationMinutes: number,
  now: number,
  heldFor: HeldFor | null,
): Wanted {
  const takenInMonth: Wanted['takenInMonth'] = (month) => ({
    ...bookedMonthQuery(month),
    ...(heldFor && { select: (taken) => withoutHeld(taken, heldFor) }),
  });
  return {
    kind: 'booking',
    durationMinutes,
    now,
    takenInMonth,
    // Known already: the calendar beside the times shows the month.
    takenOnDay: (date) => takenInMonth(firstOfMonth(date)),
  };
}

/** Where several crews are busy then, one of them is free for it. */
function withoutHeld(taken: TakenTime[], { date, time, serviceId, addOns }: HeldFor): TakenTime[] {
  const service = findService(knownBusiness(), serviceId);
  const minutes = service && bookedMinutes(service, addOns ?? []);
  const held = taken.findIndex(
    (one) =>
      one.date === date && one.time === time && one.durationMinutes === minutes && !one.isTimeOff,
  );
  return taken.filter((_, index) => index !== held);
}
