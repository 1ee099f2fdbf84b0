import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { toldTime } from '@/lib/told-times.ts';
import { Button } from '@/components/ui/button.tsx';
import type { Checkout } from '../checkout-state.ts';
import { formatCountdown, timeToTell } from '../countdown.ts';
import type { Hold } from '../use-hold.ts';
import { useRemainingMs } from '../use-remaining-time.ts';

/** From when on more time can be asked for: before, the question would only disturb. */
const extendableMs = 5 * 60_000;

/**
 * How long the time is still held, with the way to make it longer. On a phone the bar at its bottom shows the remaining
 * time, so here it is only read out.
 */
export function HoldCountdown({ checkout, hold }: { checkout: Checkout; hold: Hold }) {
  const remaining = useRemainingMs(checkout.holdExpiresAt);
  const canAskForMore = hold.canExtend && remaining <= extendableMs;
  const hasMoreToSay = canAskForMore || !hold.canExtend || Boolean(hold.failure);
  const share = Math.min(1, remaining / (fixedTerms.hold.minutes * 60_000));

  return (
    <section aria-label="Your held time" className={`hold ${hasMoreToSay ? '' : 'max-lg:sr-only'}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 lg:py-4">
        <div role="timer" className={`text-lg ${canAskForMore ? '' : 'max-lg:sr-only'}`}>
          We are holding <strong className="font-semibold">{toldTime(checkout.bookingTime)}</strong>{' '}
          for you:{' '}
          <strong className="font-semibold tabular-nums">{formatCountdown(remaining)}</strong>
        </div>
        {hold.canExtend ? (
          canAskForMore && (
            <Button variant="secondary" busy={hold.isExtending} onClick={hold.extend}>
              Get more time
            </Button>
          )
        ) : (
          <p className="text-sm text-ink-soft">We can’t hold it any longer.</p>
        )}
      </div>
      <div aria-hidden="true" className="hold-track max-lg:hidden">
        <div className="hold-left" style={{ scale: `${share} 1` }} />
      </div>
      {hold.failure && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {hold.failure}
        </p>
      )}
      <p role="status" className="sr-only">
        {timeToTell(remaining)}
      </p>
    </section>
  );
}
