import { useState } from 'react';
import type { LabelledException } from '@domain/time/exception-checks.ts';
import type { OpeningProblems } from '@domain/time/opening-change.ts';
import type { WeekdayHours } from '@domain/time/opening-rules.ts';
import { localToday, type LocalDate } from '@domain/time/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { useNow } from '@/lib/use-now.ts';
import { HolidaySuggestions } from './holiday-suggestions.tsx';
import { SpecialDayForm } from './special-day-form.tsx';
import { SpecialDayList } from './special-day-list.tsx';
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
