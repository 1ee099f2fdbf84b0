import { localToday } from '@domain/time/local-day.ts';
import { clockNow } from '@/lib/clock.ts';
import { saveFile } from '@/lib/save-file.ts';
import { toast } from '@/lib/toast.ts';
import { getCustomerData } from './api/change-customer.ts';
import type { Whose } from './api/customer.ts';
import { useAction } from '@/lib/use-action.ts';
import type { OtherAccounts } from './use-other-accounts.ts';

/** Everything that is kept about a person, as a file that they can be sent. */
export function useExport(whose: Whose, accounts: OtherAccounts) {
  const { run, isBusy, problem } = useAction();

  const download = async () => {
    const isDone = await run(async () => {
      const data = await getCustomerData(
        whose,
        accounts.chosen.map(({ id }) => id),
      );
      const day = localToday(clockNow());
      const name = ('email' in whose ? whose.email : whose.phone).replace(/[^a-z0-9]+/g, '-');
      saveFile(`${name}-${day}.json`, 'application/json', JSON.stringify(data, null, 2));
    });
    if (isDone) toast({ title: 'Downloaded', description: 'The file is in your downloads.' });
  };

  return { download, isBusy, problem };
}
