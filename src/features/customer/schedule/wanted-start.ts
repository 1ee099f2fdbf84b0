import { bookedMinutes } from '@domain/booking/add-ons.ts';
import type { AddOn, Service } from '@domain/booking/catalogue.ts';
import { holdToken, ownHoldId } from '@/entities/booking/booking-session.ts';
import { bookedMonthQuery } from '@/entities/open-times/booked-slots.ts';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { ownOfferToken } from '@/entities/waiting-list/offer-session.ts';
import { firstOfMonth } from '@/lib/days.ts';

type Circumstances = {
  /** Epoch milliseconds. */
  now: number;
  /** The postal code that the times are for, if they depend on one. */
  place: string | null;
  needsPlace: boolean;
};

/** A new booking's start, by the rules for one. The visitor's own hold is not in its way. */
export function wantedStart(
  service: Service,
  addOns: readonly AddOn[],
  { now, place, needsPlace }: Circumstances,
): Wanted {
  const [ownBookingId, offerToken] = [ownHoldId(), ownOfferToken()];
  const takenInMonth: Wanted['takenInMonth'] = (month) =>
    bookedMonthQuery(month, ownHoldId(), ownOfferToken());
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
            ...(needsPlace && place !== null && { postalCode: place }),
            ...(ownBookingId && { ownBookingId, holdToken: holdToken() }),
            ...(offerToken && { offerToken }),
          },
  };
}
