import { useMutation } from '@tanstack/react-query';
import { saveData } from '@/lib/save-file.ts';
import { toast } from '@/lib/toast.ts';
import { getCustomerData, type Whose } from './api/customer.ts';
import type { OtherAccounts } from './use-other-accounts.ts';

/** Everything that is kept about a person, as a file that they can be sent. */
export const useExport = (whose: Whose, accounts: OtherAccounts) =>
  useMutation({
    mutationFn: () =>
      getCustomerData(
        whose,
        accounts.chosen.map(({ id }) => id),
      ),
    onSuccess: (data) => {
      const name = 'email' in whose ? whose.email : whose.phone;
      saveData(name.replace(/[^a-z0-9]+/g, '-'), data);
      toast({ title: 'Downloaded', description: 'The file is in your downloads.' });
    },
  });
