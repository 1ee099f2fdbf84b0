import { queryOptions } from '@tanstack/react-query';
import { couponOffer } from '@contracts/business.ts';
import type { AnswerOf } from '@contracts/contract.ts';
import type { Coupon } from '@domain/business/business.ts';
import { couponRefusals } from '@domain/money/coupon-refusals.ts';
import { isCouponValidOn } from '@domain/money/coupon.ts';
import { localToday } from '@domain/time/local-day.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { holdToken, ownHoldId } from '@/entities/booking/booking-session.ts';
import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** What a coupon takes off today, or the sentence that says why it can't be used. */
export type CouponAnswer = { discount: Coupon['discount'] } | { refusal: string };

const usedUpForGuests = `${couponRefusals.coupon_used_up} It may be on a booking of yours.`;

/**
 * Checks a coupon by its code, and for a signed-in customer also their own uses. For a guest these are checked with the
 * booking: otherwise anybody could find out whose email address is a customer's. Throws when the backend gives no
 * answer.
 */
export async function checkCoupon(code: string): Promise<CouponAnswer> {
  const token = await accessToken();
  const rest = token ? restAs(token) : guestRest();
  const ownBookingId = ownHoldId();
  const [offer, ownRefusal] = await Promise.all([
    rpc(rest, couponOffer, {
      code,
      ...(ownBookingId && { own_booking_id: ownBookingId, holder_token: holdToken() }),
    }),
    token ? rpc(rest, 'coupon_refusal', { code }) : null,
  ]);
  const dated = onItsDays(offer);
  if ('refusal' in dated) return dated;
  const refusal = ownRefusal ?? (offer?.isUsedUp ? 'coupon_used_up' : null);
  // A guest may not learn whose uses they are, so the sentence covers their own.
  const isGuests = !token && refusal === 'coupon_used_up';
  const sentence = isGuests
    ? usedUpForGuests
    : refusal === null
      ? undefined
      : couponRefusals[refusal];
  return sentence === undefined ? dated : { refusal: sentence };
}

/** A coupon that the owner types for a caller; their own uses are checked with the booking. */
export const callersCouponQuery = (code: string) =>
  queryOptions({
    queryKey: ['coupon of a caller', code],
    queryFn: async ({ signal }): Promise<CouponAnswer> => {
      const offer = await rpc(guestRest(), couponOffer, { code }, { signal });
      return offer?.isUsedUp ? { refusal: couponRefusals.coupon_used_up } : onItsDays(offer);
    },
    enabled: code !== '',
  });

function onItsDays(offer: AnswerOf<typeof couponOffer>): CouponAnswer {
  if (!offer) return { refusal: couponRefusals.coupon_unknown };
  const { discount, validFrom, validUntil } = offer;
  const today = localToday(Date.now());
  if (!isCouponValidOn({ validFrom, validUntil }, today)) {
    const isToCome = validFrom !== null && today < validFrom;
    return {
      refusal: isToCome
        ? `This coupon is valid from ${formatDate(validFrom)}.`
        : 'This coupon has ended.',
    };
  }
  return { discount };
}
