import type { Service } from '@domain/booking/catalogue.ts';
import { normaliseCoupon } from '@domain/money/coupon.ts';
import { checkTip } from '@domain/booking/details.ts';
import { formatCents } from '@domain/money/money.ts';
import { quote, type Quote } from '@domain/money/pricing.ts';
import type { BookingDraft } from './booking-draft.ts';

/** The price of the draft as it stands. A tip that is no amount yet counts as none. */
export function quoteDraft(
  service: Service,
  draft: BookingDraft,
  refusedCoupon: string | null,
): Quote {
  const tip = checkTip(draft.details.tip);
  return quote({
    service,
    vehicleType: draft.vehicleType,
    paymentOption: draft.paymentOption,
    couponCode: isRefused(draft.details.couponCode, refusedCoupon)
      ? null
      : draft.details.couponCode,
    tipCents: tip.ok ? tip.value : 0,
  });
}

/** Whether the server has already said no to this code. */
function isRefused(code: string, refusedCoupon: string | null): boolean {
  return refusedCoupon !== null && normaliseCoupon(code) === refusedCoupon;
}

/** 2000 -> "$20", 2050 -> "$20.50" */
export function shortAmount(cents: number): string {
  return formatCents(cents).replace(/\.00$/, '');
}
