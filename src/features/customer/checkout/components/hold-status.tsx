import type { Checkout } from '../checkout-state.ts';
import type { Hold } from '../use-hold.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { HoldLapsed } from './hold-lapsed.tsx';
import { TimeGone } from './time-gone.tsx';

type HoldStatusProps = {
  checkout: Checkout;
  hold: Hold;
  /** Whether the card form is closed; a payment under way keeps it open to its end. */
  isClosed: boolean;
  goneBecause: string | null;
};

/** How the time stands: held, let go, or gone. */
export function HoldStatus({ checkout, hold, isClosed, goneBecause }: HoldStatusProps) {
  if (!isClosed) return <HoldCountdown checkout={checkout} hold={hold} />;
  if (goneBecause) return <TimeGone checkout={checkout} reason={goneBecause} />;
  return <HoldLapsed checkout={checkout} hold={hold} />;
}
