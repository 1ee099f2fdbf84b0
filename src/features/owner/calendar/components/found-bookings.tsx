import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { useCrewTitle } from '@/entities/crew/use-crew-title.ts';
import type { FoundBooking } from '@contracts/calendar.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { everyDay, isUpcoming, type ListFilters } from '../address-state.ts';
import { bookingsQuery } from '../api/find-bookings.ts';
import { standingOf, type CrewTitle } from '../event-words.ts';

const fetchFailure = 'Could not fetch your bookings.';

type FoundBookingsProps = {
  filters: ListFilters;
  today: LocalDate;
  pathOf: (bookingId: string) => string;
  /** The one that is shown beside the list. */
  openId: string | null;
  onReset: () => void;
  /** Shows past days, too, under the same filters. */
  onEveryDay: () => void;
};

/** One row a booking, a page at a time. */
export function FoundBookings(props: FoundBookingsProps) {
  const { filters, today, pathOf, openId, onReset } = props;
  const query = useInfiniteQuery(bookingsQuery(filters));
  const { data, isPlaceholderData } = query;
  const hasCrews = (data?.pages.at(-1)?.crews ?? 1) > 1;
  const crewTitle = useCrewTitle(hasCrews);
  if (!data) {
    return <NotLoaded query={query} loading="Loading bookings" failed={fetchFailure} rows={8} />;
  }
  const bookings = data.pages.flatMap((page) => page.bookings);
  const titleOf = hasCrews ? crewTitle : null;
  return (
    <div aria-busy={isPlaceholderData}>
      <p role="status" className="sr-only">
        {bookings.length === 0 ? 'No results' : `${bookings.length} shown`}
      </p>
      {bookings.length > 0 && isUpcoming(filters, today) && (
        <p className="mb-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
          From today, earliest first
          <button
            type="button"
            className="text-link inline-flex min-h-11 items-center"
            onClick={props.onEveryDay}
          >
            Show past days, too
          </button>
        </p>
      )}
      {bookings.length === 0 ? (
        <NothingFound filters={filters} today={today} onReset={onReset} />
      ) : (
        <ul aria-label="Bookings" className="@container border-t border-hairline">
          {bookings.map((booking) => (
            <li key={booking.id} className="border-b border-hairline">
              <BookingRow
                booking={booking}
                today={today}
                titleOf={titleOf}
                to={pathOf(booking.id)}
                isOpen={booking.id === openId}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} failure={fetchFailure}>
        Show more
      </ShowMore>
    </div>
  );
}

type NothingFoundProps = Pick<FoundBookingsProps, 'filters' | 'today' | 'onReset'>;

function NothingFound({ filters, today, onReset }: NothingFoundProps) {
  const isAhead = isUpcoming(filters, today);
  const { search, statuses, from, until } = isAhead ? { ...filters, ...everyDay } : filters;
  const isNarrowed = Boolean(search || statuses.length || from || until);
  const title = isAhead ? 'No upcoming bookings.' : 'No bookings yet.';
  return (
    <div className="border-t border-hairline py-12">
      <p className="heading-3">{isNarrowed ? 'No matching bookings.' : title}</p>
      <p className="mt-2 text-ink-soft">
        {isNarrowed
          ? 'Try fewer letters, another status or other days.'
          : 'Online bookings appear here right away. When a customer calls, book the visit yourself.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {!isNarrowed && <ButtonLink to={adminPaths.newBooking}>New booking</ButtonLink>}
        {(isNarrowed || isAhead) && (
          <Button variant="secondary" onClick={onReset}>
            Show all bookings
          </Button>
        )}
      </div>
    </div>
  );
}

type BookingRowProps = {
  booking: FoundBooking;
  today: LocalDate;
  titleOf: CrewTitle;
  to: string;
  isOpen: boolean;
};

function lookOf({ status, done_at: doneAt }: FoundBooking): string {
  if (status === 'cancelled') return 'mark-cancelled';
  return doneAt ? 'mark-done' : '';
}

function BookingRow({ booking, today, titleOf, to, isOpen }: BookingRowProps) {
  return (
    <Link to={to} aria-current={isOpen ? 'true' : undefined} className="list-row row-of-booking">
      <span className="flex items-baseline gap-2 @2xl:block">
        <span className="block font-semibold tabular-nums">{formatTime(booking.booking_time)}</span>
        <span className="block text-sm text-ink-soft">{formatDate(booking.booking_date)}</span>
      </span>
      <span className="min-w-0">
        <span className="row-name block truncate font-semibold">{booking.customer_name}</span>
        <span className="block truncate text-sm text-ink-soft">
          {booking.car} · {soldName(booking.service_name, booking.add_ons)}
        </span>
      </span>
      <span className="text-sm @2xl:text-right">
        <span className={`mark ${lookOf(booking)}`}>{standingOf(booking, today)}</span>
        {booking.due_cents > 0 && (
          <span className="ml-2 font-semibold tabular-nums @2xl:mt-1 @2xl:ml-0 @2xl:block">
            {formatCents(booking.due_cents)} due
          </span>
        )}
        {titleOf && typeof booking.crew === 'number' && (
          <span className="ml-2 text-ink-soft @2xl:mt-1 @2xl:ml-0 @2xl:block">
            {titleOf(booking.crew)}
          </span>
        )}
      </span>
    </Link>
  );
}
