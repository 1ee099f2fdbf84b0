import type { LabelledException } from '@domain/time/exception-checks.ts';
import type { OpeningProblems } from '@domain/time/opening-change.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { hoursInWords } from '../hours-in-words.ts';

type SpecialDayListProps = {
  exceptions: readonly LabelledException[];
  problems: OpeningProblems;
  onEdit: (day: LocalDate) => void;
  onRemove: (day: LocalDate) => void;
};

export function SpecialDayList({ exceptions, problems, onEdit, onRemove }: SpecialDayListProps) {
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
