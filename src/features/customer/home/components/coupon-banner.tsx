import { useState, useSyncExternalStore } from 'react';
import { advertisedCoupon, discountInWords, isCouponValidOn } from '@domain/money/coupon.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { useBusiness } from '@/lib/business.ts';
import { CloseIcon } from '@/components/ui/close-icon.tsx';
import { hasUsedCoupon, isReturningCustomer } from '@/lib/coupon-flag.ts';

// Kept for the visit: leaving Home and coming back must not bring the offer back.
let wasDismissed = false;

/** The local day, without the date library, which home's first load must not bring. */
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: fixedTerms.timeZone });

const nothingToHear = () => () => {};

/** The first-time offer, until it is dismissed or spent. */
export function CouponBanner() {
  const coupon = advertisedCoupon(useBusiness());
  const isOver = () =>
    !coupon ||
    hasUsedCoupon() ||
    (coupon.isFirstVisitOnly && isReturningCustomer()) ||
    !isCouponValidOn(coupon, today());
  const isUsed = useSyncExternalStore(nothingToHear, isOver, () => false);
  const [isShown, setIsShown] = useState(!wasDismissed);
  if (!coupon || isUsed || !isShown) return null;

  function dismiss() {
    wasDismissed = true;
    setIsShown(false);
  }

  return (
    <aside aria-label="First-time offer" className="coupon-banner bg-citrine text-ink">
      <div className="mx-auto flex max-w-7xl items-center gap-4 px-5 py-2 sm:px-8">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="font-semibold font-wide">
            {coupon.isFirstVisitOnly ? 'First time here?' : 'Our offer'}
          </strong>
          <span>
            Take {discountInWords(coupon)} off with{' '}
            <span className="border border-dashed border-ink px-2 py-0.5 font-semibold tracking-wide wrap-anywhere">
              {coupon.code}
            </span>
          </span>
        </p>
        <button
          type="button"
          aria-label="Dismiss offer"
          className="-mr-3 grid size-11 flex-none place-items-center hover:bg-ink/10"
          onClick={dismiss}
        >
          <CloseIcon />
        </button>
      </div>
    </aside>
  );
}
