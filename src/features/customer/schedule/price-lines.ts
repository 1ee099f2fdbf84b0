import { findAddOns } from '@domain/booking/add-ons.ts';
import { type Service } from '@domain/booking/catalogue.ts';
import type { Business, Coupon } from '@domain/business/business.ts';
import { findCoupon, normaliseCoupon } from '@domain/money/typed-coupon.ts';
import { checkTip } from '@domain/booking/details.ts';
import { quote, type Quote } from '@domain/money/pricing.ts';
import { localToday } from '@domain/time/local-day.ts';
import type { BookingDraft } from './booking-draft.ts';

/** What the server answered about a code; `discount` is null for a code that it refused. */
export type KnownCoupon = { code: string; discount: Coupon['discount'] | null };

/** The price of the draft as it stands. A tip that is no amount yet counts as none. */
export function quoteDraft(
  business: Business,
  service: Service,
  draft: BookingDraft,
  known: { couponAnswer: KnownCoupon | null; nearbyDiscountCents: number },
): Quote {
  const tip = checkTip(draft.details.tip);
  return quote(business, {
    service,
    vehicleType: draft.vehicleType,
    addOns: findAddOns(business, draft.addOns),
    paymentOption: draft.paymentOption,
    coupon: couponOf(business, draft.details.couponCode, known.couponAnswer),
    nearbyDiscountCents: known.nearbyDiscountCents,
    tipCents: tip.ok ? tip.value : 0,
  });
}

/** As the server answered; until it does, the advertised coupon is known here. */
function couponOf(
  business: Business,
  typed: string,
  answer: KnownCoupon | null,
): Pick<Coupon, 'discount'> | null {
  if (answer?.code !== normaliseCoupon(typed)) {
    return findCoupon(business, typed, localToday(Date.now()));
  }
  return answer.discount && { discount: answer.discount };
}
