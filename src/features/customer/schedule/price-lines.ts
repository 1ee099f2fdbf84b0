import { findAddOns } from '@domain/booking/add-ons.ts';
import { type Service } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import { findCoupon, normaliseCoupon } from '@domain/money/coupon.ts';
import { checkTip } from '@domain/booking/details.ts';
import { quote, type Quote } from '@domain/money/pricing.ts';
import { localToday } from '@domain/time/local-day.ts';
import type { BookingDraft } from './booking-draft.ts';

/** The price of the draft as it stands. A tip that is no amount yet counts as none. */
export function quoteDraft(
  business: Business,
  service: Service,
  draft: BookingDraft,
  known: { refusedCoupon: string | null; nearbyDiscountCents: number },
): Quote {
  const tip = checkTip(draft.details.tip);
  return quote(business, {
    service,
    vehicleType: draft.vehicleType,
    addOns: findAddOns(business, draft.addOns),
    paymentOption: draft.paymentOption,
    coupon: isRefused(draft.details.couponCode, known.refusedCoupon)
      ? null
      : findCoupon(business, draft.details.couponCode, localToday(Date.now())),
    nearbyDiscountCents: known.nearbyDiscountCents,
    tipCents: tip.ok ? tip.value : 0,
  });
}

/** Whether the server has already said no to this code. */
function isRefused(code: string, refusedCoupon: string | null): boolean {
  return refusedCoupon !== null && normaliseCoupon(code) === refusedCoupon;
}
