import type { CrewWays } from '@contracts/crews.ts';

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

const usual = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', until: '17:00' }));

type CrewHoursProps = { hours: Hours; onChange: (hours: Hours) => void };

/** The hours of a crew by weekday, or those of the business. */
export function CrewHours({ hours, onChange }: CrewHoursProps) {
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
      {hours &&
        weekdays.map((name, index) => (
          <Weekday
            key={name}
            name={name}
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
  onChange: (span: Span | null) => void;
};

function Weekday({ name, span, onChange }: WeekdayProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-t border-hairline py-1">
      <label className="flex min-h-11 w-36 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={span !== undefined}
          onChange={({ target }) =>
            onChange(target.checked ? { from: '09:00', until: '17:00' } : null)
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
