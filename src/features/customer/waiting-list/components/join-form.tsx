import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { readDraft } from '@/entities/booking/booking-session.ts';
import { typedDetails } from '@/entities/booking/typed-details.ts';
import { TextConsent } from '@/entities/text-messages/text-consent.tsx';
import { BackendError } from '@/lib/backend.ts';
import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { useSession } from '@/lib/session.ts';
import { validateWaiting, type WaitingInput } from '@domain/booking/waiting-list.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import type { Join } from '../use-join.ts';

type JoinFormProps = { fullDays: readonly LocalDate[]; join: Join };

/** The full day wanted, and the customer's contact details. */
export function JoinForm({ fullDays, join }: JoinFormProps) {
  const { form, failure, submit } = useJoinForm(join);
  const field = fieldOf(form);
  const [wanted, setWanted] = useState('');
  const [textConsent, setTextConsent] = useState(false);
  const day = fullDays.includes(wanted) ? wanted : (fullDays[0] ?? '');
  return (
    <form
      noValidate
      className="mt-6 grid max-w-lg gap-5"
      onSubmit={(event) => void submit(day, textConsent)(event)}
    >
      <SelectField
        label="Day"
        required
        value={day}
        onChange={(event) => setWanted(event.target.value)}
      >
        {fullDays.map((one) => (
          <option key={one} value={one}>
            {formatDay(one)}
          </option>
        ))}
      </SelectField>
      <TextField label="Your Name" required autoComplete="name" {...field('name')} />
      <TextField
        label="Your Email"
        required
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      <TextField
        label="Your Phone Number"
        required
        type="tel"
        autoComplete="tel"
        {...field('phone')}
      />
      <TextConsent how="waiting_list" checked={textConsent} onChange={setTextConsent} />
      <Problem title="You are not on the list yet">{failure}</Problem>
      <Button type="submit" busy={join.isPending} className="max-sm:w-full sm:justify-self-start">
        Join the List
      </Button>
    </form>
  );
}

const fieldNames = ['name', 'email', 'phone'] as const;

/** The form of the waiting list: what was typed stays until it has arrived. */
function useJoinForm(join: Join) {
  const session = useSession();
  const booked = typedDetails(readDraft());
  const form = useForm<WaitingInput, unknown, WaitingInput>({
    defaultValues: join.typed ?? {
      name: booked.name,
      email: booked.email || (session.status === 'signed-in' ? session.user.email : ''),
      phone: booked.phone,
    },
    resolver: formRules(validateWaiting),
  });
  const onError = (error: Error) => {
    const fields = error instanceof BackendError ? error.fields : {};
    for (const name of fieldNames) {
      const message = fields[name];
      if (message) form.setError(name, { type: 'server', message }, { shouldFocus: true });
    }
  };
  return {
    form,
    failure: join.error && failureSentence(join.error),
    submit: (date: string, textConsent: boolean) =>
      form.handleSubmit((person) => {
        join.keepTyped(form.getValues());
        join.mutate({ ...person, date, textConsent }, { onError });
      }),
  };
}
