import { formatCents } from '@domain/money/money.ts';
import type { Checkout } from '../checkout-state.ts';
import { formatCountdown } from '../countdown.ts';
import { useRemainingMs } from '../use-remaining-time.ts';

/** On a phone the time that is left and the price stay in sight; at the end of the form the bar becomes the head of the summary. */
export function TotalBar({ checkout, isHeld }: { checkout: Checkout; isHeld: boolean }) {
  const remaining = useRemainingMs(checkout.holdExpiresAt);
  return (
    <div
      aria-hidden="true"
      data-keep-clear=""
      className="on-lacquer sticky bottom-0 z-10 -mx-5 flex items-baseline justify-between gap-4 border-b border-ivory/20 px-5 py-4 tabular-nums sm:-mx-8 sm:px-8 lg:hidden"
    >
      <span>{isHeld ? `Held for ${formatCountdown(remaining)}` : 'Not held'}</span>
      <span>
        Due now{' '}
        <strong className="font-semibold text-citrine">{formatCents(checkout.amountDueNow)}</strong>
      </span>
    </div>
  );
}
