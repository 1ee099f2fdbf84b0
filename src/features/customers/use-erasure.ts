import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { adminPaths } from '@/config/admin-paths.ts';
import { toast } from '@/lib/toast.ts';
import { eraseCustomer } from './api/change-customer.ts';
import { customersKey } from './api/customer.ts';
import { useAction } from './use-action.ts';

/** The question before a person is erased, and the way back to the others afterwards. */
export function useErasure(email: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { run, isBusy, problem, forget } = useAction('Not Erased');

  const confirm = async () => {
    if (!(await run(() => eraseCustomer(email)))) {
      // What was refused may be because of something new, such as a booking.
      await client.invalidateQueries({ queryKey: customersKey });
      return;
    }
    toast({ title: 'Erased', description: 'The books stay, without the person.' });
    await navigate(adminPaths.customers, { replace: true });
    // Whatever else is shown of bookings may still carry the name.
    client.removeQueries({ queryKey: [...customersKey, 'one', email] });
    await client.invalidateQueries();
  };

  const ask = (isAsked: boolean) => {
    forget();
    setIsAsking(isAsked);
  };

  return { isAsking, ask, confirm, isBusy, problem };
}
