import { useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { presets, rangeProblem, type ChosenRange, type DayRange, type Preset } from '../range.ts';

type RangeFormProps = {
  range: ChosenRange;
  choosePreset: (preset: Preset) => void;
  chooseDays: (days: DayRange) => void;
};

/** Which days: by name at once, or from one date to another. */
export function RangeForm({ range, choosePreset, chooseDays }: RangeFormProps) {
  const [isCustom, setIsCustom] = useState(false);
  const isTyped = isCustom || range.preset === null;
  const choose = (preset: string) => {
    setIsCustom(preset === '');
    if (preset !== '') choosePreset(preset as Preset);
  };
  return (
    <div className="money-range grid items-start gap-x-6 gap-y-4">
      <SelectField
        label="Days"
        value={isTyped ? '' : (range.preset ?? '')}
        onChange={({ target }) => choose(target.value)}
      >
        {Object.entries(presets).map(([preset, label]) => (
          <option key={preset} value={preset}>
            {label}
          </option>
        ))}
        <option value="">Custom dates</option>
      </SelectField>
      {/* On a phone, the dates only take space once they are asked for. */}
      <div className={isTyped ? '' : 'max-md:hidden'}>
        <DaysForm
          key={`${range.from} ${range.until}`}
          range={range}
          chooseDays={(days) => {
            setIsCustom(false);
            chooseDays(days);
          }}
        />
      </div>
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
    // A date needs its width: on the narrowest screens one stands above the other.
    <form className="money-days grid items-start gap-4" noValidate onSubmit={submit}>
      <TextField
        label="From"
        type="date"
        value={days.from}
        onChange={({ target }) => setDays({ ...days, from: target.value })}
      />
      <TextField
        label="Until"
        error={problem ?? undefined}
        type="date"
        value={days.until}
        onChange={({ target }) => setDays({ ...days, until: target.value })}
      />
      <Button
        type="submit"
        variant="secondary"
        className="max-md:col-span-full md:mt-7 md:justify-self-start"
      >
        Show
      </Button>
    </form>
  );
}
