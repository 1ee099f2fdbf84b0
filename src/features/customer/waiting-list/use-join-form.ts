import { useForm } from 'react-hook-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ServiceId, VehicleType } from '@domain/booking/catalogue.ts';
import { validateWaiting, type WaitingInput } from '@domain/booking/waiting-list.ts';
import { BackendError } from '@/lib/backend.ts';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formRules } from '@/lib/form-rules.ts';
import { useSession } from '@/lib/session.ts';
import { joinWaitingList } from './api/join-waiting-list.ts';

const fieldNames = ['name', 'email', 'phone'] as const;

/** The form of the waiting list: what was typed stays until it has arrived. */
export function useJoinForm(choice: { serviceId: ServiceId; vehicleType: VehicleType }) {
  const session = useSession();
  const client = useQueryClient();
  const form = useForm<WaitingInput, unknown, WaitingInput>({
    defaultValues: {
      name: '',
      email: session.status === 'signed-in' ? session.user.email : '',
      phone: '',
    },
    resolver: formRules(validateWaiting),
  });
  const join = useMutation({
    mutationFn: (wanted: WaitingInput & { date: string }) =>
      joinWaitingList({ ...choice, ...wanted }),
    onError: (error) => {
      const fields = error instanceof BackendError ? error.fields : {};
      for (const name of fieldNames) {
        const message = fields[name];
        if (message) form.setError(name, { type: 'server', message }, { shouldFocus: true });
      }
      // It may be that the day is not full after all.
      void client.invalidateQueries({ queryKey: bookedSlotsKey });
    },
  });

  return {
    form,
    isBusy: join.isPending,
    failure: join.error && failureSentence(join.error),
    joined: join.isSuccess ? join.variables : null,
    again: join.reset,
    submit: (date: string) => form.handleSubmit((person) => join.mutate({ ...person, date })),
  };
}
