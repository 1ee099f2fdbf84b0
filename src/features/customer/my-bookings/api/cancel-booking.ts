import { queryOptions } from '@tanstack/react-query';
import { cancellationPreview as preview, cancellation } from '@contracts/booking.ts';
import { callFunction } from '@/lib/call-function.ts';

type Cancelling = { id: string; customer_email: string | null };

/** The address opens a booking whose address was corrected. */
const bodyOf = ({ id, customer_email: email }: Cancelling) => ({
  bookingId: id,
  ...(email !== null && { email }),
});

/** What cancelling now would give back; nothing is changed. Always asked anew: it changes with the clock. */
export function cancellationPreview(booking: Cancelling) {
  return queryOptions({
    queryKey: ['cancellation-preview', booking.id],
    queryFn: () => callFunction(preview, { ...bodyOf(booking), preview: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Cancels for good. Cancelling twice gives nothing back the second time. */
export const cancelBooking = (booking: Cancelling) => callFunction(cancellation, bodyOf(booking));
