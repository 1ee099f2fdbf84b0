import { formatStartOf } from '@domain/time/start-format.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { bookingPageQuery } from '../api/booking-page.ts';

/** What is stored of a form that was sent again with other content, and the way there. */
export function StoredBooking({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(bookingPageQuery(bookingId));
  return (
    <>
      {data && (
        <p className="mt-2 font-semibold">
          {data.booking.service_name} for {data.booking.customer_name},{' '}
          {formatStartOf(data.booking)}
        </p>
      )}
      <Link to={adminBookingPath(bookingId)} className="text-link">
        Open booking
      </Link>
    </>
  );
}
