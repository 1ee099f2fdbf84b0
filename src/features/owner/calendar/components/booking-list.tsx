import { useEffect, type ReactNode, useId, useState } from 'react';
import { useSearchParams } from 'wouter';
import { SearchField } from '@/components/search-field.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { adminBookingPath, adminPaths } from '@/config/admin-paths.ts';
import { navigate } from '@/lib/location.tsx';
import { useMedia } from '@/lib/use-media.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import {
  everyDay,
  isUpcoming,
  listAddress,
  readFilters,
  sideBySide,
  type ListFilters,
  statusFilters,
  upcoming,
  type StatusFilter,
} from '../address-state.ts';
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

type BookingFiltersProps = {
  filters: ListFilters;
  today: LocalDate;
  /** Beside each other, as the list and what is chosen there. */
  isBeside: boolean;
  onChange: (part: Partial<ListFilters>) => void;
};

function BookingFilters({ filters, today, isBeside, onChange }: BookingFiltersProps) {
  const { statuses, from, until, isSoonestFirst } = filters;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const isAhead = isUpcoming(filters, today);
  const hasOwnPeriod = !isAhead && Boolean(from || until || isSoonestFirst);
  const count = statuses.length + (isAhead || hasOwnPeriod ? 1 : 0);
  const toggle = (one: StatusFilter) =>
    onChange({
      statuses: statuses.includes(one)
        ? statuses.filter((other) => other !== one)
        : [...statuses, one],
    });
  return (
    <div className={`mb-4 md:mb-6 ${isBeside ? 'beside' : ''}`}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 md:block">
        <SearchField
          label="Search bookings"
          hint="Name, email address, phone number, booking ID or car"
          value={filters.search}
          onSearch={(search) => onChange({ search })}
        />
        <button
          type="button"
          className="chip flex items-center gap-2 md:hidden"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filter {count > 0 && <span className="admin-count">{count}</span>}
        </button>
      </div>
      <div id={id} className={`filters-choices mt-4 grid gap-4 ${isOpen ? '' : 'max-md:hidden'}`}>
        <div role="group" aria-label="Which bookings" className="flex flex-wrap gap-2">
          <button
            type="button"
            className="chip"
            aria-pressed={isAhead}
            onClick={() => onChange(isAhead ? everyDay : upcoming(today))}
          >
            Upcoming
          </button>
          {(Object.keys(statusFilters) as StatusFilter[]).map((one) => (
            <button
              key={one}
              type="button"
              className="chip"
              aria-pressed={statuses.includes(one)}
              onClick={() => toggle(one)}
            >
              {statusFilters[one]}
            </button>
          ))}
        </div>
        <details open={hasOwnPeriod}>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">Dates and order</summary>
          <div className="mt-3 grid max-w-3xl grid-cols-2 gap-4 sm:grid-cols-3">
            <TextField
              label="From"
              type="date"
              value={from}
              onChange={({ target }) => onChange({ from: target.value })}
            />
            <TextField
              label="Until"
              type="date"
              value={until}
              onChange={({ target }) => onChange({ until: target.value })}
            />
            <SelectField
              label="Order"
              className="max-sm:col-span-2"
              value={isSoonestFirst ? 'soonest' : 'latest'}
              onChange={({ target }) => onChange({ isSoonestFirst: target.value === 'soonest' })}
            >
              <option value="latest">Latest first</option>
              <option value="soonest">Earliest first</option>
            </SelectField>
          </div>
        </details>
      </div>
    </div>
  );
}
