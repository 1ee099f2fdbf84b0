/** Why a customer may not use a coupon, by the code of the refusal. */
export const couponRefusals: Readonly<Record<string, string>> & Record<CouponRefusal, string> = {
  coupon_unknown: 'This coupon code isn’t valid.',
  coupon_used: 'This coupon was already used with this email address, phone number or account.',
  coupon_held:
    'This coupon is on another booking of yours that isn’t paid yet. Go on with that booking where you started it. If you don’t pay, the coupon is free again when its time is released.',
  coupon_used_up: 'This coupon is no longer available.',
  coupon_first_visit: 'This coupon is for a first visit only.',
};

type CouponRefusal =
  | 'coupon_unknown'
  | 'coupon_used'
  | 'coupon_held'
  | 'coupon_used_up'
  | 'coupon_first_visit';
