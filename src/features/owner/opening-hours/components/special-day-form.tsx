import { useForm, useWatch } from 'react-hook-form';
import type { LabelledException } from '@domain/time/exception-checks.ts';
import type { WeekdayHours } from '@domain/time/opening-rules.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import { weekdayName } from '@domain/time/opening-rules.ts';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { hoursInWords } from '../hours-in-words.ts';
import {
  inputOf,
  usualHours,
  validateSpecialDay,
  type SpecialDayInput,
} from '../special-day-input.ts';
import { StartsField } from './starts-field.tsx';

type SpecialDayFormProps = {
  /** The day that is edited; null for a new one. */
  start: LabelledException | null;
  hours: readonly WeekdayHours[];
  /** Days that are special already. */
  taken: readonly LocalDate[];
  today: LocalDate;
  onKeep: (wanted: LabelledException) => void;
  onCancel: () => void;
};

/** A day that is closed, or has starts of its own. */
export function SpecialDayForm(props: SpecialDayFormProps) {
  const { start, hours, taken, today, onKeep, onCancel } = props;
  const form = useForm<SpecialDayInput, unknown, LabelledException>({
    defaultValues: inputOf(start),
    resolver: formRules((typed) => validateSpecialDay(typed, { hours, taken, today })),
  });
  const field = fieldOf(form);
  const [day, kind, starts] = useWatch({ control: form.control, name: ['day', 'kind', 'starts'] });
  const usual = usualHours(day, hours);
  return (
    <form
      noValidate
      aria-label={start ? 'Edit special day' : 'Add special day'}
      className="mt-6 grid gap-6 border border-hairline bg-ivory p-5 sm:p-8"
      onSubmit={(event) => void form.handleSubmit(onKeep)(event)}
    >
      <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
        <TextField label="Day" required type="date" min={today} autoFocus {...field('day')} />
        <TextField
          label="Name"
          hint="Only administrators see it."
          autoComplete="off"
          {...field('label')}
        />
      </div>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-3 font-semibold">On that day</legend>
        <RadioCard label="Closed" value="closed" {...form.register('kind')} />
        <RadioCard label="Open at different times" value="open" {...form.register('kind')} />
      </fieldset>
      {kind === 'open' && (
        <div className="grid gap-5">
          <p className="text-ink-soft">
            {usual
              ? `Empty fields use the ${weekdayName(usual.weekday)} hours: ${hoursInWords({ ...usual, isOpen: true })}.`
              : 'Empty fields use the hours of that weekday.'}
          </p>
          <StartsField
            starts={starts}
            error={form.formState.errors.starts?.message}
            onChange={(next) => form.setValue('starts', next, { shouldDirty: true })}
          />
          <TextField
            label="Done by"
            className="max-w-64"
            type="time"
            step={300}
            {...field('endsBy')}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="max-sm:w-full">
          {start ? 'Change day' : 'Add day'}
        </Button>
        <Button variant="secondary" className="max-sm:w-full" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
