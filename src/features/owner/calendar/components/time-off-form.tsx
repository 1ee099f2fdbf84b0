import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { validateTimeOff, type TimeOffInput, type WantedTimeOff } from '@domain/time/time-off.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Select } from '@/components/ui/select.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { formRules } from '@/lib/form-rules.ts';
import { addTimeOff, type StandingBooking } from '@/entities/time-off/time-off.ts';
import { toast } from '@/lib/toast.ts';
import { calendarKey } from '../api/calendar-range.ts';
import type { EmptyStretch } from '../empty-stretch.ts';
import { refusalSentence } from '../refusal-sentence.ts';

type TimeOffFormProps = {
  stretch: EmptyStretch;
  crews: number;
  today: LocalDate;
  onTaken: (standing: StandingBooking[]) => void;
  onClose: () => void;
};

type Names = 'fromDay' | 'untilDay' | 'fromTime' | 'untilTime';

/** The stretch that was drawn, to be taken as it is or changed. */
export function TimeOffForm({ stretch, crews, today, onTaken, onClose }: TimeOffFormProps) {
  const form = useForm<TimeOffInput, unknown, WantedTimeOff>({
    defaultValues: typedFrom(stretch),
    resolver: formRules((typed) => validateTimeOff(typed, today)),
  });
  const { take, failure } = useTakeTimeOff(onTaken);
  const { errors, isSubmitting } = form.formState;
  const isWholeDays = useWatch({ control: form.control, name: 'isWholeDays' });
  const line = (name: Names, label: string) => (
    <Field label={label} error={errors[name]?.message}>
      {(control) => (
        <TextInput
          {...control}
          type={name.endsWith('Day') ? 'date' : 'time'}
          step={name.endsWith('Day') ? undefined : 300}
          {...form.register(name)}
        />
      )}
    </Field>
  );
  return (
    <form
      noValidate
      aria-label="Time off"
      className="mt-6 grid gap-5"
      onSubmit={(event) => void form.handleSubmit(take)(event)}
    >
      <div className="grid grid-cols-2 items-start gap-4">
        {line('fromDay', 'From')}
        {line('untilDay', 'Until')}
        {!isWholeDays && line('fromTime', 'Begins at')}
        {!isWholeDays && line('untilTime', 'Ends at')}
      </div>
      <label className="check-line">
        <input type="checkbox" {...form.register('isWholeDays')} />
        Whole days
      </label>
      <Field label="Reason" hint="For you alone." error={errors.reason?.message}>
        {(control) => <TextInput {...control} autoComplete="off" {...form.register('reason')} />}
      </Field>
      {crews > 1 && (
        <Field label="Who" error={errors.crew?.message}>
          {(control) => (
            <Select {...control} {...form.register('crew')}>
              <option value="">Everybody</option>
              {Array.from({ length: crews }, (_, index) => (
                <option key={index} value={index + 1}>
                  Crew {index + 1}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {failure && (
        <Notice tone="danger" role="alert" title="Time off not taken">
          {failure}
        </Notice>
      )}
      <div className="cal-panel-actions">
        <Button type="submit" busy={isSubmitting}>
          Take this time off
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const typedFrom = ({ fromDay, fromTime, untilDay, untilTime }: EmptyStretch): TimeOffInput => ({
  fromDay,
  untilDay,
  isWholeDays: fromTime === null,
  fromTime: fromTime ?? '',
  untilTime: untilTime ?? (fromTime === null ? '' : '23:59'),
  reason: '',
  crew: '',
});

function useTakeTimeOff(onTaken: (standing: StandingBooking[]) => void) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const take = async (wanted: WantedTimeOff) => {
    setFailure(null);
    try {
      const standing = await addTimeOff(wanted);
      await client.invalidateQueries({ queryKey: calendarKey });
      toast({ title: 'Time off taken', description: 'These times can no longer be booked.' });
      onTaken(standing);
    } catch (error) {
      setFailure(refusalSentence(error));
    }
  };
  return { take, failure };
}
