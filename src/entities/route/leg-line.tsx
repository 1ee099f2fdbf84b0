import type { Leg } from '@contracts/route.ts';
import { leaveInWords, warningOf, wayInWords } from './leg-words.ts';

type LegLineProps = {
  leg: Leg;
  to?: string;
  /** The next car is at the same address. */
  isSame?: boolean;
};

/** A way between two stops: when to leave, how long and far it is, and whether it gets tight. */
export function LegLine({ leg, to, isSame = false }: LegLineProps) {
  const warning = warningOf(leg);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-l-2 border-dashed border-line-strong py-1 pl-4 text-[0.9375rem] text-ink-soft">
      <span>
        {isSame
          ? 'Same address'
          : [leaveInWords(leg), to, wayInWords(leg)].filter(Boolean).join(' · ')}
      </span>
      {warning && <strong className="font-semibold text-danger">{warning}</strong>}
    </p>
  );
}
