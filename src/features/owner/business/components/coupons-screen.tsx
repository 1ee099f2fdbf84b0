import type { Business } from '@domain/business/business.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { discountWords } from '../words.ts';
import { BusinessFrame } from './business-frame.tsx';
import { CouponForm } from './coupon-form.tsx';
import { EntryList } from './entry-list.tsx';

/** The coupons. Customers see the one on the home page; the others are secret. */
export default function CouponsScreen() {
  return (
    <BusinessFrame
      heading="Coupons"
      lead="Codes that customers can enter when they book. Each customer can use a code once."
    >
      {(business) => (
        <EntryList
          business={business}
          list="coupons"
          noun="coupon"
          isOrdered={false}
          empty="There are no coupons yet."
          removal="Customers can’t use it anymore. Existing bookings keep their discount."
          entries={business.coupons.map((one) => ({
            key: one.code,
            title: one.code,
            lines: [termsInWords(one)],
          }))}
          form={(code, close) => <CouponForm business={business} code={code} onClose={close} />}
        />
      )}
    </BusinessFrame>
  );
}

const termsInWords = (coupon: Business['coupons'][number]): string =>
  [
    discountWords(coupon),
    coupon.isFirstVisitOnly && 'first visit only',
    coupon.validFrom && `from ${formatDate(coupon.validFrom)}`,
    coupon.validUntil && `until ${formatDate(coupon.validUntil)}`,
    coupon.maxUses !== null && `up to ${coupon.maxUses} uses`,
    coupon.isAdvertised && 'on the home page',
  ]
    .filter(Boolean)
    .join(', ');
