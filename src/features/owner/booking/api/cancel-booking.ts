import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '@/lib/backend.ts';

/** In cents: what the policy gives back, what could go back in all, and how much of that to the card. */
export type CancellationPreview = { policyCents: number; mostCents: number; onlineCents: number };

/** What cancelling now would mean; nothing is changed. Always asked anew: it changes with the clock. */
export const cancellationPreview = (bookingId: string) =>
  queryOptions({
    queryKey: ['owner-cancellation', bookingId],
    queryFn: () =>
      callFunction<CancellationPreview>('cancel-booking-as-owner', { bookingId, preview: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // What is typed into the dialog must not change under her hands.
    refetchOnWindowFocus: false,
  });

/** What goes back to the card by itself, and what she gives back, in cents. */
export type Cancelled = { byCardCents: number; byHandCents: number };

export const cancelAsOwner = (bookingId: string, refundCents: number) =>
  callFunction<Cancelled>('cancel-booking-as-owner', { bookingId, refundCents });
