import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '@/lib/backend.ts';
import type { Cancellation } from './cancel-booking.ts';

/** `depositAmount` is what was promised with the booking, in cents. */
type Preview = Cancellation & { depositAmount: number };

/** What cancelling now would give back; nothing is changed. Always asked anew: it changes with the clock. */
export function cancellationPreview(bookingId: string) {
  return queryOptions({
    queryKey: ['cancellation-preview', bookingId],
    queryFn: () => callFunction<Preview>('cancel-booking', { bookingId, preview: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
