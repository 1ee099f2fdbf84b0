import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Redirect } from '@/lib/location.tsx';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { adminBookingPath, adminPaths } from '@/config/admin-paths.ts';
import { bookingOfEntryQuery } from '../api/booking-page.ts';

/** Where the link of a calendar entry leads: on to the booking it is about. */
export default function VisitScreen() {
  const calendarUid = useParams()['calendarUid'] ?? '';
  const { data, error, isFetching, refetch } = useQuery(bookingOfEntryQuery(calendarUid));
  if (data) return <Redirect to={adminBookingPath(data)} />;
  if (data === null) {
    return (
      <Page title="Booking" heading="Booking not found">
        <Link to={adminPaths.bookings} className="text-link">
          All bookings
        </Link>
      </Page>
    );
  }
  return (
    <Page title="Booking" heading="Booking">
      {error && !isFetching ? (
        <CouldNotFetch title="Couldn't load this booking." onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading the booking" />
      )}
    </Page>
  );
}
