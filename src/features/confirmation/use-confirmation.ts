import { useQuery } from '@tanstack/react-query';
import { forgetBooking, ownHoldId, readDraft } from '@/lib/booking-session.ts';
import { markCouponUsed } from '@/lib/coupon-flag.ts';
import { toast } from '@/lib/toast.ts';
import { confirmBooking, type Arrival, type Confirmation } from './confirm-booking.ts';

const recheckMs = 3000;

/** Confirms the booking once a page load, and looks again by itself while the bank is still at work. */
export function useConfirmation(arrival: Omit<Arrival, 'isFromCheckout'>) {
  return useQuery({
    queryKey: ['confirmation', arrival.bookingId],
    queryFn: async () => {
      const isFromCheckout = ownHoldId() === arrival.bookingId;
      const confirmation = await confirmBooking({ ...arrival, isFromCheckout });
      announce(confirmation, isFromCheckout);
      return confirmation;
    },
    refetchInterval: ({ state }) => (state.data?.kind === 'processing' ? recheckMs : false),
    staleTime: Infinity,
    gcTime: 0,
  });
}

function announce(confirmation: Confirmation, isFromCheckout: boolean) {
  if (confirmation.kind === 'not_found') sayFailed('Booking not found.');
  if (confirmation.kind === 'refused') sayFailed('Failed to update booking status.');
  if (confirmation.kind !== 'confirmed' || !confirmation.isNew) return;
  toast({
    title: 'Booking Confirmed!',
    description: 'Your appointment is set. An email confirmation is on its way.',
  });
  if (!isFromCheckout) return;
  // A payment that left the page comes back here, so here is where its coupon is known to be spent.
  if (hasCoupon(readDraft())) markCouponUsed();
  forgetBooking();
}

function sayFailed(description: string) {
  toast({ title: 'Confirmation Error', description, variant: 'destructive' });
}

function hasCoupon(draft: unknown): boolean {
  const { details } = (draft ?? {}) as { details?: { couponCode?: string } };
  return Boolean(details?.couponCode?.trim());
}
