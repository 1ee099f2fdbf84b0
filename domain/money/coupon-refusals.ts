/** Why a customer may not use a coupon, by the code of the refusal. */
export const couponRefusals: Readonly<Record<string, string>> & Record<CouponRefusal, string> = {
  coupon_used: 'This coupon was already used with this email address, phone number or account.',
  coupon_used_up: 'This coupon is no longer available.',
  coupon_first_visit: 'This coupon is for a first visit only.',
};

type CouponRefusal = 'coupon_used' | 'coupon_used_up' | 'coupon_first_visit';
