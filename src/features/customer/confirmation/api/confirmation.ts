import type { BookingDetails } from '@contracts/booking.ts';
import { queryOptions } from '@tanstack/react-query';
import { getBookingDetails } from '@/entities/booking/booking-details.ts';
import { forgetBooking, ownHoldId, readDraft } from '@/entities/booking/booking-session.ts';
import { forgetHeldBooking } from '@/entities/booking/held-booking.ts';
import { markCouponUsed } from '@/lib/coupon-flag.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { keptEmail } from '../back-to-checkout.ts';
import { confirmBooking, type Arrival, type Confirmation } from '../confirm-booking.ts';

const recheckMs = 3000;

export type ConfirmationArrival = Omit<Arrival, 'isFromCheckout'> & {
  /** From the checkout of this tab. */
  email: string | undefined;
};

/** Confirms the booking once a page load, and looks again by itself while the bank is still at work. */
export const confirmationQuery = (arrival: ConfirmationArrival) =>
  queryOptions({
    queryKey: ['confirmation', arrival.bookingId],
    queryFn: async () => {
      const isFromCheckout = ownHoldId() === arrival.bookingId;
      const email = emailOf(arrival);
      const confirmation = await confirmBooking({ ...arrival, isFromCheckout });
      announce(confirmation, isFromCheckout);
      if (confirmation.kind !== 'confirmed') return confirmation;
      return { ...confirmation, details: await detailsOrNull(arrival.bookingId, email) };
    },
    refetchInterval: ({ state }) => (state.data?.kind === 'processing' ? recheckMs : false),
    staleTime: Infinity,
    gcTime: 0,
  });

/** The email address this booking was made with, as far as this browser knows. */
function emailOf({ bookingId, email }: ConfirmationArrival): string | undefined {
  return email ?? keptEmail(bookingId);
}

/** The booking stands, whether or not its address and money can be shown. */
async function detailsOrNull(bookingId: string, email?: string): Promise<BookingDetails | null> {
  try {
    const [details] = await getBookingDetails([bookingId], email);
    return details ?? null;
  } catch (error) {
    logFailure('The details of the booking could not be loaded', error);
    return null;
  }
}

function announce(confirmation: Confirmation, isFromCheckout: boolean) {
  if (confirmation.kind === 'not_found') sayFailed('Booking not found.');
  if (confirmation.kind === 'refused') sayFailed('Failed to update booking status.');
  if (confirmation.kind === 'confirmed') forgetHeldBooking(confirmation.booking.id);
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
  toastFailure('Confirmation Error', description);
}

function hasCoupon(draft: unknown): boolean {
  const { details } = (draft ?? {}) as { details?: { couponCode?: string } };
  return Boolean(details?.couponCode?.trim());
}
