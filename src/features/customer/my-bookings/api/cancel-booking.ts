import { cancellation } from '@contracts/booking.ts';
import { callFunction } from '@/lib/call-function.ts';

/** Cancels for good. Cancelling twice gives nothing back the second time. */
export const cancelBooking = (bookingId: string) => callFunction(cancellation, { bookingId });
