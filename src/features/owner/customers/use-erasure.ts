import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { eraseCustomer, customersKey, personKey, type Whose } from './api/customer.ts';
import type { OtherAccounts } from './use-other-accounts.ts';

/** The question before a person is erased. `onErased` leads away from what is gone then. */
export function useErasure(
  whose: Whose,
  accounts: OtherAccounts,
  onErased?: () => void | Promise<void>,
) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);

  const erasure = useMutation({
    mutationFn: () =>
      eraseCustomer(
        whose,
        accounts.chosen.map(({ id }) => id),
      ),
    onSuccess: async () => {
      toast({ title: 'Customer Data Erased', description: erasedText(accounts) });
      setIsAsking(false);
      await onErased?.();
      // Whatever else is shown of bookings may still carry the name.
      client.removeQueries({ queryKey: personKey(whose), type: 'inactive' });
      await client.invalidateQueries();
    },
    // What was refused may be because of something new, such as a booking.
    onError: () => client.invalidateQueries({ queryKey: customersKey }),
  });

  const ask = (isAsked: boolean) => {
    erasure.reset();
    setIsAsking(isAsked);
  };

  return { isAsking, ask, erasure };
}

function erasedText({ all, chosen }: OtherAccounts): string {
  const left = all.filter((account) => !chosen.includes(account)).map(({ email }) => email);
  const books = 'Your books stay, without the customer’s details.';
  if (left.length === 0) return books;
  return `${books} The data of ${left.join(' and ')} stays, too.`;
}
