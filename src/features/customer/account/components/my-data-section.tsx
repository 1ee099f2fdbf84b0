import { localToday } from '@domain/time/local-day.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { clockNow } from '@/lib/clock.ts';
import { toast } from '@/lib/toast.ts';
import { getMyData } from '../api/get-my-data.ts';
import { saveFile } from '@/lib/save-file.ts';
import { useAction } from '../use-action.ts';
import { AccountSection } from './account-section.tsx';

export function MyDataSection() {
  const { run, isBusy, problem } = useAction();

  const download = async () => {
    const isDone = await run(async () => {
      const data = await getMyData();
      const day = localToday(clockNow());
      saveFile(`my-data-${day}.json`, 'application/json', JSON.stringify(data, null, 2));
    });
    if (isDone) toast({ title: 'Downloaded', description: 'Your data is in your downloads.' });
  };

  return (
    <AccountSection
      id="my-data"
      heading="Your data"
      description="Everything we keep about you in one file: your account, bookings and payments, reviews, inquiries and the mails we sent."
    >
      {problem && (
        <Notice tone="danger" role="alert" className="mb-5">
          {problem}
        </Notice>
      )}
      <Button
        variant="secondary"
        className="max-sm:w-full"
        busy={isBusy}
        onClick={() => void download()}
      >
        Download My Data
      </Button>
    </AccountSection>
  );
}
