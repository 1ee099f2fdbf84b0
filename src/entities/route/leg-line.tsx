import type { ReactNode } from 'react';
import type { Leg } from '@contracts/route.ts';
import { leaveInWords, warningOf, wayInWords } from './leg-words.ts';

type LegLineProps = {
  leg: Leg;
  to?: string;
  /** The next car is at the same address. */
  isSame?: boolean;
  /** Whether it is time to leave; `over` once the van is on the way, should have arrived, or was there: then nothing warns. */
  leaving?: 'later' | 'now' | 'over';
  /** What can be done about a late one. */
  children?: ReactNode;
};

/** A way between two stops: when to leave, how long and far it is, and whether it gets tight. */
export function LegLine({ leg, to, isSame = false, leaving = 'later', children }: LegLineProps) {
  const warning = leaving === 'over' ? null : warningOf(leg);
  const isLate = leg.spare_minutes !== null && leg.spare_minutes < 0;
  const leave = leaving === 'later' ? leaveInWords(leg) : null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-l-2 border-dashed border-line-strong py-1 pl-4 text-[0.9375rem] text-ink-soft">
      {leaving === 'now' && !isSame && (
        <strong className="font-semibold text-danger">Leave now</strong>
      )}
      <span>
        {isSame ? 'Same address' : [leave, to, wayInWords(leg)].filter(Boolean).join(' · ')}
      </span>
      {warning && (
        <>
          <strong className="font-semibold text-danger">{warning}</strong>
          {isLate && children}
        </>
      )}
    </p>
  );
}
