import type { CheckoutState } from '@domain/booking/checkout.ts';

/**
 * The router state of this screen: what the booking step handed over, what extending the hold changed, and why a
 * payment at a provider's own page failed.
 */
export type Checkout = CheckoutState & {
  extensionsLeft?: number;
  failure?: string | undefined;
  /** The nearby discount shown with the time, in cents, if it no longer applied when the time was held. */
  lostDiscount?: number | undefined;
};

/** The spec's router state, which names the booking and its customer; the server knows the rest. */
export type CheckoutRequest = Pick<Checkout, 'bookingId' | 'failure'> & {
  customerInfo: { email: string };
};

/** Whose checkout it is, by what any router state of it has; null when it names no booking. */
export function readCheckoutRequest(state: unknown): CheckoutRequest | null {
  if (typeof state !== 'object' || state === null) return null;
  const { bookingId, customerInfo, failure } = state as Partial<Checkout>;
  const email: unknown = customerInfo?.email;
  const isBooking = typeof bookingId === 'string' && bookingId !== '' && typeof email === 'string';
  return isBooking ? { bookingId, customerInfo: { email }, failure } : null;
}

/** Router state can be anything: an old tab, another version, nothing at all. Null when it is no booking. */
export function readCheckout(state: unknown): Checkout | null {
  if (typeof state !== 'object' || state === null) return null;
  const { bookingId, amountDueNow, totalAmount, holdExpiresAt, customerInfo } =
    state as Partial<Checkout>;
  const isBooking =
    typeof bookingId === 'string' &&
    bookingId !== '' &&
    typeof amountDueNow === 'number' &&
    typeof totalAmount === 'number' &&
    typeof holdExpiresAt === 'string' &&
    typeof customerInfo === 'object';
  return isBooking ? (state as Checkout) : null;
}

/** What the confirmation page is told about the payment in its address. */
export function paymentStatusOf(checkout: CheckoutState): 'deposit_paid' | 'full_paid' {
  return checkout.paymentOption === 'pay_deposit' ? 'deposit_paid' : 'full_paid';
}

/** Where this booking's details were typed; what was typed is still there. */
export function scheduleState({ serviceId, vehicleType, addOns }: CheckoutState) {
  return { serviceId, vehicleType, ...(addOns && { addOns: addOns.map(({ id }) => id) }) };
}
