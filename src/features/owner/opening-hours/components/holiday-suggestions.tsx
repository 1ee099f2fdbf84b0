import { comingHolidays, type Holiday } from '@domain/time/ontario-holidays.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import { formatShortDay } from '@/lib/days.ts';

type HolidaySuggestionsProps = {
  today: LocalDate;
  /** Days that are special already. */
  taken: readonly LocalDate[];
  onAdd: (holidays: Holiday[]) => void;
};

/** The holidays of the coming year, each closed with one press. */
export function HolidaySuggestions({ today, taken, onAdd }: HolidaySuggestionsProps) {
  const open = comingHolidays(today).filter(({ date }) => !taken.includes(date));
  if (open.length === 0) return null;
  return (
    <div role="group" aria-labelledby="holidays-heading" className="mt-6">
      <p id="holidays-heading" className="mb-3 font-semibold">
        Close on a holiday
      </p>
      <ul className="flex flex-wrap gap-2">
        {open.length > 1 && (
          <li>
            <button type="button" className="suggestion suggestion-all" onClick={() => onAdd(open)}>
              Close all {open.length}
            </button>
          </li>
        )}
        {open.map((holiday) => (
          <li key={holiday.date}>
            <button type="button" className="suggestion" onClick={() => onAdd([holiday])}>
              {holiday.name} <span className="text-ink-soft">{formatShortDay(holiday.date)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
