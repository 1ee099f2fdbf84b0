import { useState, useSyncExternalStore } from 'react';
import { business } from '@domain/business.ts';
import { formatCents } from '@domain/money/money.ts';
import { CloseIcon } from '@/components/ui/close-icon.tsx';
import { hasUsedCoupon } from '@/lib/coupon-flag.ts';

const { code, amountCents } = business.firstTimeCoupon;

// Kept for the visit: leaving Home and coming back must not bring the offer back.
let wasDismissed = false;

const nothingToHear = () => () => {};

/** The first-time offer, until it is dismissed or spent. */
export function CouponBanner() {
  const isUsed = useSyncExternalStore(nothingToHear, hasUsedCoupon, () => false);
  const [isShown, setIsShown] = useState(!wasDismissed);
  if (isUsed || !isShown) return null;

  function dismiss() {
    wasDismissed = true;
    setIsShown(false);
  }

  return (
    <aside aria-label="First-time offer" className="coupon-banner bg-citrine text-ink">
      <div className="mx-auto flex max-w-7xl items-center gap-4 px-5 py-2 sm:px-8">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="font-semibold font-wide">First time here?</strong>
          <span>
            Take {formatCents(amountCents).replace('.00', '')} off with{' '}
            <span className="border border-dashed border-ink px-2 py-0.5 font-semibold tracking-wide wrap-anywhere">
              {code}
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
