import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
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
  const [failure, setFailure] = useState<string | null>(null);
  const [joined, setJoined] = useState<{ date: string; email: string } | null>(null);

  const send = async (date: string, person: WaitingInput) => {
    setFailure(null);
    try {
      await joinWaitingList({ ...choice, ...person, date });
      setJoined({ date, email: person.email });
    } catch (error) {
      const fields = error instanceof BackendError ? error.fields : {};
      for (const name of fieldNames) {
        const message = fields[name];
        if (message) form.setError(name, { type: 'server', message }, { shouldFocus: true });
      }
      setFailure(failureSentence(error));
      // It may be that the day is not full after all.
      void client.invalidateQueries({ queryKey: bookedSlotsKey });
    }
  };

  return {
    form,
    failure,
    joined,
    again: () => setJoined(null),
    submit: (date: string) => form.handleSubmit((person) => send(date, person)),
  };
}
