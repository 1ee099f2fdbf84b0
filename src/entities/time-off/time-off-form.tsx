import type { StandingBooking } from '@contracts/time-page.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { localToday } from '@domain/time/schedule.ts';
import { validateTimeOff, type TimeOffInput, type WantedTimeOff } from '@domain/time/time-off.ts';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { fieldOf } from '@/lib/field-of.ts';
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
  /** To choose from, where there are several. */
  crews: readonly { number: number; title: string }[];
  className: string;
  /** Runs once the time is blocked, with the bookings inside it. */
  onTaken: (standing: StandingBooking[]) => Promise<void>;
  onClose: () => void;
};

/** From one day and time to another. A refused form keeps what was typed. */
export function TimeOffForm({ start, crews, className, onTaken, onClose }: TimeOffFormProps) {
  const today = localToday(useNow());
  const form = useForm<TimeOffInput, unknown, WantedTimeOff>({
    defaultValues: start,
    resolver: formRules((typed) => validateTimeOff(typed, today)),
  });
  const take = useMutation({ mutationFn: addTimeOff, onSuccess: onTaken });
  const field = fieldOf(form);
  const [isWholeDays, fromDay] = useWatch({
    control: form.control,
    name: ['isWholeDays', 'fromDay'],
  });
  return (
    <form
      noValidate
      aria-label="Block time"
      className={`mt-6 grid gap-6 ${className}`}
      onSubmit={(event) => void form.handleSubmit((wanted) => take.mutate(wanted))(event)}
    >
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-6 max-[24rem]:grid-cols-1">
        <TextField label="From" type="date" min={today} autoFocus {...field('fromDay')} />
        <TextField label="Until" type="date" min={fromDay || today} {...field('untilDay')} />
      </div>
      <label className="check-line">
        <input type="checkbox" {...form.register('isWholeDays')} />
        Whole days
      </label>
      {!isWholeDays && (
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-6">
          <TextField label="Starts at" type="time" step={300} {...field('fromTime')} />
          <TextField label="Ends at" type="time" step={300} {...field('untilTime')} />
        </div>
      )}
      <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
        <TextField
          label="Reason"
          hint="Only administrators see it."
          autoComplete="off"
          {...field('reason')}
        />
        {crews.length > 1 && (
          <SelectField label="Crew" {...field('crew')}>
            <option value="">All crews</option>
            {crews.map(({ number, title }) => (
              <option key={number} value={number}>
                {title}
              </option>
            ))}
          </SelectField>
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
