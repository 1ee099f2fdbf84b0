import type { StandingBooking } from '@contracts/opening-rules.ts';
import type { ComponentProps } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { localToday } from '@domain/time/schedule.ts';
import { validateTimeOff, type TimeOffInput, type WantedTimeOff } from '@domain/time/time-off.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Select } from '@/components/ui/select.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formRules } from '@/lib/form-rules.ts';
import { useNow } from '@/lib/use-now.ts';
import { addTimeOff } from './time-off.ts';

export const noTimeOff: TimeOffInput = {
  fromDay: '',
  untilDay: '',
  isWholeDays: true,
  fromTime: '',
  untilTime: '',
  reason: '',
  crew: '',
};

type TimeOffFormProps = {
  /** What it begins with. */
  start: TimeOffInput;
  crews: number;
  className: string;
  /** Runs once it is taken, with the bookings that stand inside it. */
  onTaken: (standing: StandingBooking[]) => Promise<void>;
  onClose: () => void;
};

/** From one day and time to another. What is typed stays when it is refused. */
export function TimeOffForm({ start, crews, className, onTaken, onClose }: TimeOffFormProps) {
  const today = localToday(useNow());
  const form = useForm<TimeOffInput, unknown, WantedTimeOff>({
    defaultValues: start,
    resolver: formRules((typed) => validateTimeOff(typed, today)),
  });
  const take = useMutation({ mutationFn: addTimeOff, onSuccess: onTaken });
  const { errors } = form.formState;
  const [isWholeDays, fromDay] = useWatch({
    control: form.control,
    name: ['isWholeDays', 'fromDay'],
  });
  const line = (name: 'fromDay' | 'untilDay' | 'fromTime' | 'untilTime', label: string) => ({
    label,
    error: errors[name]?.message,
    type: name.endsWith('Day') ? 'date' : 'time',
    input: form.register(name),
  });
  return (
    <form
      noValidate
      aria-label="Block time"
      className={`mt-6 grid gap-6 ${className}`}
      onSubmit={(event) => void form.handleSubmit((wanted) => take.mutate(wanted))(event)}
    >
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-6 max-[24rem]:grid-cols-1">
        <When {...line('fromDay', 'From')} min={today} autoFocus />
        <When {...line('untilDay', 'Until')} min={fromDay || today} />
      </div>
      <label className="check-line">
        <input type="checkbox" {...form.register('isWholeDays')} />
        Whole days
      </label>
      {!isWholeDays && (
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-6">
          <When {...line('fromTime', 'Starts at')} step={300} />
          <When {...line('untilTime', 'Ends at')} step={300} />
        </div>
      )}
      <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
        <Field label="Reason" hint="Only administrators see it." error={errors.reason?.message}>
          {(control) => <TextInput {...control} autoComplete="off" {...form.register('reason')} />}
        </Field>
        {crews > 1 && (
          <Field label="Crew" error={errors.crew?.message}>
            {(control) => (
              <Select {...control} {...form.register('crew')}>
                <option value="">All crews</option>
                {Array.from({ length: crews }, (_, index) => (
                  <option key={index} value={index + 1}>
                    Crew {index + 1}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <Problem title="Time not blocked">{take.error && failureSentence(take.error)}</Problem>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={take.isPending} className="max-sm:w-full">
          {take.isPending ? 'Blocking...' : 'Block this time'}
        </Button>
        <Button variant="secondary" className="max-sm:w-full" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type WhenProps = {
  label: string;
  error: string | undefined;
  type: string;
  input: ComponentProps<'input'>;
  min?: string;
  step?: number;
  autoFocus?: boolean;
};

function When({ label, error, type, input, ...rest }: WhenProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <TextInput {...control} {...rest} type={type} {...input} />}
    </Field>
  );
}
