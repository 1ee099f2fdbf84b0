import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';

const hourMs = 3_600_000;

/** Whether cancelling at `now` refunds everything: it is at least that many real hours ahead. */
export function isCancellationFree(request: {
  startsAt: Moment;
  now: Moment;
  freeCancellationHours: number;
}): boolean {
  const aheadMs = epochMs(request.startsAt) - epochMs(request.now);
  return aheadMs >= request.freeCancellationHours * hourMs;
}

/**
 * Cents to refund when a booking is cancelled at `now`. While cancelling is free, and for a visit cancelled because of
 * rain, this is everything paid that is not yet refunded and not in a dispute. Later, or once the deposit is kept, it is
 * that less the deposit. Never below 0.
 */
export function refundOnCancel(request: {
  paidCents: number;
  refundedCents: number;
  /** What a bank holds or took of the rest. */
  disputedCents: number;
  depositCents: number;
  startsAt: Moment;
  now: Moment;
  freeCancellationHours: number;
  /** The booking was moved after free cancellation had ended. */
  isDepositKept: boolean;
  /** The visit was cancelled because of rain and has no new time yet. */
  isRainDay: boolean;
  /** Tips given on site and not refunded. They stay: the crew has them. */
  givenTipCents: number;
}): number {
  const isFree = request.isRainDay || (isCancellationFree(request) && !request.isDepositKept);
  const keptCents = (isFree ? 0 : request.depositCents) + request.givenTipCents;
  return Math.max(0, request.paidCents - keptCents - request.refundedCents - request.disputedCents);
}
