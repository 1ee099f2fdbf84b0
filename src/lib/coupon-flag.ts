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

export function markCouponUsed() {
  try {
    localStorage.setItem(couponFlagKey, 'true');
  } catch {
    // Without storage the offer stays, and the server still refuses a second use.
  }
}
