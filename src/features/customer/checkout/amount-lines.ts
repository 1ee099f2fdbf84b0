import { business } from '@domain/business.ts';
import type { CheckoutState } from '@domain/booking/checkout.ts';
import { formatCents } from '@domain/money/money.ts';

/** How the total comes about, line by line. Lines without an amount are left out. */
export function amountLines(checkout: CheckoutState): { label: string; amount: string }[] {
  const lines = [{ label: 'Price', amount: formatCents(checkout.price) }];
  const add = (label: string, cents: number, sign = '') => {
    if (cents > 0) lines.push({ label, amount: `${sign}${formatCents(cents)}` });
  };
  add(`Coupon ${business.firstTimeCoupon.code}`, checkout.discount, '−');
  add(business.tax.label, checkout.taxAmount);
  add('Tip', checkout.tipAmount);
  return lines;
}
