import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { paths } from '@/config/paths.ts';
import { formatClock } from '@/lib/moments.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';
import { ownHoldId } from './booking-session.ts';
import { useHeldBooking, type HeldBooking } from './held-booking.ts';

/** The time that this browser holds, with the way to its payment. */
export function HeldBookingNotice() {
  const held = useHeldBooking();
  return held && <Held held={held} />;
}

/** The same, only for a time that was chosen in another tab. */
export function HeldElsewhereNotice({ className }: { className?: string }) {
  const held = useHeldBooking();
  return held && held.bookingId !== ownHoldId() ? <Held held={held} className={className} /> : null;
}

type HeldProps = { held: HeldBooking; className?: string | undefined };

function Held({ held, className = 'mb-8 max-w-3xl' }: HeldProps) {
  const { bookingId, email, bookingDate: date, bookingTime: time, heldUntil } = held;
  return (
    <Notice
      title={`${toldDayAndTime({ date, time })} is held for you until ${formatClock(heldUntil)}`}
      className={className}
    >
      <p>Pay to keep it.</p>
      <ButtonLink
        to={paths.checkout}
        state={{ bookingId, customerInfo: { email } }}
        className="mt-4"
      >
        Continue to payment
      </ButtonLink>
    </Notice>
  );
}
