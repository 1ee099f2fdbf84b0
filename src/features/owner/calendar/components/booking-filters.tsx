import { useId, useState } from 'react';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { SearchField } from '@/components/search-field.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import {
  everyDay,
  isUpcoming,
  statusFilters,
  upcoming,
  type ListFilters,
  type StatusFilter,
} from '../address-state.ts';

type BookingFiltersProps = {
  filters: ListFilters;
  today: LocalDate;
  /** Beside each other, as the list and what is chosen there. */
  isBeside: boolean;
  onChange: (part: Partial<ListFilters>) => void;
};

export function BookingFilters({ filters, today, isBeside, onChange }: BookingFiltersProps) {
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
