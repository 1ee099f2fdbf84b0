import { useForm, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import type { FormResult } from '@domain/contact/form-checks.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { type LabelledException, exceptionProblem } from '@domain/time/exception-checks.ts';
import { type WeekdayHours, weekdayOf } from '@domain/time/opening-rules.ts';
import { weekdayName } from '@domain/time/opening-rules.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { hoursInWords } from '../hours-in-words.ts';
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

/** The form of a special day, as typed. */
type SpecialDayInput = {
  day: string;
  kind: 'closed' | 'open';
  starts: LocalTime[];
  endsBy: string;
  label: string;
};

const inputOf = (one: LabelledException | null): SpecialDayInput => ({
  day: one?.day ?? '',
  kind: one?.isOpen ? 'open' : 'closed',
  starts: [...(one?.starts ?? [])],
  endsBy: one?.endsBy ?? '',
  label: one?.label ?? '',
});

type Around = { hours: readonly WeekdayHours[]; taken: readonly LocalDate[]; today: LocalDate };

/** The special day, or sentences at its fields. What is left empty is as on the weekday. */
function validateSpecialDay(
  input: SpecialDayInput,
  { hours, taken, today }: Around,
): FormResult<LabelledException, keyof SpecialDayInput> {
  if (!input.day) return { ok: false, fields: { day: 'Please choose a day.' } };
  if (taken.includes(input.day)) {
    return { ok: false, fields: { day: 'This day is already in the list. Edit it there.' } };
  }
  const isOpen = input.kind === 'open';
  const value: LabelledException = {
    day: input.day,
    isOpen,
    starts: isOpen && input.starts.length > 0 ? [...input.starts].sort() : null,
    endsBy: isOpen && input.endsBy ? input.endsBy : null,
    label: cleanLine(input.label),
  };
  const problem = exceptionProblem(value, hours, today);
  if (!problem) return { ok: true, value };
  return { ok: false, fields: { [placeOf(problem, value)]: problem } };
}

function placeOf(problem: string, { isOpen, starts }: LabelledException): keyof SpecialDayInput {
  if (problem.startsWith('This day')) return 'day';
  if (!isOpen || problem.includes('name')) return 'label';
  return starts ? 'endsBy' : 'starts';
}

/** What the weekday has, for a hint; null before a day was chosen. */
const usualHours = (day: string, hours: readonly WeekdayHours[]): WeekdayHours | null =>
  (day && hours.find(({ weekday }) => weekday === weekdayOf(day))) || null;
