import { bookingConfirmationPath } from '@/config/paths-of-one.ts';
import { keptCheckout } from '@/entities/booking/booking-session.ts';
import { paymentStatusOf, type Checkout } from './checkout-state.ts';
import type { KeptForm } from './sandbox/card-form.ts';

/** Where a provider's own page sends the customer; the provider adds the payment to it. */
export function returnUrlOf(checkout: Checkout): string {
  const path = bookingConfirmationPath(checkout.bookingId, paymentStatusOf(checkout));
  return new URL(path, window.location.origin).href;
}

/** What was typed before the customer left for a provider. */
export function keptForm(bookingId: string): Partial<KeptForm> {
  const form = keptCheckout(bookingId)?.form;
  return typeof form === 'object' && form !== null ? form : {};
}
