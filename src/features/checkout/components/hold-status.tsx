import type { Checkout } from '../checkout-state.ts';
import type { Hold } from '../use-hold.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { HoldLapsed } from './hold-lapsed.tsx';
import { TimeGone } from './time-gone.tsx';

type HoldStatusProps = { checkout: Checkout; hold: Hold; goneBecause: string | null };

/** How the time stands: held, let go, or gone. */
export function HoldStatus({ checkout, hold, goneBecause }: HoldStatusProps) {
  if (goneBecause) return <TimeGone checkout={checkout} reason={goneBecause} />;
  if (hold.isLapsed) return <HoldLapsed checkout={checkout} hold={hold} />;
  return <HoldCountdown checkout={checkout} hold={hold} />;
}
