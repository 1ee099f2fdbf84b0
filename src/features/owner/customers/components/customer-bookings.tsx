import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { carName } from '@domain/booking/car-name.ts';
import { formatCents } from '@domain/money/money.ts';
import { localToday } from '@domain/time/schedule.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Section } from '@/components/section.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { adminBookingPath, bookAgainPath } from '@/config/admin-paths.ts';
import { useNow } from '@/lib/use-now.ts';
import type { CustomerBooking } from '@contracts/customers.ts';
import { customerBookingsQuery } from '../api/customer.ts';
import { outcomeOf, shortDay } from '../visit-words.ts';

export function CustomerBookings({ email }: { email: string }) {
  return (
    <Section heading="Bookings" headingClassName="mb-5 heading-2" className="mt-14">
      <Bookings email={email} />
    </Section>
  );
}

function Bookings({ email }: { email: string }) {
  const query = useInfiniteQuery(customerBookingsQuery(email));
  const today = localToday(useNow());
  if (!query.data)
    return (
      <NotLoaded
        query={query}
        loading="Loading bookings"
        failed="Could not load the bookings."
        rows={3}
      />
    );
  const bookings = query.data.pages.flatMap((page) => page.bookings);
  if (bookings.length === 0) {
    return <p className="border-y border-hairline py-8 text-ink-soft">No bookings.</p>;
  }
  const latest = bookings.find(({ status }) => status !== 'pending_payment');
  return (
    <>
      {latest && (
        <ButtonLink to={bookAgainPath(latest.id)} className="mb-6 max-sm:w-full">
          Book again
        </ButtonLink>
      )}
      <ul aria-label="Bookings" className="border-t border-hairline">
        {bookings.map((booking) => (
          <li key={booking.id} className="border-b border-hairline">
            <BookingRow booking={booking} today={today} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} failure="Could not load the bookings.">
        Show Older Bookings
      </ShowMore>
    </>
  );
}

export function BookingRow({ booking, today }: { booking: CustomerBooking; today: string }) {
  return (
    <Link to={adminBookingPath(booking.id)} className="list-row row-of-customer">
      <span className="min-w-0">
        <span className="row-name font-semibold">{shortDay(booking.booking_date)}</span>
        <span className="text-ink-soft">, {formatTime(booking.booking_time)}</span>
      </span>
      <span className="min-w-0 text-sm">
        <span className="block">{booking.service_name}</span>
        <span className="block truncate text-ink-soft">{carName(booking)}</span>
      </span>
      <span className="text-sm tabular-nums md:text-right">
        <span className="font-semibold">{formatCents(booking.total_cents)}</span>
        <span className="aside-of-row text-ink-soft">
          {outcomeOf(booking, today)}
          {booking.due_cents > 0 && `, ${formatCents(booking.due_cents)} due`}
        </span>
      </span>
    </Link>
  );
}
