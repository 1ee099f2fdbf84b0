import { addDays, type LocalDate } from '@domain/time/schedule.ts';
import { TextField } from '@/components/ui/field.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { partLabels, rainParts, type RainPart } from '../parts.ts';

type MarkFormProps = {
  /** As it stands in the address; empty before one is chosen. */
  day: string;
  part: RainPart;
  today: LocalDate;
  onChange: (change: { day?: string; part?: RainPart }) => void;
};

const near = [
  ['Today', 0],
  ['Tomorrow', 1],
] as const;

/** Which day, and how much of it. */
export function MarkForm({ day, part, today, onChange }: MarkFormProps) {
  const isOver = day !== '' && day < today;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Day"
          className="w-full sm:max-w-60"
          error={
            isOver ? 'This day is in the past. Please choose today or a later one.' : undefined
          }
          type="date"
          min={today}
          value={day}
          onChange={(event) => onChange({ day: event.target.value })}
        />
        {near.map(([label, ahead]) => (
          <button
            key={label}
            type="button"
            className="chip"
            aria-pressed={day === addDays(today, ahead)}
            onClick={() => onChange({ day: addDays(today, ahead) })}
          >
            {label}
          </button>
        ))}
      </div>
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Part of the day</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {rainParts.map((one) => (
            <RadioCard
              key={one}
              name="rain-part"
              value={one}
              label={partLabels[one].label}
              description={partLabels[one].note}
              checked={one === part}
              onChange={() => onChange({ part: one })}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
