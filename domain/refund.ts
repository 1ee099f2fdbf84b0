import { epochMs } from './moment.ts';
import type { Moment } from './moment.ts';

const hourMs = 3_600_000;

/**
 * Cents to give back when a booking is cancelled at `now`: at least `freeCancellationHours` ahead
 * everything that was paid and not yet refunded; later, all of that but the deposit. Never below 0.
 */
export function refundOnCancel(request: {
  paidCents: number;
  refundedCents: number;
  depositCents: number;
  startsAt: Moment;
  now: Moment;
  freeCancellationHours: number;
}): number {
  const aheadMs = epochMs(request.startsAt) - epochMs(request.now);
  const isFree = aheadMs >= request.freeCancellationHours * hourMs;
  const keptCents = isFree ? 0 : request.depositCents;
  return Math.max(0, request.paidCents - keptCents - request.refundedCents);
}
