import { Link, useParams } from 'wouter';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { useBookingPage } from '../use-booking-page.ts';
import { BookingBody, type PrivacyOf } from './booking-body.tsx';
import { BookingIntro } from './booking-intro.tsx';

/** One booking, for those who run the business: all that is known of it, and what they do with it. */
export default function OwnerBookingScreen({ privacyOf }: { privacyOf: PrivacyOf }) {
  const bookingId = useParams()['bookingId'] ?? '';
  const { page, isMissing, hasFailed, retry } = useBookingPage(bookingId);
  if (page) {
    const { customer_name: name } = page.booking;
    return (
      <Page
        key={bookingId}
        title={`Booking of ${name}`}
        heading={name}
        lead={<BookingIntro page={page} />}
      >
        <BookingBody page={page} privacyOf={privacyOf} />
      </Page>
    );
  }
  return (
    <Page title="Booking" heading={isMissing ? 'Booking not found' : 'Booking'}>
      {isMissing ? (
        <Link to={adminPaths.bookings} className="text-link">
          All bookings
        </Link>
      ) : hasFailed ? (
        <CouldNotFetch title="Could not fetch this booking." onRetry={retry} />
      ) : (
        <Spinner label="Loading the booking" />
      )}
    </Page>
  );
}
