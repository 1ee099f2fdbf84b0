import { prolongedHold } from '@contracts/booking.ts';
import { callFunction } from '@/lib/call-function.ts';

/** Holds the time for longer, or takes it again after the hold ran out. Throws BackendError `hold_lapsed` when it is gone. */
export const extendHold = (bookingId: string) => callFunction(prolongedHold, { bookingId });
