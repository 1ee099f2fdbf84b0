import { formatCents } from './money.ts';
import { hoursOf } from './policy.ts';
import type { BookingPaymentOption } from './pricing.ts';

/** The cancellation policy by the terms stored with a booking. Leave out `depositCents` if it is unknown. */
export function cancellationPolicy(terms: {
  freeCancellationHours: number;
  depositCents?: number | undefined;
  paymentOption: BookingPaymentOption;
  /** The booking was moved after free cancellation had ended. */
  isDepositKept: boolean;
  /** The visit was cancelled because of rain and has no new time yet. */
  isRainDay: boolean;
}): string {
  const { freeCancellationHours, depositCents } = terms;
  const hours = hoursOf(terms);
  const kept = depositCents === undefined ? 'deposit' : `${formatCents(depositCents)} deposit`;
  if (terms.isRainDay) {
    return 'It’s a rain day for your appointment, so cancelling is free: we refund everything you paid.';
  }
  if (terms.paymentOption === 'pay_later') {
    if (freeCancellationHours === 0) return 'Cancelling is free until your appointment starts.';
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
