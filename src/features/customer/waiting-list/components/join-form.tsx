import { useState } from 'react';
import type { LocalDate } from '@domain/time/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Select } from '@/components/ui/select.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { formatDay } from '@/lib/days.ts';
import type { useJoinForm } from '../use-join-form.ts';

type JoinFormProps = { fullDays: readonly LocalDate[]; join: ReturnType<typeof useJoinForm> };

/** Which of the full days, and how to reach whoever waits. */
export function JoinForm({ fullDays, join }: JoinFormProps) {
  const { form, failure } = join;
  const { errors } = form.formState;
  const [wanted, setWanted] = useState('');
  const day = fullDays.includes(wanted) ? wanted : (fullDays[0] ?? '');
  return (
    <form
      noValidate
      className="mt-6 grid max-w-lg gap-5"
      onSubmit={(event) => void join.submit(day)(event)}
    >
      <Field label="Day" required>
        {(control) => (
          <Select {...control} value={day} onChange={(event) => setWanted(event.target.value)}>
            {fullDays.map((one) => (
              <option key={one} value={one}>
                {formatDay(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Your Name" required error={errors.name?.message}>
        {(control) => <TextInput {...control} autoComplete="name" {...form.register('name')} />}
      </Field>
      <Field label="Your Email" required error={errors.email?.message}>
        {(control) => (
          <TextInput {...control} type="email" autoComplete="email" {...form.register('email')} />
        )}
      </Field>
      <Field label="Your Phone Number" required error={errors.phone?.message}>
        {(control) => (
          <TextInput {...control} type="tel" autoComplete="tel" {...form.register('phone')} />
        )}
      </Field>
      <Problem title="You are not on the list yet">{failure}</Problem>
      <Button type="submit" busy={join.isBusy} className="max-sm:w-full sm:justify-self-start">
        Join the List
      </Button>
    </form>
  );
}
