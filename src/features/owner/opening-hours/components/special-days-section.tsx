import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { formatShortDay } from '@/lib/days.ts';
import { useNow } from '@/lib/use-now.ts';
import type { LabelledException } from '@domain/time/exception-checks.ts';
import { comingHolidays, type Holiday } from '@domain/time/ontario-holidays.ts';
import type { OpeningProblems } from '@domain/time/opening-change.ts';
import type { WeekdayHours } from '@domain/time/opening-rules.ts';
import { localToday, type LocalDate } from '@domain/time/schedule.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { hoursInWords } from '../hours-in-words.ts';
import { SpecialDayForm } from './special-day-form.tsx';
import { TimeSection } from './time-section.tsx';

type SpecialDaysSectionProps = {
  exceptions: readonly LabelledException[];
  hours: readonly WeekdayHours[];
  problems: OpeningProblems;
  onChange: (exceptions: LabelledException[]) => void;
};

/** Holidays, and every other day that is not like its weekday. */
export function SpecialDaysSection(props: SpecialDaysSectionProps) {
  const { exceptions, hours, problems, onChange } = props;
  /** The day that is being edited, empty for a new one, null for none. */
  const [edited, setEdited] = useState<LocalDate | null>(null);
  const today = localToday(useNow());
  const start = exceptions.find(({ day }) => day === edited) ?? null;

  const keep = (...wanted: LabelledException[]) => {
    const days = new Set([edited, ...wanted.map(({ day }) => day)]);
    const others = exceptions.filter(({ day }) => !days.has(day));
    onChange([...others, ...wanted].sort((one, other) => one.day.localeCompare(other.day)));
    setEdited(null);
  };

  return (
    <TimeSection
      id="special-days"
      heading="Holidays and special days"
      lead="Days that are closed or have different hours."
    >
      <SpecialDayList
        exceptions={exceptions}
        problems={problems}
        onEdit={setEdited}
        onRemove={(day) => onChange(exceptions.filter((one) => one.day !== day))}
      />
      <HolidaySuggestions
        today={today}
        taken={exceptions.map(({ day }) => day)}
        onAdd={(holidays) =>
          keep(
            ...holidays.map(({ date: day, name: label }) => ({
              day,
              isOpen: false,
              starts: null,
              endsBy: null,
              label,
            })),
          )
        }
      />
      {edited !== null ? (
        <SpecialDayForm
          key={edited}
          start={start}
          hours={hours}
          taken={exceptions.map(({ day }) => day).filter((day) => day !== edited)}
          today={today}
          onKeep={(wanted) => keep(wanted)}
          onCancel={() => setEdited(null)}
        />
      ) : (
        <Button variant="secondary" className="mt-6 max-sm:w-full" onClick={() => setEdited('')}>
          Add special day
        </Button>
      )}
    </TimeSection>
  );
}

type HolidaySuggestionsProps = {
  today: LocalDate;
  /** Days that are special already. */
  taken: readonly LocalDate[];
  onAdd: (holidays: Holiday[]) => void;
};

/** The holidays of the coming year, each closed with one press. */
function HolidaySuggestions({ today, taken, onAdd }: HolidaySuggestionsProps) {
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

type SpecialDayListProps = {
  exceptions: readonly LabelledException[];
  problems: OpeningProblems;
  onEdit: (day: LocalDate) => void;
  onRemove: (day: LocalDate) => void;
};

function SpecialDayList({ exceptions, problems, onEdit, onRemove }: SpecialDayListProps) {
  if (exceptions.length === 0) {
    return (
      <p className="border-y border-hairline py-6 text-ink-soft">
        No special days yet. Every day follows its weekday.
      </p>
    );
  }
  return (
    <ul aria-label="Special days" className="border-t border-hairline">
      {exceptions.map((one) => (
        <li
          key={one.day}
          className="flex flex-wrap items-center gap-x-4 border-b border-hairline py-2"
        >
          <div className="min-w-0 flex-1 basis-40 py-1">
            <p className="font-semibold">{formatDate(one.day)}</p>
            <p className="text-sm text-ink-soft">
              {one.label && `${one.label} · `}
              {hoursInWords(one)}
            </p>
            {problems[`exceptions.${one.day}`] && (
              <p className="mt-1 text-sm font-medium text-danger">
                {problems[`exceptions.${one.day}`]}
              </p>
            )}
          </div>
          <div className="-mx-3 flex">
            <Button
              variant="ghost"
              className="px-3"
              aria-invalid={problems[`exceptions.${one.day}`] ? true : undefined}
              aria-label={`Edit ${formatDate(one.day)}`}
              onClick={() => onEdit(one.day)}
            >
              Edit
            </Button>
            <Button
              variant="ghost"
              className="px-3"
              aria-label={`Remove ${formatDate(one.day)}`}
              onClick={() => onRemove(one.day)}
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
