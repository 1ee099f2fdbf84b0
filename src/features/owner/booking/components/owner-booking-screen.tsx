import { formatStartOf } from '@domain/time/time-format.ts';
import type { ReactNode } from 'react';
import { Link, useParams } from '@/lib/router.tsx';
import { localToday } from '@domain/time/schedule.ts';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { isRefusal } from '@/lib/failure-sentence.ts';
import { useNow } from '@/lib/use-now.ts';
import '../owner-booking.css';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { standingOf } from '../words.ts';
import { BookingActions } from './booking-actions.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { BookingNote } from './booking-note.tsx';
import { ReachBar } from './reach-bar.tsx';
import { StandingBadge } from './standing-badge.tsx';
import { Timeline } from './timeline.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '@/lib/live.ts';
import { bookingPageQuery } from '../api/booking-page.ts';

/** What a person without an email address may ask for, by their phone number. */
type PrivacyOf = (phone: string) => ReactNode;

/** One booking, for those who run the business: all that is known of it, and what they do with it. */
export default function OwnerBookingScreen({ privacyOf }: { privacyOf: PrivacyOf }) {
  const bookingId = useParams()['bookingId'] ?? '';
  const { data, error, isFetching, refetch } = useBookingPage(bookingId);
  if (data) return <OneBooking key={bookingId} page={data} privacyOf={privacyOf} />;
  const isMissing = isRefusal(error, 'booking_not_found') || isRefusal(error, noId);
  return (
    <Page title="Booking" heading={isMissing ? 'Booking not found' : 'Booking'}>
      {isMissing ? (
        <Link to={adminPaths.bookings} className="text-link">
          All bookings
        </Link>
      ) : error && !isFetching ? (
        <CouldNotFetch title="Could not fetch this booking." onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading the booking" />
      )}
    </Page>
  );
}

/** What the database says of an address that names no id. */
const noId = 'invalid input syntax for type uuid';

function OneBooking({ page, privacyOf }: { page: BookingPage; privacyOf: PrivacyOf }) {
  const { booking } = page;
  const today = localToday(useNow());
  return (
    <Page
      title={`Booking of ${booking.customer_name}`}
      heading={booking.customer_name}
      lead={
        <>
          <p className="text-ink">
            {booking.service_name}, {formatStartOf(booking)}
          </p>
          <ul className="mt-4 flex flex-wrap gap-2 text-base">
            {standingOf(page, today).map((standing) => (
              <li key={standing.label}>
                <StandingBadge {...standing} />
              </li>
            ))}
          </ul>
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-x-14 gap-y-12 pb-14 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:pb-0">
        <BookingActions page={page} today={today} />
        <aside className="grid grid-cols-1 gap-10 lg:row-span-2">
          <ReachBar booking={booking} />
          <BookingFacts page={page} />
          <BookingNote bookingId={booking.id} note={page.note} />
        </aside>
        <Timeline page={page} />
        {booking.customer_email === null && (
          <div className="lg:col-span-2">{privacyOf(booking.customer_phone)}</div>
        )}
      </div>
    </Page>
  );
}

/** A booking as it stands, followed as it changes. */
function useBookingPage(bookingId: string) {
  const client = useQueryClient();
  useLive(
    ['bookings', 'payments'],
    () => void client.invalidateQueries(bookingPageQuery(bookingId)),
  );
  return useQuery(bookingPageQuery(bookingId));
}
