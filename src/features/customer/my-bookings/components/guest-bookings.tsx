import { useEffect } from 'react';
import { Link } from 'wouter';
import { Section } from '@/components/section.tsx';
import { AccountPrompt } from '@/components/account-prompt.tsx';
import { paths } from '@/config/paths.ts';
import { HeldBookingNotice } from '@/entities/booking/held-booking-notice.tsx';
import { useGuestBookings } from '../use-guest-bookings.ts';
import { cardHeadingId } from './booking-card.tsx';
import { BookingList } from './booking-list.tsx';
import { BookingsLoading } from './bookings-loading.tsx';
import { FindBookingForm } from './find-booking-form.tsx';

type GuestBookingsProps = {
  /** From a link in a mail, or from the confirmation page. */
  linkedId: string | null;
};

/** A guest's way to a booking: its id or number and email address, or a link that names it. */
export function GuestBookings({ linkedId }: GuestBookingsProps) {
  const guest = useGuestBookings(linkedId);
  const [booking] = guest.bookings;
  const { foundId } = guest;
  useEffect(() => {
    if (foundId) document.getElementById(cardHeadingId(foundId))?.focus();
  }, [foundId]);
  return (
    <div className="grid items-start gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-14">
        {!booking && <HeldBookingNotice />}
        {booking && <BookingList bookings={guest.bookings} onCancelled={guest.markCancelled} />}
        {guest.isFollowingLink ? (
          <BookingsLoading />
        ) : (
          <FindBookingForm
            // A link alone shows neither address nor amounts.
            startId={booking?.details ? '' : (linkedId ?? '')}
            isBusy={guest.isSearching}
            isMissing={guest.isMissing && !guest.isSearching}
            onFind={guest.find}
          />
        )}
      </div>
      <div className="lg:sticky lg:top-8">
        {booking?.customer_email ? (
          <AccountPrompt email={booking.customer_email} />
        ) : (
          <LoginPrompt />
        )}
      </div>
    </div>
  );
}

function LoginPrompt() {
  return (
    <Section heading="Can’t find that email?" className="on-lacquer rounded-badge p-6 sm:p-8">
      <p className="mt-3 text-mist">
        We can email you a code instead. It signs you in and lists all your bookings, also without a
        password.
      </p>
      <div className="mt-3 flex flex-wrap gap-x-6">
        <Link
          to={paths.login}
          state={{ from: paths.myBookings, byCode: true }}
          className="text-link text-citrine"
        >
          Get a code by email
        </Link>
        <Link
          to={paths.login}
          state={{ from: paths.myBookings }}
          className="text-link text-citrine"
        >
          Sign in with a password
        </Link>
      </div>
    </Section>
  );
}
