import { verifiedPayment } from '@contracts/payments.ts';
import { callFunction } from '@/lib/call-function.ts';

/** Lets the server ask the payment provider, and settle what has arrived. */
export const verifyPayment = (bookingId: string) => callFunction(verifiedPayment, { bookingId });
