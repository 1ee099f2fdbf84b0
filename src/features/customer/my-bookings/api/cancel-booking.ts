import { callFunction } from '@/lib/backend.ts';

/** `refundAmount` in cents. */
export type Cancellation = { refundAmount: number };

/** Cancels for good. Cancelling twice gives nothing back the second time. */
export function cancelBooking(bookingId: string): Promise<Cancellation> {
  return callFunction<Cancellation>('cancel-booking', { bookingId });
}
