import type { Business } from '../business/business.ts';
import { localTimeAt, localToday } from '../time/local-day.ts';
import { epochMs, type Moment } from '../time/moment.ts';
import { formatDate, formatTime } from '../time/time-format.ts';
import { formatCents } from './money.ts';
import { depositPolicy, hoursOf, nearPolicy } from './policy.ts';
import type { BookingPaymentOption, PaymentOption } from './pricing.ts';
import { freeCancellation, isCancellationFree, type FreeTerms } from './refund.ts';

/** When the appointment starts, and when the policy is read. */
type Start = { startsAt: Moment; now: Moment };

/**
 * The cancellation policy by the terms stored with a booking. Leave out `depositCents` if it is unknown, and `start`
 * without an appointment.
 */
export function cancellationPolicy(
  terms: FreeTerms & {
    depositCents?: number | undefined;
    paymentOption: BookingPaymentOption;
    /** The booking was moved after free cancellation had ended. */
    isDepositKept: boolean;
    /** The visit was cancelled because of rain and has no new time yet. */
    isRainDay: boolean;
    start?: Start | undefined;
    /** What would be refunded now, if it is known. */
    refundCents?: number | undefined;
  },
): string {
  const { depositCents } = terms;
  const hours = hoursOf(terms);
  const until = untilInWords(terms);
  const kept = depositCents === undefined ? 'deposit' : `${formatCents(depositCents)} deposit`;
  if (terms.isRainDay) {
    return 'It’s a rain day for your appointment, so cancelling is free: we refund everything you paid.';
  }
  if (terms.paymentOption === 'pay_later') {
    if (until === atAnyTime) return 'Cancelling is free until your appointment starts.';
    if (isNear(terms)) return 'Cancelling is free. Please cancel as early as you can.';
    return `Cancelling is free. Please cancel ${until}.`;
  }
  const late = `If you cancel, we keep the ${kept}${terms.refundCents === 0 ? '' : ' and refund the rest'}.`;
  if (terms.isDepositKept) {
    return `You moved your booking less than ${hours} before the appointment. ${late}`;
  }
  if (isNear(terms)) return `Your appointment is less than ${hours} away. ${late}`;
  return `Cancel ${until} and we refund everything you paid. After that, we keep the ${kept}.`;
}

const atAnyTime = 'any time until your appointment starts';

function untilInWords(terms: FreeTerms & { start?: Start | undefined }): string {
  const free = terms.start && freeCancellation({ ...terms, ...terms.start });
  if (
    terms.freeCancellationHours === 0 ||
    free?.untilMs === epochMs(terms.start?.startsAt ?? NaN)
  ) {
    return atAnyTime;
  }
  return free?.isPromised
    ? `by ${formatDate(localToday(free.untilMs))} at ${formatTime(localTimeAt(free.untilMs))}`
    : `at least ${hoursOf(terms)} before your appointment`;
}

/**
 * The policy of a booking as an email says it, true at `start.now`: of an appointment that has begun nothing, and of a
 * cancelled booking what is kept of the payments, and why.
 */
export function policyInEmail({
  cancelled,
  ...terms
}: Parameters<typeof cancellationPolicy>[0] & {
  start: Start;
  /** Null unless the booking is cancelled. */
  cancelled: { keptCents: number } | null;
}): string {
  if (cancelled) return cancelled.keptCents > 0 ? keptInWords(terms, cancelled.keptCents) : '';
  const hasBegun = epochMs(terms.start.startsAt) <= epochMs(terms.start.now);
  return hasBegun && !terms.isRainDay ? '' : cancellationPolicy(terms);
}

type KeptTerms = Parameters<typeof isNear>[0] & {
  depositCents?: number | undefined;
  isDepositKept: boolean;
};

function keptInWords(terms: KeptTerms, keptCents: number): string {
  const cents = formatCents(keptCents);
  const words =
    keptCents === terms.depositCents ? `the ${cents} deposit` : `${cents} of what you paid`;
  if (terms.isDepositKept) {
    return `The booking was moved less than ${hoursOf(terms)} before the appointment, so we keep ${words}.`;
  }
  if (isNear(terms)) {
    return `The booking was cancelled less than ${hoursOf(terms)} before the appointment, so we keep ${words}.`;
  }
  return `We keep ${words}.`;
}

/** Whether free cancellation has ended, and the appointment has not begun. */
function isNear(terms: FreeTerms & { start?: Start | undefined }): boolean {
  const { start } = terms;
  return (
    start !== undefined &&
    epochMs(start.startsAt) > epochMs(start.now) &&
    !isCancellationFree({ ...terms, ...start })
  );
}

/** The policy as shown before booking, for the way to pay. `start` is null until a time is chosen. */
export function policyBeforeBooking(
  { deposit, freeCancellationHours }: Pick<Business, 'deposit' | 'freeCancellationHours'>,
  { paymentOption, start }: { paymentOption: PaymentOption; start: Start | null },
): string {
  const terms = { deposit, freeCancellationHours };
  if (paymentOption === 'pay_deposit') {
    return (start && nearPolicy(terms, start)) ?? depositPolicy(terms);
  }
  return cancellationPolicy({
    freeCancellationHours,
    depositCents: deposit.kind === 'amount' ? deposit.cents : undefined,
    paymentOption,
    isDepositKept: false,
    isRainDay: false,
    start: start ?? undefined,
  });
}
