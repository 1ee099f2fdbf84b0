import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';
import { scheduleState, type Checkout } from '../checkout-state.ts';
import { ClosedNotice } from './closed-notice.tsx';

/** This booking cannot be paid any more; the details are still there for another one. */
export function TimeGone({ checkout, reason }: { checkout: Checkout; reason: string }) {
  return (
    <ClosedNotice tone="danger" title="This time is no longer yours to book">
      <p>{reason} Everything you typed is kept.</p>
      <ButtonLink to={paths.schedule} state={scheduleState(checkout)} className="mt-5">
        Choose another time
      </ButtonLink>
    </ClosedNotice>
  );
}
