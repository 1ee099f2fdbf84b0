import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';
import { scheduleState, type Checkout } from '../checkout-state.ts';
import type { Hold } from '../use-hold.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { HoldExpired } from './hold-expired.tsx';
import { ClosedNotice } from './closed-notice.tsx';

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
  return <HoldExpired checkout={checkout} hold={hold} />;
}

/** This booking cannot be paid any more; the details are still there for another one. */
function TimeGone({ checkout, reason }: { checkout: Checkout; reason: string }) {
  return (
    <ClosedNotice tone="danger" title="This time is no longer available">
      <p>{reason} Everything you typed is kept.</p>
      <ButtonLink to={paths.schedule} state={scheduleState(checkout)} className="mt-5">
        Choose another time
      </ButtonLink>
    </ClosedNotice>
  );
}
