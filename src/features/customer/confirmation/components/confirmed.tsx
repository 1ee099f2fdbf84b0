import type { BookingDetails } from '@contracts/booking.ts';
import { AddToCalendar } from '@/entities/booking/add-to-calendar.tsx';
import { AccountPrompt } from '@/components/account-prompt.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';
import { myBookingPath } from '@/config/paths-of-one.ts';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';
import { PhotosOnTheirWay } from '@/entities/booking-photo/photos-on-their-way.tsx';
import { useSession } from '@/lib/session.ts';
import { BookingFacts } from './booking-facts.tsx';
import { NextSteps } from './next-steps.tsx';

type ConfirmedProps = {
  booking: BookingRecord;
  /** Null for a visitor who knows no more than the id. */
  details: BookingDetails | null;
  /** Where the car will be, as far as the checkout told. */
  place: string;
};

/** The booking stands. */
export function Confirmed({ booking, details, place }: ConfirmedProps) {
  const session = useSession();
  const email = details?.customer_email ?? null;
  return (
    <div className="grid grid-cols-1 gap-16">
      <div className="grid grid-cols-1 gap-6">
        <BookingFacts booking={booking} details={details} />
        <AddToCalendar booking={booking} details={details} place={place} />
      </div>
      <PhotosOnTheirWay bookingId={booking.id} />
      <NextSteps booking={booking} email={email} />
      {session.status === 'guest' && <AccountPrompt email={email} />}
      <nav aria-label="Related pages" className="flex flex-wrap gap-3">
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
