import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Business } from '@domain/business/business.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { useLive } from '@/lib/live.ts';
import { couponUsesQuery } from '../api/business-page.ts';
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
      {(business) => <Coupons business={business} />}
    </BusinessFrame>
  );
}

function Coupons({ business }: { business: Business }) {
  const client = useQueryClient();
  const uses = couponUsesQuery(business.coupons.map(({ code }) => code));
  const { data: used } = useQuery(uses);
  useLive(['bookings'], () => void client.invalidateQueries(uses));
  return (
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
        lines: [termsInWords(one), usesInWords(one, used?.[one.code])],
      }))}
      form={(code, close) => <CouponForm business={business} code={code} onClose={close} />}
    />
  );
}

/** "Used 3 times, 7 left"; a line without words until the number is known, so that nothing moves. */
function usesInWords({ maxUses }: Business['coupons'][number], used: number | undefined): string {
  if (used === undefined) return '\u00a0';
  const times = used === 0 ? 'Not used yet' : `Used ${used === 1 ? 'once' : `${used} times`}`;
  return maxUses === null ? times : `${times}, ${Math.max(0, maxUses - used)} left`;
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
