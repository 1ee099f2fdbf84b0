import type { Business } from '@domain/business/business.ts';
import { formatCents } from '@domain/money/money.ts';

/** "Sedan $65.00, SUV $85.00" */
export const pricesInWords = (
  { vehicleClasses }: Business,
  priceCents: Readonly<Record<string, number>>,
): string =>
  vehicleClasses
    .map(({ id, name }) => {
      const cents = priceCents[id];
      return `${name} ${cents === undefined ? 'without a price' : formatCents(cents)}`;
    })
    .join(', ');

export const discountWords = ({ discount }: Business['coupons'][number]): string =>
  discount.kind === 'amount'
    ? `${formatCents(discount.cents)} off`
    : `${discount.basisPoints / 100}% off`;
