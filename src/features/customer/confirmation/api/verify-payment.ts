import type { BookingStatus } from '@domain/booking/booking.ts';
import { callFunction } from '@/lib/backend.ts';

export type VerifiedPayment = {
  payment: 'succeeded' | 'processing' | 'unpaid' | 'refunded';
  bookingStatus: BookingStatus;
  /** The payment method that was declined last, by Stripe's name, where nothing is paid. */
  declinedBy?: string | null;
};

/** Lets the server ask the payment provider, and settle what has arrived. */
export function verifyPayment(bookingId: string): Promise<VerifiedPayment> {
  return callFunction<VerifiedPayment>('verify-payment', { bookingId });
}
