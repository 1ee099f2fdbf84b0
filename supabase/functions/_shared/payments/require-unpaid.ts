import type { StoredBooking } from '../../../contracts/booking.ts';
import { CodedError } from '../http/errors.ts';

/** Throws `booking_cancelled` or `already_paid` unless the booking waits for its payment. */
export function requireUnpaid({ status }: StoredBooking): void {
  if (status === 'cancelled') throw new CodedError('booking_cancelled');
  if (status !== 'pending_payment') throw new CodedError('already_paid');
}
