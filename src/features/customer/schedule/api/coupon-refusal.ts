import { couponRefusals } from '@domain/money/coupon-refusals.ts';
import { ownRpc } from '@/lib/rpc.ts';

/**
 * Why the signed-in customer may not use this coupon, as a sentence; null when nothing speaks against it. Throws when
 * the backend cannot say.
 */
export async function getCouponRefusal(code: string): Promise<string | null> {
  const refusal: string | null = await ownRpc('coupon_refusal', { code });
  return refusal === null ? null : (couponRefusals[refusal] ?? null);
}
