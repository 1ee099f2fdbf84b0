import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';

const hourMs = 3_600_000;

export type FreeTerms = {
  freeCancellationHours: number;
  /** Promised before the business moved the visit; applies where the hours end sooner. */
  freeUntil?: Moment | null | undefined;
};

/** Until when cancelling is free, and whether that is later than the hours say. As SQL's `free_until`. */
export function freeCancellation({
  startsAt,
  freeCancellationHours,
  freeUntil,
}: FreeTerms & { startsAt: Moment }): { untilMs: number; isPromised: boolean } {
  const startMs = epochMs(startsAt);
  const ruleMs = startMs - freeCancellationHours * hourMs;
  const untilMs = Math.min(startMs, Math.max(ruleMs, freeUntil ? epochMs(freeUntil) : ruleMs));
  return { untilMs, isPromised: untilMs > ruleMs };
}

/** Whether cancelling at `now` refunds everything: it is that many real hours ahead, or still promised. */
export const isCancellationFree = (
  request: FreeTerms & { startsAt: Moment; now: Moment },
): boolean => epochMs(request.now) <= freeCancellation(request).untilMs;

/**
 * Cents to refund when a booking is cancelled at `now`. While cancelling is free, and for a visit cancelled because of
 * rain, this is everything paid that is not yet refunded and not in a dispute. Later, or once the deposit is kept, it is
 * that less the deposit. Never below 0.
 */
export function refundOnCancel(
  request: FreeTerms & {
    paidCents: number;
    refundedCents: number;
    /** What a bank holds or took of the rest. */
    disputedCents: number;
    depositCents: number;
    startsAt: Moment;
    now: Moment;
    /** The booking was moved after free cancellation had ended. */
    isDepositKept: boolean;
    /** The visit was cancelled because of rain and has no new time yet. */
    isRainDay: boolean;
    /** Tips given on site and not refunded. They stay: the crew has them. */
    givenTipCents: number;
  },
): number {
  const isFree = request.isRainDay || (isCancellationFree(request) && !request.isDepositKept);
  const keptCents = (isFree ? 0 : request.depositCents) + request.givenTipCents;
  return Math.max(0, request.paidCents - keptCents - request.refundedCents - request.disputedCents);
}
