import { queryOptions } from '@tanstack/react-query';
import { ownerCancellation, ownerCancellationPreview } from '@contracts/owner-booking.ts';
import { callFunction } from '@/lib/call-function.ts';

/** What cancelling now would mean; nothing is changed. Always asked anew: it changes with the clock. */
export const cancellationPreview = (bookingId: string) =>
  queryOptions({
    queryKey: ['owner-cancellation', bookingId],
    queryFn: () => callFunction(ownerCancellationPreview, { bookingId, preview: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // What is typed into the dialog must not change under her hands.
    refetchOnWindowFocus: false,
  });

export const cancelAsOwner = (bookingId: string, refundCents: number) =>
  callFunction(ownerCancellation, { bookingId, refundCents });
