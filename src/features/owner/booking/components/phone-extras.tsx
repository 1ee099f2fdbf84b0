import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Business } from '@domain/business/business.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { eachMore, moreOf } from '@domain/booking/more-fields.ts';
import { advertisedCoupon } from '@domain/money/coupon.ts';
import { formatCents } from '@domain/money/money.ts';
import { DetailsField } from '@/entities/booking/details-fields.tsx';
import { MoreFields } from '@/entities/booking/more-fields.tsx';
import { useBusiness } from '@/lib/business.ts';

/** What few callers mention, behind a line to press; open once something is given or refused. */
export function PhoneExtras() {
  const { getValues, formState } = useFormContext<DetailsInput>();
  const [isOpened, setIsOpened] = useState(() =>
    Object.values({ ...moreOf(getValues()), coupon: getValues('couponCode') }).some(Boolean),
  );
  const { errors } = formState;
  const isRefused =
    errors.couponCode !== undefined ||
    Object.values(eachMore((name) => errors[name])).some(Boolean);
  const isOpen = isOpened || isRefused;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
      className="border-y border-hairline"
    >
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2">
        <span className="font-semibold">Coupon, access and notes</span>
        <span aria-hidden="true" className="text-xl leading-none">
          {isOpen ? '−' : '+'}
        </span>
      </summary>
      <div className="grid gap-x-4 gap-y-5 pt-2 pb-6 sm:grid-cols-6">
        <DetailsField
          name="couponCode"
          label="Coupon Code"
          required={false}
          autoCapitalize="characters"
          spellCheck={false}
          hint={couponHint(useBusiness())}
          className="sm:col-span-6"
        />
        <MoreFields />
      </div>
    </details>
  );
}

function couponHint(business: Business): string | undefined {
  const coupon = advertisedCoupon(business);
  if (!coupon) return undefined;
  const { code, discount, isFirstVisitOnly } = coupon;
  const off =
    discount.kind === 'amount' ? formatCents(discount.cents) : `${discount.basisPoints / 100}%`;
  return `${isFirstVisitOnly ? 'First visit? ' : ''}${code} takes ${off} off, once per customer.`;
}
