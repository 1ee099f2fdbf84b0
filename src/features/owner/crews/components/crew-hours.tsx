import { useQuery } from '@tanstack/react-query';
import type { CrewWays } from '@contracts/crews.ts';
import { defaultOpeningRules, type OpeningRules } from '@domain/time/opening-rules.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';

type Hours = CrewWays['hours'];

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The hours of the business, to begin with. */
const hoursOf = ({ hours }: OpeningRules): NonNullable<Hours> =>
  hours.flatMap(({ weekday, isOpen, starts, endsBy }) =>
    isOpen ? [{ weekday, from: starts[0] ?? '09:00', until: endsBy }] : [],
  );

type CrewHoursProps = { hours: Hours; onChange: (hours: Hours) => void };

/** The hours of a crew by weekday, or those of the business. */
export function CrewHours({ hours, onChange }: CrewHoursProps) {
  const rules = useQuery(openingRulesQuery).data;
  const usual = hoursOf(rules ?? defaultOpeningRules);
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Hours</legend>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={hours === null}
          onChange={({ target }) => onChange(target.checked ? null : usual)}
        />
        Same as the business
      </label>
      {hours && rules?.needsPlace && (
        <p className="mb-2 text-sm text-ink-soft">
          From when the crew leaves its base until it’s back. The drives count, so for a visit at
          9:00 AM the crew has to start earlier.
        </p>
      )}
      {hours &&
        weekdays.map((name, index) => (
          <Weekday
            key={name}
            name={name}
            usual={usual.find(({ weekday }) => weekday === index + 1)}
            span={hours.find(({ weekday }) => weekday === index + 1)}
            onChange={(span) => {
              const others = hours.filter(({ weekday }) => weekday !== index + 1);
              onChange(span ? [...others, { weekday: index + 1, ...span }] : others);
            }}
          />
        ))}
    </fieldset>
  );
}

type Span = { from: string; until: string };
type WeekdayProps = {
  name: string;
  span: Span | undefined;
  /** When the business is open; nothing on a day that it is closed. */
  usual: Span | undefined;
  onChange: (span: Span | null) => void;
};

function Weekday({ name, span, usual, onChange }: WeekdayProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-t border-hairline py-1">
      <label className="flex min-h-11 w-36 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={span !== undefined}
          onChange={({ target }) =>
            onChange(
              target.checked
                ? { from: usual?.from ?? '09:00', until: usual?.until ?? '17:00' }
                : null,
            )
          }
        />
        {name}
      </label>
      {span ? (
        <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2 sm:w-80">
          {(['from', 'until'] as const).map((end) => (
            <input
              key={end}
              type="time"
              aria-label={`${name}, ${end}`}
              className="control"
              value={span[end] === '24:00' ? '23:59' : span[end]}
              onChange={({ target }) => onChange({ ...span, [end]: target.value })}
            />
          ))}
        </div>
      ) : (
        <span className="text-ink-soft">Off</span>
      )}
    </div>
  );
}
