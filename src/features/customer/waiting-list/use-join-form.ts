import { useForm } from 'react-hook-form';
import { validateWaiting, type WaitingInput } from '@domain/booking/waiting-list.ts';
import { readDraft } from '@/entities/booking/booking-session.ts';
import { typedDetails } from '@/entities/booking/typed-details.ts';
import { BackendError } from '@/lib/backend.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formRules } from '@/lib/form-rules.ts';
import { useSession } from '@/lib/session.ts';
import type { Join } from './use-join.ts';

const fieldNames = ['name', 'email', 'phone'] as const;

/** The form of the waiting list: what was typed stays until it has arrived. */
export function useJoinForm(join: Join) {
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
