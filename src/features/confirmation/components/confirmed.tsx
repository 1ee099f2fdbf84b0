import { AccountPrompt } from '@/components/account-prompt.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';
import { myBookingPath } from '@/config/paths-of-one.ts';
import type { BookingRecord } from '@/lib/booking-record.ts';
import { useSession } from '@/lib/session.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { NextSteps } from './next-steps.tsx';

/** The booking stands. `place` is where the car will be, as far as this page was told. */
export function Confirmed({ booking, place }: { booking: BookingRecord; place: string }) {
  const session = useSession();
  return (
    <div className="grid grid-cols-1 gap-16">
      <div className="grid grid-cols-1 gap-6">
        <BookingFacts booking={booking} />
        <AddToCalendar booking={booking} place={place} />
      </div>
      <NextSteps booking={booking} />
      {session.status === 'guest' && booking.customer_email && (
        <AccountPrompt email={booking.customer_email} />
      )}
      <nav aria-label="From here" className="flex flex-wrap gap-3">
        <ButtonLink to={myBookingPath(booking.id)} variant="secondary">
          My Bookings
        </ButtonLink>
        <ButtonLink to={paths.home} variant="ghost">
          Back to Home
        </ButtonLink>
      </nav>
    </div>
  );
}
