import { bookedMinutes } from '@domain/booking/add-ons.ts';
import { findService, type AddOn, type Service } from '@domain/booking/catalogue.ts';
import type { TakenTime } from '@domain/time/schedule.ts';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { bookedMonthQuery } from '@/entities/open-times/booked-slots.ts';
import { knownBusiness } from '@/lib/business.ts';
import { firstOfMonth } from '@/lib/days.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';

export type PhoneWork = {
  service: Service;
  addOns: readonly AddOn[];
  /** The postal code of the visit, once it is one. */
  place: string | null;
  needsPlace: boolean;
};

/**
 * A start by the rules for a new booking: the business keeps them as its customers do. What is held for whom it
 * is booked is theirs.
 */
export function wantedPhoneStart(work: PhoneWork, now: number, heldFor: HeldFor | null): Wanted {
  const { service, addOns, place, needsPlace } = work;
  const takenInMonth: Wanted['takenInMonth'] = (month) => ({
    ...bookedMonthQuery(month),
    ...(heldFor && { select: (taken) => withoutHeld(taken, heldFor) }),
  });
  return {
    kind: 'booking',
    durationMinutes: bookedMinutes(service, addOns),
    now,
    takenInMonth,
    // Known already: the calendar beside the times shows the month.
    takenOnDay: (date) => takenInMonth(firstOfMonth(date)),
    question:
      needsPlace && place === null
        ? null
        : {
            kind: 'booking',
            serviceId: service.id,
            addOns: addOns.map(({ id }) => id),
            ...(place !== null && { postalCode: place }),
            forCaller: heldFor ? { offerId: heldFor.offerId } : {},
          },
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
