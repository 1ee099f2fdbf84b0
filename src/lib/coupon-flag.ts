export const couponFlagKey = 'newCustomerCouponUsed';

/**
 * Whether this browser has spent the first-time coupon. It only hides the offer: that the coupon
 * counts once is the server's to hold. A browser that stores nothing is offered it again.
 */
export function hasUsedCoupon(): boolean {
  try {
    return localStorage.getItem(couponFlagKey) === 'true';
  } catch {
    return false;
  }
}

const returningKey = 'returningCustomer';

/** Whether this browser has seen a visit of its signed-in customer: an offer for first visits is not for them. */
export function isReturningCustomer(): boolean {
  try {
    return localStorage.getItem(returningKey) === 'true';
  } catch {
    return false;
  }
}

/** `bookings` are those of the signed-in customer. */
export function rememberVisits(bookings: readonly { status: string }[]) {
  if (bookings.every(({ status }) => status === 'cancelled' || status === 'pending_payment'))
    return;
  try {
    localStorage.setItem(returningKey, 'true');
  } catch {
    // Without storage the offer stays, and the server still refuses it.
  }
}

export function markCouponUsed() {
  try {
    localStorage.setItem(couponFlagKey, 'true');
  } catch {
    // Without storage the offer stays, and the server still refuses a second use.
  }
}
