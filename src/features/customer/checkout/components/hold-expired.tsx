import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';
import { toldStart } from '@/lib/told-times.ts';
import { scheduleState, type Checkout } from '../checkout-state.ts';
import { ClosedNotice } from './closed-notice.tsx';
import type { Hold } from '../use-hold.ts';

/** The hold has expired. The time may still be available, so the customer can hold it again. */
export function HoldExpired({ checkout, hold }: { checkout: Checkout; hold: Hold }) {
  const { bookingDate, bookingTime } = checkout;
  return (
    <ClosedNotice title="We are no longer holding your time">
      <p>
        {toldStart({ date: bookingDate, time: bookingTime })} can be booked by other customers
        again, but it may still be available. Nothing was charged, and everything you typed is kept.
      </p>
      {hold.failure && <p className="mt-3 font-medium text-danger">{hold.failure}</p>}
      <div className="mt-5 flex flex-wrap gap-3">
        {hold.canExtend && (
          <Button busy={hold.isExtending} onClick={hold.extend}>
            Hold it again
          </Button>
        )}
        <ButtonLink
          variant={hold.canExtend ? 'secondary' : 'primary'}
          to={paths.schedule}
          state={scheduleState(checkout)}
        >
          Choose another time
        </ButtonLink>
      </div>
    </ClosedNotice>
  );
}
