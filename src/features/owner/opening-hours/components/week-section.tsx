import type { OpeningProblems } from '@domain/time/opening-change.ts';
import type { WeekdayHours } from '@domain/time/opening-rules.ts';
import { TimeSection } from './time-section.tsx';
import { WeekdayRow } from './weekday-row.tsx';

type WeekSectionProps = {
  hours: readonly WeekdayHours[];
  problems: OpeningProblems;
  onChange: (hours: WeekdayHours[]) => void;
};

/** How each weekday usually is. */
export function WeekSection({ hours, problems, onChange }: WeekSectionProps) {
  const replace = (wanted: WeekdayHours) =>
    onChange(hours.map((one) => (one.weekday === wanted.weekday ? wanted : one)));

  /** The hours of one day for others too. Whether they are open is theirs. */
  const copyTo = (source: WeekdayHours, last: number) =>
    onChange(
      hours.map((one) =>
        one.weekday <= last ? { ...source, weekday: one.weekday, isOpen: one.isOpen } : one,
      ),
    );

  return (
    <TimeSection
      id="week"
      heading="Week"
      lead="The start times customers can choose each day, and when the last visit must end."
    >
      <ul className="border-t border-hairline">
        {hours.map((one) => (
          <li key={one.weekday} className="border-b border-hairline">
            <WeekdayRow
              hours={one}
              problems={problems}
              onChange={replace}
              onCopy={(last) => copyTo(one, last)}
            />
          </li>
        ))}
      </ul>
    </TimeSection>
  );
}
