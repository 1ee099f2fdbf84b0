import { SearchField } from '@/components/search-field.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { statusFilters, type ListFilters, type StatusFilter } from '../address-state.ts';

type BookingFiltersProps = {
  filters: ListFilters;
  onChange: (part: Partial<ListFilters>) => void;
};

export function BookingFilters({ filters, onChange }: BookingFiltersProps) {
  const { statuses, from, until, isSoonestFirst } = filters;
  const toggle = (one: StatusFilter) =>
    onChange({
      statuses: statuses.includes(one)
        ? statuses.filter((other) => other !== one)
        : [...statuses, one],
    });
  return (
    <div className="mb-8 grid gap-5">
      <SearchField
        label="Search bookings"
        hint="Name, email address, phone number, booking ID or car"
        value={filters.search}
        onSearch={(search) => onChange({ search })}
      />
      <div role="group" aria-label="Status" className="flex flex-wrap gap-2">
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
      <details open={Boolean(from || until || isSoonestFirst)}>
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
  );
}
