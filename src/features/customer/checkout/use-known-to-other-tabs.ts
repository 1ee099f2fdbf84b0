import { useEffect } from 'react';
import { forgetHeldBooking, keepHeldBooking } from '@/entities/booking/held-booking.ts';
import type { Checkout } from './checkout-state.ts';

/** Keeps the hold for the other tabs of this browser, until it is gone. */
export function useKnownToOtherTabs(checkout: Checkout, isGone: boolean): void {
  const { bookingId, bookingDate, bookingTime, holdExpiresAt: heldUntil } = checkout;
  const { email } = checkout.customerInfo;
  useEffect(() => {
    if (isGone) forgetHeldBooking(bookingId);
    else keepHeldBooking({ bookingId, email, bookingDate, bookingTime, heldUntil });
  }, [isGone, bookingId, email, bookingDate, bookingTime, heldUntil]);
}
