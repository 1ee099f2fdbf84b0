import type { Json } from '../../../database-types.ts';
import { waitingHoldMinutes } from '../../../../domain/booking/waiting-list.ts';
import { takenForPlace } from '../../../contracts/slots.ts';
import { waitingToBeOffered } from '../../../contracts/waiting-list.ts';
import type { ServiceRest } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';

export const readWaiting = (rest: ServiceRest) => rpc(rest, waitingToBeOffered, {});

/**
 * Holds a time for a waiting customer and queues the email. False if the time or the entry was taken meanwhile.
 */
export const offerFreedTime = (rest: ServiceRest, waitingId: string, time: string) =>
  rpc(rest, 'offer_freed_time', {
    target_waiting_id: waitingId,
    start_time: time,
    hold_minutes: waitingHoldMinutes,
  });

/** Ends expired offers; returns their number. */
export const expireOffers = (rest: ServiceRest) => rpc(rest, 'expire_offers', {});

/** What is taken on a day for a service at a postal code; without one at any place. */
export const readTakenFor = (
  rest: ServiceRest,
  wish: { postalCode: string | null | undefined; serviceId: string; date: string },
) =>
  rpc(rest, takenForPlace, {
    postal_code: wish.postalCode ?? '',
    from_day: wish.date,
    until_day: wish.date,
    service: wish.serviceId,
  });

/** Deletes waiting-list entries long past their day; returns their number. */
export const forgetOldWaiting = (rest: ServiceRest) => rpc(rest, 'forget_old_waiting', {});

/** Throws `too_many_waiting`. */
export const joinWaitingList = (rest: ServiceRest, entry: Json) =>
  rpc(rest, 'join_waiting_list', { entry });
