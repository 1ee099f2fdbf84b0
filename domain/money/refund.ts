import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';

const hourMs = 3_600_000;

/** Whether cancelling at `now` gives everything back: at least that many real hours ahead. */
export function isCancellationFree(request: {
  startsAt: Moment;
  now: Moment;
  freeCancellationHours: number;
}): boolean {
  const aheadMs = epochMs(request.startsAt) - epochMs(request.now);
  return aheadMs >= request.freeCancellationHours * hourMs;
}

/**
 * Cents to give back when a booking is cancelled at `now`: as long as that is free, or once the business called
 * the appointment off, everything that was paid and not yet refunded; later, or once the deposit is kept, all of
 * that but the deposit. Never below 0.
 */
export function refundOnCancel(request: {
  paidCents: number;
  refundedCents: number;
  depositCents: number;
  startsAt: Moment;
  now: Moment;
  freeCancellationHours: number;
  /** The booking was moved when cancelling was no longer free. */
  isDepositKept: boolean;
  /** It was called off for rain, and its customer has no other time yet. */
  isRainDay: boolean;
}): number {
  const isFree = request.isRainDay || (isCancellationFree(request) && !request.isDepositKept);
  const keptCents = isFree ? 0 : request.depositCents;
  return Math.max(0, request.paidCents - keptCents - request.refundedCents);
}
