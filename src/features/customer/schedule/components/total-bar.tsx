import { formatCents } from '@domain/money/money.ts';
import type { Quote } from '@domain/money/pricing.ts';

/** On a phone the price stays in sight while the form is filled in; at the end of it the bar becomes the head of the summary, which repeats it. */
export function TotalBar({ price }: { price: Quote }) {
  return (
    <div
      aria-hidden="true"
      data-keep-clear=""
      className="on-lacquer sticky bottom-0 z-10 -mx-5 flex items-baseline justify-between gap-4 border-b border-ivory/20 px-5 py-4 tabular-nums sm:-mx-8 sm:px-8 lg:hidden"
    >
      <span>
        Total <strong className="font-semibold">{formatCents(price.totalCents)}</strong>
      </span>
      <span>
        Due now{' '}
        <strong className="font-semibold text-citrine">{formatCents(price.dueNowCents)}</strong>
      </span>
    </div>
  );
}
