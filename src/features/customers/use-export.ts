import { localToday } from '@domain/local-day.ts';
import { clockNow } from '@/lib/clock.ts';
import { saveFile } from '@/lib/save-file.ts';
import { toast } from '@/lib/toast.ts';
import { getCustomerData } from './api/change-customer.ts';
import { useAction } from './use-action.ts';

/** Everything that is kept about an address, as a file that a person can be sent. */
export function useExport(email: string) {
  const { run, isBusy, problem } = useAction('Download Failed');

  const download = async () => {
    const isDone = await run(async () => {
      const data = await getCustomerData(email);
      const day = localToday(clockNow());
      const name = email.replace(/[^a-z0-9]+/g, '-');
      saveFile(`${name}-${day}.json`, 'application/json', JSON.stringify(data, null, 2));
    });
    if (isDone) toast({ title: 'Downloaded', description: 'The file is in your downloads.' });
  };

  return { download, isBusy, problem };
}
