import { useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Select } from '@/components/ui/select.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { presets, rangeProblem, type ChosenRange, type DayRange, type Preset } from '../range.ts';

type RangeFormProps = {
  range: ChosenRange;
  choosePreset: (preset: Preset) => void;
  chooseDays: (days: DayRange) => void;
};

/** Which days: by name at once, or from one date to another. */
export function RangeForm({ range, choosePreset, chooseDays }: RangeFormProps) {
  return (
    <div className="money-range">
      <Field label="Days">
        {(control) => (
          <Select
            {...control}
            value={range.preset ?? ''}
            onChange={({ target }) => target.value && choosePreset(target.value as Preset)}
          >
            {range.preset === null && <option value="">Custom dates</option>}
            {Object.entries(presets).map(([preset, label]) => (
              <option key={preset} value={preset}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DaysForm key={`${range.from} ${range.until}`} {...{ range, chooseDays }} />
    </div>
  );
}

function DaysForm({ range, chooseDays }: Pick<RangeFormProps, 'range' | 'chooseDays'>) {
  const [days, setDays] = useState<DayRange>({ from: range.from, until: range.until });
  const [problem, setProblem] = useState<string | null>(null);
  const isChanged = days.from !== range.from || days.until !== range.until;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = rangeProblem(days);
    setProblem(wrong);
    if (!wrong && isChanged) chooseDays(days);
  };
  return (
    <form className="money-days" noValidate onSubmit={submit}>
      <Field label="From">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={days.from}
            onChange={({ target }) => setDays({ ...days, from: target.value })}
          />
        )}
      </Field>
      <Field label="Until" error={problem ?? undefined}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={days.until}
            onChange={({ target }) => setDays({ ...days, until: target.value })}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </form>
  );
}
