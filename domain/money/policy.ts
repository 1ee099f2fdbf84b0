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
  isRainDay: boolean;
}): string {
  const { freeCancellationHours, depositCents } = terms;
  const hours = `${freeCancellationHours} hours`;
  const kept = depositCents === undefined ? 'deposit' : `${formatCents(depositCents)} deposit`;
  if (terms.isRainDay) {
    return 'It’s a rain day for your appointment, so cancelling is free: we refund everything you paid.';
  }
  if (terms.paymentOption === 'pay_later') {
    return `Cancelling is free. Please cancel at least ${hours} before your appointment.`;
  }
  if (terms.isDepositKept) {
    return `You moved your booking less than ${hours} before the appointment. If you cancel, we keep the ${kept} and refund the rest.`;
  }
  const until =
    freeCancellationHours === 0
      ? 'any time until your appointment starts'
      : `at least ${hours} before your appointment`;
  return `Cancel ${until} and we refund everything you paid. After that, we keep the ${kept}.`;
}
