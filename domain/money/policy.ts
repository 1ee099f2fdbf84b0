import { business } from '../business.ts';
import { formatCents } from './money.ts';
import type { BookingPaymentOption } from './pricing.ts';

const deposit = formatCents(business.depositCents).replace(/\.00$/, '');

/** What is promised of the deposit before anything is booked. */
export const depositPolicy =
  `A ${deposit} deposit is required and is fully refundable if cancelled at least ` +
  `${business.freeCancellationHours} hours before the appointment.`;

/** What cancelling costs, by the terms that are kept with a booking. `depositCents` is left out where nobody knows it. */
export function cancellationPolicy(terms: {
  freeCancellationHours: number;
  depositCents?: number | undefined;
  paymentOption: BookingPaymentOption;
  /** The booking was moved when cancelling was no longer free. */
  isDepositKept: boolean;
  /** It was called off for rain, and its customer has no other time yet. */
  isRainedOut: boolean;
}): string {
  const { freeCancellationHours, depositCents } = terms;
  const hours = `${freeCancellationHours} hours`;
  const kept = depositCents === undefined ? 'deposit' : `${formatCents(depositCents)} deposit`;
  if (terms.isRainedOut) {
    return 'We called your appointment off for rain, so cancelling costs nothing: everything you paid is refunded.';
  }
  if (terms.paymentOption === 'pay_later') {
    return `Cancelling costs nothing. Please tell us at least ${hours} before your appointment.`;
  }
  if (terms.isDepositKept) {
    return (
      `Your booking was moved less than ${hours} before its appointment, so we keep the ${kept} ` +
      'if you cancel. Anything you paid beyond it is refunded.'
    );
  }
  const until =
    freeCancellationHours === 0
      ? 'any time until your appointment begins'
      : `at least ${hours} before your appointment`;
  return `Cancel ${until} and everything you paid is refunded. Later than that we keep the ${kept}.`;
}
