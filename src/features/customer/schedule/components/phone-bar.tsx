import type { ReactNode } from 'react';
import { formatCents } from '@domain/money/money.ts';
import type { Quote } from '@domain/money/pricing.ts';

/** At the lower edge of a phone: the price, which the summary repeats, and the next step. */
export function PhoneBar({ price, children }: { price: Quote; children: ReactNode }) {
  return (
    <div data-keep-clear="" className="on-lacquer phone-bar">
      <p aria-hidden="true" className="leading-snug tabular-nums">
        <span className="block text-sm text-mist">Total {formatCents(price.totalCents)}</span>
        <span className="block whitespace-nowrap">
          Due now{' '}
          <strong className="font-semibold text-citrine">{formatCents(price.dueNowCents)}</strong>
        </span>
      </p>
      {children}
    </div>
  );
}
