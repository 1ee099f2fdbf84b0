import { Button } from '@/components/ui/button.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { toast } from '@/lib/toast.ts';
import { getMyData } from '../api/get-account.ts';
import { saveData } from '@/lib/save-file.ts';
import { useAccountChange } from '../use-account-change.ts';
import { AccountSection } from './account-section.tsx';

export function MyDataSection() {
  const download = useAccountChange({
    mutationFn: getMyData,
    onSuccess: (data) => {
      saveData('my-data', data);
      toast({ title: 'Downloaded', description: 'Your data is in your downloads.' });
    },
  });

  return (
    <AccountSection
      id="my-data"
      heading="Your data"
      description="All your data in one file: account, bookings, payments, reviews, inquiries and the emails we sent."
    >
      <Problem className="mb-5">{download.problem}</Problem>
      <Button
        variant="secondary"
        className="max-sm:w-full"
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        Download My Data
      </Button>
    </AccountSection>
  );
}
