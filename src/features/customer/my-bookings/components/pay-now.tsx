import { formatCents } from '@domain/money/money.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { paths } from '@/config/paths.ts';
import { checkoutRequest } from '@/entities/booking/booking-details.ts';
import { clockNow } from '@/lib/clock.ts';
import type { ListedBooking } from '../api/rained-out.ts';

/** The way back to the checkout of a booking that waits for its payment. */
export function PayNow({ booking }: { booking: ListedBooking }) {
  const { details } = booking;
  const checkout = details && checkoutRequest(booking, details);
  if (!details || !checkout) {
    return (
      <Notice title="This booking isn’t paid yet" className="mt-6">
        Find it with your email address to pay for it.
      </Notice>
    );
  }
  const heldUntil = details.hold_expires_at ? Date.parse(details.hold_expires_at) : 0;
  return (
    <Notice title="This booking isn’t paid yet" className="mt-6">
      <p>
        {heldUntil > clockNow()
          ? `We hold your time until ${clockTime(heldUntil)}. Pay to keep it.`
          : 'We no longer hold your time. You can still pay if it’s available.'}
      </p>
      <ButtonLink to={paths.checkout} state={checkout} className="mt-4">
        Pay now: {formatCents(details.due_now_cents)}
      </ButtonLink>
    </Notice>
  );
}

/** As the customer's own clock shows it: it is compared with that. */
function clockTime(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
}
