import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from '@/lib/router.tsx';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { Button } from '@/components/ui/button.tsx';
import { listAddress, readFilters, type ListFilters } from '../address-state.ts';
import { bookingsQuery } from '../api/find-bookings.ts';
import { BookingFilters } from './booking-filters.tsx';
import { BookingRow } from './booking-row.tsx';

const fetchFailure = 'Could not fetch your bookings.';

/** The bookings that match the filters, which are part of the address, so that going back keeps them. */
export function BookingList({ today }: { today: LocalDate }) {
  const [query, setQuery] = useSearchParams();
  const filters = readFilters(query);
  const change = (part: Partial<ListFilters>) =>
    setQuery(listAddress({ ...filters, ...part }), { replace: part.search !== undefined });
  return (
    <>
      <BookingFilters filters={filters} onChange={change} />
      <Found filters={filters} today={today} onReset={() => setQuery({ view: 'list' })} />
    </>
  );
}

type FoundProps = { filters: ListFilters; today: LocalDate; onReset: () => void };

function Found({ filters, today, onReset }: FoundProps) {
  const query = useInfiniteQuery(bookingsQuery(filters));
  const { data, isPlaceholderData } = query;
  if (!data) return <NotLoaded query={query} loading="Loading bookings" failed={fetchFailure} />;
  const bookings = data.pages.flatMap((page) => page.bookings);
  return (
    <div aria-busy={isPlaceholderData}>
      <p role="status" className="sr-only">
        {bookings.length === 0 ? 'No results' : `${bookings.length} shown`}
      </p>
      {bookings.length === 0 ? (
        <NothingFound isNarrowed={Object.keys(listAddress(filters)).length > 1} onReset={onReset} />
      ) : (
        <ul aria-label="Bookings" className="border-t border-hairline">
          {bookings.map((booking) => (
            <li key={booking.id} className="border-b border-hairline">
              <BookingRow booking={booking} today={today} />
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

function NothingFound({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }) {
  return (
    <div className="border-t border-hairline py-12">
      <p className="heading-3">{isNarrowed ? 'No matching bookings.' : 'No bookings yet.'}</p>
      <p className="mt-2 text-ink-soft">
        {isNarrowed
          ? 'Try fewer letters, another status or other days.'
          : 'New bookings appear here right away.'}
      </p>
      {isNarrowed && (
        <Button variant="secondary" className="mt-6" onClick={onReset}>
          Show all bookings
        </Button>
      )}
    </div>
  );
}
