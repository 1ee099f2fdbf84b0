import { useEffect, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from '@/lib/location.tsx';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { adminBookingPath, adminPaths } from '@/config/admin-paths.ts';
import { useMedia } from '@/lib/use-media.ts';
import {
  everyDay,
  isUpcoming,
  listAddress,
  readFilters,
  sideBySide,
  type ListFilters,
} from '../address-state.ts';
import { BookingFilters } from './booking-filters.tsx';
import { FoundBookings } from './found-bookings.tsx';

/** Draws a booking beside the list. */
export type BookingOf = (bookingId: string) => ReactNode;

type BookingListProps = { today: LocalDate; bookingOf: BookingOf };

/**
 * The bookings that match the filters, with the chosen one beside them where there is room. Filters and choice are
 * part of the address, so that going back keeps the ones and closes the other.
 */
export function BookingList({ today, bookingOf }: BookingListProps) {
  const [query, setQuery] = useSearchParams();
  const isBeside = useMedia(sideBySide);
  const filters = readFilters(query, today);
  const kept = { day: query.get('day'), booking: query.get('booking') };
  useOwnScreen(isBeside ? null : kept.booking);
  const change = (part: Partial<ListFilters>) => {
    // Who searches looks for past visits, too.
    const period = part.search && isUpcoming(filters, today) ? everyDay : {};
    setQuery(listAddress({ ...filters, ...period, ...part }, kept), {
      replace: part.search !== undefined,
    });
  };
  const pathOf = (booking: string) =>
    isBeside
      ? `${adminPaths.bookings}?${new URLSearchParams(listAddress(filters, { ...kept, booking })).toString()}`
      : adminBookingPath(booking);
  return (
    <>
      <BookingFilters filters={filters} today={today} isBeside={isBeside} onChange={change} />
      <div className={isBeside ? 'beside' : ''}>
        <div className="min-w-0">
          <FoundBookings
            filters={filters}
            today={today}
            pathOf={pathOf}
            openId={kept.booking}
            onEveryDay={() => change(everyDay)}
            onReset={() =>
              setQuery(listAddress({ search: '', statuses: [], ...everyDay }, { day: kept.day }))
            }
          />
        </div>
        {isBeside && <Pane key={kept.booking}>{kept.booking && bookingOf(kept.booking)}</Pane>}
      </div>
    </>
  );
}

/** What is chosen, beside the list. */
const Pane = ({ children }: { children: ReactNode }) =>
  children ? (
    <div className="beside-pane">{children}</div>
  ) : (
    <p className="beside-pane beside-empty">Choose a booking to see it here.</p>
  );

/** Without room beside the list, a chosen booking has a screen of its own. */
function useOwnScreen(bookingId: string | null) {
  useEffect(() => {
    if (bookingId) navigate(adminBookingPath(bookingId), { replace: true });
  }, [bookingId]);
}
