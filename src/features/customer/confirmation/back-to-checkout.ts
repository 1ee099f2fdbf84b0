import type { CheckoutState } from '@domain/booking/checkout.ts';
import { instalmentProvider } from '@domain/money/instalments.ts';
import { keptCheckout } from '@/entities/booking/booking-session.ts';

/** The checkout that this tab left for the provider, with why it was not paid; null when this is another browser. */
export function checkoutToResume(bookingId: string, declinedBy: string | null) {
  const kept = keptCheckout(bookingId);
  return kept && { ...kept.state, failure: whyUnpaid(declinedBy) };
}

/** The email address of the checkout that this tab left for the provider. */
export function keptEmail(bookingId: string): string | undefined {
  const state = keptCheckout(bookingId)?.state as Partial<CheckoutState> | undefined;
  return state?.customerInfo?.email;
}

export function whyUnpaid(declinedBy: string | null): string {
  if (declinedBy === null) return 'You left before the payment was approved. Nothing was charged.';
  const name = instalmentProvider(declinedBy)?.name ?? 'Your bank';
  return `${name} declined the payment. Nothing was charged.`;
}
