import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { toast } from '@/lib/toast.ts';
import type { WeekdayHours } from '@domain/time/opening-rules.ts';
import { weekdayName } from '@domain/time/opening-rules.ts';
import type { LocalTime } from '@domain/time/schedule.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { moveSteps } from '@domain/time/weekday-checks.ts';
import { withCurrent } from '../choices.ts';
import { StartsField } from './starts-field.tsx';

type WeekdayFieldsProps = {
  hours: WeekdayHours;
  problemOf: (field: string) => string | undefined;
  onChange: (hours: WeekdayHours) => void;
  onCopy: (lastWeekday: number) => void;
};

/** Everything about one weekday: new bookings, moved ones, and the way to make others like it. */
export function WeekdayFields({ hours, problemOf, onChange, onCopy }: WeekdayFieldsProps) {
  const set = (part: Partial<WeekdayHours>) => onChange({ ...hours, ...part });
  const name = weekdayName(hours.weekday);
  return (
    <div className="grid gap-8 pt-3 pb-7">
      <fieldset className="grid gap-5">
        <legend className="mb-4 font-semibold">New bookings on {name}</legend>
        <StartsField
          starts={hours.starts}
          error={problemOf('starts')}
          onChange={(starts) => set({ starts })}
        />
        <TimeField
          label="Done by"
          value={hours.endsBy}
          error={problemOf('endsBy')}
          onChange={(endsBy) => set({ endsBy })}
        />
      </fieldset>
      <MoveFields hours={hours} problemOf={problemOf} set={set} />
      <div className="flex flex-wrap gap-3">
        {[
          { last: 5, label: 'Use Monday to Friday' },
          { last: 7, label: 'Use every day' },
        ].map(({ last, label }) => (
          <Button
            key={last}
            variant="secondary"
            className="max-sm:w-full"
            onClick={() => {
              onCopy(last);
              toast({ title: `Copied from ${name}`, description: 'Applied when you save.' });
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

type MoveFieldsProps = Pick<WeekdayFieldsProps, 'hours' | 'problemOf'> & {
  set: (part: Partial<WeekdayHours>) => void;
};

function MoveFields({ hours, problemOf, set }: MoveFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-4 font-semibold">When customers move a booking to this day</legend>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
        <TimeField
          label="First start time"
          value={hours.moveFrom}
          error={problemOf('moveFrom')}
          onChange={(moveFrom) => set({ moveFrom })}
        />
        <TimeField
          label="Last start time"
          value={hours.moveUntil}
          error={problemOf('moveUntil')}
          onChange={(moveUntil) => set({ moveUntil })}
        />
        <SelectField
          label="Interval"
          error={problemOf('moveEveryMinutes')}
          value={hours.moveEveryMinutes}
          onChange={(event) => set({ moveEveryMinutes: Number(event.target.value) })}
        >
          {withCurrent(moveSteps, hours.moveEveryMinutes).map((minutes) => (
            <option key={minutes} value={minutes}>
              {formatDuration(minutes)}
            </option>
          ))}
        </SelectField>
        <TimeField
          label="Done by"
          value={hours.moveEndsBy}
          error={problemOf('moveEndsBy')}
          onChange={(moveEndsBy) => set({ moveEndsBy })}
        />
      </div>
    </fieldset>
  );
}

type TimeFieldProps = {
  label: string;
  value: LocalTime;
  error?: string | undefined;
  onChange: (time: LocalTime) => void;
};

function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  return (
    <TextField
      label={label}
      error={error}
      className="max-w-64 min-w-0"
      type="time"
      step={300}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
