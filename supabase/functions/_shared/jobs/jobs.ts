import { deletePhotos } from '../bookings/delete-photos.ts';
import {
  deleteExpired,
  forgetOldOperations,
  forgetUnpaidBookings,
} from '../bookings/booking-calls.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';
import { queueDueMails } from '../mail/queue-due-mails.ts';
import { offerFreedTimes } from '../offers/offer-freed-times.ts';
import { forgetOldWaiting } from '../offers/waiting-calls.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { sendDueRefunds } from '../payments/send-refunds.ts';
import { deliverTexts, forgetOldTexts, queueDueTexts } from '../texts/deliver-texts.ts';

import { findVisitPlaces, forgetOldWays, measureWays } from '../travel/measure-travel.ts';

/** One round of a job; returns how much it did. Any number of rounds may overlap, on any number of servers. */
export type Round = () => Promise<number>;

/**
 * The background work of every host besides sending emails, with the longest useful pause between two rounds on a
 * host that can choose it.
 */
export const jobsOf = (deps: FunctionDeps) => ({
  dueMails: { everyMs: 60_000, run: () => queueDueMails(deps) },
  dueTexts: { everyMs: 60_000, run: () => queueDueTexts(deps) },
  oldTexts: { everyMs: 60 * 60_000, run: () => forgetOldTexts(deps.rest) },
  customerTexts: { everyMs: 2_000, run: () => deliverTexts(deps) },
  offers: { everyMs: 5_000, run: () => offerFreedTimes(deps) },
  unpaidBookings: { everyMs: 60 * 60_000, run: () => forgetUnpaidBookings(deps.rest) },
  oldWork: { everyMs: 60 * 60_000, run: () => rpc(deps.rest, 'forget_old_work', {}) },
  removedPhotos: { everyMs: 30_000, run: () => deletePhotos(deps) },
  mileage: { everyMs: 60 * 60_000, run: () => rpc(deps.rest, 'keep_mileage', {}) },
  oldWaiting: { everyMs: 60 * 60_000, run: () => forgetOldWaiting(deps.rest) },
  oldOperations: { everyMs: 60 * 60_000, run: () => forgetOldOperations(deps.rest) },
  expired: { everyMs: 60 * 60_000, run: () => deleteExpired(deps.rest) },
  refunds: { everyMs: 30_000, run: () => sendDueRefunds(deps) },
  ways: { everyMs: 60_000, run: () => measureWays(deps) },
  visitPlaces: { everyMs: 15_000, run: () => findVisitPlaces(deps) },
  oldWays: { everyMs: 60 * 60_000, run: () => forgetOldWays(deps) },
  reconcile: { everyMs: 10_000, run: () => reconcilePayments(deps) },
});
