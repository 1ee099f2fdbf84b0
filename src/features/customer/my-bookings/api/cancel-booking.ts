import { queryOptions } from '@tanstack/react-query';
import { cancellationPreview as preview, cancellation } from '@contracts/booking.ts';
import { callFunction } from '@/lib/call-function.ts';

/** What cancelling now would give back; nothing is changed. Always asked anew: it changes with the clock. */
export function cancellationPreview(bookingId: string) {
  return queryOptions({
    queryKey: ['cancellation-preview', bookingId],
    queryFn: () => callFunction(preview, { bookingId, preview: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Cancels for good. Cancelling twice gives nothing back the second time. */
export const cancelBooking = (bookingId: string) => callFunction(cancellation, { bookingId });
